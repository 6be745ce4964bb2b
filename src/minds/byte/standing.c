/* Made by tools/standings: player, Elo above Random, half a 95 % interval. */
#include "minds/standing.h"
#include "minds/byte/players.h"

const struct standing byte_standings[] = {
    {"level:1", 60, 15},    {"level:2", 204, 53},    {"level:3", 350, 73},   {"level:4", 472, 88},
    {"level:5", 618, 101},  {"level:6", 790, 114},   {"level:7", 999, 128},  {"level:8", 1162, 138},
    {"level:9", 1273, 147}, {"level:10", 1423, 156}, {"alphabeta", 311, 86}, {"best", 1423, 156},
    {"minimax", 291, 123},  {"pink", 181, 69},       {"random", 0, 0},       {0},
};
