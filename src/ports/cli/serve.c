/* potez serve: the web page and the interface for programs over HTTP and WebSocket. */
#include "base/text.h"
#include "lab/databases.h"
#include "lab/folder.h"
#include "ports/cli/arguments.h"
#include "ports/cli/chooser.h"
#include "ports/cli/command.h"
#include "ports/cli/json_line.h"
#include "ports/cli/serve_help.h"
#include "ports/cli/train.h"
#include "ports/server/server.h"
#include <errno.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <sys/stat.h>

static bool json_wanted, quiet_wanted;

/* A server that cannot say where it is ends: the end of the program says why. */
static bool listening(const char *address)
{
    if (json_wanted) {
        struct json_out json;
        json_line_begin(&json, stdout);
        json_out_text(&json, "address", address);
        json_line_end(&json);
    } else {
        printf("%s\n", address);
    }
    if (fflush(stdout) != 0 || ferror(stdout))
        return false;
    if (!json_wanted && !quiet_wanted)
        fputs("Potez is at the address above; Ctrl-C ends it.\n", stderr);
    return true;
}

/* Files of the user's data folder, or of the one given. */
static bool find_file(const char *given, const char *name, char *path, size_t size,
                      struct error *error)
{
    if (!given)
        return folder_path(FOLDER_DATA, name, path, size, error);
    if (mkdir(given, 0700) != 0 && errno != EEXIST)
        return error_set(error, "--data: %s: %s", given, strerror(errno));
    int length = snprintf(path, size, "%s/%s", given, name);
    return (length > 0 && (size_t)length < size) ||
           error_set(error, "--data: the path is too long");
}

static bool read_numbers(const struct arguments *arguments, struct server_options *server,
                         struct error *error)
{
    int64_t port = server->port, seconds = (int64_t)server->search_seconds, connections = 0,
            silence = server->silence_seconds;
    struct share_limits *share = &server->share;
    int64_t each = share->connections, rooms = server->rooms, own = share->rooms;
    int64_t creations = (int64_t)share->creations.burst, messages = (int64_t)share->messages.second;
    if (!arguments_number(arguments, "port", 0, 65535, &port, error) ||
        !arguments_number(arguments, "search-time", 1, 86400, &seconds, error) ||
        !arguments_number(arguments, "silence", 1, 86400, &silence, error) ||
        !arguments_number(arguments, "connections", 1, 1000000, &connections, error) ||
        !arguments_number(arguments, "per-address", 1, 1000000, &each, error) ||
        !arguments_number(arguments, "games", 1, 10000000, &rooms, error) ||
        !arguments_number(arguments, "games-per-address", 1, 10000000, &own, error) ||
        !arguments_number(arguments, "new-games", 1, 1000000, &creations, error) ||
        !arguments_number(arguments, "messages", 1, 1000000, &messages, error) ||
        !arguments_size(arguments, "table", &server->table, error))
        return false;
    server->port = (int)port;
    server->search_seconds = (double)seconds;
    server->silence_seconds = (int)silence;
    server->connections = (int)connections;
    server->rooms = (int)rooms;
    share->connections = (int)each;
    share->rooms = (int)own;
    share->creations = (struct share_rate){(double)creations / 60, (double)creations};
    share->messages = (struct share_rate){(double)messages, (double)messages * 5};
    return true;
}

static bool read_origins(const struct arguments *arguments, struct gate *gate, struct error *error)
{
    const char *origin;
    for (int at = 0; (origin = arguments_next(arguments, "origin", &at));) {
        const char *slashes = strstr(origin, "://");
        if (!slashes || strchr(slashes + 3, '/') || !slashes[3])
            return error_set(error, "--origin: expected https://NAME without a path");
        if (gate->count == GATE_ORIGINS_MAX)
            return error_set(error, "--origin: at most %d of them", GATE_ORIGINS_MAX);
        gate->origins[gate->count++] = origin;
    }
    gate->proxy = arguments_has(arguments, "proxy");
    return true;
}

/* "I/N", both counted from 1. */
static bool read_shard(const struct arguments *arguments, struct server_options *server,
                       struct error *error)
{
    const char *text = arguments_value(arguments, "shard");
    const char *slash = text ? strchr(text, '/') : NULL;
    int64_t shard = 0, shards = 0;
    if (!text)
        return true;
    if (!slash || !text_to_number(slash + 1, strlen(slash + 1), 1, SERVER_SHARDS_MAX, &shards) ||
        !text_to_number(text, (size_t)(slash - text), 1, shards, &shard))
        return error_set(error,
                         "--shard: expected I/N with I from 1 to N and N up to %d, such as 2/3, "
                         "found \"%s\"",
                         SERVER_SHARDS_MAX, text);
    server->shard = (int)shard;
    server->shards = (int)shards;
    return true;
}

/* Several servers of one machine may share a folder: each has a file of its own. The first goes on
   with the file of a server that was alone. */
static void name_store(const struct server_options *server, char *name, size_t size)
{
    if (server->shard > 1)
        snprintf(name, size, "network-%d.db", server->shard);
    else
        snprintf(name, size, "network.db");
}

/* What can be trained comes from the tables of the games. */
static void offer_laboratory(const struct arguments *arguments, struct laboratory_options *lab)
{
    enum { OFFERS = 64, AT_ONCE = 2 };
    static struct training_offer offers[OFFERS];
    lab->folder = arguments_value(arguments, "lab");
    lab->trainings = offers;
    lab->training_count = train_offers(offers, OFFERS);
    lab->at_once = AT_ONCE;
}

static enum status run_serve(const struct arguments *arguments)
{
    struct server_options server;
    struct error error;
    char store[4096], archive[4096], name[32];
    server_defaults(&server);
    const char *bind = arguments_value(arguments, "bind");
    if (bind)
        server.bind = strcmp(bind, "localhost") == 0 ? "127.0.0.1" : bind;
    server.workers = arguments->threads;
    offer_laboratory(arguments, &server.lab);
    json_wanted = arguments->json;
    quiet_wanted = arguments->quiet;
    server.lobby = arguments_has(arguments, "lobby");
    server.metrics = arguments_has(arguments, "metrics");
    server.sandbox = arguments_has(arguments, "sandbox");
    if (server.sandbox && server.lab.folder)
        return command_refuse(arguments, "--sandbox: the laboratory of --lab starts programs");
    if (!read_numbers(arguments, &server, &error) || !read_shard(arguments, &server, &error) ||
        !read_origins(arguments, &server.gate, &error) || !chooser_databases_any(arguments, &error))
        return command_error(arguments, &error);
    const char *data = arguments_value(arguments, "data");
    name_store(&server, name, sizeof name);
    if (!find_file(data, name, store, sizeof store, &error) ||
        !find_file(data, "archive.sqlite", archive, sizeof archive, &error))
        return command_fail(arguments, "%s", error.text);
    server.store = store;
    server.archive = archive;
    bool good = server_run(&server, listening, &error);
    databases_close();
    return good ? STATUS_DONE : command_fail(arguments, "%s", error.text);
}
