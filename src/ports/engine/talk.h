/* What the protocols for other programs share: one game, a player that thinks in a thread of its
   own, and an output that whole lines are written to.

   A protocol is a function that is given one line at a time (talk_line) and answers with talk_say.
   Thinking is started with talk_think, which returns at once; a line that changes the game first
   calls talk_stop, which ends the thinking and waits until its answer is written, so that the
   thread never sees the game change under it. In `together` mode (tests, fuzzing) thinking is done
   before talk_think returns. */
#ifndef PORTS_ENGINE_TALK_H
#define PORTS_ENGINE_TALK_H

#include "lab/inquire.h"
#include "lab/opened.h"
#include <pthread.h>
#include <stdio.h>

struct talk;

/* One protocol: its name, what is done with a line. */
struct talk_protocol {
    const char *name;
    void (*line)(struct talk *talk, const char *line, size_t length);
};

extern const struct talk_protocol talk_potez, talk_nboard, talk_gtp;

enum { TALK_PLAYER = 4096 };

struct talk {
    const struct talk_protocol *protocol;
    FILE *out;
    pthread_mutex_t writing;
    struct opened opened;
    struct player player;
    char player_text[TALK_PLAYER]; /* its name, where it was given */
    struct mind_limits standard;   /* when a question has no limits */
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
    struct inquiry_terms terms;
    enum inquiry_kind kind;
    bool infinite; /* the answer waits for stop */
    bool silent;   /* no answer is wanted any more: the opponent's move was guessed right */
    bool strict;   /* limits that the player cannot obey are refused; else they bound nothing */
    void (*work)(struct talk *talk);

    /* The protocols' own. */
    struct {
        int lines;   /* MultiPV */
        bool ponder; /* the move that is expected after the best one is said */
        bool guessing;
        struct inquiry_terms then; /* when the guess was right */
        uint32_t only[GAME_MOVES_MAX];
        int only_count; /* searchmoves; 0 for all */
    } uci;
    struct {
        int depth, contempt, hints;
    } nboard;
    struct {
        char id[16]; /* of the command being answered */
        uint64_t main_time, byo_time, byo_stones, left[2], left_stones[2];
        bool timed, told;
        bool advise; /* the move is not to be played */
    } gtp;
};

/* Begins with a new game of `game`. False without memory. */
bool talk_open(struct talk *talk, const struct talk_protocol *protocol, const struct game *game,
               FILE *out, int threads, size_t table_bytes, struct error *error);
void talk_close(struct talk *talk);

void talk_line(struct talk *talk, const char *line, size_t length);

/* Waits for the thinking to end by itself. */
void talk_wait(struct talk *talk);

/* Who thinks from now on; nothing changes when there is no such player. */
bool talk_player(struct talk *talk, const char *name, struct error *error);

/* ---- for the protocols ---- */

/* One line, whole and at once; the line end is added. */
void talk_say(struct talk *talk, const char *format, ...) __attribute__((format(printf, 2, 3)));

/* Lets `work` think about a question within `terms`, or the usual limits where they say nothing. */
void talk_think(struct talk *talk, enum inquiry_kind kind, const struct inquiry_terms *terms,
                void (*work)(struct talk *talk));
void talk_stop(struct talk *talk);

/* The answer to the question that is thought about, for the thread; `report` (may be NULL) hears of
   what is found on the way, with the talk as its listener. NULL with an error. */
struct inquiry *talk_ask(struct talk *talk,
                         void (*report)(void *talk, const struct inquiry *inquiry),
                         struct error *error);

/* Forgets what was found out: another game begins. */
void talk_forget(struct talk *talk);

/* Another game, opened but not started yet, in the place of the present one. */
bool talk_set_game(struct talk *talk, struct opened *opened, struct error *error);

/* A move's text in the present position; "none" for none. */
const char *talk_move_text(const struct talk *talk, uint32_t move, char buffer[GAME_MOVE_TEXT]);
/* The moves of an answer's line, as far as they are legal, with `between` between them. */
void talk_line_text(const struct inquiry *inquiry, const struct mind_answer *answer,
                    const char *between, struct text *text);

#endif
