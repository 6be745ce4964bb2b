/* Vectors of players that play through their game's table: what problems of every game share.

   A problem fills a struct evolve_problem with functions that call these with its game and its
   player, whose data is the vector and whose number is the plan's depth. Games run with the game's
   usual options from positions after random plies; both sides have each start once, with the same
   random numbers, so that two vectors that change places only change the sign. */
#ifndef LAB_EVOLVE_TABLE_H
#define LAB_EVOLVE_TABLE_H

#include "lab/evolve/evolve.h"

/* For a position and what the player wants. */
#define EVOLVE_TABLE_WORKSPACE(player_memory) (2048 + (size_t)(player_memory))

void evolve_table_starts(const struct game *game, const struct evolve_plan *plan,
                         struct random *random, void *starts);
int evolve_table_meet(const struct game *game, const struct evolve_plan *plan, const float *a,
                      const float *b, const void *starts, void *workspace);
int evolve_table_versus_random(const struct game *game, const struct evolve_plan *plan,
                               const float *a, int count, uint64_t seed, void *workspace);

/* The three functions of a problem by the name of its game. */
#define EVOLVE_TABLE_FUNCTIONS(word)                                                               \
    static void make_starts(const struct evolve_plan *plan, struct random *random, void *starts)   \
    {                                                                                              \
        evolve_table_starts(&game_##word, plan, random, starts);                                   \
    }                                                                                              \
    static int meet(const struct evolve_plan *plan, const float *a, const float *b,                \
                    const void *starts, void *workspace)                                           \
    {                                                                                              \
        return evolve_table_meet(&game_##word, plan, a, b, starts, workspace);                     \
    }                                                                                              \
    static int versus_random(const struct evolve_plan *plan, const float *a, int count,            \
                             uint64_t seed, void *workspace)                                       \
    {                                                                                              \
        return evolve_table_versus_random(&game_##word, plan, a, count, seed, workspace);          \
    }

#endif
