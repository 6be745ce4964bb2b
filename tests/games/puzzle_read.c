/* Files of puzzles from anybody: each line of a good one is spoiled in turn, and the message names
   the place and what belongs there. What is read is written as it was. */
#include "games/puzzle.h"

#include <setjmp.h>
#include <stdarg.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

#include <cmocka.h>

enum { ROOM = 4096 };

static const char *const good[] = {
    "potez puzzles 1",
    "game connect4",
    "seed 1 tried 29226",
    "",
    "puzzle connect4-3b0199f8",
    "position ......./......./...x.../...o..x/.oxx.ox/oooxxxo",
    "side second",
    "kind win",
    "value win 19",
    "solution 2",
    "unique yes",
    "line 2 2 3 7 7 4 6 4 3 2 3 3 2 6 6 6 7 5 5",
    "difficulty 3 depth 3 looked 208",
    "wrong loss 18 1,3",
    "wrong draw 3,2 4,5",
    "wrong loss 24 5,2",
    "wrong loss 20 6,3",
    "wrong loss 22 7,2",
};
enum { LINES = sizeof good / sizeof good[0] };

/* The good file with one line, counted from 1, replaced. */
static size_t spoiled(char text[ROOM], int line, const char *instead)
{
    size_t length = 0;
    for (int i = 0; i < LINES; i++)
        length += (size_t)snprintf(text + length, ROOM - length, "%s\n",
                                   i + 1 == line ? instead : good[i]);
    return length;
}

/* All puzzles of a text; how many there were, or -1 and an error. The copy has the exact size, for
 * the sanitizer. */
static int read_all(const char *text, size_t length, struct puzzle *puzzle, struct error *error)
{
    struct puzzle_file file;
    int count = 0;
    char *exact = malloc(length ? length : 1);
    assert_non_null(exact);
    memcpy(exact, text, length);
    bool begun = puzzle_file_begin(&file, exact, length, error);
    while (begun && puzzle_next(&file, puzzle, error))
        count++;
    if (file.failed) /* and nothing comes after that */
        assert_false(puzzle_next(&file, puzzle, NULL));
    free(exact);
    return file.failed ? -1 : count;
}

static void assert_refused(const char *text, size_t length, const char *message)
{
    static struct puzzle puzzle;
    struct error error = {.text = ""};
    if (read_all(text, length, &puzzle, &error) >= 0)
        fail_msg("read instead of: %s", message);
    if (!strstr(error.text, message))
        fail_msg("\"%s\" is not in \"%s\"", message, error.text);
}

static void each_line_has_its_place(void **state)
{
    (void)state;
    static const struct {
        int line;
        const char *instead, *message;
    } bad[] = {
        {1, "potez", "line 1, column 6: expected \"potez puzzles 1\""},
        {1, "puzzles 1", "line 1, column 1: expected \"potez puzzles 1\""},
        {1, "potez puzzles 2", "line 1, column 14: expected version 1 of the format"},
        {1, "potez puzzles 1 2", "line 1, column 17: expected the end of the line"},
        {2, "gaem connect4", "line 2, column 1: expected \"game NAME\""},
        {2, "game", "line 2, column 5: expected the name of a game, found the end of the line"},
        {2, "game Connect4", "line 2, column 6: expected the name of a game"},
        {2, "game chess", "line 2, column 6: expected the name of a game with puzzles"},
        {2, "game zr2", "line 2, column 6: expected the name of a game with puzzles"},
        {2, "game aaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaa", "line 2, column 6"},
        {2, "game connect4 x", "line 2, column 15: expected the end of the line"},
        {3, "sede 1 tried 2", "line 3, column 1: expected \"seed NUMBER tried NUMBER\""},
        {3, "seed", "line 3, column 5: expected a seed, found the end of the line"},
        {3, "seed -1 tried 2", "line 3, column 6: expected a seed"},
        {3, "seed 1 tired 2", "expected \"tried NUMBER\""},
        {3, "seed 1 tried", "line 3, column 13: expected a number of candidates"},
        {3, "seed 1 tried 2 3", "line 3, column 16: expected the end of the line"},
        {5, "riddle a", "line 5, column 1: expected \"puzzle ID\""},
        {5, "puzzle", "line 5, column 7: expected an id"},
        {5, "puzzle A", "line 5, column 8: expected an id of small letters, digits and dashes"},
        {5, "puzzle {", "line 5, column 8: expected an id"},
        {5, "puzzle a b", "line 5, column 10: expected the end of the line"},
        {6, "option width", "line 6, column 13: expected the option's value"},
        {6, "option", "line 6, column 7: expected the name of an option"},
        {6, "option width 7 7", "line 6, column 16: expected the end of the line"},
        {6, "option width 99", "line 6, column 1: option width: expected 3 to 16"},
        {6, "option colour 7", "line 6, column 1: connect4 has no option"},
        {6, "option width 16\noption height 15", "line 6, column 1: "},
        {6, "place 4", "line 6, column 1: expected \"position POSITION\""},
        {6, "position x", "line 6, column 10: "},
        {6, "position x....../o....../x....../o....../x....../o......",
         "line 7"}, /* the first to move, and the rest is about another board */
        {6, "position oxoxox./xoxoxo./xoxoxo./oxoxox./oxoxox./xoxoxo.", "line 6, column 10: "},
        {7, "sied second", "line 7, column 1: expected \"side second\", who is to move"},
        {7, "side first", "line 7, column 5: expected \"side second\", who is to move"},
        {7, "side second x", "line 7, column 13: expected the end of the line"},
        {8, "kidn win", "line 8, column 1: expected \"kind NAME\""},
        {8, "kind", "line 8, column 5: expected a kind of puzzle"},
        {8, "kind a b", "line 8, column 8: expected the end of the line"},
        {9, "vale win 3", "line 9, column 1: expected \"value VALUE\""},
        {9, "value", "line 9, column 6: expected win, draw, loss"},
        {9, "value won 3", "line 9, column 7: expected win, draw, loss"},
        {9, "value win",
         "line 9, column 10: expected a number of plies, found the end of the line"},
        {9, "value win -1", "line 9, column 11: expected a number of plies (0 to 9999)"},
        {9, "value score -10000", "line 9, column 13: expected a score (-9999 to 9999)"},
        {9, "value draw 0", "line 9, column 12: expected the end of the line"},
        {10, "sloution 2", "line 10, column 1: expected \"solution MOVE ...\""},
        {10, "solution", "line 10, column 9: expected a move"},
        {10, "solution 9", "line 10, column 10: "},
        {10, "solution 22", "line 10, column 10: expected one legal move, found \"22\""},
        {10, "solution 2 2", "line 10, column 12: this move is listed twice"},
        {11, "uniqe yes", "line 11, column 1: expected \"unique yes\" or \"unique no\""},
        {11, "unique no", "line 11, column 7: expected \"yes\", as there is one solution"},
        {11, "unique yes x", "line 11, column 12: expected the end of the line"},
        {12, "lien 2", "line 12, column 1: expected \"line MOVE ...\""},
        {12, "line", "line 12, column 5: expected a move"},
        {12, "line 3", "line 12, column 5: expected a line that begins with the solution"},
        {12, "line 2 8", "line 12, column 8: "},
        {13, "hard 3",
         "line 13, column 1: expected \"difficulty NUMBER depth NUMBER looked NUMBER\""},
        {13, "difficulty 0 depth 3 looked 208",
         "line 13, column 12: expected a difficulty (1 to 10)"},
        {13, "difficulty 3 depht 3 looked 208", "expected \"depth NUMBER\""},
        {13, "difficulty 3 depth -3 looked 208", "expected a depth (0 to 9999)"},
        {13, "difficulty 3 depth 3 208", "expected \"looked NUMBER\""},
        {13, "difficulty 3 depth 3 looked", "expected a number of positions"},
        {13, "difficulty 3 depth 3 looked 208 x", "column 33: expected the end of the line"},
        {14, "wrong lost 18 1,3", "line 14, column 7: expected win, draw, loss"},
        {14, "wrong loss 18", "line 14, column 14: expected a move"},
        {14, "wrong loss 18 9,3", "line 14, column 15: "},
        {14, "wrong loss 18 1,9", "line 14, column 17: "},
        {14, "wrong loss 18 1,", "line 14, column 17: "}, /* nothing is no move */
        {14, "wrong loss 18 ,3", "line 14, column 15: "},
        {14, "wrong loss 18 1,33", "line 14, column 17: expected one legal move"},
        {14, "wrong loss 18 2,3", "line 14, column 15: this move is listed twice"},
        {15, "wrong draw 3,2 4,5 1,3", "line 15, column 20: this move is listed twice"},
        {18, "", "says nothing about the move 7"},
    };
    char text[ROOM];
    for (size_t i = 0; i < sizeof bad / sizeof bad[0]; i++)
        assert_refused(text, spoiled(text, bad[i].line, bad[i].instead), bad[i].message);
}

/* Where a text ends is an error, except behind the head and behind the last puzzle. */
static void torn_files(void **state)
{
    (void)state;
    static struct puzzle puzzle;
    char text[ROOM];
    size_t length = spoiled(text, 0, NULL);
    size_t head = (size_t)(strstr(text, "puzzle connect4") - text);
    size_t made =
        (size_t)(strstr(text, "29226") - text) + 1; /* any of its digits may be the last */
    size_t last = (size_t)(strstr(text, "7,2\n") - text) + 1; /* the reply may be missing */
    for (size_t cut = 0; cut < length; cut++) {
        struct error error = {.text = ""};
        int count = read_all(text, cut, &puzzle, &error);
        bool between = cut >= made && cut <= head;
        if (between || cut == last || cut >= last + 2)
            continue;
        assert_int_equal(count, -1);
        assert_memory_equal(error.text, "line ", 5);
    }
    assert_int_equal(read_all(text, head, &puzzle, NULL), 0);
    assert_int_equal(read_all(text, length, &puzzle, NULL), 1);
}

static void a_file_has_a_largest_size(void **state)
{
    (void)state;
    size_t length = PUZZLE_FILE_MAX + 1;
    char *text = malloc(length);
    assert_non_null(text);
    memset(text, ' ', length);
    assert_refused(text, length,
                   "a file of puzzles has at most 4194304 bytes, this one has 4194305");
    free(text);
}

/* Two men of mill go to and fro: a line of the most moves is read, one more is not. */
static void a_line_has_a_longest_length(void **state)
{
    (void)state;
    static struct puzzle puzzle;
    static const char *const shuttle[] = {" b6-d6", " d7-g7", " d6-b6", " g7-d7"};
    for (int more = 0; more <= 1; more++) {
        char text[ROOM] = "potez puzzles 1\ngame mill\nseed 1 tried 1\npuzzle a\n"
                          "position bw.b.w.w.bww.bbbw..w.bbb b 0 0 5\nside black\nkind close\n"
                          "value goal 5\nsolution b6-d6\nunique yes\nline";
        for (int i = 0; i < PUZZLE_LINE_MAX + more; i++)
            strcat(text, shuttle[i % 4]);
        strcat(text, "\ndifficulty 1 depth 1 looked 5\n"
                     "wrong missed 5 f4-f2,f6-f4 g4-g7,f6-d6xg7 f4-e4,f6-f4\n");
        if (more)
            assert_refused(text, strlen(text), "line 11, column 389: expected the end of the line");
        else
            assert_int_equal(read_all(text, strlen(text), &puzzle, NULL), 1);
    }
}

/* Several solutions, options that are not the usual ones, every word of a value. */
static void writes_what_it_read(void **state)
{
    (void)state;
    static struct puzzle puzzle;
    static const char small[] = "potez puzzles 1\ngame connect4\nseed 7 tried 8\n"
                                "\npuzzle small\noption width 5\noption height 4\n"
                                "position ...../...../...../.....\nside first\nkind win\n"
                                "value score -3\nsolution 1 3\nunique no\nline 3 3 2\n"
                                "difficulty 10 depth 0 looked 5\nwrong missed 4 2,1\n"
                                "wrong broken 2 4 5,5\n";
    struct puzzle_file file;
    struct error error = {.text = ""};
    char again[ROOM];
    struct text text;
    text_init(&text, again, sizeof again);
    assert_true(puzzle_file_begin(&file, small, strlen(small), &error));
    puzzle_file_write(&file, &text);
    assert_true(puzzle_next(&file, &puzzle, &error));
    assert_int_equal(puzzle.solution_count, 2);
    assert_int_equal(puzzle.wrong_count, 3);
    assert_int_equal(puzzle.wrong[1].reply, GAME_NO_MOVE);
    puzzle_write(&puzzle, &text);
    assert_string_equal(again, small);
    assert_false(puzzle_next(&file, &puzzle, &error) || file.failed);
    char *unique = strstr(again, "unique no");
    memcpy(unique, "unique ye", 9);
    assert_refused(again, strlen(again), "expected \"no\", as there are several solutions");
}

int main(void)
{
    const struct CMUnitTest tests[] = {
        cmocka_unit_test(each_line_has_its_place),   cmocka_unit_test(torn_files),
        cmocka_unit_test(a_file_has_a_largest_size), cmocka_unit_test(a_line_has_a_longest_length),
        cmocka_unit_test(writes_what_it_read),
    };
    return cmocka_run_group_tests(tests, NULL, NULL);
}
