#include "lab/match.h"

#include "lab/think.h"
#include <pthread.h>
#include <stdlib.h>
#include <string.h>

enum { PLIES_MAX = 4000, OPENING_TRIES = 64 };

/* A game that was played but not yet handed out. */
struct record {
    bool done;
    struct match_game game;
};

struct match {
    const struct match_plan *plan;
    size_t size; /* of a position */
    int plies_max;
    pthread_mutex_t lock;
    int next;      /* game to be begun */
    int delivered; /* games handed to the listener */
    bool failed, ended;
    atomic_bool stop; /* seen by the players */
    struct record *records;
    struct match_score score;
    struct error error;
};

/* What a thread plays with. */
struct board {
    struct match *match;
    struct thinker thinkers[2]; /* A's, B's */
    void *position;
    uint32_t *moves;
    uint64_t *hashes; /* hashes[i] before moves[i] */
    int plies;
};

static bool stopped(const struct match *match)
{
    return atomic_load_explicit(&match->stop, memory_order_relaxed) ||
           (match->plan->stop && atomic_load_explicit(match->plan->stop, memory_order_relaxed));
}

static void play(struct board *board, uint32_t move)
{
    const struct match_plan *plan = board->match->plan;
    board->hashes[board->plies] = plan->game->hash(plan->setup, board->position);
    board->moves[board->plies++] = move;
    plan->game->play(plan->setup, board->position, move);
}

/* The part of the past that could come back. */
static int reversible(const struct board *board)
{
    const struct match_plan *plan = board->match->plan;
    int plies = board->plies;
    if (plan->game->reversible_plies) {
        int back = plan->game->reversible_plies(plan->setup, board->position);
        plies = back < plies ? back : plies;
    }
    return plies;
}

static bool repeated(const struct board *board)
{
    const struct match_plan *plan = board->match->plan;
    int limit = plan->game->repetition_limit ? plan->game->repetition_limit(plan->setup) : 0;
    if (limit <= 0)
        return false;
    uint64_t hash = plan->game->hash(plan->setup, board->position);
    int found = 1;
    for (int i = board->plies - reversible(board); i < board->plies; i++)
        found += board->hashes[i] == hash;
    return found >= limit;
}

static void restart(struct board *board)
{
    memcpy(board->position, board->match->plan->start, board->match->size);
    board->plies = 0;
}

/* Random plies that do not end the game; fewer when the game is always over before. */
static void open_randomly(struct board *board, struct random *random)
{
    const struct match_plan *plan = board->match->plan;
    struct game_result result;
    for (int plies = plan->opening_plies; plies > 0; plies--)
        for (int try = 0; try < OPENING_TRIES; try++) {
            restart(board);
            uint32_t moves[GAME_MOVES_MAX];
            while (board->plies < plies) {
                int count = plan->game->legal_moves(plan->setup, board->position, moves);
                if (count == 0)
                    break;
                play(board, moves[random_below(random, (uint32_t)count)]);
            }
            if (!plan->game->result(plan->setup, board->position, &result))
                return;
        }
    restart(board);
}

static void open_game(struct board *board, int number)
{
    const struct match_plan *plan = board->match->plan;
    restart(board);
    if (plan->opening_count) {
        const struct match_opening *opening = &plan->openings[number / 2 % plan->opening_count];
        for (int i = 0; i < opening->count && board->plies < board->match->plies_max; i++)
            play(board, opening->moves[i]);
        return;
    }
    struct random random;
    random_split(&random, hash_mix(plan->seed), (uint64_t)(number / 2));
    open_randomly(board, &random);
}

/* False when the game was given up. */
static bool ask(struct board *board, bool a_moves, struct random *random, struct error *error)
{
    const struct match *match = board->match;
    const struct match_plan *plan = match->plan;
    int earlier = reversible(board);
    struct mind_task task = {
        .game = plan->game,
        .setup = plan->setup,
        .position = board->position,
        .earlier = board->hashes + board->plies - earlier,
        .earlier_count = earlier,
        .limits = plan->limits,
        .random = random,
        .stop = plan->stop ? plan->stop : &match->stop,
    };
    struct mind_answer answer;
    if (!think_ask(&board->thinkers[a_moves ? 0 : 1], a_moves ? &plan->a : &plan->b, &task, &answer,
                   error))
        return false;
    if (stopped(match))
        return false;
    if (!game_is_legal(plan->game, plan->setup, board->position, answer.move))
        return error_set(error, "player %s gave a move that is not legal",
                         a_moves ? plan->a.name : plan->b.name);
    play(board, answer.move);
    return true;
}

/* False when the game was given up. */
static bool play_game(struct board *board, int number, struct match_game *game, struct error *error)
{
    const struct match_plan *plan = board->match->plan;
    struct random random;
    random_split(&random, plan->seed, (uint64_t)number);
    think_forget(&board->thinkers[0]);
    think_forget(&board->thinkers[1]);
    open_game(board, number);
    *game =
        (struct match_game){.number = number, .a_first = number % 2 == 0, .opening = board->plies};
    struct game_result result = {.half_points = 1};
    while (!plan->game->result(plan->setup, board->position, &result)) {
        result = (struct game_result){.half_points = 1};
        game->end = repeated(board)                           ? MATCH_END_REPETITION
                    : board->plies >= board->match->plies_max ? MATCH_END_LENGTH
                                                              : MATCH_END_RULES;
        if (game->end != MATCH_END_RULES)
            break;
        bool first_moves = plan->game->side_to_move(plan->setup, board->position) == 0;
        if (!ask(board, first_moves == game->a_first, &random, error))
            return false;
    }
    game->half_points = game->a_first ? result.half_points : (int8_t)(2 - result.half_points);
    game->plies = board->plies;
    return true;
}

static void count_game(struct match *match, const struct match_game *game)
{
    struct match_score *score = &match->score;
    score->wins += game->half_points == 2;
    score->draws += game->half_points == 1;
    score->losses += game->half_points == 0;
    if (game->number % 2 && game->number > match->plan->first)
        score->pairs[match->records[game->number - 1 - match->plan->first].game.half_points +
                     game->half_points]++;
}

/* Hands out what is next in the order of numbers; under the lock. */
static void deliver(struct match *match)
{
    const struct match_plan *plan = match->plan;
    while (!match->ended && plan->first + match->delivered < plan->games) {
        struct record *record = &match->records[match->delivered];
        if (!record->done)
            return;
        match->delivered++;
        count_game(match, &record->game);
        if (plan->finished && !plan->finished(plan->listener, &record->game, &match->score)) {
            match->ended = true;
            atomic_store(&match->stop, true);
        }
        free((void *)record->game.moves);
        record->game.moves = NULL;
    }
}

static bool keep_game(struct match *match, const struct board *board, struct match_game *game)
{
    uint32_t *moves = malloc((size_t)(board->plies + 1) * sizeof *moves);
    if (!moves)
        return error_set(&match->error, "out of memory");
    memcpy(moves, board->moves, (size_t)board->plies * sizeof *moves);
    game->moves = moves;
    match->records[game->number - match->plan->first] = (struct record){true, *game};
    deliver(match);
    return true;
}

static void fail(struct match *match, const struct error *error)
{
    match->failed = true;
    match->error = *error;
    atomic_store(&match->stop, true);
}

static void play_games(struct board *board)
{
    struct match *match = board->match;
    pthread_mutex_lock(&match->lock);
    while (match->next < match->plan->games && !stopped(match)) {
        int number = match->next++;
        pthread_mutex_unlock(&match->lock);
        struct match_game game;
        struct error error = {""};
        bool finished = play_game(board, number, &game, &error);
        pthread_mutex_lock(&match->lock);
        if (finished ? !keep_game(match, board, &game) : error.text[0] != 0)
            fail(match, finished ? &match->error : &error);
    }
    pthread_mutex_unlock(&match->lock);
}

static void *thread_main(void *argument)
{
    struct match *match = argument;
    struct board board = {.match = match};
    struct error error = {"out of memory"};
    size_t plies = (size_t)match->plies_max + 1;
    board.position = malloc(match->size);
    board.moves = calloc(plies, sizeof *board.moves);
    board.hashes = calloc(plies, sizeof *board.hashes);
    size_t table = match->plan->table_bytes;
    if (board.position && board.moves && board.hashes &&
        think_open(&board.thinkers[0], 1, table, &error) &&
        think_open(&board.thinkers[1], 1, table, &error)) {
        play_games(&board);
    } else {
        pthread_mutex_lock(&match->lock);
        fail(match, &error);
        pthread_mutex_unlock(&match->lock);
    }
    think_close(&board.thinkers[0]);
    think_close(&board.thinkers[1]);
    free(board.position);
    free(board.moves);
    free(board.hashes);
    return NULL;
}

bool match_play(const struct match_plan *plan, struct match_score *score, struct error *error)
{
    struct match match = {
        .plan = plan,
        .size = plan->game->position_size(plan->setup),
        .plies_max = plan->plies_max ? plan->plies_max : PLIES_MAX,
        .next = plan->first,
        .score = plan->so_far,
    };
    *score = plan->so_far;
    int wanted = plan->games - plan->first;
    if (wanted <= 0)
        return true;
    int count = plan->threads < wanted ? plan->threads : wanted;
    match.records = calloc((size_t)wanted, sizeof *match.records);
    pthread_t *threads = calloc((size_t)count, sizeof *threads);
    int started = 0;
    pthread_mutex_init(&match.lock, NULL);
    if (match.records && threads)
        while (started < count && pthread_create(&threads[started], NULL, thread_main, &match) == 0)
            started++;
    for (int i = 0; i < started; i++)
        pthread_join(threads[i], NULL);
    pthread_mutex_destroy(&match.lock);
    for (int i = 0; match.records && i < wanted; i++)
        free((void *)match.records[i].game.moves);
    free(match.records);
    free(threads);
    *score = match.score;
    if (started == 0)
        return error_set(error, "no memory or threads for a match");
    if (match.failed && error)
        *error = match.error;
    return !match.failed;
}

int match_opening_plies(const struct game *game, const struct game_setup *setup, const void *start)
{
    enum { MOST = 8, ENOUGH = 1000 };
    void *memory = malloc(game->position_size(setup) * (MOST + 1));
    int plies = 2;
    while (memory && plies < MOST && game_perft(game, setup, start, plies, memory) < ENOUGH)
        plies += 2;
    free(memory);
    return plies;
}
