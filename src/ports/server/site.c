/* Writing the page as files: every one in its place, the start page last. Each goes through
   lab/replace.h, so a file is whole or not there, and the order makes the same true of the site. */
#define _DEFAULT_SOURCE
#include "ports/server/site.h"

#include "lab/replace.h"
#include "ports/server/page.h"
#include <dirent.h>
#include <errno.h>
#include <stdio.h>
#include <string.h>
#include <sys/stat.h>
#include <unistd.h>

enum { PATH_ROOM = 4096 };

static const char start_page[] = "/index.html";
static const char needs_server[] = "/api/"; /* whatever is below */

/* The module that tells the page where its server is (web/modules/place.js), for a page without
   one. */
static const char place[] = "/modules/place.js";
static const char no_server[] = "// Where the server behind the page answers: this page is files "
                                "alone and has none.\nexport const api = null;\n";

static bool refuse(const char *path, struct error *error)
{
    return error_machine(error, "--out: %s: %s", path, strerror(errno));
}

/* Whether anything is in the folder; -1 when it cannot be read. */
static int holds_anything(const char *folder)
{
    DIR *directory = opendir(folder);
    if (!directory)
        return -1;
    int found = 0;
    for (struct dirent *entry; !found && (entry = readdir(directory)) != NULL;)
        found = strcmp(entry->d_name, ".") != 0 && strcmp(entry->d_name, "..") != 0;
    closedir(directory);
    return found;
}

static bool open_folder(const char *folder, bool over, struct error *error)
{
    if (mkdir(folder, 0777) == 0)
        return true;
    int held = errno == EEXIST ? holds_anything(folder) : -1;
    if (held < 0)
        return refuse(folder, error);
    return !held || over ||
           error_set(error,
                     "--out: %s is not empty; name another folder, or add --replace to write "
                     "over what is there",
                     folder);
}

static bool join(char *path, const char *folder, const char *name, struct error *error)
{
    int length = snprintf(path, PATH_ROOM, "%s%s", folder, name);
    return (length > 0 && length < PATH_ROOM) || error_set(error, "--out: the path is too long");
}

/* Makes the folders on the way to a file, those below the first `from` letters. */
static bool make_way(char *path, size_t from, struct error *error)
{
    for (char *slash = strchr(path + from + 1, '/'); slash; slash = strchr(slash + 1, '/')) {
        *slash = '\0';
        if (mkdir(path, 0777) != 0 && errno != EEXIST)
            return refuse(path, error);
        *slash = '/';
    }
    return true;
}

static bool write_file(const char *folder, const struct page_file *file, struct site_sum *sum,
                       struct error *error)
{
    char path[PATH_ROOM];
    bool own = strcmp(file->path, place) == 0;
    const struct page_place *plain = &file->place[PAGE_PLAIN];
    const void *bytes = own ? (const void *)no_server : page_blob + plain->at;
    size_t length = own ? sizeof no_server - 1 : plain->length;
    if (!join(path, folder, file->path, error) || !make_way(path, strlen(folder), error) ||
        !replace_whole(path, bytes, length, error))
        return false;
    sum->files++;
    sum->bytes += length;
    return true;
}

/* Without its start page a folder is no site. */
static bool take_start_page_away(const char *folder, struct error *error)
{
    char path[PATH_ROOM];
    if (!join(path, folder, start_page, error))
        return false;
    if (unlink(path) != 0 && errno != ENOENT)
        return refuse(path, error);
    replace_sync_folder(path);
    return true;
}

bool site_write(const char *folder, bool over, struct site_sum *sum, struct error *error)
{
    *sum = (struct site_sum){0};
    if (!open_folder(folder, over, error) || !take_start_page_away(folder, error))
        return false;
    for (const struct page_file *file = page_files; file < page_files + page_file_count; file++)
        if (strcmp(file->path, start_page) != 0 &&
            strncmp(file->path, needs_server, sizeof needs_server - 1) != 0 &&
            !write_file(folder, file, sum, error))
            return false;
    const struct page_file *last = page_find(start_page);
    return last ? write_file(folder, last, sum, error)
                : error_set(error, "this program was built without the page");
}
