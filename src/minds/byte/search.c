/* Hands a task to the search that was compiled for its board. */
#include "games/byte/byte.h"
#include "minds/byte/players.h"

static void think(const struct player *player, const struct mind_task *task,
                  struct mind_answer *answer)
{
    struct byte_rules rules = byte_rules_of(task->setup);
    switch (rules.full == BYTE_FULL_MAX ? rules.size : 0) {
    case 8:
        byte8_ask(player, task, answer);
        break;
    case 10:
        byte10_ask(player, task, answer);
        break;
    case 16:
        byte16_ask(player, task, answer);
        break;
    default:
        byte0_ask(player, task, answer);
    }
}

const struct player_kind byte_search_alphabeta = {
    .name = "alphabeta",
    .summary = "Alpha-beta search to a fixed depth, counting stacks and the tops of tall ones.",
    .argument = "depth",
    .least = 1,
    .most = 60,
    .standard = 5,
    .limits = true,
    .evaluates = true,
    .parallel = true,
    .memory = BYTE_SEARCH_MEMORY,
    .think = think,
};

const struct player_kind byte_search_minimax = {
    .name = "minimax",
    .summary = "Plain minimax to a fixed depth with the same evaluation, for comparison.",
    .argument = "depth",
    .least = 1,
    .most = 8,
    .standard = 3,
    .memory = BYTE_SEARCH_MEMORY,
    .think = byte0_ask_plain,
};
