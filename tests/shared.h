/* Reference data. What every test needs is in tests/data, written by tools/test-data; more of it is
   read in place and not part of the repository: $POTEZ_SHARED, or the folder "shared" beside the
   repository (tests run in its root).

   What is not found there is named; shared_status then gives a program's status, 77 where something
   was left out and nothing failed, which meson and ./check report as skipped. */
#ifndef TESTS_SHARED_H
#define TESTS_SHARED_H

#include <stdbool.h>
#include <stdio.h>
#include <stdlib.h>

static bool shared_missed; /* something was not there */

/* `name` begins behind the shared folder: "data/othello/x.txt". NULL when it is not there. */
static inline FILE *shared_open(const char *name)
{
    const char *folder = getenv("POTEZ_SHARED");
    char path[1024];
    snprintf(path, sizeof path, "%s/%s", folder && *folder ? folder : "../shared", name);
    FILE *file = fopen(path, "rb");
    if (!file) {
        shared_missed = true;
        fprintf(stderr, "skipped: %s is not there (POTEZ_SHARED names the folder)\n", path);
    }
    return file;
}

static inline int shared_status(int failed)
{
    return failed ? failed : shared_missed ? 77 : 0;
}

#endif
