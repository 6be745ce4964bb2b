/* What the command line offers for ZR 2 alone. */
#include "ports/cli/zr2/level.h"

static const struct cli_levels levels = {
    .check = level_check,
    .solve = level_solve,
    .verify = level_verify,
    .rate = level_rate,
    .generate = level_generate,
    .solve_file = level_solve_file,
};

extern const struct cli_game cli_zr2;
const struct cli_game cli_zr2 = {.name = "zr2", .levels = &levels};
