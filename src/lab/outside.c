/* Conversations with other programs in three protocols: our own (docs/protocol.md), NBoard's
   [nboard] and GTP [gtp02]. Each has a greeting and a question; everything around them (starting,
   deadlines, blame) is shared. Lines that a protocol does not expect are passed over, since
   programs chat. A program gets a grace period beyond its time before it is called late, because
   a busy machine should not decide a game.

   GTP has no command to set a position, only to play moves; `told` remembers what the program
   knows, so that usually only the last two moves are sent. */
#include "lab/outside.h"
#include "lab/learned.h"

#include "base/clock.h"
#include "lab/game.h"
#include "lab/pipe.h"
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

enum {
    HELLO = 30000000,    /* microseconds for a program to be ready */
    GRACE = 10000000,    /* beyond the time it was given for a move */
    LONGEST = 600000000, /* for a move when no time was given */
    MESSAGE = 1 << 18,
    PLIES = 4096,
};

struct outside {
    struct pipe pipe;
    const struct player_kind *kind;
    const char *command;
    const struct game *game;
    struct game_setup setup;
    bool new_game;
    int pings;
    uint64_t deadline; /* of the question */
    const atomic_bool *stop;
    uint32_t told[PLIES]; /* the moves that a GTP program knows of */
    int told_count;
    char message[MESSAGE];
};

/* The kinds are names only: think_ask never calls their think. */
static void think_nothing(const struct player *player, const struct mind_task *task,
                          struct mind_answer *answer)
{
    (void)player;
    (void)task;
    mind_answer_clear(answer);
}

static const struct player_kind kind_engine = {
    .name = "engine",
    .summary = "Another program that speaks Potez's protocol: engine:COMMAND.",
    .limits = true,
    .think = think_nothing,
};
static const struct player_kind kind_nboard = {
    .name = "nboard",
    .summary = "Another Othello program that speaks NBoard's protocol: nboard:COMMAND.",
    .limits = true,
    .think = think_nothing,
};
static const struct player_kind kind_gtp = {
    .name = "gtp",
    .summary = "Another Othello program that speaks GTP: gtp:COMMAND.",
    .limits = true,
    .think = think_nothing,
};
static const struct player_kind *const kinds[] = {&kind_engine, &kind_nboard, &kind_gtp};

bool outside_is(const struct player *player)
{
    for (size_t i = 0; i < sizeof kinds / sizeof kinds[0]; i++)
        if (player->kind == kinds[i])
            return true;
    return false;
}

bool outside_player_read(const struct game *game, const struct mind *mind, const char *text,
                         struct player *player, struct error *error)
{
    size_t length = strcspn(text, ":");
    const struct player_kind *kind = NULL;
    for (size_t i = 0; i < sizeof kinds / sizeof kinds[0]; i++)
        if (text_part_equal(text, length, kinds[i]->name))
            kind = kinds[i];
    if (!kind) {
        if (mind)
            return player_read(mind, text, player, error) && learned_player(player, error);
        return error_set(error, "%s has no player \"%.*s\"", game->name,
                         text_printable(text, strlen(text), 24), text);
    }
    if (text[length] != ':' || !text[length + 1])
        return error_set(error, "player %s: expected a command: %s:COMMAND", kind->name,
                         kind->name);
    if (kind != &kind_engine && !lab_game_of(game)->ggf_write)
        return error_set(error, "player %s: this protocol is for %s alone", kind->name,
                         lab_game_with_ggf()->game->name);
    *player = (struct player){.kind = kind, .data = text + length + 1};
    snprintf(player->name, sizeof player->name, "%s", text);
    return true;
}

/* ---- sending and reading ---- */

static bool send_text(struct outside *outside, const struct text *text, struct error *error)
{
    if (!text_fits(text))
        return error_set(error, "the game is too long to be sent");
    return pipe_send(&outside->pipe, text->start, text->length, HELLO, error);
}

static bool send_line(struct outside *outside, const char *line, struct error *error)
{
    struct text text;
    text_init(&text, outside->message, sizeof outside->message);
    text_print(&text, "%s\n", line);
    return send_text(outside, &text, error);
}

static const char *next_line(struct outside *outside, struct error *error)
{
    uint64_t now = clock_microseconds();
    if (now >= outside->deadline) {
        error_set(error, "takes too long");
        return NULL;
    }
    return pipe_line(&outside->pipe, outside->deadline - now, outside->stop, error);
}

/* What follows `word` on the first line that begins with it; others are passed over. */
static const char *wait_for(struct outside *outside, const char *word, struct error *error)
{
    size_t length = strlen(word);
    const char *line;
    while ((line = next_line(outside, error)))
        if (strncmp(line, word, length) == 0 && (!line[length] || text_is_space(line[length]))) {
            line += length;
            return line + strspn(line, " \t");
        }
    return NULL;
}

static bool take_move(const char *text, const struct mind_task *task, struct mind_answer *answer,
                      struct error *error)
{
    size_t length = strcspn(text, " \t/");
    size_t used =
        task->game->move_read(task->setup, task->position, text, length, &answer->move, error);
    if (used != length || length == 0)
        return error_set(error, "gave \"%.*s\", which is not a legal move",
                         text_printable(text, length, 24), text);
    answer->line[0] = answer->move;
    answer->line_length = 1;
    return true;
}

/* ---- Potez's own protocol ---- */

/* Lines below the command are sent to the program once it is running: its options. */
static bool engine_hello(struct outside *outside, struct error *error)
{
    const char *more = outside->command + strcspn(outside->command, "\n");
    if (!send_line(outside, "potez", error) || !wait_for(outside, "potezok", error))
        return false;
    return !*more || send_line(outside, more + 1, error);
}

static bool engine_new_game(struct outside *outside, struct error *error)
{
    struct text text;
    const struct game *game = outside->game;
    text_init(&text, outside->message, sizeof outside->message);
    text_print(&text, "newgame %s", game->name);
    for (int i = 0; i < game->option_count; i++) {
        text_print(&text, " %s=", game->options[i].name);
        game_option_write(&game->options[i], outside->setup.option[i], &text);
    }
    text_add(&text, "\nisready\n");
    return send_text(outside, &text, error) && wait_for(outside, "readyok", error);
}

/* "position start moves ..." from the beginning where it is known, else the position alone. */
static void engine_position(const struct mind_task *task, struct text *text)
{
    char at[GAME_POSITION_SMALL], fresh[GAME_POSITION_SMALL];
    const struct game *game = task->game;
    size_t size = game->position_size(task->setup);
    text_add(text, "position ");
    if (!task->start || size > sizeof at) {
        game->position_write(task->setup, task->position, text);
        text_add_char(text, '\n');
        return;
    }
    memset(fresh, 0, size);
    game->start(task->setup, fresh);
    if (memcmp(fresh, task->start, size) == 0)
        text_add(text, "start");
    else
        game->position_write(task->setup, task->start, text);
    memcpy(at, task->start, size);
    if (task->move_count)
        text_add(text, " moves");
    for (int i = 0; i < task->move_count; i++) {
        text_add_char(text, ' ');
        game->move_write(task->setup, at, task->moves[i], text);
        game->play(task->setup, at, task->moves[i]);
    }
    text_add_char(text, '\n');
}

/* "info depth N ... score cp N": what the program thinks of its position. */
static void take_info(const char *line, struct mind_answer *answer)
{
    const char *depth = strstr(line, " depth "), *score = strstr(line, " score cp ");
    if (!depth || !score)
        return;
    answer->depth = atoi(depth + 7);
    answer->score = (int32_t)strtol(score + 10, NULL, 10);
}

static bool engine_ask(struct outside *outside, const struct mind_limits *limits,
                       const struct mind_task *task, struct mind_answer *answer,
                       struct error *error)
{
    struct text text;
    if (outside->new_game && !engine_new_game(outside, error))
        return false;
    text_init(&text, outside->message, sizeof outside->message);
    engine_position(task, &text);
    text_add(&text, "go");
    if (limits->depth)
        text_print(&text, " depth %d", limits->depth);
    if (limits->nodes)
        text_print(&text, " nodes %llu", (unsigned long long)limits->nodes);
    if (limits->microseconds)
        text_print(&text, " movetime %llu",
                   (unsigned long long)(limits->microseconds + 999) / 1000);
    text_add_char(&text, '\n');
    if (!send_text(outside, &text, error))
        return false;
    const char *line;
    while ((line = next_line(outside, error))) {
        if (strncmp(line, "bestmove ", 9) == 0)
            return take_move(line + 9, task, answer, error);
        if (strncmp(line, "info ", 5) == 0)
            take_info(line, answer);
        if (strncmp(line, "error ", 6) == 0)
            return error_set(error, "answers: %.*s", text_printable(line, strlen(line), 80), line);
    }
    return false;
}

/* ---- NBoard ---- */

static bool nboard_hello(struct outside *outside, struct error *error)
{
    outside->pings = 1;
    return send_line(outside, "nboard 2\nping 1", error) && wait_for(outside, "pong 1", error);
}

static bool nboard_ask(struct outside *outside, const struct mind_limits *limits,
                       const struct mind_task *task, struct mind_answer *answer,
                       struct error *error)
{
    struct text text;
    char pong[32];
    text_init(&text, outside->message, sizeof outside->message);
    if (limits->depth)
        text_print(&text, "set depth %d\n", limits->depth);
    text_add(&text, "set game ");
    uint64_t seconds = limits->microseconds ? limits->microseconds * 30 / 1000000 + 1 : 0;
    lab_game_of(task->game)->ggf_write(task, seconds, &text); /* as if for thirty moves */
    text_print(&text, "\nping %d\n", ++outside->pings);
    snprintf(pong, sizeof pong, "pong %d", outside->pings);
    if (!send_text(outside, &text, error) || !wait_for(outside, pong, error) ||
        !send_line(outside, "go", error))
        return false;
    const char *move = wait_for(outside, "===", error);
    return move && take_move(move, task, answer, error);
}

/* ---- GTP ---- */

/* Waits for the answer to one command; its text is in the pipe's buffer. */
static const char *gtp_answer(struct outside *outside, struct error *error)
{
    const char *line;
    while ((line = next_line(outside, error))) {
        if (line[0] != '=' && line[0] != '?')
            continue;
        bool good = line[0] == '=';
        line++;
        line += strspn(line, "0123456789");
        line += strspn(line, " \t");
        if (good)
            return line;
        error_set(error, "refuses: %.*s", text_printable(line, strlen(line), 60), line);
        return NULL;
    }
    return NULL;
}

/* Whatever it answers, it is running. */
static bool gtp_hello(struct outside *outside, struct error *error)
{
    const char *line = NULL;
    if (!send_line(outside, "protocol_version", error))
        return false;
    while ((line = next_line(outside, error)) && line[0] != '=' && line[0] != '?')
        ;
    return line;
}

static bool gtp_command(struct outside *outside, const char *line, struct error *error)
{
    return send_line(outside, line, error) && gtp_answer(outside, error);
}

static char gtp_colour(const struct mind_task *task, const void *position)
{
    return task->game->side_to_move(task->setup, position) == 0 ? 'b' : 'w';
}

static bool gtp_play(struct outside *outside, const struct mind_task *task, const void *at,
                     uint32_t move, struct error *error)
{
    char line[64], written[32];
    struct text text;
    text_init(&text, written, sizeof written);
    task->game->move_write(task->setup, at, move, &text);
    snprintf(line, sizeof line, "play %c %s", gtp_colour(task, at),
             move == task->game->pass ? "pass" : written);
    return gtp_command(outside, line, error);
}

/* Sends the moves that the program does not know yet. */
static bool gtp_follow(struct outside *outside, const struct mind_task *task, struct error *error)
{
    _Alignas(16) char at[GAME_POSITION_SMALL];
    task->game->start(task->setup, at);
    if (!task->start || memcmp(at, task->start, task->game->position_size(task->setup)) != 0 ||
        task->move_count >= PLIES)
        return error_set(error, "cannot take a game that began from another position");
    bool extends =
        !outside->new_game && outside->told_count <= task->move_count &&
        memcmp(outside->told, task->moves, (size_t)outside->told_count * sizeof *task->moves) == 0;
    if (!extends) {
        if (!gtp_command(outside, "clear_board", error))
            return false;
        outside->told_count = 0;
    }
    for (int i = 0; i < task->move_count; i++) {
        if (i >= outside->told_count) {
            if (!gtp_play(outside, task, at, task->moves[i], error))
                return false;
            outside->told[outside->told_count++] = task->moves[i];
        }
        task->game->play(task->setup, at, task->moves[i]);
    }
    return true;
}

static bool gtp_ask(struct outside *outside, const struct mind_limits *limits,
                    const struct mind_task *task, struct mind_answer *answer, struct error *error)
{
    char line[64];
    struct error ignored;
    if (!gtp_follow(outside, task, error))
        return false;
    if (limits->microseconds) {
        snprintf(line, sizeof line, "time_settings 0 %llu 1",
                 (unsigned long long)(limits->microseconds + 999999) / 1000000);
        gtp_command(outside, line, &ignored); /* not every program supports it */
    }
    snprintf(line, sizeof line, "genmove %c", gtp_colour(task, task->position));
    if (!send_line(outside, line, error))
        return false;
    const char *move = gtp_answer(outside, error);
    if (!move || !take_move(move, task, answer, error))
        return false;
    outside->told[outside->told_count++] = answer->move;
    return true;
}

/* ---- the process ---- */

/* An empty sentence stays empty: it was stopped. */
static void blame(const char *command, struct error *error)
{
    if (error && error->text[0])
        error_prefix(error, "the program \"%.*s\" ", text_printable(command, strlen(command), 60),
                     command);
}

static void set_deadline(struct outside *outside, uint64_t microseconds, const atomic_bool *stop)
{
    outside->deadline = clock_microseconds() + microseconds;
    outside->stop = stop;
}

struct outside *outside_open(const struct player *player, const struct mind_task *task,
                             struct error *error)
{
    struct outside *outside = malloc(sizeof *outside);
    if (!outside) {
        error_machine(error, "out of memory");
        return NULL;
    }
    outside->kind = player->kind;
    outside->command = player->data;
    outside->game = task->game;
    outside->setup = *task->setup;
    outside->new_game = true;
    outside->pings = 0;
    outside->told_count = 0;
    outside->pipe.process = -1;
    set_deadline(outside, HELLO, task->stop);
    char *command = strndup(outside->command, strcspn(outside->command, "\n"));
    bool good =
        command ? pipe_open(&outside->pipe, command, error) : error_machine(error, "out of memory");
    free(command);
    if (good && (player->kind == &kind_engine   ? engine_hello(outside, error)
                 : player->kind == &kind_nboard ? nboard_hello(outside, error)
                                                : gtp_hello(outside, error)))
        return outside;
    outside_close(outside);
    blame(player->data, error);
    return NULL;
}

bool outside_try(const struct player *player, const struct game *game,
                 const struct game_setup *setup, struct error *error)
{
    struct mind_task task = {.game = game, .setup = setup};
    struct outside *outside = outside_open(player, &task, error);
    outside_close(outside);
    return outside;
}

void outside_close(struct outside *outside)
{
    if (!outside)
        return;
    if (outside->pipe.process >= 0)
        pipe_send(&outside->pipe, "quit\n", 5, 0, NULL);
    pipe_close(&outside->pipe);
    free(outside);
}

bool outside_serves(const struct outside *outside, const struct player *player,
                    const struct mind_task *task)
{
    return outside->kind == player->kind && outside->command == player->data &&
           outside->game == task->game &&
           memcmp(&outside->setup, task->setup, sizeof outside->setup) == 0;
}

void outside_new_game(struct outside *outside)
{
    outside->new_game = true;
}

bool outside_ask(struct outside *outside, const struct player *player, const struct mind_task *task,
                 struct mind_answer *answer, struct error *error)
{
    struct mind_limits limits = player_limits(player, task);
    mind_answer_clear(answer);
    set_deadline(outside, limits.microseconds ? limits.microseconds + GRACE : LONGEST, task->stop);
    bool good = player->kind == &kind_engine   ? engine_ask(outside, &limits, task, answer, error)
                : player->kind == &kind_nboard ? nboard_ask(outside, &limits, task, answer, error)
                                               : gtp_ask(outside, &limits, task, answer, error);
    outside->new_game = false;
    if (!good)
        blame(outside->command, error);
    return good;
}
