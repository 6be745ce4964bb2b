/* New levels that can be solved to zero.

   The board gets a shape, Teleporters and Increasers, and a random walk is made over it as if every
   value were there; a cell's value is then chosen so that each of its visits finds it above 0 and
   the walk leaves it at 0. So a solution exists whatever the cells do. What is dull is thrown away:
   boards with long corridors where there is nothing to choose, and boards too small for their
   shape. With a difficulty asked for, several candidates are rated and the nearest is taken. */
#ifndef MINDS_ZR2_GENERATE_H
#define MINDS_ZR2_GENERATE_H

#include "minds/zr2/rate.h"

struct zr2_wish {
    int dimensions;
    int32_t size[ZR2_DIMENSIONS_MAX];
    int teleporters, increasers;
    int difficulty; /* 1 to 10; 0: any */
    bool symmetric; /* shape and values are their own mirror image along the first coordinate */
    uint64_t seed;  /* the same wish and seed: the same level */
    uint64_t microseconds; /* in which it must be found; 0: no limit */
    const char *name;
};

/* "6x6" or "3x3x3" into dimensions and sizes. */
bool zr2_wish_sizes(const char *text, size_t length, struct zr2_wish *wish, struct error *error);

/* Whether a wish can be fulfilled: sizes, and as many special cells as there is room for. */
bool zr2_wish_check(const struct zr2_wish *wish, struct error *error);

/* Memory that zr2_generate needs at least. */
size_t zr2_generate_memory(const struct zr2_wish *wish);
/* Room that holds the text. */
size_t zr2_generate_text(const struct zr2_wish *wish);

/* Writes the text of a level; its Target is set. False when it was stopped or ran out of time
   before one was found; with a difficulty asked for, it then takes the nearest so far. `rating` is
   filled in only where a difficulty was asked for. */
bool zr2_generate(const struct zr2_wish *wish, void *memory, size_t bytes, const atomic_bool *stop,
                  struct text *text, struct zr2_rating *rating);

#endif
