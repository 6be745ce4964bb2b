/* The plain search of Byte (search.h), compiled for a board of 16x16. */
#include "base/memory.h"
#define BYTE_SEARCH(name) byte16_##name
#define BYTE_SEARCH_SIZE 16
#include "minds/byte/search.h"
