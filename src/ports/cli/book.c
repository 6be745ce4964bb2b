/* The command "book": what the opening books hold, and how they are made. */
#include "minds/book.h"
#include "lab/books.h"
#include "ports/cli/arguments.h"
#include "ports/cli/file.h"
#include "ports/cli/game.h"
#include "ports/cli/interrupt.h"
#include "ports/cli/json_line.h"
#include "ports/cli/position.h"
#include "ports/cli/progress.h"
#include <inttypes.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

enum { CHECK = 20, PLIES_MOST = 12 };
#define TABLE ((size_t)1 << 30)
#define BOOK_MOST ((size_t)256 << 20) /* one of 12 plies has about 70 MB */

static enum status info(const struct arguments *arguments, const struct game *game)
{
    const char *path = arguments_value(arguments, "in");
    struct mind_book book = {0};
    struct error error;
    char *own = NULL;
    if (path) {
        size_t size;
        own = file_read(path, BOOK_MOST, &size, &error);
        if (!own)
            return command_error(arguments, &error);
        book = (struct mind_book){(const uint8_t *)own, size};
    } else if (!books_of(game, &book)) {
        return command_refuse(arguments, "%s has no book", game->name);
    }
    int plies;
    size_t records;
    enum status status = STATUS_DONE;
    const struct mind *mind = mind_of(game);
    if (mind && mind->book_sizes ? !mind->book_sizes(&book, &plies, &records)
                                 : !book_valid(&book, &plies, &records)) {
        status = command_refuse(arguments, "%s is not a book", path ? path : game->name);
    } else if (arguments->json) {
        struct json_out json;
        json_line_begin(&json, stdout);
        json_out_text(&json, "game", game->name);
        json_out_integer(&json, "plies", plies);
        json_out_unsigned(&json, "positions", records);
        json_out_unsigned(&json, "bytes", book.size);
        json_line_end(&json);
    } else {
        printf("%s: %s of up to %d plies, %zu with mirror images as one, %zu bytes\n", game->name,
               cli_game_of(game)->book_build ? "positions of its own choice" : "every position",
               plies, records, book.size);
    }
    free(own);
    return status;
}

static void show_progress(void *listener, uint64_t done, uint64_t total)
{
    struct progress *progress = listener;
    progress->total = total;
    progress_show(progress, done, "solved");
}

static enum status write_made(const struct arguments *arguments, const char *out,
                              const struct books_plan *plan, const struct books_made *made)
{
    struct error error;
    if (!made->data) {
        fprintf(stderr,
                "stopped; %" PRIu64
                " positions are kept in %s, the same command continues from there\n",
                made->solved + made->resumed, plan->partial);
        return STATUS_DONE;
    }
    if (!made->wrong && !file_write(out, (const char *)made->data, made->size, &error))
        return command_fail(arguments, "%s", error.text);
    if (arguments->json) {
        struct json_out json;
        json_line_begin(&json, stdout);
        json_out_text(&json, "game", plan->game->name);
        json_out_integer(&json, "plies", plan->plies);
        json_out_unsigned(&json, "solved", made->solved);
        json_out_unsigned(&json, "resumed", made->resumed);
        json_out_integer(&json, "checked", made->checked);
        json_out_integer(&json, "wrong", made->wrong);
        json_out_unsigned(&json, "bytes", made->size);
        json_line_end(&json);
    } else {
        printf("%" PRIu64 " positions solved, %" PRIu64 " taken over; %d solved again, %d wrong\n",
               made->solved, made->resumed, made->checked, made->wrong);
        if (!made->wrong)
            printf("%s: %zu bytes\n", out, made->size);
    }
    return made->wrong ? STATUS_NO : STATUS_DONE;
}

static enum status build(const struct arguments *arguments, const struct game *game)
{
    const struct mind *mind = mind_of(game);
    struct error error;
    int64_t plies = mind ? mind->book_plies : 0, check = CHECK;
    size_t table = TABLE;
    struct opened opened;
    if (!mind || !mind->book_key)
        return command_refuse(arguments, "%s has no books", game->name);
    if (!position_read_game(&opened, arguments, 1, &error) ||
        !arguments_number(arguments, "plies", 0, PLIES_MOST, &plies, &error) ||
        !arguments_number(arguments, "check", 0, 1000000, &check, &error) ||
        !arguments_size(arguments, "table", &table, &error))
        return command_error(arguments, &error);
    char standard[64], partial[1024];
    snprintf(standard, sizeof standard, "%s.book", game->name);
    const char *out = arguments_value(arguments, "out");
    out = out ? out : standard;
    snprintf(partial, sizeof partial, "%s.part", out);
    struct progress progress;
    interrupt_watch();
    progress_begin(&progress, "positions", 0, arguments->quiet);
    struct books_plan plan = {
        .game = game,
        .setup = &opened.setup,
        .plies = (int)plies,
        .threads = arguments->threads,
        .table_bytes = table,
        .partial = partial,
        .check = (int)check,
        .seed = arguments->seed,
        .stop = &interrupt_raised,
        .progress = show_progress,
        .listener = &progress,
    };
    struct books_made made;
    bool good = books_build(&plan, &made, &error);
    progress_end(&progress);
    if (good && made.cut)
        fprintf(stderr, "%s: the last line was cut off by a crash; its position is solved again\n",
                partial);
    enum status status =
        good ? write_made(arguments, out, &plan, &made) : command_fail(arguments, "%s", error.text);
    free(made.data);
    return status;
}

static enum status run_book(const struct arguments *arguments)
{
    struct error error;
    const struct game *game = position_find_game(arguments->word[1], &error);
    if (!game)
        return command_error(arguments, &error);
    if (strcmp(arguments->word[0], "info") == 0)
        return info(arguments, game);
    if (strcmp(arguments->word[0], "build") == 0)
        return cli_game_of(game)->book_build ? cli_game_of(game)->book_build(arguments, game)
                                             : build(arguments, game);
    return command_refuse(arguments, "expected build or info, found \"%.24s\"", arguments->word[0]);
}

static const struct command_option options[] = {
    {"plies", "N", "build: every position of up to N plies"},
    {"drawn", "N", "build mill: drawn positions of up to N plies"},
    {"out", "FILE", "build: where the book goes (GAME.book); FILE.part keeps what is solved"},
    {"database", "DIR", "build mill: the complete databases"},
    {"in", "FILE", "info: a book in a file instead of the program's own"},
    {"check", "N", "build: positions to solve again at the end (20)"},
    {"table", "SIZE", "build: memory for the table (1G)"},
    {"expansions", "N", "build othello: positions whose moves are searched (500)"},
    {"search-depth", "PLIES", "build othello: depth of these searches (12)"},
    {0},
};

extern const struct command command_book;

const struct command command_book = {
    .name = "book",
    .actions = "build info",
    .usage = "build|info GAME",
    .summary = "opening books: make one or describe one",
    .examples = "  potez book info connect4\n"
                "  potez book build connect4 --plies 4 --out connect4.book --table 4G\n"
                "  potez book build mill --database db --plies 12 --drawn 16 --out mill.book\n"
                "  potez book build othello --expansions 500 --out othello.book\n",
    .text = "Building solves every position of the last ply on all cores and keeps each as it\n"
            "is solved; after Ctrl-C the same command continues. At the end a random sample is\n"
            "solved again.\n",
    .options = options,
    .takes = COMMAND_TAKES_GAME,
    .least = 2,
    .most = 2,
    .run = run_book,
};
