/* Positions of Othello labelled by search, and the files that hold them.

   A label says what a search of our own found a position worth, and how the game it comes from
   ends by exact play: what people overlook is in neither. The search is there twice, at its depth
   and one ply shallower, because an evaluation that favours the side to move errs in opposite
   directions at odd and even depths; the mean of the two is free of that.

   A file is a block of some games: lines of text that name all that it was made with, an empty
   line, and 26 bytes per label, little-endian. It is the same for the same parameters, written all
   at once (lab/replace.h), and has a checksum, so that a block is either whole or refused.
   lab/othello/labelling.h makes them. */
#ifndef LAB_OTHELLO_LABELS_H
#define LAB_OTHELLO_LABELS_H

#include "base/error.h"
#include <stddef.h>
#include <stdint.h>

enum {
    OTHELLO_LABEL_BYTES = 26,
    OTHELLO_LABEL_NO_END = -32768, /* the position is not of the line that was played */
    OTHELLO_LABELS_GAMES = 10000,  /* per block, at most */
    OTHELLO_LABELS_OF_GAME = 256,  /* at most: 60 of the line and three aside from each */
    OTHELLO_LABELS_PATH = 1024,
};

enum othello_label_kind {
    OTHELLO_LABEL_ASIDE = 1,   /* reached by a random move away from the line */
    OTHELLO_LABEL_EXACT = 2,   /* all three values are proved for this very position */
    OTHELLO_LABEL_OPENING = 4, /* from here on: enum othello_label_opening */
};

/* How the game began. */
enum othello_label_opening {
    OTHELLO_LABEL_RANDOM,   /* 4 to 40 random plies */
    OTHELLO_LABEL_BALANCED, /* 8 to 14 random plies that a short search calls even */
    OTHELLO_LABEL_BOOK,     /* where the opening book ends */
    OTHELLO_LABEL_OPENINGS,
};

/* Values are hundredths of a disc for the side to move, which has a move. */
struct othello_label {
    uint64_t mine, theirs; /* the image of the position that comes first */
    int16_t value, before; /* of the search, and of the one a ply shallower */
    int16_t end;           /* of the game; OTHELLO_LABEL_NO_END aside from it */
    uint16_t game;         /* of the block, from 0 */
    uint8_t depth;         /* of the search; 0 for an exact one */
    uint8_t kind;          /* enum othello_label_kind, ORed together */
};

struct othello_labels {
    struct othello_label *list;
    size_t count, room;
};

/* What a block was made with; equal parameters make equal files. */
struct othello_labels_head {
    uint64_t seed, block, model; /* model: the checksum of its file, 0 without one */
    int games, depth, exact;
};

void othello_labels_free(struct othello_labels *labels);
bool othello_labels_reserve(struct othello_labels *labels, size_t more, struct error *error);

/* Turns the board so that all eight images of a position become one. */
void othello_label_turn(struct othello_label *label);

void othello_labels_path(const char *folder, uint64_t seed, uint64_t block,
                         char path[OTHELLO_LABELS_PATH]);

bool othello_labels_write(const struct othello_labels *labels,
                          const struct othello_labels_head *head, const char *path,
                          struct error *error);

/* Adds a block's labels; a file that is cut off, damaged or not a block is refused and nothing is
   added. `labels` or `head` may be NULL. */
bool othello_labels_read(struct othello_labels *labels, struct othello_labels_head *head,
                         const char *path, struct error *error);

#endif
