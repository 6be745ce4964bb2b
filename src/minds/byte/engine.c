/* The player "best": hands a task to the search that was compiled for its board. */
#include "games/byte/byte.h"
#include "minds/byte/players.h"

static void think(const struct player *player, const struct mind_task *task,
                  struct mind_answer *answer)
{
    struct byte_rules rules = byte_rules_of(task->setup);
    switch (rules.full == BYTE_FULL_MAX ? rules.size : 0) {
    case 8:
        byte_engine8_ask(player, task, answer);
        break;
    case 10:
        byte_engine10_ask(player, task, answer);
        break;
    case 16:
        byte_engine16_ask(player, task, answer);
        break;
    default:
        byte0_ask(player, task, answer);
    }
}

const struct player_kind byte_engine_best = {
    .name = "best",
    .summary = "The strongest play within the given limits (one second where none is given).",
    .limits = true,
    .parallel = true,
    .memory = BYTE_SEARCH_MEMORY,
    .think = think,
};
