/* Searches asked for by many clients, done by a few threads.

   A search is a question for the middle (minds/inquiry.h). It waits in a queue with fair shares:
   whoever has the fewest searches running goes first, and among those the one who was served
   longest ago, so that a client with a hundred questions does not keep another one waiting longer
   than for one of them. What a search finds comes back as JSON text (minds/tell.h): any number of
   progress reports, then one result.

   Threads call only `notify`; everything else is called by the one thread that owns the server,
   which also fetches the news with searches_collect. */
#ifndef PORTS_SERVER_SEARCHES_H
#define PORTS_SERVER_SEARCHES_H

#include "ports/server/question.h"

/* What the kinds are called here: best, hint, solve, analyse, review. */
extern const char *const searches_names[INQUIRY_KINDS];
/* INQUIRY_KINDS when there is none of this name. */
enum inquiry_kind searches_named(const char *name);

enum searches_refusal { SEARCHES_TAKEN, SEARCHES_CLIENT_FULL, SEARCHES_FULL };

struct searches_limits {
    int workers;
    int queue;        /* waiting in all */
    int client;       /* waiting and running of one client */
    size_t table;     /* bytes of each worker's table */
    uint64_t longest; /* microseconds after which a search is told to stop */
};

struct searches_news {
    uint64_t search;
    void *listener;
    bool last;                 /* the result or an error; the search is gone after it */
    const char *fault;         /* what kind of error it is; NULL for none */
    char *text;                /* JSON, of an error its message; freed after the call */
    char move[GAME_MOVE_TEXT]; /* the move alone, for a short answer; empty where there is more */
};

struct searches_counts { /* for the metrics */
    int waiting, running;
    uint64_t done[INQUIRY_KINDS];
    uint64_t refused, cancelled, nodes;
    uint64_t microseconds; /* thought in all */
};

struct searches;

struct searches *searches_open(const struct searches_limits *limits, void (*notify)(void *self),
                               void *self, struct error *error);
/* Stops what is running and waits for the threads. */
void searches_close(struct searches *searches);

/* Takes over *question (it is emptied) and gives the number of the search. `client` names who
   asks; `progress` whether reports before the result are wanted. */
enum searches_refusal searches_add(struct searches *searches, struct question *question,
                                   const char *client, bool progress, void *listener,
                                   uint64_t *search);

/* The search, or every one for number 0, ends soon with what it has found; one that has not begun
   fails at once. */
void searches_stop(struct searches *searches, uint64_t search);
/* The listener is gone: it hears nothing more, and the search is stopped. */
void searches_forget(struct searches *searches, uint64_t search);

/* Calls `take` with everything that is new. */
void searches_collect(struct searches *searches,
                      void (*take)(void *self, const struct searches_news *news), void *self);

/* Stops searches that have run too long; to be called now and then. */
void searches_tick(struct searches *searches);

struct searches_counts searches_count(struct searches *searches);

#endif
