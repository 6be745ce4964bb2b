/* Stable discs (stable.h; the notion is that of Iago [rosenbloom82]).

   An edge can only be changed by moves on that edge, so it is a game of its own with 3^8
   positions. The table is filled from full edges to empty ones: a disc is stable if it survives
   every move by either side into every empty square, and those successors have one disc more and
   are known already. Inside, a disc is safe in a direction if that line is full or a neighbour
   in it is already known to be stable; the loop adds discs until nothing changes. Full lines are
   found for all squares at once by spreading the empty squares along each direction.

   The count is a lower bound, so the cut built on it is always right, only not always found. */
#include "minds/othello/stable.h"

#include "base/bits.h"
#include <stdatomic.h>

#define FILE_A UINT64_C(0x0101010101010101)
#define FILE_H UINT64_C(0x8080808080808080)
#define INSIDE UINT64_C(0x007e7e7e7e7e7e00)

/* edge[mine][theirs]: which of mine no play on this edge can turn over. */
static uint8_t edge[256][256];

/* A move on the edge alone: what lies between the new disc and the next of mine turns over. */
static unsigned edge_flips(unsigned mine, unsigned theirs, int place)
{
    unsigned flips = 0, run = 0;
    for (int i = place + 1; i < 8; i++) {
        if (!(theirs >> i & 1)) {
            flips |= mine >> i & 1 ? run : 0;
            break;
        }
        run |= 1u << i;
    }
    run = 0;
    for (int i = place - 1; i >= 0; i--) {
        if (!(theirs >> i & 1)) {
            flips |= mine >> i & 1 ? run : 0;
            break;
        }
        run |= 1u << i;
    }
    return flips;
}

void othello_stable_prepare(void)
{
    enum { NONE, BEING_MADE, READY };
    static atomic_int state;
    int expected = NONE;
    if (atomic_load(&state) == READY)
        return;
    if (!atomic_compare_exchange_strong(&state, &expected, BEING_MADE)) {
        while (atomic_load(&state) != READY) {
        }
        return;
    }
    /* Fuller edges first, so that the survivors of each are one step away. */
    for (int discs = 8; discs >= 0; discs--)
        for (unsigned mine = 0; mine < 256; mine++)
            for (unsigned theirs = 0; theirs < 256; theirs++) {
                if ((mine & theirs) || bits_count(mine | theirs) != discs)
                    continue;
                unsigned kept = mine, empty = ~(mine | theirs) & 0xff;
                for (int place = 0; place < 8 && kept; place++) {
                    if (!(empty >> place & 1))
                        continue;
                    unsigned one = 1u << place, flips = edge_flips(mine, theirs, place);
                    kept &= edge[mine | flips | one][theirs & ~flips];
                    flips = edge_flips(theirs, mine, place);
                    kept &= edge[mine & ~flips][theirs | flips | one];
                }
                edge[mine][theirs] = (uint8_t)kept;
            }
    atomic_store(&state, READY);
}

static inline unsigned column(uint64_t set, int file)
{
    return (unsigned)(((set >> file) & FILE_A) * UINT64_C(0x0102040810204080) >> 56);
}

/* Bit r of the byte becomes the a-file's square of row r. */
static inline uint64_t as_column(unsigned byte)
{
    return (((uint64_t)(byte & 0x7f) * UINT64_C(0x0002040810204081)) & FILE_A) |
           (uint64_t)(byte >> 7) << 56;
}

uint64_t othello_stable_edges(uint64_t mine, uint64_t theirs)
{
    return edge[mine & 0xff][theirs & 0xff] | (uint64_t)edge[mine >> 56][theirs >> 56] << 56 |
           as_column(edge[column(mine, 0)][column(theirs, 0)]) |
           as_column(edge[column(mine, 7)][column(theirs, 7)]) << 7;
}

/* Squares of lines along `step` that have an empty square: the empties spread both ways. `up` and
   `down` are where a disc can come to lie after one step of that sign. */
static inline uint64_t spread(uint64_t set, int step, uint64_t up, uint64_t down)
{
    uint64_t up2 = up & (up << step), down2 = down & (down >> step);
    uint64_t up4 = up2 & (up2 << 2 * step), down4 = down2 & (down2 >> 2 * step);
    uint64_t above = set | (up & (set << step)), below = set | (down & (set >> step));
    above |= up2 & (above << 2 * step);
    below |= down2 & (below >> 2 * step);
    return above | below | (up4 & (above << 4 * step)) | (down4 & (below >> 4 * step));
}

uint64_t othello_stable(uint64_t mine, uint64_t theirs)
{
    uint64_t stable = othello_stable_edges(mine, theirs), inner = mine & INSIDE;
    uint64_t empty = ~(mine | theirs);
    uint64_t row = ~spread(empty, 1, ~FILE_A, ~FILE_H);
    uint64_t file = ~spread(empty, 8, ~UINT64_C(0), ~UINT64_C(0));
    uint64_t falling = ~spread(empty, 9, ~FILE_A, ~FILE_H);
    uint64_t rising = ~spread(empty, 7, ~FILE_H, ~FILE_A);
    stable |= inner & row & file & falling & rising;
    if (!stable)
        return 0;
    for (;;) {
        uint64_t grown =
            inner & (stable << 1 | stable >> 1 | row) & (stable << 8 | stable >> 8 | file) &
            (stable << 9 | stable >> 9 | falling) & (stable << 7 | stable >> 7 | rising);
        if (!(grown & ~stable))
            return stable;
        stable |= grown;
    }
}
