/* Thinking beside the reading of commands (talk.h).

   One thread thinks at a time, and it is joined before anything that it reads is changed; so game,
   player and options need no lock, only the output does, because both threads write to it. A
   command that wants to change something therefore costs as long as the search needs to notice the
   stop flag, about a millisecond. The thinker with its table and threads is opened when it is first
   needed and kept. */
#include "ports/engine/talk.h"

#include <stdarg.h>
#include <string.h>

enum { NODES = 2000000 };

void talk_say(struct talk *talk, const char *format, ...)
{
    va_list list;
    va_start(list, format);
    pthread_mutex_lock(&talk->writing);
    vfprintf(talk->out, format, list);
    fputc('\n', talk->out);
    fflush(talk->out);
    pthread_mutex_unlock(&talk->writing);
    va_end(list);
}

/* ---- thinking ---- */

static void *thread_main(void *argument)
{
    struct talk *talk = argument;
    talk->work(talk);
    return NULL;
}

void talk_think(struct talk *talk, enum inquiry_kind kind, const struct inquiry_terms *terms,
                void (*work)(struct talk *talk))
{
    talk_stop(talk);
    atomic_store(&talk->stop, false);
    talk->kind = kind;
    talk->terms = *terms;
    talk->terms.standard = talk->infinite ? (struct mind_limits){0} : talk->standard;
    talk->work = work;
    if (talk->together) {
        atomic_store(&talk->stop, talk->infinite);
        work(talk);
        return;
    }
    talk->thinking = pthread_create(&talk->thread, NULL, thread_main, talk) == 0;
    if (!talk->thinking)
        work(talk); /* no thread: the answer comes all the same */
}

void talk_wait(struct talk *talk)
{
    if (talk->thinking)
        pthread_join(talk->thread, NULL);
    talk->thinking = false;
}

void talk_stop(struct talk *talk)
{
    atomic_store(&talk->stop, true);
    talk_wait(talk);
}

static bool provide_thinker(struct talk *talk, struct error *error)
{
    if (!talk->thinker_open)
        talk->thinker_open = think_open(&talk->thinker, talk->together ? 1 : talk->threads,
                                        talk->table_bytes, error);
    return talk->thinker_open;
}

void talk_forget(struct talk *talk)
{
    if (talk->thinker_open)
        think_forget(&talk->thinker);
}

struct inquiry *talk_ask(struct talk *talk,
                         void (*report)(void *talk, const struct inquiry *inquiry),
                         struct error *error)
{
    struct inquiry_question question = {
        .kind = talk->kind,
        .session = talk->opened.session,
        .player = talk->player,
        .no_book = talk->no_book,
        .random = &talk->random,
        .stop = &talk->stop,
        .report = report,
        .listener = talk,
        .only = talk->uci.only_count ? talk->uci.only : NULL,
        .only_count = talk->uci.only_count,
    };
    talk->terms.session = talk->opened.session;
    if (!talk->strict && player_is_fixed(&talk->player))
        talk->terms.limits = (struct mind_limits){0};
    if (!inquiry_limits(talk->kind, &question.player, &talk->terms, &question.limits, error) ||
        !provide_thinker(talk, error))
        return NULL;
    uint64_t *nodes = &question.limits.nodes;
    if (talk->nodes_most && (!*nodes || *nodes > talk->nodes_most))
        *nodes = talk->nodes_most;
    struct inquiry *inquiry = inquire_open(&talk->thinker, &question, error);
    if (!inquiry || inquiry_run(inquiry, error))
        return inquiry;
    inquire_close(inquiry);
    return NULL;
}

/* ---- texts ---- */

const char *talk_move_text(const struct talk *talk, uint32_t move, char buffer[GAME_MOVE_TEXT])
{
    const struct session *session = talk->opened.session;
    struct text text;
    text_init(&text, buffer, GAME_MOVE_TEXT);
    if (move == GAME_NO_MOVE)
        text_add(&text, "none");
    else
        session_game(session)->move_write(session_setup(session), session_position(session), move,
                                          &text);
    return buffer;
}

struct talk_line_writer {
    const char *between;
    struct text *text;
    bool begun, full;
};

static void line_add(void *listener, const char *move)
{
    struct talk_line_writer *writer = listener;
    struct text *text = writer->text;
    if (text->length + strlen(writer->between) + strlen(move) >= text->size)
        writer->full = true; /* and the line ends with a whole move */
    if (writer->full)
        return;
    if (writer->begun)
        text_add(writer->text, writer->between);
    writer->begun = true;
    text_add(writer->text, move);
}

void talk_line_text(const struct inquiry *inquiry, const struct mind_answer *answer,
                    const char *between, struct text *text)
{
    const struct session *session = inquiry->question.session;
    struct talk_line_writer writer = {.between = between, .text = text};
    inquiry_line(inquiry, session_ply(session), answer, line_add, &writer);
}

/* ---- the game and who plays it ---- */

bool talk_player(struct talk *talk, const char *name, struct error *error)
{
    struct player player;
    char text[TALK_PLAYER];
    if (strlen(name) >= sizeof text)
        return error_set(error, "the player's name is too long");
    strcpy(text, name);
    if (!inquire_player(talk->opened.game, name, 0, &player, error))
        return false;
    strcpy(talk->player_text, text);
    /* read once more, because a player may point into its name */
    return inquire_player(talk->opened.game, talk->player_text, 0, &talk->player, error);
}

bool talk_set_game(struct talk *talk, struct opened *opened, struct error *error)
{
    bool other = opened->game != talk->opened.game;
    struct player player = talk->player;
    if (!opened_start(opened, NULL, 0, OPENED_PLIES, error) ||
        (other && mind_of(opened->game) && !inquire_player(opened->game, NULL, 0, &player, error)))
        return false;
    opened_close(&talk->opened);
    talk->opened = *opened;
    talk->player = player;
    talk_forget(talk);
    return true;
}

bool talk_open(struct talk *talk, const struct talk_protocol *protocol, const struct game *game,
               FILE *out, int threads, size_t table_bytes, struct error *error)
{
    struct opened opened;
    *talk = (struct talk){
        .protocol = protocol,
        .out = out,
        .threads = threads,
        .table_bytes = table_bytes,
        .standard = {.nodes = NODES},
        .uci = {.lines = 1},
    };
    pthread_mutex_init(&talk->writing, NULL);
    random_seed(&talk->random, 1);
    opened_begin(&opened, game);
    return talk_set_game(talk, &opened, error);
}

void talk_close(struct talk *talk)
{
    talk_stop(talk);
    if (talk->thinker_open)
        think_close(&talk->thinker);
    opened_close(&talk->opened);
    pthread_mutex_destroy(&talk->writing);
}

void talk_line(struct talk *talk, const char *line, size_t length)
{
    while (length && text_is_space(line[length - 1]))
        length--;
    while (length && text_is_space(*line)) {
        line++;
        length--;
    }
    talk->protocol->line(talk, line, length);
}
