/* The table of commands as manual pages and as completions for shells. tools/manual writes the
   files in share/ with these; a test compares them. */
#ifndef PORTS_CLI_MANUAL_H
#define PORTS_CLI_MANUAL_H

#include "ports/cli/command.h"
#include <stdio.h>

/* The page of a command, or (NULL) of the program: roff for man(1). */
void manual_page(const struct command *command, FILE *file);

/* False for a shell that is not known: bash, zsh, fish. */
bool manual_completion(const char *shell, FILE *file);

#endif
