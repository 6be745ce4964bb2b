#include "ports/library/potez.h"

#include "games/session.h"
#include "lab/learned.h"
#include "lab/think.h"
#include <math.h>
#include <stdlib.h>
#include <string.h>

enum {
    PLIES = 4096,      /* of a game, if its positions are small */
    PLIES_LEAST = 256, /* and if not */
    TABLE = 64 << 20,
    THREADS_MOST = 256,
};

#define SESSION_BYTES ((size_t)64 << 20)
#define NODES UINT64_C(2000000)

struct potez {
    const struct game *game;
    struct game_setup setup;
    void *level;
    struct session session;
    void *memory; /* the session's */
    size_t bytes;
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
        char name[64], value[64];
        size_t length = strcspn(at, ","), sign = strcspn(at, "=");
        if (sign >= length || sign >= sizeof name || length - sign > sizeof value)
            return error_set(&last_error, "options: expected NAME=VALUE, found \"%.*s\"",
                             text_printable(at, length, 40), at);
        memcpy(name, at, sign);
        name[sign] = 0;
        memcpy(value, at + sign + 1, length - sign - 1);
        value[length - sign - 1] = 0;
        if (!game_setup_set(game->game, &game->setup, name, value, &last_error))
            return false;
        at += length + (at[length] == ',');
    }
    return true;
}

static bool read_level(potez *game, const char *level)
{
    if (!level)
        return true;
    if (!game->game->level_read)
        return error_set(&last_error, "%s has no levels", game->game->name);
    size_t length = strlen(level), size = game->game->level_size(level, length, &last_error);
    if (!size)
        return false;
    game->level = malloc(size);
    if (!game->level)
        return error_machine(&last_error, "out of memory for a level of %zu bytes", size);
    game->setup.level = game->level;
    return game->game->level_read(level, length, game->level, size, &last_error);
}

/* Room for a long game, or for a shorter one where a position is large. */
static bool make_room(potez *game)
{
    for (int plies = PLIES; plies >= PLIES_LEAST; plies /= 2) {
        size_t bytes = session_bytes(game->game, &game->setup, plies);
        if (bytes > SESSION_BYTES && plies > PLIES_LEAST)
            continue;
        game->memory = bytes && bytes != SIZE_MAX ? malloc(bytes) : NULL;
        game->bytes = bytes;
        break;
    }
    return game->memory || error_machine(&last_error, "out of memory for a game");
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
    game->game = found;
    game_setup_default(found, &game->setup);
    random_seed(&game->random, 1);
    if (read_options(game, options) && read_level(game, level) &&
        found->setup_valid(&game->setup, &last_error) && make_room(game) &&
        think_open(&game->thinker, 1, TABLE, &last_error)) {
        potez_start(game, NULL);
        return game;
    }
    potez_close(game);
    return NULL;
}

void potez_close(potez *game)
{
    if (!game)
        return;
    think_close(&game->thinker);
    free(game->memory);
    free(game->level);
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
    void *start = NULL;
    bool good = true;
    if (position) {
        start = malloc(game->session.position_size + 64);
        good = start ? game->game->position_read(&game->setup, position, strlen(position), start,
                                                 &last_error)
                     : error_machine(&last_error, "out of memory for a position");
    }
    if (good)
        session_start(&game->session, game->game, &game->setup, start, game->memory, game->bytes);
    free(start);
    return good;
}

bool potez_play(potez *game, const char *moves)
{
    if (!moves)
        return error_set(&last_error, "expected moves, found nothing");
    return session_play_text(&game->session, moves, strlen(moves), &last_error);
}

int potez_undo(potez *game, int plies)
{
    int undone = 0;
    while (undone < plies && session_undo(&game->session))
        undone++;
    return undone;
}

int potez_side(const potez *game)
{
    return session_side(&game->session);
}

bool potez_over(const potez *game, struct potez_result *result)
{
    struct game_result found = {0};
    bool repeated = false, over = session_over(&game->session, &found, &repeated);
    bool drawn = game->game->players == 1 || found.half_points == 1;
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
    game->game->position_write(&game->setup, session_position(&game->session), text);
}

static void write_moves(const potez *game, struct text *text)
{
    uint32_t moves[GAME_MOVES_MAX];
    int count = session_moves(&game->session, moves);
    for (int i = 0; i < count; i++) {
        if (i)
            text_add_char(text, ' ');
        game->game->move_write(&game->setup, session_position(&game->session), moves[i], text);
    }
}

static void write_history(const potez *game, struct text *text)
{
    session_write_moves(&game->session, " ", text);
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

static bool limits_of(const struct potez_limits *given, uint64_t nodes, struct mind_limits *limits)
{
    *limits = (struct mind_limits){.nodes = nodes};
    if (!given || (given->seconds == 0 && given->nodes == 0 && given->depth == 0))
        return true;
    if (!isfinite(given->seconds) || given->seconds < 0 || given->seconds > 1e9 || given->depth < 0)
        return error_set(&last_error, "limits: expected seconds and a depth of 0 or more");
    *limits = (struct mind_limits){.microseconds = (uint64_t)(given->seconds * 1e6),
                                   .nodes = given->nodes,
                                   .depth = given->depth};
    if (given->seconds > 0 && !limits->microseconds)
        limits->microseconds = 1;
    return true;
}

static void write_line(const potez *game, const struct mind_answer *found, char *line, size_t room)
{
    struct text text;
    const struct game *rules = game->game;
    size_t size = rules->position_size(&game->setup);
    char *at = malloc(size + 64);
    text_init(&text, line, room);
    if (!at)
        return;
    memcpy(at, session_position(&game->session), size);
    for (int i = 0; i < found->line_length && i < MIND_LINE_MAX; i++) {
        if (!game_is_legal(rules, &game->setup, at, found->line[i]) ||
            text.length + GAME_MOVE_TEXT + 1 > room)
            break;
        if (i)
            text_add_char(&text, ' ');
        rules->move_write(&game->setup, at, found->line[i], &text);
        rules->play(&game->setup, at, found->line[i]);
    }
    free(at);
}

static void fill(const potez *game, const struct mind_answer *found, struct potez_answer *answer)
{
    struct text text;
    *answer = (struct potez_answer){
        .score = found->score / 100.0,
        .exact = found->exact,
        .outcome = (enum potez_outcome)found->outcome,
        .plies = found->plies,
        .depth = found->depth,
        .nodes = found->nodes,
    };
    text_init(&text, answer->move, sizeof answer->move);
    if (found->move != GAME_NO_MOVE)
        game->game->move_write(&game->setup, session_position(&game->session), found->move, &text);
    write_line(game, found, answer->line, sizeof answer->line);
}

/* Asks a player, or for the proved value when there is none. */
static bool ask(potez *game, const struct player *player, const struct potez_limits *limits,
                struct potez_answer *answer)
{
    struct session *session = &game->session;
    struct mind_answer found;
    struct mind_task task = {.game = game->game,
                             .setup = &game->setup,
                             .position = session_position(session),
                             .start = session->positions,
                             .moves = session->moves,
                             .move_count = session->at,
                             .random = &game->random,
                             .stop = &game->stop};
    if (session_over(session, NULL, NULL))
        return error_set(&last_error, "the game is over: there is no move to choose");
    bool proof = !player || player->kind->proves;
    if (!limits_of(limits, proof ? MIND_PROOF_NODES : NODES, &task.limits))
        return false;
    task.earlier = session_earlier(session, &task.earlier_count);
    atomic_store(&game->stop, false);
    bool good = player
                    ? think_ask(&game->thinker, player, &task, &found, &last_error)
                    : think_solve(&game->thinker, mind_of(game->game), &task, &found, &last_error);
    if (good)
        fill(game, &found, answer);
    return good;
}

bool potez_think(potez *game, const char *name, const struct potez_limits *limits,
                 struct potez_answer *answer)
{
    const struct mind *mind = mind_of(game->game);
    struct player player;
    if (!mind)
        return error_set(&last_error, "%s has no players", game->game->name);
    return player_read(mind, name ? name : mind->best, &player, &last_error) &&
           learned_player(&player, &last_error) && ask(game, &player, limits, answer);
}

bool potez_solve(potez *game, const struct potez_limits *limits, struct potez_answer *answer)
{
    const struct mind *mind = mind_of(game->game);
    if (!mind || !mind->solve)
        return error_set(&last_error, "%s cannot be solved", game->game->name);
    return ask(game, NULL, limits, answer);
}

void potez_stop(potez *game)
{
    atomic_store(&game->stop, true);
}
