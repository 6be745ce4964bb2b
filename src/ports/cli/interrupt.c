/* One handler for work that looks at the flag, one for work that does not; SIGHUP stays ignored
   where it was (nohup). */
#include "ports/cli/interrupt.h"

#include "base/clock.h"
#include <signal.h>
#include <stdbool.h>
#include <stddef.h>
#include <string.h>
#include <unistd.h>

atomic_bool interrupt_raised;

static const int signals[] = {SIGINT, SIGTERM, SIGHUP};
enum {
    SIGNALS = sizeof signals / sizeof signals[0],
    SAME = 500000, /* us: what comes so soon after the first was sent together with it */
};

static bool ignored;
static volatile sig_atomic_t received;
static atomic_ullong received_at;

/* The first raises the flag. "timeout" and some supervisors send a signal to the process and once
   more to its group, so one that comes right after it says nothing new; a later one means that
   somebody does not want to wait. */
static void raise_flag(int number)
{
    unsigned long long first = 0, now = clock_microseconds() + 1;
    if (atomic_compare_exchange_strong(&received_at, &first, now)) {
        received = number;
        atomic_store(&interrupt_raised, true);
    } else if (now > first + SAME) {
        signal(number, SIG_DFL);
        raise(number);
    }
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
    struct sigaction action = {.sa_handler = handler}, before;
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
