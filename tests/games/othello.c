/* Othello's rules: known counts, results, texts both ways and texts that must be refused. */
#include "games/othello/othello.h"

#include "../shared.h"

#include <setjmp.h>
#include <stdarg.h>
#include <string.h>

#include <cmocka.h>

#define START "---------------------------OX------XO---------------------------"
#define EIGHT "--------"

static struct game_setup standard(void)
{
    struct game_setup setup;
    game_setup_default(&game_othello, &setup);
    return setup;
}

static struct othello_position position_of(const char *text)
{
    struct game_setup setup = standard();
    struct othello_position position;
    struct error error;
    if (!game_othello.position_read(&setup, text, strlen(text), &position, &error))
        fail_msg("%s: %s", text, error.text);
    return position;
}

static void perft_start(void **state)
{
    (void)state;
    static const uint64_t known[] = {1,    4,     12,     56,      244,     1396,
                                     8200, 55092, 390216, 3005288, 24571284};
    struct game_setup setup = standard();
    struct othello_position position;
    game_othello.start(&setup, &position);
    for (int depth = 0; depth <= 10; depth++)
        assert_int_equal(game_perft(&game_othello, &setup, &position, depth, NULL), known[depth]);
}

/* The game's own perft against the walk through the table's legal_moves and play. */
static void perft_generic(void **state)
{
    (void)state;
    struct game slow = game_othello;
    slow.perft = NULL;
    struct game_setup setup = standard();
    struct random random;
    random_seed(&random, 3);
    for (int i = 0; i < 200; i++) {
        struct othello_position position, memory[8];
        game_othello.start(&setup, &position);
        for (uint32_t plies = 40 + random_below(&random, 20); plies; plies--) {
            uint32_t moves[GAME_MOVES_MAX];
            int count = game_othello.legal_moves(&setup, &position, moves);
            if (count)
                game_othello.play(&setup, &position, moves[random_below(&random, (uint32_t)count)]);
        }
        for (int depth = 0; depth <= 4; depth++)
            assert_int_equal(game_perft(&game_othello, &setup, &position, depth, NULL),
                             game_perft(&slow, &setup, &position, depth, memory));
    }
}

/* Pairs of lines: a position, then "  mode1: " and the counts from depth 1 on. */
static void perft_reference(void **state)
{
    (void)state;
    FILE *file = shared_open("data/othello/perft_reference.txt");
    if (!file)
        skip();
    struct game_setup setup = standard();
    struct othello_position position = {0};
    char line[400];
    int checked = 0;
    while (fgets(line, sizeof line, file)) {
        if (line[0] == '#')
            continue;
        if (line[0] != ' ')
            position = position_of(line);
        if (strncmp(line, "  mode1:", 8) != 0)
            continue;
        char *number = strtok(line + 8, " \n");
        for (int depth = 1; number; depth++, number = strtok(NULL, " \n"), checked++)
            assert_int_equal(game_perft(&game_othello, &setup, &position, depth, NULL),
                             strtoull(number, NULL, 10));
    }
    fclose(file);
    assert_true(checked >= 30);
}

/* The shortest game: black takes everything. */
static void results(void **state)
{
    (void)state;
    const char *moves = "e6f4e3f6g5d6e7f5c5";
    struct game_setup setup = standard();
    struct othello_position position;
    struct game_result result;
    struct error error;
    game_othello.start(&setup, &position);
    assert_false(game_othello.result(&setup, &position, &result));
    assert_true(
        game_play_text(&game_othello, &setup, &position, moves, strlen(moves), NULL, NULL, &error));
    uint32_t list[GAME_MOVES_MAX];
    assert_int_equal(game_othello.legal_moves(&setup, &position, list), 0);
    assert_true(game_othello.result(&setup, &position, &result));
    assert_int_equal(result.half_points, 2);
    assert_int_equal(result.score, 64);
    assert_true(game_setup_set(&game_othello, &setup, "score", "plain", &error));
    assert_true(game_othello.result(&setup, &position, &result));
    assert_int_equal(result.score, 13);
    assert_false(game_setup_set(&game_othello, &setup, "score", "none", &error));

    setup = standard();
    position = position_of(EIGHT EIGHT EIGHT "OO------" EIGHT EIGHT EIGHT "-------X O");
    assert_true(game_othello.result(&setup, &position, &result));
    assert_int_equal(result.half_points, 0);
    assert_int_equal(result.score, -62);
    position = position_of(EIGHT EIGHT EIGHT "O-------" EIGHT EIGHT EIGHT "-------X O");
    assert_true(game_othello.result(&setup, &position, &result));
    assert_int_equal(result.half_points, 1);
    assert_int_equal(result.score, 0);
}

static void position_text(void **state)
{
    (void)state;
    struct game_setup setup = standard();
    struct othello_position position, again;
    char buffer[100];
    struct text text;
    game_othello.start(&setup, &position);
    text_init(&text, buffer, sizeof buffer);
    game_othello.position_write(&setup, &position, &text);
    assert_string_equal(buffer, START " X;");

    static const char *const same[] = {
        START " X", START " x ;", START "\t*;\n", " " START "   X",
        "...........................oX------*O--------------------------- X"};
    for (size_t i = 0; i < sizeof same / sizeof same[0]; i++) {
        again = position_of(same[i]);
        assert_memory_equal(&again, &position, sizeof position);
    }
    again = position_of(START " O;");
    assert_int_equal(again.side, OTHELLO_WHITE);
    assert_int_equal(again.board.mine, position.board.theirs);
    text_init(&text, buffer, sizeof buffer);
    game_othello.position_write(&setup, &again, &text);
    assert_string_equal(buffer, START " O;");
}

/* Each text with a piece of the sentence that must refuse it. */
static void bad_positions(void **state)
{
    (void)state;
    static const char *const bad[][2] = {
        {"", "column 1: expected a board of 64 squares, found 0"},
        {START, "column 65: expected a space and the side to move"},
        {START " ", "column 66: expected a space and the side to move"},
        {START "X", "column 65: expected a board of 64 squares, found 65"},
        {START "X X;", "column 65: expected a board of 64 squares, found 65"},
        {"-" START " X", "found 65"},
        {"------- X", "column 8: expected a board of 64 squares, found 7"},
        {"--------?------------------OX------XO--------------------------- X",
         "column 9: expected a square, \"-\", \"X\" or \"O\", found \"?"},
        {"--------\x01------------------OX------XO--------------------------- X",
         "column 9: expected a square, \"-\", \"X\" or \"O\", found byte 0x1"},
        {START " Z;", "column 66: expected a space and the side to move, \"X\" or \"O\", found"},
        {START ";", "column 65: expected a space"},
        {START " X;;", "column 68: expected the end of the position, found \";\""},
        {START " XO", "column 67: expected the end"},
        {START " X; % d3:+0", "column 69: expected the end"},
    };
    struct game_setup setup = standard();
    for (size_t i = 0; i < sizeof bad / sizeof bad[0]; i++) {
        struct othello_position position;
        struct error error = {.text = ""};
        assert_false(
            game_othello.position_read(&setup, bad[i][0], strlen(bad[i][0]), &position, &error));
        if (!strstr(error.text, bad[i][1]))
            fail_msg("\"%s\" gave \"%s\"", bad[i][0], error.text);
    }
}

static void bad_moves(void **state)
{
    (void)state;
    static const char *const bad[][2] = {
        {"i9", "move 1, column 1: expected a square from a1 to h8"},
        {"f", "expected a square"},
        {"f5d", "move 2, column 3: expected a square"},
        {"f5,d4", "move 2, column 4: d4 is not empty"},
        {"f5 a1", "a1 would turn nothing over for white"},
        {"--", "black may not pass, there are legal moves: d3 c4 f5 e6"},
        {"e6f4e3f6g5d6e7f5c5a1", "move 10, column 19: \"a1\" comes after the end"},
        {"e6f4e3f6g5d6e7f5c5PASS", "\"PASS\" comes after the end"},
    };
    struct game_setup setup = standard();
    for (size_t i = 0; i < sizeof bad / sizeof bad[0]; i++) {
        struct othello_position position;
        struct error error = {.text = ""};
        game_othello.start(&setup, &position);
        assert_false(game_play_text(&game_othello, &setup, &position, bad[i][0], strlen(bad[i][0]),
                                    NULL, NULL, &error));
        if (!strstr(error.text, bad[i][1]))
            fail_msg("\"%s\" gave \"%s\"", bad[i][0], error.text);
    }
    /* White must pass here, then black takes h1. */
    struct othello_position position =
        position_of("XOOOOOO-" EIGHT EIGHT EIGHT EIGHT EIGHT EIGHT EIGHT " O");
    struct error error;
    uint32_t move;
    assert_int_equal(game_othello.move_read(&setup, &position, "h1", 2, &move, &error), 0);
    assert_non_null(strstr(error.text, "white has no move and must pass"));
    static const char *const passes[] = {"--", "ps", "PA", "Pass"};
    for (int i = 0; i < 4; i++) {
        assert_int_equal(
            game_othello.move_read(&setup, &position, passes[i], strlen(passes[i]), &move, &error),
            strlen(passes[i]));
        assert_int_equal(move, game_othello.pass);
    }
}

static void count_move(void *listener, uint32_t move)
{
    (void)move;
    ++*(int *)listener;
}

/* Random games as text with every way to write a pass, and with none; all lead to the same end. */
static void transcripts(void **state)
{
    (void)state;
    static const char *const passes[] = {"--", "ps", "PA", "pass", ""};
    enum { WAYS = sizeof passes / sizeof passes[0] };
    struct game_setup setup = standard();
    struct random random;
    random_seed(&random, 11);
    int passed = 0;
    for (int game = 0; game < 300; game++) {
        char buffer[WAYS][600];
        struct text text[WAYS];
        for (int way = 0; way < WAYS; way++)
            text_init(&text[way], buffer[way], sizeof buffer[way]);
        struct othello_position end;
        uint32_t moves[GAME_MOVES_MAX];
        int count, plies = 0;
        game_othello.start(&setup, &end);
        for (; (count = game_othello.legal_moves(&setup, &end, moves)) > 0; plies++) {
            uint32_t move = moves[random_below(&random, (uint32_t)count)];
            passed += move == game_othello.pass;
            for (int way = 0; way < WAYS; way++) {
                if (move == game_othello.pass)
                    text_add(&text[way], passes[way]);
                else
                    game_othello.move_write(&setup, &end, move, &text[way]);
                text_add(&text[way], game % 3 == 0 ? "" : game % 3 == 1 ? " " : ",");
            }
            game_othello.play(&setup, &end, move);
        }
        for (int way = 0; way < WAYS; way++) {
            struct othello_position position;
            struct error error;
            int played = 0;
            game_othello.start(&setup, &position);
            if (!game_play_text(&game_othello, &setup, &position, buffer[way], text[way].length,
                                count_move, &played, &error))
                fail_msg("%s: %s", buffer[way], error.text);
            assert_memory_equal(&position, &end, sizeof end);
            assert_int_equal(played, plies);
        }
    }
    assert_true(passed > 50);
}

static int compare_words(const void *a, const void *b)
{
    uint64_t x = *(const uint64_t *)a, y = *(const uint64_t *)b;
    return (x > y) - (x < y);
}

/* Distinct positions along random games, each with either side to move, have distinct hashes; the
   playout's plies and end are those of a game. */
static void hashes_and_playouts(void **state)
{
    (void)state;
    enum { GAMES = 400, ROOM = GAMES * 64 * 2 };
    static uint64_t hashes[ROOM];
    size_t count = 0;
    struct game_setup setup = standard();
    struct random random;
    random_seed(&random, 5);
    for (int game = 0; game < GAMES; game++) {
        struct othello_position position;
        uint32_t moves[GAME_MOVES_MAX];
        int choices;
        game_othello.start(&setup, &position);
        for (int ply = 0; (choices = game_othello.legal_moves(&setup, &position, moves)) > 0;
             ply++) {
            if (ply >= 25 && count + 2 <= ROOM && moves[0] != game_othello.pass) {
                struct othello_position other = position;
                other.side ^= 1;
                hashes[count++] = game_othello.hash(&setup, &position);
                hashes[count++] = game_othello.hash(&setup, &other);
            }
            game_othello.play(&setup, &position, moves[random_below(&random, (uint32_t)choices)]);
        }
        game_othello.start(&setup, &position);
        int plies = game_othello.playout(&setup, &position, &random);
        struct game_result result;
        assert_true(game_othello.result(&setup, &position, &result));
        assert_int_equal(plies & 1, position.side);
        assert_true(plies >= 60 - bits_count(othello_empty(position.board)));
    }
    qsort(hashes, count, sizeof hashes[0], compare_words);
    for (size_t i = 1; i < count; i++)
        assert_true(hashes[i] != hashes[i - 1]);
    assert_true(count > 20000);
}

static void drawing(void **state)
{
    (void)state;
    struct game_setup setup = standard();
    struct othello_position position;
    struct game_place place;
    struct game_content content;
    struct game_step steps[GAME_STEPS_MAX];
    struct game_count counts[GAME_COUNTS_MAX];
    game_othello.start(&setup, &position);
    game_othello.place(&setup, 0, &place);
    assert_string_equal(place.name, "a1");
    assert_int_equal(place.x, 0);
    assert_int_equal(place.y, 7);
    game_othello.place(&setup, 28, &place);
    assert_string_equal(place.name, "e4");
    game_othello.content(&setup, &position, 28, &content);
    assert_int_equal(content.height, 1);
    assert_int_equal(content.piece[0], OTHELLO_BLACK);
    game_othello.play(&setup, &position, 19);
    game_othello.content(&setup, &position, 27, &content);
    assert_int_equal(content.piece[0], OTHELLO_BLACK); /* d4 was turned over by d3 */
    assert_int_equal(game_othello.counts(&setup, &position, counts), 2);
    assert_int_equal(counts[0].value, 4);
    assert_int_equal(counts[1].value, 1);
    assert_int_equal(game_othello.move_steps(&setup, &position, 18, steps), 1);
    assert_int_equal(steps[0].place, 18);
    assert_int_equal(game_othello.move_steps(&setup, &position, game_othello.pass, steps), 0);
}

int main(void)
{
    const struct CMUnitTest tests[] = {
        cmocka_unit_test(perft_start),   cmocka_unit_test(perft_generic),
        cmocka_unit_test(results),       cmocka_unit_test(position_text),
        cmocka_unit_test(bad_positions), cmocka_unit_test(bad_moves),
        cmocka_unit_test(transcripts),   cmocka_unit_test(hashes_and_playouts),
        cmocka_unit_test(drawing),       cmocka_unit_test(perft_reference),
    };
    return shared_status(cmocka_run_group_tests(tests, NULL, NULL));
}
