/* Byte played slowly and plainly, to hold the real rules against: stacks are strings, a move is its
   text, and everything is looked up afresh from what the rules say. It shares nothing with
   src/games/byte but the texts of moves and positions. */
#ifndef TESTS_BYTE_SLOW_H
#define TESTS_BYTE_SLOW_H

#include "base/text.h"
#include <stdbool.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

struct slow {
    int size, full;
    bool merge_first;
    char side;
    int won_white, won_black;
    char stack[16][16][20]; /* [x][y], bottom first */
};

struct slow_moves {
    int count;
    char text[512][16];
};

static bool slow_dark(const struct slow *slow, int x, int y)
{
    return x >= 0 && y >= 0 && x < slow->size && y < slow->size && (x + y) % 2 == 0;
}

static int slow_height(const struct slow *slow, int x, int y)
{
    return slow_dark(slow, x, y) ? (int)strlen(slow->stack[x][y]) : 0;
}

static int slow_distance(int x, int y, int u, int v)
{
    return abs(x - u) > abs(y - v) ? abs(x - u) : abs(y - v);
}

static void slow_start(struct slow *slow, int size, int full, bool merge_first, bool draughts)
{
    memset(slow, 0, sizeof *slow);
    slow->size = size;
    slow->full = full;
    slow->merge_first = merge_first;
    slow->side = 'w';
    for (int x = 0; x < size; x++)
        for (int rank = 1; rank <= size; rank++) {
            const char *checker = rank % 2 == 0 ? "w" : "b";
            if (draughts)
                checker = rank <= 3 ? "w" : rank >= 6 ? "b" : "";
            else if (rank == 1 || rank == size)
                checker = "";
            if (slow_dark(slow, x, rank - 1))
                strcpy(slow->stack[x][rank - 1], checker);
        }
}

static bool slow_over(const struct slow *slow)
{
    int all = slow->size * (slow->size - 2) / 2 / slow->full;
    return slow->won_white > all / 2 || slow->won_black > all / 2 ||
           slow->won_white + slow->won_black == all;
}

static bool slow_may_slide(const struct slow *slow, int x, int y, int u, int v)
{
    int nearest = 99;
    for (int a = 0; a < slow->size; a++)
        for (int b = 0; b < slow->size; b++)
            if ((a != x || b != y) && slow_height(slow, a, b) &&
                slow_distance(x, y, a, b) < nearest)
                nearest = slow_distance(x, y, a, b);
    if (nearest == 1 || slow->stack[x][y][0] != slow->side)
        return false;
    for (int a = 0; a < slow->size; a++)
        for (int b = 0; b < slow->size; b++)
            if ((a != x || b != y) && slow_height(slow, a, b) &&
                slow_distance(x, y, a, b) == nearest && slow_distance(u, v, a, b) < nearest)
                return true;
    return false;
}

static void slow_add(struct slow_moves *moves, int x, int y, int level, int u, int v)
{
    struct text text;
    text_init(&text, moves->text[moves->count++], sizeof moves->text[0]);
    text_print(&text, "%c%d", 'a' + x, y + 1);
    if (level > 0)
        text_print(&text, ":%d", level + 1);
    text_print(&text, "-%c%d", 'a' + u, v + 1);
}

static void slow_pair(const struct slow *slow, bool slides, int x, int y, int u, int v,
                      struct slow_moves *moves)
{
    int height = slow_height(slow, x, y), target = slow_height(slow, u, v);
    if (!slow_dark(slow, u, v) || height == 0)
        return;
    if (slides && target == 0 && slow_may_slide(slow, x, y, u, v))
        slow_add(moves, x, y, 0, u, v);
    for (int level = 0; !slides && level < height; level++)
        if (slow->stack[x][y][level] == slow->side && level < target &&
            target + height - level <= slow->full)
            slow_add(moves, x, y, level, u, v);
}

static int slow_order(const void *a, const void *b)
{
    return strcmp(a, b);
}

static void slow_moves(const struct slow *slow, struct slow_moves *moves)
{
    moves->count = 0;
    if (slow_over(slow))
        return;
    for (int slides = 0; slides < 2; slides++) {
        if (slides && slow->merge_first && moves->count)
            break;
        for (int x = 0; x < slow->size; x++)
            for (int y = 0; y < slow->size; y++)
                for (int corner = 0; corner < 4 && slow_dark(slow, x, y); corner++)
                    slow_pair(slow, slides, x, y, x + (corner & 1 ? 1 : -1),
                              y + (corner & 2 ? 1 : -1), moves);
    }
    if (moves->count == 0)
        strcpy(moves->text[moves->count++], "pass");
    qsort(moves->text, (size_t)moves->count, sizeof moves->text[0], slow_order);
}

/* True when the move was a merge. */
static bool slow_play(struct slow *slow, const char *move)
{
    char file, to_file;
    int rank, to_rank, level = 1;
    bool merge = false;
    if (sscanf(move, "%c%d:%d-%c%d", &file, &rank, &level, &to_file, &to_rank) == 5 ||
        (level = 1, sscanf(move, "%c%d-%c%d", &file, &rank, &to_file, &to_rank) == 4)) {
        char *from = slow->stack[file - 'a'][rank - 1] + level - 1;
        char *to = slow->stack[to_file - 'a'][to_rank - 1];
        merge = *to;
        char taken[20];
        strcpy(taken, from);
        *from = 0;
        strcat(to, taken);
        if ((int)strlen(to) == slow->full) {
            if (to[slow->full - 1] == 'w')
                slow->won_white++;
            else
                slow->won_black++;
            *to = 0;
        }
    }
    slow->side = slow->side == 'w' ? 'b' : 'w';
    return merge;
}

__attribute__((unused)) static void slow_write(const struct slow *slow, char *text)
{
    text[0] = 0;
    for (int y = slow->size - 1; y >= 0; y--) {
        bool first = true;
        for (int x = 0; x < slow->size; x++) {
            if (!slow_dark(slow, x, y))
                continue;
            if (!first)
                strcat(text, ",");
            first = false;
            strcat(text, slow_height(slow, x, y) ? slow->stack[x][y] : "-");
        }
        strcat(text, y ? "/" : " ");
    }
    sprintf(text + strlen(text), "%c %d %d", slow->side, slow->won_white, slow->won_black);
}

#endif
