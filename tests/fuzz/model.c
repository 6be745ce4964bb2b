/* Files of what a mind knows: the first character picks the mind, or a book. What is taken can be
   played with. A file of mill's has one size, so an input is also tried filled up to it; what its
   values are unpacked to depends on no byte's value, so one input in many shows it. Of Othello's
   numbers the first bytes are tried: a few more can stand for millions of zeros. */
#define _GNU_SOURCE /* memmem */
#include "base/hash.h"
#include "input.h"

#include "minds/book.h"
#include "minds/mill/patterns.h"
#include "minds/othello/model.h"
#include "minds/othello/network.h"
#include "minds/othello/ntuple.h"

#include <string.h>

enum {
    OTHELLO_MOST = 100, /* bytes of numbers */
    NETWORK_ROOM = 1 << 15,
};

static void try_othello(const uint8_t *data, size_t size)
{
    static struct {
        struct othello_weights weights; /* ten megabytes */
        struct othello_network network;
    } memory;
    struct error error = {.text = ""};
    const uint8_t *numbers = memmem(data, size, "\n\n", 2);
    size_t head = numbers ? (size_t)(numbers - data) : 0;
    size = size - head < OTHELLO_MOST ? size : head + OTHELLO_MOST;
    PROMISE(othello_model_room(data, size) <= sizeof memory);
    if (!othello_model_read(data, size, &memory.weights, &error))
        PROMISE(error.text[0]);
}

/* The network's part of a model, behind its checksum: as it is, and in place of the beginning of a
   network of zeros, so that a short input is a whole one. */
static void try_network(const uint8_t *data, size_t size)
{
    static struct othello_network network;
    static uint8_t zeros[NETWORK_ROOM], filled[NETWORK_ROOM];
    static size_t length;
    struct error error = {.text = ""};
    struct othello_features features;
    struct othello board = othello_start();
    othello_patterns_prepare();
    if (!length)
        length = othello_network_write(&network, zeros, sizeof zeros);
    PROMISE(length < sizeof zeros);
    PROMISE(othello_network_read(data, size, &network, &error) || error.text[0]);
    if (hash_bytes(data, size) % 4096)
        return; /* a network has many rows */
    memcpy(filled, zeros, length);
    memcpy(filled, data, size < length ? size : length);
    if (!othello_network_read(filled, length, &network, &error))
        return;
    othello_features_of(board.mine, board.theirs, &features);
    for (int empties = 0; empties <= 60; empties++) {
        int value = othello_network_evaluate(&network, &features, 4, 4, empties);
        PROMISE(value <= OTHELLO_NETWORK_MOST && value >= -OTHELLO_NETWORK_MOST);
    }
}

static void try_mill(const uint8_t *data, size_t size)
{
    static struct mill_patterns_packed packed;
    static struct mill_patterns patterns;
    struct error error = {.text = ""};
    if (!mill_patterns_read(data, size, &packed, &error))
        PROMISE(error.text[0]);
    else if (hash_bytes(data, 64) % 256 == 0)
        mill_patterns_unpack(&packed, &patterns);
}

/* The rest is zeros, as it was before the last input. */
static void try_mill_filled(const uint8_t *data, size_t size)
{
    static uint8_t filled[MILL_PATTERNS_BYTES];
    size_t used = size < sizeof filled ? size : sizeof filled;
    memcpy(filled, data, used);
    try_mill(filled, sizeof filled);
    memset(filled, 0, used);
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
    if (size < 1)
        return 0;
    switch (data[0]) {
    case 'b':
        try_book(data + 1, size - 1);
        break;
    case 'n':
        try_ntuple(data + 1, size - 1);
        break;
    case 'o':
        try_othello(data + 1, size - 1);
        break;
    case 'w':
        try_network(data + 1, size - 1);
        break;
    case 'm':
        try_mill(data + 1, size - 1);
        try_mill_filled(data + 1, size - 1);
        break;
    }
    return 0;
}
