/* What the command "serve" says about itself, whether the program has a server or not. */
#ifndef PORTS_CLI_SERVE_HELP_H
#define PORTS_CLI_SERVE_HELP_H

#include "ports/cli/command.h"

static enum status run_serve(const struct arguments *arguments);

static const struct command_option serve_options[] = {
    {"port", "N", "where to listen; 0 takes any that is free (8080)"},
    {"bind", "ADDRESS", "0.0.0.0 or :: lets other machines in (127.0.0.1)"},
    {"data", "DIR", "where network games and their archive are kept (the user's own)"},
    {"database", "DIR", "a folder of databases, for analysis and hints (POTEZ_DATABASE)"},
    {"lab", "DIR", "the laboratory, for this machine only: training runs and matches, kept in DIR"},
    {"lobby", NULL, "list games that anybody may join"},
    {"shard", "I/N", "be server I of the N that share the network games behind a proxy"},
    {"metrics", NULL, "show /metrics to everybody, not to this machine alone"},
    {"sandbox", NULL, "give up what a server never needs: programs, processes, new sockets"},
    {"origin", "URL", "an address under which a proxy shows the page; may be repeated"},
    {"proxy", NULL, "trust X-Forwarded-For; only for use behind a proxy"},
    {"search-time", "SECONDS", "the longest a search may take (30)"},
    {"silence", "SECONDS", "how long a WebSocket may be silent before it is pinged (40)"},
    {"table", "SIZE", "memory per search for the table of positions (32M)"},
    {"connections", "N", "limit on connections at a time (what the system allows)"},
    {"per-address", "N", "limit on connections per address, this machine exempt (256)"},
    {"games", "N", "limit on network games at a time (50000)"},
    {"games-per-address", "N", "limit on network games that one address has made (64)"},
    {"new-games", "N", "limit on new games per address per minute (30)"},
    {"messages", "N", "limit on messages per address per second (200)"},
    {0},
};

extern const struct command command_serve;

const struct command command_serve = {
    .name = "serve",
    .usage = "",
    .summary = "the web page, and games and analysis over HTTP and WebSocket",
    .examples = "  potez serve\n"
                "  potez serve --port 9000 --data ~/games\n"
                "  potez serve --database db\n"
                "  potez serve --lab ~/lab\n"
                "  potez serve --lobby --shard 2/3 --port 8082 --proxy\n"
                "  potez serve --bind 0.0.0.0 --origin https://play.example.org --proxy\n",
    .text = "The page is in the program; there is nothing to install. Only this machine can\n"
            "reach it unless --bind says otherwise. docs/server.md explains the interface\n"
            "for programs; /api/v1/openapi.json describes it in full.\n",
    .options = serve_options,
    .run = run_serve,
};

#endif
