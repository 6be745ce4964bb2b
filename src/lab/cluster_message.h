/* What ranks say to each other while they share work (lab/cluster_work.c), and whether it can be
   believed.

   A report is a struct cluster_report and then results, each with a struct cluster_parcel before
   it; a grant is a struct cluster_grant. Another rank is another program on another machine, so
   what it says about lengths and units is checked before it is used. It does not check the results
   themselves. */
#ifndef LAB_CLUSTER_MESSAGE_H
#define LAB_CLUSTER_MESSAGE_H

#include <stdbool.h>
#include <stddef.h>
#include <stdint.h>

enum { CLUSTER_GRANT_MAX = 64 }; /* units per message */

struct cluster_report {
    uint32_t serial; /* of the work */
    int32_t want, count;
    uint32_t bytes; /* of all of it */
};

struct cluster_parcel {
    int32_t unit;
    uint32_t bytes;
};

struct cluster_grant {
    uint32_t serial;
    int32_t count;
    int32_t unit[CLUSTER_GRANT_MAX];
};

/* Whether a message belongs to the work of this number; others come late and are dropped. */
bool cluster_message_is_of(const void *message, size_t bytes, uint32_t serial);

/* Whether it is a report about work of `units` units with results of at most `result_bytes`. */
bool cluster_report_valid(const void *message, size_t bytes, int units, size_t result_bytes);
/* The parcel at `*at`, which moves on behind its result. */
struct cluster_parcel cluster_parcel_next(const char *message, size_t *at, const void **result);

bool cluster_grant_valid(const void *message, size_t bytes, int units);

#endif
