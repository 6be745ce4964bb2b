/* Runs on disk: a folder each, named by a number of four digits. A name from outside is compared
   with that form before it becomes part of a path, so no path leads out of the laboratory. Nothing
   is remembered here between two questions: the folders are the truth. */
#define _XOPEN_SOURCE 700
#include "ports/server/laboratory_inside.h"

#include "lab/replace.h"

#include <dirent.h>
#include <errno.h>
#include <fcntl.h>
#include <ftw.h>
#include <signal.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <sys/file.h>
#include <sys/stat.h>
#include <time.h>
#include <unistd.h>

enum { DIGITS = 4, OPEN_FOLDERS = 8 };

bool laboratory_name(const char *name)
{
    return strlen(name) == DIGITS && strspn(name, "0123456789") == DIGITS;
}

bool laboratory_path(const struct laboratory *laboratory, const char *name, const char *file,
                     char path[LABORATORY_PATH])
{
    int length = snprintf(path, LABORATORY_PATH, "%s/%s%s%s", laboratory->folder, name,
                          *file ? "/" : "", file);
    return length > 0 && length < LABORATORY_PATH;
}

static json_t *load(const struct laboratory *laboratory, const char *name, const char *file)
{
    char path[LABORATORY_PATH];
    json_t *object =
        laboratory_path(laboratory, name, file, path) ? json_load_file(path, 0, NULL) : NULL;
    if (json_is_object(object))
        return object;
    json_decref(object);
    return NULL;
}

json_t *laboratory_run(const struct laboratory *laboratory, const char *name, struct error *error)
{
    json_t *run = laboratory_name(name) ? load(laboratory, name, "run.json") : NULL;
    if (run && json_is_string(json_object_get(run, "kind")) &&
        json_is_string(json_object_get(run, "game")) &&
        json_is_array(json_object_get(run, "command")))
        return run;
    json_decref(run);
    error_set(error, "there is no such run");
    return NULL;
}

/* Whether a process that this server did not start still works on it. */
static bool held(const struct laboratory *laboratory, const char *name)
{
    char path[LABORATORY_PATH];
    if (!laboratory_path(laboratory, name, "alive", path))
        return false;
    int handle = open(path, O_RDWR | O_CLOEXEC);
    bool busy = handle >= 0 && flock(handle, LOCK_EX | LOCK_NB) != 0;
    if (handle >= 0)
        close(handle);
    return busy;
}

/* An import ends with 1 when some of its games were none. */
static bool well(const json_t *run, int code)
{
    const char *kind = json_string_value(json_object_get(run, "kind"));
    return code == 0 || (code == 1 && kind && strcmp(kind, "import") == 0);
}

const char *laboratory_state(const struct laboratory *laboratory, const char *name)
{
    if (laboratory_child(laboratory, name) || held(laboratory, name))
        return "running";
    json_t *ended = load(laboratory, name, "ended.json"), *run = load(laboratory, name, "run.json");
    int code = (int)json_integer_value(json_object_get(ended, "code"));
    bool signalled = json_integer_value(json_object_get(ended, "signal")) != 0;
    const char *state = !ended                    ? "interrupted"
                        : signalled || code > 128 ? "stopped"
                        : well(run, code)         ? "done"
                                                  : "failed";
    json_decref(ended);
    json_decref(run);
    return state;
}

/* The next free number. A folder that somebody made at the same time is passed over. */
static bool make_folder(const struct laboratory *laboratory, char name[LABORATORY_NAME],
                        struct error *error)
{
    json_t *names = laboratory_names(laboratory);
    const char *last = json_string_value(json_array_get(names, 0));
    int number = last ? atoi(last) + 1 : 1;
    json_decref(names);
    for (; number <= LABORATORY_RUNS_MAX; number++) {
        char path[LABORATORY_PATH];
        snprintf(name, LABORATORY_NAME, "%04d", number % (LABORATORY_RUNS_MAX + 1));
        if (!laboratory_path(laboratory, name, "", path))
            return error_set(error, "the path is too long");
        if (mkdir(path, 0700) == 0)
            return true;
        if (errno != EEXIST)
            return error_machine(error, "%s: %s", path, strerror(errno));
    }
    return error_set(error, "the laboratory is full; remove its last run");
}

bool laboratory_make(struct laboratory *laboratory, json_t *description, char name[LABORATORY_NAME],
                     struct error *error)
{
    char path[LABORATORY_PATH];
    if (!make_folder(laboratory, name, error) ||
        !laboratory_path(laboratory, name, "run.json", path))
        return false;
    json_object_set_new(description, "made", json_integer((json_int_t)time(NULL)));
    char *text = json_dumps(description, JSON_INDENT(1));
    bool good = text ? replace_whole(path, text, strlen(text), error)
                     : error_machine(error, "out of memory");
    free(text);
    return good;
}

static int remove_one(const char *path, const struct stat *about, int kind, struct FTW *at)
{
    (void)about;
    (void)kind;
    (void)at;
    return remove(path);
}

bool laboratory_remove(struct laboratory *laboratory, const char *name, struct error *error)
{
    char path[LABORATORY_PATH];
    if (strcmp(laboratory_state(laboratory, name), "running") == 0)
        return error_set(error, "run %s is at work; stop it first", name);
    return (laboratory_path(laboratory, name, "", path) &&
            nftw(path, remove_one, OPEN_FOLDERS, FTW_DEPTH | FTW_PHYS) == 0) ||
           error_machine(error, "run %s cannot be removed: %s", name, strerror(errno));
}

static int is_run(const struct dirent *entry)
{
    return laboratory_name(entry->d_name);
}

json_t *laboratory_names(const struct laboratory *laboratory)
{
    struct dirent **found = NULL;
    int count = scandir(laboratory->folder, &found, is_run, alphasort);
    json_t *names = json_array();
    for (int i = count - 1; i >= 0; i--) {
        json_array_append_new(names, json_string(found[i]->d_name));
        free(found[i]);
    }
    free(found);
    return names;
}
