/* A whole game looked at move by move: "potez analyse GAME --game FILE". */
#ifndef PORTS_CLI_REVIEW_H
#define PORTS_CLI_REVIEW_H

#include "ports/cli/arguments.h"

enum status review_run(const struct arguments *arguments, const char *path);

#endif
