/* Byte's rules: known counts, an independent slow implementation over whole random games for every
   setting, statistics of random games, and texts that must be refused. */
#include "games/byte/byte.h"

#include <setjmp.h>
#include <stdarg.h>
#include <stdlib.h>
#include <string.h>

#include <cmocka.h>

#include "byte_slow.h"

enum { TEXT = 1024 };

static struct game_setup setup_of(int size, int stack, int precedence, int draughts)
{
    struct game_setup setup;
    game_setup_default(&game_byte, &setup);
    setup.option[BYTE_OPTION_SIZE] = size;
    setup.option[BYTE_OPTION_STACK] = stack;
    setup.option[BYTE_OPTION_PRECEDENCE] = precedence;
    setup.option[BYTE_OPTION_SETUP] = draughts;
    return setup;
}

/* -------- known counts -------- */

static void perft_counts(void **state)
{
    (void)state;
    static const struct {
        int size, draughts, depths;
        uint64_t leaves[6];
    } known[] = {
        {8, 0, 5, {1, 35, 1116, 32349, 864299, 20964656}},
        {10, 0, 4, {1, 63, 3756, 211753, 11317535}},
        {16, 0, 3, {1, 195, 37308, 7002685}},
        {8, 1, 5, {1, 28, 784, 17920, 409600, 7909824}},
    };
    for (size_t i = 0; i < sizeof known / sizeof known[0]; i++) {
        struct game_setup setup = setup_of(known[i].size, 8, 0, known[i].draughts);
        struct byte board;
        game_byte.start(&setup, &board);
        for (int depth = 0; depth <= known[i].depths; depth++)
            assert_int_equal(game_byte.perft(&setup, &board, depth), known[i].leaves[depth]);
    }
}

/* The walk through the table gives what the compiled one gives, to the end of small games. */
static void perft_through_the_table(void **state)
{
    (void)state;
    static const int settings[][4] = {{4, 2, 0, 12}, {4, 4, 1, 12}, {6, 3, 0, 5},
                                      {6, 4, 1, 5},  {8, 8, 1, 3},  {8, 6, 0, 3},
                                      {8, 8, 0, 3},  {10, 5, 0, 2}, {16, 7, 1, 2}};
    struct game plain = game_byte;
    plain.perft = NULL;
    static struct byte memory[16];
    for (size_t i = 0; i < sizeof settings / sizeof settings[0]; i++) {
        struct game_setup setup = setup_of(settings[i][0], settings[i][1], settings[i][2], 0);
        struct byte board;
        game_byte.start(&setup, &board);
        for (int depth = 0; depth <= settings[i][3]; depth++)
            assert_int_equal(game_perft(&game_byte, &setup, &board, depth, NULL),
                             game_perft(&plain, &setup, &board, depth, memory));
    }
}

/* -------- whole games beside the slow implementation -------- */

static void write_position(const struct game_setup *setup, const struct byte *board, char *buffer)
{
    struct text text;
    text_init(&text, buffer, TEXT);
    game_byte.position_write(setup, board, &text);
    assert_true(text_fits(&text));
}

static void compare_moves(const struct game_setup *setup, const struct byte *board,
                          const struct slow_moves *expected, uint32_t *moves)
{
    struct error error;
    struct slow_moves found = {.count = game_byte.legal_moves(setup, board, moves)};
    assert_int_equal(found.count, expected->count);
    assert_true(found.count <= BYTE_MOVES_MAX);
    if (found.count)
        assert_int_equal(byte_moves(byte_rules_of(setup), board, NULL), found.count);
    for (int i = 0; i < found.count; i++) {
        uint32_t read;
        struct text text;
        text_init(&text, found.text[i], sizeof found.text[i]);
        game_byte.move_write(setup, board, moves[i], &text);
        assert_int_equal(
            game_byte.move_read(setup, board, found.text[i], text.length, &read, &error),
            text.length);
        assert_int_equal(read, moves[i]);
    }
    qsort(found.text, (size_t)found.count, sizeof found.text[0], slow_order);
    for (int i = 0; i < found.count; i++)
        assert_string_equal(found.text[i], expected->text[i]);
}

/* Text, hash and counts of one position. */
static void compare_position(const struct game_setup *setup, const struct byte *board,
                             const struct slow *slow)
{
    char expected[TEXT], found[TEXT];
    size_t size = game_byte.position_size(setup);
    struct byte read;
    struct error error;
    slow_write(slow, expected);
    write_position(setup, board, found);
    assert_string_equal(found, expected);
    assert_true(game_byte.position_read(setup, found, strlen(found), &read, &error));
    assert_memory_equal(board, &read, size); /* the sum kept move by move, too */
    assert_int_equal(game_byte.hash(setup, board), game_byte.hash(setup, &read));
}

/* Every move can be taken back, and a turned position has the turned moves. */
static void check_moves(const struct game_setup *setup, const struct byte *board,
                        const uint32_t *moves, int count)
{
    struct byte_rules rules = byte_rules_of(setup);
    size_t size = game_byte.position_size(setup);
    for (int i = 0; i < count; i++) {
        struct byte changed, turned, after;
        struct byte_undo undo;
        memcpy(&changed, board, size);
        byte_play(rules, &changed, moves[i], &undo);
        assert_int_not_equal(byte_hash(&changed), byte_hash(board));
        int symmetry = i % 4;
        game_byte.transform(setup, symmetry, board, &turned);
        uint32_t move = game_byte.transform_move(setup, symmetry, moves[i]);
        assert_true(game_is_legal(&game_byte, setup, &turned, move));
        game_byte.play(setup, &turned, move);
        game_byte.transform(setup, symmetry, &changed, &after);
        assert_memory_equal(&after, &turned, size);
        byte_undo(rules, &changed, &undo);
        assert_memory_equal(&changed, board, size);
    }
}

/* Every triple of square, level and direction is read exactly when it is legal. */
static void check_all_wishes(const struct game_setup *setup, const struct byte *board,
                             const struct slow *slow, const struct slow_moves *legal)
{
    for (int x = 0; x < slow->size; x++)
        for (int y = x % 2; y < slow->size; y += 2)
            for (int code = 0; code < 4 * 8; code++) {
                int u = x + (code & 1 ? 1 : -1), v = y + (code & 2 ? 1 : -1);
                if (u < 0 || v < 0)
                    continue;
                struct slow_moves wish = {0};
                slow_add(&wish, x, y, code / 4, u, v);
                bool allowed = false;
                for (int i = 0; i < legal->count; i++)
                    allowed |= strcmp(legal->text[i], wish.text[0]) == 0;
                struct error error = {.text = ""};
                uint32_t move;
                size_t length = strlen(wish.text[0]);
                assert_int_equal(
                    game_byte.move_read(setup, board, wish.text[0], length, &move, &error),
                    allowed ? length : 0);
                assert_int_equal(error.text[0] == 0, allowed);
            }
}

static int play_beside_slow(const struct game_setup *setup, struct random *random)
{
    const int32_t *option = setup->option;
    struct slow slow;
    struct byte *board = malloc(game_byte.position_size(setup)); /* not a byte more than said */
    int plies = 0, merges = 0, passes = 0;
    slow_start(&slow, option[0], option[1], option[2], option[3]);
    game_byte.start(setup, board);
    for (;; plies++) {
        struct slow_moves legal;
        struct game_result result;
        uint32_t moves[GAME_MOVES_MAX];
        slow_moves(&slow, &legal);
        compare_position(setup, board, &slow);
        compare_moves(setup, board, &legal, moves);
        check_moves(setup, board, moves, legal.count);
        if (slow.size < 16 && plies % 4 == 0)
            check_all_wishes(setup, board, &slow, &legal);
        assert_int_equal(game_byte.result(setup, board, &result), legal.count == 0);
        if (legal.count == 0) {
            assert_int_equal(result.score, slow.won_white - slow.won_black);
            assert_int_equal(result.half_points, 1 + (result.score > 0) - (result.score < 0));
            break;
        }
        uint32_t move = moves[random_below(random, (uint32_t)legal.count)];
        char buffer[16];
        struct text text;
        text_init(&text, buffer, sizeof buffer);
        game_byte.move_write(setup, board, move, &text);
        game_byte.play(setup, board, move);
        merges += slow_play(&slow, buffer);
        passes = move == BYTE_PASS ? passes + 1 : 0;
        assert_true(passes < 2); /* both are never stuck */
    }
    struct byte_rules rules = byte_rules_of(setup);
    assert_true(merges <= rules.stacks * rules.full * (rules.full - 1) / 2);
    free(board);
    return plies;
}

static void games_beside_slow(void **state)
{
    (void)state;
    static const int settings[][4] = {
        /* size, stack, draughts, games */
        {4, 2, 0, 60}, {4, 4, 0, 60}, {6, 2, 0, 30}, {6, 3, 0, 30}, {6, 4, 0, 30},  {6, 6, 0, 30},
        {8, 2, 0, 10}, {8, 3, 0, 10}, {8, 4, 0, 10}, {8, 6, 0, 10}, {8, 8, 0, 40},  {8, 8, 1, 20},
        {8, 4, 1, 10}, {10, 2, 0, 4}, {10, 4, 0, 4}, {10, 5, 0, 4}, {10, 8, 0, 10}, {16, 2, 0, 1},
        {16, 4, 0, 1}, {16, 7, 0, 1}, {16, 8, 0, 1}};
    struct random random;
    random_seed(&random, 2005);
    int plies = 0;
    for (size_t i = 0; i < sizeof settings / sizeof settings[0]; i++)
        for (int precedence = 0; precedence < 2; precedence++) {
            const int *s = settings[i];
            struct game_setup setup = setup_of(s[0], s[1], precedence, s[2]);
            struct error error;
            assert_true(game_byte.setup_valid(&setup, &error));
            for (int game = 0; game < s[3]; game++)
                plies += play_beside_slow(&setup, &random);
        }
    assert_true(plies > 10000);
}

/* Random 8x8 games: 36.1 plies on average, white wins 49.5 %, a pass in 31.8 % of the games
   according to another program; the bounds are at least five standard deviations of these means. */
static void random_games(void **state)
{
    (void)state;
    enum { GAMES = 20000 };
    struct game_setup setup = setup_of(8, 8, 0, 0);
    struct random random;
    struct byte board;
    int plies = 0, white = 0, with_pass = 0;
    random_seed(&random, 64);
    for (int game = 0; game < GAMES; game++) {
        uint32_t moves[GAME_MOVES_MAX];
        bool passed = false;
        game_byte.start(&setup, &board);
        for (int count; (count = game_byte.legal_moves(&setup, &board, moves)) > 0; plies++) {
            uint32_t move = moves[random_below(&random, (uint32_t)count)];
            passed |= move == BYTE_PASS;
            game_byte.play(&setup, &board, move);
        }
        white += board.won[BYTE_WHITE] > board.won[BYTE_BLACK];
        with_pass += passed;
    }
    assert_in_range(plies, (int)(35.8 * GAMES), (int)(36.4 * GAMES));
    assert_in_range(white, (int)(0.477 * GAMES), (int)(0.513 * GAMES));
    assert_in_range(with_pass, (int)(0.302 * GAMES), (int)(0.334 * GAMES));

    int played_out = 0;
    for (int game = 0; game < GAMES; game++) {
        struct game_result result;
        game_byte.start(&setup, &board);
        played_out += game_byte.playout(&setup, &board, &random);
        assert_true(game_byte.result(&setup, &board, &result));
    }
    assert_in_range(played_out, (int)(35.8 * GAMES), (int)(36.4 * GAMES));
}

/* Every game ends; each merge raises the sum of levels, so there are at most so many; and of two
   players in a row one can always move. */
static void games_end_within(struct byte_rules rules, int wanted, int merges_most)
{
    struct game_setup setup = setup_of(rules.size, 8, 0, 0);
    struct random random;
    random_seed(&random, 128);
    for (int game = 0; game < wanted; game++) {
        struct byte board;
        struct byte_undo undo;
        uint32_t moves[BYTE_MOVES_MAX];
        int merges = 0;
        bool passed = false;
        game_byte.start(&setup, &board);
        while (!byte_over(rules, &board)) {
            int count = byte_moves(rules, &board, moves);
            uint32_t move = moves[random_below(&random, (uint32_t)count)];
            assert_false(passed && move == BYTE_PASS);
            passed = move == BYTE_PASS;
            merges += !passed && board.stack[byte_move_to(rules.size, move)] != BYTE_EMPTY;
            assert_true(merges <= merges_most);
            byte_play(rules, &board, move, &undo);
        }
    }
}

static void random_games_end(void **state)
{
    (void)state;
    games_end_within(byte_rules(8, 8, false), 100000, 84);
    games_end_within(byte_rules(10, 8, false), 5000, 140);
}

/* Seven stacks each of fourteen, and an empty board: nobody has the majority. */
static void drawn_game(void **state)
{
    (void)state;
    char text[TEXT] = "";
    for (int rank = 0; rank < 16; rank++)
        strcat(text, rank < 15 ? "-,-,-,-,-,-,-,-/" : "-,-,-,-,-,-,-,- w 7 7");
    struct game_setup setup = setup_of(16, 8, 0, 0);
    struct byte board;
    struct error error;
    struct game_result result;
    uint32_t moves[GAME_MOVES_MAX];
    assert_true(game_byte.position_read(&setup, text, strlen(text), &board, &error));
    assert_true(game_byte.result(&setup, &board, &result));
    assert_int_equal(result.half_points, 1);
    assert_int_equal(game_byte.legal_moves(&setup, &board, moves), 0);
}

/* -------- texts -------- */

static void drawing(void **state)
{
    (void)state;
    struct game_setup setup = setup_of(8, 8, 0, 0);
    struct byte board;
    struct error error;
    struct game_place place;
    struct game_content content;
    struct game_step steps[GAME_STEPS_MAX];
    game_byte.start(&setup, &board);
    const char *moves = "b2-c3 d4-e5 c3:2-b4";
    assert_false(game_play_text(&game_byte, &setup, &board, moves, strlen(moves), NULL, NULL,
                                &error)); /* d4 is white's */
    game_byte.start(&setup, &board);
    moves = "b2-c3, e5-d4";
    assert_true(
        game_play_text(&game_byte, &setup, &board, moves, strlen(moves), NULL, NULL, &error));
    uint32_t move;
    assert_int_equal(game_byte.move_read(&setup, &board, "c3:2-d4", 7, &move, &error), 7);
    assert_int_equal(game_byte.move_steps(&setup, &board, move, steps), 2);
    game_byte.place(&setup, steps[0].place, &place);
    assert_string_equal(place.name, "c3");
    assert_int_equal(steps[0].level, 1);
    assert_int_equal(place.x, 2);
    assert_int_equal(place.y, 2);
    game_byte.content(&setup, &board, steps[0].place, &content);
    assert_int_equal(content.height, 2);
    assert_int_equal(content.piece[0], BYTE_BLACK);
    assert_int_equal(content.piece[1], BYTE_WHITE);
    game_byte.place(&setup, steps[1].place, &place);
    assert_string_equal(place.name, "d4");
    game_byte.place(&setup, game_byte.place_count(&setup) - 1, &place);
    assert_string_equal(place.name, "h8");
}

static void bad_setups(void **state)
{
    (void)state;
    static const struct {
        int size, stack, draughts;
        const char *sentence;
    } bad[] = {
        {5, 8, 0, "choose 4, 6, 8, 10 or 16"}, {12, 4, 0, "choose 4, 6, 8, 10 or 16"},
        {6, 8, 0, "divided into stacks of 8"}, {8, 5, 0, "divided into stacks of 5"},
        {10, 8, 1, "draughts is for size 8"},
    };
    for (size_t i = 0; i < sizeof bad / sizeof bad[0]; i++) {
        struct game_setup setup = setup_of(bad[i].size, bad[i].stack, 0, bad[i].draughts);
        struct error error;
        assert_false(game_byte.setup_valid(&setup, &error));
        assert_non_null(strstr(error.text, bad[i].sentence));
    }
}

#define RANKS_2_TO_6 "w,w,w,w/b,b,b,b/w,w,w,w/b,b,b,b/w,w,w,w/-,-,-,-"

/* Each text with a piece of the sentence that must refuse it. */
static void bad_positions(void **state)
{
    (void)state;
    static const char *const bad[][2] = {
        {"", "column 1: expected a square"},
        {"-,-,-,-/b,b,b,b/", "column 17: expected a square"},
        {"-,-,-,-,-/b,b,b,b/" RANKS_2_TO_6 " w 0 0", "column 8: expected \"/\" after h8"},
        {"-,-,-/b,b,b,b/" RANKS_2_TO_6 " w 0 0", "column 6: expected \",\" after f8"},
        {"-,-,-,-/b,b,B,b/" RANKS_2_TO_6 " w 0 0", "column 13: expected a square"},
        {"-,-,-,-/b,b,b,b/" RANKS_2_TO_6, "expected \" \" after g1"},
        {"-,-,-,-/b,b,b,b/" RANKS_2_TO_6 "/-,-,-,- w 0 0", "expected \" \" after g1"},
        {"-,-,-,-/b,b,b,b/" RANKS_2_TO_6 " ", "side to move"},
        {"-,-,-,-/b,b,b,b/" RANKS_2_TO_6 " x 0 0", "side to move"},
        {"-,-,-,-/b,b,b,b/" RANKS_2_TO_6 " w", "a space and the stacks won"},
        {"-,-,-,-/b,b,b,b/" RANKS_2_TO_6 " w 0", "a space and the stacks won"},
        {"-,-,-,-/b,b,b,b/" RANKS_2_TO_6 " w 3 0", "won by white (0 to 2)"},
        {"-,-,-,-/b,b,b,b/" RANKS_2_TO_6 " w 0 -1", "won by black (0 to 2)"},
        {"-,-,-,-/b,b,b,b/" RANKS_2_TO_6 " w 0 0 0", "the end of the position"},
        {"-,-,-,-/b,b,b,b/" RANKS_2_TO_6 " w 1 0", "make 32; a game has 24"},
        {"-,-,-,-/b,b,b,-/" RANKS_2_TO_6 " w 0 0", "make 23; a game has 24"},
        {"-,-,-,-/b,b,b,w/" RANKS_2_TO_6 " w 0 0", "13 white checkers on the board are too many"},
        {"-,-,-,-/b,b,bbbbbbbb,b/" RANKS_2_TO_6 " w 0 0", "column 13: a stack of 8 cannot"},
        {"-,-,-,-/b,b,bbbbbbbbb,b/" RANKS_2_TO_6 " w 0 0", "column 13: a stack of 9 cannot"},
        {"-,-,-,-/-,-,-,-/-,w,w,w/w,w,w,w/w,w,w,w/w,b,b,b/b,-,-,-/-,-,-,- w 1 0",
         "12 white checkers on the board are too many"},
    };
    struct game_setup setup = setup_of(8, 8, 0, 0);
    for (size_t i = 0; i < sizeof bad / sizeof bad[0]; i++) {
        struct byte board;
        struct error error = {.text = ""};
        assert_false(game_byte.position_read(&setup, bad[i][0], strlen(bad[i][0]), &board, &error));
        if (!strstr(error.text, bad[i][1]))
            fail_msg("%s: found \"%s\", wanted \"%s\"", bad[i][0], error.text, bad[i][1]);
    }
}

static void bad_moves(void **state)
{
    (void)state;
    static const char *const start = "-,-,-,-/b,b,b,b/" RANKS_2_TO_6 " w 0 0";
    static const char *const slide = "-,-,-,-/-,-,-,-/-,-,-,-/-,-,-,-/-,wwwwwww,-,bbbbbbb/"
                                     "-,-,-,ww/-,-,-,-/-,-,-,- w 0 1";
    static const char *const high = "-,-,-,bbbbbbb/-,-,-,-/-,-,-,-/-,-,-,-/-,wwwwwww,-,-/"
                                    "-,-,bb,-/-,-,-,-/-,-,-,- w 0 1";
    static const char *const over = "-,-,-,-/-,-,-,-/-,-,-,-/-,-,-,-/-,-,-,-/-,-,-,w/"
                                    "-,-,-,b/bbbbbb,-,-,- w 2 0";
    static const char *const bad[][3] = {
        {start, "", "expected a square from a1 to h8"},
        {start, "i1-h2", "expected a square from a1 to h8"},
        {start, "a9-b8", "expected a square from a1 to h8"},
        {start, "b3-c4", "b3 is a light square"},
        {start, "b2", "expected \"-\" and a square after \"b2\""},
        {start, "b2:-c3", "expected a level"},
        {start, "b2:0-c3", "expected a level"},
        {start, "b2-", "expected a square"},
        {start, "a1-b2", "a1 is empty"},
        {start, "b2:2-c3", "has only 1 checkers"},
        {start, "c3-d4", "checker 1 on c3 is black, and it is white's turn"},
        {start, "b2-d4", "one step diagonally"},
        {start, "b2-a1", "only a stack with no stack diagonally next to it"},
        {start, "pass", "moving is compulsory"},
        {slide, "d4:2-e3", "slides whole"},
        {slide, "d4-c3", "closer to one of those nearest"},
        {high, "d4:3-e3", "level 3 of 7 is not below the height of the other stack, 2"},
        {slide, "g3-h4", "would make a stack of 9"},
        {slide, "d4-d4", "one step diagonally"},
        {over, "h2-g3", "after the end"},
        {over, "pass", "after the end"},
    };
    struct game_setup setup = setup_of(8, 8, 0, 0);
    for (size_t i = 0; i < sizeof bad / sizeof bad[0]; i++) {
        struct byte board;
        struct error error = {.text = ""};
        uint32_t move;
        if (!game_byte.position_read(&setup, bad[i][0], strlen(bad[i][0]), &board, &error))
            fail_msg("%s: %s", bad[i][0], error.text);
        assert_int_equal(
            game_byte.move_read(&setup, &board, bad[i][1], strlen(bad[i][1]), &move, &error), 0);
        if (!strstr(error.text, bad[i][2]))
            fail_msg("%s: found \"%s\", wanted \"%s\"", bad[i][1], error.text, bad[i][2]);
    }

    struct byte board;
    struct error error;
    uint32_t move;
    assert_true(game_byte.position_read(&setup, slide, strlen(slide), &board, &error));
    assert_int_equal(game_byte.move_read(&setup, &board, "d4-e3", 5, &move, &error), 5);
    setup.option[BYTE_OPTION_PRECEDENCE] = 1;
    assert_int_equal(game_byte.move_read(&setup, &board, "d4-e3", 5, &move, &error), 0);
    assert_non_null(strstr(error.text, "no slide while there is a merge"));
}

int main(void)
{
    const struct CMUnitTest tests[] = {
        cmocka_unit_test(perft_counts),      cmocka_unit_test(perft_through_the_table),
        cmocka_unit_test(games_beside_slow), cmocka_unit_test(random_games),
        cmocka_unit_test(random_games_end),  cmocka_unit_test(drawn_game),
        cmocka_unit_test(drawing),           cmocka_unit_test(bad_setups),
        cmocka_unit_test(bad_positions),     cmocka_unit_test(bad_moves),
    };
    return cmocka_run_group_tests(tests, NULL, NULL);
}
