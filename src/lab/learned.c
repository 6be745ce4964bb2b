/* Models in use, and model files that players name. A file is read once per process and stays in
   memory, because any number of players may point into it; a lock guards the list. The models
   that ship are decoded at the first question to their mind and not at program start, where most
   commands would pay for nothing. */
#define _DEFAULT_SOURCE
#include "lab/learned.h"

#include "games/game.h"
#include "lab/game.h"
#include "minds/model.h"
#include <errno.h>
#include <pthread.h>
#include <stdint.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <sys/mman.h>

enum { MINDS_MAX = 16, FILE_MAX = 64 << 20, HUGE_PAGE = 2 << 20 };

static pthread_mutex_t lock = PTHREAD_MUTEX_INITIALIZER;

const void *learned_inside(const struct mind *mind, size_t *length)
{
    const struct lab_embedded *model = &lab_game_of(mind->game)->model;
    if (model->data)
        *length = *model->bytes;
    return model->data;
}

/* Large models ask for huge pages: the many small ones of Othello's weights take as long to provide
   as the weights to decode, and an evaluation that looks into them everywhere would wait for the
   translation of its addresses. Only a hint. */
static void *memory_for(size_t bytes)
{
    size_t step = bytes >= 2 * HUGE_PAGE ? HUGE_PAGE : 64;
    bytes = (bytes + step - 1) / step * step;
    void *memory = aligned_alloc(step, bytes);
    if (memory && step == HUGE_PAGE)
        madvise(memory, bytes, MADV_HUGEPAGE);
    return memory;
}

bool learned_prepare(const struct mind *mind, struct error *error)
{
    static const struct mind *_Atomic ready[MINDS_MAX];
    if (!mind || !mind->model_use)
        return true;
    for (int i = 0; i < MINDS_MAX; i++)
        if (atomic_load(&ready[i]) == mind)
            return true;
    bool good = true;
    pthread_mutex_lock(&lock);
    int place = 0;
    while (place < MINDS_MAX - 1 && ready[place] && ready[place] != mind)
        place++;
    if (ready[place] != mind) {
        size_t length = 0;
        const void *bytes = learned_inside(mind, &length);
        void *memory = bytes ? memory_for(model_own_room(mind, bytes, length)) : NULL;
        if (memory && !mind->model_use(bytes, length, memory, NULL))
            free(memory);
        good = memory || !bytes || error_machine(error, "out of memory for the model");
        if (good)
            atomic_store(&ready[place], mind);
    }
    pthread_mutex_unlock(&lock);
    return good;
}

/* Files read so far; they stay. */
struct known {
    struct known *next;
    const struct player_kind *kind;
    void *data;
    const struct player_kind *plays; /* by the data, when it is not the kind that was named */
    int number;                      /* for it */
    char path[];
};
static struct known *known;

static void *file_bytes(const char *path, size_t *length, struct error *error)
{
    FILE *file = fopen(path, "rb");
    if (!file) {
        error_set(error, "%s: cannot be opened: %s", path, strerror(errno));
        return NULL;
    }
    void *bytes = malloc(FILE_MAX);
    *length = bytes ? fread(bytes, 1, FILE_MAX, file) : 0;
    fclose(file);
    if (!bytes)
        error_machine(error, "out of memory for %s", path);
    return bytes;
}

static bool has_player(const struct mind *mind, const struct player_kind *kind)
{
    for (int i = 0; mind && i < mind->player_count; i++)
        if (mind->players[i] == kind)
            return true;
    return false;
}

/* The kinds of the same game, until one knows the file. */
static bool any_read(const void *bytes, size_t length, struct known *fresh, struct error *error)
{
    const struct mind *mind = NULL;
    for (int g = 0; g < game_count && !has_player(mind, fresh->kind); g++)
        mind = mind_of(games[g]);
    fresh->data = memory_for(model_room(mind, bytes, length));
    if (!fresh->data)
        return error_machine(error, "out of memory");
    fresh->plays = model_read(mind, bytes, length, fresh->data, &fresh->number, error);
    return fresh->plays;
}

static bool file_read(const void *bytes, size_t length, struct known *fresh, struct error *error)
{
    if (fresh->kind->any_model)
        return any_read(bytes, length, fresh, error);
    fresh->data = memory_for(model_data_room(fresh->kind, bytes, length));
    if (!fresh->data)
        return error_machine(error, "out of memory");
    return fresh->kind->data_read(bytes, length, fresh->data, error);
}

static struct known *known_read(const struct player_kind *kind, const char *path,
                                struct error *error)
{
    size_t length;
    void *bytes = file_bytes(path, &length, error);
    if (!bytes)
        return NULL;
    struct known *fresh = calloc(1, sizeof *fresh + strlen(path) + 1);
    bool good = fresh;
    if (fresh) {
        fresh->kind = kind;
        strcpy(fresh->path, path);
        good = file_read(bytes, length, fresh, error) || error_prefix(error, "%s: ", path);
    } else {
        error_machine(error, "out of memory for %s", path);
    }
    free(bytes);
    if (good) {
        fresh->next = known;
        known = fresh;
        return fresh;
    }
    if (fresh)
        free(fresh->data);
    free(fresh);
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
    if (found && found->plays) {
        player->kind = found->plays;
        player->number = player->limits.depth ? player->limits.depth : found->number;
    }
    return found;
}
