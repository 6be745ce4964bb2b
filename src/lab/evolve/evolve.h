/* Evolving vectors of weights by letting them play each other.

   The genetic algorithm of the Othello source, every number of it an option: a population meets in
   pairings along a random regular graph; an elite stays; the others are replaced by children of
   tournament winners (simulated binary crossover) and mutated by Gaussian noise, at rates that
   change with the generations. What is evolved is a struct evolve_problem: how many weights, how
   two vectors meet, how one does against a random player, which player of the game plays by one.
   The laboratory knows nothing else of it.

   Everything random is drawn from the seed, the generation and the number of the pairing, so the
   population is the same whatever the number of threads, and a run that was interrupted goes on
   from its checkpoint to the very same end. */
#ifndef LAB_EVOLVE_H
#define LAB_EVOLVE_H

#include "base/error.h"
#include "base/random.h"
#include "minds/mind.h"
#include <stdatomic.h>
#include <stddef.h>

#define EVOLVE_WEIGHTS_MAX 512
#define EVOLVE_STARTS_BYTES 4096

enum evolve_schedule {
    EVOLVE_MUTATION_FALLS, /* crossover g/G, mutation 1 - g/G (DHM/ILC) */
    EVOLVE_MUTATION_RISES, /* mutation g/G, crossover 1 - g/G (ILM/DHC) */
};

struct evolve_plan;

struct evolve_problem {
    const char *game, *model; /* "othello", "nn2" */
    const char *summary;      /* one line for the help */
    int weights;
    size_t workspace; /* bytes a thread needs to let two vectors meet */
    /* The start positions of one pairing into `starts` (EVOLVE_STARTS_BYTES). */
    void (*make_starts)(const struct evolve_plan *plan, struct random *random, void *starts);
    /* 1 when `a` wins the pairing, 0 for a tie, -1 when `b` wins. */
    int (*meet)(const struct evolve_plan *plan, const float *a, const float *b, const void *starts,
                void *workspace);
    /* Points of `games` games against a random player, half with each colour: 10, 1, 0. */
    int (*versus_random)(const struct evolve_plan *plan, const float *a, int games, uint64_t seed,
                         void *workspace);
    /* Plays by a vector, its player's data (an array of floats); its number is the depth. */
    const struct player_kind *player;
    /* Players of the game to be measured against, the weakest first; NULL ends them. */
    const char *const *ladder;
    /* Optional: a player to be met from the game's start with a tenth of both sides' moves made at
       random, which is how the literature measures Othello players. */
    const char *stray_opponent;
    /* Optional: a vector made by hand. With plan->from_known it is individual 0 at the start. */
    const float *known;
};

struct evolve_plan {
    const struct evolve_problem *problem;
    int population, generations;
    int depth;              /* of the players' search */
    int elite;              /* kept as they are */
    int opponents;          /* of each individual in a generation; even */
    int starts;             /* start positions of a pairing, each played with both colours */
    int start_plies;        /* random plies before them, at most */
    int tournament;         /* candidates for a parent */
    double eta;             /* of the crossover */
    double sigma;           /* of the mutation's noise */
    double mutated_weights; /* so many of a vector's weights, on average */
    enum evolve_schedule schedule;
    int test_every, test_best, test_games; /* against random */
    int ladder_every, ladder_games;        /* of the best individual against each of the ladder */
    bool clamp; /* weights beyond +-1 are cut off there; else all are divided by the largest */
    bool from_known;
    uint64_t seed;
};

struct evolve_population {
    int generation;  /* how many have been bred */
    float *weights;  /* [population][problem->weights] */
    int32_t *points; /* of the last fitness, as are the ranks */
    int32_t *ranks;  /* individuals, best first */
};

bool evolve_open(struct evolve_population *population, const struct evolve_plan *plan,
                 struct error *error);
void evolve_close(struct evolve_population *population);

/* The first generation: normal weights, rescaled. */
void evolve_begin(struct evolve_population *population, const struct evolve_plan *plan);

/* Plays all pairings of the present generation and fills points and ranks. False when stopped (the
   error is empty) or out of memory. */
bool evolve_compete(struct evolve_population *population, const struct evolve_plan *plan,
                    int threads, const atomic_bool *stop, struct error *error);

/* Makes the next generation from points and ranks. */
bool evolve_breed(struct evolve_population *population, const struct evolve_plan *plan,
                  struct error *error);

/* Points of the plan's best against random, best first; room for plan->test_best. */
bool evolve_test(const struct evolve_population *population, const struct evolve_plan *plan,
                 int threads, const atomic_bool *stop, int32_t *points, struct error *error);

/* The rates of a generation. */
double evolve_crossover_rate(const struct evolve_plan *plan, int generation);
double evolve_mutation_rate(const struct evolve_plan *plan, int generation);

/* The operators, one vector at a time. */
void evolve_rescale(float *weights, int count);
void evolve_clamp(float *weights, int count);
void evolve_cross(const float *a, const float *b, int count, double eta, struct random *random,
                  float *child);
void evolve_mutate(float *weights, int count, double each, double sigma, struct random *random);
double evolve_normal(struct random *random);
/* The best of plan->tournament random individuals (the same one may be drawn twice). */
int evolve_choose_parent(const struct evolve_population *population, const struct evolve_plan *plan,
                         struct random *random);

/* Pairing number `unit` of a generation: two different individuals; every individual is in exactly
   plan->opponents of them, with different partners. `order` is evolve_order's permutation. */
int evolve_pairings(const struct evolve_plan *plan);
void evolve_order(const struct evolve_plan *plan, int generation, int32_t *order);
void evolve_pairing(const struct evolve_plan *plan, const int32_t *order, int unit, int pair[2]);

#endif
