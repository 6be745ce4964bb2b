/* The commands "games" and "rules": what there is to play. */
#include "minds/level.h"
#include "minds/standing.h"
#include "minds/tell.h"
#include "ports/cli/arguments.h"
#include "ports/cli/json_line.h"
#include "ports/cli/position.h"
#include <stdio.h>

static const char *option_text(const struct game_option *option, int value, char buffer[64])
{
    struct text text;
    text_init(&text, buffer, 64);
    game_option_write(option, value, &text);
    return buffer;
}

static void json_game(const struct game *game)
{
    struct json_out json;
    json_line_begin(&json, stdout);
    tell_game(&json, game);
    json_line_end(&json);
}

/* Text with `margin` before each line. */
static void print_lines(const char *text, const char *margin)
{
    bool begin = true;
    for (const char *c = text; *c; c++) {
        if (begin)
            fputs(margin, stdout);
        putchar(*c);
        begin = *c == '\n';
    }
    if (!begin)
        putchar('\n');
}

static void print_options(const struct game *game)
{
    char buffer[64];
    for (int i = 0; i < game->option_count; i++) {
        const struct game_option *option = &game->options[i];
        printf("  --set %s=", option->name);
        if (option->words)
            for (int value = option->least; value <= option->most; value++)
                printf("%s%s", value > option->least ? "|" : "",
                       option->words[value - option->least]);
        else
            printf("%d..%d", option->least, option->most);
        printf("  %s (%s)\n", option->summary, option_text(option, option->standard, buffer));
    }
    for (int i = 0; i < game->ruleset_count; i++)
        printf("  --set rules=%s  %s\n", game->rulesets[i].name, game->rulesets[i].summary);
}

static void print_standing(const struct standing *standing)
{
    if (standing)
        printf(" (Elo about %d)", standing_about(standing));
}

static void print_levels(const struct game *game)
{
    for (int level = 1; level <= LEVEL_COUNT; level++) {
        char name[16];
        snprintf(name, sizeof name, "level:%d", level);
        const struct standing *standing = standing_of(game, name);
        if (standing)
            printf("         %-18s %s, about %d\n", name, standing_grade(standing),
                   standing_about(standing));
    }
}

static void print_players(const struct mind *mind)
{
    for (int i = 0; mind && i < mind->player_count; i++) {
        const struct player_kind *kind = mind->players[i];
        char name[80];
        snprintf(name, sizeof name, "%s%s%s", kind->name, kind->argument ? ":" : "",
                 kind->argument ? kind->argument : "");
        printf("  player %-18s %s", name, kind->summary);
        print_standing(standing_of(mind->game, kind->name));
        putchar('\n');
        if (kind == &player_level)
            print_levels(mind->game);
    }
}

static void print_game(const struct game *game)
{
    printf("%s: %s. %s\n", game->name, game->title, game->summary);
    print_options(game);
    print_players(mind_of(game));
    print_lines(game->notation, "    ");
}

static enum status run_games(const struct arguments *arguments)
{
    for (int i = 0; i < game_count; i++) {
        if (arguments->json)
            json_game(games[i]);
        else if (arguments->quiet)
            puts(games[i]->name);
        else {
            if (i)
                putchar('\n');
            print_game(games[i]);
        }
    }
    return STATUS_DONE;
}

static enum status run_rules(const struct arguments *arguments)
{
    struct error error;
    const struct game *game = position_find_game(arguments->word[0], &error);
    if (!game)
        return command_error(arguments, &error);
    if (arguments->json) {
        json_game(game);
        return STATUS_DONE;
    }
    if (!arguments->quiet)
        printf("%s\n\n", game->title);
    print_lines(game->rules, "");
    fputs("\nNotation:\n", stdout);
    print_lines(game->notation, "  ");
    return STATUS_DONE;
}

extern const struct command command_games, command_rules;

const struct command command_games = {
    .name = "games",
    .usage = "",
    .summary = "the games with their options, players and notations",
    .examples = "  potez games\n"
                "  potez games --quiet     the names alone\n"
                "  potez games --json      for programs\n",
    .run = run_games,
};

const struct command command_rules = {
    .name = "rules",
    .usage = "GAME",
    .summary = "the rules of a game in brief",
    .examples = "  potez rules connect4\n",
    .least = 1,
    .most = 1,
    .run = run_rules,
};
