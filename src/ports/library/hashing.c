/* xxHash inside the library, under the names that the databases call it by, so that nobody needs
   another library for them. Nothing of it is shown. */
#define XXH_STATIC_LINKING_ONLY
#define XXH_IMPLEMENTATION
#include <stdlib.h>
#include <string.h>
#pragma GCC visibility push(hidden)
#include <xxhash.h>
#pragma GCC visibility pop
