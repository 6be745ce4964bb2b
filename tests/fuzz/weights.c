/* Byte's weights as a source file: what is taken lies within seven digits, and is the same when it
   is written and read again. */
#include "input.h"

#include "lab/byte/train.h"

#include <stdlib.h>
#include <string.h>

enum { LARGEST = 9999999 };

int LLVMFuzzerTestOneInput(const uint8_t *data, size_t size)
{
    int64_t weights[BYTE_FEATURES], again[BYTE_FEATURES];
    struct error error = {.text = ""};
    const char *path = input_file("weights", data, size);
    if (!byte_weights_read(path, weights, &error)) {
        PROMISE(error.text[0]);
        return 0;
    }
    for (int i = 0; i < BYTE_FEATURES; i++) {
        PROMISE(abs(byte_weight_early(weights[i])) <= LARGEST);
        PROMISE(abs(byte_weight_late(weights[i])) <= LARGEST);
    }
    PROMISE(byte_weights_write(path, 8, weights, "a test", &error));
    PROMISE(byte_weights_read(path, again, &error));
    PROMISE(memcmp(weights, again, sizeof weights) == 0);
    return 0;
}
