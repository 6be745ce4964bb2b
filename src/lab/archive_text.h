/* Games of the archive as text: played again, written and read in the formats of others.

   Formats: "text" is one line of moves per game; "pgn" is like chess's PGN, with every field of the
   archive as a tag, for every game. Those of one game are in its table (lab/game.h). Every game
   that is read is played: what is not a game is refused with a reason, and reading goes on with the
   rest of the file. */
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

struct archive_import {
    struct archive *archive;
    const struct game *game; /* of transcripts, which do not say */
    const char *source;      /* the file's name, for messages and keys */
    long read, kept, known, faulty;
    /* Called for every game that was refused; `where` names it. */
    void (*refused)(void *listener, const char *where, const char *reason);
    void *listener;
};

/* Plays the game, fills in what follows from the moves and keeps it. False only when the archive
   fails; an invalid game is counted and reported. */
bool archive_take(struct archive_import *import, const char *where, const struct archive_game *game,
                  struct error *error);

/* A way of writing games, of every game or of one. */
struct archive_format {
    const char *name;
    bool binary; /* else a file of it is text, without zero bytes */
    /* Whether a file seems to be one, by its name and its first bytes after any spaces;
       optional. */
    bool (*is)(const char *path, const char *text, size_t length);
    /* Reads all games of a text. */
    bool (*read)(struct archive_import *import, const char *text, size_t length,
                 struct error *error);
    /* One game; or, for a format of several files, the games that the filter lets through into a
       folder, and `left_out` says why a game may be missing there. */
    bool (*write)(const struct archive_game *game, FILE *file, struct error *error);
    bool (*write_folder)(struct archive *archive, const struct archive_filter *filter,
                         const char *folder, long *written, long *left_out, struct error *error);
    const char *left_out;
};

extern const struct archive_format archive_lines, archive_pgn;

/* Number 0, 1, ...: the formats for every game, then those for one; NULL after the last. */
const struct archive_format *archive_format_at(int number);
/* NULL, with a sentence that lists all names, when there is none of this name. */
const struct archive_format *archive_format_find(const char *name, struct error *error);
/* What a file seems to be. */
const struct archive_format *archive_format_guess(const char *path, const char *text,
                                                  size_t length);

#endif
