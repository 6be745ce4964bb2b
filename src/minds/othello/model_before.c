/* Models of the first two versions: every number bit by bit, with adaptive models and a range coder
   (base/coder.h).

   The adaptive models of a number are chosen by its pattern, the size of the same weight in the
   stage before and whether the weight coded before it in this stage was zero. That took 90
   milliseconds for the weights of the program, which is why files are no longer written so
   (model.c). A last number depends on all the others and reveals a damaged file, and reading ends
   as soon as the file does. The first version had stages of four empties. The spread of searches
   was a plane, from which the rows of today are made. */
#include "minds/othello/model_before.h"

#include "base/coder.h"
#include "base/hash.h"
#include "base/memory.h"
#include <stddef.h>

/* Weights are kept in steps of 1/32 disc. A number is coded as: zero or not, its sign, the number
   of its bits in unary, then the bits below the highest. */
enum {
    STEP = OTHELLO_DISC / 32,
    BITS = 14,
    SIZES = 4, /* classes of neighbouring weights */
    GROUPS = OTHELLO_PATTERNS + 1,
};

struct models_before {
    struct coder_model zero[GROUPS][SIZES][2];
    struct coder_model sign[GROUPS][SIZES];
    struct coder_model length[GROUPS][SIZES][BITS];
    struct coder_model low[BITS][2][BITS];
};

struct stream_before {
    struct coder_reader reader;
    struct models_before models;
    uint64_t check;
    int stages; /* of the file */
};

static int size_class(int before)
{
    int size = before < 0 ? -before : before;
    return size == 0 ? 0 : size < 8 ? 1 : size < 24 ? 2 : 3;
}

static int one_number(struct stream_before *stream, int group, int before, bool zero_before)
{
    struct models_before *models = &stream->models;
    struct coder_reader *reader = &stream->reader;
    int size = size_class(before), sign = before < 0 ? 1 : before > 0 ? 2 : 0, length = 0;
    if (!coder_read(reader, &models->zero[group][size][zero_before])) {
        stream->check = hash_mix(stream->check);
        return 0;
    }
    int negative = coder_read(reader, &models->sign[group][sign]);
    while (length < BITS - 1 && coder_read(reader, &models->length[group][size][length]))
        length++;
    unsigned found = 1;
    for (int i = length - 1; i >= 0; i--)
        found = found << 1 | (unsigned)coder_read(reader, &models->low[length][i == length - 1][i]);
    int number = negative ? -(int)found : (int)found;
    stream->check = hash_mix(stream->check ^ (uint64_t)(int64_t)number);
    return number;
}

static int16_t to_weight(int number)
{
    int weight = number * STEP;
    return (int16_t)(weight > INT16_MAX ? INT16_MAX : weight < INT16_MIN ? INT16_MIN : weight);
}

/* One weight of a pattern in all stages. Mirror images are one weight. */
static void read_stages(struct stream_before *stream, struct othello_weights *weights, int pattern,
                        int32_t place, bool *zero)
{
    int32_t mirror = othello_pattern_mirror(place);
    int before = 0, span = OTHELLO_STAGES / stream->stages;
    for (int stage = 0; stage < OTHELLO_STAGES; stage += span) {
        int16_t *weight = &weights->pattern[stage][place];
        if (mirror < place) {
            *weight = weights->pattern[stage][mirror];
            continue;
        }
        before = one_number(stream, pattern, before, zero[stage]);
        *weight = to_weight(before);
        zero[stage] = before == 0;
    }
}

/* The stages that the first version has in one: table by table, where weight by weight would jump.
 */
static void repeat_stages(const struct stream_before *stream, struct othello_weights *weights)
{
    int span = OTHELLO_STAGES / stream->stages;
    for (int stage = 0; stage < OTHELLO_STAGES; stage++)
        if (stage % span)
            memory_copy(weights->pattern[stage], weights->pattern[stage - stage % span],
                        sizeof weights->pattern[stage]);
}

static void read_mobility(struct stream_before *stream, struct othello_weights *weights)
{
    int span = OTHELLO_STAGES / stream->stages;
    for (int stage = 0; stage < OTHELLO_STAGES; stage += span)
        for (int i = 0; i < 2 * OTHELLO_MOBILITIES; i++) {
            int side = i / OTHELLO_MOBILITIES, moves = i % OTHELLO_MOBILITIES;
            int16_t weight = to_weight(one_number(stream, OTHELLO_PATTERNS, 0, 0));
            for (int same = 0; same < span; same++)
                weights->mobility[stage + same][side][moves] = weight;
        }
}

/* sigma = constant + a * depth + b * shallow + c * empties, in discs, and at least one. */
struct plane {
    float constant, depth, shallow, empties;
};

static void row_from_plane(const struct plane *plane, int depth, int empties,
                           struct othello_spread_row *row)
{
    for (int shallow = 0; shallow <= OTHELLO_SPREAD_SHALLOW; shallow++) {
        float discs = plane->constant + plane->depth * (float)depth +
                      plane->shallow * (float)shallow + plane->empties * (float)empties;
        row->sigma[shallow] = discs > 1.0f ? (int16_t)(discs * (float)OTHELLO_DISC) : OTHELLO_DISC;
        row->bias[shallow] = 0;
    }
}

static void read_spread(struct stream_before *stream, struct othello_spread *spread)
{
    float number[4];
    for (int i = 0; i < 4; i++)
        number[i] = (float)one_number(stream, OTHELLO_PATTERNS, 0, 0) / 1024.0f;
    struct plane plane = {number[0], number[1], number[2], number[3]};
    if (plane.constant <= 0.0f)
        return;
    for (int range = 0; range < OTHELLO_SPREAD_RANGES; range++)
        for (int depth = 0; depth <= OTHELLO_SPREAD_DEEP; depth++)
            row_from_plane(&plane, depth,
                           range * OTHELLO_SPREAD_EMPTIES + OTHELLO_SPREAD_EMPTIES / 2,
                           &spread->middle[range][depth]);
    for (int empties = 0; empties <= 60; empties++)
        row_from_plane(&plane, empties, empties, &spread->end[empties]);
}

bool othello_model_read_before(const void *bytes, size_t length, int stages,
                               struct othello_weights *weights)
{
    struct stream_before stream = {.stages = stages};
    bool zero[OTHELLO_STAGES] = {0};
    coder_read_begin(&stream.reader, bytes, length);
    coder_models_init((struct coder_model *)&stream.models,
                      sizeof stream.models / sizeof(struct coder_model));
    /* the patterns are all read; clearing those ten megabytes would cost more than a bad file */
    memory_clear(weights->mobility, sizeof *weights - offsetof(struct othello_weights, mobility));
    for (int pattern = 0; pattern < OTHELLO_PATTERNS; pattern++)
        for (int32_t i = othello_pattern_first[pattern];
             i < othello_pattern_first[pattern + 1] && !stream.reader.past_end; i++)
            read_stages(&stream, weights, pattern, i, zero);
    if (stream.reader.past_end)
        return false;
    repeat_stages(&stream, weights);
    read_mobility(&stream, weights);
    for (int i = 0; i <= 60; i++)
        weights->empties[i] = to_weight(one_number(&stream, OTHELLO_PATTERNS, 0, 0));
    read_spread(&stream, &weights->spread);
    int check = (int)(stream.check & 0xfff) + 1;
    return one_number(&stream, OTHELLO_PATTERNS, 0, 0) == check && !stream.reader.past_end;
}
