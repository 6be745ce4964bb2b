/* Matches: ratings against values worked out by hand, and that the games are the same whoever
   plays them. */
#include "lab/match.h"
#include "lab/match_journal.h"

#include "games/connect4/connect4.h"
#include <math.h>
#include <setjmp.h>
#include <stdarg.h>
#include <string.h>

#include <cmocka.h>

static void near(double found, double expected, double tolerance)
{
    if (!(fabs(found - expected) <= tolerance))
        fail_msg("found %f, expected %f", found, expected);
}

/* 70 % of the points: 400 log10(7 / 3) = 147.19. The pairs' variance is
   (28.75 - 50 * 0.49) / 49 = 0.0867347, the error of the mean sqrt(0.0867347 / 50) = 0.0416497, the
   slope 400 / (ln 10 * 0.7 * 0.3) = 827.228, and 1.959964 times their product 67.529. */
static void rating_by_hand(void **state)
{
    (void)state;
    struct match_score score = {60, 20, 20, {5, 0, 10, 20, 15}};
    struct match_rating rating = match_rate(&score);
    near(rating.share, 0.7, 1e-12);
    near(rating.elo, 147.1907, 1e-3);
    near(rating.elo_error, 67.529, 1e-2);
}

static void rating_is_symmetric(void **state)
{
    (void)state;
    struct match_score a = {9, 4, 3, {1, 1, 2, 1, 3}}, b = {3, 4, 9, {3, 1, 2, 1, 1}};
    struct match_rating from_a = match_rate(&a), from_b = match_rate(&b);
    near(from_a.elo, -from_b.elo, 1e-9);
    near(from_a.elo_error, from_b.elo_error, 1e-9);
}

static void rating_at_the_edges(void **state)
{
    (void)state;
    struct match_rating all = match_rate(&(struct match_score){10, 0, 0, {0, 0, 0, 0, 5}});
    assert_true(isinf(all.elo) && all.elo > 0 && isnan(all.elo_error));
    struct match_rating none = match_rate(&(struct match_score){0, 0, 10, {5, 0, 0, 0, 0}});
    assert_true(isinf(none.elo) && none.elo < 0 && isnan(none.elo_error));
    struct match_rating empty = match_rate(&(struct match_score){0});
    near(empty.share, 0.5, 0);
    near(empty.elo, 0, 0);
    assert_true(isnan(empty.elo_error));
    struct match_rating even = match_rate(&(struct match_score){5, 0, 5, {0, 0, 5, 0, 0}});
    near(even.elo, 0, 0);
    near(even.elo_error, 0, 1e-9);
    struct match_rating one = match_rate(&(struct match_score){1, 1, 0, {0, 0, 0, 1, 0}});
    assert_true(isfinite(one.elo) && isnan(one.elo_error));
}

enum { GAMES = 40, MOVES = 64 };

struct kept {
    int count, stop_after;
    struct match_game games[GAMES];
    uint32_t moves[GAMES][MOVES];
};

static bool keep(void *listener, const struct match_game *game, const struct match_score *score)
{
    struct kept *kept = listener;
    assert_int_equal(game->number, kept->count); /* in order, whoever was first */
    assert_int_equal(score->wins + score->draws + score->losses, kept->count + 1);
    assert_true(game->plies <= MOVES);
    kept->games[kept->count] = *game;
    if (game->moves)
        memcpy(kept->moves[kept->count], game->moves, (size_t)game->plies * sizeof(uint32_t));
    kept->count++;
    return kept->count != kept->stop_after;
}

static struct match_plan plan_of(const char *a, const char *b, int threads)
{
    static struct game_setup setup;
    static struct connect4 start;
    game_setup_default(&game_connect4, &setup);
    game_connect4.start(&setup, &start);
    struct match_plan plan = {
        .game = &game_connect4,
        .setup = &setup,
        .start = &start,
        .limits = {.nodes = 1000},
        .table_bytes = 1 << 18,
        .games = GAMES,
        .threads = threads,
        .seed = 5,
        .opening_plies = 4,
        .finished = keep,
    };
    const struct mind *mind = mind_of(&game_connect4);
    assert_true(player_read(mind, a, &plan.a, NULL) && player_read(mind, b, &plan.b, NULL));
    return plan;
}

static void play(struct match_plan plan, struct kept *kept, struct match_score *score)
{
    struct error error;
    kept->count = 0;
    plan.listener = kept;
    if (!match_play(&plan, score, &error))
        fail_msg("%s", error.text);
}

static void same_games_on_any_number_of_threads(void **state)
{
    (void)state;
    static struct kept one, four;
    struct match_score score_one, score_four;
    play(plan_of("alphabeta:3", "random", 1), &one, &score_one);
    play(plan_of("alphabeta:3", "random", 4), &four, &score_four);
    assert_memory_equal(&score_one, &score_four, sizeof score_one);
    assert_int_equal(one.count, GAMES);
    assert_int_equal(four.count, GAMES);
    for (int i = 0; i < GAMES; i++) {
        assert_int_equal(one.games[i].plies, four.games[i].plies);
        assert_memory_equal(one.moves[i], four.moves[i],
                            (size_t)one.games[i].plies * sizeof(uint32_t));
    }
    assert_true(score_one.wins > 30);
}

/* Whoever makes all moves at random is a random player; the other strays not at all. */
static void random_moves_weaken_one_side(void **state)
{
    (void)state;
    static struct kept kept[4];
    struct match_score score[4];
    /* Nobody strays, B does, both do. In a table: computed from i, gcc 12 gets them wrong with -O3
       and -mtune=skylake, where its conversion of branches overwrites i. */
    static const int strays[3][2] = {{0, 0}, {0, 100}, {100, 100}};
    struct match_plan plan = plan_of("alphabeta:3", "alphabeta:3", 1);
    for (int i = 0; i < 3; i++) {
        plan.a.random = strays[i][0];
        plan.b.random = strays[i][1];
        play(plan, &kept[i], &score[i]);
    }
    assert_int_equal(score[0].wins, score[0].losses);
    assert_true(score[1].wins > 30);
    assert_in_range(score[2].wins, 8, 32);
    plan.threads = 4;
    play(plan, &kept[3], &score[3]);
    assert_memory_equal(&score[2], &score[3], sizeof score[2]);
}

static void pairs_share_openings(void **state)
{
    (void)state;
    static struct kept kept;
    struct match_score score;
    play(plan_of("random", "random", 2), &kept, &score);
    int different = 0, pairs[5] = {0};
    for (int i = 0; i < GAMES; i += 2) {
        assert_true(kept.games[i].a_first && !kept.games[i + 1].a_first);
        assert_int_equal(kept.games[i].opening, 4);
        assert_memory_equal(kept.moves[i], kept.moves[i + 1], 4 * sizeof(uint32_t));
        different += i > 0 && memcmp(kept.moves[i], kept.moves[0], 4 * sizeof(uint32_t)) != 0;
        pairs[kept.games[i].half_points + kept.games[i + 1].half_points]++;
    }
    assert_true(different > GAMES / 2 - 4);
    assert_memory_equal(pairs, score.pairs, sizeof pairs);
}

/* Every kept game, played again, ends where and how the match says. */
static void results_are_those_of_the_rules(void **state)
{
    (void)state;
    static struct kept kept;
    struct match_score score;
    struct match_plan plan = plan_of("easy", "random", 2);
    play(plan, &kept, &score);
    for (int i = 0; i < GAMES; i++) {
        struct connect4 board;
        struct game_result result;
        plan.game->start(plan.setup, &board);
        for (int ply = 0; ply < kept.games[i].plies; ply++) {
            assert_false(plan.game->result(plan.setup, &board, &result));
            plan.game->play(plan.setup, &board, kept.moves[i][ply]);
        }
        assert_true(plan.game->result(plan.setup, &board, &result));
        int points = kept.games[i].a_first ? result.half_points : 2 - result.half_points;
        assert_int_equal(points, kept.games[i].half_points);
    }
}

static void listener_ends_the_match(void **state)
{
    (void)state;
    static struct kept kept;
    struct match_score score;
    kept.stop_after = 7;
    play(plan_of("random", "random", 3), &kept, &score);
    assert_int_equal(kept.count, 7);
    assert_int_equal(score.wins + score.draws + score.losses, 7);
}

static void openings_from_a_list(void **state)
{
    (void)state;
    static struct kept kept;
    static const uint32_t first[] = {3, 3, 3}, second[] = {0, 1};
    const struct match_opening openings[] = {{first, 3}, {second, 2}};
    struct match_plan plan = plan_of("random", "random", 2);
    struct match_score score;
    plan.openings = openings;
    plan.opening_count = 2;
    play(plan, &kept, &score);
    for (int i = 0; i < GAMES; i++) {
        const struct match_opening *opening = &openings[i / 2 % 2];
        assert_int_equal(kept.games[i].opening, opening->count);
        assert_memory_equal(kept.moves[i], opening->moves,
                            (size_t)opening->count * sizeof(uint32_t));
    }
}

/* Going on with some games known, in any order, gives what all forty in one go would have given. */
static void going_on_later(void **state)
{
    (void)state;
    static struct kept whole, kept;
    struct match_score all, rest;
    struct match_plan plan = plan_of("easy", "random", 2);
    play(plan, &whole, &all);
    for (int i = 0; i < GAMES; i++)
        whole.games[i].moves = whole.moves[i];
    struct match_game known[] = {whole.games[17], whole.games[0], whole.games[39], whole.games[1]};
    plan.known = known;
    plan.known_count = 4;
    play(plan, &kept, &rest);
    assert_memory_equal(&all, &rest, sizeof all);
    for (int i = 0; i < GAMES; i++)
        assert_int_equal(kept.games[i].known, i == 17 || i < 2 || i == 39);
    plan.known = whole.games;
    plan.known_count = GAMES; /* nothing is left to be played */
    play(plan, &kept, &rest);
    assert_memory_equal(&all, &rest, sizeof all);
}

static void enough_openings(void **state)
{
    (void)state;
    struct match_plan plan = plan_of("random", "random", 1);
    assert_int_equal(match_opening_plies(plan.game, plan.setup, plan.start), 4); /* 7^4 = 2401 */
}

/* Whatever decides how the games go is in the heading: two plans that differ have two headings. */
static void headings_tell_matches_apart(void **state)
{
    (void)state;
    enum { CHANGES = 9 };
    static const uint32_t moves[] = {3, 4};
    static const struct match_opening openings[] = {{moves, 2}, {moves, 1}};
    static char headings[CHANGES][1024];
    for (int i = 0; i < CHANGES; i++) {
        struct match_plan plan = plan_of("easy", "random", 1);
        struct text text;
        plan.seed += i == 1;
        plan.openings = openings;
        plan.opening_count = i == 2 ? 2 : i == 3 ? 1 : 0;
        if (i == 4 || i == 5)
            plan.clocks[i - 4] = (struct match_clock){.left = 60000000, .increment = 5};
        plan.workers = i == 6 ? 2 : 0;
        if (i == 7)
            plan.judging = (struct match_judging){.resign_moves = 3, .resign_score = 500};
        if (i == 8)
            plan.judging = (struct match_judging){.draw_moves = 4, .draw_score = 10, .exact = true};
        text_init(&text, headings[i], sizeof headings[i]);
        match_journal_heading(&plan, &plan.a, 1, &text);
        assert_true(text_fits(&text));
        for (int k = 0; k < i; k++)
            assert_string_not_equal(headings[i], headings[k]);
    }
    assert_non_null(strstr(headings[4], " clock a 60000000+5"));
    assert_non_null(strstr(headings[6], " workers 2"));
    assert_non_null(strstr(headings[7], " resign 3 500"));
    assert_non_null(strstr(headings[8], " draw 4 10 exact"));
}

static void lines_that_are_no_games(void **state)
{
    (void)state;
    static const char *const bad[][2] = {
        {"", "expected \"game\""},
        {"gmae 0 1 2 rules 0 7", "expected \"game\""},
        {"game x 1 2 rules 0 7", "expected pairing (0 to "},
        {"game 0 -1 2 rules 0 7", "expected number (0 to "},
        {"game 0 1 3 rules 0 7", "expected points (0 to 2)"},
        {"game 0 1 2 luck 0 7", "expected how the game ended"},
        {"game 0 1 2 rules -1 7", "expected opening (0 to "},
        {"game 0 1 2 rules 0", "expected plies (0 to "},
    };
    struct match_journal_game known;
    struct error error;
    for (size_t i = 0; i < sizeof bad / sizeof bad[0]; i++) {
        assert_false(match_journal_read(bad[i][0], &known, &error));
        if (!strstr(error.text, bad[i][1]))
            fail_msg("\"%s\" is not in \"%s\"", bad[i][1], error.text);
    }
    assert_true(match_journal_read("game 3 5 1 judged 2 7 4 4", &known, &error));
    assert_int_equal(known.pairing, 3);
    assert_int_equal(known.game.number, 5);
    assert_false(known.game.a_first);
    assert_int_equal(known.game.half_points, 1);
    assert_string_equal(match_end_word(known.game.end), "judged");
    assert_int_equal(known.game.opening, 2);
    assert_int_equal(known.game.plies, 7);
}

int main(void)
{
    const struct CMUnitTest tests[] = {
        cmocka_unit_test(rating_by_hand),
        cmocka_unit_test(rating_is_symmetric),
        cmocka_unit_test(rating_at_the_edges),
        cmocka_unit_test(same_games_on_any_number_of_threads),
        cmocka_unit_test(random_moves_weaken_one_side),
        cmocka_unit_test(pairs_share_openings),
        cmocka_unit_test(results_are_those_of_the_rules),
        cmocka_unit_test(listener_ends_the_match),
        cmocka_unit_test(openings_from_a_list),
        cmocka_unit_test(going_on_later),
        cmocka_unit_test(enough_openings),
        cmocka_unit_test(headings_tell_matches_apart),
        cmocka_unit_test(lines_that_are_no_games),
    };
    return cmocka_run_group_tests(tests, NULL, NULL);
}
