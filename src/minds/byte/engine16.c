/* The strong search of Byte (engine.h) with the tables of a board of 16x16. */
#define BYTE_ENGINE(name) byte_engine16_##name
#define BYTE_ENGINE_SIZE 16
#define BYTE_ENGINE_RINGS byte_rings_16
#define BYTE_ENGINE_WEIGHTS byte_weights_8
#include "minds/byte/engine.h"
