/* The middle: one question about a game in progress, and the way to its answer.

   Every front end asks here and nowhere else: which move, what is the position worth, what is every
   move worth, how was the whole game played. It fills a struct inquiry_question (inquiry_limits
   says how long to think, inquiry_player who thinks), hands in memory, and calls inquiry_step until
   the inquiry is done. One step is one search; between two steps, and from the report that is
   called after each, whatever has been found is in the inquiry and usable. The command line and the
   server step natively, the page in its worker: the same state machine, so that they cannot
   disagree.

   What searches is handed in as a struct inquiry_searcher: lab/think.h with threads, books and
   databases, or the page's worker. Nothing here knows an operating system.

   An answer is honest: `exact` says that it is proved, otherwise `depth` (and `probability`) say
   how far the search looked. Scores are in hundredths of the mind's unit, from the view of the side
   to move in the position they are about; a move's score from the view of the side that makes it.
   minds/tell.h puts answers into words and JSON. */
#ifndef MINDS_INQUIRY_H
#define MINDS_INQUIRY_H

#include "games/session.h"
#include "minds/mind.h"

enum inquiry_kind {
    INQUIRY_MOVE,   /* the move that the player chooses */
    INQUIRY_HINT,   /* a guess at once, then the proof or a better guess */
    INQUIRY_VALUE,  /* the proved value of the position, with `every` that of each move */
    INQUIRY_MOVES,  /* what every legal move is worth, better and better */
    INQUIRY_REVIEW, /* every move of the game, from its end to its beginning */
    INQUIRY_KINDS
};

struct inquiry;

/* Who searches. `search` asks a player (or the mind's solver, which comes as a player too) and
   supplies the memory, tables, threads and books that the task needs; false with an error when that
   fails. `forget` clears what was remembered between two questions. */
struct inquiry_searcher {
    void *self;
    bool (*search)(void *self, const struct player *player, const struct mind_task *task,
                   struct mind_answer *answer, struct error *error);
    void (*forget)(void *self);
};

struct inquiry_question {
    enum inquiry_kind kind;
    const struct session *session; /* asked about: its present position, or all of it (review) */
    struct player player;          /* from inquiry_player; INQUIRY_VALUE asks the solver instead */
    struct mind_limits limits;     /* from inquiry_limits; for a review they are per position */
    bool every;                    /* INQUIRY_VALUE: of every move as well */
    const uint32_t *only;          /* INQUIRY_MOVES: these legal moves alone; NULL for all */
    int only_count;
    bool value_only; /* no line of best play is wanted */
    bool no_book;
    bool no_databases;       /* except for those that the program carries */
    const void *databases;   /* the asker's own (lab/game.h); NULL: those that all share */
    bool forget;             /* everything remembered before this question */
    struct random *random;   /* may be NULL for players that use no random numbers */
    const atomic_bool *stop; /* may be NULL */
    struct inquiry_searcher searcher;
    void (*report)(void *listener, const struct inquiry *inquiry); /* may be NULL */
    void *listener;
};

/* A legal move and what it is worth to the side that makes it; the line begins with the move. */
struct inquiry_finding {
    uint32_t move;
    int round; /* of the last search that looked at it */
    struct mind_answer answer;
};

enum inquiry_class {
    INQUIRY_BEST, /* nothing lost */
    INQUIRY_ONLY, /* nothing lost, and every other move loses more */
    INQUIRY_GOOD, /* a little lost, or won more slowly */
    INQUIRY_INACCURACY,
    INQUIRY_MISTAKE,
    INQUIRY_BLUNDER,
    INQUIRY_FORCED, /* there was no choice */
};

/* A position of a game under review and the move that was made there. */
struct inquiry_moment {
    uint32_t move; /* GAME_NO_MOVE in the last position */
    int8_t side;
    bool looked; /* the rest is filled in */
    bool proved; /* both values are */
    enum inquiry_class class;
    struct mind_answer before; /* the best there was, the best move first in its line */
    struct mind_answer after;  /* what the move that was made is worth, to the same side */
    int32_t loss;              /* hundredths, 0 or more */
    int32_t drop;              /* of the winning chances, in thousandths */
};

/* The state of the rounds over all moves of one position. */
struct inquiry_rounds {
    int ply; /* of the session */
    int side;
    int depth;       /* of this round, the move itself included */
    int number;      /* of this round */
    bool begun;      /* a move has been looked at in this round */
    bool cut;        /* the rest of this round is left out */
    bool proving;    /* this round tries proofs */
    bool gained;     /* something got deeper or proved in this round */
    uint64_t looked; /* positions seen by looking, and by proving */
    uint64_t proved;
    uint64_t slice;   /* for the next proof */
    uint64_t started; /* microseconds */
    bool over;
};

struct inquiry {
    struct inquiry_question question;
    const struct mind *mind;
    bool done;
    struct mind_answer answer; /* the best known so far; for INQUIRY_MOVES that of the best move */
    struct inquiry_finding *findings; /* INQUIRY_MOVES: best first; INQUIRY_VALUE: in order */
    int finding_count;
    struct inquiry_moment *moments; /* INQUIRY_REVIEW: one per ply and one for the last position */
    int moment_count;
    int decided;    /* INQUIRY_REVIEW: the ply whose move decided the game, -1 for none */
    uint64_t nodes; /* of all searches */
    uint64_t started;
    /* the state machine's own */
    struct inquiry_rounds rounds;
    struct player_kind solver_kind;
    struct player solver, looker; /* the mind's solver, and the player that estimates a move */
    int stage;
    void *child;             /* room for a position: the one being searched */
    void *walker;            /* room for a position: for following lines */
    struct mind_whole whole; /* the last line of a puzzle, as long as it is */
};

/* Reads a player: by name, or by a strength from 1 to 10 when `name` is NULL and `level` is not 0;
   with neither the game's strongest. Files are not read here: see inquire_player
   (lab/inquire.h). */
bool inquiry_player(const struct mind *mind, const char *name, int level, struct player *player,
                    struct error *error);

/* How long somebody wants to wait. 0 means "not specified". */
struct inquiry_terms {
    struct mind_limits limits;
    int64_t clock_left, clock_increment; /* of the side to move, microseconds: a whole game's */
    int clock_moves;                     /* until more time comes; 0: the rest of the game */
    const struct session *session; /* whose clock it is: some moves are harder; NULL: unknown */
    struct mind_limits standard;   /* used where nothing is specified */
    uint64_t most;                 /* microseconds that may not be exceeded */
};

/* The limits of a question; refuses what the question or the player cannot obey. A player whose
   number is usually a depth obeys the limits instead, where there are any. */
bool inquiry_limits(enum inquiry_kind kind, struct player *player,
                    const struct inquiry_terms *terms, struct mind_limits *limits,
                    struct error *error);

/* The same at the board, where `terms` are for both sides: a player that decides for itself how far
   it looks is not bound by the limits, and the session's clocks count, at the time `now`. */
bool inquiry_limits_at(enum inquiry_kind kind, struct player *player,
                       const struct inquiry_terms *terms, const struct session *session,
                       uint64_t now, struct mind_limits *limits, struct error *error);

/* The bytes of memory an inquiry needs, aligned to 64. */
size_t inquiry_bytes(const struct inquiry_question *question);

/* Begins; the question is copied, its session must not change until the inquiry is done. False for
   a game that is over (unless it is for a review) or has no mind that can answer. */
bool inquiry_begin(struct inquiry *inquiry, const struct inquiry_question *question, void *memory,
                   struct error *error);

/* One search. False when it failed; else inquiry->done says whether there is more to do. */
bool inquiry_step(struct inquiry *inquiry, struct error *error);

/* Steps until it is done. */
bool inquiry_run(struct inquiry *inquiry, struct error *error);

/* The line of an answer about the position at a ply, move by move as text, as far as it is legal. A
   puzzle's line is given to its end, however long. */
void inquiry_line(const struct inquiry *inquiry, int ply, const struct mind_answer *answer,
                  void (*each)(void *listener, const char *move), void *listener);

/* The same for whoever kept an answer about `position` without its inquiry. `walker` is room for a
   position. */
void inquiry_answer_line(const struct session *session, const void *position,
                         const struct mind_answer *answer, void *walker,
                         void (*each)(void *listener, const char *move), void *listener);

/* How likely the side that the answer is for will win, in thousandths; a draw counts half. */
int inquiry_chance(const struct mind *mind, const struct mind_answer *answer);

/* The moment's drop as it counts for class and accuracy: of an estimate only what is beyond the
   noise of two searches. */
int inquiry_counted_drop(const struct inquiry_moment *moment);

/* Proved wins first, the quicker the better (where the score is the aim, the higher); then by
   score; then proved losses, the slower the better; moves that nobody has looked at come last. Less
   than 0 when `a` is to come first. */
int inquiry_compare(const struct mind *mind, const struct inquiry_finding *a,
                    const struct inquiry_finding *b);

#endif
