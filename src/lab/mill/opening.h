/* The opening of mill as layers of positions: all that can arise after a given number of plies,
   symmetric ones as one, each with its value from the databases.

   A layer follows from the one before it. A position is sound when both sides can have come to it
   without ever giving away what the beginning is worth. The counts of a layer tell how narrow the
   way is: how many of the moves from sound positions keep the value. Layers grow about twentyfold
   at first; the eighth of nine men has millions. */
#ifndef LAB_MILL_OPENING_H
#define LAB_MILL_OPENING_H

#include "base/error.h"
#include "minds/mill/database.h"

struct mill_opening {
    struct mill board; /* of all its images that with the lowest words */
    struct mill_fact fact;
    bool known, sound;
};

struct mill_layer {
    struct mill_opening *position; /* in ascending order of their boards */
    size_t count, room;
};

struct mill_layer_counts {
    uint64_t positions, win, draw, loss, unknown; /* of the side to move */
    uint64_t sound;                               /* positions */
    uint64_t moves, keeping; /* from sound positions, and those that are sound */
    uint64_t only;           /* sound positions with one such move */
};

/* The image with the lowest words, so that symmetric positions become one. */
struct mill mill_opening_image(const struct mill *board, int variant);
/* How many positions the symmetries make of this one. */
int mill_opening_images(const struct mill *board, int variant);
int mill_opening_compare(const struct mill *a, const struct mill *b);

/* The layer of the start alone. Every layer is to be closed. */
bool mill_layer_start(struct mill_layer *layer, const struct mill_database *database,
                      struct mill_rules rules, struct error *error);
/* The layer after `from`, whose moves are counted on the way. */
bool mill_layer_next(const struct mill_layer *from, const struct mill_database *database,
                     struct mill_rules rules, struct mill_layer *to,
                     struct mill_layer_counts *counts, struct error *error);
void mill_layer_close(struct mill_layer *layer);

/* Puts a position into a layer as it is; mill_layer_join sorts and makes equal ones one,
   mill_layer_settle asks the database for their values as well. */
bool mill_layer_add(struct mill_layer *layer, const struct mill *board, bool sound,
                    struct error *error);
void mill_layer_join(struct mill_layer *layer);
void mill_layer_settle(struct mill_layer *layer, const struct mill_database *database,
                       struct mill_rules rules);

#endif
