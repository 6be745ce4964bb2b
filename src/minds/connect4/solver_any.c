/* The solver's search for a board of any size. */
#include "minds/connect4/solver.h"

#define SOLVER(name) solver_any_##name
#define WIDTH (solver->width)
#define HEIGHT (solver->height)
#define WIDTH_MAX CONNECT4_MOVES_MAX
#define LATE_DISCS 64 /* more than there are */
#define BOTTOM (solver->bottom)
#define CELLS (solver->cells)
#define EVEN (solver->even)
#include "minds/connect4/solver_search.h"
