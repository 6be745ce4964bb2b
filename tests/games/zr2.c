/* ZR 2's rules and level files, against the plain rules and the slow solver of zr2_plain.h. */
#include "games/zr2/zr2.h"

#include <dirent.h>
#include <setjmp.h>
#include <stdarg.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

#include <cmocka.h>

#include "zr2_plain.h"

/* --- Levels in memory ------------------------------------------------------------------------- */

/* A level in memory of exactly the size asked for, so that a sanitizer sees any byte too far. */
static struct zr2_level *level_make(const char *text)
{
    struct error error = {""};
    size_t length = strlen(text), size = zr2_level_size(text, length, &error);
    if (!size)
        fail_msg("%s\n%s", error.text, text);
    char *exact = malloc(length), *first = malloc(size), *second = malloc(size);
    memcpy(exact, text, length);
    memset(first, 0x55, size);
    assert_true(zr2_level_read(exact, length, first, size, &error));
    assert_false(zr2_level_read(exact, length, second, size - 8, &error));
    assert_non_null(strstr(error.text, "bytes of memory"));
    memcpy(second, first, size); /* a level may be moved */
    memset(first, 0x55, size);
    free(first);
    free(exact);
    return (struct zr2_level *)(void *)second;
}

static char *level_text(const struct zr2_level *level)
{
    struct text text;
    char none[1];
    text_init(&text, none, sizeof none);
    zr2_level_write(level, &text);
    size_t size = text.length + 1;
    char *written = malloc(size);
    text_init(&text, written, size);
    zr2_level_write(level, &text);
    assert_true(text_fits(&text));
    return written;
}

/* The level and the plain reading of the same text agree. */
static void compare_levels(const struct zr2_level *level, const struct plain *plain)
{
    assert_int_equal(level->dimensions, plain->dimensions);
    assert_int_equal(level->cells, plain->cells);
    assert_int_equal(level->start, plain->start);
    assert_int_equal(level->target, plain->target);
    assert_int_equal(level->groups, plain->groups);
    for (int group = 0; group < plain->groups; group++) {
        int32_t count, members = 0;
        const int32_t *member = zr2_level_group(level, group, &count);
        for (int32_t i = 0; i < count; i++)
            assert_true(plain->member[group][member[i]]);
        for (int i = 0; i < plain->cells; i++)
            members += plain->member[group][i];
        assert_int_equal(count, members);
    }
    for (int i = 0; i < plain->cells; i++) {
        const struct zr2_cell *cell = zr2_level_cell(level, i);
        assert_int_equal(cell->value, plain->cell[i].value);
        assert_int_equal(cell->target, plain->cell[i].target);
        assert_int_equal(cell->add, plain->cell[i].add);
        assert_int_equal(cell->colour, plain->cell[i].colour);
        assert_int_equal(cell->group, plain->cell[i].group);
        assert_int_equal(cell->type, strtoul(plain->cell[i].type, NULL, 2));
    }
}

static void compare_boards(const struct game_setup *setup, const struct zr2 *board,
                           const struct plain *plain, const struct plain_state *state)
{
    struct zr2 *again = malloc(game_zr2.position_size(setup));
    char buffer[2048];
    struct text text;
    struct game_result result;
    struct game_count counts[GAME_COUNTS_MAX];
    struct plain_state first;
    plain_start(plain, &first);
    assert_int_equal(board->player, state->player);
    assert_int_equal(board->sum, plain_sum(plain, state));
    for (int i = 0; i < plain->cells; i++) {
        struct game_content content;
        game_zr2.content(setup, board, i, &content);
        assert_int_equal(content.number, state->value[i] > 0 ? state->value[i] : 0);
        assert_int_equal(!!(content.marks & GAME_MARK_PLAYER), i == state->player);
    }
    int steps[ZR2_STEPS_MAX], count = plain_steps(plain, state, steps);
    uint32_t moves[GAME_MOVES_MAX];
    assert_int_equal(game_zr2.legal_moves(setup, board, moves), count);
    for (int i = 0; i < count; i++)
        assert_int_equal(moves[i], steps[i]);
    assert_int_equal(game_zr2.result(setup, board, &result), count == 0);
    assert_int_equal(result.score, plain_sum(plain, &first) - plain_sum(plain, state));
    assert_int_equal(result.half_points, 0);
    assert_int_equal(game_zr2.counts(setup, board, counts), plain->target ? 3 : 2);
    assert_int_equal(counts[0].value + counts[1].value, plain_sum(plain, &first));
    text_init(&text, buffer, sizeof buffer);
    game_zr2.position_write(setup, board, &text);
    assert_true(game_zr2.position_read(setup, buffer, text.length, again, NULL));
    assert_memory_equal(again, board, game_zr2.position_size(setup));
    assert_int_equal(game_zr2.hash(setup, again), game_zr2.hash(setup, board));
    free(again);
}

/* A random walk by both sets of rules; gives the points. */
static long walk(const struct game_setup *setup, const struct plain *plain, struct random *random)
{
    struct zr2 *board = malloc(game_zr2.position_size(setup));
    struct plain_state state;
    uint32_t moves[GAME_MOVES_MAX], move;
    int count;
    memset(board, 0x55, game_zr2.position_size(setup));
    game_zr2.start(setup, board);
    plain_start(plain, &state);
    long sum = plain_sum(plain, &state);
    compare_boards(setup, board, plain, &state);
    while ((count = game_zr2.legal_moves(setup, board, moves)) > 0) {
        char buffer[GAME_MOVE_TEXT];
        struct text text;
        uint32_t chosen = moves[random_below(random, (uint32_t)count)];
        text_init(&text, buffer, sizeof buffer);
        game_zr2.move_write(setup, board, chosen, &text);
        assert_int_equal(game_zr2.move_read(setup, board, buffer, text.length, &move, NULL),
                         text.length);
        assert_int_equal(move, chosen);
        uint64_t before = game_zr2.hash(setup, board);
        game_zr2.play(setup, board, move);
        assert_true(before != game_zr2.hash(setup, board));
        plain_visit(plain, &state, (int)move);
        compare_boards(setup, board, plain, &state);
    }
    free(board);
    return sum - plain_sum(plain, &state);
}

/* --- Files ------------------------------------------------------------------------------------ */

/* tests/data/zr2/, seen from the root, a build folder, or wherever this file was compiled. */
static DIR *open_folder(char *folder, size_t size)
{
    static const char *const places[] = {"tests/data/zr2/", "../../tests/data/zr2/"};
    for (size_t i = 0; i < 2; i++) {
        snprintf(folder, size, "%s", places[i]);
        DIR *open = opendir(folder);
        if (open)
            return open;
    }
    const char *end = strrchr(__FILE__, '/');
    snprintf(folder, size, "%.*s/../data/zr2/", end ? (int)(end - __FILE__) : 0, __FILE__);
    return opendir(folder);
}

static char *read_whole(const char *path)
{
    FILE *file = fopen(path, "rb");
    assert_non_null(file);
    char *text = calloc(1, 65536);
    assert_true(fread(text, 1, 65535, file) > 0);
    fclose(file);
    return text;
}

static void data_file(const char *path, bool solvable, struct random *random)
{
    char *text = read_whole(path);
    static struct plain plain;
    plain_read(&plain, text);
    struct zr2_level *level = level_make(text);
    compare_levels(level, &plain);
    char *written = level_text(level);
    assert_string_equal(written, text);
    struct game_setup setup = {.level = level};
    assert_true(game_zr2.setup_valid(&setup, NULL));
    long best = 0;
    for (int i = 0; i < 4; i++) {
        long points = walk(&setup, &plain, random);
        best = points > best ? points : best;
    }
    assert_true(best <= plain.target);
    if (solvable)
        assert_int_equal(plain_solve(&plain), plain.target);
    free(written);
    free(level);
    free(text);
}

static void data_files(void **state)
{
    (void)state;
    char folder[512], path[1024];
    DIR *open = open_folder(folder, sizeof folder);
    assert_non_null(open);
    struct random random;
    random_seed(&random, 1);
    int files = 0, solved = 0;
    for (struct dirent *entry; (entry = readdir(open));) {
        if (!strstr(entry->d_name, ".lvl"))
            continue;
        snprintf(path, sizeof path, "%s%s", folder, entry->d_name);
        bool solvable = strncmp(entry->d_name, "plain", 5) != 0;
        data_file(path, solvable, &random);
        files++;
        solved += solvable;
    }
    closedir(open);
    assert_true(files >= 73);
    assert_true(solved >= 35);
}

/* --- Random small levels ---------------------------------------------------------------------- */

static int between(struct random *random, int least, int most)
{
    return least + (int)random_below(random, (uint32_t)(most - least + 1));
}

static const char *gap(struct random *random)
{
    static const char *const gaps[] = {"", " ", "\n", "  ", "\r\n", "\t"};
    return gaps[random_below(random, 6)];
}

/* Teleporters may lead to each other, to themselves, to empty cells and nowhere; groups may be
   empty, name a cell twice or hold the Increaser itself; the start may be empty. */
static void random_level(struct random *random, char *text)
{
    static const char *const types[] = {
        "1",    "1",    "1",  "1",  "101",  "10001", "10101",
        "1001", "1101", "11", "01", "1101", "00101", "10000000000000000000000010101"};
    int dimensions = between(random, 1, 3), size[3], cells = 1;
    for (int i = 0; i < dimensions; i++)
        cells *= size[i] = between(random, 1, 4);
    text += sprintf(text, "random\nTarget=%d\n%s\n(", between(random, 0, 20),
                    between(random, 0, 1) ? "SumToZero" : "ReachPoints");
    for (int i = 0; i < dimensions; i++)
        text += sprintf(text, "%s%d%s", i ? "," : "", between(random, 0, size[i] - 1), gap(random));
    int groups = between(random, 0, 3);
    text += sprintf(text, ")\n%d\n", groups);
    for (int group = 0; group < groups; group++) {
        int members = between(random, 0, 5);
        text += sprintf(text, "{%s", gap(random));
        for (int i = 0; i < members; i++)
            text += sprintf(text, "%s%d", i ? "," : "", between(random, 0, cells - 1));
        text += sprintf(text, "}\n");
    }
    for (int i = 0; i < dimensions; i++)
        text += sprintf(text, " %d", size[i]);
    text += sprintf(text, "\n");
    for (int i = 0; i < cells; i++)
        text += sprintf(text, "%s(%s,%s%d, %d, %d, %d,%d%s)", gap(random),
                        types[between(random, 0, 13)], gap(random), between(random, -1, 3),
                        between(random, -1, cells), -between(random, 0, 2), between(random, 0, 4),
                        between(random, -1, groups), gap(random));
}

static void random_levels(void **state)
{
    (void)state;
    static struct plain plain;
    struct random random;
    char text[16384];
    long longest = 0;
    for (uint64_t seed = 0; seed < 500; seed++) {
        random_split(&random, 2, seed);
        random_level(&random, text);
        plain_read(&plain, text);
        struct zr2_level *level = level_make(text);
        compare_levels(level, &plain);
        char *written = level_text(level);
        struct zr2_level *again = level_make(written);
        compare_levels(again, &plain);
        char *rewritten = level_text(again);
        assert_string_equal(written, rewritten);
        struct game_setup setup = {.level = again};
        for (int i = 0; i < 4; i++) {
            long points = walk(&setup, &plain, &random);
            longest = points > longest ? points : longest;
        }
        free(level);
        free(again);
        free(written);
        free(rewritten);
    }
    assert_true(longest > 20); /* the walks are not all over at once */
}

/* --- Texts that must be refused --------------------------------------------------------------- */

static const char good[] = "small\nTarget=3\nSumToZero\n(0, 0)\n1\n{0, 1}\n2 1\n"
                           "(1, 1, 0, 0, 0, 0) (10101, 2, 0, -1, 3, 0)\n";

/* The good level with the first `from` changed into `to`. */
static void changed(char *text, const char *from, const char *to)
{
    const char *at = strstr(good, from);
    assert_non_null(at);
    sprintf(text, "%.*s%s%s", (int)(at - good), good, to, at + strlen(from));
}

static void bad_levels(void **state)
{
    (void)state;
    static const char *const bad[][3] = {
        {"small", "", "line 1, column 1: expected the name of the level, found the end of the l"},
        {"small", "sm\x01ll", "line 1, column 3: expected a name in UTF-8 without control char"},
        {"small", "sm\xc3ll", "line 1, column 3: expected a name in UTF-8 without control char"},
        {"small", "\xed\xa0\x80", "line 1, column 1: expected a name in UTF-8"},
        {"Target", "Taret", "line 2, column 1: expected \"Target=\" and a number, found \"Tare"},
        {"=3", "3", "line 2, column 7: expected \"=\" after \"Target\", found \"3\""},
        {"=3", "=", "line 2, column 8: expected the Target, found the end of the line"},
        {"=3", "=-3", "line 2, column 8: expected the Target (0 to 2147483647), found \"-3\""},
        {"=3", "=99999999999", "line 2, column 8: expected the Target (0 to 2147483647), found"},
        {"=3", "=3 4", "line 2, column 10: expected the end of the line after the Target, fou"},
        {"SumToZero", "SumToOne", "line 3, column 1: expected \"SumToZero\" or \"ReachPoints\", "},
        {"SumToZero", "SumToZeros", "line 3, column 10: expected the end of the line after the "},
        {"(0, 0)", "0, 0", "line 4, column 1: expected \"(\" and the coordinates of the start"},
        {"(0, 0)", "(0, 0", "line 5, column 1: expected \",\" or \")\", found \"1\""},
        {"(0, 0)", "()", "line 4, column 2: expected a coordinate of the start (0 to"},
        {"(0, 0)", "(0, -1)", "line 4, column 5: expected a coordinate of the start (0 to 214"},
        {"(0, 0)", "(2, 0)", "line 4, column 2: expected a coordinate of the start (0 to 1), "},
        {"(0, 0)", "(0, 1)", "line 4, column 5: expected a coordinate of the start (0 to 0), "},
        {"(0, 0)", "(0)", "line 7, column 3: expected the end of the line after as many dimens"},
        {"(0, 0)", "(0, 0, 0)", "line 7, column 4: expected a dimension for each coordinate of"},
        {"(0, 0)", "(0,0,0,0,0,0,0,0,0)", "line 4, column 18: expected at most 8 coordinates"},
        {"\n1\n", "\n\n", "line 5, column 1: expected the number of groups, found the end of"},
        {"\n1\n", "\n-1\n", "line 5, column 1: expected the number of groups (0 to 65536), fo"},
        {"\n1\n", "\n0\n", "line 6, column 1: expected a dimension for each coordinate of the"},
        {"\n1\n", "\n2\n", "line 7, column 1: expected \"{\" and the cells of a group, found \"2"},
        {"\n1\n", "\n1 x\n", "line 5, column 3: expected the end of the line after the number"},
        {"{0, 1}", "{0, 2}", "line 6, column 5: expected a cell of the group (0 to 1), found"},
        {"{0, 1}", "{0, 99999999}", "line 6, column 5: expected a cell of the group (0 to 655"},
        {"{0, 1}", "{0 1}", "line 6, column 4: expected \",\" or \"}\", found \"1}\""},
        {"{0, 1}", "{0,}", "line 6, column 4: expected a cell of the group (0 to 65535), foun"},
        {"{0, 1}", "{0, 1} 2", "line 6, column 8: expected the end of the line after a group"},
        {"2 1", "2 1 1", "line 7, column 5: expected the end of the line after as many dimens"},
        {"2 1", "2", "line 7, column 2: expected a dimension for each coordinate of the start"},
        {"2 1", "0 1", "line 7, column 1: expected a dimension for each coordinate of the star"},
        {"2 1", "2 -1", "line 7, column 3: expected a dimension for each coordinate of the sta"},
        {"2 1", "2 x", "line 7, column 3: expected a dimension for each coordinate of the star"},
        {"2 1", "1000000 1000000", "at most 65536 cells in all (1 to 32767), found \"1000000"},
        {"2 1", "32767 3", "line 7, column 7: expected a dimension for each coordinate of the "},
        {"2 1", "2 2", "line 9, column 1: expected \"(\" and cell 2 of 0 to 3, found the end o"},
        {"2 1", "1 1", "line 6, column 5: expected a cell of the group (0 to 0), found \"1}\""},
        {"(1, 1,", "1, 1,", "line 8, column 1: expected \"(\" and cell 0 of 0 to 1, found \"1,"},
        {"(1, 1,", "(0, 1,", "line 8, column 2: expected a type of up to 32 binary digits, th"},
        {"(1, 1,", "(21, 1,", "line 8, column 2: expected a type of up to 32 binary digits, t"},
        {"(1, 1,", "(12, 1,", "line 8, column 2: expected a type of up to 32 binary digits, t"},
        {"(1, 1,", "(, 1,", "line 8, column 2: expected a type of up to 32 binary digits, the"},
        {"(1, 1,", "(100000000000000000000000000000001, 1,", "line 8, column 2: expected a ty"},
        {"(1, 1,", "(1 1,", "line 8, column 4: expected \",\", found \"1, 0"},
        {"(1, 1,", "(1, ,", "line 8, column 5: expected a value (-2147483648 to 9999), found "},
        {"(1, 1,", "(1, 10000,", "line 8, column 5: expected a value (-2147483648 to 9999), f"},
        {"(1, 1, 0", "(1, 1, 9999999999", "line 8, column 8: expected a teleport target (-21"},
        {"0, -1, 3, 0)", "0, 1, 3, 0)", "line 8, column 34: expected an addition (-21474836"},
        {"-1, 3, 0)", "-1, 5, 0)", "line 8, column 38: expected a colour (0 to 4), found \"5,"},
        {"-1, 3, 0)", "-1, 3, x)", "line 8, column 41: expected a group (-2147483648 to 214"},
        {"-1, 3, 0)", "-1, 3)", "line 8, column 39: expected \",\", found \")\""},
        {"-1, 3, 0)", "-1, 3, 0, 0)", "line 8, column 42: expected \")\", found \", 0)\""},
        {"-1, 3, 0)", "-1, 3, 0) (", "line 8, column 44: expected the end of the level after"},
    };
    char text[1024];
    struct error error;
    changed(text, "small", "small");
    free(level_make(text));
    for (size_t i = 0; i < sizeof bad / sizeof bad[0]; i++) {
        changed(text, bad[i][0], bad[i][1]);
        if (zr2_level_size(text, strlen(text), &error))
            fail_msg("taken, but should be refused:\n%s", text);
        if (!strstr(error.text, bad[i][2]))
            fail_msg("wanted: %s\nfound:  %s", bad[i][2], error.text);
        uint64_t memory[256];
        assert_false(zr2_level_read(text, strlen(text), memory, sizeof memory, NULL));
    }
}

/* What looks odd and is taken all the same, with the text it is written back as. */
static void odd_levels(void **state)
{
    (void)state;
    static const char *const odd[][3] = {
        {"small", "\xef\xbb\xbf  S\xc5\xa1\xf0\x9f\x8e\xb2 two ",
         "S\xc5\xa1\xf0\x9f\x8e\xb2 two\n"},
        {"Target=3", "Target = 3\r", "Target=3\n"},
        {"{0, 1}", "{1,1 ,0,1}", "{1, 0}\n"},
        {"{0, 1}", "{ }", "{}\n"},
        {"SumToZero", "ReachPoints", "ReachPoints\n"},
        {"(1, 1, 0", "(0001, -7, -5", "(0001, -7, -5, 0, 0, 0)"},
        {"(1, 1, 0", "(11111111111111111111111111111111, 9999,\n 70000",
         "(11111111111111111111111111111111, 9999, 70000, 0, 0, 0)"},
        {"-1, 3, 0)", "-2147483648, 3, -1)", "(10101, 2, 0, -2147483648, 3, -1)"},
    };
    char text[1024];
    for (size_t i = 0; i < sizeof odd / sizeof odd[0]; i++) {
        changed(text, odd[i][0], odd[i][1]);
        struct zr2_level *level = level_make(text);
        char *written = level_text(level);
        assert_non_null(strstr(written, odd[i][2]));
        struct zr2_level *again = level_make(written);
        char *rewritten = level_text(again);
        assert_string_equal(written, rewritten);
        free(level);
        free(written);
        free(again);
        free(rewritten);
    }
}

/* Every beginning of a level is refused, and a changed byte is refused or makes another level. */
static void damaged_levels(void **state)
{
    (void)state;
    struct error error;
    size_t whole = strlen(good);
    for (size_t length = 0; length + 1 < whole; length++) {
        char *exact = malloc(length + 1);
        memcpy(exact, good, length);
        exact = realloc(exact, length ? length : 1);
        assert_int_equal(zr2_level_size(exact, length, &error), 0);
        assert_non_null(strstr(error.text, "expected"));
        free(exact);
    }
    assert_true(zr2_level_size(good, whole - 1, &error) > 0);
    char text[sizeof good];
    for (size_t at = 0; at < whole; at++)
        for (int byte = 1; byte < 256; byte++) {
            memcpy(text, good, sizeof good);
            text[at] = (char)byte;
            if (!zr2_level_size(text, whole, &error))
                continue;
            struct zr2_level *level = level_make(text);
            char *written = level_text(level);
            assert_true(zr2_level_size(written, strlen(written), &error) > 0);
            free(written);
            free(level);
        }
}

static void bad_positions(void **state)
{
    (void)state;
    static const char *const bad[][2] = {
        {"", "expected \"(\""},
        {"(0)", "column 3: expected \",\""},
        {"(2, 0) 1 2", "column 2: expected a coordinate of the player (0 to 1)"},
        {"(0, 0) 1", "column 9: expected the value of cell 1 (0 to 2), found the end"},
        {"(0, 0) 2 2", "column 8: expected the value of cell 0 (0 to 1)"},
        {"(0, 0) 1 -1", "column 10: expected the value of cell 1 (0 to 2)"},
        {"(0, 0) 1 2 3", "column 12: expected the end of the position"},
    };
    struct zr2_level *level = level_make(good);
    struct game_setup setup = {.level = level};
    struct error error;
    uint64_t board[8];
    assert_true(game_zr2.position_size(&setup) <= sizeof board);
    for (size_t i = 0; i < sizeof bad / sizeof bad[0]; i++) {
        assert_false(game_zr2.position_read(&setup, bad[i][0], strlen(bad[i][0]), board, &error));
        if (!strstr(error.text, bad[i][1]))
            fail_msg("wanted: %s\nfound:  %s", bad[i][1], error.text);
    }
    setup.level = NULL;
    assert_false(game_zr2.setup_valid(&setup, &error));
    assert_non_null(strstr(error.text, "needs a level"));
    free(level);
}

static void bad_moves(void **state)
{
    (void)state;
    static const char *const bad[][2] = {
        {"x", "move 1, column 1: expected a neighbouring cell that is not empty, 1, found \"x\""},
        {"0", "a neighbouring cell that is not empty, 1, found \"0\""},
        {"11", "found \"11\""},
        {"99999999999999999999", "found \"99999999\""},
        {"1 1 1", "move 2, column 3: \"1\" comes after the end of the game"},
    };
    struct zr2_level *level = level_make(good); /* visiting cell 1 empties both */
    struct game_setup setup = {.level = level};
    struct error error;
    uint64_t board[8];
    for (size_t i = 0; i < sizeof bad / sizeof bad[0]; i++) {
        game_zr2.start(&setup, board);
        assert_false(game_play_text(&game_zr2, &setup, board, bad[i][0], strlen(bad[i][0]), NULL,
                                    NULL, &error));
        if (!strstr(error.text, bad[i][1]))
            fail_msg("wanted: %s\nfound:  %s", bad[i][1], error.text);
    }
    free(level);
}

/* --- Sizes and drawing ------------------------------------------------------------------------ */

/* The text of a level of like cells. */
static char *like_cells(const char *start, const char *size, int cells)
{
    char *text = malloc((size_t)cells * 24 + 256), *at = text;
    at += sprintf(at, "like\nTarget=0\nSumToZero\n%s\n0\n%s\n", start, size);
    for (int i = 0; i < cells; i++)
        at += sprintf(at, "(1, 9999, 0, 0, 0, 0)%c", i % 2 ? '\n' : ' ');
    return text;
}

static void large_levels(void **state)
{
    (void)state;
    static const struct {
        const char *start, *size;
        int cells, neighbours;
    } large[] = {
        {"(0, 0)", "256 256", 65536, 2},
        {"(0, 0, 0, 0, 0, 0, 0, 0)", "4 4 4 4 4 4 4 4", 65536, 8},
        {"(1, 1, 1, 1, 1, 1, 1, 1)", "4 4 4 4 4 4 4 4", 65536, 16},
        {"(32766)", "32767", 32767, 1},
        {"(0, 0, 5)", "1 1 16384", 16384, 2},
    };
    for (size_t i = 0; i < sizeof large / sizeof large[0]; i++) {
        char *text = like_cells(large[i].start, large[i].size, large[i].cells);
        struct zr2_level *level = level_make(text);
        struct game_setup setup = {.level = level};
        struct zr2 *board = malloc(game_zr2.position_size(&setup));
        uint32_t moves[GAME_MOVES_MAX];
        struct game_place place;
        game_zr2.start(&setup, board);
        assert_int_equal(level->sum, large[i].cells * 9999);
        assert_int_equal(game_zr2.legal_moves(&setup, board, moves), large[i].neighbours);
        game_zr2.place(&setup, large[i].cells - 1, &place);
        assert_true(place.x >= 0 && place.y >= 0);
        free(board);
        free(level);
        free(text);
    }
    struct error error;
    char *text = like_cells("(0, 0, 0)", "1 1 16385", 16385);
    assert_int_equal(zr2_level_size(text, strlen(text), &error), 0);
    assert_non_null(strstr(error.text, "line 6, column 5: expected a dimension"));
    free(text);
}

/* Layers of 2 x 3 cells: the third dimension sets them side by side, the fourth above. */
static void drawing(void **state)
{
    (void)state;
    char *text = like_cells("(1, 2, 1, 0)", "2 3 2 2", 24);
    struct zr2_level *level = level_make(text);
    struct game_setup setup = {.level = level};
    assert_int_equal(game_zr2.place_count(&setup), 24);
    for (int index = 0; index < 24; index++) {
        struct game_place place;
        int c1 = index % 2, c2 = index / 2 % 3, c3 = index / 6 % 2, c4 = index / 12;
        game_zr2.place(&setup, index, &place);
        assert_int_equal(place.x, c1 + 3 * c3);
        assert_int_equal(place.y, c2 + 4 * c4);
        assert_int_equal(atoi(place.name), index);
        int32_t coordinates[4] = {c1, c2, c3, c4};
        assert_int_equal(zr2_level_index(level, coordinates), index);
    }
    free(level);
    free(text);
    level = level_make(good);
    setup.level = level;
    uint64_t board[8];
    struct game_content content;
    struct game_step steps[GAME_STEPS_MAX];
    game_zr2.start(&setup, board);
    game_zr2.content(&setup, board, 1, &content);
    assert_int_equal(content.marks, GAME_MARK_TELEPORTER | GAME_MARK_INCREASER);
    assert_int_equal(content.target, 0);
    assert_int_equal(content.colour, 3);
    assert_int_equal(content.number, 2);
    assert_true(content.numbered);
    assert_int_equal(game_zr2.move_steps(&setup, board, 1, steps), 1);
    assert_int_equal(steps[0].place, 1);
    free(level);
}

/* The source's own sample, step by step: an Increaser takes a row with it. */
static void sample_walk(void **state)
{
    (void)state;
    static const char text[] =
        "44ti2\nTarget=13\nSumToZero\n(0, 0)\n1\n{8, 9, 10, 11}\n4 4\n"
        "(1, 0, 0, 0, 0, 0) (1, 1, 0, 0, 0, 0) (1, 1, 0, 0, 0, 0) (1, 1, 0, 0, 0, 0)\n"
        "(1001, 1, 0, -1, 3, 0) (1001, 1, 0, -1, 3, 0) (1001, 1, 0, -1, 3, 0) "
        "(1, 1, 0, 0, 0, 0)\n"
        "(1, 1, 0, 0, 0, 0) (1, 0, 0, 0, 0, 0) (1, 0, 0, 0, 0, 0) (1, 1, 0, 0, 0, 0)\n"
        "(1, 1, 0, 0, 0, 0) (1, 1, 0, 0, 0, 0) (1, 1, 0, 0, 0, 0) (1, 1, 0, 0, 0, 0)\n";
    struct zr2_level *level = level_make(text);
    struct game_setup setup = {.level = level};
    uint64_t board[8];
    char buffer[128];
    struct text written;
    game_zr2.start(&setup, board);
    assert_true(game_play_text(&game_zr2, &setup, board, "4,5", 3, NULL, NULL, NULL));
    text_init(&written, buffer, sizeof buffer);
    game_zr2.position_write(&setup, board, &written);
    assert_string_equal(buffer, "(1, 1) 0 1 1 1 0 0 1 1 0 0 0 0 1 1 1 1");
    struct random random;
    random_seed(&random, 3);
    assert_true(game_zr2.playout(&setup, board, &random) > 0);
    struct game_result result;
    assert_true(game_zr2.result(&setup, board, &result));
    free(level);
}

int main(void)
{
    const struct CMUnitTest tests[] = {
        cmocka_unit_test(data_files),     cmocka_unit_test(random_levels),
        cmocka_unit_test(bad_levels),     cmocka_unit_test(odd_levels),
        cmocka_unit_test(damaged_levels), cmocka_unit_test(bad_positions),
        cmocka_unit_test(bad_moves),      cmocka_unit_test(large_levels),
        cmocka_unit_test(drawing),        cmocka_unit_test(sample_walk),
    };
    return cmocka_run_group_tests(tests, NULL, NULL);
}
