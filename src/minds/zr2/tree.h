/* The two algorithms of Kolar's thesis [kolar21]: depth-first search over the tree of walks with
   make and undo, remembering the best sum and its path and stopping at 0. `dfs` tries the
   neighbours in the order of zr2_level_neighbours; `dfss` tries the one that lowers the sum most
   first, with ties in that order. They remember no positions and use no bound: on 4x4 cells of
   value 2 they may need hundreds of millions of nodes. */
#ifndef MINDS_ZR2_TREE_H
#define MINDS_ZR2_TREE_H

#include "minds/zr2/solve.h"

/* Takes limits, stop flag, memory and listener of the task; the bound it gives is the sum until the
   whole tree has been searched. A node is a position walked to, the first one included. */
void zr2_tree(const struct zr2_solve_task *task, bool greedy, struct zr2_solution *solution);

#endif
