/* Which moves of games of mill gave something away, by the databases.

   usage: kept DATABASES [OPTION=VALUE...] <GAMES

   A game is a line of moves from the beginning. For each one a line comes out: what the last
   position is worth to the side to move (1, 0, -1), and the numbers, from 0, of the plies after
   which the side that moved has less than before. */
#include "games/mill/mill.h"
#include "lab/mill/shelf.h"
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

enum { LINE = 1 << 16 };

static bool set_options(struct game_setup *setup, char **words, int count, struct error *error)
{
    bool good = true;
    game_setup_default(&game_mill, setup);
    for (int i = 0; good && i < count; i++) {
        char *value = strchr(words[i], '=');
        if (!value)
            return error_set(error, "expected OPTION=VALUE, found \"%.24s\"", words[i]);
        *value = 0;
        good = game_setup_set(&game_mill, setup, words[i], value + 1, error);
    }
    return good;
}

static bool follow(const struct game_setup *setup, const struct mill_database *database,
                   char *moves, struct error *error)
{
    struct mill_rules rules = mill_rules_of(setup);
    struct mill board;
    struct mill_fact before, after = {0};
    char lost[1024] = "", *rest = NULL;
    size_t used = 0;
    int ply = 0;
    game_mill.start(setup, &board);
    if (!mill_database_probe(database, &board, rules, &before))
        return error_set(error, "the beginning is not in the databases");
    for (char *word = strtok_r(moves, " \n", &rest); word; word = strtok_r(NULL, " \n", &rest)) {
        if (!game_play_text(&game_mill, setup, &board, word, strlen(word), NULL, NULL, error))
            return false;
        if (!mill_database_probe(database, &board, rules, &after))
            return error_set(error, "a position after ply %d is not in the databases", ply);
        if (-after.outcome < before.outcome && used < sizeof lost - 16)
            used += (size_t)snprintf(lost + used, sizeof lost - used, " %d", ply);
        before = after;
        ply++;
    }
    printf("%d%s\n", after.outcome, lost);
    return true;
}

int main(int words, char **word)
{
    static char line[LINE];
    struct game_setup setup;
    struct error error = {.text = "usage: kept DATABASES [OPTION=VALUE...] <GAMES"};
    bool good = words > 1 && set_options(&setup, word + 2, words - 2, &error);
    setup.option[MILL_OPTION_DRAWS] = 0;
    struct mill_shelf *shelf =
        good ? mill_shelf_open(word[1], mill_rules_of(&setup), &error) : NULL;
    good = shelf != NULL;
    while (good && fgets(line, sizeof line, stdin))
        good = follow(&setup, mill_shelf_database(shelf), line, &error);
    if (!good)
        fprintf(stderr, "%s\n", error.text);
    mill_shelf_close(shelf);
    return !good;
}
