/* Discs that can never be turned over again.

   A disc is stable when in each of the four directions its line is full, or it is at the edge of
   the board in that direction, or a stable disc of its own colour is next to it. Edges are looked
   up in a table that knows every way an edge can still be played; the rest grows from there. The
   count is a lower bound: some discs are stable for other reasons. */
#ifndef MINDS_OTHELLO_STABLE_H
#define MINDS_OTHELLO_STABLE_H

#include <stdint.h>

/* Fills the table of edges once; any number of threads may call it. It must be called before
   anything else here. */
void othello_stable_prepare(void);

/* The stable discs of `mine`. */
uint64_t othello_stable(uint64_t mine, uint64_t theirs);

/* Those of them on the four edges, from the table alone. */
uint64_t othello_stable_edges(uint64_t mine, uint64_t theirs);

#endif
