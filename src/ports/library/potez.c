/* The library's functions as a thin layer over the middle (lab/opened.h, lab/inquire.h). Errors
   are kept per thread, so that a sentence is still there when the caller asks for it; texts are
   kept per game and grow as needed. */
#include "ports/library/potez.h"

#include "lab/inquire.h"
#include "lab/opened.h"
#include <math.h>
#include <stdlib.h>
#include <string.h>

enum { TABLE = 64 << 20, THREADS_MOST = 256 };

#define NODES UINT64_C(2000000)

struct potez {
    struct opened opened;
    struct thinker thinker;
    struct random random;
    atomic_bool stop;
    char *text; /* given out last */
    size_t room;
};

static _Thread_local struct error last_error;

const char *potez_version(void)
{
    return POTEZ_VERSION;
}

const char *potez_error(void)
{
    return last_error.text;
}

const char *potez_games(void)
{
    static _Thread_local char names[256];
    struct text text;
    text_init(&text, names, sizeof names);
    for (int i = 0; i < game_count; i++)
        text_print(&text, "%s%s", i ? " " : "", games[i]->name);
    return names;
}

/* -------- opening and closing -------- */

/* "NAME=VALUE,NAME=VALUE" */
static bool read_options(potez *game, const char *options)
{
    for (const char *at = options; at && *at;) {
        size_t length = strcspn(at, ",");
        if (!opened_option(&game->opened, at, length, &last_error))
            return error_prefix(&last_error, "options: ");
        at += length + (at[length] == ',');
    }
    return true;
}

potez *potez_open(const char *name, const char *options, const char *level)
{
    const struct game *found = name ? game_find(name) : NULL;
    if (!found) {
        error_set(&last_error, "there is no game \"%.*s\"; there are: %s",
                  name ? text_printable(name, strlen(name), 40) : 0, name ? name : "",
                  potez_games());
        return NULL;
    }
    potez *game = calloc(1, sizeof *game);
    if (!game) {
        error_machine(&last_error, "out of memory for a game");
        return NULL;
    }
    opened_begin(&game->opened, found);
    random_seed(&game->random, 1);
    if (read_options(game, options) &&
        (!level || opened_level(&game->opened, level, strlen(level), &last_error)) &&
        potez_start(game, NULL) && think_open(&game->thinker, 1, TABLE, &last_error))
        return game;
    potez_close(game);
    return NULL;
}

void potez_close(potez *game)
{
    if (!game)
        return;
    think_close(&game->thinker);
    opened_close(&game->opened);
    free(game->text);
    free(game);
}

bool potez_power(potez *game, int threads, size_t table)
{
    struct thinker fresh;
    if (threads < 1 || threads > THREADS_MOST)
        return error_set(&last_error, "expected 1 to %d threads, found %d", THREADS_MOST, threads);
    if (!think_open(&fresh, threads, table, &last_error))
        return false;
    think_close(&game->thinker);
    game->thinker = fresh;
    return true;
}

void potez_seed(potez *game, uint64_t seed)
{
    random_seed(&game->random, seed);
}

/* -------- the game -------- */

bool potez_start(potez *game, const char *position)
{
    return opened_start(&game->opened, position, position ? strlen(position) : 0, OPENED_PLIES,
                        &last_error);
}

bool potez_play(potez *game, const char *moves)
{
    if (!moves)
        return error_set(&last_error, "expected moves, found nothing");
    return session_play_text(game->opened.session, moves, strlen(moves), &last_error);
}

int potez_undo(potez *game, int plies)
{
    int undone = 0;
    while (undone < plies && session_undo(game->opened.session))
        undone++;
    return undone;
}

int potez_side(const potez *game)
{
    return session_side(game->opened.session);
}

bool potez_over(const potez *game, struct potez_result *result)
{
    struct game_result found = {0};
    bool repeated = false, over = session_over(game->opened.session, &found, &repeated);
    bool drawn = game->opened.game->players == 1 || found.half_points == 1;
    if (over && result)
        *result = (struct potez_result){.winner = drawn ? -1 : found.half_points == 0,
                                        .score = found.score,
                                        .repeated = repeated};
    return over;
}

/* -------- texts -------- */

/* What `write` writes, in memory that grows until it fits; empty when there is no more. */
static const char *given_out(potez *game, void (*write)(const potez *game, struct text *text))
{
    for (;;) {
        struct text text;
        text_init(&text, game->text, game->room);
        if (game->room)
            write(game, &text);
        if (game->room && text_fits(&text))
            return game->text;
        size_t room = game->room ? 2 * game->room : 1024;
        char *grown = realloc(game->text, room);
        if (!grown) {
            error_machine(&last_error, "out of memory for a text");
            return "";
        }
        game->text = grown;
        game->room = room;
    }
}

static void write_position(const potez *game, struct text *text)
{
    game->opened.game->position_write(&game->opened.setup, session_position(game->opened.session),
                                      text);
}

static void write_moves(const potez *game, struct text *text)
{
    uint32_t moves[GAME_MOVES_MAX];
    int count = session_moves(game->opened.session, moves);
    for (int i = 0; i < count; i++) {
        if (i)
            text_add_char(text, ' ');
        game->opened.game->move_write(&game->opened.setup, session_position(game->opened.session),
                                      moves[i], text);
    }
}

static void write_history(const potez *game, struct text *text)
{
    session_write_moves(game->opened.session, " ", text);
}

const char *potez_position(potez *game)
{
    return given_out(game, write_position);
}

const char *potez_moves(potez *game)
{
    return given_out(game, write_moves);
}

const char *potez_history(potez *game)
{
    return given_out(game, write_history);
}

/* -------- thinking -------- */

static bool terms_of(const struct potez_limits *given, struct inquiry_terms *terms)
{
    *terms = (struct inquiry_terms){.standard = {.nodes = NODES}};
    if (!given)
        return true;
    if (!isfinite(given->seconds) || given->seconds < 0 || given->seconds > 1e9 || given->depth < 0)
        return error_set(&last_error, "limits: expected seconds and a depth of 0 or more");
    terms->limits = (struct mind_limits){.microseconds = (uint64_t)ceil(given->seconds * 1e6),
                                         .nodes = given->nodes,
                                         .depth = given->depth};
    return true;
}

struct potez_line_writer {
    struct text text;
    bool full;
};

static void line_add(void *listener, const char *move)
{
    struct potez_line_writer *writer = listener;
    writer->full |= writer->text.length + strlen(move) + 2 > writer->text.size;
    if (writer->full)
        return;
    if (writer->text.length)
        text_add_char(&writer->text, ' ');
    text_add(&writer->text, move);
}

static void fill(const potez *game, const struct inquiry *inquiry, struct potez_answer *answer)
{
    const struct mind_answer *found = &inquiry->answer;
    const struct session *session = game->opened.session;
    struct text text;
    *answer = (struct potez_answer){
        .score = found->score / 100.0,
        .exact = found->exact,
        .outcome = (enum potez_outcome)found->outcome,
        .plies = found->plies,
        .depth = found->depth,
        .nodes = inquiry->nodes,
    };
    text_init(&text, answer->move, sizeof answer->move);
    if (found->move != GAME_NO_MOVE)
        game->opened.game->move_write(&game->opened.setup, session_position(session), found->move,
                                      &text);
    struct potez_line_writer writer = {.full = false};
    text_init(&writer.text, answer->line, sizeof answer->line);
    inquiry_line(session, session_position(session), found, inquiry->walker, line_add, &writer);
}

static bool ask(potez *game, enum inquiry_kind kind, const char *player,
                const struct potez_limits *limits, struct potez_answer *answer)
{
    struct inquiry_question question = {.kind = kind,
                                        .session = game->opened.session,
                                        .random = &game->random,
                                        .stop = &game->stop};
    struct inquiry_terms terms;
    if (session_over(game->opened.session, NULL, NULL))
        return error_set(&last_error, "the game is over: there is no move to choose");
    if (!inquire_player(game->opened.game, player, 0, &question.player, &last_error) ||
        !terms_of(limits, &terms) ||
        !inquiry_limits(kind, &question.player, &terms, &question.limits, &last_error))
        return false;
    atomic_store(&game->stop, false);
    struct inquiry *inquiry = inquire_open(&game->thinker, &question, &last_error);
    bool good = inquiry && inquiry_run(inquiry, &last_error);
    if (good)
        fill(game, inquiry, answer);
    inquire_close(inquiry);
    return good;
}

bool potez_think(potez *game, const char *player, const struct potez_limits *limits,
                 struct potez_answer *answer)
{
    return ask(game, INQUIRY_MOVE, player, limits, answer);
}

bool potez_solve(potez *game, const struct potez_limits *limits, struct potez_answer *answer)
{
    return ask(game, INQUIRY_VALUE, NULL, limits, answer);
}

void potez_stop(potez *game)
{
    atomic_store(&game->stop, true);
}
