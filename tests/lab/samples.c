/* Samples of Othello from an archive of games: the ending's values are those that a walk through
   all moves finds, what came before has the first of them, and games that were broken off or are
   impossible give none. A file of samples that no game could have is refused. */
#include "lab/othello/samples.h"
#include "lab/othello/wthor.h"

#include "base/random.h"
#include "games/othello/othello.h"
#include "othello_plain.h"
#include <setjmp.h>
#include <stdarg.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <unistd.h>

#include <cmocka.h>

enum { GAMES = 3, SOLVE = 6 };

static char path[] = "/tmp/potez-samples-XXXXXX";

static int begin(void **state)
{
    (void)state;
    int descriptor = mkstemp(path);
    return descriptor < 0 || close(descriptor) != 0;
}

static int end(void **state)
{
    (void)state;
    return unlink(path);
}

static int random_game(uint64_t seed, uint32_t moves[WTHOR_PLIES])
{
    struct random random;
    struct othello_position now = {.board = othello_start()};
    int count = 0;
    random_seed(&random, seed);
    while (!othello_over(now.board) && count < WTHOR_PLIES) {
        uint32_t legal[GAME_MOVES_MAX];
        int choices = game_othello.legal_moves(NULL, &now, legal);
        moves[count] = legal[random_below(&random, (uint32_t)choices)];
        game_othello.play(NULL, &now, moves[count++]);
    }
    return count;
}

static void put_file(const void *bytes, size_t length)
{
    FILE *file = fopen(path, "wb");
    assert_non_null(file);
    assert_int_equal(fwrite(bytes, 1, length, file), length);
    fclose(file);
}

/* A whole game, one that ends after ten moves, and one with an illegal move. */
static void put_archive(void)
{
    uint8_t bytes[WTHOR_HEADER + GAMES * WTHOR_GAME];
    const struct wthor_header header = {.games = GAMES, .year = 2000};
    uint32_t moves[WTHOR_PLIES];
    wthor_write_header(&header, bytes);
    for (int i = 0; i < GAMES; i++) {
        struct wthor_game game = {0};
        int count = random_game(7, moves);
        wthor_set_moves(&game, moves, i == 1 ? 10 : count);
        if (i == 2)
            game.moves[5] = 11;
        wthor_write_game(&game, bytes + WTHOR_HEADER + i * WTHOR_GAME);
    }
    put_file(bytes, sizeof bytes);
}

static void games_become_samples(void **state)
{
    (void)state;
    struct othello_samples samples = {0};
    const struct pool pool = {.threads = 1};
    struct error error;
    int exact = 0;
    put_archive();
    if (!othello_samples_archive(&samples, path, SOLVE, &pool, &error))
        fail_msg("%s", error.text);
    assert_true(samples.count > 30 && samples.count <= 60); /* of the first game alone */
    for (size_t i = 0; i < samples.count; i++) {
        const struct othello_sample *sample = &samples.list[i];
        struct othello board = {sample->mine, sample->theirs};
        assert_int_equal(sample->source, OTHELLO_SOURCE_ARCHIVE);
        assert_int_equal(sample->game, samples.list[0].game);
        assert_int_equal(sample->exact, bits_count(othello_empty(board)) <= SOLVE);
        if (sample->exact)
            assert_int_equal(sample->score, 100 * othello_plain(board));
        else
            assert_int_equal(abs(sample->score), abs(samples.list[0].score));
        exact += sample->exact;
    }
    assert_true(exact > 0);
    othello_samples_free(&samples);
}

static void archives_that_are_none(void **state)
{
    (void)state;
    struct othello_samples samples = {0};
    const struct pool pool = {.threads = 1};
    struct error error;
    put_file("no games", 8);
    assert_false(othello_samples_archive(&samples, path, SOLVE, &pool, &error));
    assert_non_null(strstr(error.text, path));
    assert_false(othello_samples_archive(&samples, "/nonexistent", SOLVE, &pool, &error));
    assert_non_null(strstr(error.text, "/nonexistent: cannot be opened"));
    assert_int_equal(samples.count, 0);
}

static void impossible_samples(void **state)
{
    (void)state;
    static const struct othello_sample bad[] = {
        {.mine = 3, .theirs = 1},
        {.mine = 1, .theirs = 2, .score = 6401},
        {.mine = 1, .theirs = 2, .score = -6401},
        {.mine = 1, .theirs = 2, .source = 9},
        {.mine = 1, .theirs = 2, .exact = 2},
    };
    struct error error;
    for (size_t i = 0; i < sizeof bad / sizeof bad[0]; i++) {
        struct othello_sample two[] = {{.mine = 1, .theirs = 2}, bad[i]};
        struct othello_samples samples = {.list = two, .count = 2}, read = {0};
        assert_true(othello_samples_save(&samples, path, &error));
        assert_false(othello_samples_load(&read, path, &error));
        assert_non_null(strstr(error.text, "sample 2 is not one of Othello's"));
        othello_samples_free(&read);
    }
}

int main(void)
{
    const struct CMUnitTest tests[] = {
        cmocka_unit_test(games_become_samples),
        cmocka_unit_test(archives_that_are_none),
        cmocka_unit_test(impossible_samples),
    };
    return cmocka_run_group_tests(tests, begin, end);
}
