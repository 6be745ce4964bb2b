/* The automaton's strong player for a small processor: the very choices of `hard` in
   minds/connect4/hard.c, reached with a hundredth of the work.

   The evaluation is kept up to date disc by disc (every window of four cells has a count of both
   sides), a position one disc before the leaves weighs its columns without playing them, and each
   root column is searched only as far as needed to know whether it is at least as good as the best
   before it. None of this changes the value of a column that counts, so the choice stays the same.
 */
#ifndef PORTS_AUTOMATON_HARD_H
#define PORTS_AUTOMATON_HARD_H

#include "games/connect4/connect4.h"

enum {
    HARD_DEPTH = 6, /* plies below the root move; Šišić calls it depth 7 */
    HARD_ALL = (1 << CONNECT4_WIDTH) - 1,
};

/* The column of a position that is not over, chosen among those in `columns`; columns that are
   full do not matter, and if no other is in the set all are taken. `interrupt` is called again and
   again and may be NULL; when it gives true the best column so far is taken. *nodes, which may be
   NULL, is the number of positions visited. */
int hard_choose(struct connect4 board, int depth, uint32_t columns, bool (*interrupt)(void *),
                void *context, uint32_t *nodes);

#endif
