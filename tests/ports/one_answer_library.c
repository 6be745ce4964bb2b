/* Questions for the library, a line each, for one_answer.py: game, options, path of a level, moves,
   kind ("move" or "value"), player, seed, positions, depth, seconds, with tabs between them, empty
   where there is nothing to say. The answer is a line: move, score, exact, outcome, plies, depth,
   positions seen, best play; or "error" and the sentence.
   usage: one_answer_library MEBIBYTES */
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

/* Every question has a game, a table and random numbers of its own. */
static bool ask(char **field, size_t table, struct potez_answer *answer)
{
    static char text[TEXT];
    struct potez_limits limits = {.seconds = strtod(field[SECONDS], NULL),
                                  .nodes = strtoull(field[NODES], NULL, 10),
                                  .depth = atoi(field[DEPTH])};
    potez *game = potez_open(field[GAME], field[OPTIONS], read_level(field[LEVEL], text));
    bool good =
        game && potez_power(game, 1, table) && (!*field[MOVES] || potez_play(game, field[MOVES]));
    if (good) {
        potez_seed(game, strtoull(field[SEED], NULL, 10));
        good = strcmp(field[KIND], "value") == 0
                   ? potez_solve(game, &limits, answer)
                   : potez_think(game, *field[PLAYER] ? field[PLAYER] : NULL, &limits, answer);
    }
    potez_close(game);
    return good;
}

int main(int count, char **words)
{
    static char line[TEXT];
    size_t table = count > 1 ? strtoull(words[1], NULL, 10) << 20 : 0;
    while (fgets(line, sizeof line, stdin)) {
        char *field[FIELDS], *at = line;
        struct potez_answer answer;
        line[strcspn(line, "\n")] = 0;
        for (int i = 0; i < FIELDS; i++) {
            char *tab = at ? strchr(at, '\t') : NULL;
            field[i] = at ? at : "";
            if (tab)
                *tab = 0;
            at = tab ? tab + 1 : NULL;
        }
        if (ask(field, table, &answer))
            printf("%s\t%.2f\t%d\t%d\t%d\t%d\t%llu\t%s\n", answer.move, answer.score, answer.exact,
                   (int)answer.outcome, answer.plies, answer.depth,
                   (unsigned long long)answer.nodes, answer.line);
        else
            printf("error\t%s\n", potez_error());
        fflush(stdout);
    }
    return 0;
}
