/* The threads that search together, where the browser lets a page share memory.

   One worker leads: it holds the games and asks the minds. The others wait inside browser_help,
   each with a stack of its own in the same memory, until crew_work gives them something to do. A
   helper may come late or never: one that is not there when a question begins has no part in it.
   Where memory cannot be shared, the leader is alone and nothing here ever waits. */
#ifndef PORTS_BROWSER_CREW_H
#define PORTS_BROWSER_CREW_H

enum { CREW_MOST = 8 };

/* How many may begin a question now, the leader among them. */
int crew_count(void);

/* Runs `work` once for each of `members` (no more than crew_count), the leader as number 0 in the
   caller's thread, and comes back when the last has left it. When the leader's own call returns,
   `work` must see to it that the others soon end too. */
void crew_work(int members, void (*work)(int member));

#endif
