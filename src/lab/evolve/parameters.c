#include "lab/evolve/parameters.h"

#include <math.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

#define AT(field) offsetof(struct evolve_plan, field)

const struct evolve_parameter evolve_parameters[] = {
    {"population", EVOLVE_WHOLE, AT(population), 2, 100000},
    {"generations", EVOLVE_WHOLE, AT(generations), 1, 1000000},
    {"depth", EVOLVE_WHOLE, AT(depth), 1, 6},
    {"elite", EVOLVE_WHOLE, AT(elite), 0, 100000},
    {"opponents", EVOLVE_WHOLE, AT(opponents), 2, 100000},
    {"starts", EVOLVE_WHOLE, AT(starts), 1, 100},
    {"start-plies", EVOLVE_WHOLE, AT(start_plies), 0, 50},
    {"tournament", EVOLVE_WHOLE, AT(tournament), 1, 1000},
    {"eta", EVOLVE_DECIMAL, AT(eta), 0, 1000},
    {"sigma", EVOLVE_DECIMAL, AT(sigma), 0, 100},
    {"mutated-weights", EVOLVE_DECIMAL, AT(mutated_weights), 0, EVOLVE_WEIGHTS_MAX},
    {"schedule", EVOLVE_SCHEDULE, AT(schedule), 0, 1},
    {"test-every", EVOLVE_WHOLE, AT(test_every), 1, 1000000},
    {"test-best", EVOLVE_WHOLE, AT(test_best), 1, 1000},
    {"test-games", EVOLVE_WHOLE, AT(test_games), 2, 1000000},
    {"ladder-every", EVOLVE_WHOLE, AT(ladder_every), 1, 1000000},
    {"ladder-games", EVOLVE_WHOLE, AT(ladder_games), 0, 1000000},
    {"clamp", EVOLVE_SWITCH, AT(clamp), 0, 1},
    {"from-known", EVOLVE_SWITCH, AT(from_known), 0, 1},
};
const int evolve_parameter_count = (int)(sizeof evolve_parameters / sizeof evolve_parameters[0]);

const char *const evolve_schedules[2] = {"mutation-falls", "mutation-rises"};

static void *place(const struct evolve_parameter *parameter, const struct evolve_plan *plan)
{
    return (char *)plan + parameter->offset;
}

static bool set_number(const struct evolve_parameter *parameter, const char *value, double *number,
                       struct error *error)
{
    char *end;
    *number = strtod(value, &end);
    bool whole = parameter->kind == EVOLVE_DECIMAL || floor(*number) == *number;
    if (end == value || *end || !whole || !(*number >= parameter->least) ||
        !(*number <= parameter->most))
        return error_set(error, "expected a %snumber from %d to %d, found \"%.*s\"",
                         parameter->kind == EVOLVE_DECIMAL ? "" : "whole ", (int)parameter->least,
                         (int)parameter->most, text_printable(value, strlen(value), 24), value);
    return true;
}

bool evolve_parameter_set(const struct evolve_parameter *parameter, const char *value,
                          struct evolve_plan *plan, struct error *error)
{
    double number;
    if (parameter->kind == EVOLVE_SCHEDULE) {
        for (int i = 0; i < 2; i++)
            if (strcmp(value, evolve_schedules[i]) == 0) {
                *(enum evolve_schedule *)place(parameter, plan) = (enum evolve_schedule)i;
                return true;
            }
        return error_set(error, "expected %s or %s, found \"%.*s\"", evolve_schedules[0],
                         evolve_schedules[1], text_printable(value, strlen(value), 24), value);
    }
    if (!set_number(parameter, value, &number, error))
        return false;
    if (parameter->kind == EVOLVE_DECIMAL)
        *(double *)place(parameter, plan) = number;
    else if (parameter->kind == EVOLVE_SWITCH)
        *(bool *)place(parameter, plan) = number != 0;
    else
        *(int *)place(parameter, plan) = (int)number;
    return true;
}

void evolve_parameter_text(const struct evolve_parameter *parameter, const struct evolve_plan *plan,
                           char *value, size_t room)
{
    const void *at = place(parameter, plan);
    if (parameter->kind == EVOLVE_SCHEDULE)
        snprintf(value, room, "%s", evolve_schedules[*(const enum evolve_schedule *)at]);
    else if (parameter->kind == EVOLVE_DECIMAL)
        snprintf(value, room, "%.17g", *(const double *)at);
    else
        snprintf(value, room, "%d",
                 parameter->kind == EVOLVE_SWITCH ? *(const bool *)at : *(const int *)at);
}
