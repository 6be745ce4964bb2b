/* Othello as another program plays it: OpenSpiel's games, replayed ply by ply. */
#include "games/othello/othello.h"

#include "../shared.h"

#include <jansson.h>
#include <setjmp.h>
#include <stdarg.h>
#include <string.h>

#include <cmocka.h>

static json_int_t number_at(const json_t *array, size_t index)
{
    const json_t *number = json_array_get(array, index);
    assert_true(json_is_integer(number) || json_is_real(number));
    return (json_int_t)json_number_value(number);
}

/* The final board as OpenSpiel draws it has "x", "o" and "-" square by square in reading order,
   behind a heading and between letters and numbers of its own. */
static void compare_final(const struct othello_position *position, const char *final)
{
    uint64_t black =
        position->side == OTHELLO_BLACK ? position->board.mine : position->board.theirs;
    const char *at = strstr(final, "\n1 ");
    assert_non_null(at);
    for (int square = 0; square < OTHELLO_SQUARES; square++) {
        at += strcspn(at, "xo-");
        char expected = black & bit(square)                            ? 'x'
                        : othello_empty(position->board) & bit(square) ? '-'
                                                                       : 'o';
        assert_int_equal(*at++, expected);
    }
}

static void replay(const json_t *game)
{
    const json_t *actions = json_object_get(game, "actions");
    const json_t *players = json_object_get(game, "player");
    const json_t *legal = json_object_get(game, "legal");
    struct game_setup setup;
    struct othello_position position;
    struct game_result result;
    uint32_t moves[GAME_MOVES_MAX];
    game_setup_default(&game_othello, &setup);
    game_othello.start(&setup, &position);
    for (size_t ply = 0; ply < json_array_size(actions); ply++) {
        assert_false(game_othello.result(&setup, &position, &result));
        assert_int_equal(game_othello.side_to_move(&setup, &position), number_at(players, ply));
        const json_t *allowed = json_array_get(legal, ply);
        int count = game_othello.legal_moves(&setup, &position, moves);
        assert_int_equal(count, json_array_size(allowed));
        for (int i = 0; i < count; i++) /* both go through the squares in order */
            assert_int_equal(moves[i], number_at(allowed, (size_t)i));
        game_othello.play(&setup, &position, (uint32_t)number_at(actions, ply));
    }
    assert_int_equal(game_othello.legal_moves(&setup, &position, moves), 0);
    assert_true(game_othello.result(&setup, &position, &result));
    assert_int_equal(result.half_points - 1,
                     number_at(json_object_get(game, "returns"), 0)); /* 1, 0 or -1 for black */
    compare_final(&position, json_string_value(json_object_get(game, "final")));
}

static void all_games(void **state)
{
    (void)state;
    FILE *file = shared_open("data/openspiel/othello.jsonl");
    if (!file)
        skip();
    int games_replayed = 0;
    json_t *game;
    while ((game = json_loadf(file, JSON_DISABLE_EOF_CHECK, NULL))) {
        replay(game);
        json_decref(game);
        games_replayed++;
    }
    fclose(file);
    assert_int_equal(games_replayed, 100);
}

int main(void)
{
    const struct CMUnitTest tests[] = {cmocka_unit_test(all_games)};
    return shared_status(cmocka_run_group_tests(tests, NULL, NULL));
}
