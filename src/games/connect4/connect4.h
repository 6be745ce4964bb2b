/* Connect Four on a board of any size with width * (height + 1) <= 64.

   A column takes height + 1 bits of a word, the lowest cell first; the spare bit on top keeps
   lines from running over into the next column (Tromp's layout [tromp95]). The rules are
   inline functions of the board and its height so that a search compiled for one size folds the
   constants. Cell (column, row) is bit column * (height + 1) + row. */
#ifndef GAMES_CONNECT4_H
#define GAMES_CONNECT4_H

#include "base/bits.h"
#include "games/game.h"

enum { CONNECT4_WIDTH = 7, CONNECT4_HEIGHT = 6, CONNECT4_MOVES_MAX = 16 };
enum connect4_option { CONNECT4_OPTION_WIDTH, CONNECT4_OPTION_HEIGHT };

struct connect4 {
    uint64_t mine;   /* discs of the side to move */
    uint64_t filled; /* all discs */
};

extern const struct game game_connect4;

/* The bottom cell of every column. */
static inline uint64_t connect4_bottom(int width, int height)
{
    uint64_t row = 0;
    for (int column = 0; column < width; column++)
        row |= bit(column * (height + 1));
    return row;
}

/* Every cell of the board, without the spare bits. */
static inline uint64_t connect4_cells(int width, int height)
{
    return connect4_bottom(width, height) * ((UINT64_C(1) << height) - 1);
}

/* The cells into which a disc can fall now. */
static inline uint64_t connect4_landings(uint64_t filled, uint64_t bottom, uint64_t cells)
{
    return (filled + bottom) & cells;
}

static inline uint64_t connect4_column(int column, int height)
{
    return ((UINT64_C(1) << height) - 1) << column * (height + 1);
}

/* Four in a row: a disc with a neighbour in a direction, twice, two steps apart. */
static inline bool connect4_has_four(uint64_t discs, int height)
{
    const int directions[] = {1, height, height + 1, height + 2}; /* up, falling, right, rising */
    for (int i = 0; i < 4; i++) {
        uint64_t pairs = discs & (discs >> directions[i]);
        if (pairs & (pairs >> 2 * directions[i]))
            return true;
    }
    return false;
}

/* Drops a disc into `landing`, one bit of connect4_landings; the other side is then to move. */
static inline void connect4_drop(struct connect4 *board, uint64_t landing)
{
    board->mine ^= board->filled;
    board->filled |= landing;
}

/* Whether the side that has just moved has won. */
static inline bool connect4_lost(const struct connect4 *board, int height)
{
    return connect4_has_four(board->mine ^ board->filled, height);
}

static inline int connect4_side_to_move(const struct connect4 *board)
{
    return bits_count(board->filled) & 1;
}

#endif
