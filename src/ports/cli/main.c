/* The program: finds the command, reads its arguments, runs it. Nothing is prepared before it is
   known what is wanted, so that a small question takes little time. */
#include "base/instructions.h"
#include "base/text.h"
#include "lab/cluster.h"
#include "ports/cli/arguments.h"
#include "ports/cli/help.h"
#include "ports/cli/instructions.h"
#include "ports/cli/interrupt.h"
#include "ports/cli/ranks.h"
#include "ports/potez-commit.h" /* made by the build: POTEZ_COMMIT */
#include <errno.h>
#include <stdio.h>
#include <string.h>

static enum status unknown_command(const char *name)
{
    const char *names[64];
    int count = 0;
    for (; count < command_count && count < 63; count++)
        names[count] = commands[count]->name;
    names[count] = NULL;
    const char *nearest = arguments_nearest(name, names);
    int shown = text_printable(name, strlen(name), 24);
    if (nearest)
        fprintf(stderr, "potez: no command \"%.*s\"; did you mean %s?\n", shown, name, nearest);
    else
        fprintf(stderr, "potez: no command \"%.*s\"; potez help lists them\n", shown, name);
    return STATUS_BAD;
}

static enum status run(int count, char **texts)
{
    static struct arguments arguments;
    struct error error;
    if (count < 2) {
        help_overview(stdout);
        return STATUS_DONE;
    }
    const char *name = texts[1];
    if (strcmp(name, "--version") == 0 || strcmp(name, "-V") == 0 || strcmp(name, "version") == 0) {
        puts("potez " POTEZ_VERSION POTEZ_COMMIT);
        printf("compiled for %s\n", instructions_of_core());
        printf("sharing work on a cluster (MPI): %s\n", cluster_kind());
        return STATUS_DONE;
    }
    if (strcmp(name, "--help") == 0 || strcmp(name, "-h") == 0)
        name = "help";
    const struct command *command = command_find(name);
    if (!command)
        return unknown_command(name);
    if (!arguments_read(&arguments, command, count - 2, texts + 2, &error))
        return command_error(&arguments, &error);
    if (arguments.help) {
        help_command(command, stdout);
        return STATUS_DONE;
    }
    enum status status;
    if (!ranks_join(&arguments, &status))
        return status;
    status = command->run(&arguments);
    ranks_part();
    return status;
}

int main(int count, char **texts)
{
    instructions_choose(texts);
    interrupt_begin();
    int status = interrupt_status((int)run(count, texts));
    errno = 0;
    if ((fflush(stdout) != 0 || ferror(stdout)) && status < 128) {
        fprintf(
            stderr,
            "potez: the answer could not be written: %s; make room or redirect standard output, "
            "then run the command again\n",
            errno ? strerror(errno) : "standard output failed");
        return STATUS_FAILED;
    }
    return status;
}
