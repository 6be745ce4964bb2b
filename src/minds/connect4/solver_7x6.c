/* The solver's search with the usual board's size and masks as constants. */

/* gcc packs single words of a position into vectors, which costs up to a tenth of the time */
#if defined(__GNUC__) && !defined(__clang__)
#pragma GCC optimize("no-tree-vectorize", "no-tree-slp-vectorize")
#endif

#define SOLVER(name) solver_7x6_##name
#define WIDTH 7
#define HEIGHT 6
#define WIDTH_MAX 7
#define LATE_DISCS 24
#define BOTTOM UINT64_C(0x40810204081)
#define CELLS (BOTTOM * 63)
#define EVEN (BOTTOM * 21)
#include "minds/connect4/solver_search.h"
