/* Questions about runs, brought to the laboratory and back as JSON. A run's name and an action
   come out of the path; both are compared with what they may be before anything is done. */
#include "ports/server/laboratory_routes.h"

#include "ports/server/answers.h"
#include "ports/server/laboratory_inside.h"

#include <stdio.h>
#include <stdlib.h>
#include <string.h>

static const char root[] = "/api/v1/lab";

bool laboratory_path_is(const char *path)
{
    size_t length = sizeof root - 1;
    return strncmp(path, root, length) == 0 && (path[length] == 0 || path[length] == '/');
}

bool laboratory_admits(struct service_exchange *exchange)
{
    if (!exchange->service->laboratory)
        exchange_error(exchange, 404, "not_found", "there is nothing here");
    else if (!exchange->local)
        exchange_error(exchange, 403, "not_here",
                       "the laboratory is for the machine that the server runs on");
    else
        return true;
    return false;
}

/* Takes over `value`; NULL is the error. */
static void answer(struct service_exchange *exchange, int status, json_t *value,
                   const struct error *error)
{
    if (!value) {
        exchange_error(exchange, status >= 400 ? status : 503,
                       status == 404 ? "not_found" : "failed", error->text);
        return;
    }
    exchange_line(exchange, status, false, json_dumps(value, ANSWERS_COMPACT));
    json_decref(value);
}

void laboratory_get_offers(struct service_exchange *exchange, const char *part)
{
    (void)part;
    answer(exchange, 200, laboratory_offers(exchange->service->laboratory), NULL);
}

void laboratory_get_runs(struct service_exchange *exchange, const char *part)
{
    struct laboratory *laboratory = exchange->service->laboratory;
    json_t *names = laboratory_names(laboratory), *runs = json_array(), *name;
    size_t index;
    (void)part;
    json_array_foreach(names, index, name)
    {
        struct error error;
        json_t *run = laboratory_tell(laboratory, json_string_value(name), true, &error);
        if (run)
            json_array_append_new(runs, run);
    }
    json_decref(names);
    answer(exchange, 200, json_pack("{so}", "runs", runs), NULL);
}

/* Starts a described run in a folder of its own and reports it. */
static void start(struct service_exchange *exchange, json_t *run)
{
    struct laboratory *laboratory = exchange->service->laboratory;
    char name[LABORATORY_NAME];
    struct error error;
    if (laboratory_make(laboratory, run, name, &error) &&
        laboratory_start(laboratory, name, json_object_get(run, "command"), &error))
        answer(exchange, 201, laboratory_tell(laboratory, name, true, &error), &error);
    else
        exchange_error(exchange, 503, "failed", error.text);
}

/* Whether there is room for one more; else that was answered. */
static bool has_room(struct service_exchange *exchange)
{
    if (!laboratory_full(exchange->service->laboratory))
        return true;
    exchange_error(exchange, 429, "too_many",
                   "as many runs are at work as may be; stop one of them, or wait");
    return false;
}

void laboratory_post_run(struct service_exchange *exchange, const char *part)
{
    struct error error;
    (void)part;
    json_t *asked = exchange_asked(exchange);
    if (!asked)
        return;
    json_t *run = laboratory_describe(exchange->service->laboratory, asked, &error);
    if (!run)
        exchange_error(exchange, 400, "bad_request", error.text);
    else if (has_room(exchange))
        start(exchange, run);
    json_decref(run);
    json_decref(asked);
}

void laboratory_get_run(struct service_exchange *exchange, const char *part)
{
    struct laboratory *laboratory = exchange->service->laboratory;
    struct error error;
    json_t *run = laboratory_run(laboratory, part, &error);
    answer(exchange, run ? 200 : 404, run ? laboratory_tell(laboratory, part, false, &error) : NULL,
           &error);
    json_decref(run);
}

void laboratory_delete_run(struct service_exchange *exchange, const char *part)
{
    struct laboratory *laboratory = exchange->service->laboratory;
    struct error error;
    json_t *run = laboratory_run(laboratory, part, &error);
    if (!run)
        exchange_error(exchange, 404, "not_found", error.text);
    else if (laboratory_remove(laboratory, part, &error))
        exchange_line(exchange, 200, false, strdup("{\"removed\":true}"));
    else
        exchange_error(exchange, 409, "running", error.text);
    json_decref(run);
}

static void go_on(struct service_exchange *exchange, const char *name, const json_t *run)
{
    struct laboratory *laboratory = exchange->service->laboratory;
    struct error error;
    if (laboratory_child(laboratory, name)) {
        exchange_error(exchange, 409, "running", "this run is at work already");
        return;
    }
    if (!has_room(exchange))
        return;
    json_t *words = laboratory_words_to_go_on(laboratory, name, run);
    if (laboratory_start(laboratory, name, words, &error))
        answer(exchange, 200, laboratory_tell(laboratory, name, true, &error), &error);
    else
        exchange_error(exchange, 409, "running", error.text);
    json_decref(words);
}

/* "0001/stop" apart; false, and answered, when it is not of that form. */
static bool split(struct service_exchange *exchange, const char *part, char name[LABORATORY_NAME],
                  const char **rest)
{
    const char *slash = strchr(part, '/');
    size_t length = (size_t)(slash - part);
    if (length < LABORATORY_NAME) {
        memcpy(name, part, length);
        name[length] = 0;
        *rest = slash + 1;
        if (laboratory_name(name))
            return true;
    }
    exchange_error(exchange, 404, "not_found", "there is no such run");
    return false;
}

void laboratory_post_action(struct service_exchange *exchange, const char *part)
{
    struct laboratory *laboratory = exchange->service->laboratory;
    char name[LABORATORY_NAME];
    const char *action;
    struct error error;
    if (!split(exchange, part, name, &action))
        return;
    json_t *run = laboratory_run(laboratory, name, &error);
    if (!run)
        exchange_error(exchange, 404, "not_found", error.text);
    else if (strcmp(action, "resume") == 0)
        go_on(exchange, name, run);
    else if (strcmp(action, "stop") != 0)
        exchange_error(exchange, 404, "not_found", "a run can be told stop or resume");
    else if (laboratory_stop(laboratory, name, &error))
        exchange_line(exchange, 200, false, strdup("{\"stopping\":true}"));
    else
        exchange_error(exchange, 409, "not_running", error.text);
    json_decref(run);
}

/* The path of the vector that the address names; false when that was answered. */
static bool find_vector(struct service_exchange *exchange, const char *part,
                        char path[LABORATORY_PATH])
{
    char name[LABORATORY_NAME];
    const char *generation;
    struct error error;
    if (!split(exchange, part, name, &generation))
        return false;
    if (laboratory_vector(exchange->service->laboratory, name, generation, path, &error))
        return true;
    exchange_error(exchange, 404, "not_found", error.text);
    return false;
}

void laboratory_get_weights(struct service_exchange *exchange, const char *part)
{
    char path[LABORATORY_PATH];
    struct error error;
    if (find_vector(exchange, part, path))
        answer(exchange, 200, laboratory_weights(path, &error), &error);
}

/* The file as it stands, which is text. */
void laboratory_get_vector(struct service_exchange *exchange, const char *part)
{
    enum { MOST = 1 << 16 };
    char path[LABORATORY_PATH];
    if (!find_vector(exchange, part, path))
        return;
    FILE *file = fopen(path, "rbe");
    char *text = file ? calloc(1, MOST) : NULL;
    if (text && fread(text, 1, MOST - 1, file) == 0)
        text[0] = 0;
    if (file)
        fclose(file);
    exchange_text(exchange, 200, "text/plain; charset=utf-8", text);
}
