/* Training n-tuple networks of Othello (minds/othello/ntuple.h) by playing.

   By temporal differences (ntuple_learn): batches of games, by the network against itself or
   against given opponents, each side now and then moving at random. A position after a move of the
   network is worth what the game said later: the value of the next such position, or the result, or
   a mixture (lambda). The games of a batch are played with the same weights, on all cores; then the
   mean error of each weight moves it. So the result depends on the seed alone and not on the number
   of threads.

   By evolution (ntuple_train.h): the weights are a vector for CMA-ES (lab/evolve/cma.h), whose
   fitness is the score of a number of games against the opponents.

   Resumed from a checkpoint, both reach the same end as without an interruption. */
#ifndef LAB_OTHELLO_NTUPLE_H
#define LAB_OTHELLO_NTUPLE_H

#include "minds/othello/form.h"
#include "minds/othello/ntuple.h"
#include <stdatomic.h>

enum { NTUPLE_SELF = OTHELLO_FORMS, NTUPLE_OPPONENTS };

/* How games are played. */
struct ntuple_rules {
    int random;                  /* percentage of either side's moves that are random */
    int start_plies;             /* random plies before the game, at most; 0: the standard start */
    int share[NTUPLE_OPPONENTS]; /* how many games against each form or itself, in proportion */
};

/* Reads "swh" or "self:2,swh:1". */
bool ntuple_opponents_read(const char *text, struct ntuple_rules *rules, struct error *error);

/* One of them, as likely as its share. */
int ntuple_opponent_draw(const struct ntuple_rules *rules, struct random *random);

/* A network in training. */
struct ntuple_trainee {
    struct othello_ntuple_shape *shape;
    float *weights;     /* [stages][shape->weights] */
    int32_t *canonical; /* of the weights of one stage: the one that stands for its mirror images */
    int32_t *image;     /* of the same: the next one that is the same weight, in a ring */
    void *opponents;    /* prepared forms */
};

bool ntuple_open(struct ntuple_trainee *trainee, const struct othello_ntuple_shape *shape,
                 struct error *error);
void ntuple_close(struct ntuple_trainee *trainee);

/* From and to what files hold: rounded, and cut off where 16 bits end. */
void ntuple_load(struct ntuple_trainee *trainee, const struct othello_ntuple_net *net);
void ntuple_store(const struct ntuple_trainee *trainee, struct othello_ntuple_net *net);

/* Gives every weight the value of the one that stands for it. */
void ntuple_mirror(struct ntuple_trainee *trainee);

struct ntuple_sample {
    uint64_t own, other; /* after a move of the one whose discs are own */
    float value, target; /* the network's value, and what it should be: -1 to 1 */
};

enum { NTUPLE_SAMPLES = 64 }; /* of a game, at most */

/* A game against `opponent`; the network has black or white. The result for the network (black in a
   game against itself) in half points. With `samples` the positions go there, targets included. */
int ntuple_game(const struct ntuple_trainee *trainee, const struct ntuple_rules *rules,
                int opponent, bool black, double lambda, struct random *random,
                struct ntuple_sample *samples, int *sample_count);

/* The share of the points in games from the standard start or the rules', half with each colour. */
bool ntuple_measure(const struct ntuple_trainee *trainee, const struct ntuple_rules *rules,
                    int opponent, int wanted, uint64_t seed, int threads, const atomic_bool *stop,
                    double *share, struct error *error);

struct ntuple_course {
    struct ntuple_rules rules;
    int64_t games;
    int batch;                    /* games with the same weights */
    double rate_first, rate_last; /* of learning; falls evenly on a logarithmic scale */
    double lambda;
    uint64_t seed;
};

/* Moves the weights by the errors of the samples; `rate` is that of the whole sum. */
struct ntuple_step;
struct ntuple_step *ntuple_step_open(const struct ntuple_trainee *trainee, struct error *error);
void ntuple_step_close(struct ntuple_step *step);
void ntuple_step_apply(struct ntuple_step *step, struct ntuple_trainee *trainee, double rate,
                       const struct ntuple_sample *samples, size_t count);

int64_t ntuple_batches(const struct ntuple_course *course);
double ntuple_rate(const struct ntuple_course *course, int64_t batch);

/* Plays batch number `batch` of the course and learns from it. False when stopped (the error is
   empty) or out of memory; the weights are then as before. */
bool ntuple_learn(struct ntuple_trainee *trainee, struct ntuple_step *step,
                  const struct ntuple_course *course, int64_t batch, int threads,
                  const atomic_bool *stop, struct error *error);

#endif
