#include "lab/match.h"

#include "lab/outside.h"
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

static struct mind_limits limits_of(const struct match_plan *plan, bool a)
{
    const struct mind_limits *own = &plan->own_limits[a ? 0 : 1];
    return own->microseconds || own->nodes || own->depth ? *own : plan->limits;
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
        .start = plan->start,
        .moves = board->moves,
        .move_count = board->plies,
        .limits = limits_of(plan, a_moves),
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

/* A program that failed has lost; anything else that fails ends the match. */
static bool is_fault(const struct match *match, bool a_moves, const struct error *error)
{
    return error->text[0] && !stopped(match) &&
           outside_is(a_moves ? &match->plan->a : &match->plan->b);
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
        bool a_moves = first_moves == game->a_first;
        if (ask(board, a_moves, &random, error))
            continue;
        if (!is_fault(board->match, a_moves, error))
            return false;
        game->end = MATCH_END_FAULT;
        result.half_points = first_moves ? 0 : 2;
        break;
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
    if (game->number % 2)
        score->pairs[match->records[game->number - 1].game.half_points + game->half_points]++;
}

static void release(struct match_game *game)
{
    if (!game->known) {
        free((void *)game->moves);
        free((void *)game->fault);
    }
    game->moves = NULL;
    game->fault = NULL;
}

/* Hands out what is next in the order of numbers; under the lock. */
static void deliver(struct match *match)
{
    const struct match_plan *plan = match->plan;
    while (!match->ended && match->delivered < plan->games) {
        struct record *record = &match->records[match->delivered];
        if (!record->done)
            return;
        match->delivered++;
        count_game(match, &record->game);
        if (plan->finished && !plan->finished(plan->listener, &record->game, &match->score)) {
            match->ended = true;
            atomic_store(&match->stop, true);
        }
        release(&record->game);
    }
}

static bool keep_game(struct match *match, const struct board *board, struct match_game *game,
                      const struct error *error)
{
    uint32_t *moves = malloc((size_t)(board->plies + 1) * sizeof *moves);
    char *fault = game->end == MATCH_END_FAULT ? strdup(error->text) : NULL;
    struct record *record = &match->records[game->number];
    if (moves)
        memcpy(moves, board->moves, (size_t)board->plies * sizeof *moves);
    game->moves = moves;
    game->fault = fault;
    record->game = *game;
    if (!moves || (game->end == MATCH_END_FAULT && !fault))
        return error_set(&match->error, "out of memory");
    const struct match_plan *plan = match->plan;
    if (plan->kept && !plan->kept(plan->listener, game, &match->error))
        return false;
    record->done = true;
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
    while (!stopped(match)) {
        while (match->next < match->plan->games && match->records[match->next].done)
            match->next++;
        if (match->next == match->plan->games)
            break;
        int number = match->next++;
        pthread_mutex_unlock(&match->lock);
        struct match_game game;
        struct error error = {""};
        bool finished = play_game(board, number, &game, &error);
        pthread_mutex_lock(&match->lock);
        if (finished ? !keep_game(match, board, &game, &error) : error.text[0] != 0)
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

/* The games that need not be played. */
static void take_known(struct match *match)
{
    const struct match_plan *plan = match->plan;
    for (int i = 0; i < plan->known_count; i++) {
        int number = plan->known[i].number;
        if (number < 0 || number >= plan->games)
            continue;
        match->records[number] = (struct record){true, plan->known[i]};
        match->records[number].game.known = true;
    }
    deliver(match);
}

bool match_play(const struct match_plan *plan, struct match_score *score, struct error *error)
{
    struct match match = {
        .plan = plan,
        .size = plan->game->position_size(plan->setup),
        .plies_max = plan->plies_max ? plan->plies_max : PLIES_MAX,
    };
    *score = match.score;
    if (plan->games <= 0)
        return true;
    match.records = calloc((size_t)plan->games, sizeof *match.records);
    if (!match.records)
        return error_set(error, "no memory for %d games", plan->games);
    take_known(&match);
    int wanted = plan->games - plan->known_count;
    int count = plan->threads < wanted ? plan->threads : wanted;
    if (match.ended || match.delivered == plan->games)
        count = 0;
    pthread_t *threads = calloc((size_t)count + 1, sizeof *threads);
    int started = 0;
    pthread_mutex_init(&match.lock, NULL);
    while (threads && started < count &&
           pthread_create(&threads[started], NULL, thread_main, &match) == 0)
        started++;
    for (int i = 0; i < started; i++)
        pthread_join(threads[i], NULL);
    pthread_mutex_destroy(&match.lock);
    for (int i = 0; i < plan->games && i < match.next; i++)
        release(&match.records[i].game);
    free(match.records);
    free(threads);
    *score = match.score;
    if (started == 0 && count > 0)
        return error_set(error, "no threads for a match");
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
