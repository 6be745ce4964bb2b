/* Othello's engine against slow, obviously right ways: plain alpha-beta, exhaustive play, flips. */
#include <setjmp.h>
#include <stdarg.h>
#include <stddef.h>
#include <stdint.h>
#include <stdio.h>
#include <stdlib.h>

#include <cmocka.h>

#include "base/memory.h"
#include "base/random.h"
#include "games/othello/notation.h"
#include "games/othello/othello.h"
#include "games/othello/symmetry.h"
#include "lab/books.h"
#include "lab/learned.h"
#include "minds/othello/aspiration.h"
#include "minds/othello/last.h"
#include "minds/othello/model.h"
#include "minds/othello/opening.h"
#include "minds/othello/patterns.h"
#include "minds/othello/players.h"
#include "minds/othello/stable.h"
#include "minds/table.h"
#include <pthread.h>
#include <string.h>

static struct table table;
static _Alignas(64) unsigned char table_memory[1 << 24];
static _Alignas(64) unsigned char memory[2][OTHELLO_ENGINE_MEMORY];

static void forget(void)
{
    table_init(&table, table_memory, sizeof table_memory);
}

static struct mind_task task_of(const struct othello_position *position)
{
    return (struct mind_task){
        .game = &game_othello, .position = position, .table = &table, .memory = memory[0]};
}

static struct mind_answer solve(struct othello board)
{
    struct othello_position position = {board, OTHELLO_BLACK};
    struct mind_task task = task_of(&position);
    struct mind_answer answer;
    othello_engine_solve(&task, &answer);
    return answer;
}

/* A position after random moves with so many empties where the game is not over. */
static struct othello random_position(struct random *random, int empties)
{
    for (;;) {
        struct othello board = othello_start();
        while (!othello_over(board) && bits_count(othello_empty(board)) > empties) {
            uint64_t moves = othello_moves(board);
            if (!moves) {
                board = othello_passed(board);
                continue;
            }
            for (uint32_t skip = random_below(random, (uint32_t)bits_count(moves)); skip; skip--)
                moves = bits_without_lowest(moves);
            board = othello_played(board, bits_first(moves));
        }
        if (!othello_over(board))
            return board;
    }
}

/* Nothing but alpha-beta; replies are tried fewest first so that 14 empties end today. */
static int plain(struct othello board, int alpha, int beta)
{
    uint64_t moves = othello_moves(board);
    if (!moves)
        return othello_over(board) ? othello_final_score(board)
                                   : -plain(othello_passed(board), -beta, -alpha);
    int best = -65;
    bool order = bits_count(othello_empty(board)) > 5;
    for (int replies = order ? 0 : 64; replies <= 64; replies++)
        for (uint64_t set = moves; set;) {
            int square = bits_pop(&set);
            struct othello next = othello_played(board, square);
            if (order && bits_count(othello_moves(next)) != replies)
                continue;
            moves &= ~bit(square);
            int value = -plain(next, -beta, -(alpha > best ? alpha : best));
            best = value > best ? value : best;
            if (best >= beta)
                return best;
        }
    return best;
}

static void line_leads_to_score(struct othello board, const struct mind_answer *answer)
{
    int sign = 1;
    for (int i = 0; i < answer->line_length; i++) {
        uint64_t moves = othello_moves(board);
        if (answer->line[i] == OTHELLO_PASS) {
            assert_int_equal(moves, 0);
            board = othello_passed(board);
        } else {
            assert_true(moves >> answer->line[i] & 1);
            board = othello_played(board, (int)answer->line[i]);
        }
        sign = -sign;
    }
    assert_true(othello_over(board));
    assert_int_equal(answer->plies, answer->line_length);
    assert_int_equal(100 * sign * othello_final_score(board), answer->score);
}

static void agrees_with_plain_search(void **state)
{
    static const struct {
        int empties, count;
    } plan[] = {{8, 500}, {9, 200}, {10, 150}, {11, 80}, {12, 50}, {13, 14}, {14, 6}};
    struct random random;
    random_seed(&random, 20);
    (void)state;
    for (size_t i = 0; i < sizeof plan / sizeof plan[0]; i++)
        for (int k = 0; k < plan[i].count; k++) {
            struct othello board = random_position(&random, plan[i].empties);
            int score = plain(board, -65, 65);
            forget();
            struct mind_answer answer = solve(board);
            assert_true(answer.exact);
            assert_int_equal(answer.score, 100 * score);
            assert_int_equal(answer.outcome, (score > 0) - (score < 0));
            line_leads_to_score(board, &answer);
            struct othello_position position = {board, OTHELLO_BLACK};
            struct mind_task task = task_of(&position);
            forget();
            othello_engine_solve_outcome(&task, &answer);
            assert_int_equal(answer.outcome, (score > 0) - (score < 0));
        }
}

static void solves_without_table_and_without_model(void **state)
{
    const struct othello_weights *weights = othello_model_in_use();
    struct random random;
    random_seed(&random, 21);
    (void)state;
    for (int i = 0; i < 10; i++) {
        struct othello board = random_position(&random, 12);
        int score = plain(board, -65, 65);
        table_init(&table, NULL, 0);
        assert_int_equal(solve(board).score, 100 * score);
        othello_model_use(NULL);
        forget();
        assert_int_equal(solve(board).score, 100 * score);
        othello_model_use(weights);
    }
}

enum { FORUM_PROBLEMS = 19 }; /* the later ones take too long for a test */

/* Every move of the problems has its exact score in the file. */
static void scores_every_move_of_the_forum_problems(void **state)
{
    FILE *file = fopen("tests/data/othello/ffo.obf", "r");
    char line[1000];
    int moves = 0, problems = 0;
    (void)state;
    assert_non_null(file);
    while (problems < FORUM_PROBLEMS && fgets(line, sizeof line, file)) {
        if (line[0] == '#')
            continue;
        problems++;
        char *end = strchr(line, ';');
        struct othello_position position;
        assert_non_null(end);
        assert_true(othello_position_read(NULL, line, (size_t)(end + 1 - line), &position, NULL));
        forget();
        for (char *at = end + 2; (end = strchr(at, ':')) != NULL; at = strchr(end, ';') + 2) {
            int square = (at[0] | 32) - 'a' + 8 * (at[1] - '1');
            struct mind_answer answer = solve(othello_played(position.board, square));
            assert_int_equal(-answer.score, 100 * atoi(end + 1));
            moves++;
        }
    }
    fclose(file);
    assert_true(moves > 100);
}

static atomic_bool stop;

static void *second_worker(void *argument)
{
    struct mind_task task = task_of(argument);
    struct mind_answer answer;
    task.worker = 1;
    task.memory = memory[1];
    task.stop = &stop;
    othello_engine_solve(&task, &answer);
    return NULL;
}

static void two_workers_find_the_same(void **state)
{
    struct random random;
    random_seed(&random, 22);
    (void)state;
    for (int i = 0; i < 12; i++) {
        struct othello_position position = {random_position(&random, 16), OTHELLO_BLACK};
        forget();
        int score = solve(position.board).score;
        forget();
        pthread_t thread;
        atomic_store(&stop, false);
        assert_int_equal(pthread_create(&thread, NULL, second_worker, &position), 0);
        struct mind_answer answer = solve(position.board);
        atomic_store(&stop, true);
        pthread_join(thread, NULL);
        assert_int_equal(answer.score, score);
        line_leads_to_score(position.board, &answer);
    }
}

static void obeys_limits(void **state)
{
    struct othello_position position = {othello_start(), OTHELLO_BLACK};
    struct mind_task task = task_of(&position);
    struct player player = {.kind = &othello_engine_best, .limits = {.nodes = 20000}};
    struct mind_answer answer;
    (void)state;
    forget();
    othello_engine_best.think(&player, &task, &answer);
    assert_true(answer.nodes < 30000 && answer.depth >= 4 && !answer.exact);
    assert_true(othello_moves(position.board) >> answer.move & 1);
    player.limits = (struct mind_limits){.depth = 5};
    forget();
    othello_engine_best.think(&player, &task, &answer);
    assert_int_equal(answer.depth, 5);
    uint64_t nodes = answer.nodes;
    forget();
    othello_engine_best.think(&player, &task, &answer);
    assert_int_equal(answer.nodes, nodes);
}

static int evaluated(struct othello board)
{
    struct othello_features features;
    othello_features_of(board.mine, board.theirs, &features);
    return othello_evaluate(othello_model_in_use(), &features, bits_count(othello_moves(board)),
                            bits_count(othello_moves(othello_passed(board))),
                            bits_count(othello_empty(board)));
}

/* What a depth of 0 says of a board that is not over, in weights' units. */
static int still(struct othello board)
{
    if (othello_over(board))
        return OTHELLO_DISC * othello_final_score(board);
    return othello_moves(board) ? evaluated(board) : -evaluated(othello_passed(board));
}

/* A depth of 0 is the evaluation itself, and its move leads to the best one. */
static void evaluates_without_searching(void **state)
{
    struct random random;
    random_seed(&random, 26);
    (void)state;
    for (int i = 0; i < 200; i++) {
        struct othello_position position = {
            random_position(&random, 1 + (int)random_below(&random, 59)), OTHELLO_BLACK};
        struct mind_task task = task_of(&position);
        struct player player = {.kind = &othello_engine_best,
                                .limits = {.depth = MIND_DEPTH_STATIC}};
        struct mind_answer answer;
        othello_engine_best.think(&player, &task, &answer);
        int exactly = 100 * still(position.board) - OTHELLO_DISC * answer.score;
        assert_in_range(exactly + OTHELLO_DISC / 2, 0, OTHELLO_DISC);
        assert_true(answer.evaluated && !answer.exact && answer.depth == 0);
        uint64_t moves = othello_moves(position.board);
        assert_int_equal(answer.move == OTHELLO_PASS, moves == 0);
        for (uint64_t set = moves; set;)
            assert_true(still(othello_played(position.board, (int)answer.move)) <=
                        still(othello_played(position.board, bits_pop(&set))));
    }
}

/* On a clock: a forced move takes no time, nor is a depth begun when the allotment is used up; an
   ending is searched to the end where there is time. */
static void keeps_the_time_it_does_not_need(void **state)
{
    struct random random;
    int forced = 0;
    random_seed(&random, 27);
    (void)state;
    for (int i = 0; forced < 5; i++) {
        struct othello_position position = {
            random_position(&random, 15 + (int)random_below(&random, 40)), OTHELLO_BLACK};
        struct mind_task task = task_of(&position);
        uint64_t moves = othello_moves(position.board);
        struct player player = {.kind = &othello_engine_best,
                                .limits = {.microseconds = 1000000000, .allotment = 1000000000}};
        struct mind_answer answer;
        if (bits_count(moves) == 1) {
            forced++;
        } else if (moves && i % 50 == 0) {
            player.limits.allotment = 1;
        } else {
            continue;
        }
        forget();
        othello_engine_best.think(&player, &task, &answer);
        /* a microsecond is enough for a ply or two */
        assert_in_range(answer.depth, 1, bits_count(moves) == 1 ? 1 : 3);
        assert_true(moves >> answer.move & 1);
    }
    struct othello_position position = {random_position(&random, 15), OTHELLO_BLACK};
    struct mind_task task = task_of(&position);
    struct player player = {.kind = &othello_engine_best,
                            .limits = {.microseconds = 1000000000, .allotment = 1000000000}};
    struct mind_answer answer;
    othello_engine_best.think(&player, &task, &answer);
    assert_true(answer.exact);
}

/* At every depth, in every phase, there is a legal move. */
static void always_has_a_move(void **state)
{
    struct random random;
    random_seed(&random, 25);
    (void)state;
    for (int i = 0; i < 400; i++) {
        struct othello_position position = {
            random_position(&random, 1 + (int)random_below(&random, 59)), OTHELLO_BLACK};
        struct mind_task task = task_of(&position);
        struct player player = {.kind = &othello_engine_best,
                                .limits = {.depth = 1 + (int)random_below(&random, 5)}};
        struct mind_answer answer;
        othello_engine_best.think(&player, &task, &answer);
        uint64_t moves = othello_moves(position.board);
        assert_true(moves ? answer.move < 64 && (moves >> answer.move & 1)
                          : answer.move == OTHELLO_PASS);
        assert_int_equal(answer.line[0], answer.move);
    }
}

/* The book answers at the start, with several moves, and gives way where it knows nothing. */
static void opens_with_the_book(void **state)
{
    struct othello_position position = {othello_start(), OTHELLO_BLACK};
    struct mind_task task = task_of(&position);
    struct mind_book book;
    struct random random;
    struct mind_answer answer;
    uint64_t seen = 0;
    (void)state;
    random_seed(&random, 26);
    assert_true(books_of(&game_othello, &book));
    task.book = &book;
    task.random = &random;
    for (int i = 0; i < 100; i++) {
        assert_true(othello_opening_choose(&task, position.board, &answer));
        assert_true(othello_moves(position.board) >> answer.move & 1);
        seen |= bit((int)answer.move);
    }
    assert_int_equal(seen, othello_moves(position.board)); /* the four moves are images */
    task.no_book = true;
    assert_false(othello_opening_choose(&task, position.board, &answer));
    task.no_book = false;
    assert_false(othello_opening_choose(&task, random_position(&random, 34), &answer));
    struct othello board = random_position(&random, 50);
    for (int i = 0; i < OTHELLO_SYMMETRIES; i++) {
        struct othello image = {othello_symmetry(board.mine, i), othello_symmetry(board.theirs, i)};
        assert_int_equal(othello_opening_key(image), othello_opening_key(board));
    }
}

static void reads_problems(void **state)
{
    struct othello_position position;
    struct mind_problem problem = {.position = &position};
    struct error error;
    char line[200];
    (void)state;
    snprintf(line, sizeof line, "%s%s",
             "---------------------------OX------XO--------------------------- X;",
             " d3:-2; C4:+4; f5:0; % a comment");
    assert_true(othello_problem_read(NULL, line, strlen(line), &problem, &error));
    assert_true(problem.stated);
    assert_int_equal(problem.score, 400);
    assert_int_equal(problem.move_count, 3);
    assert_int_equal(problem.moves[0].score, -200);
    snprintf(line, sizeof line, "%s%s",
             "---------------------------OX------XO--------------------------- X;", " d3=5;");
    problem = (struct mind_problem){.position = &position};
    assert_false(othello_problem_read(NULL, line, strlen(line), &problem, &error));
    snprintf(line, sizeof line, "%s%s",
             "---------------------------OX------XO--------------------------- X;", " a1:+5;");
    assert_false(othello_problem_read(NULL, line, strlen(line), &problem, &error));
}

static void counts_last_flips(void **state)
{
    struct random random;
    random_seed(&random, 23);
    (void)state;
    for (int i = 0; i < 20000; i++) {
        int square = (int)random_below(&random, 64);
        uint64_t mine = random_next(&random) & ~bit(square), theirs = ~mine & ~bit(square);
        assert_int_equal(othello_last_flips(mine, square),
                         2 * bits_count(othello_words_flips(mine, theirs, square)));
    }
}

/* All play from here: which discs are of the same colour in the end as now, whatever happens. */
static void kept_by_all_play(struct othello board, bool swapped, uint64_t *kept)
{
    uint64_t moves = othello_moves(board);
    *kept &= swapped ? board.theirs : board.mine;
    if (!moves) {
        board = othello_passed(board);
        swapped = !swapped;
        moves = othello_moves(board);
    }
    while (moves && *kept)
        kept_by_all_play(othello_played(board, bits_pop(&moves)), !swapped, kept);
}

static void stable_discs_are_never_turned(void **state)
{
    struct random random;
    random_seed(&random, 24);
    int stable = 0, kept_count = 0;
    (void)state;
    othello_stable_prepare();
    for (int i = 0; i < 600; i++) {
        struct othello board = random_position(&random, 6);
        uint64_t kept = board.mine;
        kept_by_all_play(board, false, &kept);
        uint64_t found = othello_stable(board.mine, board.theirs);
        assert_int_equal(found & ~kept, 0);
        assert_int_equal(othello_stable_edges(board.mine, board.theirs) & ~found, 0);
        stable += bits_count(found);
        kept_count += bits_count(kept);
    }
    assert_true(stable * 10 > kept_count * 4); /* and most of those there are get found */
}

/* Searches that contradict each other (below, above, below ...) come to an end, and every window is
   within the open one. */
static void contradictions_come_to_an_end(void **state)
{
    (void)state;
    for (int solving = 0; solving < 2; solving++)
        for (int expected = -OTHELLO_ENGINE_MOST; expected <= OTHELLO_ENGINE_MOST; expected += 24) {
            struct othello_aspiration window = othello_aspiration_begin(expected, 4, solving);
            bool below = false;
            for (int looks = 1;; looks++, below = !below) {
                assert_true(window.alpha < window.beta && window.alpha >= -ASPIRATION_OPEN &&
                            window.beta <= ASPIRATION_OPEN);
                int value = below ? window.alpha : window.beta;
                value = value < -OTHELLO_ENGINE_MOST  ? -OTHELLO_ENGINE_MOST
                        : value > OTHELLO_ENGINE_MOST ? OTHELLO_ENGINE_MOST
                                                      : value;
                if (othello_aspiration_holds(&window, value))
                    break;
                assert_true(looks < 20);
                othello_aspiration_widen(&window, value);
            }
        }
}

/* Searches that agree find every final score, however far it is from what was expected. */
static void windows_reach_every_value(void **state)
{
    (void)state;
    for (int value = -OTHELLO_ENGINE_MOST; value <= OTHELLO_ENGINE_MOST;
         value += 2 * OTHELLO_ENGINE_DISC) {
        struct othello_aspiration window = othello_aspiration_begin(0, OTHELLO_ENGINE_DISC, true);
        for (int looks = 1; !othello_aspiration_holds(&window, value); looks++) {
            assert_true(looks <= ASPIRATION_TRIES);
            othello_aspiration_widen(&window, value);
        }
    }
}

static void model_for_tests(void)
{
    learned_prepare(mind_of(&game_othello), NULL);
}

int main(void)
{
    const struct CMUnitTest tests[] = {
        cmocka_unit_test(agrees_with_plain_search),
        cmocka_unit_test(solves_without_table_and_without_model),
        cmocka_unit_test(scores_every_move_of_the_forum_problems),
        cmocka_unit_test(two_workers_find_the_same),
        cmocka_unit_test(obeys_limits),
        cmocka_unit_test(evaluates_without_searching),
        cmocka_unit_test(keeps_the_time_it_does_not_need),
        cmocka_unit_test(always_has_a_move),
        cmocka_unit_test(opens_with_the_book),
        cmocka_unit_test(reads_problems),
        cmocka_unit_test(counts_last_flips),
        cmocka_unit_test(stable_discs_are_never_turned),
        cmocka_unit_test(contradictions_come_to_an_end),
        cmocka_unit_test(windows_reach_every_value),
    };
    model_for_tests();
    return cmocka_run_group_tests(tests, NULL, NULL);
}
