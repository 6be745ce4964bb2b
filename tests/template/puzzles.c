/* Puzzles of a game that no shared file knows: made, written, read again and proved through its
   table alone. */
#include "lab/puzzle_make.h"

#include <setjmp.h>
#include <stdarg.h>
#include <stdlib.h>

#include <cmocka.h>

enum { PUZZLES = 6 };

static void a_new_game_has_puzzles(void **state)
{
    (void)state;
    struct puzzle_maker maker;
    struct puzzle_file file;
    struct puzzle puzzle;
    struct error error;
    size_t length;
    int count = 0;
    assert_true(puzzle_maker_open(&maker, games[0], 1, NULL, &error));
    while (maker.count < PUZZLES)
        assert_true(puzzle_make(&maker));
    char *text = puzzle_maker_text(&maker, &length);
    assert_true(puzzle_file_begin(&file, text, length, &error));
    for (; puzzle_next(&file, &puzzle, &error); count++) {
        if (!puzzle_check(&maker.prover, &puzzle, &error))
            fail_msg("%s: %s", puzzle.id, error.text);
        assert_int_equal(puzzle.solution_count, 1);
    }
    assert_false(file.failed);
    assert_int_equal(count, PUZZLES);
    free(text);
    puzzle_maker_close(&maker);
}

int main(void)
{
    const struct CMUnitTest tests[] = {cmocka_unit_test(a_new_game_has_puzzles)};
    return cmocka_run_group_tests(tests, NULL, NULL);
}
