/* Entropy coding of single bits: a binary range coder with adaptive models.

   A coder_model is the probability of one kind of bit, learned while coding: both sides begin with
   the same models and see the same bits, so the models themselves are never written. Carry is
   handled as in LZMA's coder [pavlov15]; probabilities have twelve bits. The writer fills the
   caller's buffer and counts what it would have needed; past its end the reader returns zero bits
   and says so.

   Where the probabilities are known beforehand, the fixed functions take them and learn nothing.
   Short pieces end with coder_write_end_short, which leaves out the first byte (always zero) and as
   many of the last ones as possible; reading them begins with coder_read_begin_short. */
#ifndef BASE_CODER_H
#define BASE_CODER_H

#include <stdbool.h>
#include <stddef.h>
#include <stdint.h>

struct coder_model {
    uint16_t chance; /* of a zero, in 4096ths */
};

struct coder_writer {
    uint8_t *bytes;
    size_t room, length;
    uint64_t low;
    uint32_t range;
    uint8_t cache;
    uint64_t pending; /* bytes that a carry may still change */
};

struct coder_reader {
    const uint8_t *bytes;
    size_t length, at;
    uint32_t range, code;
    bool past_end;
};

void coder_models_init(struct coder_model *models, size_t count);

void coder_write_begin(struct coder_writer *writer, void *bytes, size_t room);
void coder_write(struct coder_writer *writer, struct coder_model *model, int bit);
/* Returns the length, which exceeds the room when the message did not fit. */
size_t coder_write_end(struct coder_writer *writer);

/* `chance` is that of a zero, from 1/4096 to 4095/4096. */
void coder_write_fixed(struct coder_writer *writer, uint32_t chance, int bit);
int coder_read_fixed(struct coder_reader *reader, uint32_t chance);
size_t coder_write_end_short(struct coder_writer *writer);
void coder_read_begin_short(struct coder_reader *reader, const void *bytes, size_t length);

void coder_read_begin(struct coder_reader *reader, const void *bytes, size_t length);
int coder_read(struct coder_reader *reader, struct coder_model *model);

#endif
