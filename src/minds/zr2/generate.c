/* Generating levels: try, throw away what is dull, and keep the seed.

   An attempt (draft.h) is cheap and often fails or comes out dull, so many are made, each from
   its own stream of random numbers. Only the number of the best attempt is kept; the level
   itself is made once more from it at the end. So the memory for one draft is enough, and the
   same wish and seed always give the same level. A level is dull when its walk offers nothing to
   choose for long stretches; 45 points of dullness are good enough, and otherwise the least dull
   of up to PLENTY successful attempts wins.

   With a difficulty asked for, up to CANDIDATES levels are rated (rate.h), which needs the solver
   and takes most of the time; a rating within 0.35 of the wish ends it early. */
#include "minds/zr2/generate.h"

#include "base/clock.h"
#include "base/memory.h"
#include "minds/zr2/draft.h"

enum { ATTEMPTS = 3000, PLENTY = 60, CANDIDATES = 10 };

/* How long it may take, and who may end it before. */
struct generate_patience {
    const atomic_bool *stop;
    uint64_t microseconds, started;
};

/* 0 for no limit. */
static uint64_t patience_left(const struct generate_patience *patience)
{
    uint64_t gone = clock_microseconds() - patience->started;
    if (patience->microseconds == 0)
        return 0;
    return gone < patience->microseconds ? patience->microseconds - gone : 1;
}

static bool patience_is_over(const struct generate_patience *patience)
{
    return (patience->stop && atomic_load_explicit(patience->stop, memory_order_relaxed)) ||
           patience_left(patience) == 1;
}

/* How dull a walk is: the share, in hundredths, of positions where there is nothing to choose, and
   much more when many of them follow each other. Ruins the board. */
static int32_t dullness(const struct draft *draft, const struct zr2_level *level,
                        const int32_t *path, int32_t length)
{
    int32_t forced = 0, run = 0, longest = 0;
    for (int32_t i = 0; i < length; i++) {
        uint32_t steps[ZR2_STEPS_MAX];
        bool only = zr2_steps(level, draft->board, steps) == 1;
        forced += only;
        run = only ? run + 1 : 0;
        longest = run > longest && i + 3 < length ? run : longest;
        zr2_visit(level, draft->board, path[i]);
    }
    return length ? 100 * forced / length + (longest > 4 ? 20 * (longest - 4) : 0) : 1000;
}

/* One try: shape, special cells, walk, values, and for symmetric boards the solver's word that zero
   can still be reached. Returns its dullness, -1 for a try that came to nothing. */
static int32_t attempt(struct draft *draft, const struct generate_patience *patience)
{
    draft_shape(draft);
    if (!draft_specials(draft) || !draft_walk(draft) || !draft_values(draft))
        return -1;
    const struct zr2_level *level = draft_level(draft);
    if (!level)
        return -1;
    if (!draft->wish->symmetric)
        return dullness(draft, level, draft->path, draft->steps);
    struct zr2_solution solution;
    struct zr2_solve_task task = {.level = level,
                                  .board = draft->board,
                                  .closed = ZR2_NO_CELL,
                                  .memory = draft->memory,
                                  .bytes = draft->bytes,
                                  .goal = level->sum,
                                  .microseconds = patience_left(patience),
                                  .nodes = 20000,
                                  .stop = patience->stop};
    zr2_solve(&task, &solution);
    if (solution.points < level->sum)
        return -1;
    return dullness(draft, level, solution.path, solution.length);
}

/* A level that is not dull, or the least dull of many tries. The seed of its attempt is left in
   `*seed`, so that it can be made again. */
static bool find_level(struct draft *draft, const struct generate_patience *patience,
                       uint64_t *seed)
{
    int32_t least = INT32_MAX;
    uint64_t best = 0, first = *seed;
    int found = 0;
    for (uint64_t i = 0; i < ATTEMPTS && found < PLENTY; i++) {
        if (patience_is_over(patience))
            return false;
        random_split(&draft->random, first, i);
        int32_t dull = attempt(draft, patience);
        found += dull >= 0;
        if (dull >= 0 && dull < least) {
            least = dull;
            best = i;
        }
        if (dull >= 0 && dull <= 45)
            break;
    }
    if (least == INT32_MAX)
        return false;
    *seed = hash_pair(first, best); /* what random_split makes of the two */
    random_seed(&draft->random, *seed);
    return attempt(draft, patience) >= 0;
}

static void rate(struct draft *draft, const struct zr2_level *level,
                 const struct generate_patience *patience, struct zr2_rating *rating)
{
    struct zr2_solve_task task = {.level = level,
                                  .board = draft->board,
                                  .closed = ZR2_NO_CELL,
                                  .memory = draft->memory,
                                  .bytes = draft->bytes,
                                  .microseconds = patience_left(patience),
                                  .stop = patience->stop,
                                  .seed = 1};
    zr2_rate(&task, level->sum, 1, rating);
}

bool zr2_generate(const struct zr2_wish *wish, void *memory, size_t bytes, const atomic_bool *stop,
                  struct text *text, struct zr2_rating *rating)
{
    struct draft draft;
    const struct generate_patience patience = {stop, wish->microseconds, clock_microseconds()};
    const struct generate_patience ever = {.stop = NULL};
    uint64_t best = 0;
    double nearest = 100;
    memory_clear(rating, sizeof *rating);
    if (!draft_init(&draft, wish, memory, bytes))
        return false;
    for (uint64_t i = 0; i < (wish->difficulty ? CANDIDATES : 1) && nearest > 0.35; i++) {
        uint64_t seed = hash_pair(wish->seed, i);
        if (!find_level(&draft, &patience, &seed))
            continue;
        struct zr2_rating found = {0};
        double off = 0;
        if (wish->difficulty) {
            rate(&draft, draft_level(&draft), &patience, &found);
            off = found.difficulty - wish->difficulty;
        }
        if (off < 0 ? -off < nearest : off < nearest) {
            nearest = off < 0 ? -off : off;
            *rating = found;
            best = seed;
        }
    }
    if (nearest >= 100)
        return false;
    random_seed(&draft.random, best);
    if (attempt(&draft, &ever) < 0) /* the same once more */
        return false;
    draft_write(&draft, text);
    return true;
}
