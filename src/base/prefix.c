/* Prefix codes after Huffman [huffman52], in the canonical form that deflate made common [rfc1951].

   Two rarest groups of symbols are joined again and again; each time, the words of their symbols
   grow by a bit. A word must not be longer than the reader's table is wide: where one is, the
   counts are levelled and the code is made again, which costs next to nothing in length. Of all
   codes with the same lengths the canonical one is used, in which words of equal length are
   consecutive numbers in the order of the symbols, so that lengths alone describe it.

   The reader looks at the next eleven bits whole: the table says which symbol they begin with and
   how many of them it took. */
#include "base/prefix.h"

enum { NONE = -1 };

static int rarest(const uint64_t *weight, int but)
{
    int found = NONE;
    for (int i = 0; i < PREFIX_SYMBOLS; i++)
        if (weight[i] && i != but && (found == NONE || weight[i] < weight[found]))
            found = i;
    return found;
}

/* `group` is the least symbol of the group that a symbol belongs to; its weight is kept there.
   Returns the length of the longest word. */
static int lengths_by_joining(uint64_t *weight, uint8_t *lengths)
{
    int group[PREFIX_SYMBOLS], longest = 0;
    for (int i = 0; i < PREFIX_SYMBOLS; i++) {
        group[i] = i;
        lengths[i] = 0;
    }
    for (;;) {
        int a = rarest(weight, NONE), b = rarest(weight, a);
        if (b == NONE) {
            if (a != NONE && longest == 0) /* a single symbol still needs a word */
                lengths[a] = 1;
            return longest;
        }
        for (int i = 0; i < PREFIX_SYMBOLS; i++)
            if (group[i] == a || group[i] == b) {
                group[i] = a;
                lengths[i]++;
                longest = lengths[i] > longest ? lengths[i] : longest;
            }
        weight[a] += weight[b];
        weight[b] = 0;
    }
}

void prefix_lengths(const uint32_t counts[PREFIX_SYMBOLS], uint8_t lengths[PREFIX_SYMBOLS])
{
    uint64_t weight[PREFIX_SYMBOLS];
    for (int level = 0;; level++) {
        for (int i = 0; i < PREFIX_SYMBOLS; i++) {
            /* a group that has no members must not look like one */
            weight[i] = counts[i] ? ((uint64_t)counts[i] >> level) + 1 : 0;
            lengths[i] = 0;
        }
        if (lengths_by_joining(weight, lengths) <= PREFIX_LONGEST)
            return;
    }
}

bool prefix_code_of(const uint8_t lengths[PREFIX_SYMBOLS], struct prefix_code *code)
{
    unsigned next = 0;
    *code = (struct prefix_code){0};
    for (int length = 1; length <= PREFIX_LONGEST; length++) {
        unsigned span = 1u << (PREFIX_LONGEST - length);
        for (int i = 0; i < PREFIX_SYMBOLS; i++) {
            if (lengths[i] != length)
                continue;
            if (next + span > 1u << PREFIX_LONGEST)
                return false;
            code->word[i] = (uint16_t)(next >> (PREFIX_LONGEST - length));
            code->length[i] = (uint8_t)length;
            for (unsigned k = 0; k < span; k++)
                code->found[next + k] = (uint16_t)(i << 4 | length);
            next += span;
        }
    }
    for (int i = 0; i < PREFIX_SYMBOLS; i++)
        if (lengths[i] > PREFIX_LONGEST)
            return false;
    /* Bits that begin no word, which only a damaged message has: some symbol, so that reading goes
       on to the message's end. */
    for (; next < 1u << PREFIX_LONGEST; next++)
        code->found[next] = 1;
    return true;
}

void prefix_write_begin(struct prefix_writer *writer, void *bytes, size_t room)
{
    *writer = (struct prefix_writer){.bytes = bytes, .room = room};
}

void prefix_write_bits(struct prefix_writer *writer, uint32_t bits, int count)
{
    writer->bits = writer->bits << count | bits;
    writer->count += count;
    while (writer->count >= 8) {
        writer->count -= 8;
        if (writer->length < writer->room)
            writer->bytes[writer->length] = (uint8_t)(writer->bits >> writer->count);
        writer->length++;
    }
}

void prefix_write(struct prefix_writer *writer, const struct prefix_code *code, int symbol)
{
    prefix_write_bits(writer, code->word[symbol], code->length[symbol]);
}

size_t prefix_write_end(struct prefix_writer *writer)
{
    prefix_write_bits(writer, 0, 7);
    return writer->length;
}

void prefix_read_begin(struct prefix_reader *reader, const void *bytes, size_t length)
{
    *reader = (struct prefix_reader){.bytes = bytes, .length = length};
}

void prefix_refill_slowly(struct prefix_reader *reader)
{
    while (reader->count < 56) {
        uint64_t byte = 0;
        if (reader->at < reader->length)
            byte = reader->bytes[reader->at];
        else if (reader->at > reader->length + 8) /* more zeros were taken than can have waited */
            reader->past_end = true;
        reader->at++;
        reader->bits |= byte << (56 - reader->count);
        reader->count += 8;
    }
}
