/* Reference data that is read in place and not part of the repository: $POTEZ_SHARED, or the
   folder "shared" beside the repository (tests run in its root). Tests skip what is not there. */
#ifndef TESTS_SHARED_H
#define TESTS_SHARED_H

#include <stdio.h>
#include <stdlib.h>

/* `name` begins behind the shared folder: "data/othello/x.txt". NULL when it is not there. */
static inline FILE *shared_open(const char *name)
{
    const char *folder = getenv("POTEZ_SHARED");
    char path[1024];
    snprintf(path, sizeof path, "%s/%s", folder && *folder ? folder : "../shared", name);
    return fopen(path, "rb");
}

#endif
