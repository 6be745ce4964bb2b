/* One handler for work that looks at the flag, one for work that does not; SIGHUP stays ignored
   where it was (nohup). */
#include "ports/cli/interrupt.h"

#include <signal.h>
#include <stdbool.h>
#include <stddef.h>
#include <string.h>
#include <unistd.h>

atomic_bool interrupt_raised;

static const int signals[] = {SIGINT, SIGTERM, SIGHUP};
enum { SIGNALS = sizeof signals / sizeof signals[0] };

static bool ignored;
static volatile sig_atomic_t received;

static void raise_flag(int number)
{
    received = number;
    atomic_store(&interrupt_raised, true);
}

static void leave(int number)
{
    static const char text[] = "potez: stopped; nothing was saved, the same command begins again\n";
    ssize_t written = write(STDERR_FILENO, text, sizeof text - 1);
    (void)written;
    _exit(128 + number);
}

static void handle(void (*handler)(int))
{
    struct sigaction action = {.sa_handler = handler, .sa_flags = (int)SA_RESETHAND}, before;
    sigemptyset(&action.sa_mask);
    for (int i = 0; i < SIGNALS && !ignored; i++)
        if (signals[i] != SIGHUP || sigaction(SIGHUP, NULL, &before) != 0 ||
            before.sa_handler != SIG_IGN)
            sigaction(signals[i], &action, NULL);
}

void interrupt_begin(void)
{
    signal(SIGXFSZ,
           SIG_IGN); /* writing then fails with EFBIG, which is reported like any other failure */
    handle(leave);
}

void interrupt_watch(void)
{
    handle(raise_flag);
}

void interrupt_ignore(void)
{
    ignored = true;
    for (int i = 0; i < SIGNALS; i++)
        signal(signals[i], SIG_IGN);
}

int interrupt_status(int status)
{
    return received ? 128 + received : status;
}
