/* What a game has besides its rules and its mind: what the program carries for it, opens, reads and
   evolves.

   One const struct lab_game per game, in the game's folder of this room and listed in list.c. Every
   member but the game is optional, and a game that has none of them needs no table. Shared files
   ask the table and never name a game. */
#ifndef LAB_GAME_H
#define LAB_GAME_H

#include "games/game.h"

struct archive_format;
struct evolve_set;
struct mind_task;
struct opened;
struct puzzle_set;

/* A file of the repository embedded in the program (tools/embed-file.py); no data means there is
   none. */
struct lab_embedded {
    const uint8_t *data;
    const uint32_t *bytes;
};

/* A level of the collection that the program carries. */
struct lab_level {
    const char *name;  /* as people call it: "First steps" */
    const char *group; /* one word */
    const char *text;
};

struct lab_game {
    const struct game *game;
    struct lab_embedded model; /* what the mind's model_use takes */
    struct lab_embedded book;  /* for the game's standard options */
    /* Folders of databases, for `databases` of a task or, with databases_use, for all players that
       get none with their task (NULL: nothing). Without a setup it is all that the folder has for
       this game, whatever its options. NULL with an error when that is nothing. */
    void *(*databases_open)(const struct game_setup *setup, const char *directory,
                            struct error *error);
    void (*databases_use)(const void *databases);
    void (*databases_close)(void *databases); /* NULL is allowed */
    /* GGF, which NBoard's protocol speaks too: reads a game in place of the opened one, which is of
       this game, with room to go on; and writes the game that a task is about, with the given
       number of seconds for it, 0 for any. */
    bool (*ggf_open)(struct opened *opened, const char *text, size_t length, struct error *error);
    void (*ggf_write)(const struct mind_task *task, uint64_t seconds, struct text *text);
    const struct archive_format *const *formats; /* for the archive; NULL after the last */
    const struct evolve_set *evolution;          /* lab/evolve/problems.h */
    const struct puzzle_set *puzzles;            /* lab/puzzles.h */
    const struct lab_level *levels;              /* easiest first; without a name after the last */
};

extern const struct lab_game *const lab_games[];
extern const int lab_game_count;

/* Never NULL: a game without a table has an empty one. */
const struct lab_game *lab_game_of(const struct game *game);

/* The level of this name, whatever its letters' case; NULL for none. */
const struct lab_level *lab_level_find(const struct game *game, const char *name);

/* The game that NBoard's protocol and GTP are for: the one with GGF. */
const struct lab_game *lab_game_with_ggf(void);

#endif
