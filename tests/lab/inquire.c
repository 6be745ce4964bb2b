/* The middle: what is asked about a game in progress is answered truly, whatever the limits.

   Values are compared with exact solving, position by position; classes and the deciding move of a
   review with rules worked out here from the exact values alone. */
#include "lab/inquire.h"
#include "lab/json_text.h"
#include "lab/opened.h"
#include "minds/tell.h"

#include <setjmp.h>
#include <stdarg.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

#include <cmocka.h>

enum { TABLE = 16 << 20 };

static struct error error;

static struct opened play(const char *name, const char *options, const char *moves)
{
    struct opened opened;
    opened_begin(&opened, game_find(name));
    if (options)
        assert_true(opened_option(&opened, options, strlen(options), &error));
    assert_true(opened_start(&opened, NULL, 0, OPENED_PLIES, &error));
    assert_true(session_play_text(opened.session, moves, strlen(moves), &error));
    return opened;
}

/* Random plies that do not end the game; false when it ended all the same. */
static bool play_randomly(struct opened *opened, int plies, struct random *random)
{
    uint32_t moves[GAME_MOVES_MAX];
    for (int i = 0; i < plies; i++) {
        int count = session_moves(opened->session, moves);
        if (count == 0)
            return false;
        assert_true(
            session_play(opened->session, moves[random_below(random, (uint32_t)count)], &error));
    }
    return !session_over(opened->session, NULL, NULL);
}

static struct inquiry *ask(struct thinker *thinker, const struct opened *opened,
                           enum inquiry_kind kind, struct mind_limits limits)
{
    struct random random;
    struct inquiry_question question = {
        .kind = kind, .session = opened->session, .limits = limits, .random = &random};
    random_seed(&random, 1);
    assert_true(inquire_player(opened->game, NULL, 0, &question.player, &error));
    struct inquiry *inquiry = inquire_open(thinker, &question, &error);
    assert_non_null(inquiry);
    assert_true(inquiry_run(inquiry, &error));
    assert_true(inquiry->done);
    return inquiry;
}

/* The exact score of the present position, by the solver alone. */
static int32_t exact(struct thinker *thinker, const struct opened *opened)
{
    struct inquiry *inquiry = ask(thinker, opened, INQUIRY_VALUE, (struct mind_limits){0});
    assert_true(inquiry->answer.exact);
    int32_t score = inquiry->answer.score;
    inquire_close(inquiry);
    return score;
}

static int32_t exact_after(struct thinker *thinker, const struct opened *opened, uint32_t move)
{
    assert_true(session_play(opened->session, move, &error));
    int32_t score = -exact(thinker, opened);
    session_undo(opened->session);
    return score;
}

static void every_move_is_worth_what_the_solver_says(void **state)
{
    struct thinker *thinker = *state;
    struct random random;
    random_seed(&random, 7);
    for (int i = 0; i < 40; i++) {
        struct opened opened = play("connect4", NULL, "");
        if (play_randomly(&opened, 14 + i % 16, &random)) {
            struct inquiry *found = ask(thinker, &opened, INQUIRY_MOVES, (struct mind_limits){0});
            int32_t best = exact(thinker, &opened);
            assert_int_equal(found->answer.score, best);
            for (int k = 0; k < found->finding_count; k++) {
                const struct inquiry_finding *finding = &found->findings[k];
                assert_true(finding->answer.exact);
                assert_int_equal(finding->answer.score,
                                 exact_after(thinker, &opened, finding->move));
                assert_int_equal(finding->answer.line[0], finding->move);
                assert_true(k == 0 || inquiry_compare(found->mind, finding - 1, finding) <= 0);
            }
            inquire_close(found);
        }
        opened_close(&opened);
    }
}

/* Few positions: everything is an estimate or right, and there is an answer for every move. */
static void few_positions_suffice_for_some_answer(void **state)
{
    struct thinker *thinker = *state;
    static const char *const names[] = {"othello", "connect4", "mill", "byte"};
    struct random random;
    random_seed(&random, 3);
    for (size_t i = 0; i < sizeof names / sizeof names[0]; i++)
        for (int plies = 0; plies < 40; plies += 7) {
            struct opened opened = play(names[i], NULL, "");
            if (play_randomly(&opened, plies, &random)) {
                struct inquiry *found =
                    ask(thinker, &opened, INQUIRY_MOVES, (struct mind_limits){.nodes = 500});
                for (int k = 0; k < found->finding_count; k++)
                    assert_true(found->findings[k].answer.line_length > 0);
                assert_true(found->nodes < 500 + 200 * (uint64_t)found->finding_count);
                inquire_close(found);
            }
            opened_close(&opened);
        }
}

static void a_hint_never_gives_a_won_game_away(void **state)
{
    struct thinker *thinker = *state;
    struct random random;
    random_seed(&random, 11);
    for (int i = 0; i < 40; i++) {
        struct opened opened = play("connect4", NULL, i == 0 ? "46" : "");
        if (i == 0 || play_randomly(&opened, 10 + i % 20, &random)) {
            struct inquiry *hint =
                ask(thinker, &opened, INQUIRY_HINT, (struct mind_limits){.nodes = 100000000});
            assert_true(hint->answer.exact);
            assert_int_equal(exact_after(thinker, &opened, hint->answer.move),
                             exact(thinker, &opened));
            inquire_close(hint);
        }
        opened_close(&opened);
    }
}

static int outcome_of(int32_t score)
{
    return (score > 0) - (score < 0);
}

/* A whole game against exact values: each value, each class, and what decided it. */
static void review_agrees_with_exact_solving(void **state)
{
    struct thinker *thinker = *state;
    struct random random;
    random_seed(&random, 5);
    for (int i = 0; i < 4; i++) {
        struct opened opened = play("connect4", NULL, "44444325");
        while (play_randomly(&opened, 1, &random))
            ;
        struct inquiry *review =
            ask(thinker, &opened, INQUIRY_REVIEW, (struct mind_limits){.nodes = 60000000});
        int length = session_length(opened.session), decided = -1;
        struct game_result result;
        assert_true(session_over(opened.session, &result, NULL));
        int winner = result.half_points == 1 ? -1 : result.half_points == 0;
        for (int ply = 8; ply < length; ply++) {
            const struct inquiry_moment *moment = &review->moments[ply];
            session_go(opened.session, ply);
            int32_t before = exact(thinker, &opened);
            int32_t after = exact_after(thinker, &opened, moment->move);
            session_go(opened.session, length);
            assert_true(moment->proved);
            assert_int_equal(moment->before.score, before);
            assert_int_equal(moment->after.score, after);
            assert_int_equal(moment->loss, before - after);
            int lost = outcome_of(before) - outcome_of(after);
            if (moment->class != INQUIRY_FORCED)
                assert_int_equal(moment->class == INQUIRY_BLUNDER, lost > 0);
            if (before == after)
                assert_true(moment->class == INQUIRY_BEST || moment->class == INQUIRY_ONLY ||
                            moment->class == INQUIRY_FORCED);
            if (lost > 0 && moment->side != winner)
                decided = ply;
        }
        if (decided >= 0)
            assert_int_equal(review->decided, decided);
        else
            assert_true(review->decided < 8);
        inquire_close(review);
        opened_close(&opened);
    }
}

/* A move that repeats the position for the third time is a draw, whatever the search thinks. */
static void repetition_is_seen_before_it_happens(void **state)
{
    struct thinker *thinker = *state;
    const char *placing = "a1,d2,a4,d3,b2,f4,c3,e4,g7,d6,g4,d7,b6,c5,f2,a7,d1,g1";
    struct opened opened = play("mill", NULL, placing);
    uint32_t moves[GAME_MOVES_MAX];
    (void)moves;
    struct session_view view;
    int count = session_moves(opened.session, moves);
    assert_true(count > 0);
    void *room = malloc(opened.game->position_size(&opened.setup));
    for (int i = 0; i < count; i++) {
        session_view_after(opened.session, session_ply(opened.session), moves[i], room, &view);
        assert_false(view.repeated);
    }
    free(room);
    struct inquiry *found =
        ask(thinker, &opened, INQUIRY_MOVES, (struct mind_limits){.nodes = 20000});
    assert_int_equal(found->finding_count, count);
    inquire_close(found);
    opened_close(&opened);
}

static void limits_that_cannot_be_obeyed_are_refused(void **state)
{
    (void)state;
    const struct mind *mind = mind_of(game_find("othello"));
    struct player player;
    struct mind_limits limits;
    struct inquiry_terms depth = {.limits = {.depth = 1}}, none = {.standard = {.nodes = 5}};
    assert_true(inquiry_player(mind, NULL, 0, &player, &error));
    assert_false(inquiry_limits(INQUIRY_VALUE, &player, &depth, &limits, &error));
    assert_true(inquiry_limits(INQUIRY_MOVE, &player, &depth, &limits, &error));
    assert_int_equal(limits.depth, 1);
    assert_true(inquiry_limits(INQUIRY_MOVE, &player, &none, &limits, &error));
    assert_int_equal(limits.nodes, 5);
    assert_true(inquiry_player(mind, "swh", 0, &player, &error));
    assert_false(inquiry_limits(INQUIRY_MOVE, &player, &depth, &limits, &error));
    assert_true(inquiry_player(mind, "alphabeta:8", 0, &player, &error));
    assert_false(inquiry_limits(INQUIRY_MOVE, &player, &depth, &limits, &error));
    assert_false(inquiry_player(mind, "best", 3, &player, &error));
    assert_false(inquiry_player(mind, NULL, 11, &player, &error));
    assert_true(inquiry_player(mind_of(game_find("zr2")), NULL, 0, &player, &error));
    assert_false(inquiry_limits(INQUIRY_MOVE, &player, &depth, &limits, &error));
    /* a clock: a share of what is left, never all of it */
    struct inquiry_terms clock = {.clock_left = 60000000, .clock_increment = 1000000};
    assert_true(inquiry_player(mind, NULL, 0, &player, &error));
    assert_true(inquiry_limits(INQUIRY_MOVE, &player, &clock, &limits, &error));
    assert_in_range(limits.microseconds, 1000000, 40000000);
    /* ... which is for choosing a move and nothing else */
    assert_false(inquiry_limits(INQUIRY_MOVES, &player, &clock, &limits, &error));
    assert_false(inquiry_limits(INQUIRY_VALUE, &player, &clock, &limits, &error));
    assert_false(inquiry_limits(INQUIRY_REVIEW, &player, &clock, &limits, &error));
}

/* A depth of 0 values every move by the static evaluation of the position after it, says so, and
   proves nothing; players without one refuse it. */
static void every_move_is_evaluated(void **state)
{
    struct thinker *thinker = *state;
    struct opened opened = play("othello", NULL, "d3 c5 f6 f5 e6");
    struct inquiry *found =
        ask(thinker, &opened, INQUIRY_MOVES, (struct mind_limits){.depth = MIND_DEPTH_STATIC});
    uint32_t moves[GAME_MOVES_MAX];
    assert_int_equal(found->finding_count, session_moves(opened.session, moves));
    for (int i = 0; i < found->finding_count; i++) {
        const struct mind_answer *answer = &found->findings[i].answer;
        char words[100];
        struct text text;
        assert_true(answer->evaluated && !answer->exact);
        assert_int_equal(answer->depth, 0);
        assert_int_equal(answer->line_length, 1);
        text_init(&text, words, sizeof words);
        tell_words(found->mind, 1, answer, &text);
        assert_non_null(strstr(words, "(depth 0)"));
        session_play(opened.session, found->findings[i].move, &error);
        struct inquiry *after =
            ask(thinker, &opened, INQUIRY_MOVE, (struct mind_limits){.depth = MIND_DEPTH_STATIC});
        assert_int_equal(after->answer.score, -answer->score);
        inquire_close(after);
        session_undo(opened.session);
    }
    inquire_close(found);
    opened_close(&opened);
    struct player player;
    struct mind_limits limits;
    const struct inquiry_terms terms = {.limits = {.depth = MIND_DEPTH_STATIC}};
    const struct mind *mind = mind_of(game_find("mill"));
    assert_true(inquiry_player(mind, NULL, 0, &player, &error));
    assert_false(inquiry_limits(INQUIRY_MOVES, &player, &terms, &limits, &error));
    assert_non_null(strstr(error.text, "has no static evaluation"));
    assert_false(inquiry_player(mind, "best:depth=0", 0, &player, &error));
    assert_true(inquiry_player(mind, "alphabeta", 0, &player, &error));
    assert_true(inquiry_limits(INQUIRY_MOVES, &player, &terms, &limits, &error));
}

/* A clock for a whole game of Othello: with every move taking its allotment there is always time
   left; the middle gets more than the beginning and the end, and no move can use up the rest. */
static void a_clock_is_spent_in_the_middle(void **state)
{
    struct opened opened = play("othello", NULL, "");
    struct random random;
    struct player player;
    struct mind_limits limits;
    int64_t left = 60000000;
    uint64_t spent[3] = {0};
    (void)state;
    random_seed(&random, 3);
    assert_true(inquiry_player(mind_of(opened.game), NULL, 0, &player, &error));
    while (!session_over(opened.session, NULL, NULL)) {
        int ply = session_ply(opened.session);
        if (session_side(opened.session) == 0) {
            struct inquiry_terms terms = {.clock_left = left, .session = opened.session};
            assert_true(inquiry_limits(INQUIRY_MOVE, &player, &terms, &limits, &error));
            assert_in_range(limits.allotment, 1000, limits.microseconds);
            assert_true((int64_t)limits.microseconds <= left * 2 / 3 + 1000);
            left -= (int64_t)limits.allotment;
            spent[ply < 16 ? 0 : ply < 40 ? 1 : 2] += limits.allotment;
        }
        play_randomly(&opened, 1, &random);
    }
    assert_true(left > 0);
    assert_true(spent[1] > 30000000 && spent[0] < 15000000);
    opened_close(&opened);
    /* a player that cannot tell when it is done has an even share and no allotment */
    opened = play("othello", NULL, "");
    struct inquiry_terms terms = {.clock_left = 25000000, .session = opened.session};
    assert_true(inquiry_player(mind_of(opened.game), "alphabeta", 0, &player, &error));
    assert_true(inquiry_limits(INQUIRY_MOVE, &player, &terms, &limits, &error));
    assert_int_equal(limits.microseconds, 1000000);
    assert_int_equal(limits.allotment, 0);
    opened_close(&opened);
}

static void check_order(void *listener, const struct inquiry *inquiry)
{
    int *reports = listener;
    ++*reports;
    for (int i = 1; i < inquiry->finding_count; i++)
        assert_true(
            inquiry_compare(inquiry->mind, &inquiry->findings[i - 1], &inquiry->findings[i]) <= 0);
    assert_int_equal(inquiry->answer.move, inquiry->findings[0].move);
}

/* Whoever looks in the middle of a round sees the best move first, too. */
static void moves_are_in_order_at_any_time(void **state)
{
    int reports = 0;
    struct opened opened = play("othello", NULL, "f5d6c3d3c4f4");
    struct inquiry_question question = {.kind = INQUIRY_MOVES,
                                        .session = opened.session,
                                        .limits = {.nodes = 100000},
                                        .report = check_order,
                                        .listener = &reports};
    assert_true(inquire_player(opened.game, NULL, 0, &question.player, &error));
    struct inquiry *inquiry = inquire_open(*state, &question, &error);
    assert_true(inquiry_run(inquiry, &error));
    assert_true(reports > 2 * inquiry->finding_count);
    inquire_close(inquiry);
    opened_close(&opened);
}

static void the_strongest_is_called_best(void **state)
{
    (void)state;
    for (int i = 0; i < game_count; i++) {
        const struct mind *mind = mind_of(games[i]);
        struct player named, strongest;
        if (!mind)
            continue;
        assert_true(player_read(mind, "best", &named, &error));
        assert_true(inquiry_player(mind, NULL, 0, &strongest, &error));
        assert_ptr_equal(named.kind, strongest.kind);
    }
}

static void says(const char *game, int side, struct mind_answer answer, const char *expected)
{
    char buffer[256];
    struct text text;
    text_init(&text, buffer, sizeof buffer);
    tell_words(mind_of(game_find(game)), side, &answer, &text);
    assert_string_equal(buffer, expected);
}

static void answers_are_told_in_words(void **state)
{
    (void)state;
    says("connect4", 0,
         (struct mind_answer){.exact = true, .outcome = 1, .score = 900, .plies = 11},
         "Yellow wins in 6 (proved)");
    says("connect4", 0,
         (struct mind_answer){.exact = true, .outcome = -1, .score = -900, .plies = 12},
         "Red wins in 6 (proved)");
    says("othello", 1, (struct mind_answer){.outcome = 2, .score = -300, .plies = -1, .depth = 20},
         "Black ahead by about 3 discs (depth 20)");
    says("othello", 0, (struct mind_answer){.exact = true, .outcome = 1, .score = 1200, .plies = 9},
         "Black wins by 12 discs (proved)");
    says("mill", 0, (struct mind_answer){.exact = true, .outcome = 0, .plies = -1},
         "A draw (proved)");
    says("othello", 0, (struct mind_answer){.outcome = 2, .score = 4, .plies = -1, .depth = 3},
         "About even (depth 3)");
}

/* However long it is, it comes whole; what is JSON already stays as it is. */
static void an_inquiry_becomes_json(void **state)
{
    struct opened opened = play("connect4", NULL, "414243");
    struct inquiry *found = ask(*state, &opened, INQUIRY_MOVE, (struct mind_limits){0});
    char move[GAME_MOVE_TEXT];
    struct text text;
    struct json_text whole;
    text_init(&text, move, sizeof move);
    tell_move(found, &text);
    assert_string_equal(move, "4");
    char *object = inquire_json(found);
    struct json_out *json = json_text_begin(&whole);
    json_out_open(json, "list", '[');
    for (int i = 0; i < 100; i++)
        json_out_raw(json, NULL, object);
    char *list = json_text_end(&whole);
    size_t length = strlen(object);
    assert_memory_equal(object, "{\"move\":\"4\",\"score\":", 20);
    assert_int_equal(strlen(list), 100 * (length + 1) + strlen("{\"list\":]}"));
    assert_memory_equal(list + strlen(list) - length - 2, object, length);
    free(list);
    free(object);
    inquire_close(found);
    opened_close(&opened);
}

/* A row of blocks whose position takes more text than any board's. */
static void a_long_position_is_written_whole(void **state)
{
    enum { BLOCKS = 200 };
    char level[8192];
    struct opened opened;
    size_t at = (size_t)snprintf(level, sizeof level, "Row\nTarget=1\nSumToZero\n(0, 0)\n0\n%d 1\n",
                                 BLOCKS);
    (void)state;
    for (int i = 0; i < BLOCKS; i++)
        at += (size_t)snprintf(level + at, sizeof level - at, "(1, %d, 0, 0, 0, 0) ", i > 0);
    opened_begin(&opened, game_find("zr2"));
    assert_true(opened_level(&opened, level, at, &error));
    assert_true(opened_start(&opened, NULL, 0, 9, &error));
    char *position = opened_position(opened.session, 0);
    assert_true(strlen(position) > 2 * BLOCKS - 10);
    assert_true(opened_start(&opened, position, strlen(position), 9, &error));
    free(position);
    opened_close(&opened);
}

static int open_thinker(void **state)
{
    struct thinker *thinker = malloc(sizeof *thinker);
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
        cmocka_unit_test(every_move_is_worth_what_the_solver_says),
        cmocka_unit_test(few_positions_suffice_for_some_answer),
        cmocka_unit_test(a_hint_never_gives_a_won_game_away),
        cmocka_unit_test(review_agrees_with_exact_solving),
        cmocka_unit_test(repetition_is_seen_before_it_happens),
        cmocka_unit_test(limits_that_cannot_be_obeyed_are_refused),
        cmocka_unit_test(every_move_is_evaluated),
        cmocka_unit_test(a_clock_is_spent_in_the_middle),
        cmocka_unit_test(moves_are_in_order_at_any_time),
        cmocka_unit_test(the_strongest_is_called_best),
        cmocka_unit_test(answers_are_told_in_words),
        cmocka_unit_test(an_inquiry_becomes_json),
        cmocka_unit_test(a_long_position_is_written_whole),
    };
    return cmocka_run_group_tests(tests, open_thinker, close_thinker);
}
