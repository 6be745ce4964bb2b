/* Whether the server's memory stays flat under a load that goes on: its resident memory is looked
   at after every round of the load, and judged at the end. */
#ifndef BENCH_SERVER_SOAK_H
#define BENCH_SERVER_SOAK_H

#include <stdbool.h>
#include <sys/types.h>

/* Resident memory of a process in kilobytes; 0 when it is not there. */
long soak_memory(pid_t process);
/* Seconds of the processor that all threads of a process have used, which other work on the machine
   does not change. */
double soak_processor(pid_t process);

enum { SOAK_ROUNDS = 4096 };

struct soak {
    int rounds;
    long kilobytes[SOAK_ROUNDS];
};

/* Looks once more and prints it. */
void soak_look(struct soak *soak, pid_t process, double seconds);

/* Judges what was seen and prints it: the first third is warming up; the last third may lie three
   per cent and one megabyte above the middle one. */
bool soak_is_flat(const struct soak *soak);

#endif
