/* "potez book build othello": options and progress of growing the opening book
   (lab/othello/book.h). */
#include "lab/othello/book.h"
#include "minds/mind.h"
#include "ports/cli/file.h"
#include "ports/cli/interrupt.h"
#include "ports/cli/json_line.h"
#include "ports/cli/othello/parts.h"
#include "ports/cli/progress.h"
#include <stdio.h>
#include <stdlib.h>

static void show_expansion(void *listener, size_t done, size_t count)
{
    struct progress *progress = listener;
    progress->total = count;
    progress_show(progress, done, "");
}

enum status othello_book_grow(const struct arguments *arguments, const struct game *game)
{
    int64_t expansions = 500, depth = 12, plies = mind_of(game)->book_plies;
    struct error error;
    struct progress progress;
    size_t size = 0, positions = 0;
    const char *out = arguments_value(arguments, "out");
    if (!arguments_number(arguments, "expansions", 1, 1000000, &expansions, &error) ||
        !arguments_number(arguments, "search-depth", 1, 30, &depth, &error) ||
        !arguments_number(arguments, "plies", 1, 40, &plies, &error))
        return command_error(arguments, &error);
    interrupt_watch();
    progress_begin(&progress, "expansions", (uint64_t)expansions, arguments->quiet);
    struct othello_book_plan plan = {
        .expansions = (int)expansions,
        .depth = (int)depth,
        .plies = (int)plies,
        .seed = arguments->seed,
        .pool = {.threads = arguments->threads,
                 .stop = &interrupt_raised,
                 .progress = show_expansion,
                 .listener = &progress},
    };
    uint8_t *data = othello_book_build(&plan, &size, &positions, &error);
    progress_end(&progress);
    if (atomic_load(&interrupt_raised)) {
        fputs("stopped; nothing was saved, the same command begins again\n", stderr);
        free(data);
        return STATUS_DONE;
    }
    if (!data || !file_write(out ? out : "othello.book", (const char *)data, size, &error)) {
        free(data);
        return command_fail(arguments, "%s", error.text);
    }
    free(data);
    if (arguments->json) {
        struct json_out json;
        json_line_begin(&json, stdout);
        json_out_text(&json, "game", game->name);
        json_out_unsigned(&json, "positions", positions);
        json_out_unsigned(&json, "bytes", size);
        json_line_end(&json);
    } else {
        printf("%zu positions, %zu bytes: %s\n", positions, size, out ? out : "othello.book");
    }
    return STATUS_DONE;
}
