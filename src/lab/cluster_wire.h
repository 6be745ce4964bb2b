/* How the processes of a cluster speak to each other: cluster_mpi.c with MPI, cluster_alone.c
   without. Only lab/cluster.c calls it, from one thread.

   Waiting is polite: a rank that waits spins for a moment and then sleeps a little between polls,
   since most MPI libraries would otherwise use up the core that the work needs. */
#ifndef LAB_CLUSTER_WIRE_H
#define LAB_CLUSTER_WIRE_H

#include "base/error.h"
#include <stdbool.h>
#include <stddef.h>

extern const char *const wire_kind;

bool wire_open(int *rank, int *size, int *local_ranks, struct error *error);
/* Waits until all the others get here; what is still in transit is thrown away. */
void wire_close(void);
/* Ends every process of the run. */
_Noreturn void wire_abort(const char *reason);

/* Rank 0's bytes to everyone; all ranks call it. */
void wire_broadcast(void *data, size_t bytes);
/* The same in two halves: the other ranks may do other things until wire_came. Only one at a
   time. */
void wire_await(void *data, size_t bytes);
bool wire_came(void);

/* A message to one rank; `data` must not change until wire_sent. Only one at a time. */
void wire_send(int rank, const void *data, size_t bytes);
bool wire_sent(void);
/* A message that has arrived, NULL when there is none; it stays until the next call. *rank is the
   sender. */
const void *wire_receive(size_t *bytes, int *rank);

#endif
