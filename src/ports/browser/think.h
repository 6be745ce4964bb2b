/* What the searches that the page asks for share: who searches, the flag that ends one early,
   random numbers, and memory. */
#ifndef PORTS_BROWSER_THINK_H
#define PORTS_BROWSER_THINK_H

#include "minds/inquiry.h"

/* Set by the page; whoever begins a search clears it. */
extern atomic_bool think_stop;
extern struct random think_random;

struct inquiry_searcher think_searcher(void);

/* Memory for the one search under way, NULL when there is not enough. The next search gets the
   same. */
void *think_memory(size_t bytes);

#endif
