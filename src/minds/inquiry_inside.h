/* What the files of an inquiry share; the way in is minds/inquiry.h. */
#ifndef MINDS_INQUIRY_INSIDE_H
#define MINDS_INQUIRY_INSIDE_H

#include "minds/inquiry.h"

/* Asks a player about a view of the game. `root`: it is the session's present position, and
   whoever listens hears of what the search finds on the way. */
bool inquiry_search(struct inquiry *inquiry, const struct player *player,
                    const struct session_view *view, const struct mind_limits *limits, bool root,
                    struct mind_answer *answer, struct error *error);

/* The same about the position after a move at a ply; the answer is the mover's. */
bool inquiry_weigh(struct inquiry *inquiry, const struct player *player, int ply, uint32_t move,
                   const struct mind_limits *limits, struct mind_answer *answer,
                   struct error *error);

/* Turns the answer about the position after `move` into that of `side`, which made it. */
void inquiry_look_back(int side, uint32_t move, const struct session_view *after,
                       struct mind_answer *answer);

/* Fills in what a finished game is worth to `side`, which made `move` (GAME_NO_MOVE: nobody did,
   it is over here). */
void inquiry_judge_end(const struct game *game, int side, uint32_t move,
                       const struct session_view *end, struct mind_answer *answer);

/* What percentage of the work is worth spending on a proof here; 0 for none. */
int inquiry_hope(const struct inquiry *inquiry, const void *position);

bool inquiry_stopped(const struct inquiry *inquiry);

bool inquiry_share(struct mind_limits *limits, uint64_t started, uint64_t nodes, uint64_t parts);

/* The rounds over all moves at a ply: inquiry_rounds_step is one search, until rounds.over. */
void inquiry_rounds_begin(struct inquiry *inquiry, int ply);
bool inquiry_rounds_step(struct inquiry *inquiry, struct error *error);
bool inquiry_moves_step(struct inquiry *inquiry, struct error *error);

void inquiry_review_begin(struct inquiry *inquiry);
bool inquiry_review_step(struct inquiry *inquiry, struct error *error);

#endif
