/* What a command of the program is: a name, its help and its options, and the function that does
   it. Each command (or small family) is one file of this folder that exports a constant
   struct command; commands.c lists them all.

   To add one: write the file, add it to meson.build and to the list in commands.c, and run
   tools/manual, which writes the manual pages and the shells' completions from this table. Help,
   refusal of unknown options and the common options need nothing more. */
#ifndef PORTS_CLI_COMMAND_H
#define PORTS_CLI_COMMAND_H

#include "base/error.h"
#include <stdbool.h>
#include <stddef.h>

struct arguments;

/* What the program says to the shell. */
enum status {
    STATUS_DONE = 0,
    STATUS_NO = 1,     /* the answer is "no" */
    STATUS_BAD = 2,    /* bad usage or bad input */
    STATUS_FAILED = 3, /* the machine failed: disk full, out of memory */
};

struct command_option {
    const char *name;    /* without the dashes; NULL ends a list */
    const char *value;   /* what follows it, in capitals: "FILE"; NULL for a switch */
    const char *summary; /* for the help */
};

/* Families of options that several commands share. */
enum command_takes {
    COMMAND_TAKES_GAME = 1,  /* --set NAME=VALUE */
    COMMAND_TAKES_THINK = 2, /* --time --depth --nodes --table --no-book --no-database ... */
};

struct command {
    const char *name;
    const char *usage;                    /* what follows the name: "GAME [POSITION]" */
    const char *actions;                  /* what its first word may be: "build info"; or NULL */
    const char *summary;                  /* half a sentence for the overview */
    const char *examples;                 /* whole lines, shown first by the help */
    const char *text;                     /* more help, whole lines; may be NULL */
    const struct command_option *options; /* its own; may be NULL */
    int takes;                            /* enum command_takes, ored */
    int least, most;                      /* how many words (not options) it wants */
    /* Whether these arguments ask for work that the ranks of a cluster share (ranks.h). NULL: the
       command takes no notice of a cluster. */
    bool (*spreads)(const struct arguments *arguments);
    enum status (*run)(const struct arguments *arguments);
};

/* Every command, in the order people see them. */
extern const struct command *const commands[];
extern const int command_count;

/* NULL when there is none of this name. */
const struct command *command_find(const char *name);

/* Its options alone, without those of the families and the common ones; the same order. */
bool command_owns(const struct command *command, const struct command_option *option);

/* The options a command knows, its own, the shared ones and the common ones, by number from 0;
   NULL past the last. */
const struct command_option *command_option(const struct command *command, int index);

/* Says "potez COMMAND: " and the message on standard error; gives STATUS_BAD. */
enum status command_refuse(const struct arguments *arguments, const char *format, ...)
    __attribute__((format(printf, 2, 3)));
/* The same for a failure of the machine; gives STATUS_FAILED. */
enum status command_fail(const struct arguments *arguments, const char *format, ...)
    __attribute__((format(printf, 2, 3)));

/* For an error of the lab: one or the other, as the error says. */
enum status command_error(const struct arguments *arguments, const struct error *error);

/* Memory of at least one byte, zeroed and aligned to 64; says so and ends the program with
   STATUS_FAILED when there is none. Freed with free. */
void *command_memory(size_t bytes);

#endif
