/* The page's engine carries no big tables, so that it loads quickly: they are empty here. */
#include <stdint.h>

extern const uint8_t mill_small_data[];
extern const uint32_t mill_small_bytes;
extern const uint8_t othello_ntuple_data[];
extern const uint32_t othello_ntuple_bytes;

const uint8_t mill_small_data[] = {0};
const uint32_t mill_small_bytes = 0;
const uint8_t othello_ntuple_data[] = {0};
const uint32_t othello_ntuple_bytes = 0;
