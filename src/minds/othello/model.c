/* The model file: coding the weights.

   Neighbouring stages have similar weights and most weights of rare patterns are zero. So the
   weights are coded stage by stage, each as what it adds to the same weight in the stage before,
   with one of a few prefix codes (base/prefix.h): which one depends on how large that weight was
   and on whether the one two stages before was zero. Weights that were zero and stay so are not
   coded one by one but as the length of their run. A stage that is the same as the one before is a
   single bit. Mirror images are one weight.

   A checksum reveals a damaged file before anything is decoded. In a file with a network the length
   of all this comes first, in four bytes, and the network behind it, with a checksum of its own.
   The 8.6 million weights of the model that ships, two bytes each, shrink to 0.9 MB and are
   back in about 15 ms; bit by bit (model_before.c) it took 90. */
#include "minds/othello/model.h"

#include "base/hash.h"
#include "base/memory.h"
#include "base/prefix.h"
#include "base/text.h"
#include "minds/othello/model_before.h"
#include "minds/othello/network.h"
#include <stdatomic.h>
#include <stddef.h>

/* Weights are kept in steps of 1/32 disc.

   A number is turned into a token and some plain bits: 0, -1, 1, -2 and so on up to DIRECT are
   tokens of their own; larger ones have a token for their number of bits and the second of them,
   and the rest is plain. */
enum {
    STEP = OTHELLO_DISC / 32,
    NUMBER_MOST = INT16_MAX / STEP,
    DIRECT = 32,
    DIRECT_BITS = 5,
    TOKEN_ZERO = PREFIX_SYMBOLS - 1, /* the weight is zero, which the one before was not */
    CLASSES = 8,                     /* of the weight in the stage before */
    CODES = 2 * CLASSES + 1,
    CODE_RUNS = CODES - 1,
    CHECK_BYTES = 8,
    LENGTH_BYTES = 4,
    NETWORK_BEHIND = (sizeof(struct othello_weights) + 63) / 64 * 64, /* bytes from the weights */
    LENGTH_BITS = 4,
    PLACES_MOST = 59049, /* of a pattern of ten squares */
};
_Static_assert(OTHELLO_PATTERN_SQUARES <= 10, "a place of a pattern has sixteen bits");

#define NATURAL_ZERO UINT32_MAX /* what TOKEN_ZERO stands for */

static const char head[] = "potez othello patterns 3\n",
                  head_network[] = "potez othello patterns 4\n",
                  *heads_before[] = {"potez othello patterns 1\n", "potez othello patterns 2\n"};
static const int stages_before[] = {15, 30};

enum stream_mode { STREAM_COUNTS, STREAM_WRITES, STREAM_READS };

struct stream {
    enum stream_mode mode;
    struct prefix_reader reader;
    struct prefix_writer writer;
    uint32_t counts[CODES][PREFIX_SYMBOLS];
    struct prefix_code codes[CODES];
    /* What a token stands for: the first of its numbers and how many plain bits tell which. */
    struct {
        uint32_t first;
        int bits;
    } tokens[PREFIX_SYMBOLS];
    /* The places of the pattern at hand, counted from its first, that a file has weights for: those
       whose mirror image does not lie before them. And the images. */
    struct {
        uint16_t place, mirror;
    } places[PLACES_MOST];
    int32_t places_count;
};

/* The place of a mirror image is a sum over the digits of the index, so that of a long index is the
   sum of those of its halves. */
static void places_prepare(struct stream *stream, int pattern)
{
    enum { HALF = 243 };
    int32_t first = othello_pattern_first[pattern], low[HALF];
    int32_t length = othello_pattern_first[pattern + 1] - first, count = 0;
    for (int32_t i = 0; i < HALF && i < length; i++)
        low[i] = othello_pattern_mirror(first + i) - first;
    for (int32_t high = 0; high < length; high += HALF) {
        int32_t mirrored = othello_pattern_mirror(first + high) - first;
        for (int32_t i = 0; i < HALF && high + i < length; i++) {
            stream->places[count].place = (uint16_t)(high + i);
            stream->places[count].mirror = (uint16_t)(mirrored + low[i]);
            count += mirrored + low[i] >= high + i;
        }
    }
    stream->places_count = count;
}

static int bit_length(uint32_t number)
{
    return number ? 32 - __builtin_clz(number) : 0;
}

/* `reader` is a copy of the stream's, whose address goes nowhere, so that it can live in
   registers. */
static inline uint32_t read_natural(struct stream *stream, struct prefix_reader *reader, int code)
{
    if (reader->at + 8 > reader->length) {
        stream->reader = *reader;
        prefix_refill_slowly(&stream->reader);
        *reader = stream->reader;
    } else {
        prefix_refill(reader);
    }
    int token = prefix_take(reader, &stream->codes[code]);
    return stream->tokens[token].first + prefix_take_bits(reader, stream->tokens[token].bits);
}

/* One token of a code and, where it needs them, plain bits. */
static void put_natural(struct stream *stream, int code, uint32_t number)
{
    int token = number == NATURAL_ZERO ? TOKEN_ZERO : (int)number, rest = 0;
    if (number >= DIRECT && number != NATURAL_ZERO) {
        rest = bit_length(number) - 2;
        token = DIRECT + 2 * (rest - DIRECT_BITS + 1) + (int)(number >> rest & 1);
    }
    if (stream->mode == STREAM_COUNTS) {
        stream->counts[code][token]++;
        return;
    }
    prefix_write(&stream->writer, &stream->codes[code], token);
    prefix_write_bits(&stream->writer, number & ((1u << rest) - 1), rest);
}

static inline int class_of(int before)
{
    int bits = bit_length((uint32_t)(before < 0 ? -before : before));
    return bits < CLASSES ? bits : CLASSES - 1;
}

/* The code of a number that was `before` one stage earlier and `long_before` two. */
static inline int code_of(int before, int long_before)
{
    return class_of(before) + (long_before ? CLASSES : 0);
}

static inline int read_number(struct stream *stream, struct prefix_reader *reader, int before,
                              int long_before)
{
    uint32_t natural = read_natural(stream, reader, code_of(before, long_before));
    int number = (int)((uint32_t)before + (natural >> 1 ^ (0 - (natural & 1))));
    number = natural == NATURAL_ZERO ? 0 : number;
    return number > NUMBER_MOST ? NUMBER_MOST : number < -NUMBER_MOST ? -NUMBER_MOST : number;
}

static void put_number(struct stream *stream, int before, int long_before, int number)
{
    int more = number - before;
    uint32_t natural = more < 0 ? (uint32_t)(-2 * more - 1) : (uint32_t)(2 * more);
    put_natural(stream, code_of(before, long_before), before && !number ? NATURAL_ZERO : natural);
}

static int to_number(int weight)
{
    int number = (weight + (weight < 0 ? -STEP / 2 : STEP / 2)) / STEP;
    return number > NUMBER_MOST ? NUMBER_MOST : number < -NUMBER_MOST ? -NUMBER_MOST : number;
}

/* `count` weights, each coded by the one in the same place of `before`. */
static void walk_row(struct stream *stream, const int16_t *before, int16_t *row, int count)
{
    for (int i = 0; i < count; i++) {
        int was = before ? before[i] / STEP : 0, number = to_number(row[i]);
        if (stream->mode == STREAM_READS)
            number = read_number(stream, &stream->reader, was, 0);
        else
            put_number(stream, was, 0, number);
        row[i] = (int16_t)(STEP * number);
    }
}

/* How many of the places from `from` on that were zero in the stage before are zero now, up to the
   first that is not. */
static void put_run(struct stream *stream, const int16_t *now, const int16_t *before, int32_t from)
{
    uint32_t run = 0;
    for (int32_t i = from; i < stream->places_count; i++) {
        if (before && before[stream->places[i].place])
            continue;
        if (now[stream->places[i].place])
            break;
        run++;
    }
    put_natural(stream, CODE_RUNS, run);
}

static void put_places(struct stream *stream, const int16_t *now, const int16_t *before,
                       const int16_t *long_before)
{
    put_run(stream, now, before, 0);
    for (int32_t i = 0; i < stream->places_count; i++) {
        int32_t place = stream->places[i].place;
        int was = before ? before[place] / STEP : 0, number = now[place] / STEP;
        if (was || number)
            put_number(stream, was, long_before ? long_before[place] : 0, number);
        if (!was && number)
            put_run(stream, now, before, i + 1);
    }
}

static void read_places(struct stream *stream, int16_t *now, const int16_t *before,
                        const int16_t *long_before)
{
    struct prefix_reader reader = stream->reader;
    uint32_t run = read_natural(stream, &reader, CODE_RUNS);
    for (int32_t i = 0; i < stream->places_count; i++) {
        int32_t place = stream->places[i].place;
        int was = before ? before[place] / STEP : 0, number = 0;
        if (was) {
            number = read_number(stream, &reader, was, long_before ? long_before[place] : 0);
        } else if (run) {
            run--;
        } else {
            number = read_number(stream, &reader, 0, long_before ? long_before[place] : 0);
            run = read_natural(stream, &reader, CODE_RUNS);
        }
        now[place] = now[stream->places[i].mirror] = (int16_t)(STEP * number);
    }
    stream->reader = reader;
}

/* A pattern in a stage. A bit says whether all is as in the stage before. */
static void walk_stage(struct stream *stream, struct othello_weights *weights, int pattern,
                       int stage)
{
    int32_t first = othello_pattern_first[pattern];
    size_t bytes = (size_t)(othello_pattern_first[pattern + 1] - first) * sizeof(int16_t);
    int16_t *now = weights->pattern[stage] + first;
    const int16_t *before = stage > 0 ? weights->pattern[stage - 1] + first : NULL;
    const int16_t *long_before = stage > 1 ? weights->pattern[stage - 2] + first : NULL;
    if (stream->mode == STREAM_READS) {
        if (read_natural(stream, &stream->reader, CODE_RUNS) && before)
            memory_copy(now, before, bytes);
        else
            read_places(stream, now, before, long_before);
        return;
    }
    bool same = before && memory_equal(now, before, bytes);
    put_natural(stream, CODE_RUNS, same);
    if (!same)
        put_places(stream, now, before, long_before);
}

static void walk_spread(struct stream *stream, struct othello_spread *spread)
{
    struct othello_spread_row *rows = spread->middle[0], *end = spread->end;
    const int count = sizeof *rows / sizeof(int16_t);
    for (int i = 0; i < OTHELLO_SPREAD_RANGES * (OTHELLO_SPREAD_DEEP + 1); i++)
        walk_row(stream, i ? rows[i - 1].number : NULL, rows[i].number, count);
    for (int i = 0; i <= 60; i++)
        walk_row(stream, i ? end[i - 1].number : NULL, end[i].number, count);
}

/* Walks over everything once, counting, writing or reading. */
static void walk(struct stream *stream, struct othello_weights *weights)
{
    for (int pattern = 0; pattern < OTHELLO_PATTERNS; pattern++) {
        places_prepare(stream, pattern);
        for (int stage = 0; stage < OTHELLO_STAGES && !stream->reader.past_end; stage++)
            walk_stage(stream, weights, pattern, stage);
    }
    for (int stage = 0; stage < OTHELLO_STAGES; stage++)
        for (int side = 0; side < 2; side++)
            walk_row(stream, stage ? weights->mobility[stage - 1][side] : NULL,
                     weights->mobility[stage][side], OTHELLO_MOBILITIES);
    for (int i = 0; i <= 60; i++)
        walk_row(stream, i ? &weights->empties[i - 1] : NULL, &weights->empties[i], 1);
    walk_spread(stream, &weights->spread);
}

static uint64_t word_at(const uint8_t *bytes)
{
    uint64_t word = 0;
    for (int i = 0; i < 8; i++)
        word |= (uint64_t)bytes[i] << 8 * i;
    return word;
}

/* Eight bytes at a time: hash_bytes would take as long as all the rest. */
static uint64_t check_of(const uint8_t *bytes, size_t length)
{
    uint64_t check = length;
    size_t i = 0;
    for (; i + 8 <= length; i += 8)
        check = hash_mix(check ^ word_at(bytes + i));
    return hash_pair(check, hash_bytes(bytes + i, length - i));
}

/* Where the numbers begin, behind an empty line; 0: nowhere. */
static size_t head_length(const char *bytes, size_t length)
{
    for (size_t i = 1; i < length; i++)
        if (bytes[i] == '\n' && bytes[i - 1] == '\n')
            return i + 1;
    return 0;
}

static void tokens_prepare(struct stream *stream)
{
    for (int i = 0; i < PREFIX_SYMBOLS; i++) {
        int bits = i < DIRECT ? 0 : (i - DIRECT) / 2 + DIRECT_BITS - 1;
        stream->tokens[i].first = i < DIRECT ? (uint32_t)i : (uint32_t)(2 + (i & 1)) << bits;
        stream->tokens[i].bits = bits;
    }
    stream->tokens[TOKEN_ZERO].first = NATURAL_ZERO;
    stream->tokens[TOKEN_ZERO].bits = 0;
}

/* Whether a checksum and what it is of fill these bytes. */
static bool is_whole(const uint8_t *bytes, size_t length)
{
    return length >= CHECK_BYTES &&
           word_at(bytes) == check_of(bytes + CHECK_BYTES, length - CHECK_BYTES);
}

static bool read_numbers(const uint8_t *bytes, size_t length, struct othello_weights *weights)
{
    struct stream stream = {.mode = STREAM_READS};
    uint8_t lengths[PREFIX_SYMBOLS];
    if (!is_whole(bytes, length))
        return false;
    tokens_prepare(&stream);
    prefix_read_begin(&stream.reader, bytes + CHECK_BYTES, length - CHECK_BYTES);
    for (int code = 0; code < CODES; code++) {
        for (int i = 0; i < PREFIX_SYMBOLS; i++) {
            prefix_refill(&stream.reader);
            lengths[i] = (uint8_t)prefix_take_bits(&stream.reader, LENGTH_BITS);
        }
        if (!prefix_code_of(lengths, &stream.codes[code]))
            return false;
    }
    walk(&stream, weights);
    return !stream.reader.past_end;
}

/* The network's place behind the weights. */
static struct othello_network *network_of(struct othello_weights *weights)
{
    return (struct othello_network *)((char *)weights + NETWORK_BEHIND);
}

static bool has_network(const void *bytes, size_t length)
{
    size_t first = sizeof head_network - 1;
    return length >= first && memory_equal(bytes, head_network, first);
}

size_t othello_model_room(const void *bytes, size_t length)
{
    return has_network(bytes, length) && othello_network_room()
               ? NETWORK_BEHIND + othello_network_room()
               : OTHELLO_MODEL_MEMORY;
}

static bool read_damaged(struct error *error)
{
    return error_set(error, "the model is damaged or cut off; fetch or train it again");
}

/* The weights and the network behind them. */
static bool read_both(const uint8_t *bytes, size_t length, struct othello_weights *weights,
                      struct error *error)
{
    size_t numbers = 0;
    for (int i = 0; length >= LENGTH_BYTES && i < LENGTH_BYTES; i++)
        numbers |= (size_t)bytes[i] << 8 * i;
    if (length < LENGTH_BYTES || numbers > length - LENGTH_BYTES)
        return read_damaged(error);
    const uint8_t *network = bytes + LENGTH_BYTES + numbers;
    size_t left = length - LENGTH_BYTES - numbers;
    if (!is_whole(network, left) || !read_numbers(bytes + LENGTH_BYTES, numbers, weights))
        return read_damaged(error);
    if (!othello_network_read(network + CHECK_BYTES, left - CHECK_BYTES, network_of(weights),
                              error))
        return false;
    weights->network = network_of(weights);
    return true;
}

bool othello_model_read(const void *bytes, size_t length, struct othello_weights *weights,
                        struct error *error)
{
    size_t first = sizeof head - 1;
    bool network = has_network(bytes, length);
    int stages = 0;
    for (int i = 0; length >= first && i < 2; i++)
        if (memory_equal(bytes, heads_before[i], first))
            stages = stages_before[i];
    if (length < first || !(stages || network || memory_equal(bytes, head, first)))
        return error_set(error, "expected a model that begins with \"%.*s\"", (int)first - 1, head);
    size_t begin = head_length(bytes, length);
    if (!begin)
        return error_set(error, "expected an empty line behind the model's head, found none");
    const uint8_t *numbers = (const uint8_t *)bytes + begin;
    othello_patterns_prepare();
    weights->network = NULL;
    if (network)
        return read_both(numbers, length - begin, weights, error);
    return (stages ? othello_model_read_before(numbers, length - begin, stages, weights)
                   : read_numbers(numbers, length - begin, weights)) ||
           read_damaged(error);
}

/* Rounds the weights of the patterns to what the file keeps; mirror images have the same. */
static void round_weights(struct othello_weights *weights)
{
    for (int32_t i = 0; i < OTHELLO_PATTERN_TOTAL; i++) {
        int32_t mirror = othello_pattern_mirror(i);
        for (int stage = 0; stage < OTHELLO_STAGES; stage++) {
            int16_t *weight = weights->pattern[stage];
            weight[i] = mirror < i ? weight[mirror] : (int16_t)(STEP * to_number(weight[i]));
        }
    }
}

static void write_check(uint8_t *bytes, size_t length)
{
    uint64_t check = check_of(bytes + CHECK_BYTES, length);
    for (int i = 0; i < CHECK_BYTES; i++)
        bytes[i] = (uint8_t)(check >> 8 * i);
}

static size_t write_numbers(struct othello_weights *weights, uint8_t *bytes, size_t room)
{
    struct stream stream = {.mode = STREAM_COUNTS};
    uint8_t lengths[PREFIX_SYMBOLS];
    if (room < CHECK_BYTES)
        return room + 1;
    round_weights(weights);
    walk(&stream, weights);
    stream.mode = STREAM_WRITES;
    prefix_write_begin(&stream.writer, bytes + CHECK_BYTES, room - CHECK_BYTES);
    for (int code = 0; code < CODES; code++) {
        prefix_lengths(stream.counts[code], lengths);
        prefix_code_of(lengths, &stream.codes[code]);
        for (int i = 0; i < PREFIX_SYMBOLS; i++)
            prefix_write_bits(&stream.writer, lengths[i], LENGTH_BITS);
    }
    walk(&stream, weights);
    size_t length = prefix_write_end(&stream.writer);
    if (length > room - CHECK_BYTES)
        return room + 1;
    write_check(bytes, length);
    return length + CHECK_BYTES;
}

/* Like write_numbers, with the network behind them. */
static size_t write_both(struct othello_weights *weights, uint8_t *bytes, size_t room)
{
    size_t own = LENGTH_BYTES + CHECK_BYTES;
    if (room < own)
        return room + 1;
    size_t numbers = write_numbers(weights, bytes + LENGTH_BYTES, room - own);
    if (numbers > room - own)
        return room + 1;
    for (int i = 0; i < LENGTH_BYTES; i++)
        bytes[i] = (uint8_t)(numbers >> 8 * i);
    uint8_t *network = bytes + LENGTH_BYTES + numbers;
    size_t left = room - own - numbers;
    size_t length = othello_network_write(weights->network, network + CHECK_BYTES, left);
    if (length > left)
        return room + 1;
    write_check(network, length);
    return own + numbers + length;
}

size_t othello_model_write(struct othello_weights *weights, const char *about, void *bytes,
                           size_t room)
{
    struct text text;
    text_init(&text, bytes, room);
    text_add(&text, weights->network ? head_network : head);
    text_add(&text, about);
    text_add_char(&text, '\n');
    if (!text_fits(&text))
        return 0;
    othello_patterns_prepare();
    size_t left = room - text.length;
    uint8_t *numbers = (uint8_t *)bytes + text.length;
    size_t length = weights->network ? write_both(weights, numbers, left)
                                     : write_numbers(weights, numbers, left);
    return length <= left ? text.length + length : 0;
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
