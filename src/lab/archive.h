/* The archive: games played anywhere, in one SQLite file.

   Texts are UTF-8. Moves are in the game's notation with a space between two, passes included, and
   every game is replayed before it is kept, so that whatever is in the archive can be played again.
   A game is safe as soon as archive_add returns, unless archive_begin was called: then all games up
   to archive_commit are kept together or not at all, which is what makes large imports quick.
   Several processes may use one archive. */
#ifndef LAB_ARCHIVE_H
#define LAB_ARCHIVE_H

#include "base/error.h"
#include <stddef.h>
#include <stdint.h>

struct archive;

/* NULL or empty texts where nothing is known. */
struct archive_game {
    int64_t id;          /* assigned by the archive */
    const char *game;    /* "othello" */
    const char *options; /* "size=8 rule=yes": those that differ from the default */
    const char *start;   /* position text; NULL for the game's own start */
    const char *moves;
    int plies;
    const char *first, *second;
    const char *first_rating, *second_rating;
    const char *result; /* "1-0", "0-1", "1/2-1/2" or "*" */
    bool has_score;
    int score;          /* the first player's view, in the game's points */
    const char *ending; /* "rules", "repetition", "resigned", "fault", "time", "" */
    const char *date;   /* "2026-11-16", with parts left off from the right */
    const char *event, *place;
    const char *extra; /* what other formats need: "wthor ..." */
    const char *key;   /* a second game with the same key is not kept */
};

/* `path` NULL: the user's own archive. The file is created if it does not exist. */
struct archive *archive_open(const char *path, struct error *error);
/* The same for reading only, which creates no file: a path that is named must exist. */
struct archive *archive_open_to_read(const char *path, struct error *error);
void archive_close(struct archive *archive);

bool archive_begin(struct archive *archive, struct error *error);
bool archive_commit(struct archive *archive, struct error *error);
void archive_abandon(struct archive *archive);

/* The new game's number goes into *id (may be NULL); 0 when its key is known already. */
bool archive_add(struct archive *archive, const struct archive_game *game, int64_t *id,
                 struct error *error);

/* Whether a game without a key that was kept here has the same moves, players, date and result. */
bool archive_holds(struct archive *archive, const struct archive_game *game);

struct archive_filter {
    const char *game;   /* NULL: all */
    const char *player; /* part of a name of either side */
    int64_t id;         /* 0: all */
    int64_t before;     /* 0: all; else those with smaller numbers */
    int64_t limit;      /* 0: all; the last ones */
};

/* Calls `each` in order of number; if it returns false, this stops and returns false too. The texts
   live until `each` returns. */
bool archive_each(struct archive *archive, const struct archive_filter *filter,
                  bool (*each)(void *listener, const struct archive_game *game,
                               struct error *error),
                  void *listener, struct error *error);

/* A move with which games continued, and how they ended. */
struct archive_move {
    char move[32];
    int games, first, draws, second; /* won by the first player, drawn, won by the second */
};

/* How the games that begin like `line` (its game, options, start and moves) continued, most
   frequent first; at most `most` moves, from at most ARCHIVE_LOOKED games. Returns how many, or -1
   with an error. */
enum { ARCHIVE_LOOKED = 20000 };
int archive_moves(struct archive *archive, const struct archive_game *line,
                  struct archive_move *moves, int most, struct error *error);

#endif
