/* WTHOR, the French Othello federation's archive: one file of games per year (.wtb), one of players
   (.JOU) and one of tournaments (.TRN).

   Every file begins with 16 bytes; numbers are little endian. A game has 68 bytes: numbers of its
   tournament and players, black's discs at the end (empty squares counted for the winner), the
   discs that were possible a given number of squares before the end, and up to 60 moves, row and
   column as two digits, without passes. Names are Latin-1 there and UTF-8 here. Nothing is
   allocated: the caller holds the file in memory. */
#ifndef LAB_OTHELLO_WTHOR_H
#define LAB_OTHELLO_WTHOR_H

#include "base/error.h"
#include <stddef.h>
#include <stdint.h>

enum {
    WTHOR_HEADER = 16,
    WTHOR_GAME = 68,
    WTHOR_MOVES = 60,
    WTHOR_PLAYER = 20,     /* bytes of a name */
    WTHOR_TOURNAMENT = 26, /* bytes of a name */
    WTHOR_NAME = 64,       /* bytes that hold any of them as UTF-8 */
    WTHOR_PLIES = 128,     /* moves of a game with its passes, at most */
};

struct wthor_header {
    uint8_t created[4]; /* century, year, month, day */
    uint32_t games;
    uint16_t names; /* of players or tournaments */
    uint16_t year;  /* of the games */
    uint8_t size, kind, depth, reserved;
};

struct wthor_game {
    uint16_t tournament, black, white;
    uint8_t score, possible; /* discs of black */
    uint8_t moves[WTHOR_MOVES];
};

/* A file of games: 8 by 8, and as long as it says. */
bool wthor_read_header(const uint8_t *file, size_t length, struct wthor_header *header,
                       struct error *error);
void wthor_write_header(const struct wthor_header *header, uint8_t bytes[WTHOR_HEADER]);

/* Game number `index`, from 0. */
void wthor_read_game(const uint8_t *file, uint32_t index, struct wthor_game *game);
void wthor_write_game(const struct wthor_game *game, uint8_t bytes[WTHOR_GAME]);

/* How many names of this size the file has; 0 with an error for a file that is not one. */
int wthor_name_count(const uint8_t *file, size_t length, int size, struct error *error);
void wthor_read_name(const uint8_t *file, int index, int size, char name[WTHOR_NAME]);
/* Cut to fit; what Latin-1 does not have becomes a question mark. */
void wthor_write_name(const char *name, int size, uint8_t *bytes);

/* The moves of the game table, passes included; their number, or -1 with a reason. */
int wthor_moves(const struct wthor_game *game, uint32_t moves[WTHOR_PLIES], struct error *error);
/* From the moves of the table to those of the record. */
void wthor_set_moves(struct wthor_game *game, const uint32_t *moves, int count);

/* Whether the game was played to its end, and black's discs then. */
bool wthor_finished(const uint32_t *moves, int count, int *discs);

#endif
