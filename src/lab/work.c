#include "lab/work.h"

#include "lab/cluster.h"
#include "lab/pool.h"
#include <stdlib.h>
#include <string.h>

struct shift { /* what the threads of one call share */
    const struct work *work;
    char *results, *workspaces;
    size_t workspace;
};

static size_t labour(void *data, int worker, int unit, const atomic_bool *stop, void *result)
{
    const struct shift *shift = data;
    const struct work *work = shift->work;
    void *workspace = shift->workspaces + (size_t)worker * shift->workspace;
    (void)stop;
    if (cluster_leads()) { /* results that need not travel are made where they belong */
        work->run(work->context, unit, shift->results + (size_t)unit * work->result_bytes,
                  workspace);
        return 0;
    }
    memset(result, 0, work->result_bytes);
    work->run(work->context, unit, result, workspace);
    return work->result_bytes;
}

static bool take(void *data, int unit, const void *result, size_t bytes)
{
    const struct shift *shift = data;
    memcpy(shift->results + (size_t)unit * bytes, result, bytes);
    return true;
}

bool work_run(const struct work *work, int threads, void *results, struct error *error)
{
    struct shift shift = {
        .work = work, .results = results, .workspace = (work->workspace + 63) / 64 * 64};
    struct cluster_work together = {
        .units = work->units,
        .threads = threads < POOL_MAX ? threads : POOL_MAX,
        .result_bytes = work->result_bytes,
        .steady = true,
        .run = labour,
        .take = take,
        .context = &shift,
        .stop = work->stop,
    };
    error_set(error, "%s", "");
    size_t bytes = (size_t)together.threads * shift.workspace;
    shift.workspaces = aligned_alloc(64, bytes ? bytes : 64);
    if (!shift.workspaces)
        return error_machine(error, "out of memory for %d workers", together.threads);
    bool good = cluster_work(&together, error) &&
                cluster_share(results, (size_t)work->units * work->result_bytes);
    free(shift.workspaces);
    return good;
}
