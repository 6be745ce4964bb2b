/* The list of commands: the one place that names them all. */
#include "ports/cli/command.h"

extern const struct command command_help, command_games, command_rules, command_moves,
    command_perft, command_play, command_best, command_analyse, command_match, command_level,
    command_bench, command_show, command_tournament, command_engine, command_archive;

const struct command *const commands[] = {
    &command_games, &command_rules, &command_show,    &command_moves,  &command_perft,
    &command_play,  &command_best,  &command_analyse, &command_match,  &command_tournament,
    &command_level, &command_bench, &command_archive, &command_engine, &command_help,
};

const int command_count = (int)(sizeof commands / sizeof commands[0]);
