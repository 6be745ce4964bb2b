/* The automaton's perfect player: the exact solver with a small table and a limit of positions.

   It asks "is the score more than n?" about the position, first for the n that tells a win from a
   draw, and narrows the bounds of the score as far as the limit allows. The column it gives is
   always the one with the best proved bound; where nothing is proved, the strong player chooses
   among the columns that are not proved to be worse. The limit is a number of positions and not a
   time, so that every machine plays the same game; docs/automaton.md says what a position costs on
   the chip. The opening is not its business: see ports/automaton/book.h. */
#ifndef PORTS_AUTOMATON_PERFECT_H
#define PORTS_AUTOMATON_PERFECT_H

#include "minds/connect4/solver.h"

enum {
    PERFECT_TABLE = 16384, /* bytes; larger ones were measured to save little */
    PERFECT_NODES = 55000, /* two seconds of the chip at 160 MHz */
    PERFECT_UNKNOWN = 100, /* more than any score */
};

struct perfect {
    struct connect4_solver solver;
    _Alignas(64) uint64_t table[PERFECT_TABLE / sizeof(uint64_t)];
};

struct perfect_answer {
    int column;
    int lower, upper; /* the score of the position lies here; equal: proved */
    uint32_t nodes;
};

/* Empties the table. */
void perfect_init(struct perfect *perfect);

/* The answer for a position that is not over. `interrupt` is called again and again during the
   search; it may be NULL; true ends the search early. */
void perfect_think(struct perfect *perfect, struct connect4 board, uint32_t nodes,
                   bool (*interrupt)(void *), void *context, struct perfect_answer *answer);

#endif
