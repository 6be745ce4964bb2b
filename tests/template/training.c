/* What can be trained for the template game, in a program that has no other: evolution
   and counting. */
#include "games/template/template.h"
#include "lab/evolve/problems.h"
#include "lab/evolve/run.h"
#include "lab/inquire.h"
#include "lab/template/fit.h"
#include "minds/template/players.h"

#include <setjmp.h>
#include <stdarg.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <unistd.h>

#include <cmocka.h>

static struct error error;
static char folder[] = "/tmp/potez-template-XXXXXX";

static char *in_folder(const char *name)
{
    static char path[200];
    snprintf(path, sizeof path, "%s/%s", folder, name);
    return path;
}

static const struct evolve_preset *preset(void)
{
    const struct evolve_preset *found = evolve_preset_find("template", "lines");
    assert_non_null(found);
    return found;
}

/* Of 10 for each game against random. */
static int points_of(const float *weights)
{
    static _Alignas(64) char workspace[1 << 16];
    const struct evolve_plan *plan = &preset()->plan;
    assert_true(plan->problem->workspace <= sizeof workspace);
    return plan->problem->versus_random(plan, weights, 400, 7, workspace);
}

/* The file's weights are those of the player that "model:PATH" becomes. */
static void is_a_player(const char *path, float weights[TEMPLATE_FEATURES])
{
    static char name[220];
    struct player player;
    snprintf(name, sizeof name, "model:%s", path);
    if (!inquire_player(&game_template, name, 0, &player, &error))
        fail_msg("%s", error.text);
    assert_ptr_equal(player.kind, &template_lines);
    memcpy(weights, player.data, TEMPLATE_FEATURES * sizeof(float));
}

static void counting_learns(void **state)
{
    float fitted[TEMPLATE_FEATURES], read[TEMPLATE_FEATURES], none[TEMPLATE_FEATURES] = {0};
    struct template_fit fit = {2000, 3, "a test"};
    (void)state;
    assert_true(template_fit_run(&fit, fitted) > 2000 * 4);
    if (!template_fit_write(&fit, fitted, in_folder("fitted.vector"), &error))
        fail_msg("%s", error.text);
    is_a_player(in_folder("fitted.vector"), read);
    assert_memory_equal(read, fitted, sizeof fitted);
    assert_true(fitted[TEMPLATE_TWOS] > 0 && fitted[TEMPLATE_CENTRE] > 0);
    assert_true(points_of(fitted) > points_of(none) + 400);
}

static void evolution_learns(void **state)
{
    static struct evolve_run run;
    float best[TEMPLATE_FEATURES], none[TEMPLATE_FEATURES] = {0};
    (void)state;
    run = (struct evolve_run){.plan = preset()->plan, .folder = in_folder("run"), .threads = 1};
    run.plan.generations = 6;
    run.plan.ladder_every = 3;
    run.plan.ladder_games = 20;
    run.plan.from_known = false;
    run.plan.seed = 5;
    char *own = strdup(run.folder);
    run.folder = own;
    if (!evolve_run_begin(&run, &error) || !evolve_run_go(&run, &error))
        fail_msg("%s", error.text);
    assert_true(run.complete);
    evolve_run_close(&run);
    is_a_player(in_folder("run/best.vector"), best);
    assert_true(points_of(best) > points_of(none) + 400);
    free(own);
}

static int make_folder(void **state)
{
    (void)state;
    return !mkdtemp(folder);
}

static int remove_folder(void **state)
{
    char command[200];
    (void)state;
    snprintf(command, sizeof command, "rm -r %s", folder);
    return system(command);
}

int main(void)
{
    const struct CMUnitTest tests[] = {
        cmocka_unit_test(counting_learns),
        cmocka_unit_test(evolution_learns),
    };
    return cmocka_run_group_tests(tests, make_folder, remove_folder);
}
