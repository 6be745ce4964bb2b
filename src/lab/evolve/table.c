/* Pairings of vectors through the game's function table, for every game that has no faster way
   of its own. Each start is played twice with colours changed and the random numbers of the
   start, so that a pairing of a vector with itself is always a tie. A game ends in a draw when a
   position recurs as often as its rules say, or after PLIES_MAX plies, which keeps two aimless
   players from playing forever. */
#include "lab/evolve/table.h"

#include <string.h>

enum { POSITION_MAX = 2048, PLIES_MAX = 400, HASHES = PLIES_MAX + 1 };

static bool over(const struct game *game, const struct game_setup *setup, const void *position)
{
    struct game_result result;
    return game->result(setup, position, &result);
}

static void play_randomly(const struct game *game, const struct game_setup *setup, void *position,
                          struct random *random)
{
    uint32_t moves[GAME_MOVES_MAX];
    int count = game->legal_moves(setup, position, moves);
    game->play(setup, position, moves[random_below(random, (uint32_t)count)]);
}

/* As many as fit, if the plan wants more. */
static int starts_of(const struct evolve_plan *plan, size_t size)
{
    int room = EVOLVE_STARTS_BYTES / (int)size;
    return plan->starts < room ? plan->starts : room;
}

void evolve_table_starts(const struct game *game, const struct evolve_plan *plan,
                         struct random *random, void *starts)
{
    struct game_setup setup;
    game_setup_default(game, &setup);
    size_t size = game->position_size(&setup);
    for (int i = 0; i < starts_of(plan, size);) {
        void *position = (char *)starts + (size_t)i * size;
        int plies = (int)random_below(random, (uint32_t)plan->start_plies + 1);
        game->start(&setup, position);
        for (; plies > 0 && !over(game, &setup, position); plies--)
            play_randomly(game, &setup, position, random);
        i += !over(game, &setup, position);
    }
}

/* A game under way. */
struct evolve_game {
    const struct game *game;
    struct game_setup setup;
    struct random random;
    const struct evolve_plan *plan;
    const float *vectors[2]; /* of the game's two sides; NULL moves at random */
    char *position, *memory;
    uint64_t hashes[HASHES];
    int plies;
};

/* The position has occurred as often as it takes to end the game. */
static bool repeated(const struct evolve_game *table, uint64_t hash)
{
    const struct game *game = table->game;
    int limit = game->repetition_limit ? game->repetition_limit(&table->setup) : 0, found = 1;
    for (int i = 0; limit > 0 && i < table->plies; i++)
        found += table->hashes[i] == hash;
    return limit > 0 && found >= limit;
}

static void move(struct evolve_game *table)
{
    const struct game *game = table->game;
    const float *vector = table->vectors[game->side_to_move(&table->setup, table->position)];
    if (!vector) {
        play_randomly(game, &table->setup, table->position, &table->random);
        return;
    }
    const struct player_kind *kind = table->plan->problem->player;
    struct player player = {.kind = kind, .number = evolve_plies(table->plan), .data = vector};
    struct mind_task task = {
        .game = game,
        .setup = &table->setup,
        .position = table->position,
        .earlier = table->hashes,
        .earlier_count = table->plies,
        .random = &table->random,
        .memory = table->memory,
    };
    struct mind_answer answer;
    kind->think(&player, &task, &answer);
    game->play(&table->setup, table->position, answer.move);
}

/* Plays to the end; the half points of the side that moves first in the game. */
static int play_out(struct evolve_game *table)
{
    struct game_result result;
    for (table->plies = 0; table->plies < PLIES_MAX; table->plies++) {
        if (table->game->result(&table->setup, table->position, &result))
            return result.half_points;
        uint64_t hash = table->game->hash(&table->setup, table->position);
        if (repeated(table, hash))
            return 1;
        table->hashes[table->plies] = hash;
        move(table);
    }
    return 1; /* too long */
}

static void table_open(struct evolve_game *table, const struct game *game,
                       const struct evolve_plan *plan, void *workspace)
{
    table->game = game;
    table->plan = plan;
    table->position = workspace;
    table->memory = (char *)workspace + POSITION_MAX;
    game_setup_default(game, &table->setup);
}

int evolve_table_meet(const struct game *game, const struct evolve_plan *plan, const float *a,
                      const float *b, const void *starts, void *workspace)
{
    struct evolve_game table;
    table_open(&table, game, plan, workspace);
    size_t size = game->position_size(&table.setup);
    int lead = 0;
    for (int i = 0; i < starts_of(plan, size); i++) {
        const void *start = (const char *)starts + (size_t)i * size;
        uint64_t seed = game->hash(&table.setup, start);
        int sum = 0;
        for (int turn = 0; turn < 2; turn++) {
            memcpy(table.position, start, size);
            random_seed(&table.random, seed);
            table.vectors[turn] = a;
            table.vectors[!turn] = b;
            int half = play_out(&table);
            sum += turn == 0 ? half - 1 : 1 - half;
        }
        lead += (sum > 0) - (sum < 0);
    }
    return (lead > 0) - (lead < 0);
}

int evolve_table_versus_random(const struct game *game, const struct evolve_plan *plan,
                               const float *a, int count, uint64_t seed, void *workspace)
{
    struct evolve_game table;
    int points = 0;
    table_open(&table, game, plan, workspace);
    random_seed(&table.random, seed);
    for (int i = 0; i < count; i++) {
        bool first = i % 2 == 0;
        game->start(&table.setup, table.position);
        table.vectors[first ? 0 : 1] = a;
        table.vectors[first ? 1 : 0] = NULL;
        int half = play_out(&table);
        half = first ? half : 2 - half;
        points += half == 2 ? 10 : half;
    }
    return points;
}
