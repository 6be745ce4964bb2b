/* The archive of a program that keeps none (lab/archive.h): games lie in memory, one piece each
   with all their texts, until the archive is closed. It is what the library reads and writes files
   of games through, so that it needs no database; the program itself has archive.c. */
#include "lab/archive.h"

#include <stdlib.h>
#include <string.h>

struct archive_row {
    struct archive_row *next;
    struct archive_game game;
    char texts[];
};

struct archive {
    struct archive_row *first, **end;
    int64_t count;
};

enum { TEXTS = 14 };

/* Every text of a game. */
static void texts_of(struct archive_game *game, const char **texts[TEXTS])
{
    const char **all[TEXTS] = {
        &game->game,   &game->options,      &game->start,         &game->moves,  &game->first,
        &game->second, &game->first_rating, &game->second_rating, &game->result, &game->ending,
        &game->date,   &game->event,        &game->place,         &game->extra};
    memcpy(texts, all, sizeof all);
}

struct archive *archive_open(const char *path, struct error *error)
{
    struct archive *archive = calloc(1, sizeof *archive);
    (void)path;
    if (archive)
        archive->end = &archive->first;
    else
        error_machine(error, "out of memory for games");
    return archive;
}

void archive_close(struct archive *archive)
{
    struct archive_row *next;
    for (struct archive_row *row = archive ? archive->first : NULL; row; row = next) {
        next = row->next;
        free(row);
    }
    free(archive);
}

bool archive_add(struct archive *archive, const struct archive_game *game, int64_t *id,
                 struct error *error)
{
    struct archive_game own = *game;
    const char **texts[TEXTS];
    size_t bytes = 0;
    texts_of(&own, texts);
    for (int i = 0; i < TEXTS; i++)
        bytes += *texts[i] ? strlen(*texts[i]) + 1 : 0;
    struct archive_row *row = malloc(sizeof *row + bytes);
    if (!row)
        return error_machine(error, "out of memory for a game");
    char *at = row->texts;
    for (int i = 0; i < TEXTS; i++)
        if (*texts[i]) {
            size_t length = strlen(*texts[i]) + 1;
            *texts[i] = memcpy(at, *texts[i], length);
            at += length;
        } else if (texts[i] != &own.start) {
            *texts[i] = "";
        }
    own.key = NULL;
    own.id = ++archive->count;
    row->next = NULL;
    row->game = own;
    *archive->end = row;
    archive->end = &row->next;
    if (id)
        *id = own.id;
    return true;
}

/* Whoever reads a file wants all of its games. */
bool archive_holds(struct archive *archive, const struct archive_game *game)
{
    (void)archive, (void)game;
    return false;
}

bool archive_each(struct archive *archive, const struct archive_filter *filter,
                  bool (*each)(void *listener, const struct archive_game *game,
                               struct error *error),
                  void *listener, struct error *error)
{
    (void)filter;
    for (const struct archive_row *row = archive->first; row; row = row->next)
        if (!each(listener, &row->game, error))
            return false;
    return true;
}
