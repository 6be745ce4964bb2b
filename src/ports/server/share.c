/* What each address has used, and what it may still use (share.h).

   Rates are token buckets: an allowance fills up with time, as a bucket does under a tap, up to its
   burst, and every use takes one out. So a short burst is allowed and the long-run rate is kept,
   and nothing has to be done by a timer: what has flowed in is computed when somebody asks
   (share_allowance_left).

   A share is forgotten when nobody holds it and all its buckets are full, for then a new one would
   be no different. That bounds the memory by the addresses that were active lately, and it means
   that going away and coming back wins nothing. */
#include "ports/server/share.h"

#include "base/hash.h"

#include <assert.h>
#include <stdlib.h>
#include <string.h>

void share_allowance_fill(struct share_allowance *allowance, const struct share_rate *rate,
                          uint64_t now)
{
    *allowance = (struct share_allowance){rate->burst, now};
}

double share_allowance_left(struct share_allowance *allowance, const struct share_rate *rate,
                            uint64_t now)
{
    allowance->left += (double)(now - allowance->since) / 1e6 * rate->second;
    allowance->since = now;
    if (allowance->left > rate->burst)
        allowance->left = rate->burst;
    return allowance->left;
}

static bool take(struct share_allowance *allowance, const struct share_rate *rate, uint64_t now)
{
    if (rate->second <= 0)
        return true;
    if (share_allowance_left(allowance, rate, now) < 1)
        return false;
    allowance->left -= 1;
    return true;
}

static struct share **bucket_of(struct shares *shares, const char *name)
{
    uint64_t hash = 0;
    for (; *name; name++)
        hash = hash_pair(hash, (uint8_t)*name);
    return &shares->bucket[hash & (SHARE_BUCKETS - 1)];
}

struct share *shares_hold(struct shares *shares, const char *name, bool exempt, uint64_t now)
{
    struct share **bucket = bucket_of(shares, name), *share = *bucket;
    while (share && strcmp(share->name, name) != 0)
        share = share->next;
    if (share)
        return share_hold(share);
    share = calloc(1, sizeof *share);
    if (!share)
        return NULL;
    share->limits = &shares->limits;
    strncat(share->name, name, sizeof share->name - 1);
    share->exempt = exempt;
    share->holders = 1;
    share_allowance_fill(&share->creations, &shares->limits.creations, now);
    share_allowance_fill(&share->messages, &shares->limits.messages, now);
    share_allowance_fill(&share->codes, &shares->limits.codes, now);
    share->next = *bucket;
    *bucket = share;
    return share;
}

struct share *share_hold(struct share *share)
{
    if (share)
        share->holders++;
    return share;
}

void share_release(struct share *share)
{
    assert(!share || share->holders > 0);
    if (share)
        share->holders--;
}

/* Nobody would notice if it were made anew. */
static bool forgettable(struct share *share, uint64_t now)
{
    const struct share_limits *limits = share->limits;
    return share->holders == 0 &&
           share_allowance_left(&share->creations, &limits->creations, now) >=
               limits->creations.burst &&
           share_allowance_left(&share->messages, &limits->messages, now) >=
               limits->messages.burst &&
           share_allowance_left(&share->codes, &limits->codes, now) >= limits->codes.burst;
}

void shares_tick(struct shares *shares, uint64_t now)
{
    for (int i = 0; i < SHARE_BUCKETS; i++)
        for (struct share **at = &shares->bucket[i]; *at;) {
            struct share *share = *at;
            if (forgettable(share, now)) {
                *at = share->next;
                free(share);
            } else {
                at = &share->next;
            }
        }
}

void shares_clear(struct shares *shares)
{
    for (int i = 0; i < SHARE_BUCKETS; i++)
        for (struct share *share = shares->bucket[i], *next; share; share = next) {
            next = share->next;
            free(share);
        }
    memset(shares->bucket, 0, sizeof shares->bucket);
}

static bool below(const struct share *share, int used, int most)
{
    return share->exempt || most <= 0 || used < most;
}

bool share_may_connect(const struct share *share)
{
    return !share || below(share, share->connections, share->limits->connections);
}

bool share_connect(struct share *share)
{
    if (!share_may_connect(share))
        return false;
    if (share)
        share->connections++;
    return true;
}

void share_disconnect(struct share *share)
{
    if (share)
        share->connections--;
}

bool share_create(struct share *share, uint64_t now)
{
    if (!share)
        return true;
    if (!below(share, share->rooms, share->limits->rooms) ||
        !(share->exempt || take(&share->creations, &share->limits->creations, now)))
        return false;
    share->rooms++;
    share_hold(share);
    return true;
}

void share_close(struct share *share)
{
    if (share)
        share->rooms--;
    share_release(share);
}

bool share_message(struct share *share, uint64_t now)
{
    return !share || share->exempt || take(&share->messages, &share->limits->messages, now);
}

bool share_code(struct share *share, uint64_t now)
{
    return !share || share->exempt || take(&share->codes, &share->limits->codes, now);
}

bool share_list(struct share *share)
{
    if (share && !below(share, share->listed, share->limits->listed))
        return false;
    if (share)
        share->listed++;
    return true;
}

void share_unlist(struct share *share)
{
    if (share)
        share->listed--;
}
