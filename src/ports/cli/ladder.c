/* "bench --ladder": the levels of a game measured against each other, and with --refit the rows
   of a respaced ladder in the form in which the game's ladder.c has them. */
#include "ports/cli/ladder.h"

#include "lab/ladder.h"
#include "ports/cli/interrupt.h"
#include "ports/cli/json_line.h"
#include "ports/cli/openings.h"
#include "ports/cli/progress.h"
#include <math.h>
#include <stdio.h>

enum { GAMES = 200, TABLE = 4 << 20 };

static void write_row(const struct arguments *arguments, int level, const struct level *row,
                      const struct match_score *score)
{
    struct match_rating rating = match_rate(score);
    if (arguments->json) {
        struct json_out json;
        json_line_begin(&json, stdout);
        json_out_integer(&json, "level", level);
        json_out_integer(&json, "depth", row->depth);
        json_out_integer(&json, "deeper", row->deeper);
        json_out_integer(&json, "overlook", row->overlook);
        json_out_number(&json, "noise", row->noise / 100.0, 2);
        json_out_integer(&json, "wins", score->wins);
        json_out_integer(&json, "draws", score->draws);
        json_out_integer(&json, "losses", score->losses);
        json_out_number(&json, "score", rating.share, 4);
        json_out_number(&json, "elo", rating.elo, 1);
        json_out_number(&json, "elo_error", rating.elo_error, 1);
        json_line_end(&json);
    } else {
        printf("level %2d against %2d: %3d won, %3d drawn, %3d lost, %5.1f %%", level, level - 1,
               score->wins, score->draws, score->losses, 100 * rating.share);
        if (isfinite(rating.elo_error))
            printf(", Elo %+.0f +- %.0f", rating.elo, rating.elo_error);
        printf("   (depth %d.%02d, overlooks %d %%, noise %.2f)\n", row->depth, row->deeper,
               row->overlook, row->noise / 100.0);
    }
    fflush(stdout);
}

struct ladder_watcher {
    const struct arguments *arguments;
    struct progress progress;
};

static void report(void *listener, int level, const struct level *row,
                   const struct match_score *score)
{
    struct ladder_watcher *watcher = listener;
    progress_wipe(&watcher->progress);
    write_row(watcher->arguments, level, row, score);
    progress_show(&watcher->progress, (uint64_t)level - 1, "");
}

/* Rows as the ladder.c of the game's mind wants them. */
static void write_source(const struct game *game, const struct match_score *scores, double most)
{
    double shares[LEVEL_COUNT] = {0};
    struct level spaced[LEVEL_COUNT];
    for (int i = 1; i < LEVEL_COUNT; i++)
        shares[i] = match_rate(&scores[i]).share;
    ladder_space(level_table(game), shares, most, spaced);
    printf("rows for src/minds/%s/ladder.c:\n", game->name);
    for (int i = 0; i < LEVEL_COUNT; i++)
        printf("            {%d, %d, %d, %d, %u},\n", spaced[i].depth, spaced[i].deeper,
               spaced[i].overlook, spaced[i].noise, spaced[i].nodes);
}

enum status ladder_run(const struct arguments *arguments, const struct opened *position)
{
    bool refit = arguments_has(arguments, "refit");
    int64_t count = GAMES;
    double share = 0.75;
    struct error error;
    struct match_score scores[LEVEL_COUNT];
    if (!arguments_number(arguments, "games", 2, 1000000, &count, &error) ||
        !arguments_decimal(arguments, "share", 0.5, 0.99, &share, &error))
        return command_error(arguments, &error);
    if (!level_table(position->game))
        return command_refuse(arguments, "%s has no levels", position->game->name);
    struct ladder_watcher watcher = {.arguments = arguments};
    struct ladder ladder = {
        .plan = {.game = position->game,
                 .setup = &position->setup,
                 .start = session_position(position->session),
                 .table_bytes = TABLE,
                 .games = (int)count,
                 .threads = arguments->threads,
                 .seed = arguments->seed,
                 .opening_plies = match_opening_plies(position->game, &position->setup,
                                                      session_position(position->session)),
                 .stop = &interrupt_raised},
        .report = report,
        .listener = &watcher,
    };
    progress_begin(&watcher.progress, "matches", LEVEL_COUNT - 1, arguments->quiet);
    bool good = ladder_measure(&ladder, scores, &error);
    progress_end(&watcher.progress);
    if (!good)
        return command_fail(arguments, "%s", error.text);
    if (atomic_load(&interrupt_raised))
        fputs("stopped; the lines above are complete but the last\n", stderr);
    else if (refit && !arguments->json)
        write_source(position->game, scores, share);
    return STATUS_DONE;
}
