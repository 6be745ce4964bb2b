/* Othello's moves and flips with plain 64-bit words: the implementation that works everywhere.

   Squares are bits, a1 = 0, b1 = 1, a2 = 8. Use games/othello/flips.h, which picks the best
   implementation for the target; this one is always compiled and tested against the others. */
#ifndef GAMES_OTHELLO_WORDS_H
#define GAMES_OTHELLO_WORDS_H

#include "base/bits.h"
#include "games/othello/rays.h"

/* Discs that can lie between two others in a direction that changes the file. */
#define OTHELLO_INNER_FILES UINT64_C(0x7e7e7e7e7e7e7e7e)

/* The squares behind a run of `between` that begins next to one of `mine`, along +step and -step.
   A run has at most six discs: it grows to one, two, four and six in both directions at once. */
static inline uint64_t othello_words_behind(uint64_t mine, uint64_t between, int step)
{
    uint64_t up = between & (mine << step), down = between & (mine >> step);
    up |= between & (up << step);
    down |= between & (down >> step);
    uint64_t pairs = between & (between << step), pairs_down = pairs >> step;
    up |= pairs & (up << 2 * step);
    down |= pairs_down & (down >> 2 * step);
    up |= pairs & (up << 2 * step);
    down |= pairs_down & (down >> 2 * step);
    return (up << step) | (down >> step);
}

static inline uint64_t othello_words_legal(uint64_t mine, uint64_t theirs)
{
    uint64_t inner = theirs & OTHELLO_INNER_FILES;
    return ~(mine | theirs) &
           (othello_words_behind(mine, inner, 1) | othello_words_behind(mine, theirs, 8) |
            othello_words_behind(mine, inner, 9) | othello_words_behind(mine, inner, 7));
}

/* On each ray the nearest square that is not theirs decides: when it is mine, all before it flip.
 */
static inline uint64_t othello_words_flips(uint64_t mine, uint64_t theirs, int square)
{
    const struct othello_rays *rays = &othello_rays[square];
    uint64_t flips = 0;
    for (int i = 0; i < 4; i++) {
        uint64_t end = bits_lowest(rays->up[i] & ~theirs) & mine;
        flips |= rays->up[i] & (end - (end != 0));
    }
    for (int i = 0; i < 4; i++) {
        /* The added bit keeps the argument of bits_last from being empty; it makes no end, since
           a1 is then off the ray or theirs. */
        uint64_t end = bit(bits_last((rays->down[i] & ~theirs) | 1)) & mine & rays->down[i];
        flips |= rays->down[i] & (0 - 2 * end);
    }
    return flips;
}

#endif
