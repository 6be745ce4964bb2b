/* The player "model" of a game: plays by whatever weights a file holds, evolved, learned or made by
   hand ("model:PATH" or "model:PATH,depth=4").

   It is a name only. Whoever reads the file (lab/learned.h) finds out which of the game's players
   the weights are for and puts that one in its place. Each game that has such players lists a kind
   of its own, made with MODEL_PLAYER, so that a file of another game is refused. */
#ifndef MINDS_MODEL_H
#define MINDS_MODEL_H

#include "minds/mind.h"

void model_think(const struct player *player, const struct mind_task *task,
                 struct mind_answer *answer);
bool model_take(struct player *player, const char *argument, struct error *error);
bool model_refuse(const void *bytes, size_t length, void *data, struct error *error);

/* Which of the mind's players these weights are for, which then play with `data` (model_room bytes,
   aligned to 64) and look as far as `number` says. NULL with an error when no player knows them. */
size_t model_room(const struct mind *mind, const void *bytes, size_t length);
const struct player_kind *model_read(const struct mind *mind, const void *bytes, size_t length,
                                     void *data, int *number, struct error *error);

/* What this file takes as the data of a player of this kind, and as the mind's own model. */
size_t model_data_room(const struct player_kind *kind, const void *bytes, size_t length);
size_t model_own_room(const struct mind *mind, const void *bytes, size_t length);

#define MODEL_PLAYER                                                                               \
    {                                                                                              \
        .name = "model", .summary = "The weights of a file: model:PATH or model:PATH,depth=4.",    \
        .limits = true, .think = model_think, .take = model_take, .data_size = 64,                 \
        .data_read = model_refuse, .any_model = true,                                              \
    }

#endif
