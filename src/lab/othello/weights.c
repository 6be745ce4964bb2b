/* The file is read whole before it is decoded; its checksum is that of its bytes. */
#include "lab/othello/weights.h"

#include "base/hash.h"
#include "games/othello/othello.h"
#include "lab/learned.h"
#include "minds/othello/model.h"
#include <errno.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

enum { MODEL_ROOM = 1 << 24 };

static struct othello_weights *room_for(size_t bytes, struct error *error)
{
    struct othello_weights *weights = aligned_alloc(64, (bytes + 63) / 64 * 64);
    if (!weights)
        error_set(error, "out of memory");
    return weights;
}

struct othello_weights *othello_weights_room(struct error *error)
{
    return room_for(OTHELLO_MODEL_MEMORY, error);
}

struct othello_weights *othello_weights_open(const char *path, uint64_t *check, struct error *error)
{
    FILE *file = fopen(path, "rb");
    if (!file) {
        error_set(error, "%s: cannot be opened: %s", path, strerror(errno));
        return NULL;
    }
    char *bytes = malloc(MODEL_ROOM);
    size_t length = bytes ? fread(bytes, 1, MODEL_ROOM, file) : 0;
    fclose(file);
    if (!bytes) {
        error_machine(error, "out of memory for %s", path);
        return NULL;
    }
    struct othello_weights *weights = room_for(othello_model_room(bytes, length), error);
    if (weights && !othello_model_read(bytes, length, weights, error)) {
        error_prefix(error, "%s: ", path);
        free(weights);
        weights = NULL;
    }
    if (check)
        *check = hash_bytes(bytes, length);
    free(bytes);
    return weights;
}

uint64_t othello_weights_inside(void)
{
    const struct mind *mind = mind_of(&game_othello);
    size_t length = 0;
    const void *bytes = learned_inside(mind, &length);
    learned_prepare(mind, NULL); /* what lacks memory shows when it is asked */
    return hash_bytes(bytes, length);
}
