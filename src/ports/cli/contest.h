/* What the commands "match" and "tournament" share: the plan of a match as the options say it, the
   journal that lets it go on after an interruption, the archive that keeps its games.

   contest_open reads everything but the players, who differ from command to command; then
   contest_begin takes up the journal; contest_play plays one pairing; contest_close gives all back.
   After an interruption contest_interrupted says what was saved and the command to go on with. */
#ifndef PORTS_CLI_CONTEST_H
#define PORTS_CLI_CONTEST_H

#include "lab/archive.h"
#include "lab/journal.h"
#include "lab/match_journal.h"
#include "ports/cli/chooser.h"
#include "ports/cli/engines.h"
#include "ports/cli/openings.h"
#include "ports/cli/progress.h"

enum { CONTEST_PLAYERS_MAX = 64 };

struct contest {
    const struct arguments *arguments;
    struct opened position;
    struct openings openings;
    struct chooser chooser;
    bool obeyed;                                    /* some player takes the limits */
    struct error refusal;                           /* else why not */
    struct match_plan plan;                         /* without players */
    struct engines engines;                         /* --engines */
    struct match_clock clocks[CONTEST_PLAYERS_MAX]; /* in the order of contest_player */
    const struct player *players;
    int player_count;
    struct journal journal;
    bool journal_open;
    struct archive *archive; /* --keep; else NULL */
    uint64_t identity;       /* of the heading */
    const struct player *a, *b;
    struct match_journal_game *known;
    int known_count, known_room;
    struct progress progress;
    int pairing; /* being played */
    int played;  /* games counted so far, in order and of all pairings */
    int saved;   /* games in the journal: also those that ended before one with a lower number */
    int total;   /* games of all pairings */
    int faults;  /* games lost because a program failed */
    /* Called after each game in order; false ends the pairing. May be NULL. */
    bool (*judge)(struct contest *contest, const struct match_score *score, struct text *note);
};

/* `first` is the number of the first word after the players, where the position begins. */
bool contest_open(struct contest *contest, const struct arguments *arguments, int first,
                  struct error *error);
/* Reads a player, or an engine of --engines, with its clock. Limits that one player cannot obey
   apply to the other alone; contest_begin refuses those that neither can. */
bool contest_player(struct contest *contest, const char *name, struct player *player,
                    struct error *error);
/* The options that both commands have. */
#define CONTEST_OPTIONS                                                                            \
    {"opening-plies", "NUMBER", "random plies before the players begin (depends on the game)"},    \
        {"openings", "FILE", "play these openings instead, one line of moves each"},               \
        {"engines", "FILE", "a file of engines with short names, options, limits and clocks"},     \
        {"concurrency", "NUMBER", "games played at once; --threads is then per player (1)"},       \
        {"resign", "MOVES SCORE",                                                                  \
         "a player that has seen itself SCORE behind for MOVES moves loses"},                      \
        {"draw", "MOVES SCORE", "a draw when both have seen at most SCORE for MOVES moves"},       \
        {"exact", NULL, "end a game as soon as its result is proved"},                             \
        {"resume", "FILE",                                                                         \
         "record finished games in FILE, and continue from those already there"},                  \
        {"keep", NULL, "put the games into the archive"},                                          \
    {                                                                                              \
        "archive", "FILE", "use FILE instead of your own archive"                                  \
    }

/* Takes up --resume's journal. `pairings` of plan.games each will be played. */
bool contest_begin(struct contest *contest, const struct player *players, int count, int pairings,
                   struct error *error);
bool contest_play(struct contest *contest, int pairing, const struct player *a,
                  const struct player *b, struct match_score *score, struct error *error);
/* Says on standard error what was saved and how to go on. */
void contest_interrupted(struct contest *contest);
void contest_close(struct contest *contest);

#endif
