/* Every way to find Othello's moves and flips against one that walks from square to square. */
#include "base/random.h"
#include "games/othello/flips.h"
#include "games/othello/pairs.h"
#include "games/othello/quads.h"
#include "games/othello/symmetry.h"

#include <setjmp.h>
#include <stdarg.h>
#include <stddef.h>

#include <cmocka.h>

static uint64_t slow_flips(uint64_t mine, uint64_t theirs, int square)
{
    uint64_t flips = 0;
    for (int rise = -1; rise <= 1; rise++)
        for (int run = -1; run <= 1; run++) {
            uint64_t line = 0;
            int row = square / 8 + rise, file = square % 8 + run;
            while (row >= 0 && row < 8 && file >= 0 && file < 8 && (rise || run)) {
                uint64_t here = bit(row * 8 + file);
                if (mine & here)
                    flips |= line;
                if (!(theirs & here))
                    break;
                line |= here;
                row += rise;
                file += run;
            }
        }
    return flips;
}

/* Boards from nearly empty to nearly full, and from balanced to one-sided: long lines are rare
   among uniformly random discs. */
static void random_board(struct random *random, uint64_t *mine, uint64_t *theirs)
{
    uint64_t filled = random_next(random), owner = random_next(random);
    for (uint32_t more = random_below(random, 4); more; more--)
        filled |= random_next(random);
    if (random_below(random, 4) == 0)
        filled &= random_next(random);
    for (uint32_t more = random_below(random, 4); more; more--)
        owner &= random_next(random);
    *mine = filled & owner;
    *theirs = filled & ~owner;
}

static void all_ways_agree(void **state)
{
    (void)state;
    struct random random;
    random_seed(&random, 20);
    int lines_of_six = 0;
    for (int i = 0; i < 120000; i++) {
        uint64_t mine, theirs, legal = 0;
        random_board(&random, &mine, &theirs);
        for (uint64_t empty = ~(mine | theirs); empty;) {
            int square = bits_pop(&empty);
            uint64_t flips = slow_flips(mine, theirs, square);
            if (flips)
                legal |= bit(square);
            lines_of_six += bits_count(flips & othello_rays[square].up[0]) == 6;
            if (othello_flips(mine, theirs, square) != flips ||
                othello_words_flips(mine, theirs, square) != flips ||
                othello_quads_flips(mine, theirs, square) != flips)
                fail_msg("flips of %llx %llx on %d", (unsigned long long)mine,
                         (unsigned long long)theirs, square);
        }
        assert_int_equal(othello_legal(mine, theirs), legal);
        assert_int_equal(othello_words_legal(mine, theirs), legal);
        assert_int_equal(othello_pairs_legal(mine, theirs), legal);
        assert_int_equal(othello_quads_legal(mine, theirs), legal);
    }
    assert_true(lines_of_six > 100); /* the longest ones were among them */
}

/* The rays of a square together are the queen's lines, each square on one ray only. */
static void rays(void **state)
{
    (void)state;
    for (int from = 0; from < 64; from++)
        for (int to = 0; to < 64; to++) {
            int rise = to / 8 - from / 8, run = to % 8 - from % 8, on = 0;
            bool line = from != to && (!rise || !run || rise == run || rise == -run);
            for (int i = 0; i < 4; i++) {
                on += (othello_rays[from].up[i] & bit(to)) != 0 && to > from;
                on += (othello_rays[from].down[i] & bit(to)) != 0 && to < from;
                assert_false(to <= from && othello_rays[from].up[i] & bit(to));
                assert_false(to >= from && othello_rays[from].down[i] & bit(to));
            }
            assert_int_equal(on, line);
        }
}

/* Sets and single squares go the same way, the eight ways differ, and the start has four. */
static void symmetries(void **state)
{
    (void)state;
    const uint64_t black = bit(28) | bit(35);
    int same = 0;
    for (int symmetry = 0; symmetry < OTHELLO_SYMMETRIES; symmetry++) {
        for (int square = 0; square < 64; square++)
            assert_int_equal(othello_symmetry(bit(square), symmetry),
                             bit(othello_symmetry_square(square, symmetry)));
        for (int other = 0; other < symmetry; other++)
            assert_int_not_equal(othello_symmetry_square(1, symmetry),
                                 othello_symmetry_square(1, other));
        same += othello_symmetry(black, symmetry) == black;
    }
    assert_int_equal(same, 4);
    assert_int_equal(othello_transpose(0xff), UINT64_C(0x0101010101010101));
    assert_int_equal(othello_mirror(UINT64_C(0x0102)), UINT64_C(0x8040));
}

int main(void)
{
    const struct CMUnitTest tests[] = {
        cmocka_unit_test(all_ways_agree),
        cmocka_unit_test(rays),
        cmocka_unit_test(symmetries),
    };
    return cmocka_run_group_tests(tests, NULL, NULL);
}
