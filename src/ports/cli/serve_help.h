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
    {"origin", "URL", "an address under which a proxy shows the page; may be repeated"},
    {"proxy", NULL, "believe X-Forwarded-For: only behind a proxy"},
    {"search-time", "SECONDS", "the most a search may take (30)"},
    {"silence", "SECONDS", "before a WebSocket is asked whether it is still there (40)"},
    {"table", "SIZE", "memory of each search for positions seen (32M)"},
    {"connections", "N", "at most so many at a time (what the system allows)"},
    {"per-address", "N", "connections of one address other than this machine (256)"},
    {"games", "N", "network games at a time (50000)"},
    {"games-per-address", "N", "of them made by one address (64)"},
    {"new-games", "N", "which one address may make per minute (30)"},
    {"messages", "N", "per second, of one address (200)"},
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
                "  potez serve --bind 0.0.0.0 --origin https://play.example.org --proxy\n",
    .text = "The page is in the program; there is nothing to install. Only this machine can\n"
            "reach it unless --bind says otherwise. docs/server.md tells about the interface\n"
            "for programs; /api/v1/openapi.json describes it.\n",
    .options = serve_options,
    .run = run_serve,
};

#endif
