/* Recorded games, replayed move by move: the games that OpenSpiel played, with the number of legal
   moves at every ply and the result, and games of people from the WTHOR archive with Black's discs.
   tools/test-data wrote them. */
#include "games/connect4/connect4.h"
#include "games/mill/mill.h"
#include "games/othello/othello.h"

#include <setjmp.h>
#include <stdarg.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

#include <cmocka.h>

struct record {
    const struct game *game;
    struct game_setup setup;
    uint64_t position[64];
};

static void begin(struct record *record, const struct game *game)
{
    record->game = game;
    game_setup_default(game, &record->setup);
    if (game == &game_mill)
        record->setup.option[MILL_OPTION_DRAWS] = 0;
    assert_true(game->position_size(&record->setup) <= sizeof record->position);
    game->start(&record->setup, record->position);
}

/* Plays a move given as text; false when it is not legal. */
static bool play(struct record *record, const char *text)
{
    uint32_t move;
    struct error error;
    if (!record->game->move_read(&record->setup, record->position, text, strlen(text), &move,
                                 &error) ||
        !game_is_legal(record->game, &record->setup, record->position, move))
        return false;
    record->game->play(&record->setup, record->position, move);
    return true;
}

/* "MOVES; COUNTS; RESULT", or without counts "MOVES; DISCS", where forced passes are left out. */
static void replay(const struct game *game, char *line, bool counted)
{
    struct record record;
    struct game_result result;
    uint32_t moves[GAME_MOVES_MAX];
    char *rest = strchr(line, ';'), *at;
    assert_non_null(rest);
    *rest++ = 0;
    begin(&record, game);
    for (char *move = strtok_r(line, " ", &at); move; move = strtok_r(NULL, " ", &at)) {
        int count = game->legal_moves(&record.setup, record.position, moves);
        if (counted)
            assert_int_equal(count, strtol(rest, &rest, 10));
        if (!play(&record, move) && (counted || !play(&record, "pass") || !play(&record, move)))
            fail_msg("%s: %s is not legal", game->name, move);
    }
    bool over = game->result(&record.setup, record.position, &result);
    rest += strspn(rest, "; ");
    if (counted)
        assert_int_equal(over ? result.half_points - 1 : 0, atoi(rest));
    else if (over)
        assert_int_equal((result.score + 64) / 2, atoi(rest));
}

static void replay_file(const struct game *game, const char *path, bool counted, int least)
{
    static char line[1 << 14];
    FILE *file = fopen(path, "r");
    int count = 0;
    assert_non_null(file);
    while (fgets(line, sizeof line, file)) {
        if (line[0] == '#')
            continue;
        replay(game, line, counted);
        count++;
    }
    fclose(file);
    assert_true(count >= least);
}

static void test_openspiel(void **state)
{
    (void)state;
    replay_file(&game_othello, "tests/data/games/othello.txt", true, 100);
    replay_file(&game_connect4, "tests/data/games/connect4.txt", true, 100);
    replay_file(&game_mill, "tests/data/games/mill.txt", true, 100);
}

static void test_wthor(void **state)
{
    (void)state;
    replay_file(&game_othello, "tests/data/games/wthor.txt", false, 300);
}

int main(void)
{
    const struct CMUnitTest tests[] = {cmocka_unit_test(test_openspiel),
                                       cmocka_unit_test(test_wthor)};
    return cmocka_run_group_tests(tests, NULL, NULL);
}
