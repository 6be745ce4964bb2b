/* Samples from archived games and from self-play.

   The label of a position is the game's result under perfect play from the point at which the
   ending is searched exactly, and the exact value of the position itself after that point. Mistakes
   in the ending therefore do not reach the labels, while mistakes before it do. Games that were
   broken off before that point give no samples. In self-play a random move now and then in the
   solved part shows positions that perfect play would never reach.

   Every game writes into a record of its own and records are joined in order, so the samples do
   not depend on the threads. */
#include "lab/othello/samples.h"

#include "games/othello/othello.h"
#include "lab/othello/bench.h"
#include "lab/othello/random.h"
#include "lab/othello/wthor.h"
#include "lab/records.h"
#include <errno.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

enum { GAME_SAMPLES = 64 };

static const struct records_kind kind = {"potez othello samples", sizeof(struct othello_sample)};

void othello_samples_free(struct othello_samples *samples)
{
    free(samples->list);
    *samples = (struct othello_samples){0};
}

bool othello_samples_reserve(struct othello_samples *samples, size_t more, struct error *error)
{
    if (samples->count + more <= samples->room)
        return true;
    size_t room = samples->count + more + samples->room / 2;
    struct othello_sample *list = realloc(samples->list, room * sizeof *list);
    if (!list)
        return error_machine(error, "out of memory for %zu samples", room);
    samples->list = list;
    samples->room = room;
    return true;
}

/* Boards become indices, so an impossible one must not get in. */
static bool sample_valid(const struct othello_sample *sample)
{
    return (sample->mine & sample->theirs) == 0 && sample->score >= -6400 &&
           sample->score <= 6400 && sample->source <= OTHELLO_SOURCE_LABEL && sample->exact <= 1;
}

/* Version 1 had whole discs in one byte, then its origin, `exact` and whether it was held out. */
static void sample_modernise(struct othello_sample *sample)
{
    const uint8_t *old = (const uint8_t *)&sample->score;
    uint8_t source = old[1], exact = old[2];
    sample->score = (int16_t)(100 * (int8_t)old[0]);
    sample->source = source;
    sample->exact = exact;
}

static bool add_records(struct othello_samples *samples, struct records *records,
                        struct error *error)
{
    if (!othello_samples_reserve(samples, records->count, error)) {
        records_close(records);
        return false;
    }
    if (records->count == 0) {
        records_close(records);
        return true;
    }
    struct othello_sample *fresh = samples->list + samples->count;
    if (!records_read(records, fresh, error))
        return false;
    for (size_t i = 0; i < records->count && records->version == 1; i++)
        sample_modernise(&fresh[i]);
    for (size_t i = 0; i < records->count; i++)
        if (!sample_valid(&fresh[i]))
            return error_set(error, "%s: sample %zu is not one of Othello's", records->path, i + 1);
    samples->count += records->count;
    return true;
}

bool othello_samples_load(struct othello_samples *samples, const char *path, struct error *error)
{
    struct records records;
    return records_open(&records, path, &kind, error) && add_records(samples, &records, error);
}

bool othello_samples_save(const struct othello_samples *samples, const char *path,
                          struct error *error)
{
    return records_write(path, &kind, samples->list, samples->count, error);
}

/* The samples of one game, in its own place until all are collected. */
struct samples_record {
    int count;
    struct othello_sample sample[GAME_SAMPLES];
};

static void record_add(struct samples_record *record, struct othello board, uint8_t source)
{
    if (record->count < GAME_SAMPLES)
        record->sample[record->count++] =
            (struct othello_sample){.mine = board.mine, .theirs = board.theirs, .source = source};
}

struct samples_work {
    struct othello_bench *benches;
    struct samples_record *records;
    const uint8_t *archive; /* a file of WTHOR games */
    const struct othello_selfplay *play;
    int solve;
};

/* Sets the worth of the samples before number `until`; side[i] is who is to move in sample i. */
static void worth_before(struct samples_record *record, const uint8_t *side, int from, int until,
                         int score, int for_side)
{
    for (int i = from; i < until; i++)
        record->sample[i].score = (int16_t)(side[i] == for_side ? score : -score);
}

static void game_from_archive(void *data, int worker, size_t piece)
{
    struct samples_work *work = data;
    struct othello_bench *bench = &work->benches[worker];
    struct samples_record *record = &work->records[piece];
    struct wthor_game game;
    struct othello board = othello_start();
    uint8_t side[GAME_SAMPLES] = {0};
    int mover = 0;
    bool solved = false;
    uint32_t moves[WTHOR_PLIES];
    wthor_read_game(work->archive, (uint32_t)piece, &game);
    int count = wthor_moves(&game, moves, NULL);
    for (int i = 0; i <= count; i++) {
        int empties = bits_count(othello_empty(board));
        if (othello_moves(board) && empties > 0 && record->count < GAME_SAMPLES) {
            side[record->count] = (uint8_t)mover;
            record_add(record, board, OTHELLO_SOURCE_ARCHIVE);
            if (empties <= work->solve) {
                struct mind_answer answer;
                othello_bench_ask(bench, board, 64, &answer);
                struct othello_sample *sample = &record->sample[record->count - 1];
                sample->score = (int16_t)answer.score;
                sample->exact = 1;
                if (!solved)
                    worth_before(record, side, 0, record->count - 1, sample->score, mover);
                solved = true;
            }
        }
        if (i == count)
            break;
        board =
            moves[i] == OTHELLO_PASS ? othello_passed(board) : othello_played(board, (int)moves[i]);
        mover ^= 1;
    }
    if (!solved)
        record->count = 0; /* broken off too early, or not a game */
}

static void game_from_play(void *data, int worker, size_t piece)
{
    struct samples_work *work = data;
    const struct othello_selfplay *play = work->play;
    struct othello_bench *bench = &work->benches[worker];
    struct samples_record *record = &work->records[piece];
    struct random random;
    random_split(&random, play->seed, piece);
    othello_bench_forget(bench); /* a game must not depend on those before it */
    struct othello board = othello_start();
    int opening =
        play->least + (int)random_below(&random, (uint32_t)(play->most - play->least + 1));
    uint8_t side[GAME_SAMPLES] = {0};
    int mover = 0, ply = 0;
    bool solved = false;
    while (!othello_over(board)) {
        uint64_t moves = othello_moves(board);
        int empties = bits_count(othello_empty(board)), square = 0;
        if (!moves) {
            board = othello_passed(board);
            mover ^= 1;
            continue;
        }
        if (ply < opening) {
            square = othello_random_square(moves, &random);
        } else {
            struct mind_answer answer;
            bool exact = empties <= play->solve;
            othello_bench_ask(bench, board, exact ? 64 : play->depth, &answer);
            square = (int)answer.move;
            side[record->count] = (uint8_t)mover;
            record_add(record, board, OTHELLO_SOURCE_PLAY);
            struct othello_sample *sample = &record->sample[record->count - 1];
            if (exact) {
                sample->score = (int16_t)answer.score;
                sample->exact = 1;
                if (!solved)
                    worth_before(record, side, 0, record->count - 1, sample->score, mover);
                solved = true;
                /* a random move now and then: also positions that perfect play avoids */
                if (random_below(&random, 4) == 0)
                    square = othello_random_square(moves, &random);
            }
        }
        board = othello_played(board, square);
        mover ^= 1;
        ply++;
    }
    if (!solved)
        record->count = 0;
}

static bool samples_collect(struct othello_samples *samples, struct samples_work *work,
                            size_t count, const struct pool *pool,
                            void (*game)(void *data, int worker, size_t piece), struct error *error)
{
    bool good = true;
    work->benches = othello_benches_open(pool->threads, error);
    work->records = calloc(count ? count : 1, sizeof *work->records);
    good = work->benches && work->records;
    if (work->benches && !work->records)
        error_machine(error, "out of memory for %zu games", count);
    if (good)
        pool_run(pool, count, game, work);
    for (size_t i = 0; good && i < count; i++) {
        const struct samples_record *record = &work->records[i];
        good = othello_samples_reserve(samples, (size_t)record->count, error);
        uint32_t number = samples->count ? samples->list[samples->count - 1].game + 1 : 0;
        for (int k = 0; good && k < record->count; k++) {
            struct othello_sample *sample = &samples->list[samples->count++];
            *sample = record->sample[k];
            sample->game = number;
        }
    }
    othello_benches_close(work->benches, pool->threads);
    free(work->records);
    return good;
}

bool othello_samples_archive(struct othello_samples *samples, const char *path, int solve,
                             const struct pool *pool, struct error *error)
{
    FILE *file = fopen(path, "rb");
    if (!file)
        return error_set(error, "%s: cannot be opened: %s", path, strerror(errno));
    size_t room = (size_t)1 << 24;
    void *bytes = malloc(room);
    size_t length = bytes ? fread(bytes, 1, room, file) : 0;
    fclose(file);
    struct wthor_header header;
    if (!(bytes ? wthor_read_header(bytes, length, &header, error)
                : error_machine(error, "out of memory"))) {
        free(bytes);
        return error_prefix(error, "%s: ", path);
    }
    struct samples_work work = {.archive = bytes, .solve = solve};
    bool good = samples_collect(samples, &work, header.games, pool, game_from_archive, error);
    free(bytes);
    return good;
}

bool othello_samples_play(struct othello_samples *samples, const struct othello_selfplay *play,
                          const struct pool *pool, struct error *error)
{
    struct samples_work work = {.play = play};
    return samples_collect(samples, &work, play->games, pool, game_from_play, error);
}
