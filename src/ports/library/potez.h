/* Potez as a library: five board games with players that are perfect or nearly so.

       potez *game = potez_open("connect4", NULL);
       potez_play(game, "4455");
       struct potez_answer *answer = potez_ask(game, POTEZ_MOVE, NULL);
       printf("%s: %s\n", potez_answer_move(answer), potez_answer_words(answer));
       potez_answer_close(answer);
       potez_close(game);

   A potez is one game in progress: its options, its moves so far and what its players have found
   out about it. Moves, positions and players are text, written as on the command line; potez_fact
   and potez_describe say how.

   What can fail gives false, NULL or -1, and potez_error says why in a sentence; NULL where
   something is expected is such a failure and never a crash. A `const char *` that a game gives out
   stays until the next call with the same game, one that an answer gives out as long as the answer;
   a `char *` is the caller's and goes back with potez_free.

   There is no state behind the scenes: a potez belongs to one thread at a time, and several are
   independent of each other. Structs that the caller fills begin with their size, so that they can
   grow: `struct potez_question question = {.size = sizeof question, .seconds = 1};`. What is left 0
   has its usual meaning. */
#ifndef POTEZ_H
#define POTEZ_H

#include <stdbool.h>
#include <stddef.h>
#include <stdint.h>

#if defined(__GNUC__)
#define POTEZ_API __attribute__((visibility("default")))
#else
#define POTEZ_API
#endif

#define POTEZ_VERSION_MAJOR 0
#define POTEZ_VERSION_MINOR 2
#define POTEZ_VERSION_PATCH 0
/* What a program was compiled with; compare it with potez_version_number(). */
#define POTEZ_VERSION_NUMBER                                                                       \
    (POTEZ_VERSION_MAJOR * 10000 + POTEZ_VERSION_MINOR * 100 + POTEZ_VERSION_PATCH)

#ifdef __cplusplus
extern "C" {
#endif

/* == Version and errors == */

/* The version of the library: "0.2.0". */
POTEZ_API const char *potez_version(void);
/* The same as a number: 200 for 0.2.0, 10203 for 1.2.3. */
POTEZ_API int potez_version_number(void);

enum potez_failure {
    POTEZ_FINE,    /* nothing has failed in this thread so far */
    POTEZ_INPUT,   /* what was given is wrong */
    POTEZ_MACHINE, /* the machine failed: no memory, no threads, no file */
};

/* What the last call of this thread that failed says, in a sentence. */
POTEZ_API const char *potez_error(void);
/* What kind of failure that was. */
POTEZ_API enum potez_failure potez_failure(void);

/* Gives back a `char *` of this library. NULL is allowed. */
POTEZ_API void potez_free(char *text);

/* == What games there are == */

/* The name of game number `index`, from 0; NULL behind the last. */
POTEZ_API const char *potez_game(int index);

enum potez_fact {
    POTEZ_TITLE,    /* for people: "Connect Four" */
    POTEZ_SUMMARY,  /* one sentence */
    POTEZ_RULES,    /* the rules, in English */
    POTEZ_NOTATION, /* how moves and positions are written */
    POTEZ_FIRST,    /* name of the side that begins: "black" */
    POTEZ_SECOND,   /* name of the other; NULL for puzzles */
    POTEZ_UNIT,     /* what scores count: "discs" */
    POTEZ_BEST,     /* name of the strongest player */
};

/* A text about a game; NULL when there is none. */
POTEZ_API const char *potez_fact(const char *game, enum potez_fact fact);
/* How many play it: 2, or 1 for a puzzle; -1 when there is no such game. */
POTEZ_API int potez_players(const char *game);

/* A choice made before the game. */
struct potez_option {
    size_t size; /* of this struct: set by the caller */
    const char *name;
    const char *summary;
    int least, most, standard; /* values that are allowed, and the usual one */
    const char *const *words;  /* the names of the values from least to most; NULL: numbers */
};

/* Option number `index` of a game, from 0; false behind the last. */
POTEZ_API bool potez_option(const char *game, int index, struct potez_option *option);

/* A kind of player; "NAME" or "NAME:NUMBER" is what potez_question.player takes. */
struct potez_player {
    size_t size; /* of this struct: set by the caller */
    const char *name;
    const char *summary;
    const char *argument;      /* what the number behind the colon is: "depth"; NULL for none */
    int least, most, standard; /* of that number */
};

/* Player number `index` of a game, from 0; false behind the last. */
POTEZ_API bool potez_player(const char *game, int index, struct potez_player *player);

/* All of it as a JSON object: rules, notation, sides, options, rulesets, players. */
POTEZ_API char *potez_describe(const char *game);

/* == Games == */

typedef struct potez potez;

/* Where memory comes from, for programs that bring their own. `take` gives memory that is aligned
   to `alignment`, a power of two, or NULL; `give` takes it back. Several threads may call both. All
   that belongs to one game comes from here: boards, tables, answers. Models and books are decoded
   once for the whole process and are not part of it, nor are databases, which are mapped files. */
struct potez_memory {
    size_t size; /* of this struct: set by the caller */
    void *self;
    void *(*take)(void *self, size_t alignment, size_t bytes);
    void (*give)(void *self, void *memory);
};

struct potez_settings {
    size_t size;           /* of this struct: set by the caller */
    const char *options;   /* "NAME=VALUE", several separated by commas */
    const char *level;     /* the text of a level, for games that need one (zr2) */
    const char *position;  /* where to begin; NULL: at the game's own start */
    int threads;           /* that think together; 0: one */
    size_t table;          /* bytes for positions that were seen; 0: 64 MiB */
    uint64_t seed;         /* of everything random; 0: 1 */
    const char *databases; /* folder of databases (mill); NULL: those inside the library */
    const struct potez_memory *memory; /* NULL: the C library's; it is copied */
};

/* A game at its beginning; NULL when it cannot be opened. `settings` may be NULL. */
POTEZ_API potez *potez_open(const char *game, const struct potez_settings *settings);
/* A game that potez_save wrote. Game, options, level and start come from the text, the rest from
   `settings`, which may be NULL. */
POTEZ_API potez *potez_load(const char *saved, const struct potez_settings *settings);
/* The same game once more, with a table and random numbers of its own. */
POTEZ_API potez *potez_copy(const potez *game);
/* NULL is allowed. */
POTEZ_API void potez_close(potez *game);

/* The game as text, with its options, level, start, all its moves and where it stands. */
POTEZ_API const char *potez_save(potez *game);

/* Begins anew, from a position or from the game's own start for NULL. */
POTEZ_API bool potez_start(potez *game, const char *position);
/* Plays one move or several, all or none. */
POTEZ_API bool potez_play(potez *game, const char *moves);
/* Takes back up to `plies` plies, or plays them again; gives how many, -1 for no game. */
POTEZ_API int potez_undo(potez *game, int plies);
POTEZ_API int potez_redo(potez *game, int plies);

/* The name of the game. */
POTEZ_API const char *potez_name(const potez *game);
/* The value of an option, as a number. -1 when there is none of this name. */
POTEZ_API int potez_option_value(const potez *game, const char *name);
/* The position, the legal moves and the moves so far, as text with a space between two. */
POTEZ_API const char *potez_position(potez *game);
POTEZ_API const char *potez_moves(potez *game);
POTEZ_API const char *potez_history(potez *game);
/* Plies played so far; those that can be played again included. */
POTEZ_API int potez_ply(const potez *game);
POTEZ_API int potez_length(const potez *game);
/* Who is to move: 0 the first player, 1 the second. */
POTEZ_API int potez_side(const potez *game);
/* Whether the game is over, by its rules or because a position occurred too often. */
POTEZ_API bool potez_over(const potez *game);
/* Who has won: 0 or 1; -1 when nobody has, and for puzzles. */
POTEZ_API int potez_winner(const potez *game);
/* The result in the game's unit from the first player's view; of a puzzle its points so far. */
POTEZ_API int potez_score(const potez *game);
/* Whether it is drawn because a position occurred too often. */
POTEZ_API bool potez_repeated(const potez *game);

/* == The board, for drawing and learning == */

/* The board as a JSON object: kind, places with their coordinates and names, lines, what stands
   where, legal moves with the places they touch, numbers beside the board. */
POTEZ_API const char *potez_board(potez *game);

/* Legal moves as numbers, of which the first `room` are filled in: each is less than
   potez_actions(game), and the same move has the same number throughout. Gives how many there are,
   0 at the end, -1 for no game. */
POTEZ_API int potez_legal(const potez *game, uint32_t *actions, int room);
/* How many numbers of moves there are. */
POTEZ_API int potez_actions(const potez *game);
/* Plays a move by its number. */
POTEZ_API bool potez_act(potez *game, uint32_t action);
/* A legal move's text by its number. */
POTEZ_API const char *potez_action_text(potez *game, uint32_t action);

/* What stands on the board, as numbers: potez_layers(game) of them for each of potez_places(game)
   places. A man of the side to move is 1, of the other -1, nothing 0; a stack has a layer per man,
   from the bottom; a cell of ZR 2 has its value, its marks, where it leads and whether the player
   is there. Gives how many numbers there are, of which the first `room` are filled in; -1 for no
   game. */
POTEZ_API int potez_observe(const potez *game, int32_t *values, int room);
POTEZ_API int potez_places(const potez *game);
POTEZ_API int potez_layers(const potez *game);

/* == Questions == */

enum potez_kind {
    POTEZ_MOVE,   /* the move that the player chooses */
    POTEZ_HINT,   /* a guess at once, then the proof or a better guess */
    POTEZ_VALUE,  /* the proved value of the position, with `every` that of each move */
    POTEZ_MOVES,  /* what every legal move is worth: one part per move, the best first */
    POTEZ_REVIEW, /* how the whole game was played: one part per move that was made */
};

struct potez_answer;

/* A depth of 0 plies: the static evaluation, without any search. */
#define POTEZ_DEPTH_STATIC (-1)

struct potez_question {
    size_t size;        /* of this struct: set by the caller */
    const char *player; /* "level:3", "alphabeta:8"; NULL: the strongest */
    double seconds;     /* how long to think; all limits 0: two million positions, or what a */
    uint64_t nodes;     /* player that proves its moves needs; for a review per position */
    int depth;          /* plies, or POTEZ_DEPTH_STATIC */
    double clock;       /* seconds left for the rest of the game, and added per move */
    double increment;
    bool every; /* POTEZ_VALUE: of every move as well, as parts */
    bool no_book;
    bool forget; /* what was found out before */
    /* Called with what is known so far, about ten times a second at most where it comes often;
       false ends the thinking. */
    bool (*progress)(void *listener, const struct potez_answer *answer);
    /* Asked before the thinking begins and then about fifty times a second, from a thread of the
       library; true ends the thinking. */
    bool (*stop)(void *listener);
    void *listener;
};

/* Thinks about the present position; NULL for a question that has no answer. `question` may be
   NULL. An answer lives until it is closed, also when its game is played on or closed. */
POTEZ_API struct potez_answer *potez_ask(potez *game, enum potez_kind kind,
                                         const struct potez_question *question);

/* What is known without thinking, from books and databases: the value and, as parts, that of every
   move. */
POTEZ_API struct potez_answer *potez_probe(potez *game);

/* Ends the thinking that another thread has begun, which then soon gives what it has found; when
   nobody thinks, it ends the next question as soon as it is asked. May be called by any thread. */
POTEZ_API void potez_stop(potez *game);
/* Takes back a potez_stop that no question has heard yet. */
POTEZ_API void potez_resume(potez *game);

/* How many threads think and how much memory remembers positions, in bytes. What was remembered is
   forgotten. */
POTEZ_API bool potez_power(potez *game, int threads, size_t table);
/* The seed of everything random from now on, such as the mistakes of levels. */
POTEZ_API bool potez_seed(potez *game, uint64_t seed);
/* Databases of mill, from a folder, for this game alone; NULL for those inside the library. A
   folder that cannot be opened leaves the game as it is. */
POTEZ_API bool potez_databases(potez *game, const char *folder);

/* == Answers == */

enum potez_outcome { POTEZ_LOSS = -1, POTEZ_DRAW = 0, POTEZ_WIN = 1, POTEZ_UNPROVED = 2 };

/* The best move, "" without one. */
POTEZ_API const char *potez_answer_move(const struct potez_answer *answer);
/* Best play, a space between two moves. However long it is: a puzzle's is its whole solution. */
POTEZ_API const char *potez_answer_line(const struct potez_answer *answer);
/* "Yellow wins in 6 (proved)" */
POTEZ_API const char *potez_answer_words(const struct potez_answer *answer);
/* For the side to move, in the game's unit. */
POTEZ_API double potez_answer_score(const struct potez_answer *answer);
/* Whether the score is proved. */
POTEZ_API bool potez_answer_exact(const struct potez_answer *answer);
POTEZ_API enum potez_outcome potez_answer_outcome(const struct potez_answer *answer);
/* To the end by best play; -1 where that is not known. */
POTEZ_API int potez_answer_plies(const struct potez_answer *answer);
/* How deep the search went. */
POTEZ_API int potez_answer_depth(const struct potez_answer *answer);
/* How likely the score is to be right, in percent, where the player says so; else 0. */
POTEZ_API int potez_answer_probability(const struct potez_answer *answer);
/* Positions looked at, and how long that took. */
POTEZ_API uint64_t potez_answer_nodes(const struct potez_answer *answer);
POTEZ_API double potez_answer_seconds(const struct potez_answer *answer);
/* Whether it was ended early, by potez_stop or a callback. */
POTEZ_API bool potez_answer_stopped(const struct potez_answer *answer);

/* Parts: POTEZ_MOVES and POTEZ_VALUE with `every` have one per legal move, POTEZ_REVIEW one per
   move that was made. Each is an answer itself, which lives as long as the whole. A part of a
   review is about the move that was made and has one part of its own, the best that could have been
   made. */
POTEZ_API int potez_answer_count(const struct potez_answer *answer);
POTEZ_API const struct potez_answer *potez_answer_part(const struct potez_answer *answer,
                                                       int index);
/* Of a part of a review: "best", "only", "good", "inaccuracy", "mistake", "blunder" or "forced"; ""
   of any other. */
POTEZ_API const char *potez_answer_class(const struct potez_answer *answer);
/* Of a part of a review: who made the move, what it lost in the game's unit, and what in chances of
   winning, from 0 to 1. */
POTEZ_API int potez_answer_side(const struct potez_answer *answer);
POTEZ_API double potez_answer_loss(const struct potez_answer *answer);
POTEZ_API double potez_answer_drop(const struct potez_answer *answer);

/* All of it as a JSON object, with the keys that docs/answers.md lists; "" for a part. */
POTEZ_API const char *potez_answer_json(const struct potez_answer *answer);

/* NULL is allowed; parts are closed with their whole. */
POTEZ_API void potez_answer_close(struct potez_answer *answer);

/* == Many games == */

struct potez_batch {
    size_t size;    /* of this struct: set by the caller */
    uint64_t games; /* how many */
    int threads;    /* 0: one */
    uint64_t seed;  /* 0: 1; the same seed gives the same games, however many threads there are */
    /* Results of each game, where they are wanted: the first player's points (1, 0.5 or 0, -1 for a
       game cut off after 10,000 plies), its score in the game's unit, and its plies. */
    float *points;
    int32_t *scores;
    int32_t *plies;
    /* Sums, filled in. */
    uint64_t wins, draws, losses, cut, total_plies;
};

/* Plays games of random moves from the present position to the end. Draws by repetition, which
   depend on the moves before, are not seen. */
POTEZ_API bool potez_batch(const potez *game, struct potez_batch *batch);

struct potez_match {
    size_t size;       /* of this struct: set by the caller */
    const char *a, *b; /* players; NULL: the strongest */
    int games;         /* in pairs with the same opening and sides exchanged; 0: 2 */
    int threads;       /* that play a game each; 0: one */
    uint64_t seed;     /* 0: 1 */
    int opening_plies; /* random moves that begin a game; 0: as many as give different games, -1:
                          none */
    double seconds;    /* for a move; all limits 0: 20,000 positions */
    uint64_t nodes;
    int depth;
    size_t table; /* bytes of each player; 0: 16 MiB */
    /* Called after each game with the points so far; false ends the match. */
    bool (*progress)(void *listener, const struct potez_match *match);
    void *listener;
    /* Results, filled in: of A. */
    int wins, draws, losses;
    double elo,
        elo_error; /* difference in strength and half of its 95 % interval; may be infinite */
    /* As in potez_question: true ends the match at once. Games that were not finished do not
       count. */
    bool (*stop)(void *listener);
};

/* Plays a match of two players from the present position. */
POTEZ_API bool potez_match(const potez *game, struct potez_match *match);

/* == Levels, for games that have them == */

/* What a level is: a JSON object with its name, size, Target, sum, special cells and a warning,
   null where the reader had nothing to complain of. NULL with the reason for what is no level. */
POTEZ_API char *potez_level_read(const char *level);

/* The most points from where a game with a level stands, as a JSON object: points, target, bound,
   proved, path. `question` has limits, progress (which gets no answer) and stop; may be NULL. */
POTEZ_API char *potez_level_solve(potez *game, const struct potez_question *question);

/* Everything about it: whether zero can be reached, how many best walks there are, which cells all
   of them visit, how hard it is from 1 to 10. */
POTEZ_API char *potez_level_check(potez *game, const struct potez_question *question);

/* How hard it is, with what that comes from: choices, traps, hidden traps. */
POTEZ_API char *potez_level_rate(potez *game, const struct potez_question *question);

struct potez_wish {
    size_t size;       /* of this struct: set by the caller */
    const char *sizes; /* "6x6", "3x3x3"; NULL: 6x6 */
    int teleporters, increasers;
    int difficulty; /* 1 to 10; 0: any */
    bool symmetric;
    uint64_t seed;    /* 0: 1 */
    double seconds;   /* in which it must be found; 0: no limit */
    const char *name; /* NULL: "generated" */
    /* As in potez_question: true ends the search for one. */
    bool (*stop)(void *listener);
    void *listener;
};

/* The text of a new level that can be solved to zero. `wish` may be NULL. */
POTEZ_API char *potez_level_generate(const struct potez_wish *wish);

/* == Puzzles == */

/* The puzzles that the library carries for a game, as the text of a file (docs/puzzles.md); NULL
   when it has none. The functions below take such a text, wherever it comes from. */
POTEZ_API char *potez_puzzles(const char *game);

/* What is in a file, as a JSON object: game, and puzzles with id, game, options, position, side,
   kind, value, solution, unique, line, difficulty, depth, looked, and as wrong every other move
   with its value and the reply that refutes it. NULL, and line and column in the sentence, for what
   is no such file. */
POTEZ_API char *potez_puzzles_read(const char *file);

/* A game that begins with puzzle number `index`, from 0. Options and position come from the puzzle,
   the rest from `settings`, which may be NULL. */
POTEZ_API potez *potez_puzzle_open(const char *file, int index,
                                   const struct potez_settings *settings);

/* Proves again all that puzzle number `index` claims: false when that fails, and potez_error says
   what is wrong. */
POTEZ_API bool potez_puzzle_prove(const char *file, int index);

/* A file with so many new puzzles, all of them proved; the same seed gives the same. `stop` as in
   potez_question; may be NULL. */
POTEZ_API char *potez_puzzles_generate(const char *game, int count, uint64_t seed,
                                       bool (*stop)(void *listener), void *listener);

/* == Records of games == */

/* The name of format number `index`, from 0: "text", "pgn", "ggf"; NULL behind the last. */
POTEZ_API const char *potez_format(int index);

/* The game up to where it stands in a format; NULL where it cannot be written so. The names of the
   players may be NULL. */
POTEZ_API char *potez_export(const potez *game, const char *format, const char *first,
                             const char *second);

/* Several games in a format of several files (wthor), into a folder that is there. Gives how many
   were written, -1 when that failed. */
POTEZ_API int potez_export_folder(const potez *const *games, int count, const char *format,
                                  const char *folder);

/* Games of a file's content: NULL for `format` guesses it, `game` is for formats that do not say
   which it is. Calls `each` with every game played to its end, and its record as a JSON object with
   the names of players, date and result; false there ends it. The game is closed afterwards.
   Gives how many games there were, -1 when the content cannot be read; `refused`, which may be
   NULL, counts what was no game. */
POTEZ_API int potez_import(const char *content, size_t length, const char *format, const char *game,
                           bool (*each)(void *listener, potez *game, const char *record),
                           void *listener, int *refused);

#ifdef __cplusplus
}
#endif

#endif
