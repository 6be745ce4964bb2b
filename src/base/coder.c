/* A binary range coder with carry, after the one in LZMA [pavlov15].

   The message is a number within 0..1. Each bit splits the present interval [low, low + range)
   in proportion to its probability and keeps one part, so a bit of probability p costs -log2(p)
   bits. Whenever the range falls below 2^24 its top byte is settled and moved out. Not quite
   settled: a later addition to low may carry into bytes already moved out, so one byte waits
   (`cache`), together with the number of 0xff bytes after it (`pending`), through which a carry
   would run.

   A model moves by 1/32 of the way towards each bit it sees. That forgets the past
   exponentially, adapts within some dozens of bits, and never reaches certainty, under which a
   wrong bit could not be coded. */
#include "base/coder.h"

enum { CHANCE_BITS = 12, LEARNING = 5 };
#define TOP ((uint32_t)1 << 24)

void coder_models_init(struct coder_model *models, size_t count)
{
    for (size_t i = 0; i < count; i++)
        models[i].chance = 1 << (CHANCE_BITS - 1);
}

static void model_learn(struct coder_model *model, int bit)
{
    if (bit)
        model->chance = (uint16_t)(model->chance - (model->chance >> LEARNING));
    else
        model->chance =
            (uint16_t)(model->chance + (((1 << CHANCE_BITS) - model->chance) >> LEARNING));
}

static void put(struct coder_writer *writer, uint8_t byte)
{
    if (writer->length < writer->room)
        writer->bytes[writer->length] = byte;
    writer->length++;
}

/* Moves the top byte out; bytes of all ones wait for a possible carry. */
static void shift(struct coder_writer *writer)
{
    if ((uint32_t)writer->low < 0xff000000u || writer->low >> 32) {
        uint8_t carry = (uint8_t)(writer->low >> 32), byte = writer->cache;
        do {
            put(writer, (uint8_t)(byte + carry));
            byte = 0xff;
        } while (--writer->pending);
        writer->cache = (uint8_t)(writer->low >> 24);
    }
    writer->pending++;
    writer->low = (writer->low & 0x00ffffff) << 8;
}

void coder_write_begin(struct coder_writer *writer, void *bytes, size_t room)
{
    *writer =
        (struct coder_writer){.bytes = bytes, .room = room, .range = 0xffffffffu, .pending = 1};
}

void coder_write_fixed(struct coder_writer *writer, uint32_t chance, int bit)
{
    uint32_t bound = (writer->range >> CHANCE_BITS) * chance;
    if (bit) {
        writer->low += bound;
        writer->range -= bound;
    } else {
        writer->range = bound;
    }
    while (writer->range < TOP) {
        writer->range <<= 8;
        shift(writer);
    }
}

void coder_write(struct coder_writer *writer, struct coder_model *model, int bit)
{
    coder_write_fixed(writer, model->chance, bit);
    model_learn(model, bit);
}

size_t coder_write_end(struct coder_writer *writer)
{
    for (int i = 0; i < 5; i++)
        shift(writer);
    return writer->length;
}

/* Any number from low to below low + range will do: the one with most zeros at its end. */
size_t coder_write_end_short(struct coder_writer *writer)
{
    uint64_t low = writer->low;
    for (int zeros = 31; zeros >= 0; zeros--) {
        uint64_t ones = ((uint64_t)1 << zeros) - 1;
        writer->low = (low + ones) & ~ones;
        if (writer->low < low + writer->range)
            break;
    }
    size_t length = coder_write_end(writer);
    if (length > writer->room)
        return length;
    while (length > 1 && writer->bytes[length - 1] == 0)
        length--;
    for (size_t i = 1; i < length; i++)
        writer->bytes[i - 1] = writer->bytes[i];
    return length - 1;
}

static uint8_t take(struct coder_reader *reader)
{
    if (reader->at < reader->length)
        return reader->bytes[reader->at++];
    reader->past_end = true;
    return 0;
}

void coder_read_begin(struct coder_reader *reader, const void *bytes, size_t length)
{
    *reader = (struct coder_reader){.bytes = bytes, .length = length, .range = 0xffffffffu};
    for (int i = 0; i < 5; i++)
        reader->code = reader->code << 8 | take(reader);
}

void coder_read_begin_short(struct coder_reader *reader, const void *bytes, size_t length)
{
    *reader = (struct coder_reader){.bytes = bytes, .length = length, .range = 0xffffffffu};
    for (int i = 0; i < 4; i++)
        reader->code = reader->code << 8 | take(reader);
}

int coder_read_fixed(struct coder_reader *reader, uint32_t chance)
{
    uint32_t bound = (reader->range >> CHANCE_BITS) * chance;
    int bit = reader->code >= bound;
    if (bit) {
        reader->code -= bound;
        reader->range -= bound;
    } else {
        reader->range = bound;
    }
    while (reader->range < TOP) {
        reader->range <<= 8;
        reader->code = reader->code << 8 | take(reader);
    }
    return bit;
}

int coder_read(struct coder_reader *reader, struct coder_model *model)
{
    int bit = coder_read_fixed(reader, model->chance);
    model_learn(model, bit);
    return bit;
}
