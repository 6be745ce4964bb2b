/* What the searches that the page asks for share: the flag that ends one early, and memory for it.
 */
#ifndef PORTS_BROWSER_THINK_H
#define PORTS_BROWSER_THINK_H

#include <stdatomic.h>
#include <stddef.h>

/* Set by the worker; whoever begins a search clears it. */
extern atomic_bool think_stop;

/* Memory for the one search under way, NULL when there is not so much. The next search gets the
   same. */
void *think_memory(size_t bytes);

#endif
