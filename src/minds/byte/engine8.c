/* The strong search of Byte (engine.h) with the tables of a board of 8x8. */
#define BYTE_ENGINE(name) byte_engine8_##name
#define BYTE_ENGINE_SIZE 8
#define BYTE_ENGINE_RINGS byte_rings_8
#define BYTE_ENGINE_WEIGHTS byte_weights_8
#include "minds/byte/engine.h"
