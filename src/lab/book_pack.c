/* Filling the cells of a complete book by peeling.

   Every position wants the exclusive or of its three cells to be its score. A cell that only one
   position wants can be given whatever makes that position right, so that position is put aside and
   its other two cells have one fewer to satisfy; and so on until all are put aside. Then the
   positions are taken in the opposite order and each sets its own cell, which no position after it
   looks at. With 1.23 cells per position this fails only now and then [majewski96]; another seed of
   the hash is tried then.

   A cell remembers how many positions want it and the exclusive or of their numbers, which is the
   number of the last one when only one is left. With the order of peeling and the waiting list that
   is 12 bytes per cell and 20 per position, while the book is made. */
#include "lab/book_pack.h"

#include "minds/book_complete.h"
#include <stdlib.h>

struct packing {
    const struct book_pair *pairs;
    uint32_t count;
    struct book_complete book;
    uint32_t *wanted;  /* positions that want a cell */
    uint32_t *mixed;   /* their numbers, exclusive or */
    uint32_t *order;   /* positions in the order in which they were put aside */
    uint32_t *freed;   /* the cell that each of them sets */
    uint32_t *waiting; /* cells that one position wants */
};

static void count_wishes(struct packing *packing)
{
    uint32_t cells = 3 * packing->book.third, places[3];
    for (uint32_t i = 0; i < cells; i++)
        packing->wanted[i] = packing->mixed[i] = 0;
    for (uint32_t i = 0; i < packing->count; i++) {
        book_complete_places(packing->pairs[i].key, packing->book.seed, packing->book.third,
                             places);
        for (int j = 0; j < 3; j++) {
            packing->wanted[places[j]]++;
            packing->mixed[places[j]] ^= i;
        }
    }
}

/* False when some positions are left over that share all their cells. */
static bool peel(struct packing *packing)
{
    uint32_t cells = 3 * packing->book.third, waiting = 0, done = 0, places[3];
    for (uint32_t i = 0; i < cells; i++)
        if (packing->wanted[i] == 1)
            packing->waiting[waiting++] = i;
    while (waiting > 0) {
        uint32_t cell = packing->waiting[--waiting], position = packing->mixed[cell];
        if (packing->wanted[cell] != 1)
            continue;
        packing->order[done] = position;
        packing->freed[done++] = cell;
        book_complete_places(packing->pairs[position].key, packing->book.seed, packing->book.third,
                             places);
        for (int j = 0; j < 3; j++) {
            packing->mixed[places[j]] ^= position;
            if (--packing->wanted[places[j]] == 1)
                packing->waiting[waiting++] = places[j];
        }
    }
    return done == packing->count;
}

static void flip_cell(uint8_t *cells, int bits, uint32_t place, uint8_t code)
{
    uint64_t at = (uint64_t)place * (uint64_t)bits;
    unsigned both = (unsigned)code << at % 8;
    cells[at / 8] ^= (uint8_t)both;
    cells[at / 8 + 1] ^= (uint8_t)(both >> 8);
}

/* What the cells say of a position differs from its score by what its own cell lacks. */
static void fill(const struct packing *packing, uint8_t *data)
{
    struct book_complete book = packing->book;
    book.cells = data + BOOK_COMPLETE_HEAD;
    book_complete_head(&book, data);
    for (uint32_t i = packing->count; i-- > 0;) {
        const struct book_pair *pair = &packing->pairs[packing->order[i]];
        int said = book_complete_score(&book, pair->key) - book.lowest;
        flip_cell(data + BOOK_COMPLETE_HEAD, book.bits, packing->freed[i],
                  (uint8_t)(said ^ (pair->score - book.lowest)));
    }
}

/* Scores as numbers from 0, in as few bits as they need. */
static void measure(struct packing *packing)
{
    int lowest = 0, highest = 0, bits = 1;
    for (uint32_t i = 0; i < packing->count; i++) {
        int score = packing->pairs[i].score;
        lowest = i == 0 || score < lowest ? score : lowest;
        highest = i == 0 || score > highest ? score : highest;
    }
    while (highest - lowest >= 1 << bits)
        bits++;
    packing->book.lowest = (int8_t)lowest;
    packing->book.bits = (uint8_t)bits;
}

static bool find_seed(struct packing *packing)
{
    for (int seed = 0; seed <= UINT8_MAX; seed++) {
        packing->book.seed = (uint8_t)seed;
        count_wishes(packing);
        if (peel(packing))
            return true;
    }
    return false;
}

uint8_t *book_pack(const struct book_pair *pairs, size_t count, int plies, size_t *size,
                   struct error *error)
{
    uint8_t *data = NULL;
    if (count > BOOK_COMPLETE_MOST) {
        error_set(error, "a book has up to %d positions", BOOK_COMPLETE_MOST);
        return NULL;
    }
    struct packing packing = {.pairs = pairs, .count = (uint32_t)count};
    packing.book.plies = (uint8_t)plies;
    packing.book.positions = (uint32_t)count;
    packing.book.third = book_complete_third((uint32_t)count);
    measure(&packing);
    /* a cell may come to wait more than once, but at most once for each time it is wanted */
    size_t cells = 3 * (size_t)packing.book.third, wishes = cells + 3 * count;
    uint32_t *memory = malloc((2 * cells + 2 * count + wishes) * sizeof *memory);
    if (memory) {
        packing.wanted = memory;
        packing.mixed = packing.wanted + cells;
        packing.order = packing.mixed + cells;
        packing.freed = packing.order + count;
        packing.waiting = packing.freed + count;
        *size = book_complete_size((uint32_t)count, packing.book.bits);
        data = find_seed(&packing) ? calloc(*size, 1) : NULL;
    }
    if (data)
        fill(&packing, data);
    else
        error_machine(error, "out of memory for the book");
    free(memory);
    return data;
}
