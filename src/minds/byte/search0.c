/* The search on boards of any size and with stacks of any height. */
#include "base/memory.h"
#define BYTE_SEARCH(name) byte0_##name
#define BYTE_SEARCH_SIZE 0
#include "minds/byte/search.h"
