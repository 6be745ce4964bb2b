/* The model file: coding the weights.

   Neighbouring stages have similar weights and most weights of rare patterns are zero, so each
   number is coded bit by bit with adaptive binary models and a range coder (base/coder.h). The
   models are chosen by what is known when the number is reached: its pattern, the size of the
   same weight in the stage before, and whether the weight coded before it in this stage was
   zero. Writing and reading are one walk over the weights that either codes or decodes each
   number, so the two cannot drift apart. A last number depends on all the others and reveals a
   damaged file, and reading ends as soon as the file does. The 5.2 million weights of the model
   that ships, two bytes each, shrink to 0.9 MB; decoding them bit by bit is the price, paid once
   per program start. */
#include "minds/othello/model.h"

#include "base/coder.h"
#include "base/hash.h"
#include "base/memory.h"
#include "base/text.h"
#include <stdatomic.h>
#include <stddef.h>

/* Weights are kept in steps of 1/32 disc. A number is coded as: zero or not, its sign, the number
   of its bits in unary, then the bits below the highest; each with models that know the pattern and
   how large the same weight was in the stage before. */
enum {
    STEP = OTHELLO_DISC / 32,
    BITS = 14,
    SIZES = 4, /* classes of neighbouring weights */
    GROUPS = OTHELLO_PATTERNS + 1,
};

/* The first version had stages of four empties. */
static const char head[] = "potez othello patterns 2\n",
                  head_before[] = "potez othello patterns 1\n";
enum { STAGES_BEFORE = 15 };

struct models {
    struct coder_model zero[GROUPS][SIZES][2];
    struct coder_model sign[GROUPS][SIZES];
    struct coder_model length[GROUPS][SIZES][BITS];
    struct coder_model low[BITS][2][BITS];
};

/* One of the two is there; `number` is written, or read and given. */
struct stream {
    struct coder_writer *writer;
    struct coder_reader *reader;
    struct models models;
    uint64_t check;
    int stages; /* of the file */
};

static int one_bit(struct stream *stream, struct coder_model *model, int bit)
{
    if (stream->writer) {
        coder_write(stream->writer, model, bit);
        return bit;
    }
    return coder_read(stream->reader, model);
}

static int size_class(int before)
{
    int size = before < 0 ? -before : before;
    return size == 0 ? 0 : size < 8 ? 1 : size < 24 ? 2 : 3;
}

static int one_number(struct stream *stream, int group, int before, bool zero_before, int number)
{
    struct models *models = &stream->models;
    int size = size_class(before);
    if (!one_bit(stream, &models->zero[group][size][zero_before], number != 0)) {
        stream->check = hash_mix(stream->check);
        return 0;
    }
    int negative = one_bit(stream,
                           &models->sign[group][before < 0   ? 1
                                                : before > 0 ? 2
                                                             : 0],
                           number < 0);
    unsigned value = (unsigned)(number < 0 ? -number : number);
    int length = 0;
    while (length < BITS - 1 &&
           one_bit(stream, &models->length[group][size][length], value >> (length + 1) != 0))
        length++;
    unsigned found = 1;
    for (int i = length - 1; i >= 0; i--) {
        struct coder_model *model = &models->low[length][i == length - 1][i];
        found = found << 1 | (unsigned)one_bit(stream, model, (int)(value >> i & 1));
    }
    number = negative ? -(int)found : (int)found;
    stream->check = hash_mix(stream->check ^ (uint64_t)(int64_t)number);
    return number;
}

static int16_t to_weight(int number)
{
    int weight = number * STEP;
    return (int16_t)(weight > INT16_MAX ? INT16_MAX : weight < INT16_MIN ? INT16_MIN : weight);
}

static int to_number(int weight)
{
    int number = (weight + (weight < 0 ? -STEP / 2 : STEP / 2)) / STEP, most = (1 << BITS) - 1;
    return number > most ? most : number < -most ? -most : number;
}

/* A file that has ended has nothing more to say. */
static bool cut_off(const struct stream *stream)
{
    return stream->reader && stream->reader->past_end;
}

/* One weight of a pattern in all stages. Mirror images are one weight. */
static void walk_stages(struct stream *stream, struct othello_weights *weights, int pattern,
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
        int number = stream->writer ? to_number(*weight) : 0;
        before = one_number(stream, pattern, before, zero[stage], number);
        *weight = to_weight(before);
        zero[stage] = before == 0;
    }
}

/* The stages that an older file has in one: table by table, where weight by weight would jump. */
static void repeat_stages(const struct stream *stream, struct othello_weights *weights)
{
    int span = OTHELLO_STAGES / stream->stages;
    for (int stage = 0; stage < OTHELLO_STAGES; stage++)
        if (stage % span)
            memory_copy(weights->pattern[stage], weights->pattern[stage - stage % span],
                        sizeof weights->pattern[stage]);
}

static void walk_mobility(struct stream *stream, struct othello_weights *weights)
{
    int span = OTHELLO_STAGES / stream->stages;
    for (int stage = 0; stage < OTHELLO_STAGES; stage += span)
        for (int i = 0; i < 2 * OTHELLO_MOBILITIES; i++) {
            int side = i / OTHELLO_MOBILITIES, moves = i % OTHELLO_MOBILITIES;
            int number = stream->writer ? to_number(weights->mobility[stage][side][moves]) : 0;
            int16_t weight = to_weight(one_number(stream, OTHELLO_PATTERNS, 0, 0, number));
            for (int same = 0; same < span; same++)
                weights->mobility[stage + same][side][moves] = weight;
        }
}

/* Walks over everything once, writing or reading. */
static void walk(struct stream *stream, struct othello_weights *weights)
{
    coder_models_init((struct coder_model *)&stream->models,
                      sizeof stream->models / sizeof(struct coder_model));
    bool zero[OTHELLO_STAGES] = {0};
    for (int pattern = 0; pattern < OTHELLO_PATTERNS; pattern++)
        for (int32_t i = othello_pattern_first[pattern];
             i < othello_pattern_first[pattern + 1] && !cut_off(stream); i++)
            walk_stages(stream, weights, pattern, i, zero);
    if (cut_off(stream))
        return;
    repeat_stages(stream, weights);
    walk_mobility(stream, weights);
    for (int i = 0; i <= 60; i++)
        weights->empties[i] =
            to_weight(one_number(stream, OTHELLO_PATTERNS, 0, 0, to_number(weights->empties[i])));
    float *spread[] = {&weights->spread.constant, &weights->spread.depth, &weights->spread.shallow,
                       &weights->spread.empties};
    for (size_t i = 0; i < sizeof spread / sizeof spread[0]; i++) {
        int number = (int)(*spread[i] * 1024.0f + (*spread[i] < 0 ? -0.5f : 0.5f));
        *spread[i] = (float)one_number(stream, OTHELLO_PATTERNS, 0, 0, number) / 1024.0f;
    }
    /* A last number that only an undamaged file gives. */
    int check = (int)(stream->check & 0xfff) + 1;
    if (one_number(stream, OTHELLO_PATTERNS, 0, 0, check) != check && stream->reader)
        stream->reader->past_end = true;
}

static size_t head_length(const char *bytes, size_t length)
{
    for (size_t i = 1; i < length; i++)
        if (bytes[i] == '\n' && bytes[i - 1] == '\n')
            return i + 1;
    return 0;
}

bool othello_model_read(const void *bytes, size_t length, struct othello_weights *weights,
                        struct error *error)
{
    size_t first = sizeof head - 1;
    bool old = length >= first && memory_equal(bytes, head_before, first);
    if (length < first || !(old || memory_equal(bytes, head, first)))
        return error_set(error, "expected a model that begins with \"%.*s\"", (int)first - 1, head);
    size_t begin = head_length(bytes, length);
    if (!begin)
        return error_set(error, "expected an empty line behind the model's head, found none");
    struct coder_reader reader;
    coder_read_begin(&reader, (const uint8_t *)bytes + begin, length - begin);
    struct stream stream = {.reader = &reader, .stages = old ? STAGES_BEFORE : OTHELLO_STAGES};
    othello_patterns_prepare();
    /* the patterns are all read; clearing those ten megabytes would cost more than a bad file */
    memory_clear(weights->mobility, sizeof *weights - offsetof(struct othello_weights, mobility));
    walk(&stream, weights);
    if (reader.past_end)
        return error_set(error, "the model is damaged or cut off; fetch or train it again");
    return true;
}

size_t othello_model_write(struct othello_weights *weights, const char *about, void *bytes,
                           size_t room)
{
    struct text text;
    text_init(&text, bytes, room);
    text_add(&text, head);
    text_add(&text, about);
    text_add_char(&text, '\n');
    if (!text_fits(&text))
        return 0;
    struct coder_writer writer;
    coder_write_begin(&writer, (uint8_t *)bytes + text.length, room - text.length);
    struct stream stream = {.writer = &writer, .stages = OTHELLO_STAGES};
    othello_patterns_prepare();
    walk(&stream, weights);
    size_t length = coder_write_end(&writer);
    return length <= room - text.length ? text.length + length : 0;
}

static _Atomic(const struct othello_weights *) in_use;

void othello_model_use(const struct othello_weights *weights)
{
    atomic_store(&in_use, weights);
}

const struct othello_weights *othello_model_in_use(void)
{
    return atomic_load(&in_use);
}
