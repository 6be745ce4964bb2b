/* Files of games: the first character picks the format. What is kept is a game, and it is written
   and read again as the same text. */
#include "input.h"

#include "lab/othello/archive_ggf.h"
#include "lab/othello/archive_wthor.h"

#include <stdlib.h>
#include <string.h>

static struct archive *fresh(void)
{
    struct archive *archive = archive_open(":memory:", NULL);
    PROMISE(archive);
    return archive;
}

static bool write_one(void *listener, const struct archive_game *game, struct error *error)
{
    return archive_pgn.write(game, listener, error);
}

static char *written(struct archive *archive)
{
    char *text = NULL;
    size_t length;
    FILE *file = open_memstream(&text, &length);
    PROMISE(file && archive_each(archive, &(struct archive_filter){0}, write_one, file, NULL));
    fclose(file);
    return text;
}

int LLVMFuzzerTestOneInput(const uint8_t *data, size_t size)
{
    struct error error;
    if (size < 1 || size > 4000)
        return 0;
    const char *text = (const char *)data + 1;
    if (data[0] != 'w' && memchr(text, 0, size - 1))
        return 0; /* the command line and the library refuse it before anything reads it */
    struct archive_import import = {
        .archive = fresh(), .game = game_find("othello"), .source = "input"};
    struct archive_names names = {0};
    if (data[0] == 'w')
        archive_read_wthor(&import, data + 1, size - 1, &names, &error);
    else
        (data[0] == 'g'   ? othello_archive_ggf.read
         : data[0] == 'p' ? archive_pgn.read
                          : archive_lines.read)(&import, text, size - 1, &error);
    PROMISE(import.kept + import.known + import.faulty == import.read);
    if (import.kept) {
        struct archive_import again = {.archive = fresh(), .source = "again"};
        char *first = written(import.archive);
        PROMISE(archive_pgn.read(&again, first, strlen(first), &error));
        PROMISE(again.kept == import.kept);
        char *second = written(again.archive);
        PROMISE(strcmp(first, second) == 0);
        free(first);
        free(second);
        archive_close(again.archive);
    }
    archive_close(import.archive);
    return 0;
}
