/* A file of records of one size, as the machine keeps them: samples to learn from.

   A line of text names the kind ("potez othello samples 2"), then come the number of records, their
   checksum and the records, so that a file that was cut off or changed is refused with an error.
   Version 1 had neither number nor checksum; it is still read, and refused when it ends within a
   record. What the records say is the caller's to check. */
#ifndef LAB_RECORDS_H
#define LAB_RECORDS_H

#include "base/error.h"
#include <stdint.h>
#include <stdio.h>

struct records_kind {
    const char *name; /* without the version */
    size_t size;      /* of one record */
};

struct records {
    FILE *file;
    const char *path;
    const struct records_kind *kind;
    size_t count;
    uint64_t checksum;
    int version;
};

bool records_write(const char *path, const struct records_kind *kind, const void *list,
                   size_t count, struct error *error);

/* Says how many there are; records_read then fills the room for them and closes the file, even when
   it fails. `path` and `kind` stay the caller's until then. */
bool records_open(struct records *records, const char *path, const struct records_kind *kind,
                  struct error *error);
bool records_read(struct records *records, void *list, struct error *error);
void records_close(struct records *records);

#endif
