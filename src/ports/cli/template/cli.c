/* What the command line offers for three in a row alone: training by counting. Evolution needs
   nothing here: the command asks the lab's table. */
#include "lab/template/fit.h"
#include "ports/cli/game.h"
#include "ports/cli/train.h"
#include <stdio.h>
#include <sys/stat.h>

static enum status run(const struct arguments *arguments)
{
    const char *folder = arguments_value(arguments, "out");
    int64_t games_wanted = 1000;
    float weights[TEMPLATE_FEATURES];
    char path[512];
    struct error error;
    if (!folder)
        return command_refuse(arguments, "say with --out where the weights are to go");
    if (!arguments_number(arguments, "games", 1, 1000000, &games_wanted, &error))
        return command_error(arguments, &error);
    if (snprintf(path, sizeof path, "%s/lines.vector", folder) >= (int)sizeof path)
        return command_refuse(arguments, "--out: the path is too long");
    struct template_fit fit = {(int)games_wanted, arguments->seed, "potez train"};
    mkdir(folder, 0777); /* what cannot be made shows when it is written to */
    int positions = template_fit_run(&fit, weights);
    if (!template_fit_write(&fit, weights, path, &error))
        return command_error(arguments, &error);
    printf("%d games, %d positions: %s\n", fit.games, positions, path);
    return STATUS_DONE;
}

static const struct trainer trainer_template_counted = {
    .game = "template",
    .model = "counted",
    .summary = "the weights of lines, from random games",
    .run = run,
};

static const struct trainer *const trainers[] = {&trainer_template_counted, NULL};

extern const struct cli_game cli_template;
const struct cli_game cli_template = {.name = "template", .trainers = trainers};
