/* A child process with two pipes. It runs in a process group of its own so that closing can end
   whatever the shell command started: first by closing the pipes, then by SIGTERM, then by
   SIGKILL, each with some patience. Writing never blocks and never raises SIGPIPE. The signal is
   blocked for the thread and taken back if the write caused it, since a library must not change
   the process's signal handling. */
#define _GNU_SOURCE /* pipe2 */
#include "lab/pipe.h"

#include "base/clock.h"
#include <errno.h>
#include <fcntl.h>
#include <poll.h>
#include <signal.h>
#include <spawn.h>
#include <stdbool.h>
#include <string.h>
#include <sys/wait.h>
#include <time.h>
#include <unistd.h>

extern char **environ;

enum { LOOK = 50, PATIENCE = 500000 }; /* milliseconds between looks at stop; microseconds */

static int spawn(pid_t *process, const char *command, int input, int output)
{
    char *const arguments[] = {(char *)"sh", (char *)"-c", (char *)command, NULL};
    posix_spawn_file_actions_t actions;
    posix_spawnattr_t attributes;
    sigset_t none, all;
    sigemptyset(&none);
    sigemptyset(&all);
    sigaddset(&all, SIGPIPE);
    sigaddset(&all, SIGINT);
    sigaddset(&all, SIGTERM);
    posix_spawn_file_actions_init(&actions);
    posix_spawn_file_actions_adddup2(&actions, input, STDIN_FILENO);
    posix_spawn_file_actions_adddup2(&actions, output, STDOUT_FILENO);
    posix_spawn_file_actions_addopen(&actions, STDERR_FILENO, "/dev/null", O_WRONLY, 0);
    posix_spawnattr_init(&attributes);
    posix_spawnattr_setpgroup(&attributes, 0);
    posix_spawnattr_setsigmask(&attributes, &none);
    posix_spawnattr_setsigdefault(&attributes, &all);
    posix_spawnattr_setflags(&attributes, POSIX_SPAWN_SETPGROUP | POSIX_SPAWN_SETSIGMASK |
                                              POSIX_SPAWN_SETSIGDEF);
    int failure = posix_spawn(process, "/bin/sh", &actions, &attributes, arguments, environ);
    posix_spawn_file_actions_destroy(&actions);
    posix_spawnattr_destroy(&attributes);
    return failure;
}

static void close_both(const int *ends)
{
    close(ends[0]);
    close(ends[1]);
}

bool pipe_open(struct pipe *pipe, const char *command, struct error *error)
{
    int to[2], from[2];
    pipe->used = pipe->taken = 0;
    pipe->process = -1;
    if (pipe2(to, O_CLOEXEC) != 0)
        return error_machine(error, "no pipe: %s", strerror(errno));
    if (pipe2(from, O_CLOEXEC) != 0) {
        close_both(to);
        return error_machine(error, "no pipe: %s", strerror(errno));
    }
    int failure = spawn(&pipe->process, command, to[0], from[1]);
    close(to[0]);
    close(from[1]);
    pipe->to = to[1];
    pipe->from = from[0];
    if (failure != 0) {
        close(pipe->to);
        close(pipe->from);
        pipe->process = -1;
        return error_set(error, "cannot be started: %s", strerror(failure));
    }
    fcntl(pipe->to, F_SETFL, O_NONBLOCK);
    return true;
}

static bool gone(pid_t process, uint64_t microseconds)
{
    uint64_t until = clock_microseconds() + microseconds;
    do {
        if (waitpid(process, NULL, WNOHANG) != 0)
            return true;
        nanosleep(&(struct timespec){0, 2000000}, NULL);
    } while (clock_microseconds() < until);
    return false;
}

void pipe_close(struct pipe *pipe)
{
    if (pipe->process < 0)
        return;
    close(pipe->to);
    close(pipe->from);
    if (!gone(pipe->process, PATIENCE)) {
        kill(-pipe->process, SIGTERM);
        if (!gone(pipe->process, PATIENCE)) {
            kill(-pipe->process, SIGKILL);
            waitpid(pipe->process, NULL, 0);
        }
    }
    pipe->process = -1;
}

/* Says why there is nobody at the other end, from the shell's exit status. The process may take a
   moment to die after its pipes are closed, and pipe_close still wants its status. Always false. */
static bool fail_ended(const struct pipe *pipe, struct error *error)
{
    enum { NO_PERMISSION = 126, NOT_FOUND = 127 }; /* of the shell, POSIX */
    siginfo_t about = {0};
    uint64_t until = clock_microseconds() + PATIENCE;
    while (waitid(P_PID, (id_t)pipe->process, &about, WEXITED | WNOHANG | WNOWAIT) == 0 &&
           about.si_pid == 0 && clock_microseconds() < until)
        nanosleep(&(struct timespec){0, 2000000}, NULL);
    if (about.si_pid == 0)
        return error_set(error, "has closed its output");
    if (about.si_code != CLD_EXITED)
        return error_set(error, "was ended by signal %d", about.si_status);
    if (about.si_status == NOT_FOUND)
        return error_set(error, "cannot be started: there is no such program");
    if (about.si_status == NO_PERMISSION)
        return error_set(error, "cannot be started: it is no program, or may not be run");
    return error_set(error, "has ended with status %d", about.si_status);
}

/* write without SIGPIPE, which is kept from this thread and taken away if it came. */
static ssize_t quiet_write(int descriptor, const char *text, size_t length)
{
    sigset_t pipe_only, before, pending;
    sigemptyset(&pipe_only);
    sigaddset(&pipe_only, SIGPIPE);
    sigpending(&pending);
    bool waiting = sigismember(&pending, SIGPIPE);
    pthread_sigmask(SIG_BLOCK, &pipe_only, &before);
    ssize_t written = write(descriptor, text, length);
    int reason = errno;
    if (written < 0 && reason == EPIPE && !waiting)
        while (sigtimedwait(&pipe_only, NULL, &(struct timespec){0, 0}) < 0 && errno == EINTR)
            ;
    pthread_sigmask(SIG_SETMASK, &before, NULL);
    errno = reason;
    return written;
}

bool pipe_send(struct pipe *pipe, const char *text, size_t length, uint64_t microseconds,
               struct error *error)
{
    uint64_t until = clock_microseconds() + microseconds;
    for (size_t done = 0; done < length;) {
        ssize_t part = quiet_write(pipe->to, text + done, length - done);
        if (part >= 0) {
            done += (size_t)part;
            continue;
        }
        if (errno != EAGAIN && errno != EINTR)
            return fail_ended(pipe, error);
        if (clock_microseconds() >= until)
            return error_set(error, "does not read what it is sent");
        poll(&(struct pollfd){.fd = pipe->to, .events = POLLOUT}, 1, LOOK);
    }
    return true;
}

/* The next whole line of the buffer, or what there is of it when `all`. */
static const char *line_take(struct pipe *pipe, bool all)
{
    char *start = pipe->buffer + pipe->taken;
    size_t length = pipe->used - pipe->taken;
    char *end = memchr(start, '\n', length);
    if (!end && !(all && length))
        return NULL;
    if (!end)
        end = start + length;
    pipe->taken = (size_t)(end - pipe->buffer) + (end < pipe->buffer + pipe->used);
    if (end > start && end[-1] == '\r')
        end--;
    *end = 0;
    return start;
}

const char *pipe_line(struct pipe *pipe, uint64_t microseconds, const atomic_bool *stop,
                      struct error *error)
{
    uint64_t until = clock_microseconds() + microseconds;
    for (;;) {
        const char *line = line_take(pipe, false);
        if (line)
            return line;
        memmove(pipe->buffer, pipe->buffer + pipe->taken, pipe->used - pipe->taken);
        pipe->used -= pipe->taken;
        pipe->taken = 0;
        if (pipe->used + 1 == sizeof pipe->buffer)
            return line_take(pipe, true);
        if (stop && atomic_load_explicit(stop, memory_order_relaxed)) {
            if (error)
                error->text[0] = 0;
            return NULL;
        }
        struct pollfd ready = {.fd = pipe->from, .events = POLLIN};
        if (poll(&ready, 1, LOOK) > 0) {
            ssize_t part =
                read(pipe->from, pipe->buffer + pipe->used, sizeof pipe->buffer - 1 - pipe->used);
            if (part == 0 || (part < 0 && errno != EINTR)) {
                line = line_take(pipe, true);
                if (!line)
                    fail_ended(pipe, error);
                return line;
            }
            pipe->used += part > 0 ? (size_t)part : 0;
        } else if (clock_microseconds() >= until) {
            error_set(error, "says nothing");
            return NULL;
        }
    }
}
