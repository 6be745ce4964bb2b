/* The template game: three in a row on a board of three by three, made to be copied.

   It is small enough to be read in one go and has one of everything that a game can have; a new
   game begins as a copy of this folder and of those of the same name in minds, lab, ports/cli and
   web (docs/adding-a-game.md walks through them). No list names it, so it is compiled into the
   tests alone; it passes the same conformance suite as the real games. */
#ifndef GAMES_TEMPLATE_TEMPLATE_H
#define GAMES_TEMPLATE_TEMPLATE_H

#include "base/bits.h"
#include "games/game.h"

enum template_option { TEMPLATE_OPTION_GOAL };
enum template_goal { TEMPLATE_GOAL_WIN, TEMPLATE_GOAL_AVOID };

/* A position: the cells that each side has marked, cell 0 at the bottom left, row by row. */
struct template_board {
    uint16_t marks[2];
};

extern const struct game game_template;

/* Rules as inline functions, for the table below and for searches compiled around them. */

enum { TEMPLATE_ROWS = 8 };
static const uint16_t template_rows[TEMPLATE_ROWS] = {0007, 0070, 0700, 0111,
                                                      0222, 0444, 0421, 0124};

static inline bool template_has_row(uint16_t marks)
{
    for (int i = 0; i < TEMPLATE_ROWS; i++)
        if ((marks & template_rows[i]) == template_rows[i])
            return true;
    return false;
}

static inline int template_side_to_move(const struct template_board *board)
{
    return bits_count(board->marks[0]) > bits_count(board->marks[1]);
}

static inline uint16_t template_free(const struct template_board *board)
{
    return (uint16_t)(0777 & ~(board->marks[0] | board->marks[1]));
}

/* The side that has three in a row, -1 for none. */
static inline int template_owner_of_row(const struct template_board *board)
{
    return template_has_row(board->marks[0]) ? 0 : template_has_row(board->marks[1]) ? 1 : -1;
}

#endif
