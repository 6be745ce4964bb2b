/* Many games at once: random ones through the games' own playouts, and matches of two players.

   Game number n of a batch draws from the seed and n alone, so that threads change nothing. */
#include "lab/match.h"
#include "lab/playout.h"
#include "lab/pool.h"
#include "ports/library/inside.h"

#include <pthread.h>
#include <string.h>

enum { GRAIN = 64, PLIES_MOST = 10000 };

/* The first versions of the structs; what comes later is looked for behind them by size. */
#define BATCH_FIRST (offsetof(struct potez_batch, total_plies) + sizeof(uint64_t))
#define MATCH_FIRST (offsetof(struct potez_match, elo_error) + sizeof(double))

struct library_batch {
    const potez *game;
    struct potez_batch *plan;
    size_t position;
    pthread_mutex_t lock; /* for the sums and `failed` */
    bool failed;
};

static void count_game(const struct library_batch *batch, struct potez_batch *sums, uint64_t number,
                       const void *at, int plies)
{
    const struct opened *opened = &batch->game->opened;
    const struct potez_batch *plan = batch->plan;
    struct game_result result = {0};
    bool over = opened->game->result(&opened->setup, at, &result);
    bool puzzle = opened->game->players == 1;
    sums->total_plies += (uint64_t)plies;
    sums->cut += !over;
    sums->wins += over && !puzzle && result.half_points == 2;
    sums->draws += over && !puzzle && result.half_points == 1;
    sums->losses += over && !puzzle && result.half_points == 0;
    if (plan->points)
        plan->points[number] = !over ? -1 : puzzle ? 0 : (float)result.half_points / 2;
    if (plan->scores)
        plan->scores[number] = result.score;
    if (plan->plies)
        plan->plies[number] = plies;
}

static void play_range(void *context, uint64_t first, uint64_t last)
{
    struct library_batch *batch = context;
    const struct opened *opened = &batch->game->opened;
    struct potez_batch sums = {0};
    uint64_t small[GAME_POSITION_SMALL / sizeof(uint64_t)];
    const struct heap *heap = library_heap(batch->game);
    void *own = batch->position <= sizeof small ? NULL : heap_take(heap, batch->position);
    void *at = own ? own : small;
    bool good = own || batch->position <= sizeof small;
    for (uint64_t i = first; good && i < last; i++) {
        struct random random;
        random_split(&random, batch->plan->seed, i);
        memcpy(at, session_position(opened->session), batch->position);
        int plies = playout_run(opened->game, &opened->setup, at, &random, PLIES_MOST);
        count_game(batch, &sums, i, at, plies);
    }
    heap_give(heap, own);
    pthread_mutex_lock(&batch->lock);
    batch->failed |= !good;
    batch->plan->wins += sums.wins;
    batch->plan->draws += sums.draws;
    batch->plan->losses += sums.losses;
    batch->plan->cut += sums.cut;
    batch->plan->total_plies += sums.total_plies;
    pthread_mutex_unlock(&batch->lock);
}

static bool check_threads(int *threads, uint64_t *seed)
{
    *threads = *threads ? *threads : 1;
    *seed = *seed ? *seed : 1;
    return (*threads >= 1 && *threads <= LIBRARY_THREADS) ||
           error_set(library_errors(), "expected 1 to %d threads, found %d", LIBRARY_THREADS,
                     *threads);
}

bool potez_batch(const potez *game, struct potez_batch *batch)
{
    if (!library_given(game, "a game") || !library_given(batch, "a batch") ||
        !library_sized(batch->size, BATCH_FIRST, "potez_batch") ||
        !check_threads(&batch->threads, &batch->seed))
        return false;
    batch->wins = batch->draws = batch->losses = batch->cut = batch->total_plies = 0;
    struct library_batch work = {.game = game,
                                 .plan = batch,
                                 .position = game->opened.game->position_size(&game->opened.setup)};
    pthread_mutex_init(&work.lock, NULL);
    pool_run_ranges(batch->threads, batch->games, GRAIN, play_range, &work);
    pthread_mutex_destroy(&work.lock);
    return !work.failed || error_machine(library_errors(), "out of memory for a board");
}

/* -------- matches -------- */

static void take_score(struct potez_match *match, const struct match_score *score)
{
    struct match_rating rating = match_rate(score);
    match->wins = score->wins;
    match->draws = score->draws;
    match->losses = score->losses;
    match->elo = rating.elo;
    match->elo_error = rating.elo_error;
}

static bool finished(void *listener, const struct match_game *game, const struct match_score *score)
{
    struct potez_match *match = listener;
    (void)game;
    take_score(match, score);
    return !match->progress || match->progress(match->listener, match);
}

static struct mind_limits limits_of(const struct potez_match *match)
{
    struct mind_limits limits = {.microseconds = (uint64_t)(match->seconds * 1e6),
                                 .nodes = match->nodes,
                                 .depth = match->depth};
    if (!limits.microseconds && !limits.nodes && !limits.depth)
        limits.nodes = 20000;
    return limits;
}

/* The caller's `stop`, which structs of earlier versions do not have. */
static struct library_watch *watch_begin(const potez *game, const struct potez_match *match,
                                         atomic_bool *flag)
{
    bool has = match->size >= offsetof(struct potez_match, stop) + sizeof match->stop;
    return library_watch_begin(library_heap(game), has ? match->stop : NULL, match->listener, flag);
}

static bool play_match(const potez *game, struct potez_match *match, struct match_plan *plan)
{
    struct match_score score = {0};
    atomic_bool stop = false;
    if (!inquire_player(plan->game, match->a, 0, &plan->a, library_errors()) ||
        !inquire_player(plan->game, match->b, 0, &plan->b, library_errors()))
        return false;
    if (match->opening_plies == 0)
        plan->opening_plies = match_opening_plies(plan->game, plan->setup, plan->start);
    plan->stop = &stop;
    struct library_watch *watch = watch_begin(game, match, &stop);
    bool good = match_play(plan, &score, library_errors());
    library_watch_end(watch);
    if (good)
        take_score(match, &score);
    return good;
}

bool potez_match(const potez *game, struct potez_match *match)
{
    if (!library_given(game, "a game") || !library_given(match, "a match") ||
        !library_sized(match->size, MATCH_FIRST, "potez_match") ||
        !check_threads(&match->threads, &match->seed))
        return false;
    if (game->opened.game->players == 1)
        return error_set(library_errors(), "%s is a puzzle: there are no matches",
                         game->opened.game->name);
    if (!(match->seconds >= 0 && match->seconds <= 1e9) || match->depth < 0 || match->games < 0)
        return error_set(library_errors(), "a match: expected games and limits of 0 or more");
    match->games = match->games ? match->games : 2;
    match->table = match->table ? match->table : (size_t)16 << 20;
    struct match_plan plan = {
        .game = game->opened.game,
        .setup = &game->opened.setup,
        .start = session_position(game->opened.session),
        .limits = limits_of(match),
        .databases = library_databases_of(game),
        .table_bytes = match->table,
        .games = match->games,
        .threads = match->threads,
        .seed = match->seed,
        .opening_plies = match->opening_plies > 0 ? match->opening_plies : 0,
        .finished = finished,
        .listener = match,
    };
    return play_match(game, match, &plan);
}
