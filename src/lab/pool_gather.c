/* The units of one call are dealt out to the threads, on a cluster to those of every rank, and each
   result is put at its unit's place; so the outcome does not depend on which thread did what. */
#include "lab/cluster.h"
#include "lab/pool.h"
#include <stdlib.h>
#include <string.h>

struct pool_gathering { /* what the threads of one call share */
    const struct pool_job *job;
    char *results, *workspaces;
    size_t workspace;
};

static size_t run_unit(void *data, int worker, int unit, const atomic_bool *stop, void *result)
{
    const struct pool_gathering *gathering = data;
    const struct pool_job *job = gathering->job;
    void *workspace = gathering->workspaces + (size_t)worker * gathering->workspace;
    (void)stop;
    if (cluster_leads()) { /* results that need not travel are made where they belong */
        job->run(job->context, unit, gathering->results + (size_t)unit * job->result_bytes,
                 workspace);
        return 0;
    }
    memset(result, 0, job->result_bytes);
    job->run(job->context, unit, result, workspace);
    return job->result_bytes;
}

static bool take(void *data, int unit, const void *result, size_t bytes)
{
    const struct pool_gathering *gathering = data;
    memcpy(gathering->results + (size_t)unit * bytes, result, bytes);
    return true;
}

bool pool_gather(const struct pool_job *job, int threads, void *results, struct error *error)
{
    struct pool_gathering gathering = {
        .job = job, .results = results, .workspace = (job->workspace + 63) / 64 * 64};
    struct cluster_work together = {
        .units = job->units,
        .threads = threads < POOL_MAX ? threads : POOL_MAX,
        .result_bytes = job->result_bytes,
        .steady = true,
        .run = run_unit,
        .take = take,
        .context = &gathering,
        .stop = job->stop,
    };
    error_set(error, "%s", "");
    size_t bytes = (size_t)together.threads * gathering.workspace;
    gathering.workspaces = aligned_alloc(64, bytes ? bytes : 64);
    if (!gathering.workspaces)
        return error_machine(error, "out of memory for %d workers", together.threads);
    bool good = cluster_work(&together, error) &&
                cluster_share(results, (size_t)job->units * job->result_bytes);
    free(gathering.workspaces);
    return good;
}
