/* Made by tools/standings: player, Elo above Random, half a 95 % interval. */
#include "minds/standing.h"
#include "minds/mill/players.h"

const struct standing mill_standings[] = {
    {"level:1", 202, 174},    {"level:2", 396, 183},
    {"level:3", 612, 192},    {"level:4", 789, 200},
    {"level:5", 981, 207},    {"level:6", 1163, 214},
    {"level:7", 1313, 220},   {"level:8", 1425, 226},
    {"level:9", 1532, 231},   {"level:10", 1693, 238},
    {"alphabeta", 1410, 346}, {"best", 1693, 238},
    {"easy", 1, 22},          {"hard", 640, 49},
    {"medium", 355, 40},      {"minimax", 981, 368},
    {"perfect", 1693, 238},   {"priority", 640, 49},
    {"random", 0, 0},         {0},
};
