/* A file into which long work writes its finished pieces, so that it can resume after any
   interruption: one line each, flushed to disk before the next is begun.

   The first line is a heading that says which work this is; a journal with another heading is
   refused. Every line carries a checksum, so that a line that was cut off by a crash is noticed and
   removed, which `cut` records so that people can be told; damage anywhere else is refused. A line
   that could not be written whole is removed again. One process at a time may hold a journal.
   Without a path it lives in memory and can be saved later, all at once. The caller serialises
   calls from several threads. */
#ifndef LAB_JOURNAL_H
#define LAB_JOURNAL_H

#include "base/error.h"
#include <stddef.h>

struct journal {
    int descriptor; /* -1: in memory */
    const char *path;
    size_t cut;  /* bytes of a last line that a crash cut off: removed when it was opened */
    char *lines; /* of a journal in memory */
    size_t length, room;
};

/* Called for each line that is there already, in order, without the heading; `text` ends in a zero
   byte. False, with an error, refuses the journal. */
typedef bool journal_listener(void *listener, const char *text, struct error *error);

/* `path` may be NULL. The heading and the lines of an existing file are checked; a missing file is
   created. */
bool journal_open(struct journal *journal, const char *path, const char *heading,
                  journal_listener *each, void *listener, struct error *error);

/* The lines that are whole by now, without holding the journal or changing it, so that work in
   progress can be watched; a missing file has none. */
bool journal_look(const char *path, journal_listener *each, void *listener, struct error *error);

/* Whether the file is there and holds something, but not a journal. */
bool journal_is_other(const char *path);

/* `text` has no line end. True once the line is safe. */
bool journal_add(struct journal *journal, const char *text, struct error *error);

/* Writes a journal that lives in memory to a file. */
bool journal_save(const struct journal *journal, const char *path, struct error *error);

void journal_close(struct journal *journal);

#endif
