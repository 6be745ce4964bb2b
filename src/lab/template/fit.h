/* Training the weights of the player "lines" without evolution: random games show how much each
   feature says about who will win. */
#ifndef LAB_TEMPLATE_FIT_H
#define LAB_TEMPLATE_FIT_H

#include "base/error.h"
#include "minds/template/lines.h"

struct template_fit {
    int games;
    uint64_t seed;
    const char *command; /* the call, for the header of the file */
};

/* Weights from the given number of games, the largest of them 1 or -1; returns the number of
   positions seen. */
int template_fit_run(const struct template_fit *fit, float weights[TEMPLATE_FEATURES]);

/* A file that the player "model" reads. */
bool template_fit_write(const struct template_fit *fit, const float weights[TEMPLATE_FEATURES],
                        const char *path, struct error *error);

#endif
