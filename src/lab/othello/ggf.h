/* Othello games in GGF, the format of the Generic Game Server and of NBoard:

     (;GM[Othello]PC[place]DT[date]PB[black]PW[white]RE[+4.00]TI[5:00]TY[8]
       BO[8 64 squares and the side to move]B[F5//1.20]W[D6];)

   ggf_read takes one game from the front of a text that may hold more and checks every move; names
   of tags that it does not know are passed over. A move's evaluation and time are not kept. In
   values, "]" and a backslash are written with a backslash before them. Only boards of 8 by 8. */
#ifndef LAB_OTHELLO_GGF_H
#define LAB_OTHELLO_GGF_H

#include "base/error.h"
#include "base/text.h"
#include "games/othello/othello.h"

enum { GGF_MOVES = 128, GGF_NAME = 80 };

struct ggf_game {
    char black[GGF_NAME], white[GGF_NAME];
    char place[GGF_NAME], date[GGF_NAME];
    char time[GGF_NAME];   /* TI as it stands */
    char result[GGF_NAME]; /* RE as it stands: "+4.00", "-64.00:r", "?"; may be empty */
    char black_rating[GGF_NAME], white_rating[GGF_NAME];
    struct othello_position start;
    uint32_t moves[GGF_MOVES]; /* passes included */
    int move_count;
};

/* An empty game from the start. */
void ggf_init(struct ggf_game *game);

/* The length of the game at the front of `text`, white space before it included; 0 with an error
   when there is none. */
size_t ggf_read(const char *text, size_t length, struct ggf_game *game, struct error *error);

void ggf_write(const struct ggf_game *game, struct text *text);

/* What RE says: whether there is a number, the disc difference for black in hundredths and the
   letter after it ('r' resigned, 't' on time), 0 for none. */
bool ggf_result(const struct ggf_game *game, int *hundredths, char *how);

#endif
