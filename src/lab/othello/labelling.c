/* Games that label themselves (labelling.h has the plan): openings, the line that is played,
   excursions from it, and the blocks on disk.

   What makes labels good is variety, not strength. A search evaluates many positions that no good
   player would reach, and an evaluation fitted to good games alone knows nothing about those; that
   is why games begin at random as well as from the book, and why the line is left by random moves
   that are labelled but not played. In solved endings one move in four is random, since there every
   value is exact whatever led to it.

   A game draws its random numbers from the seed and its own number, and begins with an empty table:
   so a block is the same whichever threads play its games, and games are gathered in order.

   Nearly all the time goes into the searches; one core makes some 2,000 labels per second at
   depth 8 with exact ends from 16 empties. */
#define _POSIX_C_SOURCE 200809L
#include "lab/othello/labelling.h"

#include "lab/books.h"
#include "lab/othello/bench.h"
#include "lab/othello/random.h"
#include "lab/othello/weights.h"
#include "minds/othello/model.h"
#include "minds/othello/opening.h"
#include <errno.h>
#include <inttypes.h>
#include <stdlib.h>
#include <string.h>
#include <sys/stat.h>
#include <time.h>
#include <unistd.h>

enum {
    BALANCED_DEPTH = 4,    /* of the search that calls an opening even */
    BALANCED_WITHIN = 300, /* hundredths of a disc */
    BALANCED_TRIES = 40,
    ASIDE_LONG = 3, /* a random move, the answer, a random move */
    STRAYS = 4,     /* one in this many moves of a solved ending is random */
};

/* The labels of one game, in its own place until all of the block are collected. */
struct labelling_record {
    int count;
    struct othello_label list[OTHELLO_LABELS_OF_GAME];
    uint8_t
        side[OTHELLO_LABELS_OF_GAME]; /* who is to move; 0 is who was at the end of the opening */
};

struct run {
    const struct othello_labelling *plan;
    struct othello_labels_head head;
    struct mind_book book;
    struct othello_bench *benches;
    struct labelling_record *records; /* of the block */
    uint64_t block, done;             /* games before this block */
    uint64_t labels;
    atomic_uint_fast64_t block_labels;
};

/* A game under way. */
struct play {
    const struct othello_labels_head *head;
    const struct mind_book *book;
    struct othello_bench *bench;
    struct labelling_record *record;
    struct random random;
    int opening; /* enum othello_label_opening */
};

static struct othello random_ply(struct othello board, struct random *random)
{
    uint64_t moves = othello_moves(board);
    return moves ? othello_played(board, othello_random_square(moves, random))
                 : othello_passed(board);
}

/* A position after the given number of random plies at which somebody can move. */
static struct othello random_opening(struct play *play, int least, int most)
{
    struct othello board;
    do {
        int plies = least + (int)random_below(&play->random, (uint32_t)(most - least + 1));
        board = othello_start();
        for (; plies > 0; plies--)
            board = random_ply(board, &play->random);
    } while (othello_over(board));
    return board;
}

/* Even by a short search; the last one tried when none is. */
static struct othello balanced_opening(struct play *play)
{
    struct othello board;
    struct othello_judgement judgement;
    int tries = BALANCED_TRIES;
    do {
        board = random_opening(play, 8, 14);
        othello_bench_judge(play->bench, board, BALANCED_DEPTH, &judgement);
    } while (--tries > 0 && abs(judgement.value + judgement.before) > 2 * BALANCED_WITHIN);
    return board;
}

/* Good moves to the end of the book, and up to two random ones, as there are few ends. */
static struct othello book_exit(struct play *play)
{
    struct othello board = othello_start();
    struct mind_task task = {.book = play->book, .random = &play->random};
    struct mind_answer answer;
    while (othello_opening_choose(&task, board, &answer))
        board = othello_played(board, (int)answer.move);
    for (uint32_t i = random_below(&play->random, 3); i > 0; i--)
        board = random_ply(board, &play->random);
    return board;
}

static struct othello opening(struct play *play)
{
    uint32_t tenth = random_below(&play->random, 10);
    play->opening = tenth < 4   ? OTHELLO_LABEL_RANDOM
                    : tenth < 7 ? OTHELLO_LABEL_BALANCED
                                : OTHELLO_LABEL_BOOK;
    return play->opening == OTHELLO_LABEL_RANDOM     ? random_opening(play, 4, 40)
           : play->opening == OTHELLO_LABEL_BALANCED ? balanced_opening(play)
                                                     : book_exit(play);
}

/* Searches the position and writes its label; returns whether its value is exact. */
static bool label(struct play *play, struct othello board, int side, int kind,
                  struct othello_judgement *judgement)
{
    const struct othello_labels_head *head = play->head;
    bool exact = bits_count(othello_empty(board)) <= head->exact;
    othello_bench_judge(play->bench, board, exact ? 64 : head->depth, judgement);
    struct labelling_record *record = play->record;
    if (record->count == OTHELLO_LABELS_OF_GAME)
        return exact;
    record->side[record->count] = (uint8_t)side;
    record->list[record->count++] = (struct othello_label){
        .mine = board.mine,
        .theirs = board.theirs,
        .value = (int16_t)judgement->value,
        .before = (int16_t)judgement->before,
        .end = (int16_t)(exact ? judgement->value : OTHELLO_LABEL_NO_END),
        .depth = (uint8_t)(exact ? 0 : head->depth),
        .kind = (uint8_t)(kind + (exact ? OTHELLO_LABEL_EXACT : 0) +
                          OTHELLO_LABEL_OPENING * play->opening),
    };
    return exact;
}

/* Leaves the line for one ply or three: random moves, and the best answer between them. */
static void go_aside(struct play *play, struct othello board, int side,
                     struct othello_judgement judgement)
{
    int plies = random_below(&play->random, 2) ? ASIDE_LONG : 1;
    for (int ply = 0; ply < plies; ply++) {
        uint64_t others = othello_moves(board) & ~bit(judgement.move);
        if (ply % 2 == 0 && !others)
            return;
        int square = ply % 2 == 0 ? othello_random_square(others, &play->random) : judgement.move;
        board = othello_played(board, square);
        side ^= 1;
        if (!othello_moves(board))
            return;
        label(play, board, side, OTHELLO_LABEL_ASIDE, &judgement);
    }
}

/* The end of the game for all positions of the line that are not exact. */
static void settle(struct labelling_record *record, int end, int side)
{
    for (int i = 0; i < record->count; i++)
        if (!(record->list[i].kind & (OTHELLO_LABEL_ASIDE | OTHELLO_LABEL_EXACT)))
            record->list[i].end = (int16_t)(record->side[i] == side ? end : -end);
}

static void play_line(struct play *play, struct othello board)
{
    bool settled = false;
    int side = 0;
    for (; !othello_over(board); side ^= 1) {
        uint64_t moves = othello_moves(board);
        if (!moves) {
            board = othello_passed(board);
            continue;
        }
        struct othello_judgement judgement;
        bool exact = label(play, board, side, 0, &judgement);
        if (exact && !settled)
            settle(play->record, judgement.value, side);
        settled |= exact;
        if (!exact && random_below(&play->random, 2))
            go_aside(play, board, side, judgement);
        int square = judgement.move;
        if (exact && random_below(&play->random, STRAYS) == 0)
            square = othello_random_square(moves, &play->random);
        board = othello_played(board, square);
    }
    if (!settled)
        settle(play->record, 100 * othello_final_score(board), side);
}

static void work_on_game(void *data, int worker, size_t piece)
{
    struct run *run = data;
    struct play play = {
        .head = &run->head,
        .book = &run->book,
        .bench = &run->benches[worker],
        .record = &run->records[piece],
    };
    play.record->count = 0;
    random_split(&play.random, hash_pair(run->head.seed, run->block), piece);
    othello_bench_forget(play.bench); /* a game must not depend on those before it */
    play_line(&play, opening(&play));
    atomic_fetch_add(&run->block_labels, (uint64_t)play.record->count);
}

static void progress(void *listener, size_t done, size_t count)
{
    struct run *run = listener;
    const struct othello_labelling *plan = run->plan;
    (void)count;
    if (plan->progress)
        plan->progress(plan->listener, run->done + done, plan->blocks * (uint64_t)plan->head.games,
                       run->labels + atomic_load(&run->block_labels));
}

static bool same_board(const struct othello_label *a, const struct othello_label *b)
{
    return a->mine == b->mine && a->theirs == b->theirs;
}

/* The labels of all games in order, each position once: the first label it was given. */
static bool collect(const struct run *run, struct othello_labels *labels, struct error *error)
{
    size_t plays = (size_t)run->plan->head.games, slots = 1;
    while (slots < plays * OTHELLO_LABELS_OF_GAME)
        slots *= 2;
    uint32_t *seen = calloc(slots, sizeof *seen); /* number of a label + 1; 0: free */
    bool good = seen || error_set(error, "out of memory for %zu games", plays);
    for (size_t game = 0; good && game < plays; game++) {
        const struct labelling_record *record = &run->records[game];
        good = othello_labels_reserve(labels, (size_t)record->count, error);
        for (int i = 0; good && i < record->count; i++) {
            struct othello_label *label = &labels->list[labels->count];
            *label = record->list[i];
            label->game = (uint16_t)game;
            othello_label_turn(label);
            size_t slot = hash_pair(label->mine, label->theirs) & (slots - 1);
            while (seen[slot] && !same_board(&labels->list[seen[slot] - 1], label))
                slot = (slot + 1) & (slots - 1);
            if (!seen[slot])
                seen[slot] = (uint32_t)++labels->count;
        }
    }
    free(seen);
    return good;
}

static bool stopped(const struct othello_labelling *plan, struct error *error)
{
    if (!plan->stop || !atomic_load(plan->stop))
        return false;
    error_set(error, "stopped; the blocks in %s stay, the same command continues from there",
              plan->folder);
    return true;
}

static bool block_make(struct run *run, const char *path, struct error *error)
{
    const struct othello_labelling *plan = run->plan;
    struct pool pool = {plan->threads, plan->stop, progress, run};
    struct othello_labels labels = {0};
    run->head.block = run->block;
    atomic_store(&run->block_labels, 0);
    pool_run(&pool, (size_t)run->head.games, work_on_game, run);
    bool good = !stopped(plan, error) && collect(run, &labels, error) &&
                othello_labels_write(&labels, &run->head, path, error);
    run->labels += labels.count;
    othello_labels_free(&labels);
    return good;
}

/* A block that is there must be whole and made with the same parameters. */
static bool block_check(const struct run *run, const char *path, struct error *error)
{
    const struct othello_labels_head *wanted = &run->head;
    struct othello_labels_head head;
    if (!othello_labels_read(NULL, &head, path, error))
        return false;
    if (head.seed == wanted->seed && head.block == run->block && head.games == wanted->games &&
        head.depth == wanted->depth && head.exact == wanted->exact && head.model == wanted->model)
        return true;
    return error_set(
        error,
        "%s: made with %d games, depth %d, exact from %d and model %llx, "
        "wanted are %d, %d, %d and %llx; take another folder or seed for other parameters",
        path, head.games, head.depth, head.exact, (unsigned long long)head.model, wanted->games,
        wanted->depth, wanted->exact, (unsigned long long)wanted->model);
}

static double core_seconds(void)
{
    struct timespec now;
    clock_gettime(CLOCK_PROCESS_CPUTIME_ID, &now);
    return (double)now.tv_sec + (double)now.tv_nsec / 1e9;
}

static bool blocks_run(struct run *run, struct othello_labelling_result *result,
                       struct error *error)
{
    const struct othello_labelling *plan = run->plan;
    for (; run->block < plan->blocks; run->block++, run->done += (uint64_t)plan->head.games) {
        char path[OTHELLO_LABELS_PATH];
        othello_labels_path(plan->folder, plan->head.seed, run->block, path);
        bool there = access(path, F_OK) == 0;
        if (stopped(plan, error))
            return false;
        result->refused = there && !block_check(run, path, error);
        if (result->refused || (!there && !block_make(run, path, error)))
            return false;
        result->blocks += !there;
        result->found += there;
    }
    return true;
}

/* Games, with the weights in use. */
static bool label_blocks(struct run *run, struct othello_labelling_result *result,
                         struct error *error)
{
    const struct othello_labelling *plan = run->plan;
    run->benches = othello_benches_open(plan->threads, error);
    run->records = malloc((size_t)plan->head.games * sizeof *run->records);
    bool good = run->benches;
    if (good && !run->records)
        good = error_set(error, "out of memory for %d games", plan->head.games);
    good = good && blocks_run(run, result, error);
    othello_benches_close(run->benches, plan->threads);
    free(run->records);
    return good;
}

bool othello_labelling_run(const struct othello_labelling *plan,
                           struct othello_labelling_result *result, struct error *error)
{
    double before = core_seconds();
    struct run run = {.plan = plan, .head = plan->head};
    *result = (struct othello_labelling_result){0};
    if (strlen(plan->folder) > OTHELLO_LABELS_PATH - 100)
        return error_set(error, "the folder's name is too long");
    if (mkdir(plan->folder, 0777) != 0 && errno != EEXIST)
        return error_set(error, "%s: %s", plan->folder, strerror(errno));
    run.head.model = othello_weights_inside();
    books_of(&game_othello, &run.book);
    const struct othello_weights *inside = othello_model_in_use();
    struct othello_weights *own =
        plan->begin ? othello_weights_open(plan->begin, &run.head.model, error) : NULL;
    if (own)
        othello_model_use(own);
    bool good = (own || !plan->begin) && label_blocks(&run, result, error);
    othello_model_use(inside);
    free(own);
    result->labels = run.labels;
    result->seconds = core_seconds() - before;
    return good;
}
