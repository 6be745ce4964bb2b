/* What the questions to the minds share: memory to work in and the flag that ends them. */
#ifndef PORTS_BROWSER_THINK_H
#define PORTS_BROWSER_THINK_H

#include <stdatomic.h>
#include <stddef.h>

/* At least `bytes`, the same for every question, one at a time; NULL when there is no more. */
void *think_memory(size_t bytes);

/* The flag at potez_stop_address, lowered. */
const atomic_bool *think_begin(void);

#endif
