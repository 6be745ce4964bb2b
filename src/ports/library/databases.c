/* Folders of databases. The minds know one at a time for the whole process (lab/databases.h), so
   games that ask for the same one share it, and the last that is closed closes it. */
#include "lab/databases.h"
#include "ports/library/inside.h"

#include <pthread.h>
#include <string.h>

enum { PATH = 4096 };

static pthread_mutex_t lock = PTHREAD_MUTEX_INITIALIZER;
static char opened[PATH];
static int users;

static bool open_folder(potez *game, const char *folder)
{
    if (strlen(folder) >= sizeof opened)
        return error_set(library_errors(), "the folder's name is too long");
    if (users && strcmp(folder, opened) != 0)
        return error_set(library_errors(),
                         "another game uses the databases of %s, and there can be one folder at a "
                         "time",
                         opened);
    if (!users && !databases_open(game->opened.game, NULL, folder, library_errors()))
        return false;
    if (!users) /* else it is there already, and may be what `folder` points to */
        strcpy(opened, folder);
    return true;
}

/* The folder that is open already for NULL. */
bool library_databases_take(potez *game, const char *folder)
{
    pthread_mutex_lock(&lock);
    bool good = open_folder(game, folder ? folder : opened);
    if (good) {
        users++;
        game->databases = true;
    }
    pthread_mutex_unlock(&lock);
    return good;
}

void library_databases_give(potez *game)
{
    if (!game->databases)
        return;
    pthread_mutex_lock(&lock);
    game->databases = false;
    if (--users == 0)
        databases_close();
    pthread_mutex_unlock(&lock);
}

bool library_databases_foreign(const potez *game)
{
    pthread_mutex_lock(&lock);
    bool foreign = users && !game->databases;
    pthread_mutex_unlock(&lock);
    return foreign;
}

bool potez_databases(potez *game, const char *folder)
{
    if (!library_given(game, "a game"))
        return false;
    library_databases_give(game);
    return !folder || library_databases_take(game, folder);
}
