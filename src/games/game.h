/* What a game is: one constant table of functions and facts.

   Front ends and generic code (sessions, matches, drawing, conformance tests) speak only to this
   table and never name a game; a game never names a front end. Searches that visit millions of
   positions do not go through it: a game's rules are inline functions in its own header, and the
   search is compiled around them (src/minds/alphabeta.h).

   A position is plain data of game->position_size(setup) bytes: copy it with memory_copy, keep it,
   throw it away. A move is one integer whose meaning is the game's own. History (repetition, undo)
   belongs to the session (games/session.h) and to the search path, never to the position or its
   hash. docs/adding-a-game.md walks through every member with the template game.

   Members are required unless marked optional, which means NULL is allowed. */
#ifndef GAMES_GAME_H
#define GAMES_GAME_H

#include "base/error.h"
#include "base/random.h"
#include "base/text.h"
#include <stdbool.h>
#include <stddef.h>
#include <stdint.h>

#define GAME_NO_MOVE UINT32_MAX
#define GAME_MOVES_MAX 1024 /* no position of any game has more legal moves */
#define GAME_OPTIONS_MAX 8
#define GAME_RULESET_MAX 3 /* options that one ruleset sets */
#define GAME_STACK_MAX 16  /* pieces on one place */
#define GAME_STEPS_MAX 4   /* touches that make one move */
#define GAME_COUNTS_MAX 4  /* numbers shown beside the board */
#define GAME_MADE_MAX 64   /* places of what one move completes */
#define GAME_MOVE_TEXT 32  /* a buffer of this size holds any move's text */

/* A choice made before the game: board size, a rule switched on or off. */
struct game_option {
    const char *name;
    const char *summary;       /* half a sentence for help texts */
    int least, most, standard; /* allowed range and default */
    const char *const *words;  /* names of the values least..most, or NULL: a number */
};

/* A name for several options at once, such as the rules of a book: `--set rules=NAME`. A saved game
   holds the options themselves. */
struct game_ruleset {
    const char *name;
    const char *summary; /* half a sentence: whose rules, and what is special about them */
    struct {
        int8_t option;
        int32_t value;
    } sets[GAME_RULESET_MAX];
    int count;
};

/* What a game is played with. `option` follows the order of game->options; `level` is what
   game->level_read made, NULL for games without levels. */
struct game_setup {
    int32_t option[GAME_OPTIONS_MAX];
    const void *level;
};

struct game_result {
    int8_t half_points; /* the first player's: 2 won, 1 drawn, 0 lost; 0 for puzzles */
    int32_t score;      /* the first player's view: disc or stack difference, puzzle points */
};

/* How a board as a whole is drawn. */
enum game_board {
    GAME_BOARD_SQUARES,   /* a grid of like squares: Othello */
    GAME_BOARD_RACK,      /* an upright rack with round holes, pieces fall: Connect Four */
    GAME_BOARD_LINES,     /* points joined by lines: mill */
    GAME_BOARD_CHEQUERED, /* dark squares of a chequered board, stacks: Byte */
    GAME_BOARD_BLOCKS,    /* cells as piles of blocks with numbers: ZR 2 */
};

/* One place of the board. x grows to the right, y upwards, one unit per square. */
struct game_place {
    int16_t x, y;
    char name[12]; /* as in move texts: "a1"; may be empty */
};

enum game_mark {
    GAME_MARK_PLAYER = 1,     /* the player who walks the board stands here */
    GAME_MARK_TELEPORTER = 2, /* `target` is the place it leads to */
    GAME_MARK_INCREASER = 4,
};

/* What stands on a place in a position. */
struct game_content {
    uint8_t height;                /* pieces here */
    uint8_t piece[GAME_STACK_MAX]; /* bottom to top: 0 the first player's, 1 the second's */
    bool numbered;                 /* show `number` */
    uint8_t marks;                 /* enum game_mark, ORed together */
    uint8_t colour;                /* the level's own colour of a cell, 0 plain */
    int32_t number;
    int32_t target;
};

enum game_touch {
    GAME_TOUCH_PUT,     /* a piece appears (or walks) here */
    GAME_TOUCH_FROM,    /* a piece or part of a stack, from `level` upwards, is picked up here */
    GAME_TOUCH_TO,      /* ... and comes down here */
    GAME_TOUCH_CAPTURE, /* an opposing piece is taken off here */
};

/* One touch of the board; a move is a short sequence of them. */
struct game_step {
    uint16_t place;
    uint8_t level; /* within the stack, from 0; 0 where there is no stack */
    uint8_t touch; /* enum game_touch */
};

/* A number beside the board: "in hand", "stacks", "discs". */
struct game_count {
    const char *name;
    int8_t side; /* 0, 1, or -1 for the whole board */
    int32_t value;
    bool unseen; /* cannot be derived from the board, so an editor has to ask for it */
};

/* A position as a person puts it together, which no game need have led to. */
struct game_arrangement {
    const struct game_content *contents; /* of every place */
    int side;                            /* to move */
    int32_t counts[GAME_COUNTS_MAX];     /* in the order of game->counts; only unseen ones matter */
};

struct game {
    const char *name;      /* one word in small letters: what the command line calls it */
    const char *title;     /* for people */
    const char *summary;   /* one sentence */
    const char *rules;     /* the rules, short, in English, lines of at most 78 characters */
    const char *notation;  /* how moves and positions are written, with examples */
    int players;           /* 1 or 2 */
    const char *side[2];   /* names of the sides; a puzzle has only the first */
    const char *colour[2]; /* what people call them, after the pieces they see: "Yellow" */
    enum game_board board;
    const struct game_option *options;
    int option_count;
    const struct game_ruleset *rulesets; /* optional, the usual rules first */
    int ruleset_count;
    uint32_t pass;          /* the move that passes, GAME_NO_MOVE where there is none; a pass may be
                               left out of a list of moves wherever it is the only legal move */
    bool perft_counts_ends; /* perft counts a game that ended earlier as one leaf */

    /* Whether these options go together and a level is there if one is needed. */
    bool (*setup_valid)(const struct game_setup *setup, struct error *error);
    size_t (*position_size)(const struct game_setup *setup);

    /* Rules. legal_moves fills `moves` (room for GAME_MOVES_MAX) and returns their number, 0
       exactly when the game is over. play needs a legal move. result is false while the game goes
       on. */
    void (*start)(const struct game_setup *setup, void *position);
    int (*legal_moves)(const struct game_setup *setup, const void *position, uint32_t *moves);
    void (*play)(const struct game_setup *setup, void *position, uint32_t move);
    /* Every move is less than this, whatever the position: for tables of moves. */
    uint32_t (*move_limit)(const struct game_setup *setup);
    int (*side_to_move)(const struct game_setup *setup, const void *position); /* 0 or 1 */
    bool (*result)(const struct game_setup *setup, const void *position,
                   struct game_result *result);

    /* Equal positions have equal hashes; counters that only serve draw rules are left out. */
    uint64_t (*hash)(const struct game_setup *setup, const void *position);

    /* Optional. The number of occurrences of a position that draws the game; 0 if none does.
       reversible_plies: how many of the last plies could be repeated (an earlier position cannot
       come back). */
    int (*repetition_limit)(const struct game_setup *setup);
    int (*reversible_plies)(const struct game_setup *setup, const void *position);

    /* Text both ways. A position is one line. position_read takes all of `text` or fails; it
       refuses what cannot stand on the board. A move's text has neither white space nor a comma in
       it. move_read takes one legal move from the front of `text` and returns its length in
       characters, or 0 with an error; it does not skip separators. */
    void (*position_write)(const struct game_setup *setup, const void *position, struct text *text);
    bool (*position_read)(const struct game_setup *setup, const char *text, size_t length,
                          void *position, struct error *error);
    void (*move_write)(const struct game_setup *setup, const void *position, uint32_t move,
                       struct text *text);
    size_t (*move_read)(const struct game_setup *setup, const void *position, const char *text,
                        size_t length, uint32_t *move, struct error *error);

    /* Symmetries of the rules, the identity being number 0. symmetry_count is at least 1. */
    int (*symmetry_count)(const struct game_setup *setup);
    void (*transform)(const struct game_setup *setup, int symmetry, const void *from, void *to);
    uint32_t (*transform_move)(const struct game_setup *setup, int symmetry, uint32_t move);

    /* Drawing and touching. link is optional (boards of lines). counts fills at most
       GAME_COUNTS_MAX and returns their number; optional. phase names what the side to move may do
       now, one word such as "placing"; optional. */
    int (*place_count)(const struct game_setup *setup);
    void (*place)(const struct game_setup *setup, int index, struct game_place *place);
    void (*content)(const struct game_setup *setup, const void *position, int index,
                    struct game_content *content);
    bool (*link)(const struct game_setup *setup, int index, int places[2]); /* false past the end */
    int (*move_steps)(const struct game_setup *setup, const void *position, uint32_t move,
                      struct game_step *steps);
    int (*counts)(const struct game_setup *setup, const void *position, struct game_count *counts);
    const char *(*phase)(const struct game_setup *setup, const void *position);
    /* The places of what a move completes, to be marked: a row of four, a mill, a full stack. Fills
       at most GAME_MADE_MAX and returns their number; optional. */
    int (*made)(const struct game_setup *setup, const void *before, uint32_t move,
                uint16_t *places);
    /* Writes what a person has put together as a position's text, which position_read then judges;
       optional. */
    void (*arranged)(const struct game_setup *setup, const struct game_arrangement *arrangement,
                     struct text *text);

    /* Fast walks through whole trees and games, compiled inside the game; optional. playout plays
       uniformly random moves to the end and returns the number of plies. */
    uint64_t (*perft)(const struct game_setup *setup, const void *position, int depth);
    int (*playout)(const struct game_setup *setup, void *position, struct random *random);

    /* Levels, for games that need one; all optional together. level_size returns the size of the
       memory (aligned to 8 bytes) that level_read will need for this text, 0 with an error for a
       bad one. */
    size_t (*level_size)(const char *text, size_t length, struct error *error);
    bool (*level_read)(const char *text, size_t length, void *level, size_t size,
                       struct error *error);
    void (*level_write)(const void *level, struct text *text);
    /* Optional even then: what the reader skipped, as one sentence; nothing when all was fine.
     */
    void (*level_warning)(const void *level, struct text *text);
};

/* Every game there is, in the order people see them. */
extern const struct game *const games[];
extern const int game_count;

/* NULL when there is no such game. */
const struct game *game_find(const char *name);

/* Default options, no level. */
void game_setup_default(const struct game *game, struct game_setup *setup);
/* Sets one option from text ("size", "10"), or those of a ruleset ("rules", NAME); combinations are
 * judged by game->setup_valid. */
bool game_setup_set(const struct game *game, struct game_setup *setup, const char *name,
                    const char *value, struct error *error);
/* The value as text: its word or its number. */
void game_option_write(const struct game_option *option, int value, struct text *text);

bool game_is_legal(const struct game *game, const struct game_setup *setup, const void *position,
                   uint32_t move);

/* Largest position of any game that generic code may keep on the stack; larger ones (levels) need
   memory of their own. */
#define GAME_POSITION_SMALL 1024

/* game->move_read for text from outside: its errors show an unprintable byte by its number. */
size_t game_move_read(const struct game *game, const struct game_setup *setup, const void *position,
                      const char *text, size_t length, uint32_t *move, struct error *error);

/* Plays the moves in `text` (separated by commas, white space or nothing, as the notation allows)
   on `position`. Passes may be left out. `played` is called after each move, a pass supplied here
   included; it may be NULL. Messages name the number of the move and its column. */
bool game_play_text(const struct game *game, const struct game_setup *setup, void *position,
                    const char *text, size_t length, void (*played)(void *listener, uint32_t move),
                    void *listener, struct error *error);

/* Leaves of the tree of `depth` plies. Uses game->perft where there is one; else walks the table
   with positions from `memory`, which must hold depth + 1 of them. */
uint64_t game_perft(const struct game *game, const struct game_setup *setup, const void *position,
                    int depth, void *memory);

#endif
