/* Who chooses: the players of a game and what they are asked.

   A game's mind is a table of named kinds of players ("random", "alphabeta", ...). player_read
   turns a name with arguments ("alphabeta:8", "best:time=0.1") into a struct player, and its kind's
   think answers a struct mind_task. Everything a mind needs from outside is in the task: memory,
   a shared table, a stop flag, a listener. Threads are the caller's: a kind with `parallel` set may
   be asked by several workers at once with the same table (see lab/think.h).

   Scores are from the view of the side to move, in hundredths of the mind's unit. A proved result
   has `exact` set and says outcome and, where known, plies to the end; the score of a proved result
   is the game's own number (discs, Connect Four's distance score), also in hundredths. */
#ifndef MINDS_MIND_H
#define MINDS_MIND_H

#include "games/game.h"
#include <stdatomic.h>

#define MIND_LINE_MAX 64
#define MIND_WHOLE_MAX 16384 /* moves of a puzzle's whole solution */
#define MIND_PROBLEM_MOVES 64
#define MIND_OUTCOME_OPEN 2 /* not proved */

/* The limit of a player that proves its moves, where nobody set one: more than any Connect Four
   position outside the book takes; about ten seconds. */
#define MIND_PROOF_NODES UINT64_C(50000000)

struct levels;
struct standing;
struct table;
struct vector_file;

struct mind_limits { /* 0 is no limit */
    uint64_t microseconds;
    uint64_t allotment; /* of these so many are meant for this move: the player decides as it goes
                           (`paces`) whether it needs fewer or, for a hard one, all of them */
    uint64_t nodes;     /* a mind may finish the few leaves it has in hand */
    int depth;          /* MIND_DEPTH_STATIC: of 0 plies */
};

/* Somebody who asks for a depth of 0 wants the static evaluation: that of the position, and as move
   the one after which it is best; nothing is searched and no book is asked. 0 itself is no limit.
 */
#define MIND_DEPTH_STATIC (-1)

/* The limit that stands for so many plies, from 0. */
static inline int mind_depth(int64_t plies)
{
    return plies ? (int)plies : MIND_DEPTH_STATIC;
}

/* A book as bytes in memory; minds/book.h has the usual form. */
struct mind_book {
    const uint8_t *data;
    size_t size;
};

struct mind_answer {
    uint32_t move;   /* GAME_NO_MOVE only when the game is over */
    int32_t score;   /* hundredths, view of the side to move */
    int8_t outcome;  /* 1 win, 0 draw, -1 loss when proved; else MIND_OUTCOME_OPEN */
    bool exact;      /* score is proved */
    bool book;       /* it comes from an opening book, without a search */
    bool evaluated;  /* score is the static evaluation: an estimate of depth 0 */
    int plies;       /* to the end by best play, -1 where not known */
    int depth;       /* completed iterations */
    int probability; /* percent that the score is right, where the mind says so; else 0 */
    uint64_t nodes;
    int line_length;
    uint32_t line[MIND_LINE_MAX]; /* best play, this move first */
};

/* A line that is longer than an answer has room for: a puzzle's solution. */
struct mind_whole {
    uint32_t *moves; /* room for MIND_WHOLE_MAX */
    int length;
};

struct mind_task {
    const struct game *game;
    const struct game_setup *setup;
    const void *position;
    const uint64_t *earlier; /* hashes of the positions that could be repeated, oldest first */
    int earlier_count;
    const void *start; /* where the game began and the moves since, for those who ask (a book, */
    const uint32_t *moves; /* a program outside); NULL where nobody knows */
    int move_count;
    struct mind_limits limits;
    struct random *random;
    struct table *table;     /* shared by the workers; may be NULL for kinds that use none */
    void *memory;            /* private to this worker, kind->memory bytes, aligned to 64 */
    size_t memory_bytes;     /* of these, where it may be fewer (memory_is_table); 0: all of them */
    const atomic_bool *stop; /* may be NULL */
    int worker;              /* 0 is the one whose answer counts */
    int workers;             /* 0 and 1 are both: alone */
    void *shared; /* kind->shared bytes, the same for all workers, zeroed beforehand; NULL
                     when alone */
    /* For worker 0 of a kind with `calls`: to be called once, when the work turns out to be worth
       sharing; until then it is alone. NULL: the others are there from the start, or nobody is. */
    void (*call)(void *caller);
    void *caller;
    bool no_book;
    bool no_databases;     /* except those the program carries: a level is as strong without */
    const void *databases; /* the asker's own (lab/game.h); NULL: those that all share */
    const struct mind_book *book; /* NULL where there is none */
    bool value_only;              /* solving: no line of best play is wanted */
    struct mind_whole *whole;     /* for minds whose lines may be that long; may be NULL */
    /* Called by worker 0 after every completed iteration; may be NULL. */
    void (*report)(void *listener, const struct mind_answer *answer);
    void *listener;
    const void *data; /* the player's, for kinds that hand it to their search; else NULL */
};

/* A position to be solved, with what is said about it. */
struct mind_problem {
    void *position; /* room for one, the caller's */
    bool stated;    /* `score` is given */
    int32_t score;  /* hundredths */
    int move_count; /* moves whose scores are given too, from the view of who makes them */
    struct {
        uint32_t move;
        int32_t score;
    } moves[MIND_PROBLEM_MOVES];
};

struct player;

struct player_kind {
    const char *name;
    const char *summary;  /* one sentence */
    const char *argument; /* name of the number after the colon ("depth"), NULL for none */
    int least, most, standard;
    bool limits;      /* takes time=S, depth=D, nodes=N as arguments and obeys the task's limits */
    bool no_depth;    /* ... but for the depth */
    bool evaluates;   /* ... and MIND_DEPTH_STATIC, by its static evaluation */
    bool some_limits; /* takes none as arguments, but some of the task's limits hold */
    bool paces;       /* obeys the allotment of a clock */
    bool parallel;    /* several workers may think together */
    bool calls;       /* ... and worker 0 calls the others when it wants them */
    size_t memory;    /* scratch bytes for each worker */
    bool memory_is_table; /* it remembers positions there: no more than a table may have */
    size_t shared;        /* bytes that workers thinking together share */
    bool proves;          /* takes the best move by the values of the mind's solve */
    void (*think)(const struct player *player, const struct mind_task *task,
                  struct mind_answer *answer);
    /* Optional: takes an argument that is neither the number nor a limit ("model:path"); `data` in
       the player may be filled by the caller afterwards. */
    bool (*take)(struct player *player, const char *argument, struct error *error);
    /* Optional, for kinds whose argument names a file: turns the file's bytes into the player's
       data, in data_size bytes of the caller's, aligned to 64. See lab/learned.h. */
    bool ships;     /* it also has data of its own and needs no file */
    bool any_model; /* the file may be one of another kind of the same game; see minds/model.h */
    size_t data_size;
    /* Optional: how many bytes it is for this file, where that differs. */
    size_t (*data_room)(const void *bytes, size_t length);
    bool (*data_read)(const void *bytes, size_t length, void *data, struct error *error);
    /* Optional: makes an evolved vector the player's data, in data_size bytes; false when the
       vector is for another kind. */
    bool (*vector_use)(const struct vector_file *file, void *data);
};

struct player {
    const struct player_kind *kind;
    int number;                /* the argument or the kind's standard */
    struct mind_limits limits; /* those given with the name; they take precedence over the task's */
    const void *data;          /* weights and the like, owned by the caller */
    int random;                /* percentage of its moves that are random */
    char name[96];             /* as it was given */
    char argument[96];         /* what follows the colon, except for random=N */
};

struct mind {
    const struct game *game;
    const char *unit; /* what 100 points of score are: "discs", "men" */
    const char *one;  /* one of them: "disc", "man" */
    int32_t scale;    /* hundredths of the unit that make the game about three quarters won; 0 for
                         puzzles, which have no chances */
    bool margin;      /* the score itself is the aim, not only who wins */
    const char *best; /* the name of its strongest player */
    const struct player_kind *const *players;
    int player_count;
    /* Optional: the proved value of a position, obeying the limits; answer->exact says whether it
       got there. */
    void (*solve)(const struct mind_task *task, struct mind_answer *answer);
    /* Optional: what percentage of the work is worth spending on a proof in this position; without
       it no proof is tried unless one is asked for. */
    int (*proof_hope)(const struct game_setup *setup, const void *position);
    /* Optional: how many thousandths of the time left for the game, from 1 to 1000, are meant for
       the move in this position; without it every move to come is taken for equally hard. */
    int (*clock_share)(const struct game_setup *setup, const void *position);
    size_t solve_memory;
    bool solve_memory_is_table;
    size_t solve_shared; /* more than 0: several workers may solve together */
    bool solve_calls;    /* ... and worker 0 calls the others when it wants them */
    /* Optional: a line of a file of problems, which gives a position and perhaps its value. Without
       it a line is position text, perhaps followed by ";" and the value. */
    bool (*problem_read)(const struct game_setup *setup, const char *line, size_t length,
                         struct mind_problem *problem, struct error *error);
    /* Optional: the player that is weakened for levels; without it `best`. */
    const char *levels;
    /* Optional: how strong its players are (minds/standing.h), ended by one without a name. */
    const struct standing *standings;
    const struct levels *ladder; /* how it is weakened (minds/level.h); NULL: no levels */
    /* Optional: the number under which a book keeps this position and its mirror images; less than
       2^48. */
    uint64_t (*book_key)(const struct game_setup *setup, const void *position);
    /* Optional, for complete books: after how many plies of a game from the start this position
       stands; negative when no game leads to it, when it is over, and beyond the plies of any
       book. */
    int (*book_ply)(const struct game_setup *setup, const void *position);
    int book_plies; /* the usual size of a book */
    /* Optional, for a mind whose books have a form of their own: whether these bytes are one, its
       plies and positions (each may be NULL). */
    bool (*book_sizes)(const struct mind_book *book, int *plies, size_t *positions);
    /* Optional: what the mind has learned is kept in a file beside the code. Turns the file's bytes
       into weights, in model_memory bytes of the caller's (aligned to 64) that stay in use, and
       thinks with them from then on. Without it the mind works, but less well. */
    size_t model_memory;
    /* Optional: how many bytes it is for this file, where that differs. */
    size_t (*model_room)(const void *bytes, size_t length);
    bool (*model_use)(const void *bytes, size_t length, void *memory, struct error *error);
    /* Optional: the answer's line in words, whole sentences on one line, for a person. */
    void (*explain)(const struct mind_task *task, const struct mind_answer *answer,
                    struct text *text);
    /* Optional: sets whether its players may use databases; by default they may. */
    void (*databases)(bool on);
    /* Optional: solved positions are kept in a file beside the code. The program carries it inside;
       where it does not (the page), the file's bytes are handed in here and stay in use. */
    bool (*solved_use)(const void *bytes, size_t length, struct error *error);
};

/* Of all games that have one; list.c. */
extern const struct mind *const minds[];
extern const int mind_count;

/* NULL for a game without players. */
const struct mind *mind_of(const struct game *game);

/* Reads "NAME", "NAME:NUMBER" or "NAME:key=value,..." of this mind. Every player also takes
   random=N: it then makes N percent of its moves at random. */
bool player_read(const struct mind *mind, const char *text, struct player *player,
                 struct error *error);

/* Reads "time=0.5", "depth=6", "nodes=100000", several separated by commas. */
bool mind_limits_read(const char *text, size_t length, struct mind_limits *limits,
                      struct error *error);

/* False with an error when this is a depth of 0 and the kind has no static evaluation. */
bool player_takes_depth(const struct player_kind *kind, int depth, struct error *error);

/* The task's limits, with the player's own taking precedence. */
struct mind_limits player_limits(const struct player *player, const struct mind_task *task);

/* The mind's solver as a player, which a searcher can be asked for like any other; both are the
   caller's. For minds that solve. */
void player_solver(const struct mind *mind, struct player_kind *kind, struct player *player);

/* Whether the player decides by its nature or its number how far it looks, whatever the task's
   limits. */
bool player_is_fixed(const struct player *player);

/* Whether the player makes this move at random (random=N); the answer is then filled in. Whoever
   asks a player calls this first. */
bool player_strays(const struct player *player, const struct mind_task *task,
                   struct mind_answer *answer);

/* The scratch memory that a kind gets where a table may have `table_bytes`: a kind whose scratch
   memory is its table (memory_is_table) gets no more than that. 0: as much as it likes. */
size_t player_scratch(const struct player_kind *kind, size_t table_bytes);

/* An answer that knows nothing yet. */
void mind_answer_clear(struct mind_answer *answer);

/* The player "random" of every game: a uniformly random legal move. */
extern const struct player_kind player_random;

#endif
