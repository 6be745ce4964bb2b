/* What the middle knows, in words of the user's language: sides, players, answers, how a game
   ended. The same sentences as the page's (web/modules/scores.js), from the same texts. */
#ifndef PORTS_SCREEN_SAYS_H
#define PORTS_SCREEN_SAYS_H

#include "minds/inquiry.h"

const char *says_side(const struct game *game, int side);
const char *says_game(const struct game *game);

/* "+6", "-0.4": a score as the board shows it. */
void says_score(const struct mind_answer *answer, struct text *text);

/* "Yellow wins in 6 (proved)"; `side` is the one that the answer is for. */
void says_answer(const struct mind *mind, int side, const struct mind_answer *answer,
                 struct text *text);

/* "Hint: d3 (proved)". */
void says_hint(const char *move, const struct mind_answer *answer, struct text *text);

/* How the game ended. `person` is the only side with a person, or -1. */
void says_result(const struct session *session, const struct game_result *result, bool repeated,
                 int person, struct text *text);

/* Level or name of a player. */
void says_player(const struct player *player, struct text *text);

#endif
