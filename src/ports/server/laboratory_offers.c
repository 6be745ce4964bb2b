/* The tables of what a run may be asked to do, and what is offered from them: matches and
   tournaments have theirs here, evolutions in lab/evolve/parameters.h, the games' own trainers
   where the command line keeps them. A setting that is in none of them does not exist. */
#include "ports/server/laboratory_inside.h"

#include "lab/evolve/parameters.h"
#include "lab/evolve/problems.h"
#include "lab/sprt.h"

#include <string.h>

#define CONTEST_SETTINGS                                                                           \
    {"games", SETTING_WHOLE, 1, LABORATORY_GAMES_MAX, NULL},                                       \
        {"time", SETTING_DECIMAL, 0.001, 60, NULL}, {"depth", SETTING_WHOLE, 1, 60, NULL},         \
        {"nodes", SETTING_WHOLE, 1, 1000000000, NULL},                                             \
        {"opening-plies", SETTING_WHOLE, 0, 40, NULL}, {"exact", SETTING_SWITCH, 0, 1, NULL},      \
        {"resign", SETTING_TWO, 0, 1000, NULL}, {"draw", SETTING_TWO, 0, 1000, NULL},              \
        {"no-book", SETTING_SWITCH, 0, 1, NULL},                                                   \
    {                                                                                              \
        "keep", SETTING_SWITCH, 0, 1, NULL                                                         \
    }

const struct setting laboratory_match[] = {
    CONTEST_SETTINGS,
    {"sprt", SETTING_TWO, -1000, 1000, NULL},
    {"alpha", SETTING_DECIMAL, 0.001, 0.499, NULL},
    {"beta", SETTING_DECIMAL, 0.001, 0.499, NULL},
    {0},
};
const struct setting laboratory_tournament[] = {
    CONTEST_SETTINGS,
    {"gauntlet", SETTING_SWITCH, 0, 1, NULL},
    {0},
};
/* Of every kind of run. */
static const struct setting common_settings[] = {
    {"seed", SETTING_WHOLE, 0, 4294967295.0, NULL},
    {"threads", SETTING_WHOLE, 1, 64, NULL},
    {0},
};

/* Setting number 0, 1, ... of an evolution. */
static bool evolution_setting(int number, struct setting *setting)
{
    static const enum setting_kind kinds[] = {
        [EVOLVE_WHOLE] = SETTING_WHOLE,   [EVOLVE_DECIMAL] = SETTING_DECIMAL,
        [EVOLVE_SWITCH] = SETTING_SWITCH, [EVOLVE_CHOICE] = SETTING_CHOICE,
        [EVOLVE_NAME] = SETTING_PLAYER,
    };
    if (number >= evolve_parameter_count)
        return false;
    const struct evolve_parameter *parameter = &evolve_parameters[number];
    *setting = (struct setting){parameter->name, kinds[parameter->kind], parameter->least,
                                parameter->most, parameter->words};
    return true;
}

/* The same of any list; NULL is that of evolutions. */
static bool setting_at(const struct setting *list, int number, struct setting *setting)
{
    if (!list)
        return evolution_setting(number, setting);
    *setting = list[number];
    return setting->name != NULL;
}

bool laboratory_setting(const struct setting *list, const char *name, struct setting *setting)
{
    for (int i = 0; setting_at(list, i, setting); i++)
        if (strcmp(setting->name, name) == 0)
            return true;
    for (int i = 0; setting_at(common_settings, i, setting); i++)
        if (strcmp(setting->name, name) == 0)
            return true;
    return false;
}

const struct training_offer *laboratory_training(const struct laboratory *laboratory,
                                                 const char *game, const char *model)
{
    for (int i = 0; game && model && i < laboratory->options.training_count; i++) {
        const struct training_offer *training = &laboratory->options.trainings[i];
        if (strcmp(training->game, game) == 0 && strcmp(training->model, model) == 0)
            return training;
    }
    return NULL;
}

/* ---- what is offered ---- */

static json_t *tell_setting(const struct setting *setting)
{
    static const char *const kinds[] = {"whole", "decimal", "two", "switch", "choice", "player"};
    json_t *told = json_pack("{ssss}", "name", setting->name, "kind", kinds[setting->kind]);
    if (setting->kind <= SETTING_TWO) {
        json_object_set_new(told, "least", json_real(setting->least));
        json_object_set_new(told, "most", json_real(setting->most));
    }
    json_t *words = setting->words ? json_array() : NULL;
    for (int i = 0; setting->words && setting->words[i]; i++)
        json_array_append_new(words, json_string(setting->words[i]));
    if (words)
        json_object_set_new(told, "words", words);
    return told;
}

static json_t *tell_settings(const struct setting *list)
{
    json_t *told = json_array();
    struct setting setting;
    for (int i = 0; setting_at(list, i, &setting); i++)
        json_array_append_new(told, tell_setting(&setting));
    for (int i = 0; setting_at(common_settings, i, &setting); i++)
        json_array_append_new(told, tell_setting(&setting));
    return told;
}

/* The settings of a match or a tournament, with what the run takes where nothing is set. */
static json_t *tell_contest(const struct setting *list)
{
    json_t *told = tell_settings(list), *setting;
    size_t index;
    json_array_foreach(told, index, setting)
    {
        const char *name = json_string_value(json_object_get(setting, "name"));
        json_t *usual = NULL;
        if (strcmp(name, "games") == 0)
            usual = json_sprintf("%d", MATCH_GAMES);
        else if (strcmp(name, "alpha") == 0 || strcmp(name, "beta") == 0)
            usual = json_sprintf("%g", SPRT_CHANCE);
        else if (strcmp(name, "threads") == 0)
            usual = json_string("1");
        if (usual)
            json_object_set_new(setting, "usual", usual);
    }
    return told;
}

/* The numbers that an evolution begins with unless others are set. */
static json_t *tell_plan(const struct evolve_plan *plan)
{
    json_t *told = json_object();
    for (int i = 0; i < evolve_parameter_count; i++) {
        char value[EVOLVE_NAME_ROOM];
        evolve_parameter_text(&evolve_parameters[i], plan, value, sizeof value);
        json_object_set_new(told, evolve_parameters[i].name, json_string(value));
    }
    return told;
}

static json_t *tell_presets(const struct evolve_problem *problem)
{
    json_t *told = json_array();
    const struct evolve_preset *preset;
    for (int i = 0; (preset = evolve_preset_at(i)); i++)
        if (preset->plan.problem == problem)
            json_array_append_new(told,
                                  json_pack("{ssssso}", "name", preset->name, "summary",
                                            preset->summary, "usual", tell_plan(&preset->plan)));
    return told;
}

static json_t *tell_trainings(const struct laboratory *laboratory)
{
    json_t *told = json_array();
    const struct evolve_problem *problem;
    for (int i = 0; (problem = evolve_problem_at(i)); i++) {
        struct evolve_plan plan = evolve_plan_usual(problem);
        json_array_append_new(told,
                              json_pack("{sssssssbsososo}", "game", problem->game, "model",
                                        problem->model, "summary", problem->summary, "evolves", 1,
                                        "settings", tell_settings(NULL), "usual", tell_plan(&plan),
                                        "presets", tell_presets(problem)));
    }
    for (int i = 0; i < laboratory->options.training_count; i++) {
        const struct training_offer *training = &laboratory->options.trainings[i];
        json_array_append_new(told,
                              json_pack("{sssssssbso}", "game", training->game, "model",
                                        training->model, "summary", training->summary, "evolves", 0,
                                        "settings", tell_settings(training->settings)));
    }
    return told;
}

json_t *laboratory_offers(const struct laboratory *laboratory)
{
    return json_pack("{sisisosososb}", "at_once", laboratory->options.at_once, "running",
                     laboratory->child_count, "trainings", tell_trainings(laboratory), "match",
                     tell_contest(laboratory_match), "tournament",
                     tell_contest(laboratory_tournament), "archive",
                     laboratory->options.archive != NULL);
}
