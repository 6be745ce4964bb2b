/* The list of games for the page: everything it must know to offer them. */
#include "minds/mind.h"
#include "ports/browser/host.h"
#include "ports/browser/output.h"

static const char *const board_words[] = {"squares", "rack", "lines", "chequered", "blocks"};

static void member(struct text *text, const char *name, const char *value)
{
    text_print(text, ",\"%s\":", name);
    if (value)
        output_string(text, value);
    else
        text_add(text, "null");
}

static void write_options(struct text *text, const struct game *game)
{
    text_add(text, ",\"options\":[");
    for (int i = 0; i < game->option_count; i++) {
        const struct game_option *option = &game->options[i];
        text_print(text, "%s{\"least\":%d,\"most\":%d,\"standard\":%d", i ? "," : "", option->least,
                   option->most, option->standard);
        member(text, "name", option->name);
        member(text, "summary", option->summary);
        text_add(text, ",\"words\":");
        if (!option->words)
            text_add(text, "null");
        for (int value = option->least; option->words && value <= option->most; value++) {
            text_add_char(text, value == option->least ? '[' : ',');
            output_string(text, option->words[value - option->least]);
        }
        text_add(text, option->words ? "]}" : "}");
    }
    text_add_char(text, ']');
}

static void write_mind(struct text *text, const struct mind *mind)
{
    text_add(text, "{\"players\":[");
    for (int i = 0, written = 0; i < mind->player_count; i++) {
        const struct player_kind *kind = mind->players[i];
        if (kind->data_read)
            continue; /* the page has neither files nor big tables */
        text_print(text, "%s{\"least\":%d,\"most\":%d,\"standard\":%d,\"limits\":%s",
                   written++ ? "," : "", kind->least, kind->most, kind->standard,
                   kind->limits ? "true" : "false");
        member(text, "name", kind->name);
        member(text, "summary", kind->summary);
        member(text, "argument", kind->argument);
        text_add_char(text, '}');
    }
    text_print(text, "],\"solves\":%s,\"model\":%s", mind->solve ? "true" : "false",
               mind->model_use ? "true" : "false");
    member(text, "unit", mind->unit);
    member(text, "best", mind->best);
    text_add_char(text, '}');
}

static void write_games(struct text *text, const void *subject)
{
    (void)subject;
    text_add_char(text, '[');
    for (int i = 0; i < game_count; i++) {
        const struct game *game = games[i];
        const struct mind *mind = mind_of(game);
        text_print(text, "%s{\"players\":%d,\"levels\":%s", i ? "," : "", game->players,
                   game->level_read ? "true" : "false");
        if (game->pass != GAME_NO_MOVE)
            text_print(text, ",\"pass\":%u", game->pass);
        else
            text_add(text, ",\"pass\":null");
        member(text, "name", game->name);
        member(text, "title", game->title);
        member(text, "summary", game->summary);
        member(text, "rules", game->rules);
        member(text, "notation", game->notation);
        member(text, "board", board_words[game->board]);
        text_add(text, ",\"sides\":[");
        for (int side = 0; side < game->players; side++) {
            if (side)
                text_add_char(text, ',');
            output_string(text, game->side[side]);
        }
        text_add_char(text, ']');
        write_options(text, game);
        text_add(text, ",\"mind\":");
        if (mind)
            write_mind(text, mind);
        else
            text_add(text, "null");
        text_add_char(text, '}');
    }
    text_add_char(text, ']');
}

BROWSER_EXPORT(potez_games) uint32_t potez_games(void);
uint32_t potez_games(void)
{
    return output_write(write_games, NULL);
}
