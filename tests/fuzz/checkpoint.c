/* Checkpoints of trainings: the first character picks the kind, and the checksum at the end is put
   right, since a fuzzer would never guess it. An evolution that is taken can breed. */
#include "input.h"

#include "base/hash.h"
#include "lab/evolve/checkpoint.h"
#include "lab/othello/ntuple_checkpoint.h"

#include <stdlib.h>
#include <string.h>

static void try_evolution(const char *folder)
{
    struct evolve_run run = {.folder = folder, .lock = -1};
    struct error error = {.text = ""};
    if (evolve_checkpoint_load(&run, &error)) {
        for (int i = 0; i < run.plan.population; i++)
            PROMISE(run.population.ranks[i] >= 0 && run.population.ranks[i] < run.plan.population);
        PROMISE(evolve_breed(&run.population, &run.plan, &error));
    } else {
        PROMISE(error.text[0]);
    }
    evolve_run_close(&run);
}

static void try_ntuple(const char *folder)
{
    static struct ntuple_training training;
    struct ntuple_checkpoint checkpoint;
    struct error error = {.text = ""};
    training = (struct ntuple_training){.folder = folder};
    if (ntuple_checkpoint_read(&training, &checkpoint, &error)) {
        PROMISE(checkpoint.at <= checkpoint.length);
        ntuple_checkpoint_free(&checkpoint);
    } else {
        PROMISE(error.text[0]);
    }
}

int LLVMFuzzerTestOneInput(const uint8_t *data, size_t size)
{
    if (size < 1)
        return 0;
    bool evolution = data[0] == 'e';
    uint8_t *whole = malloc(size - 1 + sizeof(uint64_t));
    uint64_t sum = hash_bytes(data + 1, size - 1);
    memcpy(whole, data + 1, size - 1);
    memcpy(whole + size - 1, &sum, sizeof sum);
    input_file(evolution ? "generation-000000.checkpoint" : "checkpoint", whole,
               size - 1 + sizeof sum);
    free(whole);
    (evolution ? try_evolution : try_ntuple)(input_folder());
    return 0;
}
