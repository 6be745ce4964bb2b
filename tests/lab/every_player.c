/* Every player of every game, on every board that the options allow, from the start to the end of a
   game: its move is legal and the first of its line, limits are kept, a depth of 0 is a static
   evaluation or refused, and where the game is over there is no move. */
#include "lab/learned.h"
#include "lab/opened.h"
#include "lab/outside.h"
#include "lab/think.h"

#include <setjmp.h>
#include <stdarg.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

#include <cmocka.h>

enum { PLIES = 400, NODES = 300, SLACK = 20000 };

static struct thinker thinker;

static int open_thinker(void **state)
{
    (void)state;
    return !think_open(&thinker, 1, 1 << 20, NULL);
}

static int close_thinker(void **state)
{
    (void)state;
    think_close(&thinker);
    return 0;
}

static void give_level(struct opened *opened)
{
    static char text[4096];
    struct error error;
    FILE *file = fopen("levels/06-three-by-three.lvl", "r");
    assert_non_null(file);
    size_t length = fread(text, 1, sizeof text, file);
    fclose(file);
    if (!opened_level(opened, text, length, &error))
        fail_msg("%s", error.text);
}

static bool legal(const struct session *session, uint32_t move)
{
    uint32_t moves[GAME_MOVES_MAX];
    int count = session_moves(session, moves);
    for (int i = 0; i < count; i++)
        if (moves[i] == move)
            return true;
    return false;
}

/* One question; the answer is looked at here. */
static struct mind_answer ask(const struct opened *opened, const struct player *player,
                              struct mind_limits limits)
{
    static struct random random;
    struct error error = {.text = ""};
    struct mind_answer answer;
    struct mind_task task = {.game = opened->game,
                             .setup = session_setup(opened->session),
                             .position = session_position(opened->session),
                             .limits = limits,
                             .no_book = true,
                             .random = &random};
    struct player own = *player;
    if (own.kind->limits && own.kind->argument)
        own.number = 0; /* the limits count, not the usual number */
    random_seed(&random, 3);
    if (!think_ask(&thinker, &own, &task, &answer, &error))
        fail_msg("%s of %s: %s", player->name, opened->game->name, error.text);
    if (session_over(opened->session, NULL, NULL))
        return answer;
    if (!legal(opened->session, answer.move))
        fail_msg("%s of %s after %d plies: no legal move", player->name, opened->game->name,
                 session_ply(opened->session));
    if (answer.line_length)
        assert_int_equal(answer.line[0], answer.move);
    if (limits.nodes && player->kind->limits && answer.nodes > limits.nodes + SLACK)
        fail_msg("%s of %s visits %llu positions", player->name, opened->game->name,
                 (unsigned long long)answer.nodes);
    if (limits.depth == MIND_DEPTH_STATIC && !answer.evaluated && !answer.exact)
        fail_msg("%s of %s: no static evaluation", player->name, opened->game->name);
    return answer;
}

static void ask_in_every_way(const struct opened *opened, const struct player *player)
{
    struct error error;
    if (player->kind->limits && player_takes_depth(player->kind, MIND_DEPTH_STATIC, &error))
        ask(opened, player, (struct mind_limits){.depth = MIND_DEPTH_STATIC});
    ask(opened, player, (struct mind_limits){.nodes = NODES});
    if (player->kind->limits && !player->kind->no_depth)
        ask(opened, player, (struct mind_limits){.depth = 1, .nodes = NODES});
}

/* A game of random moves; the player is asked at its beginning, in its middle and at its end. */
static void walk(struct opened *opened, const struct player *player)
{
    struct random random;
    struct error error;
    uint32_t moves[GAME_MOVES_MAX];
    random_seed(&random, 5);
    if (!opened_start(opened, NULL, 0, PLIES, &error))
        fail_msg("%s", error.text);
    for (int ply = 0; ply < PLIES - 1 && !session_over(opened->session, NULL, NULL); ply++) {
        if (ply % 20 == 0 && ply < 60)
            ask_in_every_way(opened, player);
        int count = session_moves(opened->session, moves);
        assert_true(count > 0);
        assert_true(
            session_play(opened->session, moves[random_below(&random, (uint32_t)count)], &error));
    }
    if (session_over(opened->session, NULL, NULL))
        ask(opened, player, (struct mind_limits){.depth = 1, .nodes = NODES});
}

/* Every player that needs no file, on this board. */
static int players_on(struct opened *opened)
{
    const struct mind *mind = mind_of(opened->game);
    int asked = 0;
    for (int i = 0; i < mind->player_count; i++) {
        struct player player;
        struct error error;
        if (!outside_player_read(opened->game, mind, mind->players[i]->name, &player, &error))
            continue;
        if (player.kind->argument) /* as little as it can do by itself */
            player.number = player.kind->least;
        walk(opened, &player);
        asked++;
    }
    return asked;
}

/* Sets one option, or none where `option` is below 0; false where the board is not allowed. */
static bool arrange(struct opened *opened, const struct game *game, int option, int value)
{
    opened_begin(opened, game);
    if (game->level_read)
        give_level(opened);
    if (option >= 0)
        opened->setup.option[option] = value;
    return game->setup_valid(&opened->setup, NULL);
}

static void every_player_on_every_board(void **state)
{
    (void)state;
    int asked = 0;
    for (int g = 0; g < game_count; g++)
        for (int option = -1; option < games[g]->option_count; option++)
            for (int edge = 0; edge < (option < 0 ? 1 : 2); edge++) {
                struct opened opened;
                const struct game_option *about = option < 0 ? NULL : &games[g]->options[option];
                if (arrange(&opened, games[g], option,
                            !about ? 0
                            : edge ? about->most
                                   : about->least))
                    asked += players_on(&opened);
                opened_close(&opened);
            }
    assert_true(asked > 100);
}

static void names_that_are_no_players(void **state)
{
    (void)state;
    static const char *const bad[][3] = {
        {"connect4", "nobody", "nobody"},
        {"connect4", "alphabeta:0", "player alphabeta: expected a depth from 1 to"},
        {"connect4", "alphabeta:x", "player alphabeta: "},
        {"connect4", "random:3", "player random takes no argument, found \"3\""},
        {"connect4", "random:random=101", "random"},
        {"othello", "patterns:", "player patterns: expected the path of a model file"},
        {"othello", "patterns:models/othello.bin,depth=x", "depth"},
        {"othello", "best:time=1.2.3", "time"},
        {"othello", "best:time=", "time"},
        {"othello", "best:depth=1,depth", "depth"},
        {"connect4",
         "alphabeta:111111111111111111111111111111111111111111111111111111111111111111111111111111"
         "1111111111111111111111",
         "the player's name is too long: at most 95 characters"},
    };
    for (size_t i = 0; i < sizeof bad / sizeof bad[0]; i++) {
        struct player player;
        struct error error = {.text = ""};
        if (player_read(mind_of(game_find(bad[i][0])), bad[i][1], &player, &error))
            fail_msg("%s is taken", bad[i][1]);
        if (!strstr(error.text, bad[i][2]))
            fail_msg("%s: \"%s\" is not in \"%s\"", bad[i][1], bad[i][2], error.text);
    }
}

int main(void)
{
    const struct CMUnitTest tests[] = {
        cmocka_unit_test(every_player_on_every_board),
        cmocka_unit_test(names_that_are_no_players),
    };
    return cmocka_run_group_tests(tests, open_thinker, close_thinker);
}
