/* Files are mapped once per game, under a lock, and never unmapped: whoever was handed a book may
   keep it. */
#include "lab/book_file.h"

#include "minds/book.h"
#include <fcntl.h>
#include <pthread.h>
#include <stdio.h>
#include <stdlib.h>
#include <sys/mman.h>
#include <sys/stat.h>
#include <unistd.h>

enum { FILES_MOST = 8 };

/* The files asked for so far; those that do not exist have no data. */
static struct {
    const struct game *game;
    struct mind_book book;
} files[FILES_MOST];
static int file_count;
static pthread_mutex_t lock = PTHREAD_MUTEX_INITIALIZER;

static struct mind_book map_file(const char *path)
{
    struct mind_book book = {0};
    struct stat status;
    int file = open(path, O_RDONLY | O_CLOEXEC);
    if (file < 0)
        return book;
    if (fstat(file, &status) == 0 && status.st_size > 0) {
        size_t size = (size_t)status.st_size;
        void *data = mmap(NULL, size, PROT_READ, MAP_PRIVATE, file, 0);
        if (data != MAP_FAILED)
            book = (struct mind_book){data, size};
        if (data != MAP_FAILED && !book_valid(&book, NULL, NULL)) {
            munmap(data, size);
            book = (struct mind_book){0};
        }
    }
    close(file);
    return book;
}

static struct mind_book find_file(const struct game *game)
{
    for (int i = 0; i < file_count; i++)
        if (files[i].game == game)
            return files[i].book;
    const char *folder = getenv("POTEZ_BOOKS");
    char path[1024];
    struct mind_book book = {0};
    if (folder && snprintf(path, sizeof path, "%s/%s.book", folder, game->name) < (int)sizeof path)
        book = map_file(path);
    if (file_count < FILES_MOST) {
        files[file_count].game = game;
        files[file_count++].book = book;
    }
    return book;
}

bool book_file_of(const struct game *game, struct mind_book *book)
{
    pthread_mutex_lock(&lock);
    *book = find_file(game);
    pthread_mutex_unlock(&lock);
    return book->data != NULL;
}
