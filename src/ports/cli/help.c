/* Help, printed from the same tables that the commands are parsed with, so it cannot be out of
   date. Quiet help lists bare names for shell completion. */
#include "ports/cli/help.h"

#include "base/text.h"
#include "games/game.h"
#include "ports/cli/arguments.h"
#include "ports/cli/json_line.h"
#include "ports/cli/manual.h"
#include <string.h>
#include <strings.h>

void help_overview(FILE *file)
{
    fputs("Potez plays, analyses and solves board games:", file);
    for (int i = 0; i < game_count; i++) {
        fprintf(file, "%s %s", i ? "," : "", games[i]->title);
        if (strcasecmp(games[i]->title, games[i]->name) != 0) /* what commands call it */
            fprintf(file, " (%s)", games[i]->name);
    }
    fputs(".\n\nTo start:\n", file);
    fprintf(file, "  potez play %-18s play against the program\n", games[0]->name);
    fprintf(file, "  potez best %-18s the best move\n", games[0]->name);
    fputs("  potez games                   the games, their options and players\n\n", file);
    fputs("Commands:\n", file);
    for (int i = 0; i < command_count; i++)
        fprintf(file, "  %-10s %s\n", commands[i]->name, commands[i]->summary);
    fputs("\npotez help COMMAND shows examples and options.\n", file);
}

void help_command(const struct command *command, FILE *file)
{
    fprintf(file, "Examples:\n%s\nUsage: potez %s %s\n", command->examples, command->name,
            command->usage);
    if (command->text)
        fprintf(file, "\n%s", command->text);
    fputs("\nOptions:\n", file);
    const struct command_option *option;
    for (int i = 0; (option = command_option(command, i)); i++) {
        char left[64];
        snprintf(left, sizeof left, "--%s %s", option->name, option->value ? option->value : "");
        fprintf(file, "  %-22s %s\n", left, option->summary);
    }
}

static void json_command(const struct command *command)
{
    struct json_out json;
    json_line_begin(&json, stdout);
    json_out_text(&json, "command", command->name);
    json_out_text(&json, "usage", command->usage);
    json_out_text(&json, "summary", command->summary);
    json_out_open(&json, "options", '[');
    const struct command_option *option;
    for (int i = 0; (option = command_option(command, i)); i++) {
        json_out_open(&json, NULL, '{');
        json_out_text(&json, "name", option->name);
        json_out_text(&json, "value", option->value);
        json_out_text(&json, "summary", option->summary);
        json_out_close(&json);
    }
    json_out_close(&json);
    json_line_end(&json);
}

/* Quiet help lists only names, one per line, for shell completion. */
static void list_names(const struct command *command)
{
    const struct command_option *option;
    for (int i = 0; command && (option = command_option(command, i)); i++)
        printf("--%s\n", option->name);
    for (int i = 0; !command && i < command_count; i++)
        puts(commands[i]->name);
}

static enum status run(const struct arguments *arguments)
{
    const struct command *command = NULL;
    if (arguments->word_count == 1) {
        command = command_find(arguments->word[0]);
        if (!command) {
            const char *names[64];
            int count = 0;
            for (; count < command_count && count < 63; count++)
                names[count] = commands[count]->name;
            names[count] = NULL;
            const char *typed = arguments->word[0], *nearest = arguments_nearest(typed, names);
            return command_refuse(arguments, "no command \"%.*s\"%s%s%s",
                                  text_printable(typed, strlen(typed), 24), typed,
                                  nearest ? "; did you mean " : "", nearest ? nearest : "",
                                  nearest ? "?" : "; potez help lists them");
        }
    }
    const char *shell = arguments_value(arguments, "completion");
    if (shell)
        return manual_completion(shell, stdout)
                   ? STATUS_DONE
                   : command_refuse(arguments, "--completion: expected bash, zsh or fish");
    if (arguments_has(arguments, "man"))
        manual_page(command, stdout);
    else if (arguments->json)
        for (int i = 0; i < command_count; i++) {
            if (!command || command == commands[i])
                json_command(commands[i]);
        }
    else if (arguments->quiet)
        list_names(command);
    else if (command)
        help_command(command, stdout);
    else
        help_overview(stdout);
    return STATUS_DONE;
}

static const struct command_option options[] = {
    {"man", NULL, "as a manual page: potez help play --man | man -l -"},
    {"completion", "SHELL", "what bash, zsh or fish need to complete commands and options"},
    {0},
};

extern const struct command command_help;
const struct command command_help = {
    .name = "help",
    .usage = "[COMMAND]",
    .summary = "examples and options of a command",
    .examples = "  potez help play\n"
                "  potez help match\n",
    .options = options,
    .least = 0,
    .most = 1,
    .run = run,
};
