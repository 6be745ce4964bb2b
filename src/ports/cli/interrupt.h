/* Ctrl-C, SIGTERM and a closed terminal (SIGHUP).

   At first they end the program at once, with a sentence. Long work that has something to save
   calls interrupt_watch: then they raise a flag that it looks at, and another one, half a second
   later or more, ends the program. In both cases the status is 128 and the signal: 130 for Ctrl-C.
 */
#ifndef PORTS_CLI_INTERRUPT_H
#define PORTS_CLI_INTERRUPT_H

#include <stdatomic.h>

extern atomic_bool interrupt_raised;

/* When the program begins. */
void interrupt_begin(void);
/* From now on they raise the flag. */
void interrupt_watch(void);
/* From now on they do nothing, even if interrupt_watch is called: somebody else looks at them. */
void interrupt_ignore(void);
/* The program's status: `status`, unless the flag was raised. */
int interrupt_status(int status);

#endif
