/* Puzzles as text: positions with a task, what solves it, and why everything else does not.

   A file is lines of words; docs/puzzles.md shows one and explains every line. Whoever reads it

       struct puzzle_file file;
       if (!puzzle_file_begin(&file, text, length, error)) ...
       while (puzzle_next(&file, &puzzle, error)) ...
       if (file.failed) ...

   gets each puzzle with its position and moves in the game's own terms, all of them checked against
   the rules: a move that is not legal, a line that cannot be played or a legal move about which the
   puzzle says nothing is an error with line and column. Whether a puzzle's claims are true is not
   checked here: lab/puzzle_prove.h proves them. No C library, so the page's engine and the library
   read the very same files. */
#ifndef GAMES_PUZZLE_H
#define GAMES_PUZZLE_H

#include "base/reader.h"
#include "games/game.h"

enum {
    PUZZLE_ID = 32,         /* a buffer of this size holds any puzzle's id */
    PUZZLE_LINE_MAX = 64,   /* moves of the line that shows the solution */
    PUZZLE_MOVES_MAX = 192, /* legal moves of a puzzle's position */
    PUZZLE_FILE_MAX = 4 << 20,
    PUZZLE_DIFFICULTY_MAX = 10,
};

/* What is proved, from the view of the side that has the puzzle to solve. A number of plies counts
   from the puzzle's position. */
enum puzzle_word {
    PUZZLE_WIN,    /* wins in `number` plies */
    PUZZLE_DRAW,   /* neither side can win */
    PUZZLE_LOSS,   /* loses in `number` plies */
    PUZZLE_SCORE,  /* ends with this score, in the game's unit */
    PUZZLE_GOAL,   /* reaches what the kind asks for in `number` plies, by force */
    PUZZLE_MISSED, /* cannot force it within `number` plies */
    PUZZLE_HELD,   /* the other side cannot force it within `number` plies */
    PUZZLE_BROKEN, /* the other side forces it in `number` plies */
    PUZZLE_WORDS
};

struct puzzle_value {
    enum puzzle_word word;
    int number; /* 0 for a draw */
};

/* A legal move that does not solve the puzzle. */
struct puzzle_wrong {
    uint32_t move;
    uint32_t reply; /* what refutes it; GAME_NO_MOVE where the game is over or nothing is needed */
    struct puzzle_value value;
};

struct puzzle {
    char id[PUZZLE_ID];
    const struct game *game;
    struct game_setup setup;
    _Alignas(8) unsigned char position[GAME_POSITION_SMALL];
    char kind[PUZZLE_ID];      /* one word, as the game's table has it: "win" */
    struct puzzle_value value; /* of the solution */
    uint32_t solutions[PUZZLE_MOVES_MAX];
    int solution_count; /* 1: the solution is the only one */
    uint32_t line[PUZZLE_LINE_MAX];
    int line_length;
    int difficulty; /* 1 to PUZZLE_DIFFICULTY_MAX */
    int depth; /* at which a plain search starts to find the solution; 0: not within its limit */
    uint64_t looked; /* positions that search had visited by then, or in all */
    struct puzzle_wrong wrong[PUZZLE_MOVES_MAX];
    int wrong_count;
};

struct puzzle_file {
    struct reader reader;
    const struct game *game;
    uint64_t seed;  /* that the file was made from */
    uint64_t tried; /* candidates examined for it */
    bool failed;
};

/* Reads the header. */
bool puzzle_file_begin(struct puzzle_file *file, const char *text, size_t length,
                       struct error *error);
/* The next puzzle; false after the last, or with file->failed and an error. */
bool puzzle_next(struct puzzle_file *file, struct puzzle *puzzle, struct error *error);

/* The same lines that puzzle_next reads. */
void puzzle_file_write(const struct puzzle_file *file, struct text *text);
void puzzle_write(const struct puzzle *puzzle, struct text *text);

/* "win 5", "draw", "score -4". */
void puzzle_value_write(struct puzzle_value value, struct text *text);

int puzzle_side(const struct puzzle *puzzle);

/* Equal for puzzles whose positions are the same but for a symmetry of the board. */
uint64_t puzzle_key(const struct puzzle *puzzle);

/* Which kind of move: the solution, a wrong one (`wrong` is then set), or neither. */
bool puzzle_solves(const struct puzzle *puzzle, uint32_t move);
const struct puzzle_wrong *puzzle_refuted(const struct puzzle *puzzle, uint32_t move);

#endif
