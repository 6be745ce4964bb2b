/* Connect Four's threats: empty cells that would complete four in a row.

   For a direction with step d, a cell completes a line when three of its neighbours along d are
   taken; the shifts below try the four ways in which the cell can lie in the line. */
#ifndef MINDS_CONNECT4_THREATS_H
#define MINDS_CONNECT4_THREATS_H

#include "games/connect4/connect4.h"

/* Every cell, filled or not, that together with three of `discs` makes four. */
static inline uint64_t connect4_completing(uint64_t discs, int height)
{
    uint64_t cells = (discs << 1) & (discs << 2) & (discs << 3);
    for (int d = height; d <= height + 2; d++) {
        uint64_t before = (discs << d) & (discs << 2 * d);
        uint64_t after = (discs >> d) & (discs >> 2 * d);
        cells |= before & ((discs << 3 * d) | (discs >> d));
        cells |= after & ((discs << d) | (discs >> 3 * d));
    }
    return cells;
}

/* The score of a game decided after `discs` discs in all, from the winner's view: one more than
   the discs the winner has left (22 minus the discs played, on the usual board). */
static inline int connect4_score(int cells, int discs)
{
    return (cells + 2 - discs) / 2;
}

#endif
