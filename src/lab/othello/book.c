/* Drop-out expansion of the opening book, after Buro [buro99] and Lincke [lincke01].

   Each walk starts at the first position and follows good moves, with some noise, to a position
   that the book holds but whose moves it does not. That position is expanded: all its unknown
   moves are searched on all cores. Then the values along the walk are recomputed from the end to
   the start, each as the best of its children, so later walks turn away from lines that became
   worse. Pages are kept in one open hash table with room for all expansions, by the key that
   symmetric positions share; several lines that meet in one position share its page. */
#include "lab/othello/book.h"

#include "base/random.h"
#include "games/othello/othello.h"
#include "lab/learned.h"
#include "lab/othello/bench.h"
#include "minds/book.h"
#include "minds/othello/opening.h"
#include <stdlib.h>

enum { MOVES = 40, NOISE = 3 };

struct book_page {
    uint64_t key;
    struct othello board;
    int8_t value; /* for the side to move */
    bool expanded;
};

struct book {
    const struct othello_book_plan *plan;
    struct book_page *pages; /* places by key, empty where key is 0 */
    size_t room, count;
    struct othello_bench *benches;
    struct book_page fresh[MOVES];
};

static struct book_page *page_at(struct book *book, uint64_t key)
{
    size_t place = key % book->room;
    while (book->pages[place].key && book->pages[place].key != key)
        place = (place + 1) % book->room;
    return &book->pages[place];
}

/* A move from `board`; a pass follows where the other side has no move. */
static struct othello after(struct othello board, int square)
{
    return othello_played(board, square);
}

static int value_after(struct book *book, struct othello board, int square)
{
    return -page_at(book, othello_opening_key(after(board, square)))->value;
}

static int best_value(struct book *book, struct othello board)
{
    int best = -64;
    for (uint64_t set = othello_moves(board); set;) {
        int value = value_after(book, board, bits_pop(&set));
        best = value > best ? value : best;
    }
    return best;
}

static void search_one(void *data, int worker, size_t piece)
{
    struct book *book = data;
    struct book_page *page = &book->fresh[piece];
    struct mind_answer answer;
    othello_bench_forget(&book->benches[worker]);
    othello_bench_ask(&book->benches[worker], page->board, book->plan->depth, &answer);
    page->value = (int8_t)(answer.score / 100);
}

/* Searches all moves of a page that are not in the book. */
static bool expand(struct book *book, struct book_page *page)
{
    size_t count = 0;
    for (uint64_t set = othello_moves(page->board); set && count < MOVES;) {
        struct othello next = after(page->board, bits_pop(&set));
        uint64_t key = othello_opening_key(next);
        bool known = page_at(book, key)->key;
        for (size_t i = 0; i < count; i++)
            known |= book->fresh[i].key == key;
        if (!known)
            book->fresh[count++] = (struct book_page){.key = key, .board = next};
    }
    struct pool pool = book->plan->pool;
    pool.progress = NULL;
    if (pool_run(&pool, count, search_one, book) < count)
        return false;
    for (size_t i = 0; i < count; i++)
        *page_at(book, book->fresh[i].key) = book->fresh[i];
    book->count += count;
    page_at(book, page->key)->expanded = true;
    return true;
}

/* The next move of a walk: the best value with some noise, so that neighbours are explored too. */
static int walk_choose(struct book *book, struct othello board, struct random *random)
{
    int best = -1000, chosen = 0;
    for (uint64_t set = othello_moves(board); set;) {
        int square = bits_pop(&set);
        int noise = (int)(random_below(random, NOISE + 1) + random_below(random, NOISE + 1));
        int value = 2 * value_after(book, board, square) - 2 * noise;
        if (value > best) {
            best = value;
            chosen = square;
        }
    }
    return chosen;
}

/* One walk with its expansion; false when it was stopped. */
static bool walk(struct book *book, struct random *random)
{
    uint64_t path[64];
    int length = 0;
    struct book_page *page = page_at(book, othello_opening_key(othello_start()));
    for (;;) {
        path[length++] = page->key;
        if (!page->expanded || length > book->plan->plies)
            break;
        struct othello next = after(page->board, walk_choose(book, page->board, random));
        page = page_at(book, othello_opening_key(next));
    }
    if (!page->expanded && othello_moves(page->board) && length <= book->plan->plies &&
        !expand(book, page))
        return false;
    while (length-- > 0) {
        page = page_at(book, path[length]);
        if (page->expanded)
            page->value = (int8_t)best_value(book, page->board);
    }
    return true;
}

static int by_key(const void *a, const void *b)
{
    const struct book_page *x = a, *y = b;
    return x->key < y->key ? -1 : x->key > y->key;
}

static uint8_t *write_book(struct book *book, size_t *bytes)
{
    size_t count = 0;
    for (size_t i = 0; i < book->room; i++)
        if (book->pages[i].key)
            book->pages[count++] = book->pages[i];
    qsort(book->pages, count, sizeof *book->pages, by_key);
    uint8_t *data = malloc(BOOK_HEAD + count * BOOK_RECORD);
    if (!data)
        return NULL;
    book_write_head(data, book->plan->plies);
    for (size_t i = 0; i < count; i++)
        book_write_record(data + BOOK_HEAD + i * BOOK_RECORD, book->pages[i].key,
                          book->pages[i].value);
    *bytes = BOOK_HEAD + count * BOOK_RECORD;
    return data;
}

uint8_t *othello_book_build(const struct othello_book_plan *plan, size_t *bytes, size_t *positions,
                            struct error *error)
{
    struct book book = {.plan = plan, .room = 64 + (size_t)plan->expansions * MOVES};
    struct random random;
    uint8_t *data = NULL;
    if (!learned_prepare(mind_of(&game_othello), error))
        return NULL;
    book.pages = calloc(book.room, sizeof *book.pages);
    book.benches = othello_benches_open(plan->pool.threads, error);
    if (book.pages && book.benches) {
        struct othello start = othello_start();
        uint64_t key = othello_opening_key(start);
        *page_at(&book, key) = (struct book_page){.key = key, .board = start};
        random_seed(&random, plan->seed);
        for (int i = 0; i < plan->expansions && walk(&book, &random); i++)
            if (plan->pool.progress)
                plan->pool.progress(plan->pool.listener, (size_t)i + 1, (size_t)plan->expansions);
        *positions = book.count + 1;
        data = write_book(&book, bytes);
    }
    if (!data && book.benches)
        error_machine(error, "out of memory for the book");
    othello_benches_close(book.benches, plan->pool.threads);
    free(book.pages);
    return data;
}
