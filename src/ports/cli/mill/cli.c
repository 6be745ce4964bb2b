/* What the command line offers for mill alone: databases, books and training. */
#include "ports/cli/mill/parts.h"

static const struct trainer *const trainers[] = {&trainer_mill_patterns, NULL};

extern const struct cli_game cli_mill;
const struct cli_game cli_mill = {
    .name = "mill",
    .trainers = trainers,
    .book_build = mill_book_build,
    .database = mill_database_run,
};
