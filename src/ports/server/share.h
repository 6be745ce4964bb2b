/* What each address uses of the server, and how much it may use: connections and rooms at a time,
   rooms in the lobby, new rooms, messages and tried codes per second.

   An address is a name that gate.h gives, so that a whole IPv6 network is one. Whatever acts for it
   (a connection, a request, a room) holds its share; a share that nobody holds is forgotten once
   its allowances are whole again, so that going and coming back gains nothing. An exempt share,
   which this machine has when there is no proxy, is counted but never refused. One thread calls
   everything here. */
#ifndef PORTS_SERVER_SHARE_H
#define PORTS_SERVER_SHARE_H

#include <stdbool.h>
#include <stdint.h>

#define SHARE_NAME 64
#define SHARE_BUCKETS 1024 /* a power of two */

/* The rate per second in the long run, and how many at once. */
struct share_rate {
    double second, burst;
};

/* What is left of a rate; it fills with time (a token bucket). */
struct share_allowance {
    double left;
    uint64_t since; /* microseconds */
};

struct share_limits { /* zero: no limit */
    int connections, rooms, listed;
    struct share_rate creations, messages, codes;
};

struct share {
    struct share *next;
    const struct share_limits *limits;
    char name[SHARE_NAME];
    bool exempt;
    int holders, connections, rooms, listed;
    struct share_allowance creations, messages, codes;
};

struct shares {
    struct share_limits limits;
    struct share *bucket[SHARE_BUCKETS];
};

void share_allowance_fill(struct share_allowance *allowance, const struct share_rate *rate,
                          uint64_t now);
/* What is left at `now`, never more than a burst. */
double share_allowance_left(struct share_allowance *allowance, const struct share_rate *rate,
                            uint64_t now);

/* The share of this name, held once more; NULL when memory is out. */
struct share *shares_hold(struct shares *shares, const char *name, bool exempt, uint64_t now);
struct share *share_hold(struct share *share); /* once more; NULL stays NULL */
void share_release(struct share *share);
/* Forgets shares that are as good as new. Now and then. */
void shares_tick(struct shares *shares, uint64_t now);
void shares_clear(struct shares *shares);

/* Each takes one if it may. NULL is an address without limits. */
bool share_connect(struct share *share);
void share_disconnect(struct share *share);
bool share_create(struct share *share, uint64_t now); /* a room */
void share_close(struct share *share);                /* the room is gone */
bool share_message(struct share *share, uint64_t now);
bool share_code(struct share *share, uint64_t now); /* tries the code of an invitation */
bool share_list(struct share *share);               /* a room in the lobby */
void share_unlist(struct share *share);

/* Whether share_connect would succeed. */
bool share_may_connect(const struct share *share);

#endif
