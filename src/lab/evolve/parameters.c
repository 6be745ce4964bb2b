/* The table of an evolution's parameters. A row gives name, kind, place within struct
   evolve_plan and range; setting, printing, the options of the command line and the header of a
   checkpoint all follow from it. A new parameter is a field of the plan and a row here. */
#include "lab/evolve/parameters.h"

#include <math.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

/* The words of the choices, in the order of their enums. */
static const char *const schedules[] = {"mutation-falls", "mutation-rises", NULL};
static const char *const depth_counts[] = {"root", "below", NULL};
static const char *const rescalings[] = {"vector", "layer", "clamp", "fill", "span", NULL};
static const char *const survivors[] = {"kept", "drawn", NULL};
static const char *const spreads[] = {"weight", "child", NULL};
static const char *const starts_for[] = {"pairing", "generation", NULL};
static const char *const draws[] = {"with-replacement", "without-replacement", NULL};

#define NUMBER(name, kind, field, least, most)                                                     \
    {                                                                                              \
        name, kind, offsetof(struct evolve_plan, field), least, most, NULL                         \
    }
#define CHOICE(name, field, words)                                                                 \
    {                                                                                              \
        name, EVOLVE_CHOICE, offsetof(struct evolve_plan, field), 0, 0, words                      \
    }

const struct evolve_parameter evolve_parameters[] = {
    NUMBER("population", EVOLVE_WHOLE, population, 2, 100000),
    NUMBER("generations", EVOLVE_WHOLE, generations, 1, 1000000),
    NUMBER("depth", EVOLVE_WHOLE, depth, 1, 6),
    CHOICE("depth-counts", depth_counts, depth_counts),
    NUMBER("elite", EVOLVE_WHOLE, elite, 0, 100000),
    NUMBER("opponents", EVOLVE_WHOLE, opponents, 2, 100000),
    NUMBER("starts", EVOLVE_WHOLE, starts, 1, 100),
    CHOICE("starts-for", starts_for, starts_for),
    NUMBER("start-plies", EVOLVE_WHOLE, start_plies, 0, 50),
    NUMBER("tournament", EVOLVE_WHOLE, tournament, 1, EVOLVE_TOURNAMENT_MAX),
    CHOICE("tournament-draw", tournament_draw, draws),
    NUMBER("eta", EVOLVE_DECIMAL, eta, 0, 1000),
    NUMBER("sigma", EVOLVE_DECIMAL, sigma, 0, 100),
    NUMBER("mutated-weights", EVOLVE_DECIMAL, mutated_weights, 0, EVOLVE_WEIGHTS_MAX),
    CHOICE("schedule", schedule, schedules),
    CHOICE("rescale", rescaling, rescalings),
    CHOICE("survivors", survivors, survivors),
    CHOICE("spread", spread, spreads),
    NUMBER("filters", EVOLVE_WHOLE, variant.filters, 0, 5),
    CHOICE("first", variant.first, vector_firsts),
    CHOICE("terminal", variant.terminal, vector_terminals),
    NUMBER("sparring", EVOLVE_NAME, sparring, 0, EVOLVE_NAME_ROOM),
    NUMBER("sparring-share", EVOLVE_DECIMAL, sparring_share, 0, 1),
    NUMBER("test-every", EVOLVE_WHOLE, test_every, 1, 1000000),
    NUMBER("test-best", EVOLVE_WHOLE, test_best, 1, 1000),
    NUMBER("test-games", EVOLVE_WHOLE, test_games, 2, 1000000),
    NUMBER("ladder-every", EVOLVE_WHOLE, ladder_every, 1, 1000000),
    NUMBER("ladder-games", EVOLVE_WHOLE, ladder_games, 0, 1000000),
    NUMBER("from-known", EVOLVE_SWITCH, from_known, 0, 1),
};
const int evolve_parameter_count = (int)(sizeof evolve_parameters / sizeof evolve_parameters[0]);

const struct evolve_parameter *evolve_parameter_find(const char *name)
{
    for (int i = 0; i < evolve_parameter_count; i++)
        if (strcmp(evolve_parameters[i].name, name) == 0)
            return &evolve_parameters[i];
    return NULL;
}

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

static bool set_choice(const struct evolve_parameter *parameter, const char *value, int *choice,
                       struct error *error)
{
    char expected[120];
    size_t length = 0;
    for (int i = 0; parameter->words[i]; i++) {
        if (strcmp(value, parameter->words[i]) == 0) {
            *choice = i;
            return true;
        }
        const char *between = i == 0 ? "" : parameter->words[i + 1] ? ", " : " or ";
        length += (size_t)snprintf(expected + length, sizeof expected - length, "%s%s", between,
                                   parameter->words[i]);
    }
    return error_set(error, "expected %s, found \"%.*s\"", expected,
                     text_printable(value, strlen(value), 24), value);
}

static bool set_name(const struct evolve_parameter *parameter, const char *value, char *name,
                     struct error *error)
{
    if (strlen(value) >= (size_t)parameter->most || strchr(value, '\n'))
        return error_set(error, "expected a name of less than %d letters", (int)parameter->most);
    snprintf(name, (size_t)parameter->most, "%s", value);
    return true;
}

bool evolve_parameter_set(const struct evolve_parameter *parameter, const char *value,
                          struct evolve_plan *plan, struct error *error)
{
    void *at = place(parameter, plan);
    double number;
    if (parameter->kind == EVOLVE_CHOICE)
        return set_choice(parameter, value, at, error);
    if (parameter->kind == EVOLVE_NAME)
        return set_name(parameter, value, at, error);
    if (!set_number(parameter, value, &number, error))
        return false;
    if (parameter->kind == EVOLVE_DECIMAL)
        *(double *)at = number;
    else if (parameter->kind == EVOLVE_SWITCH)
        *(bool *)at = number != 0;
    else
        *(int *)at = (int)number;
    return true;
}

void evolve_parameter_text(const struct evolve_parameter *parameter, const struct evolve_plan *plan,
                           char *value, size_t room)
{
    const void *at = place(parameter, plan);
    if (parameter->kind == EVOLVE_CHOICE)
        snprintf(value, room, "%s", parameter->words[*(const int *)at]);
    else if (parameter->kind == EVOLVE_NAME)
        snprintf(value, room, "%s", (const char *)at);
    else if (parameter->kind == EVOLVE_DECIMAL)
        snprintf(value, room, "%.17g", *(const double *)at);
    else
        snprintf(value, room, "%d",
                 parameter->kind == EVOLVE_SWITCH ? *(const bool *)at : *(const int *)at);
}
