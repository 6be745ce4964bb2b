#include "lab/learned.h"

#include "games/game.h"
#include <pthread.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

enum { MINDS_MAX = 16, FILE_MAX = 64 << 20 };

/* From the generated file embedded.c. */
extern const struct learned_model {
    const char *game;
    const unsigned char *begin, *end;
} learned_models[];

static pthread_mutex_t lock = PTHREAD_MUTEX_INITIALIZER;

const void *learned_inside(const struct mind *mind, size_t *length)
{
    for (const struct learned_model *model = learned_models; model->game; model++)
        if (strcmp(model->game, mind->game->name) == 0) {
            *length = (size_t)(model->end - model->begin);
            return model->begin;
        }
    return NULL;
}

static void *memory_for(size_t bytes)
{
    return aligned_alloc(64, (bytes + 63) / 64 * 64);
}

void learned_prepare(const struct mind *mind)
{
    static const struct mind *_Atomic ready[MINDS_MAX];
    if (!mind || !mind->model_use)
        return;
    for (int i = 0; i < MINDS_MAX; i++)
        if (atomic_load(&ready[i]) == mind)
            return;
    pthread_mutex_lock(&lock);
    int place = 0;
    while (place < MINDS_MAX - 1 && ready[place] && ready[place] != mind)
        place++;
    if (ready[place] != mind) {
        size_t length = 0;
        const void *bytes = learned_inside(mind, &length);
        void *memory = bytes ? memory_for(mind->model_memory) : NULL;
        if (memory && !mind->model_use(bytes, length, memory, NULL))
            free(memory);
        atomic_store(&ready[place], mind);
    }
    pthread_mutex_unlock(&lock);
}

/* Files read so far; they stay. */
struct known {
    struct known *next;
    const struct player_kind *kind;
    void *data;
    char path[];
};
static struct known *known;

static void *file_bytes(const char *path, size_t *length, struct error *error)
{
    FILE *file = fopen(path, "rb");
    if (!file) {
        error_set(error, "%s: cannot be opened", path);
        return NULL;
    }
    void *bytes = malloc(FILE_MAX);
    *length = bytes ? fread(bytes, 1, FILE_MAX, file) : 0;
    fclose(file);
    if (!bytes)
        error_set(error, "out of memory for %s", path);
    return bytes;
}

static struct known *known_read(const struct player_kind *kind, const char *path,
                                struct error *error)
{
    size_t length;
    void *bytes = file_bytes(path, &length, error);
    if (!bytes)
        return NULL;
    struct known *fresh = malloc(sizeof *fresh + strlen(path) + 1);
    void *data = memory_for(kind->data_size);
    if (!fresh || !data) {
        error_set(error, "out of memory for %s", path);
    } else if (kind->data_read(bytes, length, data, error)) {
        *fresh = (struct known){known, kind, data};
        strcpy(fresh->path, path);
        known = fresh;
        free(bytes);
        return fresh;
    } else {
        error_prefix(error, "%s: ", path);
    }
    free(fresh);
    free(data);
    free(bytes);
    return NULL;
}

bool learned_player(struct player *player, struct error *error)
{
    const char *argument = player->argument;
    if (!player->kind->data_read || player->data || (player->kind->ships && !argument[0]))
        return true;
    if (!argument[0])
        return error_set(error, "player %s: expected a file behind a colon", player->kind->name);
    char path[sizeof player->name];
    snprintf(path, sizeof path, "%.*s", (int)strcspn(argument, ","), argument);
    pthread_mutex_lock(&lock);
    struct known *found = known;
    while (found && (found->kind != player->kind || strcmp(found->path, path) != 0))
        found = found->next;
    if (!found)
        found = known_read(player->kind, path, error);
    pthread_mutex_unlock(&lock);
    player->data = found ? found->data : NULL;
    return found;
}
