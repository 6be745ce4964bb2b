/* The evaluation of Šišić's automaton [sisic20], on bitboards. The windows of one direction are
   counted all at once: the four cells of a window are four shifted copies of the discs, and a
   two-bit adder made of logical operations tells where there are exactly two, three or four. So
   an evaluation is the same few dozen operations for any position. Its weaknesses are part of it
   and are listed in docs/players/connect4.md. */
#include "minds/connect4/heuristic.h"

const struct connect4_weights connect4_hand_weights = {
    .middle = 5, .open_three = 20, .four = 100, .three = 5, .two = 2, .three_other = -40};

const float connect4_hand_vector[CONNECT4_WEIGHTS] = {0.05f, 0.2f, 1, 0.05f, 0.02f, -0.4f};

void connect4_weights_from(struct connect4_weights *weights, const float *vector)
{
    int16_t *const places[CONNECT4_WEIGHTS] = {&weights->middle, &weights->open_three,
                                               &weights->four,   &weights->three,
                                               &weights->two,    &weights->three_other};
    for (int i = 0; i < CONNECT4_WEIGHTS; i++) {
        float number = vector[i] > 1 ? 1 : vector[i] > -1 ? vector[i] : -1;
        *places[i] = (int16_t)(1000 * number + (number < 0 ? -0.5f : 0.5f));
    }
}

/* Steps of the four directions, as in connect4_has_four. */
static int step_of(const struct connect4_shape *shape, int direction)
{
    return direction == 0 ? 1 : shape->height - 1 + direction;
}

void connect4_shape_init(struct connect4_shape *shape, int width, int height)
{
    uint64_t cells = connect4_cells(width, height);
    *shape = (struct connect4_shape){.bottom = connect4_bottom(width, height),
                                     .cells = cells,
                                     .middle = connect4_column(width / 2, height),
                                     .width = width,
                                     .height = height};
    for (int direction = 0; direction < 4; direction++) {
        int step = step_of(shape, direction);
        shape->windows[direction] =
            cells & (cells >> step) & (cells >> 2 * step) & (cells >> 3 * step);
    }
    /* Šišić looks at the second and the third column of seven, not at the fourth. */
    for (int column = 1; column <= width - 5; column++)
        shape->threes |= connect4_column(column, height);
}

/* Windows along one direction in which `own` has exactly four, three or two cells and `other`
   none: the four cells of every window are added up side by side, a bit for each window. */
struct heuristic_tally {
    uint64_t two, three, four;
};

static struct heuristic_tally count_windows(uint64_t own, uint64_t other, uint64_t windows,
                                            int step)
{
    uint64_t a = own, b = own >> step, c = own >> 2 * step, d = own >> 3 * step;
    uint64_t free = windows & ~(other | other >> step | other >> 2 * step | other >> 3 * step);
    uint64_t odd_ab = a ^ b, odd_cd = c ^ d, both_ab = a & b, both_cd = c & d;
    uint64_t ones = odd_ab ^ odd_cd, twos = both_ab ^ both_cd ^ (odd_ab & odd_cd);
    return (struct heuristic_tally){
        .two = free & twos & ~ones,
        .three = free & twos & ones,
        .four = free & both_ab & both_cd,
    };
}

static int open_threes(const struct connect4_shape *shape, uint64_t own, uint64_t other)
{
    int step = shape->height + 1;
    uint64_t empty = shape->cells & ~(own | other);
    return bits_count(own & own >> step & own >> 2 * step & empty << step & empty >> 3 * step &
                      shape->threes);
}

int connect4_heuristic(const struct connect4_shape *shape, const struct connect4_weights *weights,
                       uint64_t own, uint64_t other)
{
    int points = weights->middle * bits_count(own & shape->middle) +
                 weights->open_three * open_threes(shape, own, other);
    for (int direction = 0; direction < 4; direction++) {
        int step = step_of(shape, direction);
        uint64_t windows = shape->windows[direction];
        struct heuristic_tally mine = count_windows(own, other, windows, step);
        struct heuristic_tally theirs = count_windows(other, own, windows, step);
        points += weights->four * bits_count(mine.four) + weights->three * bits_count(mine.three) +
                  weights->two * bits_count(mine.two) +
                  weights->three_other * bits_count(theirs.three);
    }
    return points;
}
