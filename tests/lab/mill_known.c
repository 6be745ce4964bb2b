/* Players of mill where what the program carries reaches: the small set of databases, and the book
   of placements. */
#include "lab/game.h"
#include "mill_make.h"
#include "minds/mill/placements.h"
#include "minds/mill/players.h"
#include "minds/mill/small.h"
#include "minds/table.h"
#include <setjmp.h>
#include <stdarg.h>

#include <cmocka.h>

static const struct mill_rules nine = {MILL_NINE, false, true, false};

static bool random_small_board(struct random *random, struct mill *board)
{
    int white = 3 + (int)random_below(random, 3), black = 3 + (int)random_below(random, 3);
    *board = (struct mill){.side = (uint8_t)random_below(random, 2)};
    board->men[0] = random_set(random, white, 0xffffff);
    board->men[1] = random_set(random, black, 0xffffff & ~board->men[0]);
    return !mill_lost(board, nine);
}

/* What the player chooses keeps the value, the quickest way when it wins and the slowest when it
   loses. */
static void test_perfect_keeps(void **state)
{
    (void)state;
    struct random random;
    random_seed(&random, 3);
    struct game_setup setup = {0};
    setup.option[MILL_OPTION_FLYING] = 1;
    void *memory = aligned_alloc(64, (mill_perfect.memory + 63) / 64 * 64);
    struct player player = {.kind = &mill_perfect};
    int decided = 0;
    for (int i = 0; i < 1000; i++) {
        struct mill board;
        if (!random_small_board(&random, &board))
            continue;
        struct mill_fact fact, after, derived;
        assert_true(mill_database_probe(mill_small_database(), &board, nine, &fact));
        assert_true(mill_database_derive(mill_small_database(), &board, nine, &derived));
        assert_int_equal(fact.outcome, derived.outcome);
        assert_int_equal(fact.plies, derived.plies);
        struct mind_task task = {.game = &game_mill,
                                 .setup = &setup,
                                 .position = &board,
                                 .random = &random,
                                 .memory = memory};
        struct mind_answer answer, judged;
        mill_perfect.think(&player, &task, &answer);
        assert_true(answer.exact);
        assert_int_equal(answer.outcome, fact.outcome);
        assert_int_equal(answer.plies, fact.plies);
        task.value_only = true; /* as levels judge their moves: without looking for pitfalls */
        mill_perfect.think(&player, &task, &judged);
        assert_true(judged.exact && judged.outcome == answer.outcome);
        assert_true(judged.plies == answer.plies && judged.score == answer.score);
        mill_play(&board, answer.move);
        assert_true(mill_database_probe(mill_small_database(), &board, nine, &after));
        assert_int_equal(after.outcome, -fact.outcome);
        if (fact.outcome)
            assert_int_equal(after.plies, fact.plies - 1);
        decided += fact.outcome != 0;
    }
    assert_true(decided > 50);
    free(memory);
}

/* Above the databases the search looks into them: five against six with a capture at hand. */
static void test_search_reaches(void **state)
{
    (void)state;
    struct random random;
    random_seed(&random, 8);
    struct game_setup setup = {0};
    setup.option[MILL_OPTION_FLYING] = 1;
    void *memory = aligned_alloc(64, (mill_perfect.memory + 63) / 64 * 64);
    struct player player = {.kind = &mill_perfect};
    int proved = 0;
    for (int i = 0; i < 400; i++) {
        struct mill board = {.men = {random_set(&random, 5, 0xffffff)}};
        board.men[1] = random_set(&random, 6, 0xffffff & ~board.men[0]);
        if (mill_lost(&board, nine))
            continue;
        struct mind_task task = {.game = &game_mill,
                                 .setup = &setup,
                                 .position = &board,
                                 .random = &random,
                                 .memory = memory,
                                 .limits = {.depth = 3}};
        struct mind_answer answer;
        mill_perfect.think(&player, &task, &answer);
        assert_true(answer.move != GAME_NO_MOVE);
        if (answer.exact && answer.outcome > 0) {
            /* a win it proves is one: the reply it expects to be lost is known to be */
            struct mill_fact fact;
            mill_play(&board, answer.move);
            if (mill_database_probe(mill_small_database(), &board, nine, &fact))
                assert_int_equal(fact.outcome, -1);
            proved++;
        }
    }
    free(memory);
    (void)proved;
}

/* Wherever a search without the databases is stopped, what it calls proved is what they say. */
static int claims_checked(const struct player_kind *kind, uint64_t seed)
{
    struct random random;
    struct table table;
    struct game_setup setup = {0};
    void *memory = aligned_alloc(64, (kind->memory + 63) / 64 * 64);
    void *entries = aligned_alloc(64, 1 << 16);
    int claims = 0;
    assert_true(memory && entries);
    setup.option[MILL_OPTION_FLYING] = 1;
    table_init(&table, entries, 1 << 16);
    random_seed(&random, seed);
    mill_databases_allow(false);
    for (int i = 0; i < 4000; i++) {
        struct mill board;
        if (!random_small_board(&random, &board))
            continue;
        struct player player = {.kind = kind, .limits = {.nodes = 1 + random_below(&random, 3000)}};
        struct mind_task task = {.game = &game_mill,
                                 .setup = &setup,
                                 .position = &board,
                                 .random = &random,
                                 .table = &table,
                                 .memory = memory};
        struct mind_answer answer;
        struct mill_fact fact;
        kind->think(&player, &task, &answer);
        assert_true(mill_database_probe(mill_small_database(), &board, nine, &fact));
        if (!answer.exact)
            continue;
        assert_int_equal(answer.outcome, fact.outcome);
        assert_true(answer.outcome < 0 || answer.plies >= fact.plies);
        mill_play(&board, answer.move);
        assert_true(mill_database_probe(mill_small_database(), &board, nine, &fact));
        assert_int_equal(answer.outcome, -fact.outcome);
        claims++;
    }
    mill_databases_allow(true);
    free(entries);
    free(memory);
    return claims;
}

static void test_stopped_anywhere(void **state)
{
    (void)state;
    assert_true(claims_checked(&mill_search_alphabeta, 11) > 100);
    assert_true(claims_checked(&mill_best, 12) > 100);
}

/* Whatever the other side replies, the program's own book knows the next placement. */
static void test_book(void **state)
{
    (void)state;
    const struct lab_embedded *own = &lab_game_of(&game_mill)->book;
    struct mind_book book = {own->data, *own->bytes};
    struct random random;
    int plies, outcome, won = 0;
    size_t positions;
    assert_true(mill_placements_sizes(&book, &plies, &positions));
    assert_true(plies >= 12 && book.size < 1500000);
    random_seed(&random, 7);
    for (int game = 0; game < 2000; game++) {
        struct mill board = {.hand = {9, 9}};
        int before = 0;
        for (int ply = 0; ply < plies; ply++) {
            uint32_t moves[MILL_MOVES_MAX];
            int count = mill_legal_moves(&board, nine, moves);
            uint32_t move = moves[random_below(&random, (uint32_t)count)];
            if (ply % 2 == game % 2) {
                assert_true(mill_placements_find(&book, &board, nine, &move, &outcome));
                assert_true(outcome >= before); /* a win stays one */
                before = outcome;
            }
            mill_play(&board, move);
        }
        won += before;
    }
    assert_true(won > 500); /* a random player is soon lost */
    struct mill board = {.hand = {9, 9}};
    uint32_t move;
    for (int ply = 0; ply < 17; ply++) { /* drawn positions are followed further */
        assert_true(mill_placements_find(&book, &board, nine, &move, &outcome));
        assert_int_equal(outcome, 0);
        mill_play(&board, move);
    }
}

int main(void)
{
    const struct CMUnitTest tests[] = {
        cmocka_unit_test(test_perfect_keeps),
        cmocka_unit_test(test_search_reaches),
        cmocka_unit_test(test_stopped_anywhere),
        cmocka_unit_test(test_book),
    };
    return cmocka_run_group_tests(tests, NULL, NULL);
}
