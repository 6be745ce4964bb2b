/* A file with one evolved vector of weights: what it is for, where it came from, the weights.

   Text, so that people can read it and tools can compare it: a first line, "name value" lines, the
   weights with as many digits as an exact round trip needs, and a checksum over everything before
   it. Here only what a player needs is read, without the C library, so that the page can read it
   too; lab/evolve/vector.h writes the file and knows the lines about how it was made. */
#ifndef MINDS_VECTOR_H
#define MINDS_VECTOR_H

#include "base/error.h"
#include <stdbool.h>
#include <stddef.h>

enum { VECTOR_WEIGHTS_MAX = 512, VECTOR_NAME_ROOM = 32, VECTOR_USUAL = -1 };

/* Which kind of the model the weights are for; VECTOR_USUAL where the file does not say. */
struct vector_variant {
    int filters;  /* side by side in the first layer */
    int first;    /* what the first layer's neurons do with their sums: one of vector_firsts */
    int terminal; /* what finished games are worth in the search: one of vector_terminals */
};
extern const char *const vector_firsts[], *const vector_terminals[]; /* NULL after the last */

struct vector_file {
    char game[VECTOR_NAME_ROOM], model[VECTOR_NAME_ROOM];
    struct vector_variant variant;
    int depth; /* in plies, of the search it was evolved for */
    int count; /* of the weights */
    float weights[VECTOR_WEIGHTS_MAX];
};

/* Gets the lines that are not listed above; false when the value makes no sense. */
typedef bool vector_listener(void *context, const char *name, const char *value);

#define VECTOR_FIRST_LINE "potez vector 1\n"

/* Whether these bytes are such a file, of any version. */
bool vector_file_is(const void *bytes, size_t length);

/* `listener` may be NULL. */
bool vector_file_read(const char *bytes, size_t length, struct vector_file *file,
                      vector_listener *listener, void *context, struct error *error);

/* The weights themselves as a player's data, if the file is for `model` with that many. */
bool vector_plain(const struct vector_file *file, const char *model, int count, void *data);

#endif
