/* A file with one evolved vector of weights (minds/vector.h) and how it was made: writes it and
   reads it whole. Lines with unknown names are skipped. */
#ifndef LAB_EVOLVE_VECTOR_H
#define LAB_EVOLVE_VECTOR_H

#include "lab/evolve/evolve.h"

struct evolve_vector {
    const struct evolve_problem *problem;
    struct vector_variant variant;
    int count;      /* of the weights */
    int depth;      /* in plies, of the search it was evolved for */
    int generation; /* it was found in */
    uint64_t seed;
    char command[600]; /* that made it */
    char made[32];     /* the day */
    double elo, elo_error;
    int versus_random; /* points of 10,000; -1 where not known */
    float weights[EVOLVE_WEIGHTS_MAX];
};

bool evolve_vector_parse(const char *bytes, size_t length, struct evolve_vector *vector,
                         struct error *error);
bool evolve_vector_read(const char *path, struct evolve_vector *vector, struct error *error);
bool evolve_vector_write(const char *path, const struct evolve_vector *vector, struct error *error);

#endif
