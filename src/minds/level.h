/* The player "level" of every two-player game: a ladder of ten strengths.

   A level is the game's strongest player made human: it looks at every move it thinks of only a few
   plies deep, overlooks some moves altogether and misjudges the others a little. The last level has
   none of these faults. The faults of each level are a row of a table, the ladder in the folder of
   the game's mind, which `potez bench GAME --ladder` measures and refits. */
#ifndef MINDS_LEVEL_H
#define MINDS_LEVEL_H

#include "minds/mind.h"

#define LEVEL_COUNT 10
#define LEVEL_MEMORY ((size_t)1 << 19) /* scratch that suffices for any game's strongest player */

struct level {
    uint8_t depth;    /* plies looked ahead, its own move included; 0: no faults at all */
    uint8_t deeper;   /* percent of its turns in which it looks a ply deeper */
    uint8_t overlook; /* percent of the moves that it does not think of */
    uint16_t noise;   /* standard deviation of its judgement, in hundredths */
    uint32_t nodes;   /* positions for a whole move at most; 0: no limit */
};

struct levels {
    uint16_t noise;                  /* what a beginner misjudges by, for refitting */
    struct level level[LEVEL_COUNT]; /* weakest first */
};

extern const struct player_kind player_level;

/* NULL for a game without levels. */
const struct levels *level_table(const struct game *game);

/* The faults of a strength on a scale without steps, from 0 for a beginner: each unit makes the
   noise and the overlooking smaller by a fifth, two units look a ply deeper. */
struct level level_of_strength(const struct levels *levels, double strength);

#endif
