/* What games there are and what there is to say about them. The texts are the tables' own and stay.
 */
#include "lab/json_text.h"
#include "minds/tell.h"
#include "ports/library/inside.h"

#include <string.h>

const char *potez_game(int index)
{
    return index >= 0 && index < game_count ? games[index]->name : NULL;
}

const char *potez_fact(const char *name, enum potez_fact fact)
{
    const struct game *game = library_game(name);
    const struct mind *mind = game ? mind_of(game) : NULL;
    if (!game)
        return NULL;
    switch (fact) {
    case POTEZ_TITLE:
        return game->title;
    case POTEZ_SUMMARY:
        return game->summary;
    case POTEZ_RULES:
        return game->rules;
    case POTEZ_NOTATION:
        return game->notation;
    case POTEZ_FIRST:
        return game->side[0];
    case POTEZ_SECOND:
        return game->players == 2 ? game->side[1] : NULL;
    case POTEZ_UNIT:
        return mind ? mind->unit : NULL;
    case POTEZ_BEST:
        return mind ? mind->best : NULL;
    }
    error_set(library_errors(), "there is no fact number %d", (int)fact);
    return NULL;
}

int potez_players(const char *name)
{
    const struct game *game = library_game(name);
    return game ? game->players : -1;
}

/* As much of `found` as the caller's struct has room for; its size stays. */
static void fill(void *given, size_t size, const void *found, size_t whole)
{
    size_t part = size < whole ? size : whole;
    memcpy((char *)given + sizeof(size_t), (const char *)found + sizeof(size_t),
           part - sizeof(size_t));
}

bool potez_option(const char *name, int index, struct potez_option *option)
{
    const struct game *game = library_game(name);
    if (!game || !library_given(option, "an option to fill in") ||
        !library_sized(option->size, offsetof(struct potez_option, words) + sizeof option->words,
                       "potez_option"))
        return false;
    if (index < 0 || index >= game->option_count)
        return error_set(library_errors(), "%s has %d options", game->name, game->option_count);
    const struct game_option *own = &game->options[index];
    fill(option, option->size,
         &(struct potez_option){.name = own->name,
                                .summary = own->summary,
                                .least = own->least,
                                .most = own->most,
                                .standard = own->standard,
                                .words = own->words},
         sizeof *option);
    return true;
}

bool potez_player(const char *name, int index, struct potez_player *player)
{
    const struct game *game = library_game(name);
    const struct mind *mind = game ? mind_of(game) : NULL;
    if (!game || !library_given(player, "a player to fill in") ||
        !library_sized(player->size,
                       offsetof(struct potez_player, standard) + sizeof player->standard,
                       "potez_player"))
        return false;
    int count = mind ? mind->player_count : 0;
    if (index < 0 || index >= count)
        return error_set(library_errors(), "%s has %d players", game->name, count);
    const struct player_kind *own = mind->players[index];
    fill(player, player->size,
         &(struct potez_player){.name = own->name,
                                .summary = own->summary,
                                .argument = own->argument,
                                .least = own->least,
                                .most = own->most,
                                .standard = own->standard},
         sizeof *player);
    return true;
}

char *potez_describe(const char *name)
{
    const struct game *game = library_game(name);
    struct json_text text;
    if (!game)
        return NULL;
    tell_game(json_text_begin(&text), game);
    char *object = json_text_end(&text);
    if (!object)
        error_machine(library_errors(), "out of memory for a description");
    return object;
}
