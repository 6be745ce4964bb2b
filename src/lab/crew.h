/* Threads that wait to be woken, for work that comes again and again and is often over before a
   thread could have been started.

   A crew costs nothing before it is woken for the first time; then its threads are made, and from
   then on they sleep between one piece of work and the next. Every member does work(data, number)
   once for each waking. One thread wakes and waits. */
#ifndef LAB_CREW_H
#define LAB_CREW_H

#include <stdbool.h>

struct crew;
struct heap;

/* NULL when memory is missing. `members` are made when they are first wanted. */
struct crew *crew_open(const struct heap *heap, int members);

/* Waits for no work: crew_wait goes before. */
void crew_close(struct crew *crew);

/* Gives how many are at work now: with fewer threads than wanted, fewer. */
int crew_wake(struct crew *crew, void (*work)(void *data, int number), void *data);

/* Until all who were woken are done. */
void crew_wait(struct crew *crew);

#endif
