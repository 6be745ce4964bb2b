/* Checkpoints of trainings: the first character picks the kind, and the checksum at the end is put
   right, since a fuzzer would never guess it. An evolution that is taken can breed. */
#include "input.h"

#include "base/hash.h"
#include "lab/evolve/checkpoint.h"
#include "lab/othello/ntuple_checkpoint.h"

#include <stdlib.h>
#include <string.h>

static void try_evolution(char *bytes, size_t length)
{
    struct evolve_run run = {.lock = -1};
    struct error error = {.text = ""};
    if (evolve_checkpoint_take(&run, bytes, length, &error)) {
        for (int i = 0; i < run.plan.population; i++)
            PROMISE(run.population.ranks[i] >= 0 && run.population.ranks[i] < run.plan.population);
        PROMISE(evolve_breed(&run.population, &run.plan, &error));
    } else {
        PROMISE(error.text[0]);
    }
    evolve_run_close(&run);
}

static void try_ntuple(char *bytes, size_t length)
{
    static struct ntuple_training training;
    struct ntuple_checkpoint checkpoint = {.bytes = bytes, .length = length};
    training = (struct ntuple_training){.folder = ""};
    if (ntuple_checkpoint_parse(&training, &checkpoint))
        PROMISE(checkpoint.at <= checkpoint.length && checkpoint.length <= length);
}

int LLVMFuzzerTestOneInput(const uint8_t *data, size_t size)
{
    if (size < 1)
        return 0;
    size_t length = size - 1;
    char *whole = malloc(length + sizeof(uint64_t));
    uint64_t sum = hash_bytes(data + 1, length);
    memcpy(whole, data + 1, length);
    memcpy(whole + length, &sum, sizeof sum);
    (data[0] == 'e' ? try_evolution : try_ntuple)(whole, length + sizeof sum);
    free(whole);
    return 0;
}
