/* The player "model:FILE". Which player of the game a file belongs to is decided by the file:
   vectors name their model, and of the rest the first kind that can read the bytes takes them. */
#include "minds/model.h"

#include "base/memory.h"
#include "minds/vector.h"

/* Only for a caller that did not read the file. */
void model_think(const struct player *player, const struct mind_task *task,
                 struct mind_answer *answer)
{
    player_random.think(player, task, answer);
}

/* "PATH" or "PATH,limits". */
bool model_take(struct player *player, const char *argument, struct error *error)
{
    size_t length = text_length(argument), path = 0;
    while (path < length && argument[path] != ',')
        path++;
    if (path == 0)
        return error_set(error, "player model: expected the path of a file");
    return path == length ||
           mind_limits_read(argument + path + 1, length - path - 1, &player->limits, error);
}

bool model_refuse(const void *bytes, size_t length, void *data, struct error *error)
{
    (void)bytes, (void)length, (void)data;
    return error_set(error, "not a file of weights for a player of this game");
}

size_t model_data_room(const struct player_kind *kind, const void *bytes, size_t length)
{
    return kind->data_room ? kind->data_room(bytes, length) : kind->data_size;
}

size_t model_own_room(const struct mind *mind, const void *bytes, size_t length)
{
    return mind->model_room ? mind->model_room(bytes, length) : mind->model_memory;
}

size_t model_room(const struct mind *mind, const void *bytes, size_t length)
{
    size_t most = 64;
    for (int i = 0; i < mind->player_count; i++) {
        size_t room = model_data_room(mind->players[i], bytes, length);
        most = room > most ? room : most;
    }
    return most;
}

static const struct player_kind *vector_player(const struct mind *mind,
                                               const struct vector_file *file, void *data,
                                               struct error *error)
{
    if (!text_equal(file->game, mind->game->name)) {
        error_set(error, "it holds weights for %s", file->game);
        return NULL;
    }
    for (int i = 0; i < mind->player_count; i++)
        if (mind->players[i]->vector_use && mind->players[i]->vector_use(file, data))
            return mind->players[i];
    error_set(error, "no player \"%s\" of %s has %d weights", file->model, file->game, file->count);
    return NULL;
}

/* Whether a file begins with "potez GAME KIND": then it is this kind's, though it may be damaged,
   and what the kind says about it is worth hearing. */
static bool is_named(const struct mind *mind, const struct player_kind *kind, const void *bytes,
                     size_t length)
{
    char line[64];
    struct text text;
    text_init(&text, line, sizeof line);
    text_print(&text, "potez %s %s ", mind->game->name, kind->name);
    return kind->data_read && text_fits(&text) && length >= text.length &&
           memory_equal(bytes, line, text.length);
}

const struct player_kind *model_read(const struct mind *mind, const void *bytes, size_t length,
                                     void *data, int *number, struct error *error)
{
    struct vector_file file;
    if (vector_file_is(bytes, length)) {
        if (!vector_file_read(bytes, length, &file, NULL, NULL, error))
            return NULL;
        const struct player_kind *kind = vector_player(mind, &file, data, error);
        if (kind) /* one that takes no depth has no use for the file's */
            *number = kind->argument ? file.depth : kind->standard;
        return kind;
    }
    for (int i = 0; i < mind->player_count; i++) {
        const struct player_kind *kind = mind->players[i];
        *number = kind->standard;
        if (kind->data_read && !kind->any_model && kind->data_read(bytes, length, data, NULL))
            return kind;
    }
    for (int i = 0; i < mind->player_count; i++)
        if (is_named(mind, mind->players[i], bytes, length)) {
            mind->players[i]->data_read(bytes, length, data, error);
            return NULL;
        }
    model_refuse(bytes, length, data, error);
    return NULL;
}
