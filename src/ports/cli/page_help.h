/* What the command "page" says about itself, whether the program carries the page or not. */
#ifndef PORTS_CLI_PAGE_HELP_H
#define PORTS_CLI_PAGE_HELP_H

#include "ports/cli/command.h"

static enum status run_page(const struct arguments *arguments);

static const struct command_option page_options[] = {
    {"out", "DIR", "the folder to write"},
    {"replace", NULL, "write over what is in the folder; files of other names stay"},
    {0},
};

extern const struct command command_page;

const struct command command_page = {
    .name = "page",
    .usage = "--out DIR",
    .summary = "the web page as a folder of files, for any web server",
    .examples = "  potez page --out site\n"
                "  potez page --out site --replace\n"
                "  python3 -m http.server --directory site\n",
    .text =
        "The whole page with its engines, models and levels, as it is in the program. Any web\n"
        "server can show the folder under any path, and the page works offline after the first\n"
        "visit. What needs potez serve (games over the net, the archive, databases) is absent.\n"
        "docs/web.md says which two headers give the engine threads.\n",
    .options = page_options,
    .run = run_page,
};

#endif
