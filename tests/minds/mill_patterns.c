/* Mill's patterns: the shape kept up to date move by move, the symmetries of the evaluation, and
   the form in which the values are kept. */
#include "base/random.h"
#include "lab/learned.h"
#include "minds/mill/patterns.h"

#include <setjmp.h>
#include <stdarg.h>
#include <stdlib.h>
#include <string.h>

#include <cmocka.h>

static const struct mill_rules rules = {.variant = MILL_NINE, .flying = true, .draws = true};
static const struct mill_rules lasker = {.variant = MILL_LASKER, .flying = true, .draws = true};

static struct mill_patterns_packed packed;
static struct mill_patterns patterns;

/* Every class another value, so that a state in the wrong class shows. */
static int fill(void **state)
{
    (void)state;
    struct random random;
    random_seed(&random, 5);
    int16_t *number = (int16_t *)&packed;
    for (size_t i = 0; i < sizeof packed / sizeof *number; i++)
        number[i] = (int16_t)((int)random_below(&random, 801) - 400);
    mill_patterns_unpack(&packed, &patterns);
    return 0;
}

static int value_of(const struct mill *board)
{
    struct mill_shape shape = mill_shape_of(board);
    return mill_patterns_evaluate(&patterns, &shape, board);
}

/* The same from the description in patterns.h, point by point and with nothing shared. */
static int slow_value(const struct mill *board)
{
    const struct mill_phase_values *values = &patterns.phase[mill_phase(board)];
    int side = board->side, digit[24];
    for (int i = 0; i < 24; i++)
        digit[i] = (board->men[side] >> i & 1) ? 1 : (board->men[!side] >> i & 1) ? 2 : 0;
    int sum = values->material[__builtin_popcount(board->men[side]) + board->hand[side]]
                              [__builtin_popcount(board->men[!side]) + board->hand[!side]];
    for (int ring = 0; ring < 3; ring++) {
        int at = 0;
        for (int i = 7; i >= 0; i--)
            at = 3 * at + digit[8 * ring + i];
        sum += ring == 1 ? values->middle[at] : values->outer[at];
    }
    for (int middle = 1; middle < 8; middle += 2) {
        int at = 0;
        for (int ring = 2; ring >= 0; ring--)
            for (int i = 1; i >= -1; i--)
                at = 3 * at + digit[8 * ring + ((middle + i) & 7)];
        sum += values->arm[at];
    }
    return sum;
}

static void check_position(const struct mill *board, const struct mill_shape *shape)
{
    int value = mill_patterns_evaluate(&patterns, shape, board);
    assert_int_equal(value, slow_value(board));
    struct mill image = *board;
    for (int symmetry = 1; symmetry < MILL_SYMMETRIES; symmetry++) {
        for (int side = 0; side < 2; side++)
            image.men[side] = mill_transform(board->men[side], symmetry, MILL_NINE);
        assert_int_equal(value_of(&image), value);
    }
    struct mill swapped = {.men = {board->men[1], board->men[0]},
                           .hand = {board->hand[1], board->hand[0]},
                           .side = !board->side};
    assert_int_equal(value_of(&swapped), value);
}

static void play_games(struct mill_rules played, uint8_t men, uint64_t seed)
{
    struct random random;
    random_seed(&random, seed);
    for (int game = 0; game < 50; game++) {
        struct mill board = {.hand = {men, men}};
        struct mill_shape shape = {0};
        uint32_t moves[MILL_MOVES_MAX];
        int count;
        while ((count = mill_legal_moves(&board, played, moves)) > 0) {
            check_position(&board, &shape);
            uint32_t move = moves[random_below(&random, (uint32_t)count)];
            mill_shape_play(&shape, &board, move);
            mill_play(&board, move);
            struct mill_shape fresh = mill_shape_of(&board);
            assert_memory_equal(&shape, &fresh, sizeof shape);
        }
    }
}

static void random_games(void **state)
{
    (void)state;
    play_games(rules, 9, 1);
    play_games(lasker, 10, 2);
}

/* The numbers of classes are those of Burnside's count, and all of them are used. */
static void classes(void **state)
{
    (void)state;
    memset(&packed, 0, sizeof packed);
    for (int i = 0; i < MILL_RING_CLASSES; i++)
        packed.phase[0].outer[i] = (int16_t)i;
    for (int i = 0; i < MILL_ARM_CLASSES; i++)
        packed.phase[0].arm[i] = (int16_t)i;
    mill_patterns_unpack(&packed, &patterns);
    static uint8_t seen[MILL_ARM_CLASSES];
    int count = 0;
    for (int i = 0; i < MILL_RING_STATES; i++)
        count += !seen[patterns.phase[0].outer[i]]++;
    assert_int_equal(count, MILL_RING_CLASSES);
    memset(seen, 0, sizeof seen);
    count = 0;
    for (int i = 0; i < MILL_ARM_STATES; i++)
        count += !seen[patterns.phase[0].arm[i]]++;
    assert_int_equal(count, MILL_ARM_CLASSES);
    fill(state);
}

/* A mean over a class is that of its states: the states' own numbers spread and gathered. */
static void means(void **state)
{
    (void)state;
    static double sums[MILL_ARM_STATES], gathered[MILL_ARM_CLASSES];
    for (int i = 0; i < MILL_ARM_STATES; i++)
        sums[i] = patterns.phase[2].arm[i];
    mill_patterns_arm_means(sums, gathered);
    for (int i = 0; i < MILL_ARM_CLASSES; i++)
        assert_true(gathered[i] == packed.phase[2].arm[i]);
    for (int i = 0; i < MILL_RING_STATES; i++)
        sums[i] = patterns.phase[2].middle[i];
    mill_patterns_ring_means(sums, gathered);
    for (int i = 0; i < MILL_RING_CLASSES; i++)
        assert_true(gathered[i] == packed.phase[2].middle[i]);
}

static void bytes_and_back(void **state)
{
    (void)state;
    static uint8_t bytes[MILL_PATTERNS_BYTES];
    static struct mill_patterns_packed again;
    struct error error;
    mill_patterns_write(&packed, bytes);
    assert_true(mill_patterns_read(bytes, sizeof bytes, &again, &error));
    assert_memory_equal(&again, &packed, sizeof packed);
    assert_false(mill_patterns_read(bytes, sizeof bytes - 1, &again, &error));
    assert_non_null(strstr(error.text, "patterns"));
    bytes[0] ^= 1;
    assert_false(mill_patterns_read(bytes, sizeof bytes, &again, &error));
}

/* What the program carries: there, and a man more is worth something in every phase. */
static void own(void **state)
{
    (void)state;
    assert_null(mill_patterns_used());
    learned_prepare(mind_of(game_find("mill")), NULL);
    const struct mill_patterns *used = mill_patterns_used();
    assert_non_null(used);
    for (int phase = 0; phase < MILL_PHASES; phase++)
        assert_true(used->phase[phase].material[8][7] > used->phase[phase].material[7][8] + 50);
    mill_patterns_use(&patterns);
    assert_ptr_equal(mill_patterns_used(), &patterns);
    learned_prepare(mind_of(game_find("mill")), NULL); /* only once */
    assert_ptr_equal(mill_patterns_used(), &patterns);
    mill_patterns_use(used);
}

int main(void)
{
    const struct CMUnitTest tests[] = {
        cmocka_unit_test(random_games),   cmocka_unit_test(classes), cmocka_unit_test(means),
        cmocka_unit_test(bytes_and_back), cmocka_unit_test(own),
    };
    return cmocka_run_group_tests(tests, fill, NULL);
}
