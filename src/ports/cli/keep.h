/* Keeps finished games in the archive: --archive FILE or the user's own. */
#ifndef PORTS_CLI_KEEP_H
#define PORTS_CLI_KEEP_H

#include "games/session.h"
#include "lab/archive.h"

/* What is known of a game besides its moves. */
struct keep_facts {
    const char *first, *second; /* players */
    int half_points;            /* of the first */
    bool scored;
    int score;
    const char *ending, *event, *key;
};

/* The game from `start` (the game's own start included) by `moves`. */
bool keep_game(struct archive *archive, const struct game *game, const struct game_setup *setup,
               const void *start, const uint32_t *moves, int count, const struct keep_facts *facts,
               struct error *error);

#endif
