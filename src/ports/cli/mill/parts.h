/* The parts of the command line that are mill's, one per file; cli.c has them as a table. */
#ifndef PORTS_CLI_MILL_PARTS_H
#define PORTS_CLI_MILL_PARTS_H

#include "ports/cli/game.h"
#include "ports/cli/train.h"

extern const struct trainer trainer_mill_patterns;

/* A book of sound placements instead of a complete one. */
enum status mill_book_build(const struct arguments *arguments, const struct game *game);

enum status mill_database_run(const struct arguments *arguments);

#endif
