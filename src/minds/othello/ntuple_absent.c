/* In place of the embedded network, for an engine that must load quickly: there the player ntuple
   is given its weights as those of any file. */
#include <stdint.h>

extern const uint8_t othello_ntuple_data[];
extern const uint32_t othello_ntuple_bytes;

const uint8_t othello_ntuple_data[] = {0};
const uint32_t othello_ntuple_bytes = 0;
