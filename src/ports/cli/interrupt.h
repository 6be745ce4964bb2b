/* Ctrl-C as a flag that long work looks at. The second Ctrl-C ends the program at once. */
#ifndef PORTS_CLI_INTERRUPT_H
#define PORTS_CLI_INTERRUPT_H

#include <stdatomic.h>

extern atomic_bool interrupt_raised;

/* From now on SIGINT and SIGTERM raise the flag. */
void interrupt_watch(void);
/* From now on they do nothing, even if interrupt_watch is called: somebody else looks at them. */
void interrupt_ignore(void);

#endif
