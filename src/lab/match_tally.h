/* The score of a match or tournament that another process plays, read from its journal
   (lab/match_journal.h) while it runs.

   Games are counted as match_play hands them to its listener: in the order of their numbers, up to
   the first that is not over yet, and no further than to where a sequential test was decided. So
   the score is at every moment what the command itself would print if it were stopped then. */
#ifndef LAB_MATCH_TALLY_H
#define LAB_MATCH_TALLY_H

#include "lab/sprt.h"

struct match_tally {
    int pairings, games; /* as planned; games of each pairing */
    int8_t *points;      /* A's half points of game n of pairing p at [p * games + n] */
    int finished;        /* games in the journal, whether they can be counted yet or not */
};

/* What points[i] is besides half points. */
enum { MATCH_TALLY_OPEN = -1, MATCH_TALLY_FAULT = 4 /* added to the points of a game */ };

/* `each` games of each pairing. False when memory runs out or the journal is damaged. */
bool match_tally_read(struct match_tally *tally, const char *path, int pairings, int each,
                      struct error *error);
void match_tally_free(struct match_tally *tally);

/* The games of a pairing that count. With a test (else `sprt` is NULL) its state is in *state, and
   `each` (may be NULL) gets the state after every game. */
struct match_score match_tally_score(const struct match_tally *tally, int pairing,
                                     const struct sprt *sprt, struct sprt_state *state,
                                     void (*each)(void *listener, const struct match_score *score,
                                                  const struct sprt_state *state),
                                     void *listener);
/* How many of the pairing's games that were played were lost because a program failed. */
int match_tally_faults(const struct match_tally *tally, int pairing);

#endif
