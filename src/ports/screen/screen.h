/* A game on the full screen of a terminal: board, moves, analysis, review, clocks, by keys, mouse
   or typed moves. Every game through its table, every question through the middle.

   screen_play takes a game that is open and the players at it, and comes back when the user leaves
   or the flag `interrupted` is raised; what the user changed (moves, players, level) is in what was
   handed in. Nothing is written to the terminal after it has returned. */
#ifndef PORTS_SCREEN_SCREEN_H
#define PORTS_SCREEN_SCREEN_H

#include "lab/opened.h"
#include "minds/inquiry.h"

struct screen_seats {
    struct player players[2];
    bool human[2];
};

struct screen_start {
    struct opened *opened;
    struct screen_seats *seats;
    const struct player *adviser; /* gives hints; NULL for a game without players */
    struct inquiry_terms terms;
    bool no_book;
    bool choose_level; /* the user has not said which one */
    size_t table_bytes;
    int threads;
    uint64_t seed;
    const atomic_bool *interrupted;
    /* Keeps a game that has ended; false with an error. May be NULL. */
    bool (*keep)(void *owner, const struct game_result *result, bool by_rules, const char *ending,
                 struct error *error);
    void *owner;
    /* A whole file, to be freed; NULL with an error. */
    char *(*read)(const char *path, size_t limit, size_t *length, struct error *error);
};

/* Why there can be no full screen here, as a half sentence; NULL when there can, empty where
   nobody would expect one (a pipe). */
const char *screen_unfit(void);

/* False when the machine failed. */
bool screen_play(const struct screen_start *start, struct error *error);

#endif
