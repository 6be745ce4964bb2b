/* A move being made, touch by touch. Knows no rules: what was touched is compared with the steps of
   the legal moves (game->move_steps), as the page does it in web/boards/choice.js. */
#ifndef PORTS_SCREEN_CHOICE_H
#define PORTS_SCREEN_CHOICE_H

#include "games/session.h"

struct choice {
    int count; /* of legal moves that are made by touching */
    uint32_t moves[GAME_MOVES_MAX];
    struct game_step steps[GAME_MOVES_MAX][GAME_STEPS_MAX];
    int8_t step_counts[GAME_MOVES_MAX];
    struct game_step taken[GAME_STEPS_MAX];
    int taken_count;
};

enum choice_outcome {
    CHOICE_NONE,  /* this cannot be touched now */
    CHOICE_LEVEL, /* which level of the stack? */
    CHOICE_MORE,  /* further touches are needed */
    CHOICE_DONE,
};

/* Of the session's present position. */
void choice_begin(struct choice *choice, const struct session *session);

/* Touches a place, at a level of its stack or (-1) at the only one there is. */
enum choice_outcome choice_touch(struct choice *choice, int place, int level, uint32_t *move);
void choice_back(struct choice *choice);

/* The levels of a place that can be touched next; gives their number. */
int choice_levels(const struct choice *choice, int place, int levels[GAME_STACK_MAX]);

#endif
