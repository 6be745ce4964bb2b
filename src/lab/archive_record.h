/* A game as a row of the archive, from the session that it was played in: the one way for
   everything that plays games and keeps them. archive_keep does all of it:

       struct archive_record record;
       if (archive_record(&record, session, &facts, error))
           archive_add(archive, &record.game, NULL, error);
       archive_record_free(&record);

   Days are those of UTC, so that the same game has the same date wherever it is kept. */
#ifndef LAB_ARCHIVE_RECORD_H
#define LAB_ARCHIVE_RECORD_H

#include "games/session.h"
#include "lab/archive.h"

#define ARCHIVE_DATE 16 /* bytes of a date with its zero */

/* What is known of a game besides its moves; texts that are not known are NULL. */
struct archive_facts {
    const char *first, *second; /* players */
    int half_points;            /* of the first */
    bool scored;
    int score;
    const char *ending, *event, *key;
    int64_t seconds; /* since 1970, when it was played; 0 for now */
};

struct archive_record {
    struct archive_game game; /* its texts are here and where the facts have them */
    char date[ARCHIVE_DATE];
    char options[512];
    char *start, *moves;
};

/* The game up to the session's present ply. False when memory runs out. */
bool archive_record(struct archive_record *record, const struct session *session,
                    const struct archive_facts *facts, struct error *error);
void archive_record_free(struct archive_record *record);

/* Makes the record of that game and adds it to the archive. */
bool archive_keep(struct archive *archive, const struct session *session,
                  const struct archive_facts *facts, struct error *error);

/* The facts alone, for a row whose moves are known already; `date` is room for its date. */
void archive_note(struct archive_game *game, const struct archive_facts *facts,
                  char date[ARCHIVE_DATE]);

#endif
