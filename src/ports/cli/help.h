/* What the program says about itself: an overview, and the help of one command. */
#ifndef PORTS_CLI_HELP_H
#define PORTS_CLI_HELP_H

#include "ports/cli/command.h"
#include <stdio.h>

void help_overview(FILE *file);                               /* a few lines and how to start */
void help_command(const struct command *command, FILE *file); /* examples first */

#endif
