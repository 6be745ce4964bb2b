/* The template game through the middle, in a program that has no other game: it is played, hinted
   at, analysed, reviewed and solved, and every answer is compared with brute force. */
#include "games/template/template.h"
#include "lab/inquire.h"
#include "lab/opened.h"
#include "minds/level.h"

#include <setjmp.h>
#include <stdarg.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

#include <cmocka.h>

enum { TABLE = 1 << 20, KEYS = 1 << 18, UNKNOWN = 100 };

static struct error error;

/* What a position is worth to the side to move, by trying everything: 20 minus the plies to a won
   end, the opposite for a lost one, 0 for a draw. */
static int8_t values[2][KEYS];

static int brute_force(const struct game_setup *setup, const struct template_board *board)
{
    int goal = setup->option[TEMPLATE_OPTION_GOAL];
    int8_t *known = &values[goal][board->marks[0] | board->marks[1] << 9];
    uint32_t moves[GAME_MOVES_MAX];
    struct game_result result;
    if (*known != UNKNOWN)
        return *known;
    int count = game_template.legal_moves(setup, board, moves), best = -UNKNOWN;
    if (game_template.result(setup, board, &result))
        best = (template_side_to_move(board) == 0 ? 20 : -20) * result.score;
    for (int i = 0; i < count; i++) {
        struct template_board next = *board;
        game_template.play(setup, &next, moves[i]);
        int value = -brute_force(setup, &next);
        value -= (value > 0) - (value < 0); /* a ply further away */
        best = value > best ? value : best;
    }
    return *known = (int8_t)best;
}

static int sign(int value)
{
    return (value > 0) - (value < 0);
}

static struct opened open_at(int goal, const char *position, const char *moves)
{
    struct opened opened;
    const char *option = goal ? "goal=avoid" : "goal=win";
    opened_begin(&opened, &game_template);
    assert_true(opened_option(&opened, option, strlen(option), &error));
    assert_true(opened_start(&opened, position, position ? 9 : 0, 20, &error));
    assert_true(session_play_text(opened.session, moves, strlen(moves), &error));
    return opened;
}

static const struct template_board *board_of(const struct opened *opened)
{
    return session_position(opened->session);
}

static struct inquiry *ask(struct thinker *thinker, const struct opened *opened,
                           enum inquiry_kind kind, const char *name, int level, uint64_t seed)
{
    struct random random;
    struct inquiry_question question = {
        .kind = kind, .session = opened->session, .random = &random, .limits = {.nodes = 1000000}};
    random_seed(&random, seed);
    if (!inquire_player(opened->game, name, level, &question.player, &error))
        fail_msg("%s", error.text);
    if (player_is_fixed(&question.player))
        question.limits = (struct mind_limits){0};
    struct inquiry *inquiry = inquire_open(thinker, &question, &error);
    if (!inquiry || !inquiry_run(inquiry, &error))
        fail_msg("%s", error.text);
    return inquiry;
}

static void is_right(const struct mind_answer *answer, int value)
{
    assert_true(answer->exact);
    assert_int_equal(answer->outcome, sign(value));
    assert_int_equal(answer->score, 100 * sign(value));
    if (value)
        assert_int_equal(answer->plies, 20 - abs(value));
}

/* The value of a move to the side that makes it. */
static int after(const struct opened *opened, uint32_t move)
{
    struct template_board next = *board_of(opened);
    opened->game->play(&opened->setup, &next, move);
    int value = -brute_force(&opened->setup, &next);
    return value - sign(value);
}

static void check_position(struct thinker *thinker, const struct opened *opened)
{
    int value = brute_force(&opened->setup, board_of(opened));
    struct inquiry *solved = ask(thinker, opened, INQUIRY_VALUE, NULL, 0, 1);
    is_right(&solved->answer, value);
    inquire_close(solved);
    struct inquiry *hint = ask(thinker, opened, INQUIRY_HINT, NULL, 0, 1);
    is_right(&hint->answer, value);
    assert_int_equal(sign(after(opened, hint->answer.move)), sign(value));
    inquire_close(hint);
    struct inquiry *every = ask(thinker, opened, INQUIRY_MOVES, NULL, 0, 1);
    assert_int_equal(every->finding_count, bits_count(template_free(board_of(opened))));
    for (int i = 0; i < every->finding_count; i++)
        is_right(&every->findings[i].answer, after(opened, every->findings[i].move));
    inquire_close(every);
}

/* Every position that a game can come to and go on from. */
static int check_all(struct thinker *thinker, int goal, const char *position, char *seen)
{
    struct opened opened = open_at(goal, position, "");
    uint32_t moves[GAME_MOVES_MAX];
    int key = board_of(&opened)->marks[0] | board_of(&opened)->marks[1] << 9;
    int count = session_moves(opened.session, moves), found = 0;
    if (count > 0 && !seen[key]) {
        seen[key] = 1;
        found++;
        check_position(thinker, &opened);
        for (int i = 0; i < count; i++) {
            assert_true(session_play(opened.session, moves[i], &error));
            char *next = opened_position(opened.session, session_ply(opened.session));
            found += check_all(thinker, goal, next, seen);
            free(next);
            session_undo(opened.session);
        }
    }
    opened_close(&opened);
    return found;
}

static void every_position_is_answered_truly(void **state)
{
    for (int goal = 0; goal < 2; goal++) {
        char *seen = calloc(KEYS, 1);
        assert_int_equal(check_all(*state, goal, NULL, seen), 5478 - 958); /* less the ends */
        free(seen);
    }
}

static void review_names_the_mistakes(void **state)
{
    static const char *const played[] = {"b2,a1,c1,a3,a2,c2,b1,b3,c3", "b2,b1,a1,c3,a3,a2,c1",
                                         "a1,b1,b2,c3,a2,c2,a3"};
    for (int i = 0; i < 3; i++)
        for (int goal = 0; goal < 2; goal++) {
            struct opened opened = open_at(goal, NULL, played[i]);
            struct inquiry *review = ask(*state, &opened, INQUIRY_REVIEW, NULL, 0, 1);
            assert_int_equal(review->moment_count, session_length(opened.session) + 1);
            for (int ply = 0; ply < review->moment_count - 1; ply++) {
                const struct inquiry_moment *moment = &review->moments[ply];
                session_go(opened.session, ply);
                int before = brute_force(&opened.setup, board_of(&opened));
                int made = after(&opened, moment->move);
                assert_true(moment->proved);
                is_right(&moment->before, before);
                is_right(&moment->after, made);
                if (moment->class == INQUIRY_FORCED)
                    continue;
                assert_int_equal(moment->class == INQUIRY_BLUNDER, sign(before) != sign(made));
                assert_int_equal(moment->class == INQUIRY_GOOD,
                                 sign(before) == sign(made) && before != made);
            }
            session_go(opened.session, review->moment_count - 1);
            inquire_close(review);
            opened_close(&opened);
        }
}

/* Half points of the first side when these two play; a level where the name is NULL. */
static int play_out(struct thinker *thinker, const char *first, const char *second, int level,
                    uint64_t seed)
{
    struct opened opened = open_at(0, NULL, "");
    struct game_result result;
    while (!session_over(opened.session, &result, NULL)) {
        const char *name = session_ply(opened.session) % 2 ? second : first;
        struct inquiry *inquiry = ask(thinker, &opened, INQUIRY_MOVE, name, name ? 0 : level,
                                      seed * 16 + (uint64_t)session_ply(opened.session));
        assert_true(session_play(opened.session, inquiry->answer.move, &error));
        inquire_close(inquiry);
    }
    opened_close(&opened);
    return result.half_points;
}

static void players_are_as_strong_as_they_say(void **state)
{
    int lines = 0, points[LEVEL_COUNT + 1] = {0};
    assert_int_equal(play_out(*state, "best", "best", 0, 1), 1);
    for (uint64_t seed = 0; seed < 40; seed++) {
        assert_true(play_out(*state, "random", "best", 0, seed) < 2);
        assert_true(play_out(*state, "best", "minimax:2", 0, seed) > 0);
        lines += play_out(*state, "lines", "random", 0, seed);
        for (int level = 1; level <= LEVEL_COUNT; level++)
            points[level] += play_out(*state, NULL, "alphabeta:2,random=30", level, seed);
    }
    assert_true(lines > 60);
    assert_true(points[1] < points[5] && points[5] < points[LEVEL_COUNT]);
}

static void an_answer_becomes_json(void **state)
{
    struct opened opened = open_at(0, NULL, "b2,b1,a1");
    struct inquiry *found = ask(*state, &opened, INQUIRY_VALUE, NULL, 0, 1);
    char *json = inquire_json(found);
    assert_non_null(strstr(json, "\"outcome\":\"loss\""));
    assert_non_null(strstr(json, "\"words\":\"First wins in 2 (proved)\""));
    free(json);
    inquire_close(found);
    opened_close(&opened);
}

static int open_thinker(void **state)
{
    struct thinker *thinker = malloc(sizeof *thinker);
    memset(values, UNKNOWN, sizeof values);
    *state = thinker;
    return !think_open(thinker, 1, TABLE, &error);
}

static int close_thinker(void **state)
{
    think_close(*state);
    free(*state);
    return 0;
}

int main(void)
{
    const struct CMUnitTest tests[] = {
        cmocka_unit_test(every_position_is_answered_truly),
        cmocka_unit_test(review_names_the_mistakes),
        cmocka_unit_test(players_are_as_strong_as_they_say),
        cmocka_unit_test(an_answer_becomes_json),
    };
    return cmocka_run_group_tests(tests, open_thinker, close_thinker);
}
