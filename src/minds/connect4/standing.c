/* Made by tools/standings: player, Elo above Random, half a 95 % interval. */
#include "minds/standing.h"
#include "minds/connect4/players.h"

const struct standing connect4_standings[] = {
    {"level:1", 293, 21},    {"level:2", 447, 57},     {"level:3", 606, 77},
    {"level:4", 744, 93},    {"level:5", 857, 105},    {"level:6", 1007, 117},
    {"level:7", 1148, 128},  {"level:8", 1250, 137},   {"level:9", 1473, 147},
    {"level:10", 1612, 155}, {"alphabeta", 1004, 117}, {"easy", 446, 91},
    {"hard", 1089, 120},     {"minimax", 1089, 120},   {"perfect", 1631, 191},
    {"random", 0, 0},        {"search", 1309, 187},    {0},
};
