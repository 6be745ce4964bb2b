/* Games of the archive as text: played again, written and read in the formats of others.

   Formats: "text" is a line of moves a game; "pgn" is like chess's PGN, with every field of the
   archive as a tag, for every game; "ggf" is for Othello (lab/ggf.h). WTHOR's files are in
   archive_wthor.h. Every game that is read is played: what is not a game is refused with a reason
   and the rest of the file goes on. */
#ifndef LAB_ARCHIVE_TEXT_H
#define LAB_ARCHIVE_TEXT_H

#include "games/session.h"
#include "lab/archive.h"
#include <stdio.h>

/* A game of the archive, played to its end. */
struct archive_replay {
    const struct game *game;
    struct game_setup setup;
    struct session *session;
    void *memory;
    char *moves; /* in the game's own writing, a space between two */
};

/* Refuses games with levels, which the archive does not keep. */
bool archive_replay_open(struct archive_replay *replay, const struct archive_game *game,
                         struct error *error);
void archive_replay_close(struct archive_replay *replay);

/* Options that differ from the default, "size=10 rule=no". */
void archive_write_options(const struct game *game, const struct game_setup *setup,
                           struct text *text);

/* "1-0", "0-1" or "1/2-1/2". */
const char *archive_result_word(int half_points);

enum archive_format { ARCHIVE_TEXT, ARCHIVE_PGN, ARCHIVE_GGF, ARCHIVE_WTHOR, ARCHIVE_FORMATS };

/* ARCHIVE_FORMATS when there is none of this name. */
enum archive_format archive_format_find(const char *name);
/* What a file seems to be, by its name and its first bytes. */
enum archive_format archive_format_guess(const char *path, const char *text, size_t length);

/* One game; not for ARCHIVE_WTHOR. */
bool archive_write(enum archive_format format, const struct archive_game *game, FILE *file,
                   struct error *error);

struct archive_import {
    struct archive *archive;
    const struct game *game; /* of transcripts, which do not say */
    const char *source;      /* the file's name, for messages and keys */
    long read, kept, known, faulty;
    /* Told of every game that was refused; `where` names it. */
    void (*refused)(void *listener, const char *where, const char *reason);
    void *listener;
};

/* Plays the game, fills in what follows from the moves and keeps it. False only when the archive
   fails; a game that is none is counted and told. */
bool archive_take(struct archive_import *import, const char *where, const struct archive_game *game,
                  struct error *error);

/* All games of a text; not for ARCHIVE_WTHOR. */
bool archive_read(struct archive_import *import, enum archive_format format, const char *text,
                  size_t length, struct error *error);

#endif
