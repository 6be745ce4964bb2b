/* Reading the cells of a complete book (book_complete.h). Bytes are put together one by one, so
   that neither alignment nor byte order matters; a cell has at most eight bits and so lies in at
   most two bytes, for which one spare byte follows the last cell. */
#include "minds/book_complete.h"

#include "base/hash.h"
#include "base/memory.h"

static const uint8_t mark[8] = {'p', 'o', 't', 'e', 'z', 'b', 'k', '2'};

uint32_t book_complete_third(uint32_t positions)
{
    return (uint32_t)((positions * UINT64_C(123) / 100 + 32) / 3 + 1);
}

size_t book_complete_size(uint32_t positions, int bits)
{
    uint64_t all = UINT64_C(3) * book_complete_third(positions) * (uint64_t)bits;
    return BOOK_COMPLETE_HEAD + (size_t)((all + 7) / 8) + 1;
}

bool book_complete_open(const struct mind_book *book, struct book_complete *complete)
{
    if (!book || book->size < BOOK_COMPLETE_HEAD || !memory_equal(book->data, mark, sizeof mark))
        return false;
    const uint8_t *head = book->data + sizeof mark;
    uint32_t positions = (uint32_t)head[4] | (uint32_t)head[5] << 8 | (uint32_t)head[6] << 16 |
                         (uint32_t)head[7] << 24;
    *complete = (struct book_complete){
        .plies = head[0],
        .bits = head[1],
        .lowest = (int8_t)head[2],
        .seed = head[3],
        .positions = positions,
        .cells = book->data + BOOK_COMPLETE_HEAD,
    };
    if (complete->bits < 1 || complete->bits > 8 || positions > BOOK_COMPLETE_MOST)
        return false;
    complete->third = book_complete_third(positions);
    return book->size == book_complete_size(positions, complete->bits);
}

void book_complete_head(const struct book_complete *complete, uint8_t head[BOOK_COMPLETE_HEAD])
{
    memory_copy(head, mark, sizeof mark);
    head[8] = complete->plies;
    head[9] = complete->bits;
    head[10] = (uint8_t)complete->lowest;
    head[11] = complete->seed;
    for (int i = 0; i < 4; i++)
        head[12 + i] = (uint8_t)(complete->positions >> 8 * i);
}

void book_complete_places(uint64_t key, uint8_t seed, uint32_t third, uint32_t places[3])
{
    uint64_t first = hash_pair(key, seed), second = hash_mix(first);
    places[0] = (uint32_t)((first & UINT32_MAX) * third >> 32);
    places[1] = (uint32_t)((first >> 32) * third >> 32) + third;
    places[2] = (uint32_t)((second >> 32) * third >> 32) + 2 * third;
}

uint8_t book_complete_cell(const uint8_t *cells, int bits, uint32_t place)
{
    uint64_t at = (uint64_t)place * (uint64_t)bits;
    const uint8_t *bytes = cells + at / 8;
    unsigned both = (unsigned)(bytes[0] | bytes[1] << 8);
    return (uint8_t)(both >> at % 8 & ((1U << bits) - 1));
}

int book_complete_score(const struct book_complete *complete, uint64_t key)
{
    uint32_t places[3];
    uint8_t code = 0;
    book_complete_places(key, complete->seed, complete->third, places);
    for (int i = 0; i < 3; i++)
        code ^= book_complete_cell(complete->cells, complete->bits, places[i]);
    return complete->lowest + code;
}
