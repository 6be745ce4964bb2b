/* A position as something to draw: the places of the board with what stands on them, where the
   last move went, which moves are legal and what they are worth.

   scene_read asks the game table once; the cairo boards (draw/board.h) and the terminal
   (draw/terminal.h) draw from the scene and never name a game. The scene owns its memory and
   borrows game, setup and position. */
#ifndef PORTS_DRAW_SCENE_H
#define PORTS_DRAW_SCENE_H

#include "games/game.h"

/* What a move is worth, to be written on the board. */
struct scene_value {
    uint32_t move;
    int32_t value;  /* decides which is the best move and the sign's colour */
    char label[12]; /* shown instead of the value unless empty */
};

struct scene_options {
    bool legal;                   /* mark the legal moves */
    bool threats;                 /* mark where something can be completed (game->made) */
    const struct game_step *last; /* the last move, from game->move_steps before it was played */
    int last_count;
    const struct scene_value *values;
    int value_count;
};

enum scene_flag {
    SCENE_LEGAL = 1,   /* a legal move comes down here */
    SCENE_SOURCE = 2,  /* a legal move picks up a piece here */
    SCENE_LAST = 4,    /* the last move came down here */
    SCENE_LEFT = 8,    /* the last move left from here */
    SCENE_TAKEN = 16,  /* the last move took a piece here */
    SCENE_CHANCE = 32, /* the side to move can complete something here */
    SCENE_THREAT = 64, /* the other side could, after most moves */
};

/* A value at the place where moves end. `from` is where the piece comes from, or -1; of several
   moves between the same places the best counts. Where there are too many ways to show, `from` is
   -1 for all but the best move, and each place shows its best. */
struct scene_score {
    int from, to;
    int origin; /* as `from`, but always given */
    int32_t value;
    bool best;
    char label[12]; /* UTF-8, with a real minus sign */
};

struct scene {
    const struct game *game;
    const struct game_setup *setup;
    const void *position;
    int count; /* of places */
    struct game_place *places;
    struct game_content *contents;
    uint8_t *flags;               /* enum scene_flag, one for each place */
    int left, right, bottom, top; /* extents of the board in places */
    int highest;                  /* tallest stack, or largest number on a board of blocks */
    bool lettered;                /* every place is named by a column and a row: "a1" */
    bool rows_downwards;          /* the first row is at the top */
    struct scene_score *scores;
    int score_count;
};

/* False only when memory runs out. */
bool scene_read(struct scene *scene, const struct game *game, const struct game_setup *setup,
                const void *position, const struct scene_options *options, struct error *error);
void scene_free(struct scene *scene);

/* The place at these coordinates, or -1. */
int scene_find(const struct scene *scene, int x, int y);

/* The name of a column or row, as people read it beside the board; false where there is none. */
bool scene_column_name(const struct scene *scene, int x, char name[12]);
bool scene_row_name(const struct scene *scene, int y, char name[12]);

/* Where moves of this kind lead: the place a piece comes down on, and where it came from (-1). */
void scene_move_ends(const struct game_step *steps, int count, int *from, int *to);

#endif
