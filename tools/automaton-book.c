/* Makes the opening book of the Connect Four automaton:

       build/release/tools/automaton-book NOTES BOOK [SIDES [POSITIONS [EXACT]]]

   It follows the perfect player's own best move and every reply, as the side that begins (SIDES 1),
   the other (2) or both (3, the default), up to positions that the chip itself proves within
   POSITIONS (by default a part of what it may search): the score with up to EXACT discs (8), with
   more of them only who wins. What has been solved is kept as lines of
   text in the file NOTES, so that the work can be stopped and taken up again; BOOK gets the book in
   the form of ports/automaton/book.h, and is checked by reading every position back. One core, half
   a gigabyte, about twenty minutes. */
#include "lab/books.h"
#include "minds/book.h"
#include "ports/automaton/book.h"
#include "ports/automaton/perfect.h"
#include <inttypes.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

enum {
    WIDTH = CONNECT4_WIDTH,
    HEIGHT = CONNECT4_HEIGHT,
    ALWAYS = 6, /* up to so many discs a position is in the book whatever the chip can do */
    SHARE = 80, /* percent of the chip's search that a proof may take */
    SCORE_MOST = 21,
};

struct entry {
    uint64_t key, mine, filled;
    int8_t move; /* column or BOOK_CHIP_THINK; -1: not known yet */
};

struct list {
    struct entry *entry;
    size_t count, room;
};

static struct perfect chip;
static struct connect4_solver desktop;
static struct list notes;
static int exact = 8;

static void *grown(void *memory, size_t size)
{
    memory = realloc(memory, size);
    if (!memory) {
        fprintf(stderr, "no memory\n");
        exit(3);
    }
    return memory;
}

static void list_add(struct list *list, struct connect4 board, int move)
{
    bool mirrored;
    if (list->count == list->room) {
        list->room = list->room ? 2 * list->room : 1024;
        list->entry = grown(list->entry, list->room * sizeof *list->entry);
    }
    list->entry[list->count++] =
        (struct entry){book_chip_key(board, &mirrored), board.mine, board.filled, (int8_t)move};
}

static int compare(const void *a, const void *b)
{
    const struct entry *x = a, *y = b;
    return x->key < y->key ? -1 : x->key > y->key;
}

/* Sorts and keeps one of each. */
static void list_settle(struct list *list)
{
    size_t kept = 0;
    qsort(list->entry, list->count, sizeof *list->entry, compare);
    for (size_t i = 0; i < list->count; i++)
        if (kept == 0 || list->entry[kept - 1].key != list->entry[i].key)
            list->entry[kept++] = list->entry[i];
    list->count = kept;
}

static uint64_t landing_of(struct connect4 board, int column)
{
    return connect4_landings(board.filled, desktop.bottom, desktop.cells) &
           connect4_column(column, HEIGHT);
}

/* Whether the chip finds its way from here alone. */
static bool chip_knows(struct connect4 board, uint32_t nodes)
{
    struct perfect_answer answer;
    int discs = bits_count(board.filled);
    if (discs <= ALWAYS)
        return false;
    perfect_init(&chip);
    perfect_think(&chip, board, nodes, NULL, NULL, &answer);
    return answer.lower == answer.upper ||
           (discs > exact && (answer.lower > 0 || answer.upper < 0));
}

/* The score of a position that is not over, within lower..upper; the program's own book knows those
   of the first few discs. */
static int score_of(struct connect4 board, int lower, int upper)
{
    struct mind_book book;
    struct game_setup setup;
    int score;
    bool mirrored;
    game_setup_default(&game_connect4, &setup);
    if (books_of(&game_connect4, &book) &&
        book_find(&book, book_chip_key(board, &mirrored),
                  mind_of(&game_connect4)->book_ply(&setup, &board), &score))
        return score < lower ? lower : score > upper ? upper : score;
    connect4_solve_within(&desktop, board, lower, upper, &score);
    return score;
}

static int best_move(struct connect4 board)
{
    static const int order[WIDTH] = {3, 2, 4, 1, 5, 0, 6};
    int score = score_of(board, -SCORE_MOST, SCORE_MOST);
    int known = connect4_known_move(&desktop, board);
    for (int i = -1; i < WIDTH; i++) {
        int column = i < 0 ? known : order[i];
        uint64_t landing =
            column < 0 || (i >= 0 && column == known) ? 0 : landing_of(board, column);
        struct connect4 child = board;
        if (!landing)
            continue;
        connect4_drop(&child, landing);
        if (connect4_lost(&child, HEIGHT) || score_of(child, -score, 1 - score) == -score)
            return column;
    }
    abort();
}

/* The move is kept as that of the position with the smaller number. */
static void decide(struct entry *entry, FILE *file, uint32_t nodes)
{
    struct entry *known =
        notes.count ? bsearch(entry, notes.entry, notes.count, sizeof *notes.entry, compare) : NULL;
    struct connect4 board = {entry->mine, entry->filled};
    bool mirrored;
    book_chip_key(board, &mirrored);
    if (known) {
        entry->move = known->move;
    } else {
        int move = chip_knows(board, nodes) ? BOOK_CHIP_THINK : best_move(board);
        entry->move = (int8_t)(mirrored && move < WIDTH ? WIDTH - 1 - move : move);
        fprintf(file, "%" PRIu64 " %d\n", entry->key, entry->move);
        fflush(file);
    }
}

/* Every position in which the book's side is to move next. */
static void add_replies(struct list *next, const struct entry *entry)
{
    struct connect4 board = {entry->mine, entry->filled};
    bool mirrored;
    book_chip_key(board, &mirrored);
    connect4_drop(&board, landing_of(board, mirrored ? WIDTH - 1 - entry->move : entry->move));
    if (connect4_lost(&board, HEIGHT))
        return;
    for (int column = 0; column < WIDTH; column++) {
        struct connect4 child = board;
        uint64_t landing = landing_of(board, column);
        if (!landing)
            continue;
        connect4_drop(&child, landing);
        if (!connect4_lost(&child, HEIGHT))
            list_add(next, child, -1);
    }
}

static void follow(struct list *all, int side, FILE *file, uint32_t nodes)
{
    struct list level = {0};
    struct connect4 empty = {0, 0};
    if (side == 0)
        list_add(&level, empty, -1);
    for (int column = 0; side == 1 && column < WIDTH; column++) {
        struct connect4 board = empty;
        connect4_drop(&board, landing_of(board, column));
        list_add(&level, board, -1);
    }
    while (level.count) {
        struct list next = {0};
        size_t open = 0;
        list_settle(&level);
        int discs = bits_count(level.entry[0].filled);
        for (size_t i = 0; i < level.count; i++) {
            struct entry *entry = &level.entry[i];
            decide(entry, file, nodes);
            list_add(all, (struct connect4){entry->mine, entry->filled}, entry->move);
            if (entry->move != BOOK_CHIP_THINK) {
                add_replies(&next, entry);
                open++;
            }
            if (i % 100 == 99)
                fprintf(stderr, "\rside %d, %2d discs: %zu of %zu", side + 1, discs, i + 1,
                        level.count);
        }
        fprintf(stderr, "\rside %d, %2d discs: %zu positions, %zu with a move     \n", side + 1,
                discs, level.count, open);
        free(level.entry);
        level = next;
    }
    free(level.entry);
}

/* Every key is an edge between three slots; edges with a slot of their own are taken away one by
   one, and get their bits in the opposite order (Czech, Havas, Majewski 1992). */
static uint32_t *pack(const struct list *all, uint32_t sides, size_t *words, uint32_t seed)
{
    uint32_t third = (uint32_t)((all->count * 123 / 100 + 32) / 3), slots = 3 * third;
    uint32_t *degree = calloc(slots, sizeof *degree), *edges = calloc(slots, sizeof *edges);
    uint32_t *stack = calloc(all->count + 1, sizeof *stack), *free_slot = calloc(all->count + 1, 4);
    uint32_t *queue = calloc(2 * (size_t)slots, sizeof *queue); /* a slot comes twice at most */
    uint8_t *value = calloc(slots, 1);
    size_t height = 0;
    for (size_t i = 0; i < all->count; i++) {
        struct book_slots at = book_chip_slots(all->entry[i].key, third, seed);
        for (int k = 0; k < 3; k++) {
            degree[at.slot[k]]++;
            edges[at.slot[k]] ^= (uint32_t)i;
        }
    }
    size_t waiting = 0;
    for (uint32_t slot = 0; slot < slots; slot++)
        if (degree[slot] == 1)
            queue[waiting++] = slot;
    while (waiting) {
        uint32_t slot = queue[--waiting], edge = edges[slot];
        if (degree[slot] != 1)
            continue;
        struct book_slots at = book_chip_slots(all->entry[edge].key, third, seed);
        stack[height] = edge;
        free_slot[height++] = slot;
        for (int k = 0; k < 3; k++) {
            edges[at.slot[k]] ^= edge;
            if (--degree[at.slot[k]] == 1)
                queue[waiting++] = at.slot[k];
        }
    }
    uint32_t *book = NULL;
    if (height == all->count) {
        for (size_t i = height; i-- > 0;) {
            struct book_slots at = book_chip_slots(all->entry[stack[i]].key, third, seed);
            uint8_t sum = (uint8_t)all->entry[stack[i]].move;
            for (int k = 0; k < 3; k++)
                sum ^= at.slot[k] == free_slot[i] ? 0 : value[at.slot[k]];
            value[free_slot[i]] = sum;
        }
        uint32_t plane = (slots + 31) / 32, sum = 0;
        *words = BOOK_CHIP_HEAD + 3 * (size_t)plane;
        book = calloc(*words, sizeof *book);
        for (uint32_t slot = 0; slot < slots; slot++)
            for (uint32_t k = 0; k < 3; k++)
                book[BOOK_CHIP_HEAD + k * plane + slot / 32] |= (uint32_t)(value[slot] >> k & 1)
                                                                << slot % 32;
        for (size_t i = BOOK_CHIP_HEAD; i < *words; i++)
            sum = (sum << 1 | sum >> 31) + book[i];
        book[0] = BOOK_CHIP_MARK;
        book[1] = third | sides << BOOK_CHIP_SIDES;
        book[2] = seed;
        book[3] = sum;
    }
    free(degree);
    free(edges);
    free(stack);
    free(free_slot);
    free(queue);
    free(value);
    return book;
}

/* Every position must come back. */
static void check(const struct list *all, const uint32_t *book)
{
    for (size_t i = 0; i < all->count; i++)
        if (book_chip_value(book, all->entry[i].key) != all->entry[i].move) {
            fprintf(stderr, "the book does not hold what was put in\n");
            exit(1);
        }
}

static void notes_read(const char *path)
{
    FILE *file = fopen(path, "r");
    struct entry entry = {0};
    int move;
    while (file && fscanf(file, "%" SCNu64 " %d", &entry.key, &move) == 2) {
        list_add(&notes, (struct connect4){0, 0}, move);
        notes.entry[notes.count - 1].key = entry.key;
    }
    if (file)
        fclose(file);
    if (notes.count)
        list_settle(&notes);
}

int main(int count, char **arguments)
{
    enum { TABLE = 1 << 29 };
    if (count < 3 || count > 6) {
        fprintf(stderr, "usage: automaton-book NOTES BOOK [SIDES [POSITIONS [EXACT]]]\n");
        return 2;
    }
    uint32_t sides = count > 3 ? (uint32_t)atoi(arguments[3]) & 3 : 3;
    uint32_t nodes = count > 4 ? (uint32_t)atoi(arguments[4]) : PERFECT_NODES / 100 * SHARE;
    if (count > 5)
        exact = atoi(arguments[5]);
    void *table = aligned_alloc(64, TABLE);
    notes_read(arguments[1]);
    FILE *file = fopen(arguments[1], "a");
    if (!table || !file) {
        fprintf(stderr, "cannot write %s\n", arguments[1]);
        return 3;
    }
    memset(table, 0, TABLE);
    connect4_solver_init(&desktop, WIDTH, HEIGHT, table, TABLE, NULL);
    struct list all = {0};
    for (int side = 0; side < 2; side++)
        if (sides >> side & 1)
            follow(&all, side, file, nodes);
    fclose(file);
    list_settle(&all);
    size_t words = 0;
    uint32_t *book = NULL;
    for (uint32_t seed = 1; !book && seed < 100; seed++)
        book = pack(&all, sides, &words, seed);
    if (!book || !book_chip_valid(book, words)) {
        fprintf(stderr, "the book could not be packed\n");
        return 1;
    }
    check(&all, book);
    FILE *out = fopen(arguments[2], "wb");
    if (!out || fwrite(book, sizeof *book, words, out) != words || fclose(out)) {
        fprintf(stderr, "cannot write %s\n", arguments[2]);
        return 3;
    }
    printf("%zu positions, %zu bytes\n", all.count, words * sizeof *book);
    return 0;
}
