/* ZR 2's certificates: what is taken has as many steps as it says. */
#include "input.h"

#include "minds/zr2/certificate.h"

#include <stdlib.h>

int LLVMFuzzerTestOneInput(const uint8_t *data, size_t size)
{
    const char *text = (const char *)data;
    struct zr2_certificate certificate;
    struct error error = {.text = ""};
    if (!zr2_certificate_read(text, size, &certificate, &error)) {
        PROMISE(error.text[0]);
        return 0;
    }
    PROMISE(certificate.steps >= 0 && certificate.path_at <= size);
    if (certificate.steps > 1 << 20)
        return 0;
    int32_t *path = malloc(((size_t)certificate.steps + 1) * sizeof *path);
    if (!zr2_certificate_path(text, size, &certificate, path, &error))
        PROMISE(error.text[0]);
    free(path);
    return 0;
}
