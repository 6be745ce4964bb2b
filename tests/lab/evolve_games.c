/* The vectors of mill, Connect Four and Byte: those made by hand are the sources' players move for
   move, two vectors that change places only change the sign, and a file of weights is a player. */
#include "lab/evolve/problems.h"
#include "lab/evolve/vector.h"
#include "lab/learned.h"

#include <setjmp.h>
#include <stdarg.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <unistd.h>

#include <cmocka.h>

static const struct {
    const char *game, *model;
    int depth;
} problems[] = {{"mill", "priority", 1}, {"connect4", "hard", 2}, {"byte", "pink", 2}};
enum { PROBLEMS = (int)(sizeof problems / sizeof problems[0]) };

static struct random source;

static struct evolve_plan plan_of(int i)
{
    const struct evolve_problem *problem = evolve_problem_find(problems[i].game, problems[i].model);
    assert_non_null(problem);
    struct evolve_plan plan = evolve_plan_usual(problem);
    plan.depth = problems[i].depth;
    plan.starts = 2;
    plan.start_plies = 6;
    return plan;
}

static void random_vector(const struct evolve_problem *problem, float *weights)
{
    for (int k = 0; k < problem->weights; k++)
        weights[k] = (float)evolve_normal(&source);
    evolve_rescale(weights, problem->weights);
}

static void places_change_only_the_sign(void **state)
{
    static _Alignas(64) char starts[EVOLVE_STARTS_BYTES], workspace[1 << 16];
    float a[EVOLVE_WEIGHTS_MAX], b[EVOLVE_WEIGHTS_MAX];
    (void)state;
    for (int i = 0; i < PROBLEMS; i++) {
        struct evolve_plan plan = plan_of(i);
        int decided = 0;
        assert_true(plan.problem->workspace <= sizeof workspace);
        for (int k = 0; k < 8; k++) {
            random_vector(plan.problem, a);
            random_vector(plan.problem, b);
            plan.problem->make_starts(&plan, &source, starts);
            int one = plan.problem->meet(&plan, a, b, starts, workspace);
            int other = plan.problem->meet(&plan, b, a, starts, workspace);
            assert_int_equal(one, -other);
            assert_int_equal(plan.problem->meet(&plan, a, a, starts, workspace), 0);
            decided += one != 0;
        }
        assert_true(decided > 0);
    }
}

/* What a person made beats random play, and more than weights drawn by lot. */
static void hand_made_weights_are_good(void **state)
{
    static _Alignas(64) char workspace[1 << 16];
    float lot[EVOLVE_WEIGHTS_MAX];
    (void)state;
    for (int i = 0; i < PROBLEMS; i++) {
        struct evolve_plan plan = plan_of(i);
        int most = 10 * 40, sum = 0;
        int hand = plan.problem->versus_random(&plan, plan.problem->known, 40, 3, workspace);
        for (int k = 0; k < 4; k++) {
            random_vector(plan.problem, lot);
            sum += plan.problem->versus_random(&plan, lot, 40, 3, workspace);
        }
        assert_true(hand > most / 2 && hand <= most);
        assert_true(4 * hand > sum);
    }
}

/* Random positions: the known vector chooses as the player without one. */
static void the_known_vector_is_the_player(void **state)
{
    (void)state;
    for (int i = 0; i < PROBLEMS; i++) {
        struct evolve_plan plan = plan_of(i);
        const struct game *game = game_find(problems[i].game);
        struct game_setup setup;
        game_setup_default(game, &setup);
        void *position = malloc(game->position_size(&setup));
        for (int round = 0; round < 60; round++) {
            struct game_result result;
            uint32_t moves[GAME_MOVES_MAX];
            game->start(&setup, position);
            for (int plies = (int)random_below(&source, 24); plies > 0; plies--) {
                int count = game->legal_moves(&setup, position, moves);
                if (count == 0 || game->result(&setup, position, &result))
                    break;
                game->play(&setup, position, moves[random_below(&source, (uint32_t)count)]);
            }
            if (game->result(&setup, position, &result))
                continue;
            struct mind_answer answers[2];
            for (int with = 0; with < 2; with++) {
                struct random random;
                random_seed(&random, 5);
                struct player player = {.kind = plan.problem->player,
                                        .number = plan.depth,
                                        .data = with ? plan.problem->known : NULL};
                struct mind_task task = {
                    .game = game, .setup = &setup, .position = position, .random = &random};
                player.kind->think(&player, &task, &answers[with]);
            }
            assert_int_equal(answers[0].move, answers[1].move);
        }
        free(position);
    }
}

static void a_file_of_weights_is_a_player(void **state)
{
    char path[] = "/tmp/potez-vector-XXXXXX", name[96];
    struct error error = {.text = ""};
    int handle = mkstemp(path);
    (void)state;
    assert_true(handle >= 0);
    close(handle);
    static struct evolve_vector vector;
    struct evolve_plan plan = plan_of(1);
    vector = (struct evolve_vector){.problem = plan.problem,
                                    .count = plan.problem->weights,
                                    .depth = 4,
                                    .made = "today",
                                    .command = "none",
                                    .versus_random = -1};
    memcpy(vector.weights, plan.problem->known, (size_t)plan.problem->weights * sizeof(float));
    if (!evolve_vector_write(path, &vector, &error))
        fail_msg("%s", error.text);
    struct player player;
    snprintf(name, sizeof name, "model:%s,depth=3,random=20", path);
    if (!player_read(mind_of(game_find("connect4")), name, &player, &error) ||
        !learned_player(&player, &error))
        fail_msg("%s", error.text);
    assert_ptr_equal(player.kind, plan.problem->player);
    assert_int_equal(player.number, 3);
    assert_int_equal(player.random, 20);
    assert_memory_equal(player.data, plan.problem->known,
                        (size_t)plan.problem->weights * sizeof(float));
    /* Not for another game, and not without a file. */
    snprintf(name, sizeof name, "model:%s", path);
    assert_true(player_read(mind_of(game_find("mill")), name, &player, &error));
    assert_false(learned_player(&player, &error));
    assert_true(player_read(mind_of(game_find("mill")), "model", &player, &error));
    assert_false(learned_player(&player, &error));
    /* Anything else is refused with a sentence. */
    FILE *file = fopen(path, "wb");
    fputs("these are no weights", file);
    fclose(file);
    snprintf(name, sizeof name, "model:%s", path);
    assert_true(player_read(mind_of(game_find("othello")), name, &player, &error));
    error.text[0] = 0;
    assert_false(learned_player(&player, &error));
    assert_true(error.text[0]);
    remove(path);
}

/* random=N of a player's name: so many of a hundred moves, no more and no fewer. */
static void players_stray_as_often_as_told(void **state)
{
    const struct game *game = game_find("othello");
    const struct mind *mind = mind_of(game);
    struct game_setup setup;
    struct player player;
    struct random random;
    struct error error = {.text = ""};
    (void)state;
    game_setup_default(game, &setup);
    void *position = malloc(game->position_size(&setup));
    game->start(&setup, position);
    random_seed(&random, 9);
    struct mind_task task = {
        .game = game, .setup = &setup, .position = position, .random = &random};
    static const struct {
        const char *name;
        int percent, number;
    } names[] = {{"swh", 0, 1},
                 {"swh:random=10", 10, 1},
                 {"swh:2,random=35", 35, 2},
                 {"swh:random=100,3", 100, 3},
                 {"best:random=50,depth=2", 50, 0}};
    for (size_t i = 0; i < sizeof names / sizeof names[0]; i++) {
        if (!player_read(mind, names[i].name, &player, &error))
            fail_msg("%s", error.text);
        assert_int_equal(player.random, names[i].percent);
        assert_int_equal(player.number, names[i].number);
        struct mind_answer answer;
        int strayed = 0, tries = 10000;
        for (int k = 0; k < tries; k++)
            strayed += player_strays(&player, &task, &answer);
        assert_in_range(strayed + 300, tries / 100 * names[i].percent + 50,
                        tries / 100 * names[i].percent + 550);
    }
    assert_false(player_read(mind, "swh:random=101", &player, &error));
    assert_false(player_read(mind, "swh:random=", &player, &error));
    assert_false(player_read(mind, "swh:random=1,x", &player, &error));
    assert_false(player_read(mind, "swh:", &player, &error));
    free(position);
}

int main(void)
{
    const struct CMUnitTest tests[] = {
        cmocka_unit_test(places_change_only_the_sign),
        cmocka_unit_test(hand_made_weights_are_good),
        cmocka_unit_test(the_known_vector_is_the_player),
        cmocka_unit_test(a_file_of_weights_is_a_player),
        cmocka_unit_test(players_stray_as_often_as_told),
    };
    random_seed(&source, 17);
    return cmocka_run_group_tests(tests, NULL, NULL);
}
