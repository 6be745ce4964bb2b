/* Self-play for the fit of Byte's weights: threads play whole games and keep their positions;
   afterwards all are put in the order of the games, so that the result does not depend on which
   thread played what.

   A game begins with random plies and contains some random moves later on. It ends as soon as
   the search has proved its outcome. A position in which a stack can be won at once is not kept:
   its value is a matter for the search, and it would teach the weights about tactics that they
   cannot see. */
#include "lab/byte/train.h"
#include "lab/pool.h"
#include "minds/byte/players.h"
#include "minds/table.h"
#include <pthread.h>
#include <stdlib.h>
#include <string.h>

enum { TABLE_BYTES = 1 << 20, PLIES_MAX = 400, HELD_OUT = 10 };

struct played_game {
    struct byte_sample *sample;
    int count;
};

struct byte_playing {
    const struct byte_training *training;
    int generation;
    const int64_t *weights;
    struct game_setup setup;
    struct byte_rules rules;
    const uint8_t *rings;
    struct played_game *games;
    void (*played)(void *listener, int games);
    void *listener;
    pthread_mutex_t lock;
    int next, done;
    bool failed;
};

struct byte_play_worker { /* what a thread plays with */
    struct byte_playing *playing;
    struct player player;
    struct table table;
    void *table_memory, *memory;
    struct byte_sample sample[PLIES_MAX];
    int count;
};

struct quiet {
    bool noisy;
};

/* A stack that the side to move can win at once makes the position a matter for the search. */
static void see_finish(void *context, int feature)
{
    struct quiet *quiet = context;
    if (feature >= BYTE_FEATURE_FINISH && feature < BYTE_FEATURE_GIFT)
        quiet->noisy = (feature - BYTE_FEATURE_FINISH) % 9 >= 3;
}

static void keep(struct byte_play_worker *self, const struct byte *board, int number)
{
    struct quiet quiet = {false};
    byte_describe(self->playing->rules, self->playing->rings, board, see_finish, &quiet);
    if (quiet.noisy || self->count == PLIES_MAX)
        return;
    struct byte_sample *sample = &self->sample[self->count++];
    memset(sample, 0, sizeof *sample);
    memcpy(&sample->board, board, byte_position_size(self->playing->rules.size));
    sample->held_out = number % HELD_OUT == 0;
}

static uint32_t random_move(const struct byte_rules *rules, const struct byte *board,
                            struct random *random)
{
    uint32_t moves[BYTE_MOVES_MAX];
    int count = byte_moves(*rules, board, moves);
    return moves[random_below(random, (uint32_t)count)];
}

/* Half points of white; -1 when the game was stopped. */
static int play_out(struct byte_play_worker *self, struct byte *board, struct random *random,
                    int number)
{
    const struct byte_playing *playing = self->playing;
    const struct byte_training *training = playing->training;
    int opening = (int)random_below(random, (uint32_t)training->opening + 1);
    for (int ply = 0; ply < PLIES_MAX && !byte_over(playing->rules, board); ply++) {
        struct byte_undo undo;
        uint32_t move = random_move(&playing->rules, board, random);
        bool stray = (int)random_below(random, 1000) < training->strays;
        if (ply >= opening) {
            struct mind_answer answer;
            struct mind_task task = {
                .game = &game_byte,
                .setup = &playing->setup,
                .position = board,
                .limits = {.nodes = training->nodes},
                .random = random,
                .table = &self->table,
                .memory = self->memory,
                .stop = training->stop,
            };
            self->player.kind->think(&self->player, &task, &answer);
            if (training->stop && atomic_load(training->stop))
                return -1;
            if (answer.exact && answer.outcome != MIND_OUTCOME_OPEN)
                return board->side == BYTE_WHITE ? 1 + answer.outcome : 1 - answer.outcome;
            keep(self, board, number);
            if (!stray)
                move = answer.move;
        }
        byte_play(playing->rules, board, move, &undo);
    }
    int lead = board->won[BYTE_WHITE] - board->won[BYTE_BLACK];
    return lead > 0 ? 2 : lead < 0 ? 0 : 1;
}

static bool play_game(struct byte_play_worker *self, int number)
{
    struct byte_playing *playing = self->playing;
    struct random random;
    random_split(&random, hash_pair(playing->training->seed, (uint64_t)playing->generation),
                 (uint64_t)number);
    _Alignas(8) char memory[sizeof(struct byte)];
    struct byte *board = (struct byte *)memory;
    game_byte.start(&playing->setup, board);
    table_clear(&self->table);
    self->count = 0;
    int white = play_out(self, board, &random, number);
    if (white < 0)
        return false;
    for (int i = 0; i < self->count; i++)
        self->sample[i].half_points =
            (uint8_t)(self->sample[i].board.side == BYTE_WHITE ? white : 2 - white);
    struct played_game *game = &playing->games[number];
    game->sample = malloc((size_t)self->count * sizeof *game->sample + 1);
    if (!game->sample)
        return false;
    memcpy(game->sample, self->sample, (size_t)self->count * sizeof *game->sample);
    game->count = self->count;
    return true;
}

static void *play_games(void *argument)
{
    struct byte_playing *playing = argument;
    struct byte_play_worker *self = calloc(1, sizeof *self);
    bool good = self != NULL;
    if (good) {
        self->playing = playing;
        self->player = (struct player){.kind = &byte_engine_best, .data = playing->weights};
        self->memory = aligned_alloc(64, byte_engine_best.memory);
        self->table_memory = aligned_alloc(64, TABLE_BYTES);
        good = self->memory && self->table_memory;
        if (good)
            table_init(&self->table, self->table_memory, TABLE_BYTES);
    }
    pthread_mutex_lock(&playing->lock);
    while (good && !playing->failed && playing->next < playing->training->games) {
        int number = playing->next++;
        pthread_mutex_unlock(&playing->lock);
        good = play_game(self, number);
        pthread_mutex_lock(&playing->lock);
        playing->done++;
        if (playing->played)
            playing->played(playing->listener, playing->done);
    }
    playing->failed |= !good;
    pthread_mutex_unlock(&playing->lock);
    if (self) {
        free(self->memory);
        free(self->table_memory);
    }
    free(self);
    return NULL;
}

static bool gather(struct byte_playing *playing, struct byte_samples *samples, struct error *error)
{
    size_t more = 0;
    for (int i = 0; i < playing->training->games; i++)
        more += (size_t)playing->games[i].count;
    if (samples->count + more > samples->room) {
        size_t room = samples->count + more;
        struct byte_sample *grown = realloc(samples->sample, room * sizeof *grown);
        if (!grown)
            return error_machine(error, "out of memory for %zu positions", room);
        samples->sample = grown;
        samples->room = room;
    }
    for (int i = 0; i < playing->training->games; i++) {
        memcpy(samples->sample + samples->count, playing->games[i].sample,
               (size_t)playing->games[i].count * sizeof *samples->sample);
        samples->count += (size_t)playing->games[i].count;
    }
    return true;
}

bool byte_train_play(const struct byte_training *training, int generation, const int64_t *weights,
                     struct byte_samples *samples, void (*played)(void *listener, int games),
                     void *listener, struct error *error)
{
    struct byte_playing playing = {
        .training = training,
        .generation = generation,
        .weights = weights,
        .played = played,
        .listener = listener,
    };
    const int64_t *shipped;
    if (!byte_training_board(training->size, &playing.rules, &playing.rings, &shipped))
        return error_set(error, "there is no evaluation for a board of size %d", training->size);
    game_setup_default(&game_byte, &playing.setup);
    playing.setup.option[BYTE_OPTION_SIZE] = training->size;
    playing.games = calloc((size_t)training->games + 1, sizeof *playing.games);
    if (!playing.games)
        return error_machine(error, "out of memory for %d games", training->games);
    pthread_mutex_init(&playing.lock, NULL);
    struct pool_threads threads;
    pool_start(&threads, play_games, &playing, 0, training->threads);
    pool_join(&threads);
    pthread_mutex_destroy(&playing.lock);
    bool stopped = training->stop && atomic_load(training->stop);
    bool good = threads.started > 0 && !playing.failed;
    if (good)
        good = gather(&playing, samples, error);
    else
        error_machine(error, stopped ? "stopped" : "no memory or threads for self-play");
    for (int i = 0; i < training->games; i++)
        free(playing.games[i].sample);
    free(playing.games);
    return good;
}

void byte_samples_free(struct byte_samples *samples)
{
    free(samples->sample);
    *samples = (struct byte_samples){0};
}
