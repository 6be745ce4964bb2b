/* Games between two players, many of them, on all cores.

   Games come in pairs: both games of a pair begin with the same opening, and the players change
   sides. An opening is a line of moves from the caller's list or a number of random plies. Each
   thread plays whole games, in which each player thinks with `workers` threads. Game number n draws
   its random numbers from the seed and n alone and begins with empty tables, so the results are the
   same however many threads there are and whichever plays what (limits of time aside).

   Finished games are handed to the listener in the order of their numbers, one at a time; whoever
   wants to test them sequentially does it there. A caller that wants to resume after an
   interruption saves each game as soon as it is over (`kept`) and hands the games back as `known`:
   they are not played again but handed to the listener in their turn.

   A game may have clocks, with which the results are no longer the same each time, and may be ended
   before its time by the players' scores or by a proof (lab/match_judge.h).

   A player that is another program and fails or gives a move that is not legal loses that game. */
#ifndef LAB_MATCH_H
#define LAB_MATCH_H

#include "base/error.h"
#include "minds/mind.h"

/* How many games a match or a pairing has where nobody says. */
enum { MATCH_GAMES = 100 };

enum match_end {
    MATCH_END_RULES,      /* by the rules of the game */
    MATCH_END_REPETITION, /* the same position too often: drawn */
    MATCH_END_LENGTH,     /* more than plies_max: counts as drawn */
    MATCH_END_FAULT,      /* a program failed: lost */
    MATCH_END_TIME,       /* a player ran out of time: lost */
    MATCH_END_JUDGED,     /* by the scores of the players or by a proof */
};

/* The time of a player for a whole game, in microseconds; none where `left` is 0. */
struct match_clock {
    int64_t left, increment;
};

/* When a game is ended before its time. Scores are those of the players, in hundredths of the
   mind's unit; a move that a player chose without looking ahead says nothing. */
struct match_judging {
    int resign_moves; /* for this many of its moves in a row a player saw itself at or below
                         -resign_score: it has lost; 0 for never */
    int32_t resign_score;
    int draw_moves; /* for this many moves each both saw scores within draw_score: a draw; 0 for
                       never */
    int32_t draw_score;
    bool exact; /* as soon as the game's solver proves the result with a small effort */
};

struct match_opening {
    const uint32_t *moves;
    int count;
};

struct match_game {
    int number;         /* from 0; numbers 2k and 2k+1 are a pair */
    bool a_first;       /* A has the first player's side */
    int8_t half_points; /* A's: 2 won, 1 drawn, 0 lost */
    enum match_end end;
    int opening; /* plies of the opening */
    int plies;   /* of the whole game */
    const uint32_t *moves;
    bool known;        /* played earlier; `moves` and `fault` may be NULL then */
    const char *fault; /* a sentence on the program's failure, else NULL */
};

/* All from A's side. */
struct match_score {
    int wins, draws, losses;
    int pairs[5]; /* finished pairs by A's half points, 0..4 */
};

/* One game more, number `number` with A's half points; `partner` are those of the game before it,
   which the second game of a pair needs. Games are added in the order of their numbers. */
void match_score_add(struct match_score *score, int number, int half_points, int partner);

struct match_plan {
    const struct game *game;
    const struct game_setup *setup;
    const void *start; /* position every opening begins from */
    struct player a, b;
    struct mind_limits limits;        /* for a move of a player without limits of its own */
    struct mind_limits own_limits[2]; /* of A, of B; those that are set override `limits` */
    struct match_clock clocks[2];     /* of A, of B: they override the limits */
    struct match_judging judging;
    const void *databases; /* for both (lab/game.h); NULL: those that all share */
    size_t table_bytes;    /* for each player of each thread */
    int workers;           /* threads that a player thinks with; 0 is one */
    int games;
    const struct match_game *known; /* games that need not be played, in any order, each once */
    int known_count;
    int threads;
    uint64_t seed;
    int opening_plies;
    const struct match_opening *openings; /* NULL: random ones */
    int opening_count;
    int plies_max; /* 0 for the standard */
    const atomic_bool
        *stop; /* no more games are begun, those in progress are abandoned; may be NULL */
    /* Called for each game in order of number; false ends the match. May be NULL. */
    bool (*finished)(void *listener, const struct match_game *game,
                     const struct match_score *score);
    /* Called for each game as soon as it was played, one at a time; false, with an error, ends the
       match as failed. May be NULL. */
    bool (*kept)(void *listener, const struct match_game *game, struct error *error);
    void *listener;
};

/* False when memory or threads run out. Games that were abandoned are not in `score`. */
bool match_play(const struct match_plan *plan, struct match_score *score, struct error *error);

/* Random plies that give at least a thousand different openings, an even number up to 8; -1 when
   memory runs out, which match_play refuses. */
int match_opening_plies(const struct game *game, const struct game_setup *setup, const void *start);

/* What a score means. share is of the points, 0..1. elo is infinite when A won or lost everything;
   elo_error is the half width of the 95 % interval, from the variance of the pairs' results, and
   not a number while it is not known. */
struct match_rating {
    double share, elo, elo_error;
};
struct match_rating match_rate(const struct match_score *score);

#endif
