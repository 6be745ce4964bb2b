/* What the library's files share: a game with all that belongs to it, its answers, its errors. The
   way in is potez.h.

   A function of potez.h begins by looking at what it was given (library_given), works through the
   middle (minds/inquiry.h, lab/opened.h) and leaves a sentence in library_error when it fails. */
#ifndef PORTS_LIBRARY_INSIDE_H
#define PORTS_LIBRARY_INSIDE_H

#include "base/json_out.h"
#include "lab/heap.h"
#include "lab/inquire.h"
#include "lab/opened.h"
#include "ports/library/potez.h"

enum { LIBRARY_THREADS = 256 };

/* Text that grows in a heap; empty, and `failed`, when memory ran out. */
struct library_text {
    const struct heap *heap;
    char *start;
    size_t length, room;
    bool failed;
};

struct library_databases;

struct potez {
    struct opened opened;
    struct thinker thinker;
    struct random random;
    atomic_bool stop;
    bool own_heap;
    struct library_databases *databases; /* of a folder; NULL for none */
    struct heap heap;
    struct potez_settings settings; /* threads, table and seed as they are now */
    struct library_text text;       /* given out last */
};

/* What failed last in this thread. */
extern _Thread_local struct error library_error;
extern _Thread_local bool library_failed;

/* For error parameters; the call fails if that is used. */
struct error *library_errors(void);
/* Whether it is there; `what` for the sentence when it is not. */
bool library_given(const void *pointer, const char *what);
/* Whether a caller's struct has a plausible size. */
bool library_sized(size_t size, size_t least, const char *name);

const struct game *library_game(const char *name);

/* NULL for the C library's. */
const struct heap *library_heap(const potez *game);

/* The sink of a struct json_out, and a piece of text. */
void library_put(void *text, const char *bytes, size_t length);
void library_text_free(struct library_text *text);
/* What `write` writes; NULL without memory. */
const char *library_given_out(potez *game,
                              void (*write)(const struct session *session, struct text *text));

/* Makes an answer of what an inquiry has found so far; NULL without memory. */
struct potez_answer *library_answer(const struct inquiry *inquiry, const struct heap *heap,
                                    bool stopped);

/* Asks a caller's `stop`, at once and then from a thread of its own, whether to raise `flag`. NULL
   without a `stop`. */
struct library_watch;
struct library_watch *library_watch_begin(const struct heap *heap, bool (*stop)(void *listener),
                                          void *listener, atomic_bool *flag);
void library_watch_end(struct library_watch *watch);

/* The question's size and limits; `mine` gets all that the caller's struct has. */
bool library_question(const struct potez_question *question, struct potez_question *mine);

/* Those of a folder in place of what the game has; what cannot be opened changes nothing. */
bool library_databases_open(potez *game, const char *folder);
void library_databases_close(potez *game);
void library_databases_share(potez *copy, const potez *game);
/* For questions; NULL for none. */
const void *library_databases_of(const potez *game);

#endif
