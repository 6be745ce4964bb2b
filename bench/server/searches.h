/* Searches over WebSockets that are given up in every way there is: by a command, by asking for
   something else as well, by leaving without a word. */
#ifndef BENCH_SERVER_SEARCHES_H
#define BENCH_SERVER_SEARCHES_H

/* Begins and gives up searches for so long; how many, or -1 when an answer did not come. */
int searches_give_up(int port, double seconds);

/* Begins searches of many seconds on as many sockets and leaves them running. */
void searches_leave(int port);

#endif
