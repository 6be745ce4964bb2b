/* The reader of WTHOR's archive: on made-up bytes, and on the archive itself where it is. */
#include <setjmp.h>
#include <stdarg.h>
#include <stddef.h>
#include <stdint.h>

#include <cmocka.h>

#include "../shared.h"
#include "games/othello/othello.h"
#include "lab/othello/wthor.h"
#include <string.h>

static void reads_a_game(void **state)
{
    uint8_t bytes[16 + 68] = {20, 7, 5, 22, 1, 0, 0, 0, 0, 0, 0xb9, 7, 8, 0, 24, 0};
    uint8_t record[] = {1, 0, 2, 1, 75, 3, 34, 41, 56, 64, 33, 36};
    struct wthor_header header;
    struct wthor_game game;
    uint32_t moves[WTHOR_PLIES];
    struct error error;
    (void)state;
    memcpy(bytes + 16, record, sizeof record);
    assert_true(wthor_read_header(bytes, sizeof bytes, &header, &error));
    assert_int_equal(header.games, 1);
    assert_int_equal(header.year, 1977);
    wthor_read_game(bytes, 0, &game);
    assert_int_equal(game.tournament, 1);
    assert_int_equal(game.black, 258);
    assert_int_equal(game.white, 843);
    assert_int_equal(game.score, 34);
    assert_int_equal(game.possible, 41);
    assert_int_equal(wthor_moves(&game, moves, &error), 4);
    assert_int_equal(moves[0], 4 * 8 + 5); /* f5 */
    assert_int_equal(moves[1], 5 * 8 + 3); /* d6 */

    game.moves[2] = 11; /* a1 is not legal */
    assert_int_equal(wthor_moves(&game, moves, &error), -1);
    assert_non_null(strstr(error.text, "move 3"));
    game.moves[2] = 99; /* there is no such square */
    assert_int_equal(wthor_moves(&game, moves, &error), -1);
    assert_false(wthor_read_header(bytes, 15, &header, &error));
    assert_false(wthor_read_header(bytes, 16 + 67, &header, &error));
    bytes[12] = 10;
    assert_false(wthor_read_header(bytes, sizeof bytes, &header, &error));
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
    static uint8_t bytes[1 << 20], names[1 << 20];
    int played = 0, agree = 0, whole = 0, passes = 0;
    struct error error;
    char name[WTHOR_NAME];
    (void)state;
    size_t length = file_read("data/othello/wthor/WTHOR.JOU", names, sizeof names);
    if (!length)
        skip();
    int people = wthor_name_count(names, length, WTHOR_PLAYER, &error);
    wthor_read_name(names, 0, WTHOR_PLAYER, name);
    assert_string_equal(name, "???");
    wthor_read_name(names, 1, WTHOR_PLAYER, name);
    assert_string_equal(name, "Tastet Marc");
    for (int year = 1977; year <= 2021; year++) {
        char path[64];
        struct wthor_header header;
        snprintf(path, sizeof path, "data/othello/wthor/WTH_%d.wtb", year);
        length = file_read(path, bytes, sizeof bytes);
        assert_true(length > 0 && wthor_read_header(bytes, length, &header, &error));
        assert_int_equal(header.year, year);
        for (uint32_t i = 0; i < header.games; i++, played++) {
            struct wthor_game game;
            uint32_t moves[WTHOR_PLIES];
            wthor_read_game(bytes, i, &game);
            assert_true(game.black < people && game.white < people);
            int count = wthor_moves(&game, moves, &error), discs;
            assert_true(count >= 0);
            for (int k = 0; k < count; k++)
                passes += moves[k] == OTHELLO_PASS;
            if (!wthor_finished(moves, count, &discs))
                continue;
            whole++;
            agree += discs == game.score;
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
    return shared_status(cmocka_run_group_tests(tests, NULL, NULL));
}
