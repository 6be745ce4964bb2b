/* A folder of mill databases, opened for looking up positions.

   The files of every subspace found there are mapped, those with distances where there are both,
   else packed ones (lab/mill/packed.h); blocks that are asked for are unpacked into a cache that
   threads share. A file that cannot be trusted is left out and named in the error, the
   rest is used. */
#ifndef LAB_MILL_SHELF_H
#define LAB_MILL_SHELF_H

#include "lab/mill/store.h"

struct mill_shelf;

/* NULL with an error when the folder does not exist or holds no database, or memory runs out. */
struct mill_shelf *mill_shelf_open(const char *directory, struct mill_rules rules,
                                   struct error *error);
void mill_shelf_close(struct mill_shelf *shelf);

/* For mill_database_use and mill_database_probe; lives as long as the shelf. */
const struct mill_database *mill_shelf_database(const struct mill_shelf *shelf);
const struct mill_index *mill_shelf_index(const struct mill_shelf *shelf);

/* How many blocks were unpacked so far: what look-ups cost. */
uint64_t mill_shelf_unpacked(const struct mill_shelf *shelf);

/* Open subspaces by number from 0, moving phase first, by total of men; NULL past the last. */
const struct mill_store *mill_shelf_store(const struct mill_shelf *shelf, int number);

/* The first thing that was wrong with a file, then or while reading; "" if all is well. */
void mill_shelf_trouble(const struct mill_shelf *shelf, struct error *error);

#endif
