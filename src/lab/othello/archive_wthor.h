/* WTHOR's files into the archive and back.

   What a record has beyond a game (numbers of names, the possible score, the file's date) is kept
   in the game's extra text, so that a year that was imported is exported as the very same bytes. */
#ifndef LAB_OTHELLO_ARCHIVE_WTHOR_H
#define LAB_OTHELLO_ARCHIVE_WTHOR_H

#include "lab/archive_text.h"

extern const struct archive_format othello_archive_wthor;

/* Files of names, which lie beside the games; NULL when they are not there, and then the players
   have no names. */
struct archive_names {
    const uint8_t *players, *tournaments;
    size_t players_length, tournaments_length;
};

bool archive_read_wthor(struct archive_import *import, const uint8_t *file, size_t length,
                        const struct archive_names *names, struct error *error);

/* Writes the games that the filter lets through into `folder`: WTH_YEAR.wtb for every year of
   games, WTHOR.JOU and WTHOR.TRN with the names they need. Games that cannot be written (not
   Othello, or from another start) are counted in *left_out. */
bool archive_write_wthor(struct archive *archive, const struct archive_filter *filter,
                         const char *folder, long *written, long *left_out, struct error *error);

#endif
