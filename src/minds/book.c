/* Finding positions in a book of either form, and writing records: fixed-size, sorted by key,
   found by binary search, byte by byte so that neither alignment nor byte order matters. */
#include "minds/book.h"

#include "base/memory.h"
#include "minds/book_complete.h"
#include <limits.h>

static const uint8_t mark[8] = {'p', 'o', 't', 'e', 'z', 'b', 'k', '1'};

static bool has_records(const struct mind_book *book)
{
    return book && book->size >= BOOK_HEAD && memory_equal(book->data, mark, sizeof mark) &&
           (book->size - BOOK_HEAD) % BOOK_RECORD == 0;
}

bool book_valid(const struct mind_book *book, int *plies, size_t *records)
{
    struct book_complete complete;
    bool whole = book_complete_open(book, &complete);
    if (!whole && !has_records(book))
        return false;
    if (plies)
        *plies = whole ? complete.plies : book->data[sizeof mark];
    if (records)
        *records = whole ? complete.positions : (book->size - BOOK_HEAD) / BOOK_RECORD;
    return true;
}

uint64_t book_read_key(const uint8_t *record)
{
    uint64_t key = 0;
    for (int i = 0; i < BOOK_KEY; i++)
        key = key << 8 | record[i];
    return key;
}

static bool find_record(const struct mind_book *book, uint64_t key, int *score)
{
    size_t low = 0, high = (book->size - BOOK_HEAD) / BOOK_RECORD;
    while (low < high) {
        size_t middle = low + (high - low) / 2;
        const uint8_t *record = book->data + BOOK_HEAD + middle * BOOK_RECORD;
        uint64_t found = book_read_key(record);
        if (found == key) {
            *score = (int8_t)record[BOOK_KEY];
            return true;
        }
        if (found < key)
            low = middle + 1;
        else
            high = middle;
    }
    return false;
}

bool book_find(const struct mind_book *book, uint64_t key, int ply, int *score)
{
    struct book_complete complete;
    if (!book_complete_open(book, &complete))
        return has_records(book) && find_record(book, key, score);
    if (ply < 0 || ply > complete.plies)
        return false;
    *score = book_complete_score(&complete, key);
    return true;
}

/* What a move is worth to the side that makes it. */
static bool score_after(const struct mind *mind, const struct mind_book *book,
                        const struct game_setup *setup, const void *position, uint32_t move,
                        int *score)
{
    _Alignas(64) char child[GAME_POSITION_SMALL];
    const struct game *game = mind->game;
    memory_copy(child, position, game->position_size(setup));
    game->play(setup, child, move);
    int ply = mind->book_ply ? mind->book_ply(setup, child) : -1;
    if (!book_find(book, mind->book_key(setup, child), ply, score))
        return false;
    if (game->side_to_move(setup, child) != game->side_to_move(setup, position))
        *score = -*score;
    return true;
}

int book_moves(const struct mind *mind, const struct mind_book *book,
               const struct game_setup *setup, const void *position, uint32_t moves[GAME_MOVES_MAX])
{
    int scores[GAME_MOVES_MAX], best = INT_MIN, good = 0;
    if (!book || !mind->book_key || mind->game->position_size(setup) > GAME_POSITION_SMALL)
        return 0;
    int count = mind->game->legal_moves(setup, position, moves);
    for (int i = 0; i < count; i++) {
        if (!score_after(mind, book, setup, position, moves[i], &scores[i]))
            return 0;
        best = scores[i] > best ? scores[i] : best;
    }
    for (int i = 0; i < count; i++)
        if (scores[i] >= best - (mind->margin ? BOOK_NEARLY : 0))
            moves[good++] = moves[i];
    return good;
}

void book_write_head(uint8_t head[BOOK_HEAD], int plies)
{
    memory_clear(head, BOOK_HEAD);
    memory_copy(head, mark, sizeof mark);
    head[sizeof mark] = (uint8_t)plies;
}

void book_write_record(uint8_t record[BOOK_RECORD], uint64_t key, int score)
{
    for (int i = 0; i < BOOK_KEY; i++)
        record[i] = (uint8_t)(key >> 8 * (BOOK_KEY - 1 - i));
    record[BOOK_KEY] = (uint8_t)(int8_t)score;
}
