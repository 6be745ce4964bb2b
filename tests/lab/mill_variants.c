/* Databases of mill's relatives: Lasker's game, whose men move while others are in hand, and Twelve
   Men's Morris. Every value is verified forward, and a plain search that knows neither numbering
   nor files finds the same short games. */
#include "lab/mill/retrograde.h"
#include "lab/mill/verify.h"
#include "mill_make.h"
#include <setjmp.h>
#include <stdarg.h>

#include <cmocka.h>

enum { MEN = 3, DEPTH = 3, TRIALS = 12 };

/* Plies to the end as far as `depth`, MILL_OPEN where it is further. */
static int plain_value(const struct mill *board, struct mill_rules rules, int depth)
{
    uint32_t moves[MILL_MOVES_MAX];
    int count = mill_legal_moves(board, rules, moves), best = MILL_OPEN, worst = 0;
    if (mill_lost(board, rules))
        return 0;
    for (int i = 0; i < count && best > 1; i++) {
        struct mill next = *board;
        mill_play(&next, moves[i]);
        int reply = depth ? plain_value(&next, rules, depth - 1) : MILL_OPEN;
        if (!(reply & 1) && reply + 1 < best)
            best = reply + 1;
        worst = reply > worst ? reply : worst;
    }
    return best != MILL_OPEN ? best : worst == MILL_OPEN ? MILL_OPEN : worst + 1;
}

static bool possible(const struct mill *board, int variant)
{
    int ahead = board->hand[board->side] - board->hand[!board->side];
    return variant == MILL_LASKER || !(board->hand[0] | board->hand[1]) || ahead == 0 || ahead == 1;
}

/* Up to three men a side on the board and in hand. */
static void random_board(struct random *random, struct mill *board)
{
    *board = (struct mill){.side = (uint8_t)random_below(random, 2)};
    uint32_t allowed = 0xffffff;
    for (int side = 0; side < 2; side++) {
        int men = (int)random_below(random, MEN + 1);
        board->men[side] = random_set(random, men, allowed);
        board->hand[side] = (uint8_t)(MEN - men);
        allowed &= ~board->men[side];
    }
}

static int compare_short_games(const struct mill_database *database, struct mill_rules rules)
{
    struct random random;
    int decided = 0;
    random_seed(&random, 12);
    for (int i = 0; i < TRIALS; i++) {
        struct mill board;
        struct mill_fact fact;
        do
            random_board(&random, &board);
        while (!possible(&board, rules.variant));
        assert_true(mill_database_probe(database, &board, rules, &fact));
        int value = plain_value(&board, rules, DEPTH);
        bool known = fact.outcome && fact.plies <= DEPTH;
        assert_int_equal(value, known ? fact.plies : MILL_OPEN);
        decided += known;
    }
    return decided;
}

static int verify_all(const struct mill_shelf *shelf, struct mill_rules rules)
{
    struct mill_verify verify = {.shelf = shelf, .rules = rules, .threads = 2};
    const struct mill_store *store;
    struct error error;
    int count = 0;
    for (; (store = mill_shelf_store(shelf, count)); count++) {
        struct mill_verify_result result;
        assert_true(mill_verify_store(&verify, store, &result, &error));
        assert_int_equal(result.looked, store->counts.reduced);
        assert_int_equal(result.wrong, 0);
        assert_int_equal(result.unknown, 0);
    }
    return count;
}

static void build_and_compare(int variant, int subspaces)
{
    struct mill_index *index = make_index(variant, MEN);
    int decided = 0;
    for (int option = 0; option < 4; option++) {
        struct mill_rules rules = {(uint8_t)variant, option & 1, option & 2, false};
        struct error error = {.text = ""};
        char folder[64];
        make_folder(folder);
        if (!build_folder(folder, index, rules, true, &error))
            fail_msg("%s", error.text);
        struct mill_shelf *shelf = mill_shelf_open(folder, rules, &error);
        assert_non_null(shelf);
        assert_int_equal(verify_all(shelf, rules), subspaces);
        decided += compare_short_games(mill_shelf_database(shelf), rules);
        mill_shelf_close(shelf);
        remove_folder(folder);
    }
    assert_true(decided > 3);
    free(index);
}

/* Sixteen subspaces: none to three men of each side on the board, the others in hand. */
static void test_lasker(void **state)
{
    (void)state;
    build_and_compare(MILL_LASKER, 16);
}

/* Seven: the sides place in turn. */
static void test_twelve(void **state)
{
    (void)state;
    build_and_compare(MILL_TWELVE, 7);
}

/* Without men in hand Lasker's game is that of nine men; with some it is not, and twelve men's
   board is another one. */
static void test_served(void **state)
{
    (void)state;
    const struct mill_rules nine = {MILL_NINE, false, true, false};
    const struct mill_rules lasker = {MILL_LASKER, false, true, false};
    const struct mill_rules twelve = {MILL_TWELVE, false, true, false};
    struct mill_index *index = make_index(MILL_NINE, MEN);
    struct error error;
    struct mill_fact fact;
    char folder[64], command[256];
    make_folder(folder);
    assert_true(build_folder(folder, index, nine, true, &error));
    struct mill_shelf *shelf = mill_shelf_open(folder, nine, &error);
    const struct mill_database *database = mill_shelf_database(shelf);
    struct mill moving = {.men = {7, 0x700}}, placing = {.men = {3, 0x300}, .hand = {1, 1}};
    assert_true(mill_database_probe(database, &moving, nine, &fact));
    assert_true(mill_database_probe(database, &moving, lasker, &fact));
    assert_false(mill_database_probe(database, &moving, twelve, &fact));
    assert_true(mill_database_probe(database, &placing, nine, &fact));
    assert_false(mill_database_probe(database, &placing, lasker, &fact));
    mill_shelf_close(shelf);
    /* a file under another name is not taken for what it is not */
    snprintf(command, sizeof command,
             "cd %s && for k in outcome distance; do mv mill-3-3.$k twelve-3-3.$k; "
             "mv mill-2-2+1-1.$k lasker-2-2+1-1.$k; done",
             folder);
    assert_int_equal(system(command), 0);
    struct mill_store store;
    assert_false(
        mill_store_open(&store, folder, twelve, index, (struct mill_subspace){3, 3, 0, 0}, &error));
    assert_non_null(strstr(error.text, "something else"));
    assert_false(
        mill_store_open(&store, folder, lasker, index, (struct mill_subspace){2, 2, 1, 1}, &error));
    assert_non_null(strstr(error.text, "something else"));
    remove_folder(folder);
    free(index);
}

int main(void)
{
    const struct CMUnitTest tests[] = {
        cmocka_unit_test(test_lasker),
        cmocka_unit_test(test_twelve),
        cmocka_unit_test(test_served),
    };
    return cmocka_run_group_tests(tests, NULL, NULL);
}
