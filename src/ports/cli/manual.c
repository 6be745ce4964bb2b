/* The same table of commands and options is walked once for each form: roff for man(1), and the
   completion languages of three shells, each with its own rules of quoting. `tools/manual` keeps
   the results in share/, and a test compares them with what the program writes. */
#include "ports/cli/manual.h"

#include "games/game.h"
#include "ports/cli/arguments.h"
#include <ctype.h>
#include <string.h>

/* ---- pages ---- */

/* Text for roff: dashes that can be copied, no line that begins with a control character. */
static void put_roff(const char *text, FILE *file)
{
    bool start = true;
    for (; *text; text++) {
        if (start && (*text == '.' || *text == '\'' || *text == ' '))
            fputs("\\&", file);
        if (*text == '\\')
            fputs("\\e", file);
        else if (*text == '-')
            fputs("\\-", file);
        else
            fputc(*text, file);
        start = *text == '\n';
    }
}

/* Filled to the width of the page; a sentence that ends a line of the help ends one here, because
   the next may be about another action. */
static void put_paragraph(const char *text, FILE *file)
{
    char line[256];
    for (const char *end; *text; text = end) {
        end = text + strcspn(text, "\n");
        snprintf(line, sizeof line, "%.*s", (int)(end - text), text);
        put_roff(line, file);
        fputs(end > text && end[-1] == '.' && end[0] && end[1] ? "\n.br\n" : "\n", file);
        end += *end == '\n';
    }
}

/* As they stand, but without the two blanks that set them off in the help: the page does that
 * itself. */
static void put_examples(const char *text, FILE *file)
{
    char line[256];
    while (*text) {
        size_t length = strcspn(text, "\n"), blanks = strspn(text, " ");
        blanks = blanks < 2 ? blanks : 2;
        snprintf(line, sizeof line, "%.*s\n", (int)(length - blanks), text + blanks);
        put_roff(line, file);
        text += length + (text[length] == '\n');
    }
}

static void put_title(const char *name, FILE *file)
{
    fputs(".\\\" Made by tools/manual from the table of commands.\n.TH POTEZ", file);
    if (name)
        fputc('-', file);
    for (const char *c = name ? name : ""; *c; c++)
        fputc(toupper((unsigned char)*c), file);
    fputs(" 1 \"\" Potez \"Games and puzzles\"\n", file);
}

static void put_option(const struct command_option *option, FILE *file)
{
    fprintf(file, ".TP\n.B \\-\\-");
    put_roff(option->name, file);
    if (option->value) {
        fputs(" \\fI", file);
        put_roff(option->value, file);
        fputs("\\fP", file);
    }
    fputc('\n', file);
    put_roff(option->summary, file);
    fputc('\n', file);
}

static void put_options(const struct command *command, bool own, const char *title, FILE *file)
{
    const struct command_option *option;
    bool any = false;
    for (int i = 0; (option = command_option(command, i)); i++) {
        if (command_owns(command, option) != own)
            continue;
        if (!any)
            fprintf(file, ".SH %s\n", title);
        any = true;
        put_option(option, file);
    }
}

static void command_page(const struct command *command, FILE *file)
{
    put_title(command->name, file);
    fprintf(file, ".SH NAME\npotez\\-%s \\- ", command->name);
    put_roff(command->summary, file);
    fprintf(file, "\n.SH SYNOPSIS\n.B potez %s\n", command->name);
    put_roff(command->usage, file);
    fputs("\n[\\fIOPTIONS\\fP]\n.SH EXAMPLES\n.nf\n", file);
    put_examples(command->examples, file);
    fputs(".fi\n", file);
    if (command->text) {
        fputs(".SH DESCRIPTION\n", file);
        put_paragraph(command->text, file);
    }
    put_options(command, true, "OPTIONS", file);
    put_options(command, false, "OPTIONS OF MANY COMMANDS", file);
    fputs(".SH SEE ALSO\n.BR potez (1)\n", file);
}

static void put_commands(FILE *file)
{
    fputs(".SH COMMANDS\nEach has a page of its own, such as\n.BR potez\\-play (1).\n", file);
    for (int i = 0; i < command_count; i++) {
        fprintf(file, ".TP\n\\fB%s\\fP ", commands[i]->name);
        put_roff(commands[i]->usage, file);
        fputc('\n', file);
        put_roff(commands[i]->summary, file);
        fputc('\n', file);
    }
}

static const char beginning[] = ".SH NAME\n"
                                "potez \\- plays, analyses and solves board games\n"
                                ".SH SYNOPSIS\n"
                                ".B potez\n"
                                "\\fICOMMAND\\fP [\\fIWORDS\\fP] [\\fIOPTIONS\\fP]\n"
                                ".SH DESCRIPTION\n"
                                "Potez knows several board games and puzzles;\n"
                                ".B potez games\n"
                                "lists them with their options, players and notations. Without "
                                "arguments it says in a few lines\n"
                                "what it can do;\n"
                                ".B potez help\n"
                                ".I COMMAND\n"
                                "shows examples and every option of a command.\n";

static const char ending[] =
    ".SH POSITIONS\n"
    "A position is\n"
    ".B start\n"
    "(the default), the moves so far\n"
    ".RB ( moves:4453 ),\n"
    "the game's own position text, or\n"
    ".B \\-\n"
    "for standard input. A game with levels takes a level before it: its name in the collection "
    "or\n"
    "the path of its file\n"
    ".RB ( potez\\-level (5)).\n"
    ".SH PLAYERS\n"
    "A player is a word of its game\n"
    ".RB ( random ,\n"
    ".BR best ),\n"
    "perhaps with arguments behind a colon\n"
    ".RB ( alphabeta:8 ,\n"
    ".BR best:time=0.1 ,\n"
    ".BR level:7 ,\n"
    ".BR model:FILE ),\n"
    "or another program\n"
    ".RB ( engine:COMMAND ,\n"
    ".BR nboard:COMMAND ,\n"
    ".BR gtp:COMMAND ;\n"
    ".BR potez\\-engine (7)).\n"
    ".SH CLUSTERS\n"
    "Started by\n"
    ".BR mpirun (1)\n"
    "or Slurm's\n"
    ".BR srun (1),\n"
    "the processes share the work of\n"
    ".BR match ,\n"
    ".BR tournament ,\n"
    ".B database build\n"
    "and of evolution by\n"
    ".BR train ;\n"
    "the result is that of one process.\n"
    ".B potez \\-\\-version\n"
    "says whether this program can.\n"
    ".SH FILES\n"
    ".TP\n"
    ".I $XDG_DATA_HOME/potez/archive.sqlite\n"
    "the archive of games that were played or imported (~/.local/share)\n"
    ".TP\n"
    ".I $XDG_STATE_HOME/potez/\n"
    "interrupted work that can be resumed: journals of matches, games left on the full screen\n"
    "(~/.local/state)\n"
    ".SH ENVIRONMENT\n"
    ".TP\n"
    ".B POTEZ_DATABASE\n"
    "a folder of databases, as if given with \\-\\-database\n"
    ".TP\n"
    ".B POTEZ_BOOKS\n"
    "a folder of opening books\n"
    ".TP\n"
    ".B POTEZ_SERVER_LOG\n"
    "when set, the server logs more about its connections\n"
    ".TP\n"
    ".B NO_COLOR\n"
    "when set, no colours\n"
    ".TP\n"
    ".BR TERM ,\\  COLORTERM ,\\  LC_ALL ,\\  LC_CTYPE ,\\  LC_MESSAGES ,\\  LANG\n"
    "what the terminal can show, and the language of the full screen: English, Croatian, Serbian\n"
    "in Latin or Cyrillic letters\n"
    ".SH EXIT STATUS\n"
    ".TP\n"
    ".B 0\n"
    "done\n"
    ".TP\n"
    ".B 1\n"
    "the answer is \"no\": a level that cannot reach zero, a failed verification\n"
    ".TP\n"
    ".B 2\n"
    "bad usage or bad input\n"
    ".TP\n"
    ".B 3\n"
    "the machine failed: disk full, out of memory, a port that is taken, nowhere to write\n"
    ".TP\n"
    ".B 128 + signal\n"
    "interrupted: 130 for Ctrl\\-C, 143 for SIGTERM, 129 for SIGHUP, after saying what was saved "
    "and\n"
    "how to go on\n"
    ".SH SEE ALSO\n"
    ".BR potez\\-level (5),\n"
    ".BR potez\\-engine (7)\n";

void manual_page(const struct command *command, FILE *file)
{
    if (command) {
        command_page(command, file);
        return;
    }
    put_title(NULL, file);
    fputs(beginning, file);
    put_commands(file);
    fputs(ending, file);
}

/* ---- completions ---- */

/* Whether the word at this number (0 behind the command) is a game. */
static bool takes_game(const struct command *command)
{
    return strncmp(command->usage, "GAME", 4) == 0 || strncmp(command->usage, "[GAME", 5) == 0;
}

static void bash(FILE *file)
{
    const struct command_option *option;
    fputs("# Completion of potez for bash, made by tools/manual from the table of commands.\n"
          "_potez() {\n"
          "    local word=${COMP_WORDS[COMP_CWORD]} program=${COMP_WORDS[0]} options= words=\n"
          "    case ${COMP_WORDS[1]-} in\n",
          file);
    for (int i = 0; i < command_count; i++) {
        const struct command *command = commands[i];
        fprintf(file, "    %s)\n        options=\"", command->name);
        for (int j = 0; (option = command_option(command, j)); j++)
            fprintf(file, "%s--%s", j ? " " : "", option->name);
        fputs("\"\n", file);
        if (command->actions)
            fprintf(file, "        words=\"%s\"\n", command->actions);
        else if (takes_game(command))
            fputs("        words=$(\"$program\" games --quiet 2>/dev/null)\n", file);
        fputs("        ;;\n", file);
    }
    fputs("    esac\n    local commands=\"", file);
    for (int i = 0; i < command_count; i++)
        fprintf(file, "%s%s", i ? " " : "", commands[i]->name);
    fputs("\"\n"
          "    COMPREPLY=()\n"
          "    if [ \"$COMP_CWORD\" -eq 1 ]; then\n"
          "        mapfile -t COMPREPLY < <(compgen -W \"$commands --version\" -- \"$word\")\n"
          "    elif [[ $word == -* ]]; then\n"
          "        mapfile -t COMPREPLY < <(compgen -W \"$options\" -- \"$word\")\n"
          "    elif [ \"$COMP_CWORD\" -eq 2 ] && [ \"${COMP_WORDS[1]}\" = help ]; then\n"
          "        mapfile -t COMPREPLY < <(compgen -W \"$commands\" -- \"$word\")\n"
          "    elif [ \"$COMP_CWORD\" -eq 2 ] && [ -n \"$words\" ]; then\n"
          "        mapfile -t COMPREPLY < <(compgen -W \"$words\" -- \"$word\")\n"
          "    else\n"
          "        mapfile -t COMPREPLY < <(compgen -W \"start moves:\" -f -- \"$word\")\n"
          "    fi\n"
          "}\n"
          "complete -F _potez potez\n",
          file);
}

/* Within single quotes, and without what _arguments and _describe take for themselves. */
static void put_quoted(const char *text, FILE *file)
{
    for (; *text; text++)
        if (*text == '\'')
            fputs("'\\''", file);
        else if (*text == ':' || *text == '[' || *text == ']')
            fprintf(file, "\\%c", *text);
        else
            fputc(*text, file);
}

static void zsh_command(const struct command *command, FILE *file)
{
    const struct command_option *option;
    fprintf(file, "    %s)\n        _arguments", command->name);
    for (int j = 0; (option = command_option(command, j)); j++) {
        fprintf(file, " \\\n            '--%s[", option->name);
        put_quoted(option->summary, file);
        fprintf(file, "]%s%s'", option->value ? ":value" : "",
                option->value &&
                        (strcmp(option->value, "FILE") == 0 || strcmp(option->value, "DIR") == 0)
                    ? ":_files"
                : option->value ? ": "
                                : "");
    }
    if (command->actions)
        fprintf(file, " \\\n            '1:action:(%s)'", command->actions);
    else if (takes_game(command))
        fputs(" \\\n            \"1:game:($(potez games --quiet 2>/dev/null | tr '\\n' ' '))\"",
              file);
    fputs(" \\\n            '*:word:_files'\n        ;;\n", file);
}

static void zsh(FILE *file)
{
    fputs("#compdef potez\n"
          "# Completion of potez for zsh, made by tools/manual from the table of commands.\n"
          "local -a commands\n"
          "commands=(\n",
          file);
    for (int i = 0; i < command_count; i++) {
        fprintf(file, "    '%s:", commands[i]->name);
        put_quoted(commands[i]->summary, file);
        fputs("'\n", file);
    }
    fputs(")\n"
          "if ((CURRENT == 2)); then\n"
          "    _describe command commands\n"
          "else\n"
          "    shift words\n"
          "    ((CURRENT--))\n"
          "    case $words[1] in\n",
          file);
    for (int i = 0; i < command_count; i++)
        zsh_command(commands[i], file);
    fputs("    esac\nfi\n", file);
}

static void put_fish(const char *text, FILE *file)
{
    for (; *text; text++)
        if (*text == '\'' || *text == '\\')
            fprintf(file, "\\%c", *text);
        else
            fputc(*text, file);
}

/* What can stand right after the command, and no names of files there. */
static void fish_second(const struct command *command, FILE *file)
{
    const char *words = command->actions                     ? command->actions
                        : takes_game(command)                ? "(potez games --quiet 2>/dev/null)"
                        : strcmp(command->name, "help") == 0 ? "(potez help --quiet 2>/dev/null)"
                                                             : NULL;
    if (words)
        fprintf(file,
                "complete -c potez -n '__fish_seen_subcommand_from %s; "
                "and test (count (commandline -opc)) -eq 2' -f -a '%s'\n",
                command->name, words);
}

static void fish(FILE *file)
{
    const struct command_option *option;
    fputs("# Completion of potez for fish, made by tools/manual from the table of commands.\n",
          file);
    for (int i = 0; i < command_count; i++) {
        const struct command *command = commands[i];
        fprintf(file, "complete -c potez -n __fish_use_subcommand -f -a %s -d '", command->name);
        put_fish(command->summary, file);
        fputs("'\n", file);
        for (int j = 0; (option = command_option(command, j)); j++) {
            fprintf(file, "complete -c potez -n '__fish_seen_subcommand_from %s' -l %s %s-d '",
                    command->name, option->name, option->value ? "-r " : "");
            put_fish(option->summary, file);
            fputs("'\n", file);
        }
        fish_second(command, file);
    }
}

bool manual_completion(const char *shell, FILE *file)
{
    static const struct {
        const char *name;
        void (*write)(FILE *file);
    } shells[] = {{"bash", bash}, {"zsh", zsh}, {"fish", fish}};
    for (size_t i = 0; i < sizeof shells / sizeof shells[0]; i++)
        if (strcmp(shells[i].name, shell) == 0) {
            shells[i].write(file);
            return true;
        }
    return false;
}
