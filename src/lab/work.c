#include "lab/work.h"

#include "lab/crew.h"
#include <stdlib.h>

struct shift { /* what the threads of one call share */
    const struct work *work;
    char *results, *workspaces;
    size_t workspace;
};

static void labour(void *data, int worker, size_t unit)
{
    const struct shift *shift = data;
    const struct work *work = shift->work;
    work->run(work->context, (int)unit, shift->results + unit * work->result_bytes,
              shift->workspaces + (size_t)worker * shift->workspace);
}

bool work_run(const struct work *work, int threads, void *results, struct error *error)
{
    struct shift shift = {
        .work = work, .results = results, .workspace = (work->workspace + 63) / 64 * 64};
    struct crew crew = {.threads = threads < CREW_MAX ? threads : CREW_MAX, .stop = work->stop};
    error_set(error, "%s", "");
    size_t bytes = (size_t)crew.threads * shift.workspace;
    shift.workspaces = aligned_alloc(64, bytes ? bytes : 64);
    if (!shift.workspaces)
        return error_set(error, "out of memory for %d workers", crew.threads);
    size_t done = crew_work(&crew, (size_t)work->units, labour, &shift);
    free(shift.workspaces);
    return done == (size_t)work->units;
}
