/* The French federation's game archive: WTHOR's .wtb files of games and .JOU and .TRN of names.

   Works on the bytes of a whole file, which stay the caller's. A file holds the games of a year as
   records of fixed size; players and tournaments are numbers into the lists of names. Moves are
   checked against the rules as they are read, and passes, which the archive leaves out, are put in.
   Only boards of eight by eight are read. */
#ifndef GAMES_OTHELLO_WTHOR_H
#define GAMES_OTHELLO_WTHOR_H

#include "base/error.h"
#include <stddef.h>
#include <stdint.h>

enum { WTHOR_MOVES_MAX = 128 }; /* 60 and the passes between them */

struct wthor {
    const uint8_t *bytes; /* of the first record */
    size_t record;        /* bytes of one */
    int count;            /* of records */
    int year;             /* of the games */
};

struct wthor_game {
    int tournament, black, white; /* numbers of names */
    int score;                    /* black's discs at the end, as the archive says */
    int best_score;               /* ... had both played the last moves perfectly */
    int count;                    /* moves with passes */
    uint8_t moves[WTHOR_MOVES_MAX];
};

/* Reads the head of a .wtb file. */
bool wthor_open(struct wthor *wthor, const void *bytes, size_t length, struct error *error);
/* Game number `index` from 0. False when a move in it is not legal; the moves before it are then
   there. */
bool wthor_game_read(const struct wthor *wthor, int index, struct wthor_game *game,
                     struct error *error);

/* Reads the head of a .JOU (players) or .TRN (tournaments) file. */
bool wthor_names_open(struct wthor *names, const void *bytes, size_t length, struct error *error);
/* A name's text in the archive's Latin-1; "?" where there is no such number. */
const char *wthor_name(const struct wthor *names, int index);

#endif
