#include "ports/cli/interrupt.h"

#include <signal.h>
#include <stdbool.h>
#include <stddef.h>

atomic_bool interrupt_raised;

static bool ignored;

static void raise_flag(int number)
{
    (void)number;
    atomic_store(&interrupt_raised, true);
}

void interrupt_watch(void)
{
    struct sigaction action = {.sa_handler = raise_flag, .sa_flags = (int)SA_RESETHAND};
    if (ignored)
        return;
    sigemptyset(&action.sa_mask);
    sigaction(SIGINT, &action, NULL);
    sigaction(SIGTERM, &action, NULL);
}

void interrupt_ignore(void)
{
    ignored = true;
    signal(SIGINT, SIG_IGN);
    signal(SIGTERM, SIG_IGN);
}
