/* Numbers about the server in the text format that Prometheus reads. */
#include "ports/server/service_inside.h"

#include "base/clock.h"
#include "ports/server/store.h"

#include <inttypes.h>
#include <stdio.h>
#include <stdlib.h>

static void number(FILE *file, const char *name, const char *type, const char *help, double value)
{
    fprintf(file, "# HELP potez_%s %s\n# TYPE potez_%s %s\npotez_%s %.17g\n", name, help, name,
            type, name, value);
}

static void counter(FILE *file, const char *name, const char *help, uint64_t value)
{
    number(file, name, "counter", help, (double)value);
}

static void gauge(FILE *file, const char *name, const char *help, double value)
{
    number(file, name, "gauge", help, value);
}

static void traffic(FILE *file, const struct service_counts *counts)
{
    gauge(file, "connections", "Open connections.", counts->open_connections);
    gauge(file, "sockets", "Open WebSockets.", counts->open_sockets);
    counter(file, "connections_total", "Connections accepted.", counts->connections);
    counter(file, "connections_refused_total", "Connections refused: too many.",
            counts->connections_refused);
    counter(file, "sockets_total", "WebSockets opened.", counts->sockets);
    counter(file, "requests_total", "HTTP requests.", counts->requests);
    fputs("# HELP potez_responses_total HTTP answers by class of status.\n"
          "# TYPE potez_responses_total counter\n",
          file);
    for (int class = 2; class <= 5; class ++)
        fprintf(file, "potez_responses_total{class=\"%dxx\"} %" PRIu64 "\n", class,
                counts->responses[class]);
    counter(file, "messages_in_total", "WebSocket messages received.", counts->messages_in);
    counter(file, "messages_out_total", "WebSocket messages sent.", counts->messages_out);
    counter(file, "bytes_out_total", "Bytes of answers and messages.", counts->bytes_out);
    counter(file, "slow_closed_total", "WebSockets closed because they did not read.",
            counts->slow_closed);
}

static void playing(FILE *file, const struct hub_counts *hub, const struct store_counts *store)
{
    gauge(file, "rooms", "Rooms in memory.", hub->rooms);
    gauge(file, "rooms_open", "Rooms whose game goes on.", hub->open);
    gauge(file, "room_links", "Players and spectators connected to rooms.", hub->links);
    counter(file, "rooms_created_total", "Rooms made.", hub->created);
    counter(file, "games_finished_total", "Network games that ended.", hub->finished);
    counter(file, "moves_total", "Moves of network games.", hub->moves);
    counter(file, "commands_total", "Commands to rooms.", hub->commands);
    counter(file, "commands_refused_total", "Commands answered with an error.", hub->refused);
    gauge(file, "mail_waiting", "Messages that wait for a commit.", (double)hub->mails_waiting);
    counter(file, "store_changes_total", "Changes written to the database.", store->changes);
    counter(file, "store_commits_total", "Transactions.", store->commits);
    counter(file, "store_failures_total", "Transactions that failed.", store->failures);
    counter(file, "archived_total", "Finished games put into the archive.", store->archived);
    counter(file, "archive_failures_total", "Finished games the archive refused.",
            store->archive_failures);
    number(file, "store_seconds_total", "counter", "Time spent in transactions.",
           (double)store->microseconds / 1e6);
    gauge(file, "store_waiting", "Changes that wait to be written.", (double)store->waiting);
}

static void thinking(FILE *file, const struct searches_counts *searches)
{
    gauge(file, "searches_running", "Searches being done.", searches->running);
    gauge(file, "searches_waiting", "Searches in the queue.", searches->waiting);
    fputs("# HELP potez_searches_total Searches done.\n# TYPE potez_searches_total counter\n",
          file);
    for (int kind = 0; kind < INQUIRY_KINDS; kind++)
        fprintf(file, "potez_searches_total{kind=\"%s\"} %" PRIu64 "\n", searches_names[kind],
                searches->done[kind]);
    counter(file, "searches_refused_total", "Searches refused: too many.", searches->refused);
    counter(file, "searches_cancelled_total", "Searches stopped by their client.",
            searches->cancelled);
    counter(file, "search_nodes_total", "Positions looked at.", searches->nodes);
    number(file, "search_seconds_total", "counter", "Time spent thinking.",
           (double)searches->microseconds / 1e6);
}

char *metrics_text(struct service *service)
{
    char *text = NULL;
    size_t length = 0;
    FILE *file = open_memstream(&text, &length);
    if (!file)
        return NULL;
    struct hub_counts hub = hub_count(service->hub);
    struct store_counts store = store_count(service->store);
    struct searches_counts searches = searches_count(service->searches);
    gauge(file, "uptime_seconds", "Since the server started.",
          (double)(clock_microseconds() - service->started) / 1e6);
    traffic(file, &service->counts);
    playing(file, &hub, &store);
    thinking(file, &searches);
    fclose(file);
    return text;
}
