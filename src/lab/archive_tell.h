/* A game of the archive as members of a JSON object: the same for the command line and the server.
   `whole` adds what a list leaves out: options, start, moves and all that is known besides. */
#ifndef LAB_ARCHIVE_TELL_H
#define LAB_ARCHIVE_TELL_H

#include "base/json_out.h"
#include "lab/archive.h"

void archive_tell(struct json_out *json, const struct archive_game *game, bool whole);

#endif
