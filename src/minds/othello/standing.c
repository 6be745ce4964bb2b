/* Made by tools/standings: player, Elo above Random, half a 95 % interval. */
#include "minds/standing.h"
#include "minds/othello/players.h"

const struct standing othello_standings[] = {
    {"level:1", 387, 24},    {"level:2", 572, 48},     {"level:3", 776, 65},
    {"level:4", 982, 85},    {"level:5", 1175, 98},    {"level:6", 1360, 112},
    {"level:7", 1597, 127},  {"level:8", 1777, 138},   {"level:9", 1983, 149},
    {"level:10", 2147, 158}, {"alphabeta", 1114, 109}, {"best", 2360, 218},
    {"linear", 680, 68},     {"lines", 429, 65},       {"minimax", 754, 81},
    {"nn1", 291, 42},        {"nn2", 546, 67},         {"ntuple", 874, 82},
    {"random", 0, 0},        {"swh", 345, 40},         {0},
};
