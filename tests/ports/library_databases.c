/* Databases from folders, as another program uses them: library_databases FOLDER FEWER. The first
   has the moving phase of Six Men's Morris with at most four men a side, the second with at most
   three. None of that is inside the library, so what is proved comes from the folder. A long win is
   played to its end by probes alone. */
#include "library_games.h"

enum { LONG = 15, TRIES = 2000 };

static const char *folder, *fewer;

static potez *six(const char *databases, const char *position)
{
    struct potez_settings settings = {.size = sizeof settings,
                                      .options = "variant=six",
                                      .position = position,
                                      .table = 1 << 20,
                                      .databases = databases};
    return potez_open("mill", &settings);
}

/* Four men a side on the sixteen points, by lot. */
static void scatter(unsigned *lots, char *position)
{
    strcpy(position, "................ w 0 0 0");
    for (int men = 0; men < 8;) {
        *lots = *lots * 1103515245u + 12345u;
        char *point = &position[*lots >> 16 & 15];
        if (*point == '.')
            *point = men++ % 2 ? 'b' : 'w';
    }
}

/* Goes on to a position that is won in LONG plies or more. */
static void find_long(potez *game, char *position)
{
    unsigned lots = 1;
    for (int i = 0; i < TRIES; i++) {
        scatter(&lots, position);
        struct potez_answer *answer = potez_start(game, position) ? potez_probe(game) : NULL;
        bool found = answer && potez_answer_exact(answer) &&
                     potez_answer_outcome(answer) == POTEZ_WIN &&
                     potez_answer_plies(answer) >= LONG;
        potez_answer_close(answer);
        if (found)
            return;
    }
    fail_msg("no long win in the folder");
}

/* Whether the value of a position is there without a search; NULL for where the game stands. */
static bool knows(potez *game, const char *position)
{
    if (position && !potez_start(game, position))
        return false;
    struct potez_answer *answer = potez_probe(game);
    bool exact = answer && potez_answer_exact(answer);
    potez_answer_close(answer);
    return exact;
}

static void a_long_win_is_played_out(void **state)
{
    (void)state;
    char position[64];
    potez *game = six(folder, NULL);
    find_long(game, position);
    struct potez_answer *answer = potez_probe(game);
    int plies = potez_answer_plies(answer), best = 0;
    for (int i = 0; i < potez_answer_count(answer); i++) {
        const struct potez_answer *part = potez_answer_part(answer, i);
        assert_true(potez_answer_exact(part));
        best += potez_answer_outcome(part) == POTEZ_WIN && potez_answer_plies(part) == plies;
    }
    assert_true(best > 0);
    potez_answer_close(answer);
    for (int left = plies; left > 0; left--) {
        answer = potez_probe(game);
        assert_true(potez_answer_exact(answer));
        assert_int_equal(potez_answer_plies(answer), left);
        assert_true(potez_play(game, potez_answer_move(answer)));
        potez_answer_close(answer);
    }
    assert_true(potez_over(game));
    assert_int_equal(potez_winner(game), 0);
    print_message("a win in %d played out\n", plies);
    potez_close(game);
}

static void without_the_folder_nothing_is_known(void **state)
{
    (void)state;
    char position[64];
    potez *game = six(NULL, NULL);
    assert_true(potez_databases(game, folder)); /* opened later */
    find_long(game, position);
    assert_true(potez_databases(game, NULL));
    struct potez_answer *answer = potez_probe(game);
    assert_false(answer && potez_answer_exact(answer));
    potez_answer_close(answer);
    potez_close(game);
}

static void what_is_no_folder_is_refused(void **state)
{
    (void)state;
    assert_null(six("/nowhere/at/all", NULL));
    assert_true(strlen(potez_error()) > 0);
    char position[64];
    potez *game = six(folder, NULL), *othello = opened("othello", NULL);
    find_long(game, position);
    assert_false(potez_databases(game, "/nowhere/at/all"));
    assert_true(knows(game, position)); /* it has what it had */
    assert_false(potez_databases(othello, folder));
    assert_non_null(strstr(potez_error(), "there are no databases for othello"));
    potez_close(othello);
    potez_close(game);
}

/* One game knows four men a side, another at the same time three and a third nothing; a copy has
   what its game has, also when that is closed. */
static void a_folder_is_one_game_s(void **state)
{
    (void)state;
    char position[64];
    potez *four = six(folder, NULL), *three = six(fewer, NULL), *none = six(NULL, NULL);
    find_long(four, position);
    assert_true(knows(four, position));
    assert_false(knows(three, position) || knows(none, position));
    assert_true(knows(three, "wwb.w.b..b...... w 0 0 0"));
    assert_false(knows(none, "wwb.w.b..b...... w 0 0 0"));
    potez *copy = potez_copy(four);
    potez_close(four);
    assert_true(knows(copy, position));
    assert_true(potez_databases(three, folder) && knows(three, position));
    potez_close(copy);
    assert_true(knows(three, position));
    potez_close(three);
    potez_close(none);
}

/* What a game does with its folder is nothing to others that think meanwhile. */
static void *open_and_close(void *argument)
{
    bool *good = argument;
    for (int i = 0; i < 5; i++) {
        potez *game = six(i % 2 ? folder : fewer, "wwb.w.b..b...... w 0 0 0");
        potez *copy = game ? potez_copy(game) : NULL;
        struct potez_match match = {.size = sizeof match, .games = 2, .nodes = 50};
        *good &= copy && knows(copy, NULL) && potez_match(game, &match) &&
                 potez_databases(game, NULL) && !knows(game, NULL);
        potez_close(game);
        potez_close(copy);
    }
    return NULL;
}

static void several_threads(void **state)
{
    (void)state;
    enum { THREADS = 3 };
    pthread_t threads[THREADS];
    bool good[THREADS] = {true, true, true};
    for (int i = 0; i < THREADS; i++)
        assert_int_equal(pthread_create(&threads[i], NULL, open_and_close, &good[i]), 0);
    for (int i = 0; i < THREADS; i++) {
        pthread_join(threads[i], NULL);
        assert_true(good[i]);
    }
}

int main(int count, char **words)
{
    const struct CMUnitTest tests[] = {
        cmocka_unit_test(a_long_win_is_played_out),
        cmocka_unit_test(without_the_folder_nothing_is_known),
        cmocka_unit_test(what_is_no_folder_is_refused),
        cmocka_unit_test(a_folder_is_one_game_s),
        cmocka_unit_test(several_threads),
    };
    if (count != 3)
        return 2;
    folder = words[1];
    fewer = words[2];
    return cmocka_run_group_tests(tests, NULL, NULL);
}
