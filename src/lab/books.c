/* Building an opening book with proved values.

   All positions of up to `plies` plies are listed layer by layer, mirror images once. Only the
   last layer is solved, on all cores with one shared table, since neighbouring positions share
   most of their subtrees; the layers before follow by taking the best child. Each solved
   position goes into a journal (lab/journal.h) at once, so that a build of days can be stopped
   at any time. At the end a random sample is solved again with an empty table, as a check on
   everything in between.

   Memory is one entry per position. The number of positions grows several-fold with each ply;
   PLIES_MOST keeps that within reason. */
#include "lab/books.h"

#include "base/random.h"
#include "base/text.h"
#include "lab/book_file.h"
#include "lab/book_pack.h"
#include "lab/game.h"
#include "lab/journal.h"
#include "lab/pool.h"
#include "minds/book.h"
#include "minds/table.h"
#include <errno.h>
#include <inttypes.h>
#include <pthread.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <sys/mman.h>

enum { PLIES_MOST = 12, NO_VALUE = INT8_MIN };

bool books_of(const struct game *game, struct mind_book *book)
{
    const struct lab_embedded *own = &lab_game_of(game)->book;
    if (own->data && book_file_of(game, book))
        return true;
    if (own->data)
        *book = (struct mind_book){own->data, *own->bytes};
    return own->data;
}

/* One position of a layer: those with the same number of plies. */
struct books_entry {
    uint64_t key;
    int8_t score;                /* NO_VALUE until it is known */
    _Alignas(8) char position[]; /* plan size */
};

struct books_layer {
    char *entries;
    size_t count, room;
};

struct build {
    const struct books_plan *plan;
    const struct mind *mind;
    struct game_setup setup;
    size_t position_size, entry_size;
    struct books_layer layers[PLIES_MOST + 1];
    struct table table;
    void *table_memory;
    char *memory; /* of the workers */
    size_t memory_size;
    struct journal partial;
    pthread_mutex_t lock;
    bool failed; /* the partial file could not be written */
    struct error error;
    uint64_t done;
};

static struct books_entry *entry_at(const struct build *build, const struct books_layer *layer,
                                    size_t index)
{
    return (struct books_entry *)(layer->entries + index * build->entry_size);
}

static int entry_order(const void *a, const void *b)
{
    const struct books_entry *x = a, *y = b;
    return x->key < y->key ? -1 : x->key > y->key;
}

static struct books_entry *entry_find(const struct build *build, const struct books_layer *layer,
                                      uint64_t key)
{
    struct books_entry wanted = {.key = key};
    return layer->count
               ? bsearch(&wanted, layer->entries, layer->count, build->entry_size, entry_order)
               : NULL;
}

static bool layer_add(const struct build *build, struct books_layer *layer, const void *position)
{
    if (layer->count == layer->room) {
        size_t room = layer->room * 2 + 64;
        char *entries = realloc(layer->entries, room * build->entry_size);
        if (!entries)
            return false;
        layer->entries = entries;
        layer->room = room;
    }
    struct books_entry *entry = entry_at(build, layer, layer->count++);
    entry->key = build->mind->book_key(&build->setup, position);
    entry->score = NO_VALUE;
    memcpy(entry->position, position, build->position_size);
    return true;
}

/* Sorts a layer and leaves one of each key. */
static void layer_sort(const struct build *build, struct books_layer *layer)
{
    qsort(layer->entries, layer->count, build->entry_size, entry_order);
    size_t kept = 0;
    for (size_t i = 0; i < layer->count; i++) {
        struct books_entry *entry = entry_at(build, layer, i);
        if (kept == 0 || entry_at(build, layer, kept - 1)->key != entry->key)
            memmove(entry_at(build, layer, kept++), entry, build->entry_size);
    }
    layer->count = kept;
}

/* Every position of up to plan->plies plies that is not over. */
static bool enumerate(struct build *build, struct error *error)
{
    const struct game *game = build->plan->game;
    char *position = malloc(build->position_size);
    bool good = position != NULL;
    if (good) {
        game->start(&build->setup, position);
        good = layer_add(build, &build->layers[0], position);
    }
    for (int ply = 0; good && ply < build->plan->plies; ply++) {
        for (size_t i = 0; good && i < build->layers[ply].count; i++) {
            const struct books_entry *entry = entry_at(build, &build->layers[ply], i);
            uint32_t moves[GAME_MOVES_MAX];
            int count = game->legal_moves(&build->setup, entry->position, moves);
            for (int m = 0; good && m < count; m++) {
                struct game_result result;
                memcpy(position, entry->position, build->position_size);
                game->play(&build->setup, position, moves[m]);
                if (!game->result(&build->setup, position, &result))
                    good = layer_add(build, &build->layers[ply + 1], position);
            }
        }
        layer_sort(build, &build->layers[ply + 1]);
    }
    free(position);
    return good || error_machine(error, "out of memory for the positions of the book");
}

/* The proved score of a position in whole units, by worker number `worker`. */
static bool solve(struct build *build, int worker, const void *position, int *score)
{
    struct mind_task task = {
        .game = build->plan->game,
        .setup = &build->setup,
        .position = position,
        .table = &build->table,
        .memory = build->memory + (size_t)worker * build->memory_size,
        .stop = build->plan->stop,
        .no_book = true,
        .value_only = true,
    };
    struct mind_answer answer;
    mind_answer_clear(&answer);
    build->mind->solve(&task, &answer);
    *score = answer.score / 100;
    return answer.exact;
}

/* A line of the partial file: key and score. */
static bool keep(struct journal *partial, const struct books_entry *entry, struct error *error)
{
    char line[40];
    snprintf(line, sizeof line, "%012" PRIx64 " %d", entry->key, entry->score);
    return journal_add(partial, line, error);
}

static void solve_entry(void *data, int worker, size_t piece)
{
    struct build *build = data;
    const struct books_plan *plan = build->plan;
    struct books_layer *layer = &build->layers[plan->plies];
    struct books_entry *entry = entry_at(build, layer, piece);
    int score;
    if (entry->score != NO_VALUE || !solve(build, worker, entry->position, &score))
        return;
    entry->score = (int8_t)score;
    pthread_mutex_lock(&build->lock);
    if (!build->failed && !keep(&build->partial, entry, &build->error))
        build->failed = true;
    build->done++;
    if (plan->progress)
        plan->progress(plan->listener, build->done, layer->count);
    pthread_mutex_unlock(&build->lock);
}

/* What an earlier run solved. */
static void take(struct build *build, uint64_t key, int score)
{
    struct books_entry *entry = entry_find(build, &build->layers[build->plan->plies], key);
    if (entry && entry->score == NO_VALUE) {
        entry->score = (int8_t)score;
        build->done++;
    }
}

static bool take_line(void *listener, const char *text, struct error *error)
{
    uint64_t key;
    int score, end = 0;
    if (sscanf(text, "%12" SCNx64 " %4d%n", &key, &score, &end) != 2 || text[end] ||
        score <= NO_VALUE || score > INT8_MAX)
        return error_set(error, "expected a key and a score");
    take(listener, key, score);
    return true;
}

/* In an older format the partial file was the records of a book, one after another and without a
   checksum. Such a file is turned into a journal, all at once. */
static bool take_over(struct build *build, const char *heading, struct error *error)
{
    const char *path = build->plan->partial;
    const struct books_layer *layer = &build->layers[build->plan->plies];
    uint8_t record[BOOK_RECORD];
    struct journal journal = {.descriptor = -1};
    FILE *old = fopen(path, "rbe");
    if (!old)
        return error_set(error, "%s: cannot be read: %s", path, strerror(errno));
    while (fread(record, sizeof record, 1, old) == 1)
        take(build, book_read_key(record), (int8_t)record[BOOK_KEY]);
    fclose(old);
    bool good = build->done > 0 ||
                error_set(error, "%s: holds no positions of this book; move it elsewhere", path);
    good = good && journal_open(&journal, NULL, heading, NULL, NULL, error);
    for (size_t i = 0; good && i < layer->count; i++) {
        const struct books_entry *entry = entry_at(build, layer, i);
        good = entry->score == NO_VALUE || keep(&journal, entry, error);
    }
    good = good && journal_save(&journal, path, error);
    journal_close(&journal);
    return good;
}

static void write_heading(const struct build *build, char *heading, size_t room)
{
    const struct game *game = build->plan->game;
    struct text text;
    text_init(&text, heading, room);
    text_print(&text, "potez book 1 %s plies %d", game->name, build->plan->plies);
    for (int i = 0; i < game->option_count; i++) {
        text_print(&text, " %s=", game->options[i].name);
        game_option_write(&game->options[i], build->setup.option[i], &text);
    }
}

static bool solve_last_layer(struct build *build, struct books_made *made, struct error *error)
{
    const struct books_plan *plan = build->plan;
    char heading[400];
    write_heading(build, heading, sizeof heading);
    if (journal_is_other(plan->partial) && !take_over(build, heading, error))
        return false;
    if (!journal_open(&build->partial, plan->partial, heading, take_line, build, error))
        return false;
    made->cut = build->partial.cut;
    made->resumed = build->done;
    struct pool pool = {.threads = plan->threads, .stop = plan->stop};
    pool_run(&pool, build->layers[plan->plies].count, solve_entry, build);
    made->solved = build->done - made->resumed;
    journal_close(&build->partial);
    if (build->failed && error)
        *error = build->error;
    return !build->failed;
}

/* The layers before the last follow from it: the best of the moves, the other side's view. */
static bool back_up(struct build *build, int ply)
{
    const struct game *game = build->plan->game;
    char *child = malloc(build->position_size);
    for (size_t i = 0; child && i < build->layers[ply].count; i++) {
        struct books_entry *entry = entry_at(build, &build->layers[ply], i);
        uint32_t moves[GAME_MOVES_MAX];
        int count = game->legal_moves(&build->setup, entry->position, moves), best = NO_VALUE;
        for (int m = 0; m < count; m++) {
            memcpy(child, entry->position, build->position_size);
            game->play(&build->setup, child, moves[m]);
            int score = 0;
            const struct books_entry *known = entry_find(
                build, &build->layers[ply + 1], build->mind->book_key(&build->setup, child));
            if (known)
                score = known->score;
            else
                solve(build, 0, child, &score); /* the game is over: nothing is searched */
            if (-score > best)
                best = -score;
        }
        entry->score = (int8_t)best;
    }
    free(child);
    return child != NULL;
}

/* Key and score of every position. */
static struct book_pair *all_pairs(const struct build *build, size_t *count)
{
    *count = 0;
    for (int ply = 0; ply <= build->plan->plies; ply++)
        *count += build->layers[ply].count;
    struct book_pair *pairs = malloc(*count * sizeof *pairs);
    for (int ply = 0, at = 0; pairs && ply <= build->plan->plies; ply++)
        for (size_t i = 0; i < build->layers[ply].count; i++) {
            const struct books_entry *entry = entry_at(build, &build->layers[ply], i);
            pairs[at++] = (struct book_pair){entry->key, entry->score};
        }
    return pairs;
}

static bool write_book(struct build *build, struct books_made *made, struct error *error)
{
    size_t count;
    struct book_pair *pairs = all_pairs(build, &count);
    if (!pairs)
        return error_machine(error, "out of memory for the book");
    made->data = book_pack(pairs, count, build->plan->plies, &made->size, error);
    free(pairs);
    return made->data != NULL;
}

/* Solves a random sample again, with an empty table. */
static void check_sample(struct build *build, struct books_made *made)
{
    const struct books_plan *plan = build->plan;
    struct random random;
    random_seed(&random, plan->seed);
    table_clear(&build->table);
    for (int i = 0; i < plan->check && !(plan->stop && atomic_load(plan->stop)); i++) {
        const struct books_layer *layer = &build->layers[plan->plies];
        const struct books_entry *entry =
            entry_at(build, layer, random_below(&random, (uint32_t)layer->count));
        int score;
        if (!solve(build, 0, entry->position, &score))
            return;
        made->checked++;
        made->wrong += score != entry->score;
    }
}

static bool build_book(struct build *build, struct books_made *made, struct error *error)
{
    const struct books_plan *plan = build->plan;
    if (!enumerate(build, error) || !solve_last_layer(build, made, error))
        return false;
    if (build->done < build->layers[plan->plies].count)
        return true; /* stopped */
    for (int ply = plan->plies - 1; ply >= 0; ply--)
        if (!back_up(build, ply))
            return error_machine(error, "out of memory");
    check_sample(build, made);
    return write_book(build, made, error);
}

bool books_build(const struct books_plan *plan, struct books_made *made, struct error *error)
{
    *made = (struct books_made){0};
    struct build build = {.plan = plan, .mind = mind_of(plan->game)};
    if (!build.mind || !build.mind->solve || !build.mind->book_key || !build.mind->book_ply)
        return error_set(error, "%s has no books", plan->game->name);
    if (plan->plies < 0 || plan->plies > PLIES_MOST)
        return error_set(error, "a book has up to %d plies", PLIES_MOST);
    game_setup_default(plan->game, &build.setup);
    if (plan->setup)
        build.setup = *plan->setup;
    build.position_size = plan->game->position_size(&build.setup);
    build.entry_size = (offsetof(struct books_entry, position) + build.position_size + 7) / 8 * 8;
    build.memory_size = (build.mind->solve_memory + 63) / 64 * 64;
    build.memory = aligned_alloc(64, build.memory_size * (size_t)plan->threads);
    build.table_memory =
        mmap(NULL, plan->table_bytes, PROT_READ | PROT_WRITE, MAP_PRIVATE | MAP_ANONYMOUS, -1, 0);
    pthread_mutex_init(&build.lock, NULL);
    bool good = build.memory && build.table_memory != MAP_FAILED;
    if (good) {
        madvise(build.table_memory, plan->table_bytes, MADV_HUGEPAGE);
        table_init_zeroed(&build.table, build.table_memory, plan->table_bytes);
        good = build_book(&build, made, error);
    } else {
        error_machine(error, "out of memory: a table of %zu MiB was asked for",
                      plan->table_bytes >> 20);
    }
    pthread_mutex_destroy(&build.lock);
    for (int i = 0; i <= PLIES_MOST; i++)
        free(build.layers[i].entries);
    if (build.table_memory != MAP_FAILED)
        munmap(build.table_memory, plan->table_bytes);
    free(build.memory);
    return good;
}
