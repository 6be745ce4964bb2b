/* The commands "moves" and "perft": what the rules allow. */
#include "base/clock.h"
#include "minds/tell.h"
#include "ports/cli/arguments.h"
#include "ports/cli/interrupt.h"
#include "ports/cli/json_line.h"
#include "ports/cli/position.h"
#include "ports/cli/progress.h"
#include <inttypes.h>
#include <pthread.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

static void print_result(const struct opened *position, const struct game_result *result)
{
    const char *const *side = position->game->side;
    if (position->game->players == 1)
        printf("over: %d points\n", (int)result->score);
    else if (result->half_points == 1)
        puts("over: a draw");
    else
        printf("over: %s wins\n", side[result->half_points == 0]);
}

static void print_moves(const struct opened *position, bool quiet)
{
    const struct session *session = position->session;
    uint32_t moves[GAME_MOVES_MAX];
    char text[GAME_MOVE_TEXT];
    int count = session_moves(session, moves);
    if (!quiet)
        printf("%s to move, %d move%s\n", position->game->side[session_side(session)], count,
               count == 1 ? "" : "s");
    for (int i = 0; i < count; i++)
        printf("%s%c", position_move_text(position, session_position(session), moves[i], text),
               i + 1 < count ? ' ' : '\n');
}

static enum status run_moves(const struct arguments *arguments)
{
    struct opened position;
    struct error error;
    struct game_result result;
    if (!position_read(&position, arguments, 0, 1, &error))
        return command_error(arguments, &error);
    if (arguments->json) {
        struct json_out json;
        json_line_begin(&json, stdout);
        tell_moves(&json, position.session);
        json_line_end(&json);
    } else if (session_over(position.session, &result, NULL)) {
        print_result(&position, &result);
    } else {
        print_moves(&position, arguments->quiet);
    }
    opened_close(&position);
    return STATUS_DONE;
}

/* The tree is cut into subtrees a few plies below the root, which the threads take one after
   another. */
struct forest {
    const struct opened *position;
    char *roots;
    size_t count, room;
    int depth; /* below the roots */
    atomic_size_t next;
    atomic_uint_fast64_t leaves;
    struct progress progress;
};

static void plant(struct forest *forest, const void *root)
{
    size_t size = position_size(forest->position);
    if (forest->count == forest->room) {
        size_t room = forest->room ? 2 * forest->room : 256;
        char *more = command_memory(room * size);
        if (forest->roots)
            memcpy(more, forest->roots, forest->count * size);
        free(forest->roots);
        forest->roots = more;
        forest->room = room;
    }
    memcpy(forest->roots + forest->count++ * size, root, size);
}

static void cut(struct forest *forest, const void *from, int plies)
{
    const struct game *game = forest->position->game;
    const struct game_setup *setup = &forest->position->setup;
    if (plies == 0) {
        plant(forest, from);
        return;
    }
    uint32_t moves[GAME_MOVES_MAX];
    int count = game->legal_moves(setup, from, moves);
    if (count == 0 && game->perft_counts_ends)
        atomic_fetch_add(&forest->leaves, 1);
    void *next = command_memory(position_size(forest->position));
    for (int i = 0; i < count; i++) {
        memcpy(next, from, position_size(forest->position));
        game->play(setup, next, moves[i]);
        cut(forest, next, plies - 1);
    }
    free(next);
}

/* Subtrees are of about the same size: those that are taken show how much is done. */
static void show_progress(struct forest *forest, size_t taken)
{
    char note[64];
    snprintf(note, sizeof note, "%" PRIuFAST64 " leaves", atomic_load(&forest->leaves));
    progress_show(&forest->progress, taken, note);
}

static void *count_leaves(void *argument)
{
    struct forest *forest = argument;
    const struct opened *position = forest->position;
    void *memory = command_memory(position_size(position) * (size_t)(forest->depth + 1));
    size_t i;
    while ((i = atomic_fetch_add(&forest->next, 1)) < forest->count &&
           !atomic_load(&interrupt_raised)) {
        show_progress(forest, i);
        atomic_fetch_add(&forest->leaves, game_perft(position->game, &position->setup,
                                                     forest->roots + i * position_size(position),
                                                     forest->depth, memory));
    }
    free(memory);
    return NULL;
}

static uint64_t perft(const struct opened *position, int depth, int threads, bool quiet)
{
    struct forest forest = {.position = position};
    int above = depth < 6 ? 0 : 3;
    forest.depth = depth - above;
    cut(&forest, session_position(position->session), above);
    progress_begin(&forest.progress, "subtrees", forest.count, quiet);
    pthread_t *all = command_memory((size_t)threads * sizeof *all);
    int started = 1;
    while (above && started < threads &&
           pthread_create(&all[started], NULL, count_leaves, &forest) == 0)
        started++;
    count_leaves(&forest);
    for (int i = 1; i < started; i++)
        pthread_join(all[i], NULL);
    progress_end(&forest.progress);
    free(all);
    free(forest.roots);
    return atomic_load(&forest.leaves);
}

static enum status run_perft(const struct arguments *arguments)
{
    struct opened position;
    struct error error;
    int64_t depth;
    if (!arguments_word_number(arguments, 1, "depth", 0, 60, &depth, &error) ||
        !position_read(&position, arguments, 0, 2, &error))
        return command_error(arguments, &error);
    interrupt_watch();
    for (int d = depth == 0 ? 0 : 1; d <= depth; d++) {
        uint64_t started = clock_microseconds();
        uint64_t leaves = perft(&position, d, arguments->threads, arguments->quiet);
        if (atomic_load(&interrupt_raised)) {
            fprintf(stderr, "stopped at depth %d; the lines above are complete\n", d);
            break;
        }
        if (arguments->json) {
            struct json_out json;
            json_line_begin(&json, stdout);
            json_out_integer(&json, "depth", d);
            json_out_unsigned(&json, "nodes", leaves);
            json_out_number(&json, "seconds", (double)(clock_microseconds() - started) / 1e6, 6);
            json_line_end(&json);
        } else {
            printf("perft %d %" PRIu64 "\n", d, leaves);
        }
        fflush(stdout);
    }
    opened_close(&position);
    return STATUS_DONE;
}

extern const struct command command_moves, command_perft;

const struct command command_moves = {
    .name = "moves",
    .usage = "GAME [POSITION]",
    .summary = "the legal moves of a position",
    .examples = "  potez moves connect4\n"
                "  potez moves connect4 moves:4453\n"
                "  echo moves:44444 | potez moves connect4 - --json\n",
    .text = "POSITION is start, moves:... , the game's own position text, or - for standard\n"
            "input. A game with levels takes the path of the level before it.\n",
    .takes = COMMAND_TAKES_GAME,
    .least = 1,
    .most = 3,
    .run = run_moves,
};

const struct command command_perft = {
    .name = "perft",
    .usage = "GAME DEPTH [POSITION]",
    .summary = "counts the leaves of the tree of moves",
    .examples = "  potez perft connect4 8\n"
                "  potez perft connect4 6 moves:44 --json\n",
    .takes = COMMAND_TAKES_GAME,
    .least = 2,
    .most = 4,
    .run = run_perft,
};
