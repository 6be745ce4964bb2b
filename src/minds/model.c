#include "minds/model.h"

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

static bool reads_its_own(const struct player_kind *kind)
{
    return kind->data_read && !kind->any_model;
}

size_t model_room(const struct mind *mind)
{
    size_t most = 64;
    for (int i = 0; i < mind->player_count; i++)
        if (reads_its_own(mind->players[i]) && mind->players[i]->data_size > most)
            most = mind->players[i]->data_size;
    return most;
}

const struct player_kind *model_read(const struct mind *mind, const void *bytes, size_t length,
                                     void *data, struct error *error)
{
    for (int i = 0; i < mind->player_count; i++) {
        const struct player_kind *kind = mind->players[i];
        if (reads_its_own(kind) && kind->data_read(bytes, length, data, NULL))
            return kind;
    }
    model_refuse(bytes, length, data, error);
    return NULL;
}
