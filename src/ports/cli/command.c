/* The options that many commands share, finding a command, and how a command complains and
   fails. What is wrong with the input ends with one status, what is wrong with the machine with
   another. */
#include "ports/cli/command.h"

#include "ports/cli/arguments.h"
#include <stdarg.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

static const struct command_option game_options[] = {
    {"set", "NAME=VALUE", "choose an option of the game (potez games lists them); may be repeated"},
    {0},
};

static const struct command_option think_options[] = {
    {"time", "SECONDS", "how long to think"},
    {"depth", "PLIES", "how many plies to look ahead; 0: static evaluation"},
    {"nodes", "NUMBER", "how many positions to search"},
    {"clock", "LEFT[+MORE]", "seconds for the rest of the game, and seconds added per move"},
    {"table", "SIZE", "memory for the table of positions, such as 64M"},
    {"no-book", NULL, "ignore opening books"},
    {"database", "DIR", "a folder of databases, made by potez database build"},
    {"no-database", NULL, "ignore endgame databases"},
    {"keep-table", "yes|no", "keep the table of positions from one question to the next (yes)"},
    {0},
};

static const struct command_option common_options[] = {
    {"json", NULL, "write JSON, one object per line"},
    {"quiet", NULL, "print the answer alone, without progress or explanations"},
    {"seed", "NUMBER", "seed of the random numbers; on one thread it fixes the output (1)"},
    {"threads", "NUMBER", "number of threads (all cores)"},
    {"help", NULL, "show this help"},
    {0},
};

const struct command_option *command_option(const struct command *command, int index)
{
    const struct command_option *const lists[] = {
        command->options,
        command->takes & COMMAND_TAKES_GAME ? game_options : NULL,
        command->takes & COMMAND_TAKES_THINK ? think_options : NULL,
        common_options,
    };
    for (size_t i = 0; i < sizeof lists / sizeof lists[0]; i++)
        for (const struct command_option *option = lists[i]; option && option->name; option++)
            if (index-- == 0)
                return option;
    return NULL;
}

bool command_owns(const struct command *command, const struct command_option *option)
{
    for (const struct command_option *own = command->options; own && own->name; own++)
        if (own == option)
            return true;
    return false;
}

const struct command *command_find(const char *name)
{
    for (int i = 0; i < command_count; i++)
        if (strcmp(commands[i]->name, name) == 0)
            return commands[i];
    return NULL;
}

static void complain(const struct arguments *arguments, const char *format, va_list list)
{
    fflush(stdout); /* what was answered so far comes first */
    fprintf(stderr, "potez %s: ", arguments->command->name);
    vfprintf(stderr, format, list);
    fputc('\n', stderr);
}

enum status command_refuse(const struct arguments *arguments, const char *format, ...)
{
    va_list list;
    va_start(list, format);
    complain(arguments, format, list);
    va_end(list);
    return STATUS_BAD;
}

enum status command_fail(const struct arguments *arguments, const char *format, ...)
{
    va_list list;
    va_start(list, format);
    complain(arguments, format, list);
    va_end(list);
    return STATUS_FAILED;
}

enum status command_error(const struct arguments *arguments, const struct error *error)
{
    return error->machine ? command_fail(arguments, "%s", error->text)
                          : command_refuse(arguments, "%s", error->text);
}

void *command_memory(size_t bytes)
{
    size_t rounded = (bytes + 64) / 64 * 64;
    void *memory = rounded > bytes ? aligned_alloc(64, rounded) : NULL;
    if (!memory) {
        fprintf(stderr, "potez: out of memory: %zu bytes more were needed\n", bytes);
        exit(STATUS_FAILED);
    }
    return memset(memory, 0, rounded);
}
