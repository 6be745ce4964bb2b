/* Questions for the library, one per line, for one_answer.py: game, options, path of a level,
   moves, kind, player, seed, positions, depth, seconds, with tabs between them, empty where there
   is nothing to say. The answer is a line: its JSON object, or one with "error" and the sentence.
   usage: one_answer_library MEBIBYTES; $POTEZ_DATABASE may name a folder of databases */
#include "ports/library/potez.h"

#include <stdio.h>
#include <stdlib.h>
#include <string.h>

enum { GAME, OPTIONS, LEVEL, MOVES, KIND, PLAYER, SEED, NODES, DEPTH, SECONDS, FIELDS };
enum { TEXT = 1 << 16 };

static const char *read_level(const char *path, char *text)
{
    FILE *file = *path ? fopen(path, "rb") : NULL;
    if (!file)
        return NULL;
    text[fread(text, 1, TEXT - 1, file)] = 0;
    fclose(file);
    return text;
}

static enum potez_kind kind_of(const char *name)
{
    static const char *const names[] = {"move", "hint", "value", "moves", "review"};
    int kind = 0;
    while (kind < 4 && strcmp(name, names[kind]) != 0)
        kind++;
    return (enum potez_kind)kind;
}

/* Every question has a game, a table and random numbers of its own. */
static struct potez_answer *ask(char **field, size_t table, const char *databases)
{
    static char text[TEXT];
    const struct potez_settings settings = {.size = sizeof settings,
                                            .options = field[OPTIONS],
                                            .level = read_level(field[LEVEL], text),
                                            .table = table,
                                            .databases = databases,
                                            .seed = strtoull(field[SEED], NULL, 10)};
    const struct potez_question question = {.size = sizeof question,
                                            .player = *field[PLAYER] ? field[PLAYER] : NULL,
                                            .seconds = strtod(field[SECONDS], NULL),
                                            .nodes = strtoull(field[NODES], NULL, 10),
                                            .depth = atoi(field[DEPTH])};
    potez *game = potez_open(field[GAME], &settings);
    bool good = game && (!*field[MOVES] || potez_play(game, field[MOVES]));
    struct potez_answer *answer = good ? potez_ask(game, kind_of(field[KIND]), &question) : NULL;
    potez_close(game);
    return answer;
}

int main(int count, char **words)
{
    static char line[TEXT];
    size_t table = count > 1 ? strtoull(words[1], NULL, 10) << 20 : 0;
    const char *databases = getenv("POTEZ_DATABASE");
    /* keeps the folder open from one question to the next */
    const struct potez_settings keeping = {.size = sizeof keeping, .databases = databases};
    potez *keeper = databases ? potez_open("mill", &keeping) : NULL;
    while (fgets(line, sizeof line, stdin)) {
        char *field[FIELDS], *at = line;
        line[strcspn(line, "\n")] = 0;
        for (int i = 0; i < FIELDS; i++) {
            char *tab = at ? strchr(at, '\t') : NULL;
            field[i] = at ? at : "";
            if (tab)
                *tab = 0;
            at = tab ? tab + 1 : NULL;
        }
        struct potez_answer *answer = ask(field, table, databases);
        if (answer)
            printf("%s\n", potez_answer_json(answer));
        else
            printf("error\t%s\n", potez_error());
        potez_answer_close(answer);
        fflush(stdout);
    }
    potez_close(keeper);
    return 0;
}
