/* What the parts of the store know of each other: store.c writes, store_schema.c
   knows the tables, store_read.c reads, store_outbox.c hands finished games on to the archive. */
#ifndef PORTS_SERVER_STORE_INSIDE_H
#define PORTS_SERVER_STORE_INSIDE_H

#include "ports/server/store.h"

#include <pthread.h>
#include <sqlite3.h>
#include <stdatomic.h>

/* Statements of the writer. */
enum statement {
    BEGIN,
    COMMIT,
    ROLLBACK,
    INSERT_ROOM,
    UPDATE_SEAT,
    INSERT_MOVE,
    DELETE_MOVES,
    UPDATE_OVER,
    TOUCH,
    DELETE_ROOM,
    INSERT_OUTBOX,
    SELECT_OUTBOX,
    DELETE_OUTBOX,
    STATEMENTS
};

/* A change in the queue. */
struct waiting {
    struct waiting *next;
    uint64_t ticket;
    struct store_change change;
};

/* Moves finished games from the outbox to the archive; by the thread that writes. Counts them. */
void store_sweep(struct store *store);

/* Opens the connections, makes or completes the tables and prepares the statements. */
bool store_prepare(struct store *store, const char *path, struct error *error);

struct store {
    sqlite3 *writer, *reader, *keeper;
    sqlite3_stmt *statement[STATEMENTS];
    struct archive *archive; /* set before the first change */
    struct store_listener listener;
    pthread_t thread, tidier;
    bool running, tidying;
    atomic_int log_pages;

    pthread_mutex_t lock; /* guards what follows */
    pthread_cond_t more, end;
    struct waiting *first, **last;
    uint64_t tickets;
    uint64_t lost;  /* changes up to this ticket are dropped */
    bool forgotten; /* there was no memory for a change: the writer has to say so */
    bool closing;
    struct store_counts counts;
};

#endif
