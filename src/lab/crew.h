/* Threads that wait to be woken, for work that recurs and is often over before a thread could have
   been started.

   A crew costs nothing until it is first woken; then its threads are created, and from then on they
   sleep between pieces of work. Every member does work(data, number) once for each waking. One
   thread wakes and waits. */
#ifndef LAB_CREW_H
#define LAB_CREW_H

#include <stdbool.h>

struct crew;
struct heap;

/* NULL when memory runs out. The `members` are created when they are first needed. */
struct crew *crew_open(const struct heap *heap, int members);

/* Does not wait for work: call crew_wait first. */
void crew_close(struct crew *crew);

/* Returns how many are now at work, which is fewer if the system gave fewer threads. */
int crew_wake(struct crew *crew, void (*work)(void *data, int number), void *data);

/* Waits until all who were woken are done. */
void crew_wait(struct crew *crew);

#endif
