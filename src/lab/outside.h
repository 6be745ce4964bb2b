/* Other programs as players: "engine:COMMAND" speaks Potez's own protocol (docs/protocol.md),
   "nboard:COMMAND" and "gtp:COMMAND" those of Othello programs.

   outside_player_read makes a struct player whose kind is one of ours here and whose data is the
   command; think_ask sees that and holds a conversation with a process that its thinker owns. The
   command (its first line; further lines are said to a program that speaks Potez's protocol) is run
   by the shell in a process group of its own, with pipes; what it writes on standard
   error is thrown away. A program that ends, says nothing for too long or gives a move that is not
   legal fails the question with a sentence; the next question starts it again. */
#ifndef LAB_OUTSIDE_H
#define LAB_OUTSIDE_H

#include "base/error.h"
#include "minds/mind.h"

struct outside;

/* A player of this game: one of its mind's (which may be NULL) or a program. `text` stays the
   caller's and must live as long as the player. */
bool outside_player_read(const struct game *game, const struct mind *mind, const char *text,
                         struct player *player, struct error *error);

/* Whether this player is a program. */
bool outside_is(const struct player *player);

/* Starts the program and hears its greeting; NULL with an error. */
struct outside *outside_open(const struct player *player, const struct mind_task *task,
                             struct error *error);
void outside_close(struct outside *outside);
/* Whether that can be done. */
bool outside_try(const struct player *player, const struct game *game,
                 const struct game_setup *setup, struct error *error);

/* Whether this process is the player's, and for the same game and options. */
bool outside_serves(const struct outside *outside, const struct player *player,
                    const struct mind_task *task);

/* Tells the process that the next question belongs to another game. */
void outside_new_game(struct outside *outside);

/* Asks for a move. False with a sentence when the program fails; it is then to be closed. When the
   task is stopped it is false with an empty sentence. */
bool outside_ask(struct outside *outside, const struct player *player, const struct mind_task *task,
                 struct mind_answer *answer, struct error *error);

#endif
