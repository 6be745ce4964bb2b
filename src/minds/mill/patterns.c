/* The tables of patterns.h: which digit a point has in which pattern, which states are the same
   up to symmetry, and the model file.

   A state is a number in base three with one digit per point. The step of a point is a vector
   with its power of three in the lane of each pattern it belongs to, one ring and one or two
   arms, computed by the preprocessor so that the table is constant data. Rings have 8 symmetries
   and arms 4; the smallest image of a state names its class, which turns 6561 ring states into
   954 values and 19683 arm states into 5346. Training works with classes and play with states,
   since unpacking once is cheaper than classifying at every leaf. */
#include "minds/mill/patterns.h"

#include "base/memory.h"
#include <stdatomic.h>

static const uint16_t power[9] = {1, 3, 9, 27, 81, 243, 729, 2187, 6561};

/* A point's digit in ring `lane` or, from lane 3 on, in the arm around middle 2 * lane - 5. */
#define POWER(n)                                                                                   \
    ((n) == 0   ? 1                                                                                \
     : (n) == 1 ? 3                                                                                \
     : (n) == 2 ? 9                                                                                \
     : (n) == 3 ? 27                                                                               \
     : (n) == 4 ? 81                                                                               \
     : (n) == 5 ? 243                                                                              \
     : (n) == 6 ? 729                                                                              \
     : (n) == 7 ? 2187                                                                             \
                : 6561)
#define RING(lane, r, i) ((lane) == (r) ? POWER(i) : 0)
#define ARM(k, r, i)                                                                               \
    ((i) == 2 * (k)               ? POWER(3 * (r))                                                 \
     : (i) == 2 * (k) + 1         ? POWER(3 * (r) + 1)                                             \
     : (i) == ((2 * (k) + 2) & 7) ? POWER(3 * (r) + 2)                                             \
                                  : 0)
#define STEP(r, i)                                                                                 \
    {                                                                                              \
        RING(0, r, i), RING(1, r, i), RING(2, r, i), ARM(0, r, i), ARM(1, r, i), ARM(2, r, i),     \
            ARM(3, r, i), 0                                                                        \
    }
#define STEPS(r)                                                                                   \
    STEP(r, 0), STEP(r, 1), STEP(r, 2), STEP(r, 3), STEP(r, 4), STEP(r, 5), STEP(r, 6), STEP(r, 7)

const mill_lanes mill_shape_step[MILL_POINTS_MAX] = {STEPS(0), STEPS(1), STEPS(2)};

struct mill_shape mill_shape_of(const struct mill *board)
{
    struct mill_shape shape = {0};
    for (int side = 0; side < 2; side++)
        for (uint64_t left = board->men[side]; left;)
            shape.men[side] += mill_shape_step[bits_pop(&left)];
    return shape;
}

static int digit(int state, int place)
{
    return state / power[place] % 3;
}

/* The image of a ring's state under that many quarter turns, perhaps after a reflection. */
static int ring_image(int state, int symmetry)
{
    int image = 0;
    for (int i = 0; i < 8; i++)
        image += digit(state, i) * power[mill_transform_point(i, symmetry, MILL_NINE)];
    return image;
}

/* Of an arm's: left and right exchanged (1), outside and inside exchanged (2). */
static int arm_image(int state, int symmetry)
{
    int image = 0;
    for (int i = 0; i < 9; i++) {
        int ring = i / 3, place = i % 3;
        ring = symmetry & 2 ? 2 - ring : ring;
        place = symmetry & 1 ? 2 - place : place;
        image += digit(state, i) * power[3 * ring + place];
    }
    return image;
}

/* The class of every state, classes numbered by their smallest state. */
static void number_classes(int states, int symmetries, int (*image)(int state, int symmetry),
                           uint16_t *class_of)
{
    uint16_t count = 0;
    for (int state = 0; state < states; state++) {
        int least = state;
        for (int symmetry = 1; symmetry < symmetries; symmetry++) {
            int other = image(state, symmetry);
            least = other < least ? other : least;
        }
        class_of[state] = least == state ? count++ : class_of[least];
    }
}

struct classes {
    uint16_t ring[MILL_RING_STATES];
    uint16_t arm[MILL_ARM_STATES];
};

/* The first thread to get here does the work, the others wait the millisecond it takes. */
enum { ABSENT, IN_WORK, READY };

static bool begin_once(atomic_int *state)
{
    int expected = ABSENT;
    if (atomic_load_explicit(state, memory_order_acquire) == READY)
        return false;
    if (atomic_compare_exchange_strong(state, &expected, IN_WORK))
        return true;
    while (atomic_load_explicit(state, memory_order_acquire) != READY)
        ;
    return false;
}

static const struct classes *classes_of_states(void)
{
    static struct classes classes;
    static atomic_int state;
    if (begin_once(&state)) {
        number_classes(MILL_RING_STATES, 8, ring_image, classes.ring);
        number_classes(MILL_ARM_STATES, 4, arm_image, classes.arm);
        atomic_store_explicit(&state, READY, memory_order_release);
    }
    return &classes;
}

void mill_patterns_unpack(const struct mill_patterns_packed *packed, struct mill_patterns *patterns)
{
    const struct classes *classes = classes_of_states();
    for (int phase = 0; phase < MILL_PHASES; phase++) {
        const struct mill_phase_classes *from = &packed->phase[phase];
        struct mill_phase_values *to = &patterns->phase[phase];
        memory_copy(to->material, from->material, sizeof to->material);
        for (int i = 0; i < MILL_RING_STATES; i++) {
            to->outer[i] = from->outer[classes->ring[i]];
            to->middle[i] = from->middle[classes->ring[i]];
        }
        for (int i = 0; i < MILL_ARM_STATES; i++)
            to->arm[i] = from->arm[classes->arm[i]];
    }
}

/* Training gives values to states; symmetric states are the same to the rules and get the mean of
   theirs. */
static void means(const double *sums, int states, const uint16_t *class_of, double *classes,
                  int class_count)
{
    for (int class = 0; class < class_count; class ++)
        classes[class] = 0;
    uint8_t members[MILL_ARM_CLASSES] = {0}; /* rings have fewer classes */
    for (int i = 0; i < states; i++) {
        classes[class_of[i]] += sums[i];
        members[class_of[i]]++;
    }
    for (int class = 0; class < class_count; class ++)
        classes[class] /= members[class];
}

void mill_patterns_ring_means(const double *sums, double *classes)
{
    means(sums, MILL_RING_STATES, classes_of_states()->ring, classes, MILL_RING_CLASSES);
}

void mill_patterns_arm_means(const double *sums, double *classes)
{
    means(sums, MILL_ARM_STATES, classes_of_states()->arm, classes, MILL_ARM_CLASSES);
}

static const char head[MILL_PATTERNS_HEAD + 1] = "potzptn1";

/* The numbers lie one after another, the low byte first, in the order of the structs. */
void mill_patterns_write(const struct mill_patterns_packed *packed,
                         uint8_t bytes[MILL_PATTERNS_BYTES])
{
    const int16_t *number = (const int16_t *)packed;
    memory_copy(bytes, head, MILL_PATTERNS_HEAD);
    for (size_t i = 0; i < sizeof *packed / 2; i++) {
        bytes[MILL_PATTERNS_HEAD + 2 * i] = (uint8_t)number[i];
        bytes[MILL_PATTERNS_HEAD + 2 * i + 1] = (uint8_t)((uint16_t)number[i] >> 8);
    }
}

bool mill_patterns_read(const uint8_t *bytes, size_t length, struct mill_patterns_packed *packed,
                        struct error *error)
{
    if (length != MILL_PATTERNS_BYTES || !memory_equal(bytes, head, MILL_PATTERNS_HEAD))
        return error_set(error,
                         "these are not mill's patterns: %zu bytes that begin with \"%s\" "
                         "were expected",
                         (size_t)MILL_PATTERNS_BYTES, head);
    int16_t *number = (int16_t *)packed;
    for (size_t i = 0; i < sizeof *packed / 2; i++)
        number[i] = (int16_t)(bytes[MILL_PATTERNS_HEAD + 2 * i] |
                              bytes[MILL_PATTERNS_HEAD + 2 * i + 1] << 8);
    return true;
}

static _Atomic(const struct mill_patterns *) in_use;

const struct mill_patterns *mill_patterns_used(void)
{
    return atomic_load_explicit(&in_use, memory_order_acquire);
}

void mill_patterns_use(const struct mill_patterns *patterns)
{
    atomic_store_explicit(&in_use, patterns, memory_order_release);
}
