/* From a question to the arguments of a process.

   A question says what kind of run it asks for, which game, who plays or what is trained, and a
   number of settings. Every member has to be known, every setting has to be in the table of its
   kind and its value in the setting's range; only then does it become an argument, and always as a
   word of its own. Players are read by the middle as players without files or programs; a
   generation of an evolution of this laboratory is named by run and number, and the path of its
   file is made here. So nothing that a client writes becomes a path or a command. */
#include "ports/server/laboratory_inside.h"

#include "games/game.h"
#include "lab/evolve/problems.h"
#include "lab/inquire.h"
#include "lab/match.h"
#include "ports/server/question.h"

#include <stdio.h>
#include <string.h>
#include <unistd.h>

enum { PLAYER_ROOM = 96, ALL_GAMES_MAX = 50000 };

/* ---- reading ---- */

static void add_word(json_t *words, const char *word)
{
    json_array_append_new(words, json_string(word));
}

static void add_words(json_t *words, const char *option, const char *value)
{
    add_word(words, option);
    add_word(words, value);
}

static bool add_number(const struct setting *setting, const json_t *value, json_t *words,
                       struct error *error)
{
    char text[40];
    double number = json_number_value(value);
    bool whole = setting->kind == SETTING_WHOLE;
    if (!json_is_number(value) || !(number >= setting->least && number <= setting->most) ||
        (whole && number != (double)(int64_t)number)) {
        snprintf(text, sizeof text, "%.6g and %.6g", setting->least, setting->most);
        return error_set(error, "\"%s\" should be a %snumber between %s", setting->name,
                         whole ? "whole " : "", text);
    }
    if (whole)
        snprintf(text, sizeof text, "%lld", (long long)number);
    else
        snprintf(text, sizeof text, "%.10g", number);
    add_word(words, text);
    return true;
}

static bool add_choice(const struct setting *setting, const json_t *value, json_t *words,
                       struct error *error)
{
    const char *text = json_string_value(value);
    for (int i = 0; text && setting->words[i]; i++)
        if (strcmp(setting->words[i], text) == 0) {
            add_word(words, text);
            return true;
        }
    return error_set(error, "\"%s\" is not one of its words", setting->name);
}

/* A player without files and programs: as the server's other questions read it. */
static bool check_player(const struct game *game, const char *name, struct error *error)
{
    struct player player;
    if (!name || strlen(name) >= PLAYER_ROOM)
        return error_set(error, "a player should be a name of less than %d letters", PLAYER_ROOM);
    return inquiry_player(mind_of(game), name, 0, &player, error) &&
           question_player_plain(&player, error);
}

static bool add_setting(const struct game *game, const struct setting *setting, const json_t *value,
                        json_t *words, struct error *error)
{
    char option[64];
    snprintf(option, sizeof option, "--%s", setting->name);
    if (setting->kind == SETTING_SWITCH) {
        if (json_is_true(value))
            add_word(words, option);
        return json_is_boolean(value) ||
               error_set(error, "\"%s\" should be true or false", setting->name);
    }
    add_word(words, option);
    switch (setting->kind) {
    case SETTING_CHOICE:
        return add_choice(setting, value, words, error);
    case SETTING_PLAYER:
        if (!check_player(game, json_string_value(value), error))
            return error_prefix(error, "\"%s\": ", setting->name);
        add_word(words, json_string_value(value));
        return true;
    case SETTING_TWO:
        return json_array_size(value) == 2
                   ? add_number(setting, json_array_get(value, 0), words, error) &&
                         add_number(setting, json_array_get(value, 1), words, error)
                   : error_set(error, "\"%s\" should be two numbers", setting->name);
    default:
        return add_number(setting, value, words, error);
    }
}

/* All settings of the question. */
static bool add_settings(const struct game *game, const json_t *asked, const struct setting *list,
                         json_t *words, struct error *error)
{
    const char *name;
    json_t *settings = json_object_get(asked, "settings"), *value;
    if (settings && !json_is_object(settings))
        return error_set(error, "\"settings\" should be an object");
    json_object_foreach(settings, name, value)
    {
        struct setting setting;
        if (!laboratory_setting(list, name, &setting))
            return error_set(error, "there is no setting called \"%.*s\"",
                             text_printable(name, strlen(name), 24), name);
        if (!add_setting(game, &setting, value, words, error))
            return false;
    }
    if (!json_object_get(settings, "threads"))
        add_words(words, "--threads", "1");
    return true;
}

/* The options of the game that were set, which opening it has tried. */
static void add_options(const struct opened *opened, const json_t *asked, json_t *words)
{
    const json_t *set = json_object_get(asked, "set");
    for (int i = 0; i < opened->game->option_count; i++) {
        char text[128];
        if (!json_object_get(set, opened->game->options[i].name))
            continue;
        struct text writer;
        text_init(&writer, text, sizeof text);
        text_print(&writer, "%s=", opened->game->options[i].name);
        game_option_write(&opened->game->options[i], opened->setup.option[i], &writer);
        add_words(words, "--set", text);
    }
}

static bool only_known(const json_t *asked, const char *const *members, struct error *error)
{
    const char *name;
    json_t *value;
    json_object_foreach((json_t *)asked, name, value)
    {
        int i = 0;
        while (members[i] && strcmp(members[i], name) != 0)
            i++;
        if (!members[i])
            return error_set(error, "\"%.*s\" means nothing here",
                             text_printable(name, strlen(name), 24), name);
    }
    return true;
}

/* ---- contests ---- */

/* {"run": "0001", "generation": 5} */
static bool generation_word(const struct laboratory *laboratory, const struct game *game,
                            const json_t *asked, char word[PLAYER_ROOM], struct error *error)
{
    const char *name = json_string_value(json_object_get(asked, "run"));
    const json_t *generation = json_object_get(asked, "generation");
    char path[LABORATORY_PATH], number[24];
    if (!name || !json_is_integer(generation))
        return error_set(error, "a player should be a name, or a run and a generation");
    snprintf(number, sizeof number, "%lld", (long long)json_integer_value(generation));
    json_t *run = laboratory_run(laboratory, name, error);
    if (!run)
        return false;
    bool good = strcmp(json_string_value(json_object_get(run, "game")), game->name) == 0 ||
                error_set(error, "run %s is of another game", name);
    good = good && laboratory_vector(laboratory, name, number, path, error);
    json_decref(run);
    if (good)
        snprintf(word, PLAYER_ROOM, "model:../%s/training/generations/%06lld.vector", name,
                 (long long)json_integer_value(generation));
    return good;
}

/* Players are words of the command and are listed by name in the description. */
static bool add_players(const struct laboratory *laboratory, const struct game *game,
                        const json_t *asked, size_t least, size_t most, json_t *words,
                        json_t *names, struct error *error)
{
    const json_t *players = json_object_get(asked, "players");
    size_t count = json_array_size(players);
    if (count < least || count > most)
        return error_set(error, "\"players\" should be %zu to %zu of them", least, most);
    for (size_t i = 0; i < count; i++) {
        const json_t *player = json_array_get(players, i);
        char word[PLAYER_ROOM];
        if (json_is_object(player)) {
            if (!generation_word(laboratory, game, player, word, error))
                return false;
        } else if (!check_player(game, json_string_value(player), error)) {
            return false;
        } else {
            snprintf(word, sizeof word, "%s", json_string_value(player));
        }
        add_word(words, word);
        add_word(names, word);
    }
    return true;
}

static const char *setting_text(const json_t *words, const char *option)
{
    for (size_t i = 0; i + 1 < json_array_size(words); i++)
        if (strcmp(json_string_value(json_array_get(words, i)), option) == 0)
            return json_string_value(json_array_get(words, i + 1));
    return NULL;
}

static bool describe_contest(const struct laboratory *laboratory, const json_t *asked,
                             const struct opened *opened, bool match, json_t *run,
                             struct error *error)
{
    static const char *const members[] = {"kind", "game", "set", "players", "settings", NULL};
    json_t *words = json_object_get(run, "command"), *names = json_array();
    json_object_set_new(run, "players", names);
    if (opened->game->players != 2)
        return error_set(error, "a contest needs a game for two");
    if (!only_known(asked, members, error) ||
        !add_players(laboratory, opened->game, asked, 2, match ? 2 : LABORATORY_PLAYERS_MAX, words,
                     names, error) ||
        (!match && json_array_size(names) < 2))
        return false;
    add_options(opened, asked, words);
    if (!add_settings(opened->game, asked, match ? laboratory_match : laboratory_tournament, words,
                      error))
        return false;
    const json_t *settings = json_object_get(asked, "settings");
    int count = (int)json_array_size(names);
    bool gauntlet = json_is_true(json_object_get(settings, "gauntlet"));
    int pairings = gauntlet ? count - 1 : count * (count - 1) / 2;
    const char *given = setting_text(words, "--games");
    int64_t each = MATCH_GAMES;
    if (given)
        text_to_number(given, strlen(given), 1, LABORATORY_GAMES_MAX, &each);
    if (each * pairings > ALL_GAMES_MAX)
        return error_set(error, "that would be %lld games; at most %d are played here",
                         (long long)each * pairings, ALL_GAMES_MAX);
    json_object_set_new(run, "games", json_integer(each));
    json_object_set_new(run, "pairings", json_integer(pairings));
    json_object_set_new(run, "gauntlet", json_boolean(gauntlet));
    json_object_set(run, "sprt", json_object_get(settings, "sprt"));
    json_object_set(run, "alpha", json_object_get(settings, "alpha"));
    json_object_set(run, "beta", json_object_get(settings, "beta"));
    add_words(words, "--resume", "journal");
    if (!json_is_true(json_object_get(settings, "keep")))
        return true;
    if (!laboratory->options.archive)
        return error_set(error, "\"keep\": there is no archive here");
    add_words(words, "--archive", laboratory->options.archive);
    return true;
}

/* ---- training runs ---- */

static bool describe_training(const struct laboratory *laboratory, const json_t *asked,
                              const struct opened *opened, json_t *run, struct error *error)
{
    static const char *const members[] = {"kind",   "game",     "set", "model",
                                          "preset", "settings", NULL};
    const char *game = opened->game->name;
    const char *model = json_string_value(json_object_get(asked, "model"));
    const char *preset = json_string_value(json_object_get(asked, "preset"));
    const struct training_offer *training = laboratory_training(laboratory, game, model);
    const struct evolve_preset *found = preset ? evolve_preset_find(game, preset) : NULL;
    json_t *words = json_object_get(run, "command");
    if (!only_known(asked, members, error))
        return false;
    if (!training && !(model && evolve_problem_find(game, model)))
        return error_set(error, "\"model\": nothing of this name can be trained for %s", game);
    if (preset && (!found || strcmp(found->plan.problem->model, model) != 0))
        return error_set(error, "\"preset\": there is none of this name for %s", model);
    add_words(words, "--model", model);
    if (preset)
        add_words(words, "--preset", preset);
    if (training)
        add_options(opened, asked, words);
    if (!add_settings(opened->game, asked, training ? training->settings : NULL, words, error))
        return false;
    if (!training)
        add_word(words, "--keep-generations");
    add_words(words, "--out", "training");
    json_object_set_new(run, "model", json_string(model));
    json_object_set_new(run, "preset", preset ? json_string(preset) : json_null());
    return true;
}

/* ---- all of it ---- */

static bool describe(const struct laboratory *laboratory, const json_t *asked,
                     const struct opened *opened, const char *kind, json_t *run,
                     struct error *error)
{
    if (!mind_of(opened->game))
        return error_set(error, "this game has no players here");
    return strcmp(kind, "train") == 0 ? describe_training(laboratory, asked, opened, run, error)
                                      : describe_contest(laboratory, asked, opened,
                                                         strcmp(kind, "match") == 0, run, error);
}

json_t *laboratory_describe(const struct laboratory *laboratory, const json_t *asked,
                            struct error *error)
{
    const char *kind = json_string_value(json_object_get(asked, "kind"));
    struct opened opened = {0};
    if (!kind || (strcmp(kind, "train") != 0 && strcmp(kind, "match") != 0 &&
                  strcmp(kind, "tournament") != 0)) {
        error_set(error, "\"kind\" should be train, match or tournament");
        return NULL;
    }
    if (!question_game(&opened, asked, error)) {
        opened_close(&opened);
        return NULL;
    }
    json_t *run = json_pack("{sssss[ss]}", "kind", kind, "game", opened.game->name, "command", kind,
                            opened.game->name);
    bool good = run && describe(laboratory, asked, &opened, kind, run, error);
    json_t *words = json_object_get(run, "command");
    add_word(words, "--json");
    add_word(words, "--quiet");
    opened_close(&opened);
    if (good)
        return run;
    json_decref(run);
    return NULL;
}

json_t *laboratory_describe_import(const struct laboratory *laboratory, const char *file,
                                   const char *game, struct error *error)
{
    if (!laboratory->options.archive || (game && !game_find(game))) {
        error_set(error, game ? "\"game\": there is no such game" : "there is no archive here");
        return NULL;
    }
    json_t *run = json_pack("{sssssss[sssssss]}", "kind", "import", "game", game ? game : "",
                            "file", file, "command", "archive", "import", file, "--archive",
                            laboratory->options.archive, "--json", "--quiet");
    if (game)
        add_words(json_object_get(run, "command"), "--game", game);
    return run;
}
