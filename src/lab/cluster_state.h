/* What cluster.c (the rank among others) and cluster_work.c (shared work) have in common. */
#ifndef LAB_CLUSTER_STATE_H
#define LAB_CLUSTER_STATE_H

#include "lab/cluster.h"
#include "lab/cluster_wire.h"
#include <stdint.h>

struct cluster_state {
    bool begun, over; /* over: rank 0 has ended the run */
    int rank, size, local_ranks;
    uint32_t serial; /* of the last call */
    /* The report in transit; it may outlive the work it is about. */
    char *sending;
    size_t sending_room;
};

extern struct cluster_state cluster;

enum call_kind { CALL_SHARE = 1, CALL_WORK, CALL_END };

/* What rank 0 does next, and the others with it. False when that is the end. */
bool cluster_call(enum call_kind kind, size_t bytes, int units);

#endif
