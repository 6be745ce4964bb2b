/* The commands "moves" and "perft": what the rules allow. */
#include "base/clock.h"
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

static void json_result(struct json_out *json, const struct position *position, bool over,
                        const struct game_result *result)
{
    if (!over)
        json_out_null(json, "result");
    else if (position->game->players == 1)
        json_out_integer(json, "result", result->score);
    else
        json_out_hundredths(json, "result", 50 * result->half_points);
}

static void print_result(const struct position *position, const struct game_result *result)
{
    const char *const *side = position->game->side;
    if (position->game->players == 1)
        printf("over: %d points\n", (int)result->score);
    else if (result->half_points == 1)
        puts("over: a draw");
    else
        printf("over: %s wins\n", side[result->half_points == 0]);
}

static enum status run_moves(const struct arguments *arguments)
{
    struct position position;
    struct error error;
    if (!position_read(&position, arguments, 0, 1, &error))
        return command_refuse(arguments, "%s", error.text);
    const struct game *game = position.game;
    struct game_result result;
    bool over = position_over(&position, &result);
    uint32_t moves[GAME_MOVES_MAX];
    int count = position_moves(&position, moves);
    const char *side = game->side[game->side_to_move(&position.setup, position.now)];
    char text[GAME_MOVE_TEXT];
    if (arguments->json) {
        struct json_out json;
        json_line_begin(&json, stdout);
        json_out_text(&json, "side", side);
        json_out_open(&json, "moves", '[');
        for (int i = 0; i < count; i++)
            json_out_text(&json, NULL, position_move_text(&position, position.now, moves[i], text));
        json_out_close(&json);
        json_out_boolean(&json, "over", over);
        json_result(&json, &position, over, &result);
        json_line_end(&json);
    } else if (over) {
        print_result(&position, &result);
    } else {
        if (!arguments->quiet)
            printf("%s to move, %d move%s\n", side, count, count == 1 ? "" : "s");
        for (int i = 0; i < count; i++)
            printf("%s%c", position_move_text(&position, position.now, moves[i], text),
                   i + 1 < count ? ' ' : '\n');
    }
    position_free(&position);
    return STATUS_DONE;
}

/* The tree is cut into subtrees a few plies below the root, which the threads take one after
   another. */
struct forest {
    const struct position *position;
    char *roots;
    size_t count, room;
    int depth; /* below the roots */
    atomic_size_t next;
    atomic_uint_fast64_t leaves;
};

static void plant(struct forest *forest, const void *root)
{
    size_t size = forest->position->size;
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
    void *next = command_memory(forest->position->size);
    for (int i = 0; i < count; i++) {
        memcpy(next, from, forest->position->size);
        game->play(setup, next, moves[i]);
        cut(forest, next, plies - 1);
    }
    free(next);
}

static void *count_leaves(void *argument)
{
    struct forest *forest = argument;
    const struct position *position = forest->position;
    void *memory = command_memory(position->size * (size_t)(forest->depth + 1));
    size_t i;
    while ((i = atomic_fetch_add(&forest->next, 1)) < forest->count &&
           !atomic_load(&interrupt_raised))
        atomic_fetch_add(&forest->leaves,
                         game_perft(position->game, &position->setup,
                                    forest->roots + i * position->size, forest->depth, memory));
    free(memory);
    return NULL;
}

static uint64_t perft(const struct position *position, int depth, int threads)
{
    struct forest forest = {.position = position};
    int above = depth < 6 ? 0 : 3;
    forest.depth = depth - above;
    cut(&forest, position->now, above);
    pthread_t *all = command_memory((size_t)threads * sizeof *all);
    int started = 1;
    while (above && started < threads &&
           pthread_create(&all[started], NULL, count_leaves, &forest) == 0)
        started++;
    count_leaves(&forest);
    for (int i = 1; i < started; i++)
        pthread_join(all[i], NULL);
    free(all);
    free(forest.roots);
    return atomic_load(&forest.leaves);
}

static enum status run_perft(const struct arguments *arguments)
{
    struct position position;
    struct error error;
    int64_t depth;
    if (!arguments_word_number(arguments, 1, "depth", 0, 60, &depth, &error) ||
        !position_read(&position, arguments, 0, 2, &error))
        return command_refuse(arguments, "%s", error.text);
    interrupt_watch();
    for (int d = depth == 0 ? 0 : 1; d <= depth; d++) {
        uint64_t started = clock_microseconds();
        uint64_t leaves = perft(&position, d, arguments->threads);
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
    position_free(&position);
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
