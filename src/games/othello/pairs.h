/* Othello's legal moves with vectors of two words: SSE2, NEON, WebAssembly SIMD.

   The second lane holds the board upside down, so that one shift to the left walks up in one lane
   and down in the other; the two horizontal directions are left to plain words, which run beside
   the vectors. Written with the compiler's vector types: any target can compile and test it.
   Flips gain nothing from two lanes and have no version here. */
#ifndef GAMES_OTHELLO_PAIRS_H
#define GAMES_OTHELLO_PAIRS_H

#include "games/othello/words.h"

typedef uint64_t othello_pair __attribute__((vector_size(16)));

/* Like othello_words_behind, along +step only. */
#define OTHELLO_PAIRS_BEHIND(mine, between, step)                                                  \
    ({                                                                                             \
        othello_pair run_ = (between) & ((mine) << (step));                                        \
        run_ |= (between) & (run_ << (step));                                                      \
        othello_pair twos_ = (between) & ((between) << (step));                                    \
        run_ |= twos_ & (run_ << 2 * (step));                                                      \
        run_ |= twos_ & (run_ << 2 * (step));                                                      \
        run_ << (step);                                                                            \
    })

static inline uint64_t othello_pairs_legal(uint64_t mine, uint64_t theirs)
{
    othello_pair own = {mine, bits_swap_rows(mine)};
    othello_pair all = {theirs, bits_swap_rows(theirs)};
    othello_pair inner = all & (othello_pair){OTHELLO_INNER_FILES, OTHELLO_INNER_FILES};
    othello_pair behind = OTHELLO_PAIRS_BEHIND(own, all, 8) | OTHELLO_PAIRS_BEHIND(own, inner, 9) |
                          OTHELLO_PAIRS_BEHIND(own, inner, 7);
    uint64_t level = othello_words_behind(mine, theirs & OTHELLO_INNER_FILES, 1);
    return ~(mine | theirs) & (behind[0] | bits_swap_rows(behind[1]) | level);
}

#endif
