/* Entropy coding of whole symbols: prefix codes, read by table.

   Where base/coder.h takes one step for every bit, a prefix code takes one look into a table for
   every symbol, and is an order of magnitude faster to read. Its price is that the frequencies have
   to be known beforehand: the writer counts, prefix_lengths turns counts into the lengths of the
   code words, the lengths travel with the message, and both sides make the same code from them.
   Plain bits can be mixed in. The writer fills the caller's buffer and counts what it would have
   needed; past its end the reader returns zero bits and says so. */
#ifndef BASE_PREFIX_H
#define BASE_PREFIX_H

#include <stdbool.h>
#include <stddef.h>
#include <stdint.h>

enum {
    PREFIX_LONGEST = 11,  /* bits of a code word */
    PREFIX_SYMBOLS = 64,  /* of an alphabet, at most */
    PREFIX_BITS_MOST = 32 /* plain ones in one call */
};

struct prefix_code {
    uint16_t word[PREFIX_SYMBOLS];       /* for writing */
    uint8_t length[PREFIX_SYMBOLS];      /* 0: the symbol does not occur */
    uint16_t found[1 << PREFIX_LONGEST]; /* for reading: symbol * 16 + length by the next bits */
};

struct prefix_writer {
    uint8_t *bytes;
    size_t room, length;
    uint64_t bits;
    int count; /* of bits that wait */
};

struct prefix_reader {
    const uint8_t *bytes;
    size_t length, at;
    uint64_t bits; /* the next ones, from the highest down */
    int count;
    bool past_end;
};

/* The lengths of the best code words for symbols that occur this often. */
void prefix_lengths(const uint32_t counts[PREFIX_SYMBOLS], uint8_t lengths[PREFIX_SYMBOLS]);
/* Makes the code of these lengths. False when there is none. */
bool prefix_code_of(const uint8_t lengths[PREFIX_SYMBOLS], struct prefix_code *code);

void prefix_write_begin(struct prefix_writer *writer, void *bytes, size_t room);
void prefix_write(struct prefix_writer *writer, const struct prefix_code *code, int symbol);
void prefix_write_bits(struct prefix_writer *writer, uint32_t bits, int count);
/* Returns the length, which exceeds the room when the message did not fit. */
size_t prefix_write_end(struct prefix_writer *writer);

void prefix_read_begin(struct prefix_reader *reader, const void *bytes, size_t length);

void prefix_refill_slowly(struct prefix_reader *reader);

/* At least 56 bits wait afterwards. */
static inline void prefix_refill(struct prefix_reader *reader)
{
    if (reader->at + 8 > reader->length) {
        prefix_refill_slowly(reader);
        return;
    }
    const uint8_t *b = reader->bytes + reader->at;
    uint64_t next = (uint64_t)b[0] << 56 | (uint64_t)b[1] << 48 | (uint64_t)b[2] << 40 |
                    (uint64_t)b[3] << 32 | (uint64_t)b[4] << 24 | (uint64_t)b[5] << 16 |
                    (uint64_t)b[6] << 8 | (uint64_t)b[7];
    reader->bits |= next >> reader->count;
    reader->at += (size_t)(63 - reader->count) >> 3;
    reader->count |= 56;
}

/* The next symbol, without looking whether enough bits wait. */
static inline int prefix_take(struct prefix_reader *reader, const struct prefix_code *code)
{
    unsigned found = code->found[reader->bits >> (64 - PREFIX_LONGEST)];
    reader->bits <<= found & 15;
    reader->count -= (int)(found & 15);
    return (int)(found >> 4);
}

static inline uint32_t prefix_take_bits(struct prefix_reader *reader, int count)
{
    uint32_t bits = (uint32_t)(reader->bits >> 32 >> (32 - count));
    reader->bits <<= count;
    reader->count -= count;
    return bits;
}

#endif
