/* In place of the embedded file, for an engine that must load quickly: see mill_small_use. */
#include <stdint.h>

extern const uint8_t mill_small_data[];
extern const uint32_t mill_small_bytes;

const uint8_t mill_small_data[] = {0};
const uint32_t mill_small_bytes = 0;
