/* Proves puzzles: what every legal move of a position is worth for a kind of puzzle.

   puzzle_prove fills in everything that is proved of a puzzle whose game, setup, position and kind
   are there: value, solutions, the line and the wrong moves with their refutations. It returns
   false where there is no puzzle (nothing to find, everything right) or no proof within the limits.
   puzzle_check does the same for a puzzle that somebody else wrote and compares; it also proves
   that each refutation given does refute. */
#ifndef LAB_PUZZLE_PROVE_H
#define LAB_PUZZLE_PROVE_H

#include "lab/puzzle_force.h"
#include "lab/think.h"

struct puzzle_prover {
    const struct game *game;
    const struct puzzle_set *set;
    const struct mind *mind;
    struct thinker thinker; /* for the solver */
    struct thinker looker;  /* for players, with a table that is quickly forgotten */
    struct player_kind solver_kind;
    struct player solver;
    const atomic_bool *stop; /* may be NULL */
    struct puzzle_force *force;
    bool starved; /* memory ran out: what was not proved since might have been */
};

/* False with an error when the game has no puzzles or memory runs out. */
bool puzzle_prover_open(struct puzzle_prover *prover, const struct game *game, struct error *error);
void puzzle_prover_close(struct puzzle_prover *prover);

bool puzzle_prove(struct puzzle_prover *prover, const struct puzzle_kind *kind,
                  struct puzzle *puzzle);

/* False with a sentence that says what is wrong. */
bool puzzle_check(struct puzzle_prover *prover, const struct puzzle *puzzle, struct error *error);

#endif
