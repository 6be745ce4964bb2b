/* Writes the bytes of minds/mill/small.h from a folder of databases. */
#ifndef LAB_MILL_SMALL_WRITE_H
#define LAB_MILL_SMALL_WRITE_H

#include "lab/mill/shelf.h"

/* Puts the bytes into *data, which the caller frees, and returns their number; 0 with an error. */
size_t mill_small_make(const struct mill_shelf *shelf, int threads, uint8_t **data,
                       struct error *error);

#endif
