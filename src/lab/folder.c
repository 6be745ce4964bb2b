/* Paths by the XDG base directory rules [xdg]. Relative paths in the variables are ignored, as
   the rules demand, and folders are created with access for the user alone. */
#include "lab/folder.h"

#include <errno.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <sys/stat.h>
#include <unistd.h>

/* Makes every folder on the way. */
static bool make_folders(char *path, struct error *error)
{
    for (char *slash = path + 1; (slash = strchr(slash, '/')); slash++) {
        *slash = 0;
        bool made = mkdir(path, 0700) == 0 || errno == EEXIST;
        if (!made)
            error_machine(error, "%s: cannot be made: %s", path, strerror(errno));
        *slash = '/';
        if (!made)
            return false;
    }
    return true;
}

static bool path_of(enum folder folder, const char *name, char *path, size_t size,
                    struct error *error)
{
    static const char *const variables[] = {"XDG_DATA_HOME", "XDG_STATE_HOME"};
    static const char *const standards[] = {".local/share", ".local/state"};
    const char *root = getenv(variables[folder]), *home = getenv("HOME");
    int length;
    if (root && root[0] == '/') /* the rules: paths that are not absolute are ignored */
        length = snprintf(path, size, "%s/potez/%s", root, name);
    else if (home && home[0] == '/')
        length = snprintf(path, size, "%s/%s/potez/%s", home, standards[folder], name);
    else
        return error_set(error, "no folder of your own: neither %s nor HOME is set",
                         variables[folder]);
    if (length < 0 || (size_t)length >= size)
        return error_set(error, "the path of your own folder is too long");
    return true;
}

bool folder_path(enum folder folder, const char *name, char *path, size_t size, struct error *error)
{
    return path_of(folder, name, path, size, error) && make_folders(path, error);
}

bool folder_look(enum folder folder, const char *name, char *path, size_t size)
{
    return path_of(folder, name, path, size, NULL) && access(path, F_OK) == 0;
}
