/* Answers: all that an inquiry has found, copied, so that the game can go on. A part is an answer
   in its whole's array. */
#include "minds/tell.h"
#include "ports/library/inside.h"

#include <string.h>

struct potez_answer {
    struct heap heap;
    bool own_heap;
    char move[GAME_MOVE_TEXT];
    struct mind_answer found;
    uint64_t nodes;
    double seconds;
    bool stopped;
    const char *class; /* of a part of a review */
    int side;
    double loss, drop;
    struct library_text line, words, json;
    struct potez_answer *parts;
    int count;
};

static const struct heap *heap_of(const struct potez_answer *answer)
{
    return answer->own_heap ? &answer->heap : NULL;
}

/* -------- making one -------- */

static void add_move(void *listener, const char *move)
{
    struct library_text *line = listener;
    if (line->length)
        library_put(line, " ", 1);
    library_put(line, move, strlen(move));
}

/* What an answer says about the position at a ply: its move, value, line and words. */
static bool copy(struct potez_answer *answer, const struct inquiry *inquiry, int ply,
                 const struct mind_answer *found)
{
    const struct session *session = inquiry->question.session;
    const struct game *game = session_game(session);
    const void *position = session_position_at(session, ply);
    char words[256];
    struct text text;
    answer->found = *found;
    answer->side = game->side_to_move(session_setup(session), position);
    text_init(&text, answer->move, sizeof answer->move);
    if (found->move != GAME_NO_MOVE)
        game->move_write(session_setup(session), position, found->move, &text);
    inquiry_line(inquiry, ply, found, add_move, &answer->line);
    text_init(&text, words, sizeof words);
    tell_words(inquiry->mind, answer->side, found, &text);
    library_put(&answer->words, words, strlen(words));
    return !answer->line.failed && !answer->words.failed;
}

static void begin(struct potez_answer *answer, const struct heap *heap)
{
    answer->own_heap = heap;
    if (heap)
        answer->heap = *heap;
    answer->line.heap = answer->words.heap = answer->json.heap = heap_of(answer);
}

static bool make_parts(struct potez_answer *answer, int count)
{
    if (!count)
        return true;
    answer->parts = heap_take_clear(heap_of(answer), (size_t)count * sizeof *answer->parts);
    if (!answer->parts)
        return error_machine(library_errors(), "out of memory for %d parts of an answer", count);
    answer->count = count;
    for (int i = 0; i < count; i++)
        begin(&answer->parts[i], heap_of(answer));
    return true;
}

static bool copy_moment(struct potez_answer *part, const struct inquiry *inquiry, int ply)
{
    const struct inquiry_moment *moment = &inquiry->moments[ply];
    struct mind_answer made = moment->after;
    made.move = moment->move;
    part->class = moment->looked ? tell_class(moment->class) : "";
    part->loss = moment->loss / 100.0;
    part->drop = moment->drop / 1000.0;
    return copy(part, inquiry, ply, &made) && make_parts(part, 1) &&
           copy(&part->parts[0], inquiry, ply, &moment->before);
}

static bool copy_parts(struct potez_answer *answer, const struct inquiry *inquiry)
{
    int ply = session_ply(inquiry->question.session);
    bool review = inquiry->question.kind == INQUIRY_REVIEW;
    int count = review ? inquiry->moment_count - 1 : inquiry->finding_count;
    bool good = make_parts(answer, count);
    for (int i = 0; good && i < count; i++)
        good = review ? copy_moment(&answer->parts[i], inquiry, i)
                      : copy(&answer->parts[i], inquiry, ply, &inquiry->findings[i].answer);
    return good;
}

static bool copy_json(struct potez_answer *answer, const struct inquiry *inquiry)
{
    struct json_out json;
    json_out_begin(&json, library_put, &answer->json);
    tell_inquiry(&json, inquiry);
    json_out_end(&json);
    return !answer->json.failed;
}

struct potez_answer *library_answer(const struct inquiry *inquiry, const struct heap *heap,
                                    bool stopped)
{
    int ply = session_ply(inquiry->question.session);
    struct potez_answer *answer = heap_take_clear(heap, sizeof *answer);
    if (!answer) {
        error_machine(library_errors(), "out of memory for an answer");
        return NULL;
    }
    begin(answer, heap);
    answer->nodes = inquiry->nodes;
    answer->seconds = tell_seconds(inquiry);
    answer->stopped = stopped;
    if (copy(answer, inquiry, ply, &inquiry->answer) && copy_parts(answer, inquiry) &&
        copy_json(answer, inquiry))
        return answer;
    potez_answer_close(answer);
    return NULL;
}

static void give_back(struct potez_answer *answer)
{
    library_text_free(&answer->line);
    library_text_free(&answer->words);
    library_text_free(&answer->json);
    for (int i = 0; i < answer->count; i++)
        give_back(&answer->parts[i]);
    heap_give(heap_of(answer), answer->parts);
}

void potez_answer_close(struct potez_answer *answer)
{
    if (!answer)
        return;
    give_back(answer);
    struct heap heap = answer->heap;
    heap_give(answer->own_heap ? &heap : NULL, answer);
}

/* -------- reading one -------- */

static const char an_answer[] = "an answer";

static const char *text_of(const struct library_text *text)
{
    return text->start ? text->start : "";
}

const char *potez_answer_move(const struct potez_answer *answer)
{
    return library_given(answer, an_answer) ? answer->move : "";
}

const char *potez_answer_line(const struct potez_answer *answer)
{
    return library_given(answer, an_answer) ? text_of(&answer->line) : "";
}

const char *potez_answer_words(const struct potez_answer *answer)
{
    return library_given(answer, an_answer) ? text_of(&answer->words) : "";
}

const char *potez_answer_json(const struct potez_answer *answer)
{
    return library_given(answer, an_answer) ? text_of(&answer->json) : "";
}

double potez_answer_score(const struct potez_answer *answer)
{
    return library_given(answer, an_answer) ? answer->found.score / 100.0 : 0;
}

bool potez_answer_exact(const struct potez_answer *answer)
{
    return library_given(answer, an_answer) && answer->found.exact;
}

enum potez_outcome potez_answer_outcome(const struct potez_answer *answer)
{
    bool proved = library_given(answer, an_answer) && answer->found.exact;
    return proved ? (enum potez_outcome)answer->found.outcome : POTEZ_UNPROVED;
}

int potez_answer_plies(const struct potez_answer *answer)
{
    return library_given(answer, an_answer) ? answer->found.plies : -1;
}

int potez_answer_depth(const struct potez_answer *answer)
{
    return library_given(answer, an_answer) ? answer->found.depth : 0;
}

int potez_answer_probability(const struct potez_answer *answer)
{
    return library_given(answer, an_answer) ? answer->found.probability : 0;
}

uint64_t potez_answer_nodes(const struct potez_answer *answer)
{
    return library_given(answer, an_answer) ? answer->nodes : 0;
}

double potez_answer_seconds(const struct potez_answer *answer)
{
    return library_given(answer, an_answer) ? answer->seconds : 0;
}

bool potez_answer_stopped(const struct potez_answer *answer)
{
    return library_given(answer, an_answer) && answer->stopped;
}

int potez_answer_count(const struct potez_answer *answer)
{
    return library_given(answer, an_answer) ? answer->count : 0;
}

const struct potez_answer *potez_answer_part(const struct potez_answer *answer, int index)
{
    if (!library_given(answer, an_answer))
        return NULL;
    if (index >= 0 && index < answer->count)
        return &answer->parts[index];
    error_set(library_errors(), "this answer has %d parts", answer->count);
    return NULL;
}

const char *potez_answer_class(const struct potez_answer *answer)
{
    return library_given(answer, an_answer) && answer->class ? answer->class : "";
}

int potez_answer_side(const struct potez_answer *answer)
{
    return library_given(answer, an_answer) ? answer->side : -1;
}

double potez_answer_loss(const struct potez_answer *answer)
{
    return library_given(answer, an_answer) ? answer->loss : 0;
}

double potez_answer_drop(const struct potez_answer *answer)
{
    return library_given(answer, an_answer) ? answer->drop : 0;
}
