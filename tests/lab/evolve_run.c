/* A run in a folder: killed at any moment it ends with the same population; damage is noticed;
   vectors come back as they were written. */
#define _DEFAULT_SOURCE
#include "lab/evolve/checkpoint.h"
#include "lab/evolve/parameters.h"
#include "lab/evolve/problems.h"
#include "lab/evolve/run.h"
#include "lab/match.h"
#include "minds/othello/weights.h"

#include <limits.h>
#include <math.h>
#include <setjmp.h>
#include <signal.h>
#include <stdarg.h>
#include <stddef.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <sys/wait.h>
#include <unistd.h>

#include <cmocka.h>

static char folder[64];

static void remove_folder(void)
{
    char command[100];
    snprintf(command, sizeof command, "rm -rf '%s'", folder);
    assert_int_equal(system(command), 0);
}

static void fresh_folder(void)
{
    snprintf(folder, sizeof folder, "/tmp/potez-evolve-XXXXXX");
    assert_non_null(mkdtemp(folder));
}

static struct evolve_run new_run(void)
{
    struct evolve_run run = {.folder = folder, .threads = 2, .lock = -1, .command = "potez train"};
    run.plan = evolve_preset_find("othello", "source-linear-1")->plan;
    run.plan.population = 24;
    run.plan.opponents = 8;
    run.plan.starts = 2;
    run.plan.elite = 4;
    run.plan.generations = 12;
    run.plan.test_every = 4;
    run.plan.test_best = 3;
    run.plan.test_games = 20;
    run.plan.ladder_every = 6;
    run.plan.ladder_games = 4;
    run.plan.seed = 5;
    return run;
}

static void run_to_the_end(struct evolve_run *run)
{
    struct error error = {.text = ""};
    bool good = evolve_run_go(run, &error);
    if (!good)
        fail_msg("%s", error.text);
}

static struct evolve_run uninterrupted(void)
{
    struct error error;
    struct evolve_run run = new_run();
    fresh_folder();
    assert_true(evolve_run_begin(&run, &error));
    run_to_the_end(&run);
    remove_folder();
    return run;
}

static void assert_same_end(const struct evolve_run *a, const struct evolve_run *b)
{
    size_t count = (size_t)a->plan.population;
    assert_int_equal(a->population.generation, b->population.generation);
    assert_true(a->complete && b->complete);
    assert_memory_equal(a->population.weights, b->population.weights, count * 12 * sizeof(float));
    assert_memory_equal(a->population.points, b->population.points, count * sizeof(int32_t));
    assert_memory_equal(a->population.ranks, b->population.ranks, count * sizeof(int32_t));
    assert_int_equal(a->row_count, b->row_count);
    for (int i = 0; i < a->row_count; i++) {
        struct evolve_row x = a->rows[i], y = b->rows[i];
        x.seconds = y.seconds = 0;
        assert_memory_equal(&x, &y, sizeof x);
    }
    assert_memory_equal(a->best.weights, b->best.weights, 12 * sizeof(float));
    assert_int_equal(a->best.generation, b->best.generation);
}

/* A child process works until it is killed, again and again, until the run is complete. */
static void killed_runs_end_the_same(void **state)
{
    (void)state;
    struct evolve_run whole = uninterrupted(), run;
    struct random random;
    struct error error;
    int kills = 0;
    random_seed(&random, 3);
    fresh_folder();
    run = new_run();
    assert_true(evolve_run_begin(&run, &error));
    evolve_run_close(&run);
    for (int attempt = 0;; attempt++) {
        pid_t child = fork();
        assert_true(child >= 0);
        if (child == 0) {
            struct evolve_run again = {.folder = folder, .threads = 1, .lock = -1};
            _exit(evolve_run_resume(&again, &error) && evolve_run_go(&again, &error) ? 0 : 1);
        }
        int status;
        /* Later attempts get more time, so that this ends on slow machines too. */
        usleep(2000 + random_below(&random, 40000) * (unsigned)(1 + attempt));
        kill(child, SIGKILL);
        assert_int_equal(waitpid(child, &status, 0), child);
        if (WIFEXITED(status)) {
            assert_int_equal(WEXITSTATUS(status), 0);
            break;
        }
        kills++;
    }
    assert_true(kills > 0);
    run = (struct evolve_run){.folder = folder, .lock = -1};
    assert_true(evolve_run_resume(&run, &error));
    assert_string_equal(run.notice, "");
    assert_same_end(&whole, &run);
    evolve_run_close(&whole);
    evolve_run_close(&run);
    remove_folder();
}

/* A run that the program began before it knew of readings, generation 39 of 40: it goes on to the
   very end that the program of then came to. Its nn1 is today's lines. */
static void old_checkpoints_go_on(void **state)
{
    (void)state;
    static const char *const models[2][2] = {{"nn2", "nn2"}, {"nn1", "lines"}};
    static struct evolve_vector then, now;
    for (int i = 0; i < 2; i++) {
        char command[200], path[200];
        struct error error;
        fresh_folder();
        snprintf(command, sizeof command,
                 "cp tests/data/evolve/%s-version-1.checkpoint '%s/generation-000039.checkpoint'",
                 models[i][0], folder);
        assert_int_equal(system(command), 0);
        struct evolve_run run = {.folder = folder, .threads = 1, .lock = -1};
        if (!evolve_run_resume(&run, &error))
            fail_msg("%s", error.text);
        assert_int_equal(run.plan.rescaling, EVOLVE_RESCALE_CLAMP);
        assert_int_equal(run.plan.depth_counts, EVOLVE_FROM_ROOT);
        run_to_the_end(&run);
        evolve_run_close(&run);
        snprintf(path, sizeof path, "tests/data/evolve/%s-version-1.vector", models[i][0]);
        assert_true(evolve_vector_read(path, &then, &error));
        snprintf(path, sizeof path, "%s/last.vector", folder);
        assert_true(evolve_vector_read(path, &now, &error));
        assert_string_equal(now.problem->model, models[i][1]);
        assert_string_equal(then.problem->model, models[i][1]);
        assert_int_equal(now.generation, 40);
        assert_memory_equal(then.weights, now.weights, sizeof now.weights);
        remove_folder();
    }
}

static bool stop_at_seven(void *listener, const struct evolve_run *run,
                          const struct evolve_row *row, double seconds, struct error *error)
{
    (void)listener, (void)row, (void)seconds;
    return run->population.generation < 7 || error_set(error, "stopped here");
}

static void change_byte(const char *path, long at)
{
    FILE *file = fopen(path, "r+b");
    assert_non_null(file);
    fseek(file, at, SEEK_SET);
    int byte = fgetc(file);
    fseek(file, at, SEEK_SET);
    fputc(byte ^ 4, file);
    fclose(file);
}

static void a_damaged_checkpoint_is_named_and_left_out(void **state)
{
    (void)state;
    struct evolve_run whole = uninterrupted(), run = new_run();
    struct error error;
    char newest[100], before[100];
    fresh_folder();
    run.finished = stop_at_seven;
    assert_true(evolve_run_begin(&run, &error));
    assert_false(evolve_run_go(&run, &error));
    evolve_run_close(&run);
    assert_int_equal(evolve_checkpoint_newest(folder, INT_MAX), 7);
    assert_int_equal(evolve_checkpoint_newest(folder, 7), 6);
    assert_int_equal(evolve_checkpoint_newest(folder, 6), -1);
    snprintf(newest, sizeof newest, "%s/generation-000007.checkpoint", folder);
    snprintf(before, sizeof before, "%s/generation-000006.checkpoint", folder);
    change_byte(newest, 900);
    run = (struct evolve_run){.folder = folder, .threads = 2, .lock = -1};
    assert_true(evolve_run_resume(&run, &error));
    assert_non_null(strstr(run.notice, newest));
    assert_int_equal(run.population.generation, 6);
    run_to_the_end(&run);
    assert_same_end(&whole, &run);
    evolve_run_close(&run);

    /* With none left it says so. */
    snprintf(newest, sizeof newest, "%s/generation-000012.checkpoint", folder);
    snprintf(before, sizeof before, "%s/generation-000011.checkpoint", folder);
    change_byte(newest, 40);
    assert_int_equal(truncate(before, 100), 0);
    run = (struct evolve_run){.folder = folder, .lock = -1};
    assert_false(evolve_run_resume(&run, &error));
    assert_non_null(strstr(error.text, "no checkpoint is whole"));
    evolve_run_close(&run);
    evolve_run_close(&whole);
    remove_folder();
}

/* The same with every reading changed and a sparring partner. */
static void readings_are_kept(void **state)
{
    (void)state;
    struct evolve_run runs[2];
    struct error error;
    for (int i = 0; i < 2; i++) {
        fresh_folder();
        runs[i] = new_run();
        runs[i].plan.problem = evolve_problem_find("othello", "nn1");
        runs[i].plan.population = 10;
        runs[i].plan.opponents = 4;
        runs[i].plan.variant = (struct vector_variant){OTHELLO_FILTERS_MAX, OTHELLO_FIRST_TANH,
                                                       OTHELLO_TERMINAL_DISCS};
        runs[i].plan.rescaling = EVOLVE_RESCALE_SPAN;
        runs[i].plan.survivors = EVOLVE_DRAWN;
        runs[i].plan.spread = EVOLVE_PER_CHILD;
        runs[i].plan.starts_for = EVOLVE_STARTS_FOR_GENERATION;
        runs[i].plan.tournament_draw = EVOLVE_WITHOUT_REPLACEMENT;
        runs[i].plan.sparring_share = 0.5;
        snprintf(runs[i].plan.sparring, sizeof runs[i].plan.sparring, "swh:random=30");
        runs[i].finished = i ? stop_at_seven : NULL;
        assert_true(evolve_run_begin(&runs[i], &error));
        assert_int_equal(evolve_run_go(&runs[i], &error), !i);
        if (i) {
            evolve_run_close(&runs[i]);
            runs[i] = (struct evolve_run){.folder = folder, .threads = 1, .lock = -1};
            assert_true(evolve_run_resume(&runs[i], &error));
            assert_memory_equal(&runs[0].plan, &runs[i].plan, sizeof runs[0].plan);
            run_to_the_end(&runs[i]);
        }
        remove_folder();
    }
    size_t bytes = 10 * 392 * sizeof(float);
    assert_memory_equal(runs[0].population.weights, runs[1].population.weights, bytes);
    assert_true(runs[0].best.count == 392 && runs[1].best.count == 392);
    assert_memory_equal(runs[0].best.weights, runs[1].best.weights, 392 * sizeof(float));
    evolve_run_close(&runs[0]);
    evolve_run_close(&runs[1]);
}

static void a_folder_has_one_run_and_one_worker(void **state)
{
    (void)state;
    struct error error;
    struct evolve_run first = new_run(), second = new_run();
    fresh_folder();
    assert_false(evolve_run_is(folder));
    assert_false(evolve_run_resume(&second, &error));
    assert_true(evolve_run_begin(&first, &error));
    assert_true(evolve_run_is(folder));
    second = (struct evolve_run){.folder = folder, .lock = -1};
    assert_false(evolve_run_resume(&second, &error));
    assert_non_null(strstr(error.text, "another process"));
    evolve_run_close(&second);
    evolve_run_close(&first);
    second = new_run();
    assert_false(evolve_run_begin(&second, &error));
    assert_non_null(strstr(error.text, "already"));
    evolve_run_close(&second);
    remove_folder();
}

static void vectors_come_back_exactly(void **state)
{
    (void)state;
    struct evolve_vector vector = {.problem = evolve_problem_find("othello", "nn2"),
                                   .count = 92,
                                   .depth = 2,
                                   .generation = 17,
                                   .seed = 123456789012345,
                                   .command = "potez train othello --out 'a b'",
                                   .made = "2026-01-02",
                                   .elo = 321.5,
                                   .elo_error = 20,
                                   .versus_random = 9700};
    struct evolve_vector back;
    struct random random;
    struct error error;
    char path[100];
    random_seed(&random, 8);
    fresh_folder();
    for (int i = 0; i < 92; i++)
        vector.weights[i] = (float)evolve_normal(&random);
    vector.weights[5] = 1e-30f;
    snprintf(path, sizeof path, "%s/a.vector", folder);
    assert_true(evolve_vector_write(path, &vector, &error));
    assert_true(evolve_vector_read(path, &back, &error));
    assert_ptr_equal(back.problem, vector.problem);
    assert_memory_equal(back.weights, vector.weights, sizeof vector.weights);
    assert_int_equal(back.depth, 2);
    assert_int_equal(back.generation, 17);
    assert_true(back.seed == vector.seed);
    assert_string_equal(back.command, vector.command);
    assert_string_equal(back.made, vector.made);
    assert_int_equal(back.versus_random, 9700);
    assert_true(back.elo == 321.5 && back.elo_error == 20);
    change_byte(path, 300);
    assert_false(evolve_vector_read(path, &back, &error));
    assert_non_null(strstr(error.text, path));
    assert_int_equal(truncate(path, 200), 0);
    assert_false(evolve_vector_read(path, &back, &error));
    assert_false(evolve_vector_parse("potez vector 9\n", 15, &back, &error));
    assert_false(evolve_vector_parse("", 0, &back, &error));
    remove_folder();
}

static void parameters_go_through_text(void **state)
{
    (void)state;
    struct evolve_plan plan = evolve_preset_find("othello", "source-nn2-2")->plan, back = {0};
    struct error error;
    plan.sigma = 0.1;
    plan.from_known = true;
    for (int i = 0; i < evolve_parameter_count; i++) {
        char value[64], again[64];
        evolve_parameter_text(&evolve_parameters[i], &plan, value, sizeof value);
        assert_true(evolve_parameter_set(&evolve_parameters[i], value, &back, &error));
        evolve_parameter_text(&evolve_parameters[i], &back, again, sizeof again);
        assert_string_equal(value, again);
        if (evolve_parameters[i].kind == EVOLVE_NAME)
            continue;
        assert_false(evolve_parameter_set(&evolve_parameters[i], "nonsense", &back, &error));
        assert_false(evolve_parameter_set(&evolve_parameters[i], "-1", &back, &error));
    }
    assert_true(back.sigma == plan.sigma && back.population == 100 && back.from_known);
    assert_int_equal(back.schedule, EVOLVE_MUTATION_RISES);
}

/* Points against random, as Milinović measures, at a depth. */
static int versus_random(const struct evolve_problem *problem, const float *weights, int plies)
{
    struct evolve_plan plan = evolve_plan_usual(problem);
    void *workspace = aligned_alloc(64, (problem->workspace + 63) / 64 * 64);
    plan.depth = plies;
    int points = problem->versus_random(&plan, weights, 300, 1, workspace);
    free(workspace);
    return points;
}

/* What ships beats the weights made by hand at the depth at which it was evolved. */
static void shipped_beats_hand(const struct evolve_problem *problem, int plies)
{
    const struct game *game = game_find("othello");
    struct game_setup setup;
    struct othello_position start;
    struct match_score score;
    struct error error;
    static struct othello_vector known;
    game_setup_default(game, &setup);
    game->start(&setup, &start);
    evolve_player_data(problem, &problem->usual, problem->known, &known);
    struct match_plan plan = {.game = game,
                              .setup = &setup,
                              .start = &start,
                              .a = {.kind = problem->player, .number = plies},
                              .b = {.kind = problem->player, .number = plies, .data = &known},
                              .games = 100,
                              .threads = 2,
                              .seed = 1,
                              .opening_plies = 8};
    assert_true(match_play(&plan, &score, &error));
    assert_true(score.wins > score.losses + (plies == 1 ? 20 : 0));
}

/* The program's weights are those of the files in models/, and better than those made by hand: by
   that measure and, but for lines and nn1 (docs/evolution.md), against each other. */
static void what_ships_is_what_was_evolved(void **state)
{
    (void)state;
    static const struct {
        enum othello_form form;
        int plies;
        const char *file;
        bool beats_hand;
    } ships[] = {
        {OTHELLO_LINEAR, 1, "linear", true}, {OTHELLO_LINEAR, 2, "linear-2", true},
        {OTHELLO_LINES, 1, "lines", false},  {OTHELLO_NN1, 1, "nn1", false},
        {OTHELLO_NN2, 1, "nn2", true},       {OTHELLO_NN2, 2, "nn2-2", true},
        {OTHELLO_NN1, 2, "nn1-2", true},
    };
    for (size_t i = 0; i < sizeof ships / sizeof ships[0]; i++) {
        static struct evolve_vector vector;
        struct error error;
        char path[64];
        snprintf(path, sizeof path, "models/othello-%s.vector", ships[i].file);
        assert_true(evolve_vector_read(path, &vector, &error));
        assert_string_equal(vector.problem->model, othello_form_names[ships[i].form]);
        assert_int_equal(vector.depth, ships[i].plies);
        assert_memory_equal(vector.weights, othello_shipped_weights(ships[i].form, ships[i].plies),
                            (size_t)othello_form_weights(ships[i].form) * sizeof(float));
        /* at two plies everything wins nearly always */
        int margin = ships[i].plies == 1 ? 100 : 0;
        assert_true(versus_random(vector.problem, vector.weights, ships[i].plies) >
                    versus_random(vector.problem, vector.problem->known, ships[i].plies) + margin);
        if (ships[i].beats_hand)
            shipped_beats_hand(vector.problem, ships[i].plies);
    }
}

/* A form without weights of its own for a depth plays by the nearest below. */
static void weights_follow_the_depth(void **state)
{
    (void)state;
    assert_ptr_not_equal(othello_shipped_weights(OTHELLO_LINEAR, 1),
                         othello_shipped_weights(OTHELLO_LINEAR, 2));
    assert_ptr_equal(othello_shipped_weights(OTHELLO_LINEAR, 6),
                     othello_shipped_weights(OTHELLO_LINEAR, 2));
    assert_ptr_equal(othello_shipped_weights(OTHELLO_SWH, 3),
                     othello_shipped_weights(OTHELLO_SWH, 1));
}

int main(void)
{
    const struct CMUnitTest tests[] = {
        cmocka_unit_test(killed_runs_end_the_same),
        cmocka_unit_test(a_damaged_checkpoint_is_named_and_left_out),
        cmocka_unit_test(old_checkpoints_go_on),
        cmocka_unit_test(readings_are_kept),
        cmocka_unit_test(a_folder_has_one_run_and_one_worker),
        cmocka_unit_test(vectors_come_back_exactly),
        cmocka_unit_test(parameters_go_through_text),
        cmocka_unit_test(what_ships_is_what_was_evolved),
        cmocka_unit_test(weights_follow_the_depth),
    };
    return cmocka_run_group_tests(tests, NULL, NULL);
}
