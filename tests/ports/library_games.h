/* Games of the library for its tests, which include its header and nothing else of ours. */
#ifndef TESTS_PORTS_LIBRARY_GAMES_H
#define TESTS_PORTS_LIBRARY_GAMES_H

#include "ports/library/potez.h"

#include <pthread.h>
#include <setjmp.h>
#include <stdarg.h>
#include <stdatomic.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <unistd.h>

#include <cmocka.h>

static const char level[] = "small\nTarget=0\nSumToZero\n(0, 0)\n1\n{3, 4}\n3 2\n"
                            "(1, 2, 0, 0, 0, 0) (101, 2, 5, 0, 1, 0) (10001, 2, 0, -1, 3, 0)\n"
                            "(1, 3, 0, 0, 2, 0) (1, 3, 0, 0, 4, 0) (10101, 1, 0, -2, 0, 0)\n";

static inline potez *opened(const char *name, const char *options)
{
    struct potez_settings settings = {.size = sizeof settings,
                                      .options = options,
                                      .level = strcmp(name, "zr2") == 0 ? level : NULL,
                                      .table = 1 << 20};
    potez *game = potez_open(name, &settings);
    if (!game)
        fail_msg("%s: %s", name, potez_error());
    return game;
}

static inline struct potez_answer *asked(potez *game, enum potez_kind kind, const char *player,
                                         uint64_t nodes)
{
    struct potez_question question = {.size = sizeof question, .player = player, .nodes = nodes};
    struct potez_answer *answer = potez_ask(game, kind, &question);
    if (!answer)
        fail_msg("%s", potez_error());
    return answer;
}

static inline potez *with(const char *name, const char *options, const char *text)
{
    struct potez_settings settings = {.size = sizeof settings, .options = options, .level = text};
    return potez_open(name, &settings);
}

/* A stop that comes after a while. */
static inline bool later(void *listener)
{
    return ++*(int *)listener > 3;
}

#endif
