/* Whole files in and out of memory.

   file_read takes a path or "-" for standard input and refuses more than `limit` bytes; the memory
   is the caller's to free. On a cluster all ranks call it and rank 0 reads. file_write replaces a
   file all at once (lab/replace.h). */
#ifndef PORTS_CLI_FILE_H
#define PORTS_CLI_FILE_H

#include "base/error.h"
#include <stddef.h>

char *file_read(const char *path, size_t limit, size_t *length, struct error *error);
bool file_write(const char *path, const char *text, size_t length, struct error *error);

#endif
