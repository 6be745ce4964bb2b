/* Byte's engine: its evaluation sees symmetric positions alike, what it calls proved is proved, and
   its words are those of the line. */
#include "base/memory.h"
#include "minds/byte/evaluate.h"
#include "minds/byte/players.h"
#include "minds/byte/solver.h"

#include <setjmp.h>
#include <stdarg.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

#include <cmocka.h>

enum { TABLE_BYTES = 1 << 20 };

extern const struct mind mind_byte;

struct bench {
    struct game_setup setup;
    struct byte_rules rules;
    struct table table;
    void *table_memory, *memory;
    struct random random;
};

static void bench_open(struct bench *bench, int size)
{
    game_setup_default(&game_byte, &bench->setup);
    bench->setup.option[BYTE_OPTION_SIZE] = size;
    bench->rules = byte_rules_of(&bench->setup);
    bench->table_memory = aligned_alloc(64, TABLE_BYTES);
    bench->memory = aligned_alloc(64, BYTE_SEARCH_MEMORY);
    assert_non_null(bench->table_memory);
    assert_non_null(bench->memory);
    table_init(&bench->table, bench->table_memory, TABLE_BYTES);
    random_seed(&bench->random, 23);
}

static void bench_close(struct bench *bench)
{
    free(bench->table_memory);
    free(bench->memory);
}

static struct mind_task task_of(struct bench *bench, const struct byte *board, uint64_t nodes)
{
    return (struct mind_task){
        .game = &game_byte,
        .setup = &bench->setup,
        .position = board,
        .limits = {.nodes = nodes},
        .random = &bench->random,
        .table = &bench->table,
        .memory = bench->memory,
    };
}

/* So many random plies; false when the game is over by then. */
static bool walk(struct bench *bench, struct byte *board, int plies)
{
    uint32_t moves[GAME_MOVES_MAX];
    memset(board, 0, sizeof *board);
    game_byte.start(&bench->setup, board);
    for (int i = 0; i < plies; i++) {
        int count = game_byte.legal_moves(&bench->setup, board, moves);
        if (count == 0)
            return false;
        game_byte.play(&bench->setup, board, moves[random_below(&bench->random, (uint32_t)count)]);
    }
    return game_byte.legal_moves(&bench->setup, board, moves) > 0;
}

static int value_of(const struct byte_rules *rules, const struct byte *board)
{
    switch (rules->size) {
    case 8:
        return byte_evaluate(*rules, byte_rings_8, byte_weights_8, board);
    case 10:
        return byte_evaluate(*rules, byte_rings_10, byte_weights_10, board);
    default:
        return byte_evaluate(*rules, byte_rings_16, byte_weights_8, board);
    }
}

static void evaluation_is_symmetric(void **state)
{
    (void)state;
    const int sizes[] = {8, 10, 16};
    for (int i = 0; i < 3; i++) {
        struct bench bench;
        bench_open(&bench, sizes[i]);
        int different = 0, first = 0;
        for (int game = 0; game < 100; game++) {
            struct byte board;
            if (!walk(&bench, &board, game / 3))
                continue;
            int value = value_of(&bench.rules, &board);
            first = game == 0 ? value : first;
            different += value != first;
            for (int symmetry = 0; symmetry < 4; symmetry++) {
                struct byte other = board;
                game_byte.transform(&bench.setup, symmetry, &board, &other);
                assert_int_equal(value_of(&bench.rules, &other), value);
                other.side ^= 1;
                other.won[0] = board.won[1];
                other.won[1] = board.won[0];
                for (int at = 0; at < byte_indices(sizes[i]); at++)
                    other.stack[at] ^= (uint8_t)((1 << byte_height(other.stack[at])) - 1);
                byte_complete(sizes[i], &other);
                assert_int_equal(value_of(&bench.rules, &other), value);
            }
        }
        assert_true(different > 20);
        bench_close(&bench);
    }
}

static void weights_keep_their_halves(void **state)
{
    (void)state;
    const int values[] = {0, 1, -1, 15000, -15000, 400};
    for (int a = 0; a < 6; a++)
        for (int b = 0; b < 6; b++) {
            int64_t weight = BYTE_WEIGHT(values[a], values[b]);
            assert_int_equal(byte_weight_early(weight), values[a]);
            assert_int_equal(byte_weight_late(weight), values[b]);
        }
}

/* What the engine calls proved, the solver finds too; and where it names the plies of a win, the
   solver needs no more. */
static void proofs_are_right(void **state)
{
    (void)state;
    struct bench bench;
    bench_open(&bench, 8);
    struct player best = {.kind = &byte_engine_best};
    int proved = 0;
    for (int game = 0; game < 150; game++) {
        struct byte board;
        if (!walk(&bench, &board, 18 + game % 14))
            continue;
        struct mind_task task = task_of(&bench, &board, 3000);
        struct mind_answer answer, exact;
        table_clear(&bench.table);
        byte_engine_best.think(&best, &task, &answer);
        assert_true(game_is_legal(&game_byte, &bench.setup, &board, answer.move));
        if (!answer.exact)
            continue;
        task.limits.nodes = 0;
        table_clear(&bench.table);
        mind_byte.solve(&task, &exact);
        assert_int_equal(answer.outcome, exact.outcome);
        if (answer.plies >= 0 && answer.outcome > 0)
            assert_true(answer.plies >= exact.plies);
        assert_int_equal(answer.score, 100 * answer.outcome);
        proved++;
    }
    assert_true(proved > 40);
    bench_close(&bench);
}

/* The words about a line; `outcome` is a proof, MIND_OUTCOME_OPEN for none. */
static void explains_proof(const char *position, const char *const *moves, int count, int outcome,
                           int plies, const char *words)
{
    struct bench bench;
    struct byte board;
    struct error error;
    bench_open(&bench, 8);
    if (!game_byte.position_read(&bench.setup, position, strlen(position), &board, &error))
        fail_msg("%s", error.text);
    struct mind_task task = task_of(&bench, &board, 1000);
    struct mind_answer answer;
    mind_answer_clear(&answer);
    struct byte now = board;
    for (int i = 0; i < count; i++) {
        uint32_t move;
        if (!game_byte.move_read(&bench.setup, &now, moves[i], strlen(moves[i]), &move, &error))
            fail_msg("%s", error.text);
        game_byte.play(&bench.setup, &now, move);
        answer.line[answer.line_length++] = move;
    }
    answer.move = answer.line[0];
    answer.exact = outcome != MIND_OUTCOME_OPEN;
    answer.outcome = (int8_t)outcome;
    answer.plies = plies;
    char found[1024];
    struct text text;
    text_init(&text, found, sizeof found);
    mind_byte.explain(&task, &answer, &text);
    assert_string_equal(found, words);
    bench_close(&bench);
}

static void explains(const char *position, const char *const *moves, int count, const char *words)
{
    explains_proof(position, moves, count, MIND_OUTCOME_OPEN, -1, words);
}

static void lines_in_words(void **state)
{
    (void)state;
    const char *win[] = {"b2-a1"};
    explains("-,-,-,-/-,-,-,-/-,-,-,-/-,-,-,-/-,-,-,-/-,-,-,-/w,-,-,-/wbwbwbb,-,-,- w 1 1", win, 1,
             "White finishes the stack on a1 and wins it.");
    const char *give[] = {"a1-b2"};
    explains("-,-,-,-/-,-,-,-/-,-,-,-/-,-,-,-/-,-,-,-/-,-,-,-/w,-,-,-/bwbwbww,-,-,- b 1 1", give, 1,
             "Black finishes the stack on b2, which goes to white.");
    const char *race[] = {"d2-c3", "pass", "c3-b2"};
    explains("-,-,-,-/-,-,-,-/-,-,-,-/-,-,-,-/-,-,-,-/-,w,-,-/wwbbbw,w,-,-/-,-,-,- w 1 1", race, 3,
             "White makes a stack of 2 on c3 with white on top. It threatens to finish the stack "
             "on b2, and there is another way as well. The race is for the stack on b2: white "
             "wins it in 3 plies.");
}

/* Passes, slides, and what was proved. */
static void quiet_lines_in_words(void **state)
{
    (void)state;
#define RACE                                                                                       \
    "White slides a stack of 1 from b2 to c3. The race is for the stack on g7, in this line 7 "    \
    "high with black on top."
    const char *slide[] = {"b2-c3"};
    static const char apart[] =
        "-,-,-,-/-,-,-,bbbbbbb/-,-,-,-/-,-,-,-/-,-,-,-/-,-,-,-/w,-,-,-/-,-,-,- w 1 1";
    explains(apart, slide, 1, RACE);
    explains_proof(apart, slide, 1, 0, -1, RACE " With best play the game is drawn.");
    explains_proof(apart, slide, 1, 1, 1, RACE " White wins whatever the opponent does, in 1 ply.");
    explains_proof(apart, slide, 1, -1, 9,
                   RACE " Black wins whatever the opponent does, in 9 plies.");
    const char *pass[] = {"pass"};
    explains("-,-,-,-/-,-,-,-/-,-,-,-/-,-,-,-/-,-,-,-/-,-,-,-/b,-,-,-/bbbbbbb,-,-,- w 1 1", pass, 1,
             "White has no move and passes. The race is for the stack on a1, in this line 7 high "
             "with black on top.");
    explains(apart, NULL, 0, "");
#undef RACE
}

int main(void)
{
    const struct CMUnitTest tests[] = {
        cmocka_unit_test(evaluation_is_symmetric), cmocka_unit_test(weights_keep_their_halves),
        cmocka_unit_test(proofs_are_right),        cmocka_unit_test(lines_in_words),
        cmocka_unit_test(quiet_lines_in_words),
    };
    return cmocka_run_group_tests(tests, NULL, NULL);
}
