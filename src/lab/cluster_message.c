/* Messages are copied out before they are looked at, since nothing says how they are aligned. A
   report is walked once to see that its parcels fill it exactly; only then is it walked again to
   take them, so that no result is taken from a report that is wrong further on. */
#include "lab/cluster_message.h"

#include <string.h>

bool cluster_message_is_of(const void *message, size_t bytes, uint32_t serial)
{
    uint32_t found;
    if (bytes < sizeof found)
        return false;
    memcpy(&found, message, sizeof found);
    return found == serial;
}

static bool unit_valid(int32_t unit, int units)
{
    return unit >= 0 && unit < units;
}

struct cluster_parcel cluster_parcel_next(const char *message, size_t *at, const void **result)
{
    struct cluster_parcel parcel;
    memcpy(&parcel, message + *at, sizeof parcel);
    *result = message + *at + sizeof parcel;
    *at += sizeof parcel + parcel.bytes;
    return parcel;
}

bool cluster_report_valid(const void *message, size_t bytes, int units, size_t result_bytes)
{
    struct cluster_report report;
    size_t at = sizeof report;
    if (bytes < sizeof report)
        return false;
    memcpy(&report, message, sizeof report);
    if (report.bytes != bytes || report.count < 0 || report.want < 0)
        return false;
    for (int i = 0; i < report.count; i++) {
        const void *result;
        if (bytes - at < sizeof(struct cluster_parcel))
            return false;
        struct cluster_parcel parcel = cluster_parcel_next(message, &at, &result);
        if (at > bytes || parcel.bytes > result_bytes || !unit_valid(parcel.unit, units))
            return false;
    }
    return at == bytes;
}

bool cluster_grant_valid(const void *message, size_t bytes, int units)
{
    struct cluster_grant grant;
    if (bytes != sizeof grant)
        return false;
    memcpy(&grant, message, sizeof grant);
    if (grant.count < 1 || grant.count > CLUSTER_GRANT_MAX)
        return false;
    for (int i = 0; i < grant.count; i++)
        if (!unit_valid(grant.unit[i], units))
            return false;
    return true;
}
