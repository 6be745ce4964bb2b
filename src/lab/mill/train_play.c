/* Self-play for the fit of mill's patterns.

   Games begin with random placements, then both sides play a quick search with a small share of
   random moves, so that positions which good play avoids are seen too. A position that the
   databases know is labelled with its exact value; every earlier one gets the value of the first
   known position that its game came to, or else the result of the game. Games go on only a few
   plies within one subspace of the databases, since exact labels for one kind of position are
   plentiful: a placement or a capture leads to another kind, and the game continues. One game
   in HELD_OUT is never learned from. A game's random numbers come from the seed and its number,
   so the samples do not depend on the threads. */
#include "lab/mill/train.h"
#include "lab/pool.h"
#include "minds/mill/players.h"
#include "minds/table.h"
#include <pthread.h>
#include <stdlib.h>
#include <string.h>

enum {
    PLIES_MAX = 150,
    KNOWN_PLIES = 24, /* played on in one subspace of the databases */
    QUIET_PLIES = 40, /* nothing happens any more: a draw */
    TABLE_BYTES = 4 << 20,
    HELD_OUT = 8, /* one game in this many */
};

struct played {
    int count;
    struct mill_sample sample[PLIES_MAX];
};

struct mill_play_worker {
    _Alignas(64) char table[TABLE_BYTES];
    _Alignas(64) char memory[MILL_SOLVE_MEMORY]; /* enough for both players */
};

struct mill_play_tally { /* games that are over, counted by all threads */
    pthread_mutex_t lock;
    int games;
};

struct mill_playing {
    const struct mill_training *training;
    struct game_setup setup;
    int generation;
    struct mill_play_tally *tally;
};

void mill_training_default(struct mill_training *training)
{
    *training = (struct mill_training){
        .games = 500,
        .nodes = 1500,
        .opening = 8,
        .strays = 40,
        .epochs = 8,
        .rate = 0.01,
        .threads = 1,
        .seed = 1,
    };
}

struct game_so_far {
    struct mill board;
    uint64_t hashes[PLIES_MAX + 1];
    int plies, known;
};

static uint32_t choose(const struct mill_playing *playing, struct game_so_far *so_far,
                       struct random *random, struct mill_play_worker *hand, struct table *table)
{
    uint32_t moves[MILL_MOVES_MAX];
    struct mill *board = &so_far->board;
    struct mill_rules rules = mill_rules_of(&playing->setup);
    const struct mill_training *training = playing->training;
    int count = mill_legal_moves(board, rules, moves);
    if (random_below(random, 1000) < (uint32_t)training->strays)
        return moves[random_below(random, (uint32_t)count)];
    /* The first generation knows no patterns yet: it is played with the evaluation that counts. */
    const struct player_kind *kind = playing->generation == 1 ? &mill_search_alphabeta : &mill_best;
    struct player player = {.kind = kind};
    struct mind_answer answer;
    int earlier = board->quiet < so_far->plies ? board->quiet : so_far->plies;
    struct mind_task task = {
        .game = &game_mill,
        .setup = &playing->setup,
        .position = board,
        .earlier = so_far->hashes + so_far->plies - earlier,
        .earlier_count = earlier,
        .limits = {.nodes = training->nodes},
        .random = random,
        .table = table,
        .memory = hand->memory,
        .stop = training->stop,
    };
    table_age(table);
    kind->think(&player, &task, &answer);
    return answer.move;
}

/* Every position with no label yet gets that of what came after it. */
static void label(struct played *played, int result, int side)
{
    for (int i = played->count - 1; i >= 0; i--) {
        struct mill_sample *sample = &played->sample[i];
        if (sample->exact) {
            result = sample->half_points;
            side = sample->board.side;
        }
        sample->half_points = (uint8_t)(sample->board.side == side ? result : 2 - result);
    }
}

static void count_game(const struct mill_playing *playing)
{
    const struct mill_training *training = playing->training;
    if (!training->played)
        return;
    pthread_mutex_lock(&playing->tally->lock);
    training->played(training->listener, ++playing->tally->games);
    pthread_mutex_unlock(&playing->tally->lock);
}

/* A game ends when a side has lost, when nothing has happened for QUIET_PLIES, or when it has been
   in one subspace of the databases for KNOWN_PLIES; unless it was lost it counts as a draw, which
   matters only for positions after which no known one came. */
static void play_game(const void *context, int unit, void *result, void *workspace)
{
    const struct mill_playing *playing = context;
    struct played *played = result;
    struct mill_play_worker *hand = workspace;
    struct mill_rules rules = mill_rules_of(&playing->setup);
    struct random random;
    random_split(&random, hash_pair(playing->training->seed, (uint64_t)playing->generation),
                 (uint64_t)unit);
    struct table table = {0};
    table_init(&table, hand->table, TABLE_BYTES);
    struct game_so_far so_far = {0};
    game_mill.start(&playing->setup, &so_far.board);
    struct mill *board = &so_far.board;
    uint32_t moves[MILL_MOVES_MAX];
    for (uint32_t left = random_below(&random, (uint32_t)playing->training->opening + 1); left;
         left--) {
        int count = mill_legal_moves(board, rules, moves);
        mill_play(board, moves[random_below(&random, (uint32_t)count)]);
    }
    played->count = 0;
    while (so_far.plies < PLIES_MAX && so_far.known < KNOWN_PLIES && board->quiet < QUIET_PLIES &&
           !mill_lost(board, rules)) {
        struct mill_sample *sample = &played->sample[played->count++];
        struct mill_fact fact;
        *sample = (struct mill_sample){.board = *board, .held_out = unit % HELD_OUT == 0};
        if (mill_database_probe(playing->training->database, board, rules, &fact)) {
            sample->exact = true;
            sample->half_points = (uint8_t)(1 + fact.outcome);
            so_far.known++;
        }
        so_far.hashes[so_far.plies] = mill_hash(board);
        mill_play(board, choose(playing, &so_far, &random, hand, &table));
        so_far.plies++;
        if (board->quiet == 0)
            so_far.known = 0;
    }
    label(played, mill_lost(board, rules) ? 0 : 1, board->side);
    count_game(playing);
}

bool mill_train_play(const struct mill_training *training, int generation,
                     struct mill_samples *samples, struct error *error)
{
    struct mill_play_tally tally = {.lock = PTHREAD_MUTEX_INITIALIZER};
    struct mill_playing playing = {.training = training, .generation = generation, .tally = &tally};
    game_setup_default(&game_mill, &playing.setup);
    struct pool_job job = {
        .units = training->games,
        .result_bytes = sizeof(struct played),
        .workspace = sizeof(struct mill_play_worker),
        .run = play_game,
        .context = &playing,
        .stop = training->stop,
    };
    struct played *played = calloc((size_t)training->games, sizeof *played);
    if (!played)
        return error_machine(error, "out of memory for %d games", training->games);
    bool good = pool_gather(&job, training->threads, played, error);
    size_t more = 0;
    for (int i = 0; i < training->games; i++)
        more += (size_t)played[i].count;
    struct mill_sample *grown =
        good ? realloc(samples->sample, (samples->count + more) * sizeof *grown) : NULL;
    if (good && !grown)
        good = error_machine(error, "out of memory for %zu positions", more);
    if (good) {
        samples->sample = grown;
        for (int i = 0; i < training->games; i++) {
            memcpy(grown + samples->count, played[i].sample,
                   (size_t)played[i].count * sizeof *grown);
            samples->count += (size_t)played[i].count;
        }
    }
    free(played);
    return good;
}
