/* The general search, compiled for mill and its variants, without databases: what it finds depends
   on nothing but the position and the limits. */
#include "minds/mill/players.h"

#define SEARCH(name) mill_search_##name
#define SEARCH_COUNTS "men, open and double mills and places to move to"
#include "minds/mill/search.h"

#include "minds/alphabeta.h"
