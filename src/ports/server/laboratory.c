/* The laboratory's folder and its processes.

   A process is told to end when the thread that started it ends (PR_SET_PDEATHSIG), so none
   outlives a server that was killed; it saves what it has and goes. Its lock on the file `alive`
   is held by the process itself, through a descriptor that it inherits: a server that comes back
   sooner than the process has gone sees that it is still at work. Between fork and exec nothing is
   called but what a signal handler may call, since the server has other threads. */
#define _GNU_SOURCE
#include "ports/server/laboratory_inside.h"

#include "lab/evolve/run.h"
#include "lab/replace.h"

#include <errno.h>
#include <fcntl.h>
#include <signal.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <sys/file.h>
#include <sys/prctl.h>
#include <sys/resource.h>
#include <sys/stat.h>
#include <sys/wait.h>
#include <time.h>
#include <unistd.h>

enum { NICENESS = 10, PATIENCE = 250 /* times 20 ms until a process is ended by force */ };

/* ---- the folder ---- */

static bool take_folder(struct laboratory *laboratory, struct error *error)
{
    const char *given = laboratory->options.folder;
    char path[LABORATORY_PATH + 8], *whole = NULL;
    if (mkdir(given, 0700) == 0 || errno == EEXIST)
        whole = realpath(given, NULL);
    if (!whole || strlen(whole) > LABORATORY_PATH - 64) {
        error_set(error, "--lab: %s: %s", given, whole ? "the path is too long" : strerror(errno));
        free(whole);
        return false;
    }
    strcpy(laboratory->folder, whole);
    free(whole);
    snprintf(path, sizeof path, "%s/lock", laboratory->folder);
    laboratory->lock = open(path, O_CREAT | O_RDWR | O_CLOEXEC, 0600);
    if (laboratory->lock < 0)
        return error_set(error, "--lab: %s: %s", path, strerror(errno));
    return flock(laboratory->lock, LOCK_EX | LOCK_NB) == 0 ||
           error_set(error, "--lab: another server works in %s", laboratory->folder);
}

struct laboratory *laboratory_open(const struct laboratory_options *options, struct error *error)
{
    struct laboratory *laboratory = calloc(1, sizeof *laboratory);
    if (!laboratory) {
        error_machine(error, "out of memory");
        return NULL;
    }
    laboratory->options = *options;
    laboratory->lock = -1;
    if (laboratory->options.at_once > LABORATORY_AT_ONCE_MAX)
        laboratory->options.at_once = LABORATORY_AT_ONCE_MAX;
    if (take_folder(laboratory, error))
        return laboratory;
    laboratory_close(laboratory);
    return NULL;
}

/* ---- processes ---- */

const struct laboratory_child *laboratory_child(const struct laboratory *laboratory,
                                                const char *name)
{
    for (int i = 0; i < laboratory->child_count; i++)
        if (strcmp(laboratory->children[i].name, name) == 0)
            return &laboratory->children[i];
    return NULL;
}

bool laboratory_full(const struct laboratory *laboratory)
{
    return laboratory->child_count >= laboratory->options.at_once;
}

/* All that the process needs, made ready before the fork. */
struct start {
    const char *program, *folder;
    char **words;
    int input, output, errors, alive;
    pid_t parent;
};

static void become(const struct start *start)
{
    sigset_t none;
    sigemptyset(&none);
    setpgid(0, 0); /* Ctrl-C at the server's terminal comes through the server */
    prctl(PR_SET_PDEATHSIG, SIGTERM);
    if (getppid() != start->parent)
        _exit(127);
    setpriority(PRIO_PROCESS, 0, NICENESS);
    if (chdir(start->folder) != 0 || dup2(start->input, 0) < 0 || dup2(start->output, 1) < 0 ||
        dup2(start->errors, 2) < 0 || dup2(start->alive, 3) < 0)
        _exit(127);
    close_range(4, ~0U, 0);
    signal(SIGPIPE, SIG_DFL);
    sigprocmask(SIG_SETMASK, &none, NULL);
    execv(start->program, start->words);
    _exit(127);
}

/* Above those that the process is given, so that none is in the way of another. */
static int open_above(const char *path, int flags)
{
    int handle = open(path, flags | O_CLOEXEC, 0600);
    int above = handle < 0 ? -1 : fcntl(handle, F_DUPFD_CLOEXEC, 16);
    if (handle >= 0)
        close(handle);
    return above;
}

static int open_in(const char *folder, const char *file, int flags)
{
    char path[LABORATORY_PATH + 32];
    snprintf(path, sizeof path, "%s/%s", folder, file);
    return open_above(path, flags | O_CREAT);
}

static void close_handles(const struct start *start)
{
    const int handles[] = {start->input, start->output, start->errors, start->alive};
    for (int i = 0; i < 4; i++)
        if (handles[i] >= 0)
            close(handles[i]);
}

static bool launch(struct laboratory *laboratory, const char *name, const struct start *start,
                   struct error *error)
{
    if (start->input < 0 || start->output < 0 || start->errors < 0 || start->alive < 0)
        return error_machine(error, "%s: %s", start->folder, strerror(errno));
    if (flock(start->alive, LOCK_EX | LOCK_NB) != 0)
        return error_set(error, "run %s is still ending; try again soon", name);
    pid_t process = fork();
    if (process == 0)
        become(start);
    if (process < 0)
        return error_machine(error, "cannot start a process: %s", strerror(errno));
    struct laboratory_child *child = &laboratory->children[laboratory->child_count++];
    *child = (struct laboratory_child){.process = process};
    snprintf(child->name, sizeof child->name, "%s", name);
    return true;
}

bool laboratory_start(struct laboratory *laboratory, const char *name, const json_t *words,
                      struct error *error)
{
    char folder[LABORATORY_PATH], ended[LABORATORY_PATH];
    size_t count = json_array_size(words);
    if (laboratory_full(laboratory))
        return error_set(error, "%d runs are at work, which is the limit; stop one of them",
                         laboratory->child_count);
    if (!laboratory_path(laboratory, name, "", folder) ||
        !laboratory_path(laboratory, name, "ended.json", ended))
        return error_set(error, "the path is too long");
    char **list = calloc(count + 2, sizeof *list);
    if (!list)
        return error_machine(error, "out of memory");
    list[0] = (char *)laboratory->options.program;
    for (size_t i = 0; i < count; i++)
        list[i + 1] = (char *)json_string_value(json_array_get(words, i));
    unlink(ended);
    struct start start = {
        .program = laboratory->options.program,
        .folder = folder,
        .words = list,
        .input = open_above("/dev/null", O_RDONLY),
        .output = open_in(folder, "output.jsonl", O_WRONLY | O_APPEND),
        .errors = open_in(folder, "errors.txt", O_WRONLY | O_APPEND),
        .alive = open_in(folder, "alive", O_RDWR),
        .parent = getpid(),
    };
    bool good = launch(laboratory, name, &start, error);
    close_handles(&start);
    free(list);
    return good;
}

bool laboratory_stop(struct laboratory *laboratory, const char *name, struct error *error)
{
    struct laboratory_child *child = (struct laboratory_child *)laboratory_child(laboratory, name);
    if (!child)
        return error_set(error, "run %s is not at work", name);
    kill(child->process, child->stopping ? SIGKILL : SIGTERM);
    child->stopping = true;
    return true;
}

/* What the process ended with is kept beside what it wrote. */
static void note_end(const struct laboratory *laboratory, const struct laboratory_child *child,
                     int status)
{
    char path[LABORATORY_PATH];
    struct error error;
    json_t *ended =
        json_pack("{sisisI}", "code", WIFEXITED(status) ? WEXITSTATUS(status) : -1, "signal",
                  WIFSIGNALED(status) ? WTERMSIG(status) : 0, "at", (json_int_t)time(NULL));
    char *text = json_dumps(ended, JSON_COMPACT);
    if (text && laboratory_path(laboratory, child->name, "ended.json", path))
        replace_whole(path, text, strlen(text), &error);
    free(text);
    json_decref(ended);
}

void laboratory_tick(struct laboratory *laboratory)
{
    for (int i = 0; i < laboratory->child_count;) {
        struct laboratory_child *child = &laboratory->children[i];
        int status;
        if (waitpid(child->process, &status, WNOHANG) != child->process) {
            i++;
            continue;
        }
        note_end(laboratory, child, status);
        *child = laboratory->children[--laboratory->child_count];
    }
}

void laboratory_close(struct laboratory *laboratory)
{
    if (!laboratory)
        return;
    for (int i = 0; i < laboratory->child_count; i++)
        kill(laboratory->children[i].process, SIGTERM);
    for (int i = 0; i < 2 * PATIENCE && laboratory->child_count; i++) {
        laboratory_tick(laboratory);
        for (int k = 0; i == PATIENCE && k < laboratory->child_count; k++)
            kill(laboratory->children[k].process, SIGKILL);
        if (laboratory->child_count)
            nanosleep(&(struct timespec){.tv_nsec = 20000000}, NULL);
    }
    if (laboratory->lock >= 0)
        close(laboratory->lock);
    free(laboratory);
}

/* ---- going on ---- */

static json_t *words_resume(void)
{
    return json_pack("[sssss]", "train", "--resume", "training", "--json", "--quiet");
}

/* Matches take up their journal by themselves. A training goes on in its folder, by the folder's
   name alone where that holds everything. */
json_t *laboratory_words_to_go_on(const struct laboratory *laboratory, const char *name,
                                  const json_t *run)
{
    const json_t *words = json_object_get(run, "command");
    const char *kind = json_string_value(json_object_get(run, "kind"));
    char folder[LABORATORY_PATH];
    if (strcmp(kind, "train") != 0 || !laboratory_path(laboratory, name, "training", folder) ||
        access(folder, F_OK) != 0)
        return json_copy((json_t *)words);
    const struct training_offer *training =
        laboratory_training(laboratory, json_string_value(json_object_get(run, "game")),
                            json_string_value(json_object_get(run, "model")));
    if (training ? training->holds && training->holds(folder) : evolve_run_is(folder))
        return words_resume();
    json_t *changed = json_copy((json_t *)words), *word;
    size_t index;
    json_array_foreach(changed, index, word)
    {
        if (training && strcmp(json_string_value(word), "--out") == 0)
            json_array_set_new(changed, index, json_string("--resume"));
    }
    return changed;
}
