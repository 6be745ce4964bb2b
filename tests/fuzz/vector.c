/* Files of evolved vectors: whatever is taken has a problem, all its weights, and none that is not
   a number. */
#include "input.h"

#include "lab/evolve/vector.h"

#include <math.h>

int LLVMFuzzerTestOneInput(const uint8_t *data, size_t size)
{
    static struct evolve_vector vector;
    struct error error;
    if (size > 20000 || !evolve_vector_parse((const char *)data, size, &vector, &error))
        return 0;
    PROMISE(vector_file_is(data, size));
    PROMISE(vector.problem && vector.count <= EVOLVE_WEIGHTS_MAX);
    for (int i = 0; i < vector.count; i++)
        PROMISE(isfinite(vector.weights[i]));
    return 0;
}
