/* "potez bench GAME --compare A,B --depth N": how many positions players look at, depth by depth.
 */
#ifndef PORTS_CLI_COMPARE_H
#define PORTS_CLI_COMPARE_H

#include "ports/cli/chooser.h"

struct comparison {
    const struct arguments *arguments;
    const struct opened *position;
    struct chooser *chooser;
};

/* The player at this depth: as its argument where that is a depth, else as a limit. */
struct player compare_at_depth(const struct player *player, int depth);

/* What the player answers, and how long it took. */
bool compare_ask(struct comparison *comparison, const struct player *player,
                 const struct session *session, struct mind_answer *answer, double *seconds,
                 struct error *error);

/* A table of nodes and seconds for depths 1 to --depth, with --picture a curve of the nodes; with
   --time-picture or --against also games of the last player at several depths (depths.h). */
enum status compare_run(const struct arguments *arguments, const struct opened *position,
                        struct chooser *chooser, const struct player *players, int count);

#endif
