/* Makes a level of ZR 2, or reads one from a file, and checks it: level [FILE] */
#include <potez.h>
#include <stdio.h>
#include <string.h>

int main(int count, char **words)
{
    static char text[1 << 20];
    struct potez_wish wish = {.size = sizeof wish, .sizes = "5x5", .teleporters = 2, .seed = 7};
    char *made = count > 1 ? NULL : potez_level_generate(&wish);
    FILE *file = count > 1 ? fopen(words[1], "rb") : NULL;
    if (file) {
        text[fread(text, 1, sizeof text - 1, file)] = 0;
        fclose(file);
    }
    struct potez_settings settings = {.size = sizeof settings, .level = made ? made : text};
    struct potez_question question = {.size = sizeof question, .seconds = 10};
    potez *game = potez_open("zr2", &settings);
    char *found = game ? potez_level_check(game, &question) : NULL;
    if (!found)
        fprintf(stderr, "%s\n", potez_error());
    else if (strstr(found, "\"zero\":true"))
        printf("It can be solved to zero.\n%s\n", found);
    else
        printf("It cannot be solved to zero, or not in ten seconds.\n%s\n", found);
    potez_free(found);
    potez_free(made);
    potez_close(game);
    return found ? 0 : 1;
}
