/* The plain search of Byte (search.h), compiled for a board of 8x8. */
#include "base/memory.h"
#define BYTE_SEARCH(name) byte8_##name
#define BYTE_SEARCH_SIZE 8
#include "minds/byte/search.h"
