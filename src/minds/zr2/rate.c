/* The difficulty of a level; rate.h explains the model.

   Each position of a best walk contributes -ln(p), where p is the chance that a careless player
   steps right:

       p = right / (right + sum over the wrong steps of blindness)

   `blindness` is the share of players who would not see that a step is wrong: 0.35 if something
   is plainly cut off afterwards (the sum within reach is too small), 0.8 if only counting shows
   it (the flow bound is too small), 1 if it takes a search. These shares are estimates;
   tools/level-rating tests the outcome against simulated players rather than each number by
   itself. The sum over the walk is the strain, the negative logarithm of the chance to come
   through without a mistake, and

       difficulty = 10 - 9 exp(-strain / 9)

   maps it onto 1 to 10: no strain gives 1, and it approaches 10 slowly enough for hard levels to
   stay apart.

   The solver decides which steps are right, one question per step. That would be slow without
   the known way: the walk that proves one step right is kept and followed, so the right step of
   the next position is known for free and only its alternatives are asked about. */
#include "minds/zr2/rate.h"

#include "base/clock.h"
#include "minds/zr2/search.h"
#include "minds/zr2/undo.h"

enum { QUESTION_NODES = 5000, PATH_NODES = 300000 };

struct rate_state {
    const struct zr2_solve_task *task;
    struct zr2 *board, *next;
    struct search_bounds bounds;
    void *memory; /* for the solver */
    size_t bytes;
    int32_t target;
    struct random random;
    uint64_t started;
    /* A way from the present position to the Target, and one after the step being examined. */
    int32_t *known, *found;
    int32_t known_at, known_length, found_length;
};

/* How well a step can be seen to be wrong. */
enum sight { SIGHT_RIGHT, SIGHT_CUT_OFF, SIGHT_COUNTED, SIGHT_HIDDEN, SIGHT_NOT_KNOWN };

/* ln(x) for 0 < x <= 1, by the series of artanh; good to 1e-6 for x above 1/50. */
static double logarithm(double x)
{
    double sum = 0;
    while (x < 0.5) {
        x *= 2;
        sum -= 0.69314718056;
    }
    double t = (x - 1) / (x + 1), square = t * t, term = t;
    for (int i = 1; i < 16; i += 2) {
        sum += 2 * term / i;
        term *= square;
    }
    return sum;
}

/* e^-x for x >= 0 as (1 + x/256)^-256, good to a hundredth. */
static double fading(double x)
{
    double power = 1 / (1 + x / 256);
    for (int i = 0; i < 8; i++)
        power *= power;
    return power;
}

/* 0 for no limit. */
static uint64_t time_left(const struct rate_state *rating)
{
    uint64_t gone = clock_microseconds() - rating->started, all = rating->task->microseconds;
    return all == 0 ? 0 : gone < all ? all - gone : 1;
}

static bool out_of_time(const struct rate_state *rating)
{
    const struct zr2_solve_task *task = rating->task;
    return (task->stop && atomic_load_explicit(task->stop, memory_order_relaxed)) ||
           time_left(rating) == 1;
}

/* Asks the solver whether the Target can be reached from `board`; the way is left in `found`. */
static enum sight ask(struct rate_state *rating, const struct zr2 *board, int32_t missing,
                      uint64_t nodes)
{
    const struct zr2_solve_task *task = rating->task;
    struct zr2_solution solution;
    struct zr2_solve_task question = {.level = task->level,
                                      .board = board,
                                      .closed = ZR2_NO_CELL,
                                      .memory = rating->memory,
                                      .bytes = rating->bytes,
                                      .goal = missing,
                                      .microseconds = time_left(rating),
                                      .nodes = nodes,
                                      .stop = task->stop,
                                      .seed = task->seed};
    zr2_solve(&question, &solution);
    if (solution.points < missing)
        return solution.bound < missing ? SIGHT_HIDDEN : SIGHT_NOT_KNOWN;
    rating->found_length = solution.length;
    memory_copy(rating->found, solution.path, (size_t)solution.length * sizeof(int32_t));
    return SIGHT_RIGHT;
}

static enum sight look(struct rate_state *rating, int32_t cell)
{
    const struct zr2_solve_task *task = rating->task;
    memory_copy(rating->next, rating->board, zr2_position_size(task->level));
    zr2_visit(task->level, rating->next, cell);
    int32_t missing = rating->target - (task->board->sum - rating->next->sum);
    rating->found_length = 0;
    if (missing <= 0)
        return SIGHT_RIGHT;
    if (search_bound_sum(&rating->bounds, rating->next) < missing)
        return SIGHT_CUT_OFF;
    if (search_bound(&rating->bounds, rating->next, missing - 1) < missing)
        return SIGHT_COUNTED;
    return ask(rating, rating->next, missing, task->nodes ? task->nodes : QUESTION_NODES);
}

/* The share of people who do not see it. Of steps that the solver cannot judge in time most are
   wrong. */
static const double blindness[] = {[SIGHT_RIGHT] = 0,
                                   [SIGHT_CUT_OFF] = 0.35,
                                   [SIGHT_COUNTED] = 0.8,
                                   [SIGHT_HIDDEN] = 1.0,
                                   [SIGHT_NOT_KNOWN] = 0.7};

/* By how much a step lowers the sum. */
static int32_t reward(struct rate_state *rating, int32_t cell)
{
    const struct zr2_level *level = rating->task->level;
    memory_copy(rating->next, rating->board, zr2_position_size(level));
    zr2_visit(level, rating->next, cell);
    return rating->board->sum - rating->next->sum;
}

/* The way just found is the one to go. */
static void take_found(struct rate_state *rating)
{
    int32_t *swap = rating->known;
    rating->known = rating->found;
    rating->found = swap;
    rating->known_at = 0;
    rating->known_length = rating->found_length;
}

/* Rates one choice and returns a right step at random, ZR2_NO_CELL at the end of the walk or where
   no right one is known. */
static int32_t rate_choice(struct rate_state *rating, struct zr2_rating *result)
{
    const struct zr2_level *level = rating->task->level;
    uint32_t steps[ZR2_STEPS_MAX];
    int count = zr2_steps(level, rating->board, steps), right = 0;
    int32_t chosen = ZR2_NO_CELL, most = 0, way = ZR2_NO_CELL;
    double wrong = 0;
    bool tempting = false; /* the most rewarding step is wrong */
    if (rating->known_at < rating->known_length)
        way = rating->known[rating->known_at++];
    for (int pass = 0; pass < 2; pass++) /* the known way first: others may replace it */
        for (int i = 0; i < count; i++) {
            int32_t cell = (int32_t)steps[i], fell = reward(rating, cell);
            if ((cell == way) != (pass == 0))
                continue;
            enum sight sight = cell == way || count == 1 ? SIGHT_RIGHT : look(rating, cell);
            if (fell > most)
                tempting = sight != SIGHT_RIGHT;
            most = fell > most ? fell : most;
            wrong += blindness[sight];
            if (sight == SIGHT_NOT_KNOWN) {
                result->whole = false;
            } else if (sight != SIGHT_RIGHT) {
                result->traps++;
                result->hidden += sight == SIGHT_HIDDEN;
            } else if (random_below(&rating->random, (uint32_t)++right) == 0) {
                chosen = cell;
                if (cell != way && count > 1)
                    take_found(rating);
            }
        }
    result->choices += count > 1;
    result->greedy += tempting;
    if (right > 0)
        result->strain -= logarithm(right / (right + wrong));
    return chosen;
}

static bool begin(struct rate_state *rating, const struct zr2_solve_task *task, int32_t target)
{
    struct arena arena;
    size_t bytes = zr2_position_size(task->level);
    memory_clear(rating, sizeof *rating);
    rating->task = task;
    rating->target = target;
    rating->started = clock_microseconds();
    arena_init(&arena, task->memory, task->bytes);
    rating->board = arena_take(&arena, bytes, 1);
    rating->next = arena_take(&arena, bytes, 1);
    random_seed(&rating->random, task->seed);
    rating->known = arena_take(&arena, (size_t)target + 1, sizeof(int32_t));
    rating->found = arena_take(&arena, (size_t)target + 1, sizeof(int32_t));
    if (!search_bounds_init(&rating->bounds, task->level, ZR2_NO_CELL, &arena))
        return false;
    rating->memory = arena.at;
    rating->bytes = arena_left(&arena);
    return true;
}

void zr2_rate(const struct zr2_solve_task *task, int32_t target, int walks,
              struct zr2_rating *result)
{
    struct rate_state rating;
    int64_t walked = 0;
    *result = (struct zr2_rating){.difficulty = 1, .whole = true};
    if (!begin(&rating, task, target))
        return;
    for (int i = 0; i < walks && !out_of_time(&rating); i++) {
        int32_t cell, points = 0;
        memory_copy(rating.board, task->board, zr2_position_size(task->level));
        rating.known_length = 0;
        if (ask(&rating, task->board, target, PATH_NODES) == SIGHT_RIGHT)
            take_found(&rating);
        while (points < target && !out_of_time(&rating) &&
               (cell = rate_choice(&rating, result)) != ZR2_NO_CELL) {
            zr2_visit(task->level, rating.board, cell);
            points = task->board->sum - rating.board->sum;
        }
        walked += points;
        result->whole = result->whole && points >= target;
    }
    if (walked == 0)
        return;
    double whole_walks = (double)walked / target;
    if (result->choices > 0)
        result->greedy /= result->choices;
    result->strain /= whole_walks;
    result->choices /= whole_walks;
    result->traps /= whole_walks;
    result->hidden /= whole_walks;
    /* 0 is 1, and ever more strain comes ever nearer to 10: 5 is about 5, 10 is 7, 20 is 9. */
    result->difficulty = 10 - 9 * fading(result->strain / 9);
}

/* --- Simulated players ------------------------------------------------------------------------ */

struct rate_playing {
    struct rate_state *rating;
    struct zr2_undo undo;
};

/* Whether some way of `ahead` more steps leaves nothing cut off. */
static bool looks_good(struct rate_playing *playing, int ahead)
{
    struct rate_state *rating = playing->rating;
    const struct zr2_level *level = rating->task->level;
    struct zr2 *board = rating->board;
    int32_t missing = rating->target - (rating->task->board->sum - board->sum);
    if (missing <= 0)
        return true;
    if (search_bound_sum(&rating->bounds, board) < missing)
        return false;
    if (ahead == 0 || out_of_time(rating))
        return true;
    uint32_t steps[ZR2_STEPS_MAX];
    int count = zr2_steps(level, board, steps);
    int32_t player = board->player;
    size_t changes = playing->undo.count;
    bool good = false;
    for (int i = 0; i < count && !good; i++) {
        zr2_undo_visit(&playing->undo, level, board, (int32_t)steps[i]);
        good = looks_good(playing, ahead - 1);
        zr2_undo_take_back(&playing->undo, board, changes);
        board->player = player;
    }
    return good;
}

static bool play_game(struct rate_playing *playing, int ahead, struct random *random)
{
    struct rate_state *rating = playing->rating;
    const struct zr2_level *level = rating->task->level;
    struct zr2 *board = rating->board;
    uint32_t steps[ZR2_STEPS_MAX];
    int count;
    memory_copy(board, rating->task->board, zr2_position_size(level));
    while ((count = zr2_steps(level, board, steps)) > 0 && !out_of_time(rating)) {
        int32_t chosen = (int32_t)steps[random_below(random, (uint32_t)count)], good = 0;
        int32_t player = board->player;
        for (int i = 0; i < count && ahead > 0 && count > 1; i++) {
            zr2_undo_visit(&playing->undo, level, board, (int32_t)steps[i]);
            bool fine = looks_good(playing, ahead - 1);
            zr2_undo_take_back(&playing->undo, board, 0);
            board->player = player;
            if (fine && random_below(random, (uint32_t)++good) == 0)
                chosen = (int32_t)steps[i];
        }
        zr2_visit(level, board, chosen);
    }
    return rating->task->board->sum - board->sum >= rating->target;
}

double zr2_rate_failures(const struct zr2_solve_task *task, int32_t target, int ahead, int tries,
                         struct random *random)
{
    struct rate_state rating;
    struct rate_playing playing = {.rating = &rating};
    struct arena arena;
    if (!begin(&rating, task, target))
        return 1;
    arena_init(&arena, rating.memory, rating.bytes);
    if (!zr2_undo_init(&playing.undo, task->board, &arena))
        return 1;
    int failed = 0, played = 0;
    for (; played < tries && !out_of_time(&rating); played++)
        failed += !play_game(&playing, ahead, random);
    return played ? (double)failed / played : 1;
}
