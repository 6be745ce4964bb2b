/* Byte's solver against plain minimax: on random late positions of several boards and on every
   position of a small variant; its keys against the symmetries of the board. */
#include "minds/byte/players.h"
#include "minds/byte/solver.h"

#include <setjmp.h>
#include <stdarg.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

#include <cmocka.h>

enum { TABLE_BYTES = 1 << 20, LATE_NODES = 3000 };

extern const struct mind mind_byte;

struct bench {
    struct game_setup setup;
    struct byte_rules rules;
    struct table table;
    void *table_memory, *memory;
    struct random random;
};

static void bench_open(struct bench *bench, int size, int full)
{
    game_setup_default(&game_byte, &bench->setup);
    bench->setup.option[BYTE_OPTION_SIZE] = size;
    bench->setup.option[BYTE_OPTION_STACK] = full;
    bench->rules = byte_rules_of(&bench->setup);
    bench->table_memory = aligned_alloc(64, TABLE_BYTES);
    bench->memory = aligned_alloc(64, (sizeof(struct byte_solver) + 63) / 64 * 64);
    assert_non_null(bench->table_memory);
    assert_non_null(bench->memory);
    table_init(&bench->table, bench->table_memory, TABLE_BYTES);
    random_seed(&bench->random, 17);
}

static void bench_close(struct bench *bench)
{
    free(bench->table_memory);
    free(bench->memory);
}

static void solve(struct bench *bench, const struct byte *board, struct mind_answer *answer)
{
    struct mind_task task = {
        .game = &game_byte,
        .setup = &bench->setup,
        .position = board,
        .table = &bench->table,
        .memory = bench->memory,
    };
    mind_byte.solve(&task, answer);
}

/* The value by minimax without any art: 1000 less the plies to the end for a win, the same with a
   minus for a loss, 0 for a draw. Gives up when `budget` is spent. */
static int plain(const struct byte_rules *rules, struct byte *board, int ply, int *budget)
{
    if (byte_over(*rules, board)) {
        int lead = board->won[board->side] - board->won[!board->side];
        return lead > 0 ? 1000 - ply : lead < 0 ? ply - 1000 : 0;
    }
    if (--*budget < 0)
        return 0;
    uint32_t moves[BYTE_MOVES_MAX];
    int count = byte_moves(*rules, board, moves), best = -2000;
    for (int i = 0; i < count; i++) {
        struct byte_undo undo;
        byte_play(*rules, board, moves[i], &undo);
        int value = -plain(rules, board, ply + 1, budget);
        byte_undo(*rules, board, &undo);
        if (value > best)
            best = value;
    }
    return best;
}

static void check_answer(struct bench *bench, const struct byte *board, int value,
                         const struct mind_answer *answer)
{
    assert_true(answer->exact);
    assert_int_equal(answer->outcome, (value > 0) - (value < 0));
    assert_int_equal(answer->plies, value == 0 ? -1 : 1000 - abs(value));
    /* The line is legal, as long as it was said to be, and ends as it was said to. */
    struct byte end = *board;
    for (int i = 0; i < answer->line_length; i++) {
        assert_true(game_is_legal(&game_byte, &bench->setup, &end, answer->line[i]));
        game_byte.play(&bench->setup, &end, answer->line[i]);
    }
    assert_true(byte_over(bench->rules, &end));
    int lead = end.won[board->side] - end.won[!board->side];
    assert_int_equal((lead > 0) - (lead < 0), answer->outcome);
    if (answer->plies >= 0)
        assert_int_equal(answer->line_length, answer->plies);
}

/* Random games; those of their positions that plain minimax can manage are compared. */
static void compare_late(int size, int full, int wanted)
{
    struct bench bench;
    bench_open(&bench, size, full);
    for (int compared = 0; compared < wanted;) {
        struct byte board;
        uint32_t moves[GAME_MOVES_MAX];
        int count;
        memset(&board, 0, sizeof board);
        game_byte.start(&bench.setup, &board);
        while ((count = game_byte.legal_moves(&bench.setup, &board, moves)) > 0) {
            int left = 0, budget = LATE_NODES;
            for (int i = 0; i < byte_indices(size); i++)
                left += byte_height(board.stack[i]);
            if (left <= 2 * full && compared < wanted) {
                struct byte copy = board;
                int value = plain(&bench.rules, &copy, 0, &budget);
                if (budget >= 0) {
                    struct mind_answer answer;
                    solve(&bench, &board, &answer);
                    check_answer(&bench, &board, value, &answer);
                    compared++;
                }
            }
            game_byte.play(&bench.setup, &board,
                           moves[random_below(&bench.random, (uint32_t)count)]);
        }
    }
    bench_close(&bench);
}

static void late_positions(void **state)
{
    (void)state;
    compare_late(8, 8, 2000);
    compare_late(10, 8, 200);
    compare_late(6, 6, 200); /* two stacks: draws */
    compare_late(16, 8, 20);
    compare_late(16, 4, 20); /* 28 stacks */
}

/* -------- every position of a variant -------- */

struct known {
    struct byte board;
    int value;
    bool used;
};

struct atlas {
    struct known *slots;
    size_t room, count;
};

static struct known *atlas_find(struct atlas *atlas, const struct byte *board)
{
    size_t at = byte_hash(board) % atlas->room;
    while (atlas->slots[at].used && memcmp(&atlas->slots[at].board, board, sizeof *board) != 0)
        at = (at + 1) % atlas->room;
    return &atlas->slots[at];
}

/* Minimax that remembers what it has seen, and thereby lists all positions that can arise; values
   count the plies from the position itself. */
static int explore(struct atlas *atlas, const struct byte_rules *rules, struct byte *board)
{
    struct known *known = atlas_find(atlas, board);
    if (known->used)
        return known->value;
    int best = -2000;
    if (byte_over(*rules, board)) {
        int lead = board->won[board->side] - board->won[!board->side];
        best = lead > 0 ? 1000 : lead < 0 ? -1000 : 0;
    } else {
        uint32_t moves[BYTE_MOVES_MAX];
        int count = byte_moves(*rules, board, moves);
        for (int i = 0; i < count; i++) {
            struct byte_undo undo;
            byte_play(*rules, board, moves[i], &undo);
            int value = -explore(atlas, rules, board);
            byte_undo(*rules, board, &undo);
            value -= (value > 0) - (value < 0);
            if (value > best)
                best = value;
        }
    }
    known = atlas_find(atlas, board);
    *known = (struct known){*board, best, true};
    assert_true(++atlas->count < atlas->room);
    return best;
}

/* Compares every `stride`-th position. */
static void compare_all(int size, int full, size_t positions, size_t stride)
{
    struct bench bench;
    bench_open(&bench, size, full);
    struct atlas atlas = {.room = 2 * positions + 100};
    atlas.slots = calloc(atlas.room, sizeof *atlas.slots);
    assert_non_null(atlas.slots);
    struct byte board;
    memset(&board, 0, sizeof board);
    game_byte.start(&bench.setup, &board);
    explore(&atlas, &bench.rules, &board);
    assert_int_equal(atlas.count, positions);
    for (size_t i = 0; i < atlas.room; i += stride) {
        const struct known *known = &atlas.slots[i];
        if (!known->used || byte_over(bench.rules, &known->board))
            continue;
        struct mind_answer answer;
        solve(&bench, &known->board, &answer);
        check_answer(&bench, &known->board, known->value, &answer);
    }
    free(atlas.slots);
    bench_close(&bench);
}

/* The numbers of positions are those that a separate program counted. */
static void all_positions(void **state)
{
    (void)state;
    compare_all(4, 2, 10, 1);
    compare_all(4, 4, 34, 1);
    compare_all(6, 2, 10494, 1);
}

static void keys_fold_symmetries(void **state)
{
    (void)state;
    const int sizes[] = {8, 10, 16};
    for (int i = 0; i < 3; i++) {
        struct bench bench;
        bench_open(&bench, sizes[i], 8);
        struct byte board;
        uint32_t moves[GAME_MOVES_MAX];
        int count;
        memset(&board, 0, sizeof board);
        game_byte.start(&bench.setup, &board);
        while ((count = game_byte.legal_moves(&bench.setup, &board, moves)) > 0) {
            uint64_t key = byte_solver_key(&bench.rules, &board);
            for (int symmetry = 0; symmetry < 4; symmetry++) {
                struct byte other = board;
                game_byte.transform(&bench.setup, symmetry, &board, &other);
                assert_int_equal(byte_solver_key(&bench.rules, &other), key);
                /* The same with the colours exchanged. */
                other.side ^= 1;
                other.won[0] = board.won[1];
                other.won[1] = board.won[0];
                for (int at = 0; at < byte_indices(sizes[i]); at++)
                    other.stack[at] ^= (uint8_t)((1 << byte_height(other.stack[at])) - 1);
                byte_complete(sizes[i], &other);
                assert_int_equal(byte_solver_key(&bench.rules, &other), key);
            }
            uint64_t before = byte_solver_key(&bench.rules, &board);
            game_byte.play(&bench.setup, &board,
                           moves[random_below(&bench.random, (uint32_t)count)]);
            assert_int_not_equal(byte_solver_key(&bench.rules, &board), before);
        }
        bench_close(&bench);
    }
}

int main(void)
{
    const struct CMUnitTest tests[] = {
        cmocka_unit_test(late_positions),
        cmocka_unit_test(all_positions),
        cmocka_unit_test(keys_fold_symmetries),
    };
    return cmocka_run_group_tests(tests, NULL, NULL);
}
