/* Made by tools/standings: player, Elo above Random, half a 95 % interval. */
#include "minds/standing.h"
#include "minds/mill/players.h"

const struct standing mill_standings[] = {
    {"level:1", 409, 25},     {"level:2", 579, 58},
    {"level:3", 773, 79},     {"level:4", 936, 95},
    {"level:5", 1115, 109},   {"level:6", 1297, 122},
    {"level:7", 1447, 132},   {"level:8", 1559, 141},
    {"level:9", 1666, 150},   {"level:10", 1827, 159},
    {"alphabeta", 1523, 148}, {"best", 1827, 159},
    {"easy", -26, 43},        {"hard", 944, 122},
    {"medium", 352, 44},      {"minimax", 1171, 120},
    {"perfect", 1827, 159},   {"priority", 944, 122},
    {"random", 0, 0},         {0},
};
