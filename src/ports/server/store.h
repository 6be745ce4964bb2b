/* Network games on disk: a SQLite database that one thread writes in groups.

   A change is handed over with store_add, which gives it a ticket and returns at once. The thread
   takes all changes that have come together, writes them in one transaction and only then says
   that their tickets are kept: whoever acknowledges a move after that has not promised too much.
   The file survives kill -9 at any moment, and a power cut (WAL with full synchronisation).

   If a transaction fails (disk full), or there is no memory for a change, nothing of it is kept
   and `failed` is called. From then on
   all changes are dropped, because they may build on those that were lost, until the owner has
   thrown away what is ahead of the disk and says store_resume.

   A finished game goes to the archive through an outbox: it is put there in the transaction that
   ends the game, and taken out when the archive has it, at the latest after the next start. */
#ifndef PORTS_SERVER_STORE_H
#define PORTS_SERVER_STORE_H

#include "base/error.h"
#include "ports/server/player_name.h"
#include "ports/server/token.h"

#define STORE_RANDOM 12 /* random characters of a room's name */
#define STORE_NAME                                                                                 \
    17 /* its characters at most: "SHARD.", four digits and a dot, may come first                  \
        */

enum store_kind {
    STORE_CREATE,   /* a new room: all members of `room` */
    STORE_SEAT,     /* somebody took `seat`: its digest and name; the code is used up */
    STORE_MOVE,     /* the move `text` was made at `ply`; if `over`, the game ended with it */
    STORE_TAKEBACK, /* moves from `ply` on are taken back */
    STORE_OVER,     /* the end: half_points and reason */
    STORE_FORGET,   /* a room that nobody joined is gone */
};

struct store_room {
    int64_t number; /* the key, given by the owner: above all earlier ones */
    char name[STORE_NAME + 1];
    char game[32];
    char *set;                        /* options as JSON */
    char *start;                      /* position text, NULL for the game's own start */
    int64_t seconds, increment;       /* microseconds; seconds is -1 without clocks */
    bool per_move;                    /* `seconds` are for each move, not for the game */
    bool listed;                      /* in the lobby, for anybody to join */
    char code[TOKEN_CODE + 1];        /* of the invitation while a seat is empty, or "" */
    char player[2][PLAYER_NAME_SIZE]; /* what they call themselves, or "" */
    bool seated[2];
    uint8_t seat[2][TOKEN_DIGEST];
    uint8_t invite[TOKEN_DIGEST];
    int64_t created; /* seconds since 1970 */
    int64_t changed;
    bool over;
    int half_points; /* -1: ended without a result */
    char reason[16];
};

struct store_move {
    int ply;
    char text[32];
    int64_t left[2]; /* microseconds on the clocks after the move */
};

struct store_change {
    enum store_kind kind;
    struct store_room room; /* `number` always; the rest as the kind says */
    int seat;
    struct store_move move;
    int64_t date;
    /* At the end: for the archive of all games; NULL when it is not worth keeping there. */
    char *moves, *options;
    int plies;
};

struct store_listener {
    void *self;
    void (*kept)(void *self, uint64_t ticket); /* called by the store's thread */
    void (*failed)(void *self);                /* likewise: what is not kept is lost */
};

struct store_counts {
    uint64_t changes, commits, failures, archived, archive_failures;
    uint64_t microseconds; /* spent in transactions */
    uint64_t waiting;
};

struct archive;
struct store;

/* Opens or makes the database. `path` may be ":memory:" for tests. */
struct store *store_open(const char *path, const struct store_listener *listener,
                         struct error *error);
/* Writes what is still waiting. */
void store_close(struct store *store);

/* Copies the change. Tickets are 1, 2, 3, ... NULL stands for a change that its owner had no memory
   for: it is lost, and `failed` is called. */
uint64_t store_add(struct store *store, const struct store_change *change);

/* Finished games go to the archive (lab/archive.h) from now on, and those that an earlier end of
   the program kept from it go first; before the first change. It is the store's to use and to
   close. */
void store_archive(struct store *store, struct archive *archive);

/* After a failure: the changes handed over so far are dropped, the ones after this are kept. */
void store_resume(struct store *store);

/* Reading, by the thread that opened the store. The callback gets a room and its moves; false from
   it ends the reading. */
typedef bool store_reader(void *self, const struct store_room *room, const struct store_move *moves,
                          int count);
bool store_read_open(struct store *store, store_reader *reader, void *self, struct error *error);
/* False when there is no such room. */
bool store_read_room(struct store *store, const char *name, store_reader *reader, void *self);
int64_t store_last_number(struct store *store);

struct store_counts store_count(struct store *store);

#endif
