/* Makes puzzles: looks for positions with one good move, proves them and says how hard they are.

   The work is a row of numbered candidates, each with random numbers of its own, so that the same
   seed gives the same puzzles however often the work was stopped in between. Kinds take turns.
   Every second puzzle of a kind, or all where the kind says so, is to be beyond a plain search of
   PUZZLE_SHALLOW plies; when none is found for long, an easier one is taken. No two puzzles are
   alike up to symmetry. */
#ifndef LAB_PUZZLE_MAKE_H
#define LAB_PUZZLE_MAKE_H

#include "lab/puzzle_prove.h"

enum { PUZZLE_SHALLOW = 4, PUZZLE_COUNT_MAX = 2000 };

struct puzzle_maker {
    struct puzzle_prover prover;
    struct game_setup setup;
    uint64_t seed;
    uint64_t tried;          /* candidates before the next one to be examined */
    const atomic_bool *stop; /* may be NULL */
    struct puzzle *made;     /* room for PUZZLE_COUNT_MAX */
    uint64_t *keys;
    int count;
    struct puzzle *spare; /* an easier one than wanted */
};

/* False with an error. */
bool puzzle_maker_open(struct puzzle_maker *maker, const struct game *game, uint64_t seed,
                       const atomic_bool *stop, struct error *error);
void puzzle_maker_close(struct puzzle_maker *maker);

/* Resumes where a file made with the same seed ended. */
bool puzzle_maker_resume(struct puzzle_maker *maker, const char *text, size_t length,
                         struct error *error);

/* Finds one more puzzle; false when stopped, when there is none to be found, or when memory ran out
   (`starved`): going on would give other puzzles than the seed's. */
bool puzzle_make(struct puzzle_maker *maker);

/* The file so far, which the caller frees; NULL when memory runs out. */
char *puzzle_maker_text(const struct puzzle_maker *maker, size_t *length);

/* How hard it is for a plain search: from which depth on the set's rater finds a solution and keeps
   to it, and how many positions it had then seen. False when stopped, and for a puzzle that it
   found at PUZZLE_SHALLOW plies by luck and lost again further on. */
bool puzzle_rate(struct puzzle_prover *prover, struct puzzle *puzzle);

/* Whether the rater does not find it at PUZZLE_SHALLOW plies. */
bool puzzle_is_deep(const struct puzzle *puzzle);

#endif
