/* ZR 2's level files: what is refused and how, what is odd but taken, damage and size. */
#include "games/zr2/zr2.h"

#include "zr2_make.h"

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
        {"-1, 3, 0)", "-1, 3, 0) (", "line 9, column 1: expected a type of up to 32 binary"},
        {"-1, 3, 0)", "-1, 3, 0) x", "line 8, column 44: expected the end of the level after"},
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
#define CELL "(1, 1, 0, 0, 0, 0)"

/* A board of Kolar's thesis as printed, with 17 cells for 4 x 4 and lines broken inside cells:
   the 17th begins in line 10 after "0, 0, 0) " and two cells of 18 characters with a blank each. */
static void surplus_cells(void **state)
{
    (void)state;
    const char *printed = "44t1\nTarget=16\nSumToZero\n(0, 0)\n0\n4 4\n" CELL " " CELL " " CELL
                          " " CELL " (1, 1, 0,\n0, 0, 0) " CELL " " CELL " " CELL " " CELL "\n" CELL
                          " " CELL " " CELL " " CELL " (1, 1, 0,\n0, 0, 0) " CELL " " CELL " " CELL;
    struct zr2_level *level = level_make(printed);
    char warning[160];
    struct text text;
    text_init(&text, warning, sizeof warning);
    zr2_level_warning(level, &text);
    assert_string_equal(
        warning, "line 10, column 48: the board has 16 cells, 1 more in the file is ignored");
    assert_int_equal(level->sum, 16);
    char *written = level_text(level);
    struct zr2_level *again = level_make(written);
    text_init(&text, warning, sizeof warning);
    zr2_level_warning(again, &text);
    assert_int_equal(text.length, 0);
    free(written);
    free(again);
    free(level);
}

/* What follows the cells must be cells, and one too few stays an error. */
static void surplus_must_be_cells(void **state)
{
    (void)state;
    struct error error;
    const char *bad = "a\nTarget=0\nSumToZero\n(0)\n0\n1\n" CELL " (1, 1)";
    assert_int_equal(zr2_level_size(bad, strlen(bad), &error), 0);
    assert_string_equal(error.text, "line 7, column 25: expected \",\", found \")\"");
    const char *words = "a\nTarget=0\nSumToZero\n(0)\n0\n1\n" CELL " more";
    assert_int_equal(zr2_level_size(words, strlen(words), &error), 0);
    const char *few = "a\nTarget=0\nSumToZero\n(0)\n0\n2\n" CELL;
    assert_int_equal(zr2_level_size(few, strlen(few), &error), 0);
}

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

int main(void)
{
    const struct CMUnitTest tests[] = {
        cmocka_unit_test(bad_levels),     cmocka_unit_test(odd_levels),
        cmocka_unit_test(surplus_cells),  cmocka_unit_test(surplus_must_be_cells),
        cmocka_unit_test(damaged_levels), cmocka_unit_test(large_levels),
    };
    return cmocka_run_group_tests(tests, NULL, NULL);
}
