/* The openings in a file, one line of moves each; empty lines and lines that begin with # are
   skipped. Every line is played once while it is read, so that messages name the line and the move.
 */
#ifndef PORTS_CLI_OPENINGS_H
#define PORTS_CLI_OPENINGS_H

#include "lab/match.h"
#include "ports/cli/position.h"

struct openings {
    struct match_opening *list;
    int count, room;
};

/* From the present position. `openings` is empty before; what was read is there even on failure. */
bool openings_read(struct openings *openings, const struct opened *position, const char *path,
                   struct error *error);
void openings_free(struct openings *openings);

#endif
