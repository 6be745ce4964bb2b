/* The rules of ZR 2 a second time, in the plainest way, and a slow solver: values in an array,
   neighbours by comparing coordinates, every state that can be reached. For tests that must not
   trust src/games/zr2. plain_read understands only files that are known to be good, of at most
   PLAIN_CELLS cells; plain_solve needs values of at most 3 on at most 29 cells. */
#ifndef TESTS_GAMES_ZR2_PLAIN_H
#define TESTS_GAMES_ZR2_PLAIN_H

#include <stdbool.h>
#include <stdint.h>
#include <stdlib.h>
#include <string.h>

enum { PLAIN_CELLS = 128, PLAIN_GROUPS = 8, PLAIN_STEPS = 16 };

struct plain {
    int dimensions, size[8], cells, start, target, groups;
    bool member[PLAIN_GROUPS][PLAIN_CELLS];
    struct {
        char type[40];
        long value, target, add, colour, group;
    } cell[PLAIN_CELLS];
};

struct plain_state {
    int player;
    long value[PLAIN_CELLS];
};

static inline long plain_number(const char **text)
{
    while (!strchr("-0123456789", **text))
        ++*text;
    bool negative = **text == '-';
    *text += negative;
    long number = 0;
    for (; **text >= '0' && **text <= '9'; ++*text)
        number = 10 * number + (**text - '0');
    return negative ? -number : number;
}

static inline const char *plain_line(const char *text)
{
    return strchr(text, '\n') + 1;
}

/* Understands files that are known to be good. */
static inline void plain_read(struct plain *plain, const char *text)
{
    memset(plain, 0, sizeof *plain);
    text = plain_line(text);
    plain->target = (int)plain_number(&text);
    text = plain_line(plain_line(text));
    long coordinates[8];
    do {
        coordinates[plain->dimensions++] = plain_number(&text);
        text += strspn(text, " \t\r\n");
    } while (*text == ',');
    plain->groups = (int)plain_number(&text);
    for (int group = 0; group < plain->groups; group++) {
        text = strchr(text, '{') + 1;
        while (*text != '}')
            if (strchr("0123456789", *text))
                plain->member[group][plain_number(&text)] = true;
            else
                text++;
    }
    plain->cells = 1;
    for (int i = 0; i < plain->dimensions; i++) {
        plain->size[i] = (int)plain_number(&text);
        plain->start += (int)coordinates[i] * plain->cells;
        plain->cells *= plain->size[i];
    }
    for (int i = 0; i < plain->cells; i++) {
        text = strchr(text, '(') + 1;
        int length = 0;
        while (*text != ',')
            plain->cell[i].type[length++] = *text++;
        plain->cell[i].value = plain_number(&text);
        plain->cell[i].target = plain_number(&text);
        plain->cell[i].add = plain_number(&text);
        plain->cell[i].colour = plain_number(&text);
        plain->cell[i].group = plain_number(&text);
    }
}

static inline void plain_start(const struct plain *plain, struct plain_state *state)
{
    memset(state, 0, sizeof *state);
    state->player = plain->start;
    for (int i = 0; i < plain->cells; i++)
        state->value[i] = plain->cell[i].value;
}

static inline long plain_sum(const struct plain *plain, const struct plain_state *state)
{
    long sum = 0;
    for (int i = 0; i < plain->cells; i++)
        if (state->value[i] > 0)
            sum += state->value[i];
    return sum;
}

static inline int plain_coordinate(const struct plain *plain, int cell, int dimension)
{
    for (int i = 0; i < dimension; i++)
        cell /= plain->size[i];
    return cell % plain->size[dimension];
}

/* Whether `to` is `from` with one coordinate changed by `change`. */
static inline bool plain_is_beside(const struct plain *plain, int from, int to, int dimension,
                                   int change)
{
    for (int i = 0; i < plain->dimensions; i++)
        if (plain_coordinate(plain, to, i) - plain_coordinate(plain, from, i) !=
            (i == dimension ? change : 0))
            return false;
    return true;
}

/* The order is last coordinate first, lower before higher. */
static inline int plain_steps(const struct plain *plain, const struct plain_state *state,
                              int *steps)
{
    int count = 0;
    for (int dimension = plain->dimensions - 1; dimension >= 0; dimension--)
        for (int change = -1; change <= 1; change += 2)
            for (int to = 0; to < plain->cells; to++)
                if (state->value[to] > 0 &&
                    plain_is_beside(plain, state->player, to, dimension, change))
                    steps[count++] = to;
    return count;
}

/* Binary digit `number` of a type, from 1 at the right. */
static inline bool plain_type_has(const char *type, size_t number)
{
    return strlen(type) >= number && type[strlen(type) - number] == '1';
}

static inline void plain_visit(const struct plain *plain, struct plain_state *state, int to)
{
    const char *type = plain->cell[to].type;
    long group = plain->cell[to].group, target = plain->cell[to].target;
    state->value[to] -= 1;
    if ((plain_type_has(type, 5) || plain_type_has(type, 4)) && group >= 0 && group < plain->groups)
        for (int i = 0; i < plain->cells; i++)
            if (plain->member[group][i])
                state->value[i] += plain->cell[to].add;
    state->player = to;
    if (plain_type_has(type, 3) && target >= 0 && target < plain->cells)
        state->player = (int)target;
}

/* --- The slow solver: every state that can be reached, each once ------------------------------ */

struct plain_states {
    uint64_t *key; /* 0 free */
    size_t room, count;
};

static inline bool plain_states_put(struct plain_states *states, uint64_t key);

static inline void plain_states_grow(struct plain_states *states)
{
    struct plain_states larger = {.room = states->room ? 2 * states->room : 1024};
    larger.key = calloc(larger.room, sizeof *larger.key);
    for (size_t i = 0; i < states->room; i++)
        if (states->key[i])
            plain_states_put(&larger, states->key[i]);
    free(states->key);
    *states = larger;
}

/* False when it was there. */
static inline bool plain_states_put(struct plain_states *states, uint64_t key)
{
    if (2 * states->count >= states->room)
        plain_states_grow(states);
    size_t at = (size_t)(key * UINT64_C(0x9e3779b97f4a7c15) >> 20) & (states->room - 1);
    for (; states->key[at]; at = (at + 1) & (states->room - 1))
        if (states->key[at] == key)
            return false;
    states->key[at] = key;
    states->count++;
    return true;
}

struct plain_solving {
    const struct plain *plain;
    struct plain_states states;
    int steps[PLAIN_CELLS][PLAIN_STEPS], step_count[PLAIN_CELLS]; /* on a full board */
    long least;
};

/* Two bits a value, so the board may have 29 cells of at most 3. */
static inline uint64_t plain_key(const struct plain *plain, const struct plain_state *state)
{
    uint64_t key = (uint64_t)state->player + 1;
    for (int i = 0; i < plain->cells; i++)
        key = key << 2 | (uint64_t)(state->value[i] > 0 ? state->value[i] : 0);
    return key;
}

static inline void plain_solve_from(struct plain_solving *solving, const struct plain_state *state)
{
    const struct plain *plain = solving->plain;
    if (solving->least == 0 || !plain_states_put(&solving->states, plain_key(plain, state)))
        return;
    long sum = plain_sum(plain, state);
    if (sum < solving->least)
        solving->least = sum;
    for (int i = 0; i < solving->step_count[state->player]; i++) {
        int to = solving->steps[state->player][i];
        if (state->value[to] <= 0)
            continue;
        struct plain_state next;
        next.player = 0;
        memcpy(next.value, state->value, (size_t)plain->cells * sizeof next.value[0]);
        plain_visit(plain, &next, to);
        plain_solve_from(solving, &next);
    }
}

/* The most points. */
static inline long plain_solve(const struct plain *plain)
{
    struct plain_solving solving = {.plain = plain};
    struct plain_state state, full;
    for (int i = 0; i < plain->cells; i++)
        full.value[i] = 1;
    for (full.player = 0; full.player < plain->cells; full.player++)
        solving.step_count[full.player] = plain_steps(plain, &full, solving.steps[full.player]);
    plain_start(plain, &state);
    long sum = plain_sum(plain, &state);
    solving.least = sum;
    plain_solve_from(&solving, &state);
    free(solving.states.key);
    return sum - solving.least;
}

#endif
