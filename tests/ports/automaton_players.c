/* The automaton's players: hard chooses what Šišić's program chooses, perfect proves what the
   public problems say, the book is read back, and the perfect player wins when it begins. */
#include "base/bits.h"
#include "minds/connect4/players.h"
#include "ports/automaton/automaton.h"
#include "ports/automaton/book.h"
#include "ports/automaton/hard.h"
#include "shared.h"
#include <setjmp.h>
#include <stdarg.h>
#include <string.h>

#include <cmocka.h>

enum { WIDTH = CONNECT4_WIDTH, HEIGHT = CONNECT4_HEIGHT };

static const struct game_setup setup = {.option = {WIDTH, HEIGHT}};

static uint64_t landing_of(struct connect4 board, int column)
{
    return connect4_landings(board.filled, connect4_bottom(WIDTH, HEIGHT),
                             connect4_cells(WIDTH, HEIGHT)) &
           connect4_column(column, HEIGHT);
}

static bool over(struct connect4 board)
{
    return connect4_lost(&board, HEIGHT) || bits_count(board.filled) == WIDTH * HEIGHT;
}

/* So many random moves from the empty board; false when the game was over before. */
static bool random_position(struct random *random, int discs, struct connect4 *board)
{
    *board = (struct connect4){0, 0};
    while (bits_count(board->filled) < discs && !over(*board)) {
        uint64_t landing = landing_of(*board, (int)random_below(random, WIDTH));
        if (landing)
            connect4_drop(board, landing);
    }
    return !over(*board);
}

static int of_minds(const struct player_kind *kind, int number, struct connect4 board,
                    struct random *random)
{
    struct player player = {.kind = kind, .number = number};
    struct mind_task task = {
        .game = &game_connect4, .setup = &setup, .position = &board, .random = random};
    struct mind_answer answer;
    kind->think(&player, &task, &answer);
    return (int)answer.move;
}

static void test_hard_is_the_same(void **state)
{
    (void)state;
    struct random random;
    random_seed(&random, 5);
    for (int i = 0; i < 600; i++) {
        struct connect4 board;
        int depth = i % 7 < 5 ? i % 7 : i % 40 ? 4 : HARD_DEPTH;
        if (!random_position(&random, (int)random_below(&random, 42), &board))
            continue;
        assert_int_equal(hard_choose(board, depth, HARD_ALL, NULL, NULL, NULL),
                         of_minds(&connect4_hard, depth, board, NULL));
    }
}

static bool stop_at_once(void *context)
{
    ++*(int *)context;
    return true;
}

static void test_hard_is_interrupted(void **state)
{
    (void)state;
    int calls = 0;
    uint32_t nodes;
    struct connect4 board = {0, 0};
    int column = hard_choose(board, HARD_DEPTH, HARD_ALL, stop_at_once, &calls, &nodes);
    assert_in_range(column, 0, 6);
    assert_int_equal(calls, 1);
    assert_in_range(nodes, 1, 300);
    assert_int_equal(hard_choose(board, 2, 1 << 6, NULL, NULL, NULL), 6);
}

static struct perfect perfect;

/* "4453 -2": the score lies within the bounds; where all is proved they meet. */
static void check_lines(FILE *file, int every, uint32_t most, bool proved)
{
    char line[128];
    for (int number = 0; fgets(line, sizeof line, file); number++) {
        struct connect4 board = {0, 0};
        char *at = line;
        if (number % every || line[0] == '#')
            continue;
        for (; *at >= '1' && *at <= '7'; at++)
            connect4_drop(&board, landing_of(board, *at - '1'));
        int score = atoi(at);
        struct perfect_answer answer;
        perfect_init(&perfect);
        perfect_think(&perfect, board, PERFECT_NODES, NULL, NULL, &answer);
        assert_true(answer.lower <= score && score <= answer.upper);
        assert_true(!proved || answer.lower == answer.upper);
        assert_true(answer.nodes <= most);
        assert_true(landing_of(board, answer.column));
    }
    fclose(file);
}

static void check_file(const char *name, int every, uint32_t most, bool proved)
{
    FILE *file = shared_open(name);
    if (!file)
        skip();
    check_lines(file, every, most, proved);
}

/* The bounds hold on positions of our own, proved by the large solver. */
static void test_solved_positions(void **state)
{
    (void)state;
    FILE *file = fopen("tests/data/connect4/solved.txt", "r");
    assert_non_null(file);
    check_lines(file, 4, PERFECT_NODES + 256, false);
}

/* Two seconds of the chip are PERFECT_NODES; these problems take a small part of it. */
static void test_easy_problems_are_solved(void **state)
{
    (void)state;
    check_file("data/connect4/L3_R1.txt", 1, PERFECT_NODES / 100, true);
    check_file("data/connect4/L2_R1.txt", 1, PERFECT_NODES / 10, true);
}

static void test_limits_hold(void **state)
{
    (void)state;
    check_file("data/connect4/L1_R2.txt", 10, PERFECT_NODES + 256, false);
    check_file("data/connect4/L1_R1.txt", 50, PERFECT_NODES + 256, true);
}

/* The column it takes keeps the proved score, by plain search to the end. */
static int plain_score(struct connect4 board, int alpha, int beta)
{
    int discs = bits_count(board.filled);
    if (connect4_lost(&board, HEIGHT))
        return -(44 - discs) / 2;
    if (discs == 42)
        return 0;
    for (int column = 0; column < WIDTH && alpha < beta; column++) {
        struct connect4 child = board;
        if (!landing_of(board, column))
            continue;
        connect4_drop(&child, landing_of(board, column));
        int score = -plain_score(child, -beta, -alpha);
        alpha = score > alpha ? score : alpha;
    }
    return alpha;
}

static void test_perfect_keeps_the_score(void **state)
{
    (void)state;
    struct random random;
    random_seed(&random, 8);
    for (int i = 0; i < 300; i++) {
        struct connect4 board, child;
        struct perfect_answer answer;
        if (!random_position(&random, 34 + (int)random_below(&random, 7), &board))
            continue;
        perfect_init(&perfect);
        perfect_think(&perfect, board, PERFECT_NODES, NULL, NULL, &answer);
        assert_int_equal(answer.lower, answer.upper);
        assert_int_equal(plain_score(board, -22, 22), answer.lower);
        child = board;
        connect4_drop(&child, landing_of(board, answer.column));
        assert_int_equal(-plain_score(child, -22, 22), answer.lower);
    }
}

static void test_book_is_checked(void **state)
{
    (void)state;
    static uint32_t words[] = {BOOK_CHIP_MARK, 11, 0, 0, 1, 2, 3, 4, 5, 6};
    uint32_t sum = 0;
    assert_false(book_chip_valid(words, 10));
    for (int i = 4; i < 10; i++)
        sum = (sum << 1 | sum >> 31) + words[i];
    words[3] = sum;
    assert_true(book_chip_valid(words, 10));
    assert_false(book_chip_valid(words, 9));
    words[7] ^= 1;
    assert_false(book_chip_valid(words, 10));
    assert_false(book_chip_valid(NULL, 0));
    assert_int_equal(book_chip_choose(NULL, NULL, 0, 0), -1);
}

/* ---- games ---- */

static struct automaton machine;
static uint32_t most_nodes;

static uint32_t no_time(void *context)
{
    (void)context;
    return 0;
}

/* A game of the perfect player, which begins, with the chip's limits; 1 when it wins. */
static bool wins(const struct player_kind *kind, uint64_t seed)
{
    static const struct automaton_hardware blank = {.milliseconds = no_time};
    struct automaton_hardware hardware = blank;
    struct random random;
    hardware.book = book_chip_own();
    automaton_init(&machine, &hardware, NULL);
    machine.mode = AUTOMATON_PERFECT;
    random_seed(&machine.random, seed);
    random_seed(&random, seed + 1000);
    struct connect4 board = {0, 0};
    while (!over(board)) {
        int side = machine.count & 1, column;
        if (side == 0) {
            column = automaton_think(&machine, NULL);
            most_nodes = machine.nodes > most_nodes ? machine.nodes : most_nodes;
        } else {
            column = of_minds(kind, kind->standard, board, &random);
        }
        uint64_t landing = landing_of(board, column);
        assert_true(landing);
        machine.discs[side] |= landing;
        machine.moves[machine.count++] = (uint8_t)column;
        connect4_drop(&board, landing);
    }
    return connect4_lost(&board, HEIGHT) && machine.count & 1;
}

static void test_perfect_wins_when_it_begins(void **state)
{
    (void)state;
    if (!book_chip_own())
        skip();
    enum { ROUNDS = 100 };
    static const struct player_kind *const kinds[] = {&player_random, &connect4_easy,
                                                      &connect4_hard};
    for (size_t kind = 0; kind < 3; kind++) {
        int won = 0;
        for (int i = 0; i < ROUNDS; i++)
            won += wins(kinds[kind], (uint64_t)i);
        print_message("against %s: %d of %d, at most %u positions per move\n", kinds[kind]->name,
                      won, ROUNDS, most_nodes);
        assert_int_equal(won, ROUNDS);
    }
}

int main(void)
{
    const struct CMUnitTest tests[] = {
        cmocka_unit_test(test_hard_is_the_same), cmocka_unit_test(test_hard_is_interrupted),
        cmocka_unit_test(test_solved_positions), cmocka_unit_test(test_easy_problems_are_solved),
        cmocka_unit_test(test_limits_hold),      cmocka_unit_test(test_perfect_keeps_the_score),
        cmocka_unit_test(test_book_is_checked),  cmocka_unit_test(test_perfect_wins_when_it_begins),
    };
    return shared_status(cmocka_run_group_tests(tests, NULL, NULL));
}
