/* Training the network beside Othello's patterns: it learns what the patterns cannot say, and the
   same on any number of threads. */
#include <setjmp.h>
#include <stdarg.h>
#include <stddef.h>
#include <stdint.h>

#include <cmocka.h>

#include "base/random.h"
#include "games/othello/othello.h"
#include "lab/othello/network_fit.h"
#include <math.h>
#include <stdlib.h>
#include <string.h>

enum { GAMES = 400 };

static struct othello_weights weights; /* all zero */
static struct othello_samples samples;

/* Two discs for the side that has more edge squares if its opponent has a corner, and for the other
   if not: a product, which no sum over patterns is. */
static int16_t made_up_score(struct othello board)
{
    const uint64_t edge = UINT64_C(0x7e8181818181817e), corners = UINT64_C(0x8100000000000081);
    int more = bits_count(board.mine & edge) - bits_count(board.theirs & edge);
    int sign = (more > 0) - (more < 0);
    return (int16_t)(board.theirs & corners ? 200 * sign : -200 * sign);
}

static void samples_make(void)
{
    struct random random;
    struct error error;
    random_seed(&random, 60);
    for (uint32_t game = 0; game < GAMES; game++) {
        struct othello board = othello_start();
        while (!othello_over(board)) {
            uint64_t moves = othello_moves(board);
            assert_true(othello_samples_reserve(&samples, 1, &error));
            if (moves)
                samples.list[samples.count++] = (struct othello_sample){
                    board.mine, board.theirs, made_up_score(board), OTHELLO_SOURCE_PLAY, 0, game};
            for (uint32_t i = moves ? random_below(&random, (uint32_t)bits_count(moves)) : 0; i;
                 i--)
                moves = bits_without_lowest(moves);
            board = moves ? othello_played(board, bits_first(moves)) : othello_passed(board);
        }
    }
}

static struct othello_network_fit small_fit(void)
{
    struct othello_network_fit fit = othello_network_fit_usual();
    fit.passes = 3;
    fit.batch = 300;
    return fit;
}

static struct othello_network *fitted(const struct othello_network_fit *fit, int threads)
{
    struct othello_network *network = aligned_alloc(64, (sizeof *network + 63) / 64 * 64);
    struct pool pool = {.threads = threads};
    struct error error;
    assert_non_null(network);
    if (!othello_network_fit(fit, &samples, &weights, network, &pool, &error))
        fail_msg("%s", error.text);
    return network;
}

struct seen {
    int passes;
    double first, held_out;
};

static void note(void *listener, int pass, double learned, double held_out)
{
    struct seen *seen = listener;
    (void)learned;
    assert_int_equal(pass, ++seen->passes);
    if (pass == 1)
        seen->first = held_out;
    seen->held_out = held_out;
}

static void what_patterns_cannot_say_is_learned(void **state)
{
    struct othello_network_fit fit = small_fit();
    struct othello_network_error errors[61];
    struct seen seen = {0};
    double patterns = 0, both = 0, count = 0;
    (void)state;
    fit.report = note;
    fit.listener = &seen;
    struct othello_network *network = fitted(&fit, 2);
    othello_network_measure(&samples, &weights, network, errors);
    for (int i = 0; i <= 60; i++) {
        patterns += (double)errors[i].count * errors[i].patterns * errors[i].patterns;
        both += (double)errors[i].count * errors[i].both * errors[i].both;
        count += (double)errors[i].count;
    }
    patterns = sqrt(patterns / count);
    both = sqrt(both / count);
    free(network);
    print_message("%.3f discs without the network, %.3f with it\n", patterns, both);
    assert_int_equal(seen.passes, 3);
    assert_true(seen.held_out < seen.first);
    assert_true(both < 0.92 * patterns);
    assert_true(fabs(both - seen.held_out) < 0.02); /* rounding changes little */
}

static void a_seed_says_everything(void **state)
{
    struct othello_network_fit fit = small_fit();
    fit.passes = 1;
    struct othello_network *one = fitted(&fit, 1), *two = fitted(&fit, 3);
    (void)state;
    assert_memory_equal(one, two, sizeof *one);
    free(two);
    fit.seed++;
    two = fitted(&fit, 1);
    assert_memory_not_equal(one, two, sizeof *one);
    free(one);
    free(two);
}

/* Rows of mirror images, and of what never occurred. */
static void rows_are_as_the_file_wants_them(void **state)
{
    struct othello_network_fit fit = small_fit();
    fit.passes = 1;
    struct othello_network *network = fitted(&fit, 2);
    int zero = 0;
    (void)state;
    for (int32_t row = 0; row < OTHELLO_PATTERN_TOTAL; row++) {
        assert_memory_equal(network->row[row], network->row[othello_pattern_mirror(row)],
                            OTHELLO_NETWORK_WIDTH);
        int any = 0;
        for (int k = 0; k < OTHELLO_NETWORK_WIDTH; k++)
            any |= network->row[row][k];
        zero += any == 0;
    }
    assert_true(zero > OTHELLO_PATTERN_TOTAL / 4 && zero < OTHELLO_PATTERN_TOTAL);
    free(network);
}

static void a_stop_is_an_error(void **state)
{
    struct othello_network_fit fit = small_fit();
    struct othello_network *network = malloc(sizeof *network);
    atomic_bool stop = true;
    struct pool pool = {.threads = 1, .stop = &stop};
    struct error error = {.text = ""};
    (void)state;
    assert_false(othello_network_fit(&fit, &samples, &weights, network, &pool, &error));
    assert_string_equal(error.text, "stopped");
    free(network);
}

static int prepare(void **state)
{
    (void)state;
    othello_patterns_prepare();
    samples_make();
    return 0;
}

static int leave(void **state)
{
    (void)state;
    othello_samples_free(&samples);
    return 0;
}

int main(void)
{
    const struct CMUnitTest tests[] = {
        cmocka_unit_test(what_patterns_cannot_say_is_learned),
        cmocka_unit_test(a_seed_says_everything),
        cmocka_unit_test(rows_are_as_the_file_wants_them),
        cmocka_unit_test(a_stop_is_an_error),
    };
    return cmocka_run_group_tests(tests, prepare, leave);
}
