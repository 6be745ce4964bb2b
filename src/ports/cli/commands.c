/* The list of commands, in the order people see them: the one place that names them all. */
#include "ports/cli/command.h"

/* One per line, so that two changes merge without a conflict. */
/* clang-format off */
extern const struct command
    command_games,
    command_rules,
    command_show,
    command_moves,
    command_perft,
    command_play,
    command_best,
    command_analyse,
    command_solve,
    command_match,
    command_tournament,
    command_level,
    command_puzzle,
    command_book,
    command_database,
    command_train,
    command_model,
    command_archive,
    command_serve,
    command_page,
    command_engine,
    command_automaton,
    command_bench,
    command_help;

const struct command *const commands[] = {
    &command_games,
    &command_rules,
    &command_show,
    &command_moves,
    &command_perft,
    &command_play,
    &command_best,
    &command_analyse,
    &command_solve,
    &command_match,
    &command_tournament,
    &command_level,
    &command_puzzle,
    &command_book,
    &command_database,
    &command_train,
    &command_model,
    &command_archive,
    &command_serve,
    &command_page,
    &command_engine,
    &command_automaton,
    &command_bench,
    &command_help,
};
/* clang-format on */

const int command_count = (int)(sizeof commands / sizeof commands[0]);
