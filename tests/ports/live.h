/* What tests of the running server share: the program, started before the first test and ended
   after the last, and waiting for what it says. */
#ifndef TESTS_PORTS_LIVE_H
#define TESTS_PORTS_LIVE_H

#include "web.h"

#include <setjmp.h>
#include <signal.h>
#include <stdarg.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <unistd.h>

#include <cmocka.h>

static const char *program;
static char data[] = "/tmp/potez-server-XXXXXX";
static struct web_server server;

static int start(void **state)
{
    (void)state;
    static const char *const more[] = {"--lobby", NULL};
    return mkdtemp(data) && web_start_with(&server, program, data, more) ? 0 : -1;
}

static int stop(void **state)
{
    (void)state;
    return web_stop_and_remove(&server, data);
}

static json_t *expect(int handle, const char *event)
{
    json_t *message = web_event(handle, event, 20);
    if (!message)
        fail_msg("no event \"%s\" came", event);
    return message;
}

static void pass_over(int handle, const char *event)
{
    json_decref(expect(handle, event));
}

/* The first argument names the program. */
static bool live_program(int argc, char **argv)
{
    program = argc < 2 ? NULL : argv[1];
    signal(SIGPIPE, SIG_IGN);
    return program;
}

#endif
