/* The command "engine": speaks to other programs on standard input and output. */
#include "lab/databases.h"
#include "lab/game.h"
#include "ports/cli/arguments.h"
#include "ports/cli/chooser.h"
#include "ports/cli/position.h"
#include "ports/engine/talk.h"
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

enum { TABLE = 64 << 20, LINE = 1 << 20 };

static const struct talk_protocol *const protocols[] = {&talk_potez, &talk_nboard, &talk_gtp};

static const struct talk_protocol *find_protocol(const char *name)
{
    for (size_t i = 0; i < sizeof protocols / sizeof protocols[0]; i++)
        if (strcmp(protocols[i]->name, name) == 0)
            return protocols[i];
    return NULL;
}

/* Reads lines until the end or "quit"; what is longer than a line may be is cut. */
static void listen(struct talk *talk)
{
    char *line = command_memory(LINE);
    while (!talk->quit && fgets(line, LINE, stdin)) {
        size_t length = strlen(line);
        bool whole = length && line[length - 1] == '\n';
        talk_line(talk, line, length);
        for (int c = 0; !whole && c != '\n' && c != EOF;)
            c = getchar();
    }
    /* At the end of the input a question that ends by itself is still answered. */
    if (!talk->quit && !talk->infinite)
        talk_wait(talk);
    free(line);
}

static bool prepare(struct talk *talk, const struct arguments *arguments, struct error *error)
{
    const char *name = arguments_value(arguments, "protocol");
    const struct talk_protocol *protocol = find_protocol(name ? name : "potez");
    size_t table = TABLE;
    if (!protocol)
        return error_set(error, "--protocol: expected potez, nboard or gtp, found \"%.*s\"",
                         text_printable(name, strlen(name), 24), name);
    const struct game *game = arguments->word_count ? position_find_game(arguments->word[0], error)
                                                    : lab_game_with_ggf()->game;
    if (!game)
        return false;
    if (protocol != &talk_potez && !lab_game_of(game)->ggf_open)
        return error_set(error, "the protocol %s is for %s alone", protocol->name,
                         lab_game_with_ggf()->game->name);
    if (game->level_read)
        return error_set(error,
                         "%s needs a level: begin without a game and send newgame %s level "
                         "FILE",
                         game->name, game->name);
    struct mind_limits limits;
    const char *who = arguments_value(arguments, "player");
    if (!arguments_size(arguments, "table", &table, error) ||
        !arguments_limits(arguments, &limits, error))
        return false;
    /* of the games of the other protocols none has databases */
    if ((protocol == &talk_potez || arguments_value(arguments, "database")) &&
        !chooser_databases_any(arguments, error))
        return false;
    if (!talk_open(talk, protocol, game, stdout, arguments->threads, table, error) ||
        (who && !talk_player(talk, who, error)))
        return false;
    if (limits.depth || limits.nodes || limits.microseconds)
        talk->standard = limits;
    talk->no_book = arguments_has(arguments, "no-book");
    random_seed(&talk->random, arguments->seed);
    return true;
}

static enum status run(const struct arguments *arguments)
{
    static struct talk talk;
    struct error error;
    if (!prepare(&talk, arguments, &error))
        return command_error(arguments, &error);
    listen(&talk);
    talk_close(&talk);
    databases_close();
    return STATUS_DONE;
}

static const struct command_option options[] = {
    {"protocol", "NAME", "potez, nboard or gtp (potez)"},
    {"player", "PLAYER", "who thinks, as potez games lists them (the strongest)"},
    {0},
};

extern const struct command command_engine;

const struct command command_engine = {
    .name = "engine",
    .usage = "[GAME]",
    .summary = "speaks to other programs",
    .examples = "  printf 'newgame connect4\\nposition moves:4\\ngo depth 8\\n' | potez engine\n"
                "  potez engine --protocol nboard\n"
                "  potez engine --protocol gtp --time 1\n",
    .text = "Its own protocol is close to UCI and serves every game (docs/protocol.md); NBoard's\n"
            "and the Go Text Protocol serve Othello. --time, --depth and --nodes limit a question\n"
            "that has no limits of its own. A line that cannot be obeyed is answered with an\n"
            "error line.\n",
    .options = options,
    .takes = COMMAND_TAKES_THINK,
    .least = 0,
    .most = 1,
    .run = run,
};
