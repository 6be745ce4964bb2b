/* How the middle speaks: games, positions, answers, analyses and reviews in words and as JSON.

   The one writer for the command line, the server, the protocols, the library and the page, so that
   a key means the same everywhere (docs/answers.md lists them). The functions that write JSON add
   members to an object that the caller has begun (base/json_out.h); scores are in the mind's unit,
   with decimals.

   A move or a value is told from the view of the side to move, an analysis likewise; a review tells
   each move from the view of the side that made it. */
#ifndef MINDS_TELL_H
#define MINDS_TELL_H

#include "base/json_out.h"
#include "minds/inquiry.h"

/* "win", "draw" or "loss" of a proved answer; NULL where nothing is proved. */
const char *tell_outcome(const struct mind_answer *answer);
/* "best", "only", "good", "inaccuracy", "mistake", "blunder", "forced". */
const char *tell_class(enum inquiry_class class);

/* A short phrase: "Yellow wins in 6 (proved)", "Black ahead by about 3 discs (depth 20)". `side` is
   the one the answer is for. */
void tell_words(const struct mind *mind, int side, const struct mind_answer *answer,
                struct text *text);

/* A score as a number: "-1.25"; whole where it is proved and whole. */
void tell_score(const struct mind_answer *answer, struct text *text);

/* The line of an answer about the position at a ply in whole sentences, where the game's mind has
   them; else nothing. */
void tell_explanation(const struct inquiry *inquiry, int ply, const struct mind_answer *answer,
                      struct text *text);

/* How a game's board is drawn: "squares", "rack", "lines", "chequered", "blocks". */
const char *tell_board(const struct game *game);
/* A game: name, title, summary, rules, notation, sides, options, players. */
void tell_game(struct json_out *json, const struct game *game);

/* Side to move, legal moves, whether the game is over and how. */
void tell_moves(struct json_out *json, const struct session *session);

/* 1, 0.5 or 0 for the first player; a puzzle's points. */
void tell_result(struct json_out *json, const char *name, const struct game *game,
                 const struct game_result *result);

/* What an inquiry has found so far, each kind with its own members: a chosen move (INQUIRY_MOVE,
   INQUIRY_HINT), a value, all moves, a review. */
void tell_inquiry(struct json_out *json, const struct inquiry *inquiry);

/* The move that an inquiry has found, alone: what a short answer says. Nothing without one. */
void tell_move(const struct inquiry *inquiry, struct text *text);

/* Parts of it, for those who tell one thing per line: one finding of an analysis, one moment of a
   review, and the sums of a review. */
void tell_finding(struct json_out *json, const struct inquiry *inquiry, int index);
void tell_moment(struct json_out *json, const struct inquiry *inquiry, int ply);
void tell_sums(struct json_out *json, const struct inquiry *inquiry);

/* Per side: the average accuracy of its moves in percent, what they lost in all, how many of each
   class. */
struct tell_side {
    int moves; /* where there was a choice */
    int32_t loss;
    int classes[INQUIRY_FORCED + 1];
    double accuracy;
};
void tell_side_of(const struct inquiry *inquiry, int side, struct tell_side *found);

/* A puzzle (games/puzzle.h): position, task, solution, and why the other moves fail. */
struct puzzle;
void tell_puzzle(struct json_out *json, const struct puzzle *puzzle);

double tell_seconds(const struct inquiry *inquiry);

#endif
