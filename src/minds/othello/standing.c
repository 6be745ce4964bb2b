/* Made by tools/standings: player, Elo above Random, half a 95 % interval. */
#include "minds/standing.h"
#include "minds/othello/players.h"

const struct standing othello_standings[] = {
    {"level:1", 386, 118},   {"level:2", 616, 130},    {"level:3", 837, 141},
    {"level:4", 1050, 151},  {"level:5", 1238, 160},   {"level:6", 1428, 169},
    {"level:7", 1662, 179},  {"level:8", 1841, 187},   {"level:9", 2047, 196},
    {"level:10", 2215, 203}, {"alphabeta", 1222, 248}, {"best", 2206, 335},
    {"linear", 697, 273},    {"lines", 773, 258},      {"minimax", 863, 235},
    {"nn1", 404, 193},       {"nn2", 667, 233},        {"ntuple", 935, 228},
    {"random", 0, 0},        {"swh", 404, 193},        {0},
};
