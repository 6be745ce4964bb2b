/* "potez bench GAME --ladder" and "--ladder --refit". */
#ifndef PORTS_CLI_LADDER_H
#define PORTS_CLI_LADDER_H

#include "ports/cli/position.h"

enum status ladder_run(const struct arguments *arguments, const struct opened *position);

#endif
