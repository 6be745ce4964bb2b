/* ZR 2's rules and the levels of tests/data/zr2, against the plain rules and the slow solver in
   zr2_plain.h. */
#include "games/zr2/zr2.h"

#include <dirent.h>
#include <setjmp.h>
#include <stdarg.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

#include <cmocka.h>

#include "zr2_make.h"
#include "zr2_plain.h"

/* --- The two sets of rules side by side ------------------------------------------------------- */

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

/* Visiting cell 1 empties both cells and leads back. */
static const char good[] = "small\nTarget=3\nSumToZero\n(0, 0)\n1\n{0, 1}\n2 1\n"
                           "(1, 1, 0, 0, 0, 0) (10101, 2, 0, -1, 3, 0)\n";

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
    struct zr2_level *level = level_make(good);
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

/* --- Drawing ---------------------------------------------------------------------------------- */

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

/* Kolar's own sample, step by step: an Increaser takes a row with it. */
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
        cmocka_unit_test(data_files),    cmocka_unit_test(random_levels),
        cmocka_unit_test(bad_positions), cmocka_unit_test(bad_moves),
        cmocka_unit_test(drawing),       cmocka_unit_test(sample_walk),
    };
    return cmocka_run_group_tests(tests, NULL, NULL);
}
