/* Positions of Othello with what they are worth: what an evaluation is learned from.

   Samples come from WTHOR's archive, from our own play and from labels. Every game is searched
   exactly from some number of empties on, and the exact result is the worth of the positions before
   it; after that point each position gets its own exact worth. A label (lab/othello/labels.h) has
   the value of a search besides. Samples are kept in files of our own (lab/records.h). */
#ifndef LAB_OTHELLO_SAMPLES_H
#define LAB_OTHELLO_SAMPLES_H

#include "base/error.h"
#include "lab/pool.h"
#include "minds/othello/patterns.h"

struct othello_sample {
    uint64_t mine, theirs; /* the side to move has a move */
    int16_t score;         /* hundredths of a disc, for the side to move */
    uint8_t source;        /* enum othello_source */
    uint8_t exact;         /* the score is proved for this very position */
    uint32_t game;
};

enum othello_source { OTHELLO_SOURCE_ARCHIVE, OTHELLO_SOURCE_PLAY, OTHELLO_SOURCE_LABEL };

/* One game in twenty is never learned from, only for measuring. */
static inline bool othello_sample_held_out(const struct othello_sample *sample)
{
    return sample->game % 20 == 19;
}

struct othello_samples {
    struct othello_sample *list;
    size_t count, room;
};

void othello_samples_free(struct othello_samples *samples);

/* Makes room for that many more. */
bool othello_samples_reserve(struct othello_samples *samples, size_t more, struct error *error);

bool othello_samples_load(struct othello_samples *samples, const char *path, struct error *error);
bool othello_samples_save(const struct othello_samples *samples, const char *path,
                          struct error *error);

/* The games of a .wtb file that are legal and go far enough to be solved. */
bool othello_samples_archive(struct othello_samples *samples, const char *path, int solve,
                             const struct pool *pool, struct error *error);

struct othello_selfplay {
    size_t games;
    uint64_t seed;
    int depth;       /* the players' */
    int solve;       /* empties from which the result is searched exactly */
    int least, most; /* random plies at the beginning */
};

/* Our own games with the weights in use. */
bool othello_samples_play(struct othello_samples *samples, const struct othello_selfplay *play,
                          const struct pool *pool, struct error *error);

struct othello_label;

/* What a label comes to in hundredths of a disc: the mean of its two searches, mixed with the end
   of its game, whose share is `blend` (0 to 1) at `exact` empties and less before. An exact value
   is itself. */
int othello_label_score(const struct othello_label *label, double blend, int exact);

/* All blocks of a folder, in the order of their names. */
bool othello_samples_labels(struct othello_samples *samples, const char *folder, double blend,
                            struct error *error);

#endif
