/* The games of matches as lines of a journal (lab/journal.h), so that a match or a tournament
   resumes after an interruption as if there had been none.

   A line is "game PAIRING NUMBER POINTS END OPENING PLIES" and the moves in the game's notation,
   which are for people: resuming needs only the numbers. match_journal_heading describes all that
   decides how the games go, so that a journal is never resumed by another match; the number of
   games is not part of it. */
#ifndef LAB_MATCH_JOURNAL_H
#define LAB_MATCH_JOURNAL_H

#include "base/text.h"
#include "lab/match.h"

/* A known game of pairing number `pairing` (0 in a match). */
struct match_journal_game {
    int pairing;
    struct match_game game;
};

/* `players` are all that take part. */
void match_journal_heading(const struct match_plan *plan, const struct player *players, int count,
                           struct text *text);

/* False without memory: the line is then not whole. */
bool match_journal_write(const struct match_plan *plan, int pairing, const struct match_game *game,
                         struct text *text);
bool match_journal_read(const char *line, struct match_journal_game *known, struct error *error);

/* "rules", "repetition", "length", "fault", "time", "judged". */
const char *match_end_word(enum match_end end);

#endif
