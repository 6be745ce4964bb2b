/* Joins the state machine of minds/inquiry.h with a thinker; the inquiry and its memory are one
   piece. */
#include "lab/inquire.h"

#include "lab/heap.h"
#include "lab/json_text.h"
#include "lab/outside.h"
#include "minds/tell.h"

bool inquire_player(const struct game *game, const char *name, int level, struct player *player,
                    struct error *error)
{
    const struct mind *mind = mind_of(game);
    if (name && !level)
        return outside_player_read(game, mind, name, player, error);
    if (!mind)
        return error_set(error, "%s has no players", game->name);
    return inquiry_player(mind, name, level, player, error);
}

static bool search(void *self, const struct player *player, const struct mind_task *task,
                   struct mind_answer *answer, struct error *error)
{
    return think_ask(self, player, task, answer, error);
}

static void forget(void *self)
{
    think_forget(self);
}

struct inquiry_searcher inquire_searcher(struct thinker *thinker)
{
    return (struct inquiry_searcher){thinker, search, forget};
}

struct inquiry *inquire_open(struct thinker *thinker, const struct inquiry_question *question,
                             struct error *error)
{
    struct inquiry_question own = *question;
    size_t head = (sizeof(struct inquiry) + 63) & ~(size_t)63;
    own.searcher = inquire_searcher(thinker);
    struct inquiry *inquiry = heap_take(thinker->heap, head + inquiry_bytes(&own));
    if (!inquiry) {
        error_machine(error, "out of memory for a question");
        return NULL;
    }
    if (inquiry_begin(inquiry, &own, (char *)inquiry + head, error))
        return inquiry;
    heap_give(thinker->heap, inquiry);
    return NULL;
}

void inquire_close(struct inquiry *inquiry)
{
    if (inquiry)
        heap_give(((const struct thinker *)inquiry->question.searcher.self)->heap, inquiry);
}

char *inquire_json(const struct inquiry *inquiry)
{
    struct json_text text;
    tell_inquiry(json_text_begin(&text), inquiry);
    return json_text_end(&text);
}
