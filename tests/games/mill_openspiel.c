/* Mill against OpenSpiel: its recorded random games are replayed, and the legal moves of every
   position and the results must be the same. What differs there is mapped here, not in the rules:
   a capture is an action of its own, and a game is drawn after 200 turns. */
#include "games/mill/mill.h"

#include "../shared.h"
#include "games/mill/notation.h"
#include <setjmp.h>
#include <stdarg.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

#include <cmocka.h>
#include <jansson.h>

/* OpenSpiel takes a man in an action of its own: `pending` holds the way of a move that closed a
   mill until its capture is known. Points are numbered in reading order. */
struct replay {
    struct game_setup setup;
    struct mill board;
    int order[24]; /* our point for each of theirs */
    int pending_from, pending_to;
    bool pending;
};

/* The actions that our legal moves amount to, as a set. */
static int replay_actions(const struct replay *replay, bool actions[600])
{
    uint32_t moves[GAME_MOVES_MAX];
    int count = game_mill.legal_moves(&replay->setup, &replay->board, moves), distinct = 0;
    int theirs[32];
    for (int i = 0; i < 24; i++)
        theirs[replay->order[i]] = i;
    memset(actions, 0, 600 * sizeof actions[0]);
    for (int i = 0; i < count; i++) {
        int from = mill_move_from(moves[i]), to = mill_move_to(moves[i]), action;
        if (!replay->pending)
            action = from == MILL_NOWHERE ? theirs[to] : 24 + 24 * theirs[from] + theirs[to];
        else if (from == replay->pending_from && to == replay->pending_to)
            action = theirs[mill_move_captured(moves[i])];
        else
            continue;
        distinct += !actions[action];
        actions[action] = true;
    }
    return distinct;
}

static void replay_action(struct replay *replay, int action)
{
    if (!replay->pending) {
        replay->pending_from = action < 24 ? MILL_NOWHERE : replay->order[(action - 24) / 24];
        replay->pending_to = replay->order[action < 24 ? action : (action - 24) % 24];
        uint32_t move = mill_move(replay->pending_from, replay->pending_to, MILL_NOWHERE);
        replay->pending = !game_is_legal(&game_mill, &replay->setup, &replay->board, move);
        if (!replay->pending)
            game_mill.play(&replay->setup, &replay->board, move);
    } else {
        game_mill.play(&replay->setup, &replay->board,
                       mill_move(replay->pending_from, replay->pending_to, replay->order[action]));
        replay->pending = false;
    }
}

static void replay_game(json_t *game)
{
    struct replay replay = {.pending = false};
    int at = 0;
    game_setup_default(&game_mill, &replay.setup);
    replay.setup.option[MILL_OPTION_DRAWS] = 0;
    for (int y = 6; y >= 0; y--)
        for (int x = 0; x < 7; x++)
            if (mill_point_at(x, y, MILL_NINE) >= 0)
                replay.order[at++] = mill_point_at(x, y, MILL_NINE);
    game_mill.start(&replay.setup, &replay.board);
    json_t *actions = json_object_get(game, "actions"), *legal = json_object_get(game, "legal");
    for (size_t i = 0; i < json_array_size(actions); i++) {
        json_t *list = json_array_get(legal, i);
        bool ours[600];
        assert_int_equal(json_integer_value(json_array_get(json_object_get(game, "player"), i)),
                         replay.board.side);
        assert_int_equal(replay_actions(&replay, ours), json_array_size(list));
        for (size_t j = 0; j < json_array_size(list); j++)
            assert_true(ours[json_integer_value(json_array_get(list, j))]);
        replay_action(&replay, (int)json_integer_value(json_array_get(actions, i)));
    }
    double value = json_number_value(json_array_get(json_object_get(game, "returns"), 0));
    struct game_result result;
    bool over = game_mill.result(&replay.setup, &replay.board, &result);
    if (over)
        assert_true(result.half_points - 1 == (int)value);
    else
        assert_true(value == 0); /* OpenSpiel's own limit of turns */
}

static void openspiel_games(void **state)
{
    (void)state;
    FILE *file = shared_open("data/openspiel/nine_mens_morris.jsonl");
    if (!file)
        skip();
    int games_read = 0;
    json_t *game;
    while ((game = json_loadf(file, JSON_DISABLE_EOF_CHECK, NULL))) {
        replay_game(game);
        json_decref(game);
        games_read++;
    }
    fclose(file);
    assert_int_equal(games_read, 100);
}

int main(void)
{
    const struct CMUnitTest tests[] = {cmocka_unit_test(openspiel_games)};
    return shared_status(cmocka_run_group_tests(tests, NULL, NULL));
}
