/* Opening books: those the program carries with it, and how they are made.

   A book holds the proved value of every position of a game up to a given ply, one for each set
   of mirror images. Only the positions of the last ply are solved; those before follow from them.
   books_build solves on all cores with one table, keeps what is solved in a file as it goes, so
   that it can be stopped and resumed, and returns the finished book as bytes
   (minds/book_complete.h). */
#ifndef LAB_BOOKS_H
#define LAB_BOOKS_H

#include "base/error.h"
#include "minds/mind.h"

/* The book of a game: its file (lab/book_file.h), else the one inside the program; false when it
   has none. It is for the game's standard options. */
bool books_of(const struct game *game, struct mind_book *book);

struct books_plan {
    const struct game *game;
    const struct game_setup *setup; /* NULL for the standard options */
    int plies;
    int threads;
    size_t table_bytes;
    const char *partial; /* path of the journal of positions solved so far */
    int check;           /* this many positions of the finished book are solved again */
    uint64_t seed;       /* chooses them */
    const atomic_bool *stop;
    /* Called now and then by one thread at a time; may be NULL. */
    void (*progress)(void *listener, uint64_t done, uint64_t total);
    void *listener;
};

struct books_made {
    uint8_t *data; /* the caller frees it; NULL when the build was stopped */
    size_t size;
    uint64_t solved, resumed; /* positions of the last ply: now, and found in the partial file */
    size_t cut;               /* bytes of its last line, which a crash cut off */
    int checked, wrong;       /* of the sample */
};

/* False with an error when memory, threads or the file fail. */
bool books_build(const struct books_plan *plan, struct books_made *made, struct error *error);

#endif
