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
