/* potez database pack mill: every subspace of a folder, packed into another one. */
#include "lab/game.h"
#include "lab/mill/packed.h"
#include "lab/mill/shelf.h"
#include "ports/cli/file.h"
#include "ports/cli/interrupt.h"
#include "ports/cli/json_line.h"
#include "ports/cli/mill/request.h"
#include "ports/cli/progress.h"
#include <errno.h>
#include <inttypes.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <sys/stat.h>

struct packing_run {
    const struct mill_request *request;
    const struct mill_shelf *shelf;
    struct mill_packing packing;
    const char *out;
    uint64_t positions, before, after;
    struct progress progress;
};

static void pack_row(const struct packing_run *run, const struct mill_store *store, uint64_t bytes)
{
    const struct mill_subspace *subspace = &store->subspace;
    double bits = 8.0 * (double)bytes / (double)(store->counts.reduced ? store->counts.reduced : 1);
    if (run->request->arguments->json) {
        struct json_out line;
        json_line_begin(&line, stdout);
        json_out_integer(&line, "mover", subspace->mover);
        json_out_integer(&line, "other", subspace->other);
        json_out_integer(&line, "mover_hand", subspace->mover_hand);
        json_out_integer(&line, "other_hand", subspace->other_hand);
        json_out_unsigned(&line, "reduced", store->counts.reduced);
        json_out_unsigned(&line, "outcome_bytes", store->outcome.bytes);
        json_out_unsigned(&line, "bytes", bytes);
        json_out_number(&line, "bits", bits, 4);
        json_line_end(&line);
    } else if (!run->request->arguments->quiet) {
        printf("%d-%d+%d-%d %12" PRIu64 " positions %12zu bytes of outcomes %12" PRIu64
               " packed, %.4f bits each\n",
               subspace->mover, subspace->other, subspace->mover_hand, subspace->other_hand,
               store->counts.reduced, store->outcome.bytes, bytes, bits);
    }
    fflush(stdout);
}

/* What was packed before with the same patterns stays, so that a stopped run goes on. */
static bool pack_store(struct packing_run *run, const struct mill_store *store, struct error *error)
{
    uint64_t bytes = 0;
    struct mill_packed *there = mill_packed_open(&run->packing, run->out, store->subspace, NULL);
    bool good = true;
    if (there)
        bytes = there->file.bytes;
    else
        good = mill_packed_write(&run->packing, run->out, store, run->request->arguments->threads,
                                 &bytes, error);
    mill_packed_close(there);
    if (!good)
        return false;
    run->positions += store->counts.reduced;
    run->before += store->outcome.bytes;
    run->after += bytes;
    progress_wipe(&run->progress);
    pack_row(run, store, bytes);
    return true;
}

static bool pack_all(struct packing_run *run, struct error *error)
{
    const struct mill_store *store;
    int64_t men = MILL_MEN_MAX;
    if (!arguments_number(run->request->arguments, "men", 3, MILL_MEN_MAX, &men, error))
        return false;
    interrupt_watch();
    uint64_t count = 0;
    while (mill_shelf_store(run->shelf, (int)count))
        count++;
    progress_begin(&run->progress, "subspaces", count, run->request->arguments->quiet);
    for (int i = 0; (store = mill_shelf_store(run->shelf, i)); i++) {
        progress_show(&run->progress, (uint64_t)i, "");
        if (atomic_load(&interrupt_raised))
            return error_set(error, "stopped; the same command continues");
        bool small = store->subspace.mover + store->subspace.mover_hand <= men &&
                     store->subspace.other + store->subspace.other_hand <= men;
        if (small && !store->packed && !pack_store(run, store, error))
            return false;
    }
    if (!run->request->arguments->json)
        printf("%" PRIu64 " positions, %" PRIu64 " bytes of outcomes, %" PRIu64 " packed\n",
               run->positions, run->before, run->after);
    return true;
}

static bool make_packing(struct packing_run *run, struct error *error)
{
    const struct lab_embedded *own = &lab_game_of(&game_mill)->model;
    const char *path = arguments_value(run->request->arguments, "model");
    size_t length = path ? 0 : *own->bytes;
    char *given = path ? file_read(path, (size_t)1 << 20, &length, error) : NULL;
    if (path && !given)
        return false;
    bool good = mill_packing_make(&run->packing, run->out, run->request->rules,
                                  mill_shelf_index(run->shelf),
                                  given ? (const uint8_t *)given : own->data, length, error);
    free(given);
    return good;
}

enum status mill_pack_run(struct mill_request *request)
{
    const struct arguments *arguments = request->arguments;
    struct packing_run run = {.request = request, .out = arguments_value(arguments, "out")};
    struct error error = {.text = ""};
    if (!run.out)
        return command_refuse(arguments, "--out DIR is missing: where the packed files go");
    if (mkdir(run.out, 0777) != 0 && errno != EEXIST)
        return command_fail(arguments, "%s: cannot be made: %s", run.out, strerror(errno));
    struct mill_shelf *shelf = mill_shelf_open(request->directory, request->rules, &error);
    if (!shelf)
        return command_error(arguments, &error);
    run.shelf = shelf;
    bool good = make_packing(&run, &error);
    if (good) {
        good = pack_all(&run, &error);
        progress_end(&run.progress);
        mill_packing_close(&run.packing);
    }
    mill_shelf_close(shelf);
    return good ? STATUS_DONE : command_error(arguments, &error);
}
