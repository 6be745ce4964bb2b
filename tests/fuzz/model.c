/* Files of what a mind knows: the first character picks the mind, or a book. What is taken can be
   played with. A file of mill's has one size, so an input is also tried filled up to it. */
#include "base/hash.h"
#include "input.h"

#include "minds/book.h"
#include "minds/mill/patterns.h"
#include "minds/mind.h"
#include "minds/othello/ntuple.h"

#include <stdlib.h>
#include <string.h>

static void try_mind(const char *game, const uint8_t *data, size_t size)
{
    static void *memory[2];
    const struct mind *mind = mind_of(game_find(game));
    void **own = &memory[game[0] == 'm'];
    struct error error = {.text = ""};
    if (!*own)
        *own = aligned_alloc(64, (mind->model_memory + 63) / 64 * 64);
    PROMISE(*own);
    if (!mind->model_use(data, size, *own, &error))
        PROMISE(error.text[0]);
}

static void try_ntuple(const uint8_t *data, size_t size)
{
    static struct othello_ntuple_net net;
    struct error error = {.text = ""};
    if (!othello_ntuple_read(data, size, &net, &error)) {
        PROMISE(error.text[0]);
        return;
    }
    int square = othello_ntuple_choose(&net, othello_start(), NULL, NULL);
    PROMISE(othello_moves(othello_start()) >> square & 1);
}

static void try_book(const uint8_t *data, size_t size)
{
    struct mind_book book = {data, size};
    int plies, score;
    size_t records;
    bool valid = book_valid(&book, &plies, &records);
    for (size_t i = 0; valid && i < records && i < 100; i++) {
        uint64_t key = hash_mix(i) >> 16;
        if (BOOK_HEAD + records * BOOK_RECORD == size)
            key = book_read_key(data + BOOK_HEAD + i * BOOK_RECORD);
        book_find(&book, key, 0, &score);
    }
    PROMISE(valid || !book_find(&book, 1, 0, &score));
}

int LLVMFuzzerTestOneInput(const uint8_t *data, size_t size)
{
    static uint8_t filled[MILL_PATTERNS_BYTES];
    if (size < 1)
        return 0;
    if (data[0] == 'b')
        try_book(data + 1, size - 1);
    if (data[0] == 'n')
        try_ntuple(data + 1, size - 1);
    if (data[0] == 'o')
        try_mind("othello", data + 1, size - 1);
    if (data[0] != 'm')
        return 0;
    try_mind("mill", data + 1, size - 1);
    memset(filled, 0, sizeof filled);
    memcpy(filled, data + 1, size - 1 < sizeof filled ? size - 1 : sizeof filled);
    try_mind("mill", filled, sizeof filled);
    return 0;
}
