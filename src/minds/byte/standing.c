/* Made by tools/standings: player, Elo above Random, half a 95 % interval. */
#include "minds/standing.h"
#include "minds/byte/players.h"

const struct standing byte_standings[] = {
    {"level:1", 74, 55},     {"level:2", 217, 76},
    {"level:3", 357, 92},    {"level:4", 481, 104},
    {"level:5", 618, 116},   {"level:6", 790, 128},
    {"level:7", 998, 140},   {"level:8", 1162, 150},
    {"level:9", 1272, 158},  {"level:10", 1423, 166},
    {"alphabeta", 186, 199}, {"best", 1423, 166},
    {"minimax", 274, 185},   {"pink", 154, 166},
    {"random", 0, 0},        {0},
};
