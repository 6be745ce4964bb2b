/* A process that lines are sent to and read from, with deadlines.

   The command is run by the shell in a process group of its own, so that closing ends all it has
   started. Nothing here waits longer than it is told to, and a process that has gone away is an
   error, never a signal. */
#ifndef LAB_PIPE_H
#define LAB_PIPE_H

#include "base/error.h"
#include <stdatomic.h>
#include <stddef.h>
#include <stdint.h>
#include <sys/types.h>

enum { PIPE_LINE = 65536 }; /* longer lines are cut */

struct pipe {
    pid_t process;
    int to, from;
    size_t used, taken; /* of the buffer */
    char buffer[PIPE_LINE];
};

bool pipe_open(struct pipe *pipe, const char *command, struct error *error);
void pipe_close(struct pipe *pipe);

bool pipe_send(struct pipe *pipe, const char *text, size_t length, uint64_t microseconds,
               struct error *error);

/* The next line, without its end and in the pipe's own buffer until the next call; NULL with an
   error when there is none in time or the process has ended, NULL with an empty error when `stop`
   (may be NULL) is raised. */
const char *pipe_line(struct pipe *pipe, uint64_t microseconds, const atomic_bool *stop,
                      struct error *error);

#endif
