/* What every action of "database" for mill is given. */
#ifndef PORTS_CLI_MILL_REQUEST_H
#define PORTS_CLI_MILL_REQUEST_H

#include "ports/cli/position.h"

#include "games/mill/mill.h"

struct mill_request {
    const struct arguments *arguments;
    const char *directory;
    struct mill_rules rules;
    struct opened position;
};

/* "pack": win, draw and loss alone, small enough to pass on. */
enum status mill_pack_run(struct mill_request *request);

/* "tables": what the databases say about the opening and the game as a whole. */
enum status mill_tables_run(struct mill_request *request);

#endif
