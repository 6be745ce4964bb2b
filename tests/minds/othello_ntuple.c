/* n-tuple networks: values against a slow calculation that reads the squares one by one, symmetry,
   the usual sets of tuples, the file. */
#include "minds/othello/ntuple.h"

#include <setjmp.h>
#include <stdarg.h>
#include <stddef.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

#include <cmocka.h>

static struct random random_source;
static struct othello_ntuple_net net;

static struct othello random_board(void)
{
    struct othello board = othello_start();
    for (int plies = (int)random_below(&random_source, 60); plies > 0 && !othello_over(board);
         plies--) {
        uint64_t moves = othello_moves(board);
        if (!moves) {
            board = othello_passed(board);
            continue;
        }
        for (uint32_t skip = random_below(&random_source, (uint32_t)bits_count(moves)); skip;
             skip--)
            moves = bits_without_lowest(moves);
        board = othello_played(board, bits_first(moves));
    }
    return board;
}

static void make(const char *tuples, int stages)
{
    struct error error = {.text = ""};
    net.shape.stages = stages;
    if (!othello_ntuple_tuples_read(tuples, strlen(tuples), &net.shape, &error) ||
        !othello_ntuple_prepare(&net.shape, &error))
        fail_msg("%s", error.text);
    for (int32_t i = 0; i < net.shape.weights * stages; i++)
        net.weights[i] = (int16_t)((int)random_below(&random_source, 20001) - 10000);
    /* What a symmetry exchanges inside a tuple is one weight. */
    for (int s = 0; s < stages; s++)
        for (int t = 0; t < net.shape.tuples; t++)
            for (int32_t i = 0; i < net.shape.first[t + 1] - net.shape.first[t]; i++) {
                int16_t *weights = net.weights + s * net.shape.weights + net.shape.first[t];
                weights[i] = weights[othello_ntuple_canonical(&net.shape.tuple[t], i)];
            }
}

/* The picture of a square under symmetry 0..7, by rows and columns. */
static int picture(int square, int symmetry)
{
    int row = square / 8, column = square % 8;
    for (int quarter = 0; quarter < symmetry % 4; quarter++) {
        int old = row;
        row = column;
        column = 7 - old;
    }
    return 8 * row + (symmetry >= 4 ? 7 - column : column);
}

static uint64_t picture_of_set(uint64_t set, int symmetry)
{
    uint64_t turned = 0;
    while (set)
        turned |= bit(picture(bits_pop(&set), symmetry));
    return turned;
}

/* Every tuple in eight ways, the same squares only once. */
static int32_t slow_sum(uint64_t own, uint64_t other)
{
    int discs = bits_count(own | other);
    const int16_t *weights =
        net.weights + (ptrdiff_t)((discs - 4) * net.shape.stages / 61) * net.shape.weights;
    int32_t sum = 0, first = 0;
    for (int t = 0; t < net.shape.tuples; t++) {
        const struct othello_ntuple *tuple = &net.shape.tuple[t];
        uint64_t seen[8];
        int size = 1;
        for (int symmetry = 0; symmetry < 8; symmetry++) {
            int index = 0, place = 1;
            bool again = false;
            seen[symmetry] = 0;
            for (int i = 0; i < tuple->length; i++, place *= 3) {
                uint64_t at = bit(picture(tuple->square[i], symmetry));
                seen[symmetry] |= at;
                index += place * (own & at ? 2 : other & at ? 0 : 1);
            }
            size = place;
            for (int k = 0; k < symmetry; k++)
                again |= seen[k] == seen[symmetry];
            if (!again)
                sum += weights[first + index];
        }
        first += size;
    }
    return sum;
}

static int32_t fast_sum(uint64_t own, uint64_t other)
{
    struct othello_ntuple_indices indices;
    othello_ntuple_look(&net.shape, own, other, &indices);
    int stage = othello_ntuple_stage(&net.shape, bits_count(own | other));
    return othello_ntuple_sum16(&net.shape, net.weights + (ptrdiff_t)stage * net.shape.weights,
                                &indices);
}

static const char *const shapes[] = {"all-1", "all-2", "all-3",        "all-4",
                                     "lines", "edges", "c3a1b2 d4e4f2"};

static void values_are_those_of_the_squares(void **state)
{
    (void)state;
    for (size_t i = 0; i < sizeof shapes / sizeof shapes[0]; i++)
        for (int stages = 1; stages <= (i == 5 ? 1 : 3); stages++) {
            make(shapes[i], stages);
            for (int k = 0; k < 60; k++) {
                struct othello board = random_board();
                int32_t slow = slow_sum(board.mine, board.theirs);
                assert_int_equal(fast_sum(board.mine, board.theirs), slow);
                int symmetry = 1 + (int)random_below(&random_source, 7);
                assert_int_equal(fast_sum(picture_of_set(board.mine, symmetry),
                                          picture_of_set(board.theirs, symmetry)),
                                 slow);
            }
        }
}

/* What a move changes is added; the float sum is the same. */
static void moves_change_what_they_should(void **state)
{
    static float weights[OTHELLO_NTUPLE_WEIGHTS];
    (void)state;
    make("edges", 1);
    for (int32_t i = 0; i < net.shape.weights; i++)
        weights[i] = (float)net.weights[i];
    for (int k = 0; k < 200; k++) {
        struct othello board = random_board();
        struct othello_ntuple_indices before, after;
        othello_ntuple_look(&net.shape, board.mine, board.theirs, &before);
        for (uint64_t moves = othello_moves(board); moves;) {
            int square = bits_pop(&moves);
            struct othello next = othello_played(board, square);
            othello_ntuple_move(&net.shape, &before, square,
                                othello_flips(board.mine, board.theirs, square), &after);
            int32_t slow = slow_sum(next.theirs, next.mine);
            assert_int_equal(othello_ntuple_sum16(&net.shape, net.weights, &after), slow);
            assert_true(othello_ntuple_sum(&net.shape, weights, &after) == (float)slow);
        }
    }
}

/* The best child by the slow value, the first of equals; finished games by their discs. */
static void chooses_the_best_child(void **state)
{
    (void)state;
    make("all-3", 2);
    for (int k = 0; k < 300; k++) {
        struct othello board = random_board();
        double best = -1e300;
        int wanted = OTHELLO_PASS;
        for (uint64_t moves = othello_moves(board); moves;) {
            int square = bits_pop(&moves);
            struct othello next = othello_played(board, square);
            double value = othello_over(next) ? -1e10 * othello_difference(next)
                                              : slow_sum(next.theirs, next.mine);
            if (value > best) {
                best = value;
                wanted = square;
            }
        }
        uint64_t nodes = 0;
        assert_int_equal(othello_ntuple_choose(&net, board, NULL, &nodes), wanted);
        assert_int_equal(nodes, bits_count(othello_moves(board)));
    }
}

/* Lines of the systematic networks as the literature counts them (Jaskowski 2014): 30, 288, 648 and
   1701 weights. */
static void sets_have_the_known_sizes(void **state)
{
    static const struct {
        const char *name;
        int weights, placements;
    } known[] = {{"all-1", 30, 64}, {"all-2", 288, 210}, {"all-3", 648, 168}, {"all-4", 1701, 130}};
    (void)state;
    for (size_t i = 0; i < sizeof known / sizeof known[0]; i++) {
        make(known[i].name, 1);
        assert_int_equal(net.shape.weights, known[i].weights);
        assert_int_equal(net.shape.placements, known[i].placements);
    }
}

static void files_come_back(void **state)
{
    static char bytes[4096 + 2 * OTHELLO_NTUPLE_WEIGHTS], again[sizeof bytes];
    static struct othello_ntuple_net other;
    struct error error = {.text = ""};
    (void)state;
    make("lines a1b1c1", 3);
    size_t length = othello_ntuple_write(&net, "command: none\n", bytes, sizeof bytes);
    assert_true(length > 0);
    if (!othello_ntuple_read(bytes, length, &other, &error))
        fail_msg("%s", error.text);
    assert_int_equal(othello_ntuple_write(&other, "command: none\n", again, sizeof again), length);
    assert_memory_equal(bytes, again, length);
    assert_int_equal(othello_ntuple_write(&net, "", again, length / 2), 0);
    /* Cut off anywhere, longer, or empty: refused with a sentence. */
    for (size_t cut = 0; cut < length; cut += cut < 600 ? 1 : 9973) {
        error.text[0] = 0;
        assert_false(othello_ntuple_read(bytes, cut, &other, &error));
        assert_true(error.text[0]);
    }
    assert_false(othello_ntuple_read(bytes, length + 1, &other, &error));
    /* Any byte of the head changed: refused, or still within its bounds. */
    for (size_t at = 0; at < 400; at++)
        for (int k = 0; k < 4; k++) {
            memcpy(again, bytes, length);
            again[at] = (char)random_below(&random_source, 256);
            if (othello_ntuple_read(again, length, &other, NULL))
                assert_true(other.shape.weights * other.shape.stages <= OTHELLO_NTUPLE_WEIGHTS);
        }
}

static void bad_tuples_are_refused(void **state)
{
    static const char *const bad[] = {
        "",
        " ",
        "a",
        "a1b",
        "i1",
        "a9",
        "a1a1",
        "all-0",
        "all-9",
        "all-",
        "everything",
        "a1b1 h1g1",
        "a1b1c1d1e1f1g1h1a2b2c2",
        "a1b1c1 a1b1c1",
    };
    (void)state;
    for (size_t i = 0; i < sizeof bad / sizeof bad[0]; i++) {
        struct error error = {.text = ""};
        assert_false(othello_ntuple_tuples_read(bad[i], strlen(bad[i]), &net.shape, &error));
        assert_true(error.text[0]);
    }
    /* Too many places, too many weights. */
    struct error error = {.text = ""};
    const char *many = "all-2 all-3";
    net.shape.stages = 1;
    assert_true(othello_ntuple_tuples_read(many, strlen(many), &net.shape, &error));
    assert_false(othello_ntuple_prepare(&net.shape, &error));
    net.shape.stages = 8;
    assert_true(othello_ntuple_tuples_read("edges", 5, &net.shape, &error));
    assert_false(othello_ntuple_prepare(&net.shape, &error));
}

int main(void)
{
    const struct CMUnitTest tests[] = {
        cmocka_unit_test(values_are_those_of_the_squares),
        cmocka_unit_test(moves_change_what_they_should),
        cmocka_unit_test(chooses_the_best_child),
        cmocka_unit_test(sets_have_the_known_sizes),
        cmocka_unit_test(files_come_back),
        cmocka_unit_test(bad_tuples_are_refused),
    };
    random_seed(&random_source, 41);
    return cmocka_run_group_tests(tests, NULL, NULL);
}
