/* The strong search of Byte (engine.h) with the tables of a board of 10x10. */
#define BYTE_ENGINE(name) byte_engine10_##name
#define BYTE_ENGINE_SIZE 10
#define BYTE_ENGINE_RINGS byte_rings_10
#define BYTE_ENGINE_WEIGHTS byte_weights_10
#include "minds/byte/engine.h"
