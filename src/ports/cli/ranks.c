/* Joining and leaving a cluster. Ranks other than 0 are made silent by redirecting their output;
   their standard error goes to a temporary file, and the last line of it is what a rank reports
   if it has to give up. */
#define _POSIX_C_SOURCE 200809L
#include "ports/cli/ranks.h"

#include "lab/cluster.h"
#include "ports/cli/interrupt.h"
#include <fcntl.h>
#include <signal.h>
#include <stdio.h>
#include <string.h>
#include <unistd.h>

/* What a rank that must be silent would have said: the reason if it has to give up. */
static FILE *unsaid;
static int messages = STDERR_FILENO;

/* mpirun hands Ctrl-C to every rank; rank 0 ends the work for all. */
static void be_silent(void)
{
    int nowhere = open("/dev/null", O_WRONLY | O_CLOEXEC);
    fflush(stdout);
    dup2(nowhere, STDOUT_FILENO);
    messages = dup(STDERR_FILENO);
    unsaid = tmpfile();
    dup2(unsaid ? fileno(unsaid) : nowhere, STDERR_FILENO);
    close(nowhere);
    interrupt_ignore();
}

bool ranks_join(struct arguments *arguments, enum status *status)
{
    int rank, size = cluster_launched(&rank);
    struct error error;
    if (size <= 1 || !arguments->command->spreads)
        return true;
    *status = STATUS_DONE;
    if (!arguments->command->spreads(arguments)) {
        if (rank == 0 && !arguments->quiet)
            fprintf(stderr, "this is work for one process; %d others have nothing to do\n",
                    size - 1);
        return rank == 0;
    }
    if (!cluster_begin(&error)) {
        if (rank == 0) /* the others say "done": mpirun would end rank 0 before it has spoken */
            *status = command_error(arguments, &error);
        return false;
    }
    if (!arguments_has(arguments, "threads"))
        arguments->threads = cluster_cores();
    if (!cluster_leads())
        be_silent();
    return true;
}

void ranks_part(void)
{
    char reason[400] = "it could not go on";
    if (unsaid) {
        fflush(stderr);
        dup2(messages, STDERR_FILENO);
        rewind(unsaid);
        for (char line[sizeof reason]; fgets(line, sizeof line, unsaid);) /* the last counts */
            strcpy(reason, line);
        reason[strcspn(reason, "\n")] = 0;
    }
    cluster_end(reason);
}
