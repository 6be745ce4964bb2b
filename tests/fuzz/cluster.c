/* Messages from other ranks: the first byte is the number of units, the second the length of a
   result, the third picks a report or a grant, whose own length is put right when it is odd, since
   a fuzzer would rarely guess it. What is valid lies within its bounds. */
#include "input.h"

#include "lab/cluster_message.h"

#include <stdlib.h>
#include <string.h>

static void take_report(const char *message, size_t bytes, int units, size_t result_bytes)
{
    struct cluster_report report;
    size_t at = sizeof report;
    unsigned sum = 0;
    memcpy(&report, message, sizeof report);
    for (int i = 0; i < report.count; i++) {
        const void *result;
        struct cluster_parcel parcel = cluster_parcel_next(message, &at, &result);
        PROMISE(at <= bytes && parcel.bytes <= result_bytes);
        PROMISE(parcel.unit >= 0 && parcel.unit < units);
        for (uint32_t k = 0; k < parcel.bytes; k++)
            sum += ((const uint8_t *)result)[k]; /* it is all there */
    }
    PROMISE(at == bytes && (sum || !sum));
}

static void take_grant(const char *message, int units)
{
    struct cluster_grant grant;
    memcpy(&grant, message, sizeof grant);
    PROMISE(grant.count > 0 && grant.count <= CLUSTER_GRANT_MAX);
    for (int i = 0; i < grant.count; i++)
        PROMISE(grant.unit[i] >= 0 && grant.unit[i] < units);
}

int LLVMFuzzerTestOneInput(const uint8_t *data, size_t size)
{
    if (size < 3)
        return 0;
    size_t bytes = size - 3;
    char *message = malloc(bytes ? bytes : 1);
    uint32_t length = (uint32_t)bytes;
    memcpy(message, data + 3, bytes);
    if (data[2] & 1 && bytes >= sizeof(struct cluster_report))
        memcpy(message + offsetof(struct cluster_report, bytes), &length, sizeof length);
    if (cluster_message_is_of(message, bytes, 7))
        PROMISE(bytes >= sizeof(uint32_t));
    if (cluster_report_valid(message, bytes, data[0], data[1]))
        take_report(message, bytes, data[0], data[1]);
    if (cluster_grant_valid(message, bytes, data[0]))
        take_grant(message, data[0]);
    free(message);
    return 0;
}
