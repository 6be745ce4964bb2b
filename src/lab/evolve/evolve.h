/* Evolving vectors of weights by letting them play each other.

   The genetic algorithm of Milinović's thesis [milinovic23], every number of it an option: a
   population meets in pairings along a random regular graph; an elite stays; the others are
   replaced by children of tournament winners (simulated binary crossover) and mutated by
   Gaussian noise, at rates that change with the generations. What is evolved is a struct
   evolve_problem: how many weights, how two vectors meet, how one does against a random player,
   which player of the game plays by one. The laboratory knows nothing else of it.

   Everything random is drawn from the seed, the generation and the number of the pairing, so the
   population is the same whatever the number of threads, and a run that was interrupted continues
   from its checkpoint to the very same end. */
#ifndef LAB_EVOLVE_H
#define LAB_EVOLVE_H

#include "base/error.h"
#include "base/random.h"
#include "minds/mind.h"
#include "minds/vector.h"
#include <stdatomic.h>
#include <stddef.h>

struct evolve_partner;

#define EVOLVE_WEIGHTS_MAX VECTOR_WEIGHTS_MAX
#define EVOLVE_STARTS_BYTES 4096
#define EVOLVE_LAYERS_MAX 4
#define EVOLVE_NAME_ROOM 96
#define EVOLVE_TOURNAMENT_MAX 1000
#define EVOLVE_DATA_BYTES 4096 /* of a player, at most */

enum evolve_schedule {
    EVOLVE_MUTATION_FALLS, /* crossover g/G, mutation 1 - g/G (DHM/ILC) */
    EVOLVE_MUTATION_RISES, /* mutation g/G, crossover 1 - g/G (ILM/DHC) */
};

/* Choices that the thesis leaves open; docs/evolution.md quotes it. The first of each is the
   default. */
enum evolve_depth_counts { EVOLVE_FROM_ROOT, EVOLVE_BELOW_ROOT };
enum evolve_rescaling {
    EVOLVE_RESCALE_VECTOR, /* all divided by the largest, where it exceeds 1 */
    EVOLVE_RESCALE_LAYER,  /* the same layer by layer */
    EVOLVE_RESCALE_CLAMP,  /* cut off at +-1 */
    EVOLVE_RESCALE_FILL,   /* every layer divided by its largest, even where that is below 1 */
    EVOLVE_RESCALE_SPAN,   /* every layer's least becomes -1, its largest 1 */
};
enum evolve_survivors { EVOLVE_KEPT, EVOLVE_DRAWN };
enum evolve_spread { EVOLVE_PER_WEIGHT, EVOLVE_PER_CHILD };
enum evolve_draw { EVOLVE_WITH_REPLACEMENT, EVOLVE_WITHOUT_REPLACEMENT };
enum evolve_starts_for { EVOLVE_STARTS_FOR_PAIRING, EVOLVE_STARTS_FOR_GENERATION };

struct evolve_plan;

struct evolve_problem {
    const char *game, *model; /* "othello", "nn2" */
    const char *summary;      /* one line for the help */
    int weights;              /* of the usual variant */
    /* Optional: the weights of each layer in order, and how many layers; without it there is one.
     */
    int (*layers)(const struct vector_variant *variant, int sizes[EVOLVE_LAYERS_MAX]);
    struct vector_variant usual, most; /* most: the upper limit of each of the variant's numbers */
    size_t workspace;                  /* bytes a thread needs to let two vectors meet */
    /* The start positions of one pairing into `starts` (EVOLVE_STARTS_BYTES). */
    void (*make_starts)(const struct evolve_plan *plan, struct random *random, void *starts);
    /* 1 when `a` wins the pairing, 0 for a tie, -1 when `b` wins. */
    int (*meet)(const struct evolve_plan *plan, const float *a, const float *b, const void *starts,
                void *workspace);
    /* Points of `games` games against a random player, half with each colour: 10, 1, 0. */
    int (*versus_random)(const struct evolve_plan *plan, const float *a, int games, uint64_t seed,
                         void *workspace);
    /* Optional: like `meet`, but against the player of plan->sparring, whom `partner` asks. */
    int (*spar)(const struct evolve_plan *plan, const float *a, struct evolve_partner *partner,
                const void *starts, void *workspace);
    /* Plays by a vector, its player's data; its number is the depth. The data is the array of
       floats itself, or what `dress` makes of it in EVOLVE_DATA_BYTES. */
    const struct player_kind *player;
    void (*dress)(const struct vector_variant *variant, const float *weights, int count,
                  void *data);
    /* Players of the game to be measured against, the weakest first; NULL ends them. */
    const char *const *ladder;
    /* Optional: a player to be met from the game's start with a tenth of both sides' moves made at
       random, which is how the literature measures Othello players. */
    const char *stray_opponent;
    /* Optional: the weight that belongs to a place of the board, in picture 0, 1, ... of those that
       can be drawn of a vector; -1 where there is no such picture, or no weight of its own. */
    int (*weight_at)(const struct vector_variant *variant, int picture, int place);
    /* Optional: a vector made by hand. With plan->from_known it is individual 0 at the start. */
    const float *known;
};

struct evolve_plan {
    const struct evolve_problem *problem;
    int population, generations;
    int depth;              /* of the players' search: evolve_plies says what it means */
    int depth_counts;       /* enum evolve_depth_counts */
    int elite;              /* kept as they are */
    int opponents;          /* of each individual in a generation; even */
    int starts;             /* start positions of a pairing, each played with both colours */
    int starts_for;         /* enum evolve_starts_for: its own, or those of the generation */
    int start_plies;        /* random plies before them, at most */
    int tournament;         /* candidates for a parent */
    double eta;             /* of the crossover */
    double sigma;           /* of the mutation's noise */
    double mutated_weights; /* how many of a vector's weights, on average */
    int schedule;           /* enum evolve_schedule, as the others are enums from above */
    int rescaling, survivors, spread, tournament_draw;
    struct vector_variant variant;
    char sparring[EVOLVE_NAME_ROOM]; /* a player of the game to be met as well; empty for none */
    double sparring_share;           /* share of the opponents that are this player, 0 to 1 */
    int test_every, test_best, test_games; /* against random */
    int ladder_every, ladder_games;        /* of the best individual against each of the ladder */
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

/* How many weights a vector has. */
int evolve_weights(const struct evolve_problem *problem, const struct vector_variant *variant);
/* How many plies the players look ahead. */
int evolve_plies(const struct evolve_plan *plan);
/* The data of problem->player for a vector: `weights` or, dressed, `room` (EVOLVE_DATA_BYTES). */
const void *evolve_player_data(const struct evolve_problem *problem,
                               const struct vector_variant *variant, const float *weights,
                               void *room);

/* The rates of a generation. */
double evolve_crossover_rate(const struct evolve_plan *plan, int generation);
double evolve_mutation_rate(const struct evolve_plan *plan, int generation);

/* The operators, one vector at a time. */
void evolve_rescale(float *weights, int count);
void evolve_clamp(float *weights, int count);
void evolve_fill(float *weights, int count);
void evolve_span(float *weights, int count);
/* By the plan, layer by layer where it says so. */
void evolve_keep_within(const struct evolve_plan *plan, float *weights);
void evolve_cross(const float *a, const float *b, int count, double eta, enum evolve_spread spread,
                  struct random *random, float *child);
void evolve_mutate(float *weights, int count, double each, double sigma, struct random *random);
double evolve_normal(struct random *random);
/* The best of plan->tournament random individuals; plan->tournament_draw says whether the same one
   may be drawn twice. */
int evolve_choose_parent(const struct evolve_population *population, const struct evolve_plan *plan,
                         struct random *random);

/* Pairing number `unit` of a generation: two different individuals; every individual is in exactly
   evolve_neighbours of them, with different partners. `order` is evolve_order's permutation. The
   pairings with the sparring partner come last, evolve_spars for each individual; the second of
   such a pair is -1. */
int evolve_neighbours(const struct evolve_plan *plan);
int evolve_spars(const struct evolve_plan *plan);
int evolve_pairings(const struct evolve_plan *plan);
void evolve_order(const struct evolve_plan *plan, int generation, int32_t *order);
void evolve_pairing(const struct evolve_plan *plan, const int32_t *order, int unit, int pair[2]);

#endif
