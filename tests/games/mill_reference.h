/* Mill's rules a second time, slow and plain: a board of letters on a grid, the lines written out
   as names of points. The tests compare the real rules with it. It shares nothing with them. */
#ifndef TESTS_MILL_REFERENCE_H
#define TESTS_MILL_REFERENCE_H

#include <stdbool.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

struct reference {
    char variant; /* '9', '6', 'L', 'T' */
    bool skip, flying, draws;
    char board[7][7]; /* [column][row]: 'w', 'b' or '.' */
    int hand[2];
    int side;
    int quiet;
    int points;
    char names[24][3]; /* of the points, in reading order */
};

struct reference_moves {
    int count;
    char text[600][12];
};

static const char *const reference_lines_nine[] = {
    "a1 d1 g1", "b2 d2 f2", "c3 d3 e3", "a4 b4 c4", "e4 f4 g4", "c5 d5 e5",
    "b6 d6 f6", "a7 d7 g7", "a1 a4 a7", "b2 b4 b6", "c3 c4 c5", "d1 d2 d3",
    "d5 d6 d7", "e3 e4 e5", "f2 f4 f6", "g1 g4 g7", NULL,
};

static const char *const reference_lines_twelve[] = {
    "a1 d1 g1", "b2 d2 f2", "c3 d3 e3", "a4 b4 c4", "e4 f4 g4", "c5 d5 e5", "b6 d6 f6",
    "a7 d7 g7", "a1 a4 a7", "b2 b4 b6", "c3 c4 c5", "d1 d2 d3", "d5 d6 d7", "e3 e4 e5",
    "f2 f4 f6", "g1 g4 g7", "a1 b2 c3", "e5 f6 g7", "a7 b6 c5", "e3 f2 g1", NULL,
};

static const char *const reference_lines_six[] = {
    "a1 c1 e1", "b2 c2 d2", "b4 c4 d4", "a5 c5 e5", "a1 a3 a5",
    "b2 b3 b4", "d2 d3 d4", "e1 e3 e5", NULL,
};

/* Neighbours that are on no line of three. */
static const char *const reference_links_six[] = {"c1 c2", "c4 c5", "a3 b3", "d3 e3", NULL};

static inline const char *const *reference_lines(const struct reference *game)
{
    return game->variant == '6'   ? reference_lines_six
           : game->variant == 'T' ? reference_lines_twelve
                                  : reference_lines_nine;
}

static inline char *reference_at(struct reference *game, const char *name)
{
    return &game->board[name[0] - 'a'][name[1] - '1'];
}

static inline bool reference_is_point(const struct reference *game, const char *name)
{
    for (const char *const *line = reference_lines(game); *line; line++)
        for (int i = 0; i < 3; i++)
            if (!strncmp(*line + 3 * i, name, 2))
                return true;
    return false;
}

static inline bool reference_adjacent(const struct reference *game, const char *a, const char *b)
{
    for (const char *const *line = reference_lines(game); *line; line++)
        for (int i = 0; i < 2; i++) {
            const char *one = *line + 3 * i, *two = one + 3;
            if ((!strncmp(one, a, 2) && !strncmp(two, b, 2)) ||
                (!strncmp(one, b, 2) && !strncmp(two, a, 2)))
                return true;
        }
    for (const char *const *link = reference_links_six; game->variant == '6' && *link; link++)
        if ((!strncmp(*link, a, 2) && !strncmp(*link + 3, b, 2)) ||
            (!strncmp(*link, b, 2) && !strncmp(*link + 3, a, 2)))
            return true;
    return false;
}

/* Whether the man on this point stands in a mill. */
static inline bool reference_in_mill(struct reference *game, const char *name)
{
    char colour = *reference_at(game, name);
    for (const char *const *line = reference_lines(game); *line; line++) {
        bool through = false, full = true;
        for (int i = 0; i < 3; i++) {
            through |= !strncmp(*line + 3 * i, name, 2);
            full &= *reference_at(game, *line + 3 * i) == colour;
        }
        if (through && full)
            return true;
    }
    return false;
}

static inline int reference_on_board(const struct reference *game, int side)
{
    int count = 0;
    for (int i = 0; i < 49; i++)
        count += game->board[i / 7][i % 7] == "wb"[side];
    return count;
}

/* Adds the move with every capture that goes with it; the man is put on `to` and off again. */
static inline void reference_add(struct reference *game, const char *from, const char *to,
                                 struct reference_moves *moves)
{
    const char(*names)[3] = (const char(*)[3])game->names;
    char way[8], mine = "wb"[game->side], theirs = "bw"[game->side];
    int points = game->points, captures = 0;
    snprintf(way, sizeof way, "%s%s%s", from ? from : "", from ? "-" : "", to);
    if (from)
        *reference_at(game, from) = '.';
    *reference_at(game, to) = mine;
    if (reference_in_mill(game, to)) {
        bool outside = false;
        for (int i = 0; i < points; i++)
            if (*reference_at(game, names[i]) == theirs && !reference_in_mill(game, names[i]))
                outside = true;
        for (int i = 0; i < points; i++) {
            if (*reference_at(game, names[i]) != theirs)
                continue;
            if (outside ? !reference_in_mill(game, names[i]) : !game->skip) {
                snprintf(moves->text[moves->count++], 12, "%sx%s", way, names[i]);
                captures++;
            }
        }
    }
    if (!captures)
        snprintf(moves->text[moves->count++], 12, "%s", way);
    *reference_at(game, to) = '.';
    if (from)
        *reference_at(game, from) = mine;
}

static inline int reference_compare(const void *a, const void *b)
{
    return strcmp(a, b);
}

/* All moves by the position alone, sorted. */
static inline void reference_list(struct reference *game, struct reference_moves *moves)
{
    const char(*names)[3] = (const char(*)[3])game->names;
    char mine = "wb"[game->side];
    int points = game->points, hand = game->hand[game->side];
    bool flies = game->flying && game->variant != '6' && hand == 0 &&
                 reference_on_board(game, game->side) == 3;
    moves->count = 0;
    for (int to = 0; to < points; to++) {
        if (*reference_at(game, names[to]) != '.')
            continue;
        if (hand > 0)
            reference_add(game, NULL, names[to], moves);
        if (hand > 0 && game->variant != 'L')
            continue;
        for (int from = 0; from < points; from++)
            if (*reference_at(game, names[from]) == mine &&
                (flies || reference_adjacent(game, names[from], names[to])))
                reference_add(game, names[from], names[to], moves);
    }
    qsort(moves->text, (size_t)moves->count, sizeof moves->text[0], reference_compare);
}

/* Fills the legal moves. 'p' playing, 'd' drawn, 'w' or 'b' has won. */
static inline char reference_state(struct reference *game, struct reference_moves *moves)
{
    reference_list(game, moves);
    char state = 'p';
    if (moves->count == 0 || reference_on_board(game, game->side) + game->hand[game->side] < 3)
        state = "bw"[game->side];
    else if (game->draws && game->quiet >= 100)
        state = 'd';
    if (state != 'p')
        moves->count = 0;
    return state;
}

static inline void reference_play(struct reference *game, const char *move)
{
    const char *to = move[2] == '-' ? move + 3 : move;
    bool placed = to == move, takes = to[2] == 'x';
    if (placed)
        game->hand[game->side]--;
    else
        *reference_at(game, move) = '.';
    *reference_at(game, to) = "wb"[game->side];
    if (takes)
        *reference_at(game, to + 3) = '.';
    game->quiet = placed || takes ? 0 : game->quiet + 1;
    game->side = !game->side;
}

static inline void reference_start(struct reference *game, char variant)
{
    memset(game->board, '.', sizeof game->board);
    game->variant = variant;
    game->hand[0] = game->hand[1] = variant == '6'   ? 6
                                    : variant == 'L' ? 10
                                    : variant == 'T' ? 12
                                                     : 9;
    game->side = game->quiet = game->points = 0;
    for (char row = '7'; row >= '1'; row--)
        for (char column = 'a'; column <= 'g'; column++) {
            char name[3] = {column, row, 0};
            if (reference_is_point(game, name))
                memcpy(game->names[game->points++], name, 3);
        }
}

/* The position text. */
static inline void reference_write(struct reference *game, char *text, size_t size)
{
    char board[25] = "";
    for (int i = 0; i < game->points; i++)
        board[i] = *reference_at(game, game->names[i]);
    snprintf(text, size, "%s %c %d %d %d", board, "wb"[game->side], game -> hand[0],
             game -> hand[1], game -> quiet);
}

#endif
