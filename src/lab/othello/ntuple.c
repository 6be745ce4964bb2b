/* Playing and learning games of an n-tuple network: temporal differences [sutton88] on the
   positions after its own moves.

   The network predicts the result, -1 to 1, as tanh of the sum of its weights, always seen by
   the side that has just moved. Each side's positions of a game form a sequence with targets
   from the end backwards: the last target is the result, and each earlier one is (1 - lambda)
   times the network's value of the next position plus lambda times the next target. That is the
   lambda-return of TD(lambda) without eligibility traces, since games are short and targets are
   computed when they are over.

   A batch of games is played with fixed weights on all threads, then its errors are applied in
   order. So the result is independent of the number of threads. In a batch, common weights would
   collect many errors that all say the same and overshoot; from MEETINGS_THAT_COUNT occurrences
   on, a weight moves by the mean error, that many times. The factor of tanh's derivative is left
   out, which only changes the step size where the network is sure of itself.

   Weights that a symmetry of a tuple exchanges are one weight: errors are collected at the
   smallest index (`canonical`), and the others, linked in a ring (`image`), are set to the same
   number. */
#include "lab/othello/ntuple.h"

#include "base/text.h"
#include "lab/othello/random.h"
#include "lab/pool.h"
#include "minds/othello/weights.h"
#include <math.h>
#include <stdlib.h>
#include <string.h>

/* -------- opponents -------- */

static const char *opponent_name(int opponent)
{
    return opponent == NTUPLE_SELF ? "self" : othello_form_names[opponent];
}

bool ntuple_opponents_read(const char *text, struct ntuple_rules *rules, struct error *error)
{
    memset(rules->share, 0, sizeof rules->share);
    for (const char *at = text; *at;) {
        size_t length = strcspn(at, ","), name = strcspn(at, ":,");
        int64_t share = 1;
        int opponent = 0;
        while (opponent < NTUPLE_OPPONENTS && !text_part_equal(at, name, opponent_name(opponent)))
            opponent++;
        if (opponent == NTUPLE_OPPONENTS ||
            (name < length && !text_to_number(at + name + 1, length - name - 1, 1, 1000, &share)))
            return error_set(error,
                             "expected self, swh, linear, lines, nn1 or nn2, perhaps with :SHARE, "
                             "found "
                             "\"%.*s\"",
                             text_printable(at, length, 24), at);
        rules->share[opponent] = (int)share;
        at += length + (at[length] == ',');
    }
    for (int i = 0; i < NTUPLE_OPPONENTS; i++)
        if (rules->share[i])
            return true;
    return error_set(error, "expected opponents, found none");
}

static const void *opponent_prepared(const struct ntuple_trainee *trainee, int form)
{
    return (const char *)trainee->opponents + (size_t)form * OTHELLO_FORM_BYTES_MAX;
}

int ntuple_opponent_draw(const struct ntuple_rules *rules, struct random *random)
{
    int sum = 0, opponent = 0;
    for (int i = 0; i < NTUPLE_OPPONENTS; i++)
        sum += rules->share[i];
    int at = (int)random_below(random, (uint32_t)sum);
    while (at >= rules->share[opponent])
        at -= rules->share[opponent++];
    return opponent;
}

/* -------- the trainee -------- */

bool ntuple_open(struct ntuple_trainee *trainee, const struct othello_ntuple_shape *shape,
                 struct error *error)
{
    size_t weights = (size_t)shape->weights, all = weights * (size_t)shape->stages;
    *trainee = (struct ntuple_trainee){
        .shape = aligned_alloc(64, (sizeof *shape + 63) / 64 * 64),
        .weights = calloc(all, sizeof(float)),
        .canonical = calloc(weights, sizeof(int32_t)),
        .image = calloc(weights, sizeof(int32_t)),
        .opponents = aligned_alloc(64, (size_t)OTHELLO_FORMS * OTHELLO_FORM_BYTES_MAX),
    };
    if (!trainee->shape || !trainee->weights || !trainee->canonical || !trainee->image ||
        !trainee->opponents) {
        ntuple_close(trainee);
        return error_machine(error, "out of memory for a network of %zu weights", all);
    }
    *trainee->shape = *shape;
    for (int t = 0; t < shape->tuples; t++)
        for (int32_t i = shape->first[t]; i < shape->first[t + 1]; i++) {
            int32_t least =
                shape->first[t] + othello_ntuple_canonical(&shape->tuple[t], i - shape->first[t]);
            trainee->canonical[i] = least;
            trainee->image[i] = i; /* a ring of one, put into that of the least */
            if (least != i) {
                trainee->image[i] = trainee->image[least];
                trainee->image[least] = i;
            }
        }
    for (int form = 0; form < OTHELLO_FORMS; form++)
        othello_form_prepare((enum othello_form)form, &othello_usual_traits,
                             othello_shipped_weights((enum othello_form)form, 1),
                             (char *)trainee->opponents + (size_t)form * OTHELLO_FORM_BYTES_MAX);
    return true;
}

void ntuple_close(struct ntuple_trainee *trainee)
{
    free(trainee->shape);
    free(trainee->weights);
    free(trainee->canonical);
    free(trainee->image);
    free(trainee->opponents);
    *trainee = (struct ntuple_trainee){0};
}

static size_t weight_count(const struct ntuple_trainee *trainee)
{
    return (size_t)trainee->shape->weights * (size_t)trainee->shape->stages;
}

void ntuple_load(struct ntuple_trainee *trainee, const struct othello_ntuple_net *net)
{
    for (size_t i = 0; i < weight_count(trainee); i++)
        trainee->weights[i] = (float)net->weights[i] / OTHELLO_NTUPLE_ONE;
}

void ntuple_store(const struct ntuple_trainee *trainee, struct othello_ntuple_net *net)
{
    net->shape = *trainee->shape;
    for (size_t i = 0; i < weight_count(trainee); i++) {
        double scaled = rint((double)trainee->weights[i] * OTHELLO_NTUPLE_ONE);
        scaled = scaled > INT16_MAX ? INT16_MAX : scaled < -INT16_MAX ? -INT16_MAX : scaled;
        net->weights[i] = (int16_t)scaled;
    }
}

void ntuple_mirror(struct ntuple_trainee *trainee)
{
    size_t weights = (size_t)trainee->shape->weights;
    for (size_t i = 0; i < weight_count(trainee); i++)
        trainee->weights[i] =
            trainee->weights[i - i % weights + (size_t)trainee->canonical[i % weights]];
}

/* -------- games -------- */

struct ntuple_choice {
    int square;
    bool over;
    float value; /* of the position after the move, -1 to 1; not for finished games */
};

static const float *stage_weights(const struct ntuple_trainee *trainee, int discs)
{
    const struct othello_ntuple_shape *shape = trainee->shape;
    return trainee->weights + (ptrdiff_t)othello_ntuple_stage(shape, discs) * shape->weights;
}

/* The best move, the first of equals; as othello_ntuple_choose does it. */
static struct ntuple_choice choose(const struct ntuple_trainee *trainee, struct othello board,
                                   uint64_t moves)
{
    const struct othello_ntuple_shape *shape = trainee->shape;
    const float *weights = stage_weights(trainee, bits_count(board.mine | board.theirs) + 1);
    struct othello_ntuple_indices before, after;
    struct ntuple_choice best = {.square = OTHELLO_PASS, .value = -4e9f};
    othello_ntuple_look(shape, board.mine, board.theirs, &before);
    while (moves) {
        int square = bits_pop(&moves);
        uint64_t flips = othello_flips(board.mine, board.theirs, square);
        struct othello next = {board.theirs ^ flips, board.mine | flips | bit(square)};
        struct ntuple_choice here = {square, othello_over(next), 0};
        if (here.over) {
            here.value = -1e6f * (float)othello_difference(next);
        } else {
            othello_ntuple_move(shape, &before, square, flips, &after);
            here.value = othello_ntuple_sum(shape, weights, &after);
        }
        if (here.value > best.value)
            best = here;
    }
    best.value = best.over ? 0 : tanhf(best.value);
    return best;
}

static struct othello start(const struct ntuple_rules *rules, bool *black_moves,
                            struct random *random)
{
    struct othello board;
    do {
        int plies =
            rules->start_plies ? (int)random_below(random, (uint32_t)rules->start_plies + 1) : 0;
        board = othello_start();
        *black_moves = true;
        for (; plies > 0 && !othello_over(board); plies--, *black_moves = !*black_moves) {
            uint64_t moves = othello_moves(board);
            board = moves ? othello_played(board, othello_random_square(moves, random))
                          : othello_passed(board);
        }
    } while (othello_over(board));
    return board;
}

static float value_after(const struct ntuple_trainee *trainee, struct othello next)
{
    struct othello_ntuple_indices indices;
    othello_ntuple_look(trainee->shape, next.theirs, next.mine, &indices);
    return tanhf(othello_ntuple_sum(
        trainee->shape, stage_weights(trainee, bits_count(next.mine | next.theirs)), &indices));
}

/* Fills in the targets of one side's samples, from the end backwards. */
static void set_targets(struct ntuple_sample *samples, const bool *blacks, int count, bool black,
                        float result, double lambda)
{
    float target = result;
    for (int i = count - 1; i >= 0; i--) {
        if (blacks[i] != black)
            continue;
        samples[i].target = target;
        target = (float)((1 - lambda) * samples[i].value + lambda * target);
    }
}

int ntuple_game(const struct ntuple_trainee *trainee, const struct ntuple_rules *rules,
                int opponent, bool black, double lambda, struct random *random,
                struct ntuple_sample *samples, int *sample_count)
{
    bool black_moves, blacks[NTUPLE_SAMPLES];
    int count = 0;
    struct othello board = start(rules, &black_moves, random);
    for (; !othello_over(board); black_moves = !black_moves) {
        uint64_t moves = othello_moves(board);
        if (!moves) {
            board = othello_passed(board);
            continue;
        }
        bool own = opponent == NTUPLE_SELF || black_moves == black;
        bool randomly = (int)random_below(random, 100) < rules->random;
        struct ntuple_choice choice = {.square = OTHELLO_PASS};
        if (randomly)
            choice.square = othello_random_square(moves, random);
        else if (own)
            choice = choose(trainee, board, moves);
        else
            choice.square =
                othello_form_choose((enum othello_form)opponent,
                                    opponent_prepared(trainee, opponent), board, 1, NULL, NULL);
        board = othello_played(board, choice.square);
        if (!own || !samples || (randomly ? othello_over(board) : choice.over))
            continue;
        blacks[count] = black_moves;
        samples[count++] = (struct ntuple_sample){
            board.theirs, board.mine, randomly ? value_after(trainee, board) : choice.value, 0};
    }
    int difference = othello_difference(board);
    int lead = black_moves ? difference : -difference; /* black's */
    float result = lead > 0 ? 1.0f : lead < 0 ? -1.0f : 0.0f;
    if (samples) {
        set_targets(samples, blacks, count, true, result, lambda);
        set_targets(samples, blacks, count, false, -result, lambda);
        *sample_count = count;
    }
    lead = black || opponent == NTUPLE_SELF ? lead : -lead;
    return lead > 0 ? 2 : lead == 0;
}

/* -------- measuring -------- */

enum { GAMES_OF_A_UNIT = 8 };

struct ntuple_contest {
    const struct ntuple_trainee *trainee;
    const struct ntuple_rules *rules;
    int opponent;
    uint64_t seed;
};

static void run_contest(const void *context, int unit, void *result, void *workspace)
{
    const struct ntuple_contest *contest = context;
    struct random random;
    int points = 0;
    (void)workspace;
    random_split(&random, contest->seed, (uint64_t)unit);
    for (int game = 0; game < GAMES_OF_A_UNIT; game++)
        points += ntuple_game(contest->trainee, contest->rules, contest->opponent, game % 2 == 0, 0,
                              &random, NULL, NULL);
    *(int32_t *)result = points;
}

bool ntuple_measure(const struct ntuple_trainee *trainee, const struct ntuple_rules *rules,
                    int opponent, int wanted, uint64_t seed, int threads, const atomic_bool *stop,
                    double *share, struct error *error)
{
    struct ntuple_contest contest = {trainee, rules, opponent, seed};
    int units = (wanted + GAMES_OF_A_UNIT - 1) / GAMES_OF_A_UNIT;
    int32_t *results = calloc((size_t)units, sizeof *results);
    struct pool_job job = {.units = units,
                           .result_bytes = sizeof *results,
                           .run = run_contest,
                           .context = &contest,
                           .stop = stop};
    if (!results)
        return error_machine(error, "out of memory for %d games", wanted);
    bool good = pool_gather(&job, threads, results, error);
    int64_t points = 0;
    for (int i = 0; i < units; i++)
        points += results[i];
    *share = (double)points / (2.0 * units * GAMES_OF_A_UNIT);
    free(results);
    return good;
}

/* -------- learning -------- */

/* A weight that is met often in a batch would be moved by the sum of many errors that all say the
   same: from this many on it is moved by their mean, this many times. */
enum { MEETINGS_THAT_COUNT = 4 };

struct ntuple_step {
    float *errors;
    int32_t *meetings;
    int32_t *met; /* weights with meetings, in order of the first */
};

struct ntuple_step *ntuple_step_open(const struct ntuple_trainee *trainee, struct error *error)
{
    size_t weights = weight_count(trainee);
    struct ntuple_step *step = calloc(1, sizeof *step);
    if (step) {
        step->errors = calloc(weights, sizeof *step->errors);
        step->meetings = calloc(weights, sizeof *step->meetings);
        step->met = calloc(weights, sizeof *step->met);
    }
    if (step && step->errors && step->meetings && step->met)
        return step;
    ntuple_step_close(step);
    error_machine(error, "out of memory for learning");
    return NULL;
}

void ntuple_step_close(struct ntuple_step *step)
{
    if (!step)
        return;
    free(step->errors);
    free(step->meetings);
    free(step->met);
    free(step);
}

static void collect(struct ntuple_step *step, const struct ntuple_trainee *trainee,
                    const struct ntuple_sample *sample, size_t *met)
{
    const struct othello_ntuple_shape *shape = trainee->shape;
    struct othello_ntuple_indices indices;
    othello_ntuple_look(shape, sample->own, sample->other, &indices);
    const int16_t *index = (const int16_t *)indices.group;
    int32_t stage =
        othello_ntuple_stage(shape, bits_count(sample->own | sample->other)) * shape->weights;
    for (int i = 0; i < shape->placements; i++) {
        int32_t at = stage + trainee->canonical[shape->centre[i] + index[i]];
        if (step->meetings[at]++ == 0)
            step->met[(*met)++] = at;
        step->errors[at] += sample->target - sample->value;
    }
}

void ntuple_step_apply(struct ntuple_step *step, struct ntuple_trainee *trainee, double rate,
                       const struct ntuple_sample *samples, size_t count)
{
    size_t met = 0;
    float each = (float)(rate / trainee->shape->placements);
    for (size_t i = 0; i < count; i++)
        collect(step, trainee, &samples[i], &met);
    for (size_t i = 0; i < met; i++) {
        int32_t at = step->met[i];
        int32_t meetings = step->meetings[at];
        float most =
            meetings > MEETINGS_THAT_COUNT ? (float)MEETINGS_THAT_COUNT / (float)meetings : 1.0f;
        trainee->weights[at] += each * most * step->errors[at];
        step->errors[at] = 0;
        step->meetings[at] = 0;
        float *stage = trainee->weights + at - at % trainee->shape->weights;
        int32_t first = at % trainee->shape->weights;
        for (int32_t image = trainee->image[first]; image != first; image = trainee->image[image])
            stage[image] = stage[first];
    }
}

/* -------- batches -------- */

struct unit_samples {
    int32_t count;
    struct ntuple_sample sample[GAMES_OF_A_UNIT * NTUPLE_SAMPLES];
};

struct lesson {
    const struct ntuple_trainee *trainee;
    const struct ntuple_course *course;
    uint64_t seed;
};

static void run_lesson(const void *context, int unit, void *result, void *workspace)
{
    const struct lesson *lesson = context;
    const struct ntuple_rules *rules = &lesson->course->rules;
    struct unit_samples *samples = result;
    struct random random;
    (void)workspace;
    samples->count = 0;
    random_split(&random, lesson->seed, (uint64_t)unit);
    for (int game = 0; game < GAMES_OF_A_UNIT; game++) {
        int count;
        ntuple_game(lesson->trainee, rules, ntuple_opponent_draw(rules, &random), game % 2 == 0,
                    lesson->course->lambda, &random, samples->sample + samples->count, &count);
        samples->count += count;
    }
}

int64_t ntuple_batches(const struct ntuple_course *course)
{
    return (course->games + course->batch - 1) / course->batch;
}

double ntuple_rate(const struct ntuple_course *course, int64_t batch)
{
    double progress = (double)batch / (double)ntuple_batches(course);
    return course->rate_first * pow(course->rate_last / course->rate_first, progress);
}

bool ntuple_learn(struct ntuple_trainee *trainee, struct ntuple_step *step,
                  const struct ntuple_course *course, int64_t batch, int threads,
                  const atomic_bool *stop, struct error *error)
{
    int units = (course->batch + GAMES_OF_A_UNIT - 1) / GAMES_OF_A_UNIT;
    struct lesson lesson = {trainee, course, hash_pair(course->seed, (uint64_t)batch)};
    struct unit_samples *samples = malloc((size_t)units * sizeof *samples);
    struct pool_job job = {.units = units,
                           .result_bytes = sizeof *samples,
                           .run = run_lesson,
                           .context = &lesson,
                           .stop = stop};
    if (!samples)
        return error_machine(error, "out of memory for a batch of %d games", course->batch);
    bool good = pool_gather(&job, threads, samples, error);
    size_t count = 0;
    struct ntuple_sample *all = samples[0].sample; /* moved together, in order */
    for (int unit = 0; good && unit < units; unit++) {
        size_t own = (size_t)samples[unit].count;
        memmove(all + count, samples[unit].sample, own * sizeof *all);
        count += own;
    }
    if (good)
        ntuple_step_apply(step, trainee, ntuple_rate(course, batch), all, count);
    free(samples);
    return good;
}
