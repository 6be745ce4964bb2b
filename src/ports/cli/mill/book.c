/* potez book build mill: sound placements from the complete databases. */
#include "lab/databases.h"
#include "lab/mill/placements_make.h"
#include "minds/mill/placements.h"
#include "ports/cli/file.h"
#include "ports/cli/interrupt.h"
#include "ports/cli/json_line.h"
#include "ports/cli/mill/parts.h"
#include "ports/cli/position.h"
#include "ports/cli/progress.h"
#include <inttypes.h>
#include <stdio.h>
#include <stdlib.h>

enum { PLIES = 12, PLIES_MOST = 13, DRAWN_MOST = 17 };

static void show(void *listener, int side, int ply, size_t positions)
{
    struct progress *progress = listener;
    progress_wipe(progress);
    if (!progress->quiet)
        fprintf(stderr, "%s, ply %d: %zu positions\n", game_mill.side[side], ply, positions);
}

static enum status write_made(const struct arguments *arguments,
                              const struct mill_placements_made *made, int plies)
{
    struct error error;
    const char *given = arguments_value(arguments, "out"), *out = given ? given : "mill.book";
    if (!file_write(out, (const char *)made->data, made->size, &error))
        return command_fail(arguments, "%s", error.text);
    if (arguments->json) {
        struct json_out json;
        json_line_begin(&json, stdout);
        json_out_text(&json, "game", "mill");
        json_out_integer(&json, "plies", plies);
        json_out_unsigned(&json, "positions", made->positions);
        json_out_unsigned(&json, "won", made->won);
        json_out_unsigned(&json, "bytes", made->size);
        json_line_end(&json);
    } else {
        printf("%" PRIu64 " positions, %" PRIu64 " of them won; %s: %zu bytes\n", made->positions,
               made->won, out, made->size);
    }
    return STATUS_DONE;
}

enum status mill_book_build(const struct arguments *arguments, const struct game *game)
{
    const char *directory = arguments_value(arguments, "database");
    struct error error = {.text = ""};
    struct opened opened;
    int64_t plies = PLIES, drawn = 0;
    if (!directory)
        return command_refuse(arguments, "say with --database where the complete databases are");
    if (!position_read_game(&opened, arguments, 1, &error) ||
        !arguments_number(arguments, "plies", 1, PLIES_MOST, &plies, &error) ||
        !arguments_number(arguments, "drawn", 1, DRAWN_MOST, &drawn, &error) ||
        !databases_open(game, &opened.setup, directory, &error))
        return command_error(arguments, &error);
    struct mill_rules rules = mill_rules_of(&opened.setup);
    struct progress progress;
    progress_begin_uncounted(&progress, "choosing positions", arguments->quiet);
    struct mill_placements_plan plan = {
        .setup = &opened.setup,
        .database = mill_database_used(rules),
        .plies = (int)plies,
        .drawn = (int)drawn,
        .threads = arguments->threads,
        .stop = &interrupt_raised,
        .progress = show,
        .listener = &progress,
    };
    struct mill_placements_made made;
    interrupt_watch();
    bool good = mill_placements_make(&plan, &made, &error);
    progress_end(&progress);
    databases_close();
    enum status status =
        good ? write_made(arguments, &made, (int)plies) : command_fail(arguments, "%s", error.text);
    free(made.data);
    return status;
}
