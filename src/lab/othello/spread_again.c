/* The positions are those of quick games between the model and itself that begin with random plies,
   so nothing but the file is needed. Its first lines are kept, with one more that says how the
   spread was measured. */
#include "lab/othello/spread_again.h"

#include "lab/othello/weights.h"
#include "lab/replace.h"
#include "minds/othello/model.h"
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

enum { HEAD_ROOM = 8192, MODEL_ROOM = 1 << 24, POSITIONS_PER_GAME = 4, DEPTHS = 8 };
static const char own_line[] = "spread: ";

/* The lines of a model file's head after the first, without one about the spread. */
static bool head_read(const char *path, char *head, struct error *error)
{
    char line[HEAD_ROOM];
    FILE *file = fopen(path, "rb");
    size_t length = 0;
    if (!file)
        return error_set(error, "%s: cannot be opened", path);
    bool first = true;
    head[0] = '\0';
    while (fgets(line, sizeof line, file) && line[0] != '\n') {
        size_t more = strlen(line);
        if (!first && strncmp(line, own_line, strlen(own_line)) != 0 &&
            length + more < HEAD_ROOM / 2) {
            memcpy(head + length, line, more + 1);
            length += more;
        }
        first = false;
    }
    fclose(file);
    return true;
}

static bool save(struct othello_spread_again *again, struct othello_weights *weights, char *head,
                 struct error *error)
{
    char *bytes = malloc(MODEL_ROOM);
    if (!bytes)
        return error_machine(error, "out of memory");
    size_t length = strlen(head);
    snprintf(head + length, HEAD_ROOM - length, "%s%zu positions, seed %llu\n", own_line,
             again->positions, (unsigned long long)again->seed);
    again->bytes = othello_model_write(weights, head, bytes, MODEL_ROOM);
    bool good = again->bytes ? replace_whole(again->path, bytes, again->bytes, error)
                             : error_set(error, "%s: the model is too large", again->path);
    free(bytes);
    return good;
}

static bool measure(const struct othello_spread_again *again, struct othello_spread *spread,
                    const struct pool *pool, struct error *error)
{
    struct othello_selfplay play = {.games = again->positions / POSITIONS_PER_GAME + 1,
                                    .seed = again->seed,
                                    .depth = 2,
                                    .solve = 10,
                                    .least = 4,
                                    .most = 30};
    struct othello_spread_measure plan = {.positions = again->positions,
                                          .seed = again->seed,
                                          .depth = DEPTHS,
                                          .solve = OTHELLO_SPREAD_SOLVED};
    struct othello_samples samples = {0};
    double bias[DEPTHS + 1];
    bool good = othello_samples_play(&samples, &play, pool, error) &&
                othello_spread_measure(&plan, &samples, spread, bias, pool, error);
    othello_samples_free(&samples);
    return good;
}

bool othello_spread_again(struct othello_spread_again *again, const struct pool *pool,
                          struct error *error)
{
    char head[HEAD_ROOM];
    struct othello_weights *weights = othello_weights_open(again->path, NULL, error);
    if (!weights)
        return false;
    const struct othello_weights *before = othello_model_in_use();
    bool good = head_read(again->path, head, error);
    if (good) {
        struct othello_spread spread;
        othello_model_use(weights);
        good = measure(again, &spread, pool, error);
        othello_model_use(before);
        if (good && pool->stop && atomic_load(pool->stop))
            good = error_set(error, "stopped; %s stays as it was", again->path);
        weights->spread = spread;
    }
    good = good && save(again, weights, head, error);
    free(weights);
    return good;
}
