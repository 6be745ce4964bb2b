/* Connect Four's player "perfect": every move keeps the value, of the moves that do it leaves the
   fewest good replies, and it varies; games with it end as the position they began from promised,
   or better. */
#include "games/connect4/connect4.h"
#include "lab/think.h"

#include <setjmp.h>
#include <stdarg.h>
#include <stdlib.h>

#include <cmocka.h>

enum { POSITIONS = 25, GAMES = 8, TABLE = 1 << 22 };

struct desk {
    struct game_setup setup;
    const struct mind *mind;
    struct thinker thinker;
    struct random random;
};

static void desk_open(struct desk *desk, int workers)
{
    game_setup_default(&game_connect4, &desk->setup);
    desk->mind = mind_of(&game_connect4);
    assert_true(think_open(&desk->thinker, workers, TABLE, NULL));
    random_seed(&desk->random, 11);
}

static struct mind_answer ask(struct desk *desk, const char *name, const struct connect4 *board)
{
    struct player player;
    struct mind_answer answer;
    struct mind_task task = {
        .game = &game_connect4, .setup = &desk->setup, .position = board, .random = &desk->random};
    assert_true(player_read(desk->mind, name, &player, NULL));
    assert_true(think_ask(&desk->thinker, &player, &task, &answer, NULL));
    return answer;
}

static int value(struct desk *desk, const struct connect4 *board)
{
    struct mind_task task = {
        .game = &game_connect4, .setup = &desk->setup, .position = board, .value_only = true};
    struct mind_answer answer;
    struct player_kind kind;
    struct player solver;
    player_solver(desk->mind, &kind, &solver);
    assert_true(think_ask(&desk->thinker, &solver, &task, &answer, NULL));
    assert_true(answer.exact);
    return answer.score / 100;
}

/* A position some random plies into a game that is not over. */
static struct connect4 random_board(struct desk *desk, int plies)
{
    for (;;) {
        struct connect4 board = {0, 0};
        uint32_t moves[GAME_MOVES_MAX];
        int count = 1;
        for (int i = 0; i <= plies && count; i++) {
            count = game_connect4.legal_moves(&desk->setup, &board, moves);
            if (count && i < plies)
                game_connect4.play(&desk->setup, &board,
                                   moves[random_below(&desk->random, (uint32_t)count)]);
        }
        if (count)
            return board;
    }
}

static int good_replies(struct desk *desk, const struct connect4 *board)
{
    uint32_t moves[GAME_MOVES_MAX];
    int count = game_connect4.legal_moves(&desk->setup, board, moves), good = 0;
    int best = count ? value(desk, board) : 0;
    for (int i = 0; i < count; i++) {
        struct connect4 child = *board;
        game_connect4.play(&desk->setup, &child, moves[i]);
        good += -value(desk, &child) == best;
    }
    return good;
}

static void check_choice(struct desk *desk, const struct connect4 *board)
{
    struct mind_answer answer = ask(desk, "perfect", board);
    uint32_t moves[GAME_MOVES_MAX];
    int best = value(desk, board), fewest = 100, chosen = -1;
    int count = game_connect4.legal_moves(&desk->setup, board, moves);
    for (int i = 0; i < count; i++) {
        struct connect4 child = *board;
        game_connect4.play(&desk->setup, &child, moves[i]);
        if (-value(desk, &child) != best) {
            assert_int_not_equal(moves[i], answer.move);
            continue;
        }
        int replies = good_replies(desk, &child);
        fewest = replies < fewest ? replies : fewest;
        if (moves[i] == answer.move)
            chosen = replies;
    }
    assert_int_equal(answer.score, 100 * best);
    assert_true(answer.exact);
    assert_int_equal(chosen, fewest);
    /* the line is as long as it says and ends the game */
    struct connect4 end = *board;
    struct game_result result;
    assert_int_equal(answer.line_length, answer.plies);
    for (int i = 0; i < answer.line_length; i++) {
        assert_true(game_is_legal(&game_connect4, &desk->setup, &end, answer.line[i]));
        game_connect4.play(&desk->setup, &end, answer.line[i]);
    }
    assert_true(game_connect4.result(&desk->setup, &end, &result));
}

static void test_choice(void **state)
{
    (void)state;
    for (int workers = 1; workers <= 2; workers++) {
        struct desk desk;
        desk_open(&desk, workers);
        for (int i = 0; i < POSITIONS; i++) {
            struct connect4 board = random_board(&desk, 16 + i);
            check_choice(&desk, &board);
        }
        think_close(&desk.thinker);
    }
}

static void test_varies(void **state)
{
    (void)state;
    struct desk desk;
    desk_open(&desk, 1);
    bool varied = false;
    for (int i = 0; i < 200 && !varied; i++) {
        struct connect4 board = random_board(&desk, 24);
        uint32_t first = ask(&desk, "perfect", &board).move;
        for (int again = 0; again < 8 && !varied; again++)
            varied = ask(&desk, "perfect", &board).move != first;
    }
    assert_true(varied);
    think_close(&desk.thinker);
}

/* One game from a position; gives the result for the side that began it: 1, 0, -1. */
static int play_out(struct desk *desk, struct connect4 board, bool perfect_begins,
                    const char *opponent)
{
    struct game_result result;
    bool perfect = perfect_begins;
    int side = game_connect4.side_to_move(&desk->setup, &board);
    while (!game_connect4.result(&desk->setup, &board, &result)) {
        uint32_t move = ask(desk, perfect ? "perfect" : opponent, &board).move;
        game_connect4.play(&desk->setup, &board, move);
        perfect = !perfect;
    }
    return side == 0 ? result.half_points - 1 : 1 - result.half_points;
}

static void test_games(void **state)
{
    (void)state;
    struct desk desk;
    desk_open(&desk, 1);
    static const char *const opponents[] = {"random", "easy", "hard:4"};
    for (int i = 0; i < GAMES * 3; i++) {
        struct connect4 board = random_board(&desk, 14 + i % 2);
        int promised = value(&desk, &board);
        int sign = (promised > 0) - (promised < 0);
        assert_true(play_out(&desk, board, true, opponents[i % 3]) >= sign);
        assert_true(play_out(&desk, board, false, opponents[i % 3]) <= sign);
    }
    think_close(&desk.thinker);
}

/* A limit that comes too early still gives a legal move, and says that nothing is proved. */
static void test_limit(void **state)
{
    (void)state;
    struct desk desk;
    struct player player;
    struct mind_answer answer;
    struct connect4 board = {0, 0};
    desk_open(&desk, 1);
    struct mind_task task = {.game = &game_connect4,
                             .setup = &desk.setup,
                             .position = &board,
                             .random = &desk.random,
                             .no_book = true,
                             .limits = {.nodes = 600}};
    assert_true(player_read(desk.mind, "perfect", &player, NULL));
    assert_true(think_ask(&desk.thinker, &player, &task, &answer, NULL));
    assert_true(game_is_legal(&game_connect4, &desk.setup, &board, answer.move));
    assert_in_range(answer.nodes, 1, 1200);
    task.limits = (struct mind_limits){.depth = 4};
    assert_true(think_ask(&desk.thinker, &player, &task, &answer, NULL));
    assert_true(game_is_legal(&game_connect4, &desk.setup, &board, answer.move));
    assert_false(answer.exact);
    assert_int_equal(answer.depth, 4);
    think_close(&desk.thinker);
}

int main(void)
{
    const struct CMUnitTest tests[] = {
        cmocka_unit_test(test_choice),
        cmocka_unit_test(test_varies),
        cmocka_unit_test(test_games),
        cmocka_unit_test(test_limit),
    };
    return cmocka_run_group_tests(tests, NULL, NULL);
}
