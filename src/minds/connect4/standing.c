/* Made by tools/standings: player, Elo above Random, half a 95 % interval. */
#include "minds/standing.h"
#include "minds/connect4/players.h"

const struct standing connect4_standings[] = {
    {"level:1", 271, 82},    {"level:2", 426, 97},     {"level:3", 587, 110},
    {"level:4", 724, 122},   {"level:5", 835, 131},    {"level:6", 980, 140},
    {"level:7", 1116, 148},  {"level:8", 1217, 154},   {"level:9", 1435, 164},
    {"level:10", 1571, 172}, {"alphabeta", 1096, 221}, {"easy", 405, 148},
    {"hard", 1019, 173},     {"minimax", 1019, 173},   {"perfect", 1581, 238},
    {"random", 0, 0},        {"search", 1243, 241},    {0},
};
