/* "potez bench GAME --ladder" measures the levels of a game; "--ladder --refit" prints them
   evenly spaced. */
#ifndef PORTS_CLI_LADDER_H
#define PORTS_CLI_LADDER_H

#include "ports/cli/position.h"

enum status ladder_run(const struct arguments *arguments, const struct opened *position);

#endif
