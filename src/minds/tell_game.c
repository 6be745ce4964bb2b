/* The list of games: everything that a front end must know to offer them. */
#include "minds/level.h"
#include "minds/standing.h"
#include "minds/tell.h"

static void option_member(struct json_out *json, const struct game_option *option)
{
    json_out_open(json, NULL, '{');
    json_out_text(json, "name", option->name);
    json_out_text(json, "summary", option->summary);
    json_out_integer(json, "least", option->least);
    json_out_integer(json, "most", option->most);
    if (option->words) {
        json_out_open(json, "values", '[');
        for (int value = option->least; value <= option->most; value++)
            json_out_text(json, NULL, option->words[value - option->least]);
        json_out_close(json);
        json_out_text(json, "standard", option->words[option->standard - option->least]);
    } else {
        json_out_integer(json, "standard", option->standard);
    }
    json_out_close(json);
}

static void ruleset_member(struct json_out *json, const struct game *game,
                           const struct game_ruleset *rules)
{
    json_out_open(json, NULL, '{');
    json_out_text(json, "name", rules->name);
    json_out_text(json, "summary", rules->summary);
    json_out_open(json, "options", '{');
    for (int i = 0; i < rules->count; i++) {
        const struct game_option *option = &game->options[rules->sets[i].option];
        char value[32];
        struct text text;
        text_init(&text, value, sizeof value);
        game_option_write(option, rules->sets[i].value, &text);
        json_out_text(json, option->name, value);
    }
    json_out_close(json);
    json_out_close(json);
}

static void standing_member(struct json_out *json, const struct game *game, const char *player)
{
    const struct standing *standing = standing_of(game, player);
    if (!standing)
        return;
    json_out_open(json, NULL, '{');
    json_out_text(json, "player", player);
    json_out_integer(json, "elo", standing->elo);
    json_out_integer(json, "error", standing->error);
    json_out_integer(json, "about", standing_about(standing));
    json_out_text(json, "grade", standing_grade(standing));
    json_out_close(json);
}

/* How strong it is; the levels one by one. */
static void standing_members(struct json_out *json, const struct game *game,
                             const struct player_kind *kind)
{
    json_out_open(json, "standing", '[');
    for (int i = 1; kind == &player_level && i <= LEVEL_COUNT; i++) {
        char name[16];
        struct text text;
        text_init(&text, name, sizeof name);
        text_print(&text, "%s:%d", kind->name, i);
        standing_member(json, game, name);
    }
    standing_member(json, game, kind->name);
    json_out_close(json);
}

static void player_member(struct json_out *json, const struct game *game,
                          const struct player_kind *kind)
{
    json_out_open(json, NULL, '{');
    json_out_text(json, "name", kind->name);
    json_out_text(json, "summary", kind->summary);
    json_out_text(json, "argument", kind->argument);
    if (kind->argument) {
        json_out_integer(json, "least", kind->least);
        json_out_integer(json, "most", kind->most);
        json_out_integer(json, "standard", kind->standard);
    }
    json_out_boolean(json, "limits", kind->limits);
    json_out_boolean(json, "file", kind->data_read && !kind->ships);
    json_out_boolean(json, "ships", kind->ships);
    standing_members(json, game, kind);
    json_out_close(json);
}

static void mind_members(struct json_out *json, const struct mind *mind)
{
    json_out_open(json, "players", '[');
    for (int i = 0; mind && i < mind->player_count; i++)
        player_member(json, mind->game, mind->players[i]);
    json_out_close(json);
    json_out_text(json, "best", mind ? mind->best : NULL);
    if (!mind)
        return;
    json_out_text(json, "unit", mind->unit);
    json_out_hundredths(json, "scale", mind->scale);
    json_out_boolean(json, "margin", mind->margin);
    json_out_boolean(json, "solves", mind->solve != NULL);
    json_out_boolean(json, "model", mind->model_use != NULL);
    json_out_boolean(json, "book", mind->book_key || mind->book_sizes);
    json_out_boolean(json, "solved", mind->solved_use != NULL);
    json_out_boolean(json, "databases", mind->databases != NULL);
}

static void names_member(struct json_out *json, const char *name, const char *const *names,
                         int count)
{
    json_out_open(json, name, '[');
    for (int i = 0; i < count; i++)
        json_out_text(json, NULL, names[i]);
    json_out_close(json);
}

const char *tell_board(const struct game *game)
{
    static const char *const boards[] = {"squares", "rack", "lines", "chequered", "blocks"};
    return boards[game->board];
}

void tell_game(struct json_out *json, const struct game *game)
{
    json_out_text(json, "name", game->name);
    json_out_text(json, "title", game->title);
    json_out_text(json, "summary", game->summary);
    json_out_text(json, "rules", game->rules);
    json_out_text(json, "notation", game->notation);
    json_out_text(json, "board", tell_board(game));
    json_out_boolean(json, "levels", game->level_read != NULL);
    json_out_integer(json, "seats", game->players);
    names_member(json, "sides", game->side, game->players);
    names_member(json, "colours", game->colour, game->players);
    json_out_open(json, "options", '[');
    for (int i = 0; i < game->option_count; i++)
        option_member(json, &game->options[i]);
    json_out_close(json);
    json_out_open(json, "rulesets", '[');
    for (int i = 0; i < game->ruleset_count; i++)
        ruleset_member(json, game, &game->rulesets[i]);
    json_out_close(json);
    mind_members(json, mind_of(game));
}
