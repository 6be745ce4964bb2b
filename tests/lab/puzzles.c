/* The puzzles that the program carries: every one is read, no two are alike up to symmetry, enough
   of them are beyond a search of four plies, and every one is proved again; under the sanitizers,
   which are slow, every twelfth. Short wins are proved a second time by a walk through all moves
   that shares nothing with the provers. What was tampered with is noticed, and work that was
   stopped goes on to the same file. */
#include "lab/puzzle_make.h"

#include <setjmp.h>
#include <stdarg.h>
#include <stdlib.h>
#include <string.h>

#include <cmocka.h>

enum { PUZZLES = 200, SAMPLE = 16, WALK_PLIES = 5, MADE = 4 };

#if defined(__has_feature)
#if __has_feature(address_sanitizer)
#define SLOW 1
#endif
#endif
#if defined(__SANITIZE_ADDRESS__)
#define SLOW 1
#endif
#ifndef SLOW
#define SLOW 0
#endif

struct desk {
    struct puzzle_prover prover;
    struct puzzle *puzzles;
    int count;
};

static void desk_open(struct desk *desk, const struct game *game)
{
    struct puzzle_file file;
    struct error error;
    assert_true(puzzle_prover_open(&desk->prover, game, &error));
    desk->puzzles = calloc(PUZZLE_COUNT_MAX, sizeof *desk->puzzles);
    desk->count = 0;
    assert_true(puzzles_carried(game, &file));
    while (puzzle_next(&file, &desk->puzzles[desk->count], &error))
        desk->count++;
    if (file.failed)
        fail_msg("%s: %s", game->name, error.text);
}

static void desk_close(struct desk *desk)
{
    puzzle_prover_close(&desk->prover);
    free(desk->puzzles);
}

/* Calls `each` for every game with puzzles. */
static void with_every_game(void (*each)(struct desk *desk))
{
    int seen = 0;
    for (int i = 0; i < game_count; i++) {
        struct desk desk;
        if (!lab_game_of(games[i])->puzzles)
            continue;
        desk_open(&desk, games[i]);
        each(&desk);
        desk_close(&desk);
        seen++;
    }
    assert_int_equal(seen, 4);
}

static void no_two_alike(struct desk *desk)
{
    assert_true(desk->count >= PUZZLES);
    for (int i = 0; i < desk->count; i++)
        for (int j = 0; j < i; j++) {
            assert_true(puzzle_key(&desk->puzzles[i]) != puzzle_key(&desk->puzzles[j]));
            assert_string_not_equal(desk->puzzles[i].id, desk->puzzles[j].id);
        }
}

static void every_puzzle_is_another(void **state)
{
    (void)state;
    with_every_game(no_two_alike);
}

/* Whether the rater at PUZZLE_SHALLOW plies fails, asked anew. */
static bool is_beyond(struct puzzle_prover *prover, const struct puzzle *puzzle)
{
    struct player player;
    struct mind_answer answer;
    struct mind_task task = {.game = puzzle->game,
                             .setup = &puzzle->setup,
                             .position = puzzle->position,
                             .no_book = true,
                             .no_databases = true};
    char name[40];
    struct text text;
    text_init(&text, name, sizeof name);
    text_print(&text, "%s:%d", prover->set->rater, PUZZLE_SHALLOW);
    assert_true(player_read(prover->mind, name, &player, NULL));
    think_forget(&prover->looker);
    assert_true(think_ask(&prover->looker, &player, &task, &answer, NULL));
    return !puzzle_solves(puzzle, answer.move);
}

static void a_third_beyond(struct desk *desk)
{
    int beyond = 0;
    for (int i = 0; i < desk->count; i++)
        beyond += is_beyond(&desk->prover, &desk->puzzles[i]);
    print_message("%s: %d of %d not found at depth %d\n", desk->prover.game->name, beyond,
                  desk->count, PUZZLE_SHALLOW);
    assert_true(3 * beyond >= desk->count);
}

static void a_third_is_beyond_depth_four(void **state)
{
    (void)state;
    with_every_game(a_third_beyond);
}

static void prove(struct desk *desk)
{
    int proved = 0;
    for (int i = 0; i < desk->count; i += SLOW ? desk->count / SAMPLE : 1) {
        struct error error;
        if (!puzzle_check(&desk->prover, &desk->puzzles[i], &error))
            fail_msg("%s: %s", desk->puzzles[i].id, error.text);
        proved++;
    }
    print_message("%s: %d of %d proved\n", desk->prover.game->name, proved, desk->count);
}

static void what_they_claim_is_proved(void **state)
{
    (void)state;
    with_every_game(prove);
}

/* Whether `side` wins within so many plies: nothing but the rules. */
static bool wins(const struct puzzle *puzzle, const void *position, int side, int plies)
{
    uint32_t moves[GAME_MOVES_MAX];
    struct game_result result;
    if (puzzle->game->result(&puzzle->setup, position, &result))
        return result.half_points == (side == 0 ? 2 : 0);
    if (plies == 0)
        return false;
    bool ours = puzzle->game->side_to_move(&puzzle->setup, position) == side;
    int count = puzzle->game->legal_moves(&puzzle->setup, position, moves);
    for (int i = 0; i < count; i++) {
        _Alignas(8) unsigned char child[GAME_POSITION_SMALL];
        memcpy(child, position, puzzle->game->position_size(&puzzle->setup));
        puzzle->game->play(&puzzle->setup, child, moves[i]);
        if (wins(puzzle, child, side, plies - 1) == ours)
            return ours;
    }
    return !ours;
}

static bool wins_after(const struct puzzle *puzzle, uint32_t move, int plies)
{
    _Alignas(8) unsigned char child[GAME_POSITION_SMALL];
    memcpy(child, puzzle->position, sizeof child);
    puzzle->game->play(&puzzle->setup, child, move);
    return wins(puzzle, child, puzzle_side(puzzle), plies - 1);
}

static int walked;

static void walk(struct desk *desk)
{
    for (int i = 0; i < desk->count; i += SLOW ? desk->count / SAMPLE : 1) {
        const struct puzzle *puzzle = &desk->puzzles[i];
        int plies = puzzle->value.number;
        if (puzzle->value.word != PUZZLE_WIN || plies > WALK_PLIES)
            continue;
        for (int j = 0; j < puzzle->solution_count; j++) {
            assert_true(wins_after(puzzle, puzzle->solutions[j], plies));
            assert_false(wins_after(puzzle, puzzle->solutions[j], plies - 2));
        }
        for (int j = 0; j < puzzle->wrong_count; j++)
            assert_false(wins_after(puzzle, puzzle->wrong[j].move, plies));
        walked++;
    }
}

static void short_wins_are_walked_through(void **state)
{
    (void)state;
    walked = 0;
    with_every_game(walk);
    print_message("%d short wins\n", walked);
    assert_true(walked > 0);
}

/* Each of these says something else than what was proved. */
static void tamper(struct desk *desk)
{
    const struct puzzle *puzzle = &desk->puzzles[0];
    struct puzzle changed = *puzzle;
    struct error error;
    changed.value.number++;
    assert_false(puzzle_check(&desk->prover, &changed, &error));
    changed = *puzzle;
    changed.wrong[0].value.number++;
    assert_false(puzzle_check(&desk->prover, &changed, &error));
    changed = *puzzle;
    changed.solutions[0] = puzzle->wrong[0].move;
    changed.wrong[0].move = puzzle->solutions[0];
    changed.line[0] = puzzle->wrong[0].move;
    changed.line_length = 1;
    assert_false(puzzle_check(&desk->prover, &changed, &error));
    changed = *puzzle;
    changed.solutions[changed.solution_count++] = puzzle->wrong[0].move; /* two solutions of one */
    changed.wrong[0] = changed.wrong[--changed.wrong_count];
    assert_false(puzzle_check(&desk->prover, &changed, &error));
}

static void what_was_tampered_with_is_noticed(void **state)
{
    (void)state;
    with_every_game(tamper);
}

/* Makes `count` puzzles, going on from `text` where there is one; the new text. */
static char *make(const struct game *game, const char *text, int count)
{
    struct puzzle_maker maker;
    struct error error;
    size_t length;
    assert_true(puzzle_maker_open(&maker, game, 5, NULL, &error));
    assert_true(!text || puzzle_maker_resume(&maker, text, strlen(text), &error));
    while (maker.count < count)
        assert_true(puzzle_make(&maker));
    char *made = puzzle_maker_text(&maker, &length);
    puzzle_maker_close(&maker);
    return made;
}

static void stopped_work_goes_on(void **state)
{
    (void)state;
    const struct game *game = game_find("connect4");
    char *whole = make(game, NULL, MADE), *half = make(game, NULL, MADE / 2);
    char *joined = make(game, half, MADE);
    assert_string_equal(whole, joined);
    assert_string_not_equal(whole, half);
    free(whole);
    free(half);
    free(joined);
}

static void refused(const char *text, const char *sentence)
{
    static struct puzzle puzzle;
    struct puzzle_file file;
    struct error error;
    if (puzzle_file_begin(&file, text, strlen(text), &error))
        while (puzzle_next(&file, &puzzle, &error))
            ;
    assert_true(file.failed);
    assert_string_equal(error.text, sentence);
}

#define HEAD "potez puzzles 1\ngame connect4\nseed 1 tried 0\npuzzle a\n"
#define TASK                                                                                       \
    HEAD "position .x...../.o...../.oo..../.ox..../.xoxox./xxoooxx\nside first\nkind win\n"        \
         "value win 5\n"

static void bad_files_are_refused(void **state)
{
    (void)state;
    refused("potez 1\n", "line 1, column 6: expected \"potez puzzles 1\", which begins a file of "
                         "puzzles, found \" 1\"");
    refused("potez puzzles 1\ngame chess\n",
            "line 2, column 6: expected the name of a game with puzzles, found \"chess\"");
    refused("potez puzzles 1\ngame zr2\n",
            "line 2, column 6: expected the name of a game with puzzles, found \"zr2\"");
    refused(HEAD "position ......./......./......./......./......./.......\nside second\n",
            "line 6, column 5: expected \"side first\", who is to move, found \" second\"");
    refused(TASK "solution 9\n", "line 9, column 10: expected a column from 1 to 7, found \"9\"");
    refused(TASK "solution 4\nunique no\n",
            "line 10, column 7: expected \"yes\", as there is one solution, found \" no\"");
    refused(TASK "solution 4\nunique yes\nline 3\n",
            "line 11, column 5: expected a line that begins with the solution, found \" 3\"");
    refused(TASK
            "solution 4\nunique yes\nline 4\ndifficulty 1 depth 1 looked 8\nwrong loss 2 1,4\n",
            "line 14, column 1: puzzle a says nothing about the move 3");
    refused(TASK "solution 4\nunique yes\nline 4\ndifficulty 11 depth 1 looked 8\n",
            "line 12, column 12: expected a difficulty (1 to 10), found \"11 depth 1 looke\"");
}

int main(void)
{
    const struct CMUnitTest tests[] = {
        cmocka_unit_test(every_puzzle_is_another),
        cmocka_unit_test(a_third_is_beyond_depth_four),
        cmocka_unit_test(what_they_claim_is_proved),
        cmocka_unit_test(short_wins_are_walked_through),
        cmocka_unit_test(what_was_tampered_with_is_noticed),
        cmocka_unit_test(stopped_work_goes_on),
        cmocka_unit_test(bad_files_are_refused),
    };
    return cmocka_run_group_tests(tests, NULL, NULL);
}
