#include "conformance_setups.h"

#include <dirent.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

#define LEVELS_MAX 48 /* of all games together */
#define LEVEL_DIRECTORY "tests/data/zr2"

/* Levels beside those in files: one row, a board of all kinds of cells, three dimensions. */
static const char *const inline_levels[] = {
    "row\nTarget=3\nSumToZero\n(0, 0)\n0\n4 1\n"
    "(1, 0, 0, 0, 0, 0) (1, 1, 0, 0, 0, 0) (1, 1, 0, 0, 0, 0) (1, 1, 0, 0, 0, 0)\n",
    "kinds\nTarget=0\nSumToZero\n(0, 0)\n1\n{3, 4}\n3 2\n"
    "(1, 2, 0, 0, 0, 0) (101, 2, 5, 0, 1, 0) (10001, 2, 0, -1, 3, 0)\n"
    "(1, 3, 0, 0, 2, 0) (1, 3, 0, 0, 4, 0) (10101, 1, 0, -2, 0, 0)\n",
    "cube\nTarget=0\nSumToZero\n(0, 0, 0)\n0\n2 2 2\n"
    "(1, 1, 0, 0, 0, 0) (1, 1, 0, 0, 0, 0)\n(1, 1, 0, 0, 0, 0) (1, 1, 0, 0, 0, 0)\n"
    "(1, 1, 0, 0, 0, 0) (1, 2, 0, 0, 0, 0)\n(1, 1, 0, 0, 0, 0) (1, 1, 0, 0, 0, 0)\n",
};

/* Levels stay until the program ends, within reach of the leak checker. */
static void *kept[LEVELS_MAX];
static int kept_count;

static const void *level_from(const struct game *game, const char *text, size_t length)
{
    struct error error;
    size_t size = game->level_size(text, length, &error);
    void *level = size ? calloc(1, size) : NULL;
    if (level && kept_count < LEVELS_MAX && game->level_read(text, length, level, size, &error))
        return kept[kept_count++] = level;
    free(level);
    return NULL;
}

static int by_name(const void *a, const void *b)
{
    return strcmp(a, b);
}

/* Inline levels and then files, in the order of their names. */
static int levels_of(const struct game *game, const void *levels[LEVELS_MAX])
{
    static char names[512][64];
    size_t names_count = 0;
    int count = 0;
    for (size_t i = 0; i < sizeof inline_levels / sizeof inline_levels[0]; i++) {
        const void *level = level_from(game, inline_levels[i], strlen(inline_levels[i]));
        if (level)
            levels[count++] = level;
    }
    DIR *directory = opendir(LEVEL_DIRECTORY);
    for (struct dirent *entry; directory && names_count < 512 && (entry = readdir(directory));)
        if (entry->d_name[0] != '.' && strlen(entry->d_name) < sizeof names[0])
            strcpy(names[names_count++], entry->d_name);
    if (directory)
        closedir(directory);
    qsort(names, names_count, sizeof names[0], by_name);
    for (size_t i = 0; i < names_count && count < LEVELS_MAX; i += 1 + names_count / LEVELS_MAX) {
        static char text[65536];
        char path[128];
        snprintf(path, sizeof path, LEVEL_DIRECTORY "/%s", names[i]);
        FILE *file = fopen(path, "rb");
        size_t length = file ? fread(text, 1, sizeof text, file) : 0;
        if (file)
            fclose(file);
        const void *level = level_from(game, text, length);
        if (level)
            levels[count++] = level;
    }
    return count;
}

static void add(const struct game *game, struct setups *setups, const struct game_setup *setup)
{
    if (setups->count == SETUPS_MAX || !game->setup_valid(setup, NULL))
        return;
    for (int i = 0; i < setups->count; i++)
        if (memcmp(&setups->setup[i], setup, sizeof *setup) == 0)
            return;
    setups->setup[setups->count++] = *setup;
}

/* The default, each value of each option beside the defaults of the others, then combinations:
   all of them where they are few, else a random choice. */
static void add_options(const struct game *game, struct setups *setups, struct game_setup setup,
                        int most)
{
    struct random random;
    uint64_t combinations = 1;
    int limit = setups->count + most < SETUPS_MAX ? setups->count + most : SETUPS_MAX;
    add(game, setups, &setup);
    for (int i = 0; i < game->option_count; i++) {
        const struct game_option *option = &game->options[i];
        struct game_setup changed = setup;
        combinations *= (uint64_t)(option->most - option->least + 1);
        for (int value = option->least; value <= option->most && setups->count < limit; value++) {
            changed.option[i] = value;
            add(game, setups, &changed);
        }
    }
    random_seed(&random, combinations);
    for (uint64_t n = 0; n < (combinations < 4096 ? combinations : 4096) && setups->count < limit;
         n++) {
        uint64_t rest = combinations <= (uint64_t)most ? n : random_next(&random) % combinations;
        for (int i = 0; i < game->option_count; i++) {
            uint64_t values = (uint64_t)(game->options[i].most - game->options[i].least + 1);
            setup.option[i] = game->options[i].least + (int)(rest % values);
            rest /= values;
        }
        add(game, setups, &setup);
    }
}

void setups_of(const struct game *game, struct setups *setups)
{
    struct game_setup setup;
    setups->count = 0;
    game_setup_default(game, &setup);
    if (!game->level_read) {
        add_options(game, setups, setup, 64);
        return;
    }
    const void *levels[LEVELS_MAX];
    int count = levels_of(game, levels);
    for (int i = 0; i < count; i++) {
        setup.level = levels[i];
        add_options(game, setups, setup, 4);
    }
}

const char *setup_text(const struct game *game, const struct game_setup *setup)
{
    static char buffer[400];
    struct text text;
    text_init(&text, buffer, sizeof buffer);
    for (int i = 0; i < game->option_count; i++) {
        text_print(&text, "%s%s=", i ? " " : "", game->options[i].name);
        game_option_write(&game->options[i], setup->option[i], &text);
    }
    return buffer;
}
