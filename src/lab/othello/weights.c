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

struct othello_weights *othello_weights_room(struct error *error)
{
    struct othello_weights *weights = aligned_alloc(64, (sizeof *weights + 63) / 64 * 64);
    if (!weights)
        error_set(error, "out of memory");
    return weights;
}

bool othello_weights_load(const char *path, struct othello_weights *weights, uint64_t *check,
                          struct error *error)
{
    FILE *file = fopen(path, "rb");
    if (!file)
        return error_set(error, "%s: cannot be opened: %s", path, strerror(errno));
    char *bytes = malloc(MODEL_ROOM);
    size_t length = bytes ? fread(bytes, 1, MODEL_ROOM, file) : 0;
    fclose(file);
    bool good =
        othello_model_read(bytes, length, weights, error) || error_prefix(error, "%s: ", path);
    if (check)
        *check = hash_bytes(bytes, length);
    free(bytes);
    return good;
}

uint64_t othello_weights_inside(void)
{
    const struct mind *mind = mind_of(&game_othello);
    size_t length = 0;
    const void *bytes = learned_inside(mind, &length);
    learned_prepare(mind, NULL); /* what lacks memory shows when it is asked */
    return hash_bytes(bytes, length);
}
