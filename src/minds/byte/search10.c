/* The plain search of Byte (search.h), compiled for a board of 10x10. */
#include "base/memory.h"
#define BYTE_SEARCH(name) byte10_##name
#define BYTE_SEARCH_SIZE 10
#include "minds/byte/search.h"
