/* The calls that all ranks make together. Before each, rank 0 broadcasts what it is about to do;
   a rank that is about to do something else has gone astray (another program version, other
   files) and the run is aborted, which is better than results mixed from two programs. The end
   of rank 0 travels by the same broadcast, so ranks that wait for work learn of it. */
#define _GNU_SOURCE
#include "lab/cluster_state.h"

#include <sched.h>
#include <stdlib.h>
#include <string.h>
#include <unistd.h>

struct cluster_state cluster = {.size = 1, .local_ranks = 1};

/* Broadcast before anything the ranks do together, so that the end of rank 0 reaches them wherever
   they are, and a rank that does something else is noticed. */
struct call {
    uint32_t kind, serial;
    uint64_t bytes; /* to be shared; of a result */
    int64_t units;
};

const char *cluster_kind(void)
{
    return wire_kind;
}

static int number_in(const char *name, int otherwise)
{
    const char *text = getenv(name);
    return text && text[0] ? atoi(text) : otherwise;
}

int cluster_launched(int *rank)
{
    static const struct {
        const char *mark, *size, *rank; /* mark: what only such a launcher sets */
    } launchers[] = {
        {"OMPI_COMM_WORLD_SIZE", "OMPI_COMM_WORLD_SIZE", "OMPI_COMM_WORLD_RANK"},
        {"PMI_SIZE", "PMI_SIZE", "PMI_RANK"},               /* MPICH, Intel MPI, Slurm's PMI-2 */
        {"PMIX_RANK", "SLURM_STEP_NUM_TASKS", "PMIX_RANK"}, /* Slurm's PMIx */
    };
    *rank = 0;
    for (size_t i = 0; i < sizeof launchers / sizeof launchers[0]; i++)
        if (getenv(launchers[i].mark)) {
            *rank = number_in(launchers[i].rank, 0);
            return number_in(launchers[i].size, 1);
        }
    return 1;
}

bool cluster_begin(struct error *error)
{
    if (!wire_open(&cluster.rank, &cluster.size, &cluster.local_ranks, error))
        return false;
    cluster.begun = true;
    return true;
}

int cluster_rank(void)
{
    return cluster.rank;
}

int cluster_size(void)
{
    return cluster.size;
}

bool cluster_leads(void)
{
    return cluster.rank == 0;
}

int cluster_cores(void)
{
    long online = sysconf(_SC_NPROCESSORS_ONLN);
    cpu_set_t set;
    int cores = online < 1 ? 1 : (int)online;
    if (sched_getaffinity(0, sizeof set, &set) == 0 && CPU_COUNT(&set) < cores)
        return CPU_COUNT(&set); /* the launcher has assigned them already */
    return cores > cluster.local_ranks ? cores / cluster.local_ranks : 1;
}

bool cluster_call(enum call_kind kind, size_t bytes, int units)
{
    if (cluster.over)
        return false;
    struct call mine = {kind, ++cluster.serial, bytes, units}, call = mine;
    wire_broadcast(&call, sizeof call);
    if (call.kind == CALL_END)
        cluster.over = true;
    else if (memcmp(&call, &mine, sizeof call) != 0)
        wire_abort("it does not do what rank 0 does; are its files and program the same?");
    return !cluster.over;
}

void cluster_end(const char *reason)
{
    if (!cluster.begun)
        return;
    if (cluster.rank == 0)
        cluster_call(CALL_END, 0, 0);
    struct call call = {.kind = CALL_END};
    if (!cluster.over)
        wire_broadcast(&call, sizeof call);
    if (call.kind != CALL_END)
        wire_abort(reason);
    wire_close();
    free(cluster.sending);
    memset(&cluster, 0, sizeof cluster);
    cluster.size = cluster.local_ranks = 1;
}

bool cluster_share(void *data, size_t bytes)
{
    if (cluster.size == 1)
        return true;
    if (!cluster_call(CALL_SHARE, bytes, 0))
        return false;
    wire_broadcast(data, bytes);
    return true;
}
