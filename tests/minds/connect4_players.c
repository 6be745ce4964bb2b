/* The automaton's players: decisions worked out by hand from their description, and the
   evaluation against one that looks at every window cell by cell. */
#include "minds/connect4/heuristic.h"
#include "minds/connect4/players.h"

#include <setjmp.h>
#include <stdarg.h>
#include <string.h>

#include <cmocka.h>

static struct game_setup setup;

static struct connect4 board_of(const char *moves)
{
    struct connect4 board;
    struct error error;
    game_setup_default(&game_connect4, &setup);
    game_connect4.start(&setup, &board);
    if (!game_play_text(&game_connect4, &setup, &board, moves, strlen(moves), NULL, NULL, &error))
        fail_msg("%s", error.text);
    return board;
}

static struct mind_answer ask(const struct player_kind *kind, int number,
                              const struct connect4 *board, uint64_t seed)
{
    struct player player = {.kind = kind, .number = number};
    struct random random;
    random_seed(&random, seed);
    struct mind_answer answer;
    struct mind_task task = {
        .game = &game_connect4, .setup = &setup, .position = board, .random = &random};
    kind->think(&player, &task, &answer);
    return answer;
}

static char cell(const struct connect4 *board, int column, int row)
{
    if (column < 0 || column > 6 || row < 0 || row > 5)
        return '#';
    uint64_t at = bit(column * 7 + row);
    return board->mine & at ? 'm' : board->filled & at ? 'o' : '.';
}

/* The description, word for word, without bit tricks. */
static int slow_heuristic(const struct connect4 *board)
{
    static const int steps[4][2] = {{1, 0}, {0, 1}, {1, 1}, {1, -1}};
    int points = 0;
    for (int row = 0; row < 6; row++) {
        points += 5 * (cell(board, 3, row) == 'm');
        for (int first = 1; first <= 2; first++)
            points +=
                20 * (cell(board, first - 1, row) == '.' && cell(board, first, row) == 'm' &&
                      cell(board, first + 1, row) == 'm' && cell(board, first + 2, row) == 'm' &&
                      cell(board, first + 3, row) == '.');
        for (int column = 0; column < 7; column++)
            for (int d = 0; d < 4; d++) {
                int mine = 0, theirs = 0, empty = 0;
                for (int i = 0; i < 4; i++) {
                    char c = cell(board, column + i * steps[d][0], row + i * steps[d][1]);
                    mine += c == 'm';
                    theirs += c == 'o';
                    empty += c == '.';
                }
                points += 100 * (mine == 4) + 5 * (mine == 3 && empty == 1) +
                          2 * (mine == 2 && empty == 2) - 40 * (theirs == 3 && empty == 1);
            }
    }
    return points;
}

static void heuristic_counts_windows(void **state)
{
    (void)state;
    struct connect4_shape shape;
    struct random random;
    random_seed(&random, 3);
    connect4_shape_init(&shape, 7, 6);
    for (int i = 0; i < 20000; i++) {
        struct connect4 board = {0, 0};
        for (int n = (int)random_below(&random, 42); n > 0; n--) {
            uint64_t landings = connect4_landings(board.filled, shape.bottom, shape.cells);
            for (uint32_t k = random_below(&random, (uint32_t)bits_count(landings)); k; k--)
                landings = bits_without_lowest(landings);
            connect4_drop(&board, bits_lowest(landings));
        }
        assert_int_equal(connect4_heuristic(&shape, &connect4_hand_weights, board.mine,
                                            board.mine ^ board.filled),
                         slow_heuristic(&board));
    }
}

static void minimax_chooses_as_hard(void **state)
{
    (void)state;
    struct random random;
    random_seed(&random, 5);
    for (int i = 0; i < 60; i++) {
        struct connect4 board = board_of("");
        uint32_t moves[GAME_MOVES_MAX];
        int count = 7;
        for (int n = (int)random_below(&random, 30); n > 0 && count > 0; n--) {
            count = game_connect4.legal_moves(&setup, &board, moves);
            if (count)
                game_connect4.play(&setup, &board, moves[random_below(&random, (uint32_t)count)]);
        }
        for (int depth = 0; depth <= 4; depth++) {
            struct mind_answer hard = ask(&connect4_hard, depth, &board, 1);
            struct mind_answer plain = ask(&connect4_minimax, depth, &board, 1);
            assert_int_equal(hard.move, plain.move);
            assert_int_equal(hard.score, plain.score);
            assert_true(hard.nodes <= plain.nodes);
        }
    }
}

static void assert_plays(const struct player_kind *kind, int number, const char *moves, int column)
{
    struct connect4 board = board_of(moves);
    for (uint64_t seed = 0; seed < 20; seed++)
        assert_int_equal(ask(kind, number, &board, seed).move + 1, column);
}

static void hard_by_hand(void **state)
{
    (void)state;
    assert_plays(&connect4_hard, 6, "121212", 1); /* three on top of each other: wins at once */
    assert_plays(&connect4_hard, 6, "12121", 1);  /* the other side's three: must block */
    /* Depth 0, empty board: only the disc in the middle column scores. */
    assert_plays(&connect4_hard, 0, "", 4);
    /* Two wins at once, columns 1 and 5 (2 3 4 on the bottom row): the first one scanned. */
    assert_plays(&connect4_hard, 6, "223344", 1);
    /* 2 3 4 on the bottom row threaten 1 and 5: every column loses, so the last is taken. */
    assert_plays(&connect4_hard, 6, "33442", 7);
}

static void easy_by_hand(void **state)
{
    (void)state;
    assert_plays(&connect4_easy, 0, "121212", 1); /* wins */
    assert_plays(&connect4_easy, 0, "12121", 1);  /* blocks */
    assert_plays(&connect4_easy, 0, "33442", 5);  /* two wins to block: the last one scanned */
}

static void easy_breaks_pairs(void **state)
{
    (void)state;
    /* The other side has c1 and d1: five cells a..e are ..XX. and b, the second, is played. */
    assert_plays(&connect4_easy, 0, "374", 2);
    /* b1 and d1 with c1 free: cells a..e are .X.X. and the third, c, is played. */
    assert_plays(&connect4_easy, 0, "274", 3);
    /* b1 and c1, column a and d, e free, but g taken: .XX.. from a: the fourth, d. */
    assert_plays(&connect4_easy, 0, "273", 4);
}

static void easy_does_not_give_wins(void **state)
{
    (void)state;
    /* The first player has the second row of columns 2 3 4; columns 1 and 5 are empty, and a disc
       there would let it win on top. */
    struct connect4 board = board_of("3224473");
    for (uint64_t seed = 0; seed < 300; seed++) {
        uint32_t move = ask(&connect4_easy, 0, &board, seed).move;
        assert_true(move != 0 && move != 4);
    }
}

int main(void)
{
    const struct CMUnitTest tests[] = {
        cmocka_unit_test(heuristic_counts_windows),
        cmocka_unit_test(minimax_chooses_as_hard),
        cmocka_unit_test(hard_by_hand),
        cmocka_unit_test(easy_by_hand),
        cmocka_unit_test(easy_breaks_pairs),
        cmocka_unit_test(easy_does_not_give_wins),
    };
    return cmocka_run_group_tests(tests, NULL, NULL);
}
