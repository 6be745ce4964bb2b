/* Asks a player for a move, with any number of threads.

   A thinker owns what a mind must be given: a table, scratch memory for each worker, threads that
   sleep between questions. Kinds marked parallel think with all workers on the shared table; worker
   0's answer counts, and when it is done the others are stopped. Node limits are divided among the
   workers; time and depth are watched by worker 0.

   A player that is another program (lab/outside.h) is asked through a process that the thinker
   owns; its failure is a failed question.

   One thinker serves one thread of the caller. Between games call think_forget, so that the answers
   in a game do not depend on the games before it. */
#ifndef LAB_THINK_H
#define LAB_THINK_H

#include "base/error.h"
#include "minds/mind.h"
#include "minds/table.h"

struct crew;
struct heap;
struct outside;

struct thinker {
    const struct heap *heap; /* lab/heap.h */
    int workers;
    struct table table;
    void *table_memory;
    size_t table_bytes;
    struct crew *crew; /* the workers except the first; NULL until they are needed */
    void **memory;     /* scratch of each worker */
    size_t memory_bytes;
    struct outside *outside[2]; /* programs that were asked, most recent first */
    void *shared;               /* what workers on one question share */
    size_t shared_bytes;
    uint64_t about; /* the game and options whose positions the table holds; 0 for none yet */
};

/* False when memory runs out. Nothing is reserved for the workers before a player is asked; one
   that remembers positions in its scratch gets at most `table_bytes` of it. */
bool think_open(struct thinker *thinker, int workers, size_t table_bytes, struct error *error);
/* The same in memory of the caller's heap, which must outlive the thinker; the table then is all of
   its memory from the beginning. */
bool think_open_on(struct thinker *thinker, const struct heap *heap, int workers,
                   size_t table_bytes, struct error *error);
void think_close(struct thinker *thinker);
/* Writes to all of a fresh table, so that the first questions do not wait for memory: for
   benchmarks. */
void think_warm(struct thinker *thinker);

/* Forgets every position seen; what follows is another game. */
void think_forget(struct thinker *thinker);

/* Asks `player`; `task` says what, its table, memory, book and workers are filled in here. False
   when memory or threads run out, and for another program also when it fails (an empty error: it
   was stopped). A question about another game or other options than the last one forgets first. */
bool think_ask(struct thinker *thinker, const struct player *player, const struct mind_task *task,
               struct mind_answer *answer, struct error *error);

#endif
