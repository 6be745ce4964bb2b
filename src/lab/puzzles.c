/* Looks through a game's table of puzzles; there are a handful of kinds. */
#include "lab/puzzles.h"

#include <string.h>

const struct puzzle_kind *puzzle_kind_find(const struct puzzle_set *set, const char *name)
{
    for (int i = 0; set && i < set->kind_count; i++)
        if (strcmp(set->kinds[i].name, name) == 0)
            return &set->kinds[i];
    return NULL;
}

bool puzzles_carried(const struct game *game, struct puzzle_file *file)
{
    const struct puzzle_set *set = lab_game_of(game)->puzzles;
    return set && set->file.data &&
           puzzle_file_begin(file, (const char *)set->file.data, *set->file.bytes, NULL);
}
