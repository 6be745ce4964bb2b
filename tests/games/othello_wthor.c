/* The reader of WTHOR's archive: on made-up bytes, and on the archive itself where it is. */
#include <setjmp.h>
#include <stdarg.h>
#include <stddef.h>
#include <stdint.h>

#include <cmocka.h>

#include "../shared.h"
#include "games/othello/othello.h"
#include "games/othello/wthor.h"
#include <string.h>

static void reads_a_game(void **state)
{
    uint8_t bytes[16 + 68] = {20, 7, 5, 22, 1, 0, 0, 0, 0, 0, 0xb9, 7, 8, 0, 24, 0};
    uint8_t record[] = {1, 0, 2, 1, 75, 3, 34, 41, 56, 64, 33, 36};
    struct wthor wthor;
    struct wthor_game game;
    struct error error;
    (void)state;
    memcpy(bytes + 16, record, sizeof record);
    assert_true(wthor_open(&wthor, bytes, sizeof bytes, &error));
    assert_int_equal(wthor.count, 1);
    assert_int_equal(wthor.year, 1977);
    assert_true(wthor_game_read(&wthor, 0, &game, &error));
    assert_int_equal(game.tournament, 1);
    assert_int_equal(game.black, 258);
    assert_int_equal(game.white, 843);
    assert_int_equal(game.score, 34);
    assert_int_equal(game.best_score, 41);
    assert_int_equal(game.count, 4);
    assert_int_equal(game.moves[0], 4 * 8 + 5); /* f5 */
    assert_int_equal(game.moves[1], 5 * 8 + 3); /* d6 */

    bytes[16 + 10] = 11; /* a1 is not legal */
    assert_false(wthor_game_read(&wthor, 0, &game, &error));
    assert_non_null(strstr(error.text, "move 3"));
    assert_int_equal(game.count, 2);
    bytes[16 + 10] = 99; /* there is no such square */
    assert_false(wthor_game_read(&wthor, 0, &game, &error));
    assert_false(wthor_open(&wthor, bytes, 15, &error));
    assert_false(wthor_open(&wthor, bytes, 16 + 67, &error));
    bytes[12] = 10;
    assert_false(wthor_open(&wthor, bytes, sizeof bytes, &error));
}

static size_t file_read(const char *name, uint8_t *bytes, size_t room)
{
    FILE *file = shared_open(name);
    if (!file)
        return 0;
    size_t length = fread(bytes, 1, room, file);
    fclose(file);
    return length;
}

/* Every game of every year can be replayed, and the final count of discs is the archive's. */
static void reads_the_archive(void **state)
{
    static uint8_t bytes[1 << 20], names_bytes[1 << 20];
    int played = 0, agree = 0, whole = 0, passes = 0;
    struct error error;
    struct wthor names;
    (void)state;
    size_t length = file_read("data/othello/wthor/WTHOR.JOU", names_bytes, sizeof names_bytes);
    if (!length)
        skip();
    assert_true(wthor_names_open(&names, names_bytes, length, &error));
    assert_string_equal(wthor_name(&names, 0), "???");
    assert_string_equal(wthor_name(&names, 1), "Tastet Marc");
    assert_string_equal(wthor_name(&names, names.count), "?");
    for (int year = 1977; year <= 2021; year++) {
        char name[64];
        struct wthor wthor;
        snprintf(name, sizeof name, "data/othello/wthor/WTH_%d.wtb", year);
        length = file_read(name, bytes, sizeof bytes);
        assert_true(length > 0 && wthor_open(&wthor, bytes, length, &error));
        assert_int_equal(wthor.year, year);
        for (int i = 0; i < wthor.count; i++) {
            struct wthor_game game;
            assert_true(wthor_game_read(&wthor, i, &game, &error));
            assert_true(game.black < names.count && game.white < names.count);
            struct othello board = othello_start();
            int side = 0;
            for (int k = 0; k < game.count; k++, side ^= 1) {
                passes += game.moves[k] == OTHELLO_PASS;
                board = game.moves[k] == OTHELLO_PASS ? othello_passed(board)
                                                      : othello_played(board, game.moves[k]);
            }
            played++;
            if (!othello_over(board))
                continue;
            whole++;
            int score = othello_final_score(board);
            agree += 32 + (side ? -score : score) / 2 == game.score;
        }
    }
    assert_int_equal(played, 127475);
    assert_true(passes > 10000);
    assert_true(whole > 120000 && agree > whole / 100 * 98);
}

int main(void)
{
    const struct CMUnitTest tests[] = {
        cmocka_unit_test(reads_a_game),
        cmocka_unit_test(reads_the_archive),
    };
    return cmocka_run_group_tests(tests, NULL, NULL);
}
