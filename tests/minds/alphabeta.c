/* The search template, for every two-player game: its values are those of plain minimax, its
   limits hold, its lines of play are legal, and what it calls proved is true wherever it stops. */
#include "minds/connect4/players.h"
#include "minds/mind.h"
#include "minds/table.h"

#include <setjmp.h>
#include <stdarg.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

#include <cmocka.h>

enum { TABLE_BYTES = 1 << 20 };

struct desk { /* one game with what thinking needs */
    const struct game *game;
    const struct mind *mind;
    struct game_setup setup;
    struct table table;
    struct random random;
    _Alignas(64) char position[GAME_POSITION_SMALL];
};

static void *aligned(size_t bytes)
{
    void *memory = aligned_alloc(64, (bytes + 63) / 64 * 64);
    assert_non_null(memory);
    return memory;
}

/* Calls `examine` for every game that has the searching players. */
static void each_game(void (*examine)(struct desk *desk))
{
    for (int i = 0; i < game_count; i++) {
        struct desk desk = {.game = games[i], .mind = mind_of(games[i])};
        struct player player;
        if (!desk.mind || games[i]->players != 2 ||
            !player_read(desk.mind, "alphabeta:1", &player, NULL))
            continue;
        game_setup_default(desk.game, &desk.setup);
        void *memory = aligned(TABLE_BYTES);
        table_init(&desk.table, memory, TABLE_BYTES);
        random_seed(&desk.random, 7);
        examine(&desk);
        free(memory);
    }
}

/* A position some random moves into a game, the game not over. */
static void random_position(struct desk *desk, int most_plies)
{
    for (;;) {
        uint32_t moves[GAME_MOVES_MAX];
        desk->game->start(&desk->setup, desk->position);
        int plies = (int)random_below(&desk->random, (uint32_t)most_plies + 1), count = 1;
        for (int i = 0; i < plies && count > 0; i++) {
            count = desk->game->legal_moves(&desk->setup, desk->position, moves);
            if (count > 0)
                desk->game->play(&desk->setup, desk->position,
                                 moves[random_below(&desk->random, (uint32_t)count)]);
        }
        if (desk->game->legal_moves(&desk->setup, desk->position, moves) > 0)
            return;
    }
}

static struct mind_answer ask(struct desk *desk, const char *name, struct table *table,
                              struct mind_limits limits)
{
    struct player player;
    struct error error;
    if (!player_read(desk->mind, name, &player, &error))
        fail_msg("%s", error.text);
    /* Connect Four's own player of this name has another evaluation. */
    if (player.kind == &connect4_minimax)
        player.kind = &connect4_search_minimax;
    struct mind_answer answer;
    struct mind_task task = {
        .game = desk->game,
        .setup = &desk->setup,
        .position = desk->position,
        .limits = limits,
        .random = &desk->random,
        .table = table,
        .memory = aligned(player.kind->memory),
    };
    player.kind->think(&player, &task, &answer);
    free(task.memory);
    return answer;
}

static void check_line(struct desk *desk, const struct mind_answer *answer)
{
    char position[GAME_POSITION_SMALL];
    assert_true(answer->line_length > 0);
    assert_int_equal(answer->line[0], answer->move);
    memcpy(position, desk->position, sizeof position);
    for (int i = 0; i < answer->line_length; i++) {
        assert_true(game_is_legal(desk->game, &desk->setup, position, answer->line[i]));
        desk->game->play(&desk->setup, position, answer->line[i]);
    }
}

static void examine_values(struct desk *desk)
{
    for (int i = 0; i < 60; i++) {
        random_position(desk, 40);
        for (int depth = 1; depth <= 3; depth++) {
            char plain_name[20], name[20];
            struct mind_limits none = {0};
            snprintf(plain_name, sizeof plain_name, "minimax:%d", depth);
            snprintf(name, sizeof name, "alphabeta:%d", depth);
            struct mind_answer plain = ask(desk, plain_name, NULL, none);
            struct mind_answer bare = ask(desk, name, NULL, none);
            check_line(desk, &bare);
            assert_int_equal(bare.score, plain.score);
            table_clear(&desk->table);
            struct mind_answer tabled = ask(desk, name, &desk->table, none);
            check_line(desk, &tabled);
            /* The table may know a decided value from a deeper line; else it changes nothing. */
            if (tabled.outcome == MIND_OUTCOME_OPEN)
                assert_int_equal(tabled.score, plain.score);
        }
    }
}

static void values_equal_minimax(void **state)
{
    (void)state;
    each_game(examine_values);
}

static void examine_limits(struct desk *desk)
{
    struct mind_limits nodes = {.nodes = 5000}, time = {.microseconds = 20000};
    random_position(desk, 6);
    struct mind_answer answer = ask(desk, "best", &desk->table, nodes);
    /* A mind may finish the few leaves it has in hand. */
    if (answer.nodes > 5000 + 64)
        fail_msg("%s: %llu nodes", desk->game->name, (unsigned long long)answer.nodes);
    check_line(desk, &answer);
    answer = ask(desk, "best", &desk->table, time);
    check_line(desk, &answer);
    struct mind_answer again = ask(desk, "best:nodes=3000", NULL, nodes);
    struct mind_answer same = ask(desk, "best:nodes=3000", NULL, nodes);
    assert_memory_equal(&again, &same, sizeof again);
}

static void limits_hold(void **state)
{
    (void)state;
    each_game(examine_limits);
}

/* The outcome by the game's own solver; false when that is not found soon. */
static bool outcome_of(struct desk *desk, int *outcome)
{
    struct mind_answer answer;
    struct mind_task task = {
        .game = desk->game,
        .setup = &desk->setup,
        .position = desk->position,
        .limits = {.nodes = 20000},
        .random = &desk->random,
        .table = &desk->table,
        .memory = aligned(desk->mind->solve_memory),
        .memory_bytes = desk->mind->solve_memory,
        .no_book = true,
        .value_only = true,
    };
    table_clear(&desk->table);
    mind_answer_clear(&answer);
    desk->mind->solve(&task, &answer);
    free(task.memory);
    *outcome = answer.outcome;
    return answer.exact;
}

/* A search may be stopped in the middle of an iteration, when it has seen some of the moves. */
static void examine_stopped(struct desk *desk)
{
    int claims = 0, outcome;
    for (int i = 0; i < 2000; i++) {
        char name[32];
        random_position(desk, 80);
        snprintf(name, sizeof name, "alphabeta:nodes=%u", 1 + random_below(&desk->random, 2000));
        struct mind_answer answer = ask(desk, name, NULL, (struct mind_limits){0});
        if (!answer.exact || !outcome_of(desk, &outcome))
            continue;
        if (answer.outcome != outcome)
            fail_msg("%s: %s says %d, it is %d", desk->game->name, name, answer.outcome, outcome);
        claims++;
    }
    assert_true(claims > 20);
}

static void stopped_anywhere(void **state)
{
    (void)state;
    each_game(examine_stopped);
}

int main(void)
{
    const struct CMUnitTest tests[] = {
        cmocka_unit_test(values_equal_minimax),
        cmocka_unit_test(limits_hold),
        cmocka_unit_test(stopped_anywhere),
    };
    return cmocka_run_group_tests(tests, NULL, NULL);
}
