/* What the protocols for other programs share: one game, a player that thinks in a thread of its
   own, and an output that whole lines are written to.

   A protocol is a function that is given one line at a time (engine_line) and answers with
   engine_say. Thinking is started with engine_think, which returns at once; a line that changes the
   game first calls engine_stop, which ends the thinking and waits until its answer is written, so
   that the thread never sees the game change under it. In `together` mode (tests, fuzzing) thinking
   is done before engine_think returns. */
#ifndef PORTS_ENGINE_ENGINE_H
#define PORTS_ENGINE_ENGINE_H

#include "games/session.h"
#include "lab/think.h"
#include <pthread.h>
#include <stdio.h>

struct engine;

/* One protocol: its name, what is said at the beginning, what is done with a line. */
struct engine_protocol {
    const char *name;
    void (*begin)(struct engine *engine); /* optional */
    void (*line)(struct engine *engine, const char *line, size_t length);
};

extern const struct engine_protocol engine_potez, engine_nboard, engine_gtp;

enum { ENGINE_NAME = 80 };

struct engine {
    const struct engine_protocol *protocol;
    FILE *out;
    pthread_mutex_t writing;
    const struct game *game;
    const struct mind *mind; /* NULL for a game without players */
    struct game_setup setup;
    void *level; /* behind setup.level */
    struct session *session;
    void *memory; /* the session's */
    struct player player;
    struct mind_limits standard; /* when a question has no limits */
    bool no_book;
    uint64_t nodes_most; /* for any question; 0 for no such limit */
    int threads;
    size_t table_bytes;
    struct thinker thinker;
    bool thinker_open;
    struct random random;
    bool together;
    bool quit;

    /* The question being thought about. */
    bool thinking;
    pthread_t thread;
    atomic_bool stop;
    struct mind_limits limits;
    bool infinite; /* the answer waits for stop */
    uint64_t started;
    void (*work)(struct engine *engine);

    /* The protocols' own. */
    struct {
        int depth, contempt, hints;
        char status[64];
    } nboard;
    struct {
        char id[16]; /* of the command being answered */
        uint64_t main_time, byo_time, byo_stones, left[2], left_stones[2];
        bool timed, told;
        int side;     /* asked for */
        bool advise;  /* the move is not to be played */
        bool listing; /* every move with its score */
    } gtp;
};

/* Begins with a new game of `game`. False without memory. */
bool engine_open(struct engine *engine, const struct engine_protocol *protocol,
                 const struct game *game, FILE *out, int threads, size_t table_bytes,
                 struct error *error);
void engine_close(struct engine *engine);

void engine_line(struct engine *engine, const char *line, size_t length);

/* Waits for the thinking to end by itself. */
void engine_wait(struct engine *engine);

/* ---- for the protocols ---- */

/* One line, whole and at once; the line end is added. */
void engine_say(struct engine *engine, const char *format, ...)
    __attribute__((format(printf, 2, 3)));

void engine_think(struct engine *engine, const struct mind_limits *limits,
                  void (*work)(struct engine *engine));
void engine_stop(struct engine *engine);

/* A new game of the present game and setup, or from `position` where that is not NULL. */
bool engine_restart(struct engine *engine, const void *position, struct error *error);

/* Another game; `level` is memory that becomes the engine's, NULL for games without. */
bool engine_set_game(struct engine *engine, const struct game *game, const struct game_setup *setup,
                     void *level, struct error *error);

/* The question about the present position (for the thread). */
struct mind_task engine_task(struct engine *engine);
bool engine_ask(struct engine *engine, const struct mind_task *task, struct mind_answer *answer);

/* A move's text. */
const char *engine_move_text(const struct engine *engine, const void *position, uint32_t move,
                             char buffer[GAME_MOVE_TEXT]);
/* The moves of an answer's line, as far as they are legal, with `between` between them. */
void engine_line_text(const struct engine *engine, const struct mind_answer *answer,
                      const char *between, struct text *text);

/* Every legal move with what is found about it at this depth, best first. Fewer than all, or none,
   when stopped. For the thread. */
struct engine_choice {
    uint32_t move;
    int32_t score; /* hundredths, view of the side to move */
    bool exact;
    uint64_t nodes;
    int line_length;
    uint32_t line[MIND_LINE_MAX];
};
int engine_rank(struct engine *engine, int depth, struct engine_choice *choices);

#endif
