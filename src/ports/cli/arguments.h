/* The words and options of one call of the program.

   arguments_read sorts them and refuses what the command does not know, with a suggestion; nothing
   is done before all of them are read. A value is given as "--depth 8" or "--depth=8"; "--" ends
   the options. An option whose value in the table has a space in it takes two. An argument that
   begins with dashes but cannot be the name of an option (the rows of a board) is a word. */
#ifndef PORTS_CLI_ARGUMENTS_H
#define PORTS_CLI_ARGUMENTS_H

#include "base/error.h"
#include "minds/inquiry.h"
#include "ports/cli/command.h"
#include <stdint.h>
#include <stdio.h>

#define ARGUMENTS_MAX 256

struct arguments_given {
    const struct command_option *option;
    const char *value;  /* NULL for a switch */
    const char *second; /* of an option with two values */
};

struct arguments {
    const struct command *command;
    const char *word[ARGUMENTS_MAX]; /* what is not an option, in order */
    int word_count;
    struct arguments_given given[ARGUMENTS_MAX]; /* options in order */
    int given_count;
    bool json, quiet, help;
    uint64_t seed;
    int threads;
    char *const *texts; /* all of it as it was typed after the command's name */
    int text_count;
};

/* Reads what follows the command's name. */
bool arguments_read(struct arguments *arguments, const struct command *command, int count,
                    char *const *texts, struct error *error);

bool arguments_has(const struct arguments *arguments, const char *name);
/* The value given last, NULL when there is none. */
const char *arguments_value(const struct arguments *arguments, const char *name);
/* Each value of a repeated option in turn: start with *at = 0; NULL after the last. */
const char *arguments_next(const struct arguments *arguments, const char *name, int *at);

/* Both values of an option with two, as numbers that may have a sign and decimals; false without an
   error when it was not given. */
bool arguments_two_numbers(const struct arguments *arguments, const char *name, double *first,
                           double *second, struct error *error);
/* The same for one. */
bool arguments_decimal(const struct arguments *arguments, const char *name, double least,
                       double most, double *number, struct error *error);
/* Writes the call as a shell would take it, without the option `without` (may be NULL). */
void arguments_write(const struct arguments *arguments, const char *without, FILE *file);

/* A number within least..most; *number is left as it is when the option was not given. */
bool arguments_number(const struct arguments *arguments, const char *name, int64_t least,
                      int64_t most, int64_t *number, struct error *error);
/* A number among the words; `what` names it in messages. */
bool arguments_word_number(const struct arguments *arguments, int word, const char *what,
                           int64_t least, int64_t most, int64_t *number, struct error *error);
/* Bytes: "64M", "512K", "2G", "1000". */
bool arguments_size(const struct arguments *arguments, const char *name, size_t *bytes,
                    struct error *error);
/* --time, --depth, --nodes and --clock; what was not given stays 0. */
bool arguments_terms(const struct arguments *arguments, struct inquiry_terms *terms,
                     struct error *error);
/* "60+0.5": microseconds for a whole game, and those that each move adds. */
bool arguments_clock(const char *text, int64_t *left, int64_t *increment, struct error *error);
/* The same for commands without a clock, which refuse one. */
bool arguments_limits(const struct arguments *arguments, struct mind_limits *limits,
                      struct error *error);

/* The nearest of `candidates` (NULL ends them) to a mistyped word, NULL when none is near. */
const char *arguments_nearest(const char *typed, const char *const *candidates);

#endif
