/* Writes and reads the certificate of certificate.h. The reader trusts nothing: every number has
   a range, and a step count that the rest of the text could not hold is refused before anyone
   allocates memory for it. Whether the walk is legal and the bound true is for the caller to
   check (`potez level verify` does); this file only guards the format. */
#include "minds/zr2/certificate.h"

#include "base/hash.h"
#include "base/memory.h"
#include "base/reader.h"

enum { STEPS_MOST = 1 << 28 };

/* The name and the Target may change without the level becoming another. */
uint64_t zr2_certificate_level(const struct zr2_level *level, char *buffer, size_t size)
{
    struct text text;
    struct reader reader;
    size_t ignored;
    text_init(&text, buffer, size);
    zr2_level_write(level, &text);
    size_t length = text_fits(&text) ? text.length : size - 1;
    reader_init(&reader, buffer, length);
    reader_line(&reader, &ignored);
    reader_line(&reader, &ignored);
    uint64_t hash = length - reader.offset;
    for (size_t at = reader.offset; at < length; at += 8) {
        uint64_t word = 0;
        memory_copy(&word, buffer + at, length - at < 8 ? length - at : 8);
        hash = hash_pair(hash, word);
    }
    return hash;
}

static void write_hash(uint64_t hash, struct text *text)
{
    for (int shift = 60; shift >= 0; shift -= 4)
        text_add_char(text, "0123456789abcdef"[hash >> shift & 15]);
}

void zr2_certificate_write(uint64_t level, const struct zr2_solution *solution, struct text *text)
{
    text_add(text, "potez certificate 1\nlevel ");
    write_hash(level, text);
    text_print(text, "\npoints %d\nbound %d\nproof %s\nsteps %d", solution->points, solution->bound,
               zr2_proof_name(solution->proof), solution->length);
    for (int32_t i = 0; i < solution->length; i++)
        text_print(text, i % 20 ? " %d" : "\n%d", solution->path[i]);
    text_add(text, "\n");
}

static bool read_hash(struct reader *reader, uint64_t *hash, struct error *error)
{
    reader_skip_blanks(reader);
    *hash = 0;
    for (int i = 0; i < 16; i++) {
        char c = reader_peek(reader);
        int digit = text_is_digit(c) ? c - '0' : c >= 'a' && c <= 'f' ? c - 'a' + 10 : -1;
        if (digit < 0)
            return reader_fail(reader, "16 digits from 0 to f", error);
        *hash = *hash << 4 | (uint64_t)digit;
        reader_skip(reader);
    }
    return reader_line_end(reader, "the end of the line after the level's hash", error);
}

static bool read_count(struct reader *reader, const char *word, const char *what, int32_t *count,
                       struct error *error)
{
    int64_t number;
    if (!reader_word(reader, word, what, error) ||
        !reader_number(reader, what, 0, STEPS_MOST, &number, error))
        return false;
    *count = (int32_t)number;
    return reader_line_end(reader, "the end of the line", error);
}

static bool read_proof(struct reader *reader, enum zr2_proof *proof, struct error *error)
{
    if (!reader_word(reader, "proof", "\"proof\" and its kind", error))
        return false;
    reader_skip_blanks(reader);
    struct reader before = *reader;
    size_t length;
    const char *word = reader_line(reader, &length);
    while (length > 0 && text_is_space(word[length - 1]))
        length--;
    int found = zr2_proof_find(word, length);
    if (found < 0)
        return reader_fail(&before, "sum, flow, parts, frontier or search", error);
    *proof = (enum zr2_proof)found;
    return true;
}

bool zr2_certificate_read(const char *text, size_t length, struct zr2_certificate *certificate,
                          struct error *error)
{
    struct reader reader;
    reader_init(&reader, text, length);
    memory_clear(certificate, sizeof *certificate);
    if (!reader_word(&reader, "potez certificate 1", "\"potez certificate 1\"", error) ||
        !reader_line_end(&reader, "the end of the first line", error) ||
        !reader_word(&reader, "level", "\"level\" and its hash", error) ||
        !read_hash(&reader, &certificate->level, error) ||
        !read_count(&reader, "points", "points", &certificate->points, error) ||
        !read_count(&reader, "bound", "bound", &certificate->bound, error) ||
        !read_proof(&reader, &certificate->proof, error) ||
        !read_count(&reader, "steps", "steps", &certificate->steps, error))
        return false;
    certificate->path_at = reader.offset;
    /* every step takes a digit and a space, so an absurd number is refused before memory is asked
     */
    if ((size_t)certificate->steps > (length - reader.offset + 1) / 2)
        return reader_fail(&reader, "as many cells as there are steps", error);
    return true;
}

bool zr2_certificate_path(const char *text, size_t length,
                          const struct zr2_certificate *certificate, int32_t *path,
                          struct error *error)
{
    struct reader reader;
    reader_init(&reader, text, length);
    while (reader.offset < certificate->path_at)
        reader_skip(&reader);
    for (int32_t i = 0; i < certificate->steps; i++) {
        int64_t cell;
        if (!reader_number(&reader, "a cell", 0, ZR2_CELLS_MAX - 1, &cell, error))
            return false;
        path[i] = (int32_t)cell;
    }
    reader_skip_spaces(&reader);
    return reader_at_end(&reader) || reader_fail(&reader, "the end after the last step", error);
}
