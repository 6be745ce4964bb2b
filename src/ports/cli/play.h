/* A game in the terminal: what the command "play" knows of it, and how it is shown and kept. */
#ifndef PORTS_CLI_PLAY_H
#define PORTS_CLI_PLAY_H

#include "ports/cli/chooser.h"
#include "ports/screen/screen.h"

enum { PLAY_PLIES = 4096 }; /* room for a loaded game to go on */

struct table_talk {
    const struct arguments *arguments;
    struct opened opened;
    struct chooser chooser;
    bool minds; /* the game has players */
    struct screen_seats seats;
    struct player adviser; /* gives hints */
    bool terminal;
    bool refused; /* a line was not understood */
    bool leaving;
    bool lost; /* a game could not be kept */
};

/* The whole game, a line at a time. */
enum status play_in_lines(struct table_talk *talk);

const char *play_move_text(const struct table_talk *talk, uint32_t move,
                           char buffer[GAME_MOVE_TEXT]);
/* Who the opponent is, how strong where that is known, and how to begin. */
void play_greet(const struct table_talk *talk);
void play_show_board(const struct table_talk *talk);
void play_show_move(const struct table_talk *talk, uint32_t move);
void play_show_result(const struct table_talk *talk, const struct game_result *result,
                      const char *how);

/* How to take the game up again. */
void play_tell_moves(const struct table_talk *talk);

/* Puts the game that just ended into the archive. That it cannot be kept is no reason to stop, but
   its moves are reported, and the command's exit status says so. */
void play_keep(struct table_talk *talk, const struct game_result *result, bool by_rules,
               const char *ending);
/* The same for the full screen: reports the error, and `talk` is a struct table_talk. */
bool play_keep_quietly(void *talk, const struct game_result *result, bool by_rules,
                       const char *ending, struct error *error);

#endif
