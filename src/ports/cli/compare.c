/* "bench --compare --depth": nodes and seconds of several players from depth 1 up, as a table,
   as JSON or as a curve. Every question starts with an empty table, so that depths do not help
   each other. */
#include "ports/cli/compare.h"

#include "minds/tell.h"
#include "ports/cli/depths.h"
#include "ports/cli/interrupt.h"
#include "ports/cli/json_line.h"
#include "ports/cli/progress.h"
#include "ports/draw/plot.h"
#include <inttypes.h>
#include <stdio.h>
#include <string.h>

enum { PLAYERS = 8, DEPTHS = 64 };

/* The player at this depth: as its argument where that is a depth, else as a limit. */
struct player compare_at_depth(const struct player *player, int depth)
{
    struct player deep = *player;
    if (player->kind->argument && strcmp(player->kind->argument, "depth") == 0)
        deep.number = depth < player->kind->most ? depth : player->kind->most;
    else
        deep.limits = (struct mind_limits){.depth = depth};
    return deep;
}

bool compare_ask(struct comparison *comparison, const struct player *player,
                 const struct session *session, struct mind_answer *answer, double *seconds,
                 struct error *error)
{
    struct chooser *chooser = comparison->chooser;
    struct progress progress;
    chooser->question.player = *player;
    progress_begin_uncounted(&progress, player->name, comparison->arguments->quiet);
    struct inquiry *inquiry = chooser_ask(chooser, session, error);
    bool good = inquiry && inquiry_run(inquiry, error);
    progress_end(&progress);
    if (good) {
        *answer = inquiry->answer;
        *seconds = tell_seconds(inquiry);
    }
    inquire_close(inquiry);
    return good;
}

static void write_json(const char *name, int depth, uint64_t nodes, double seconds)
{
    struct json_out json;
    json_line_begin(&json, stdout);
    json_out_text(&json, "name", name);
    json_out_integer(&json, "depth", depth);
    json_out_unsigned(&json, "nodes", nodes);
    json_out_number(&json, "seconds", seconds, 6);
    json_line_end(&json);
}

static void write_head(const struct player *players, int count)
{
    printf("depth");
    for (int i = 0; i < count; i++)
        printf("  %16s nodes   seconds", players[i].name);
    if (count == 2)
        printf("     saved");
    putchar('\n');
}

static void write_row(int depth, const double nodes[], const double seconds[], int count)
{
    printf("%5d", depth);
    for (int i = 0; i < count; i++)
        printf("  %22.0f %9.4f", nodes[i], seconds[i]);
    if (count == 2)
        printf(" %8.2f %%", 100 * (1 - nodes[1] / nodes[0]));
    putchar('\n');
    fflush(stdout);
}

static bool draw_nodes(const char *path, const struct player *players, int count, int depths,
                       double nodes[PLAYERS][DEPTHS], struct error *error)
{
    struct plot_line lines[PLAYERS];
    double depth[DEPTHS];
    for (int i = 0; i < depths; i++)
        depth[i] = i + 1;
    for (int i = 0; i < count; i++)
        lines[i] = (struct plot_line){players[i].name, depth, nodes[i], depths, true};
    struct plot plot = {.title = "Positions looked at",
                        .x_name = "depth",
                        .y_name = "positions",
                        .y_logarithmic = true,
                        .lines = lines,
                        .line_count = count};
    return plot_write(path, &plot, error);
}

static bool compare_depths(struct comparison *comparison, const struct player *players, int count,
                           int depths, struct error *error)
{
    static double nodes[PLAYERS][DEPTHS];
    const char *path = arguments_value(comparison->arguments, "picture");
    if (!comparison->arguments->json)
        write_head(players, count);
    for (int depth = 1; depth <= depths; depth++) {
        double row[PLAYERS], seconds[PLAYERS];
        for (int i = 0; i < count; i++) {
            struct player player = compare_at_depth(&players[i], depth);
            struct mind_answer answer;
            if (!compare_ask(comparison, &player, comparison->position->session, &answer,
                             &seconds[i], error))
                return false;
            if (atomic_load(&interrupt_raised))
                return true;
            row[i] = nodes[i][depth - 1] = (double)answer.nodes;
            if (comparison->arguments->json)
                write_json(players[i].name, depth, answer.nodes, seconds[i]);
        }
        if (!comparison->arguments->json)
            write_row(depth, row, seconds, count);
    }
    return !path || draw_nodes(path, players, count, depths, nodes, error);
}

enum status compare_run(const struct arguments *arguments, const struct opened *position,
                        struct chooser *chooser, const struct player *players, int count)
{
    struct comparison comparison = {
        .arguments = arguments, .position = position, .chooser = chooser};
    struct error error;
    struct depth_games series;
    bool whole = arguments_has(arguments, "time-picture") || arguments_has(arguments, "against");
    int depths = chooser->question.limits.depth;
    depths = depths < DEPTHS ? depths : DEPTHS;
    if (!depths_read(arguments, position->game, &players[count - 1], depths, &series, &error))
        return command_error(arguments, &error);
    if (!chooser_open(chooser, 1, &error))
        return command_fail(arguments, "%s", error.text);
    chooser->question.limits = (struct mind_limits){0};
    chooser->question.forget = true;
    bool good =
        compare_depths(&comparison, players, count, depths, &error) &&
        (!whole || atomic_load(&interrupt_raised) || depths_play(&comparison, &series, &error));
    chooser_close(chooser);
    if (!good)
        return command_fail(arguments, "%s", error.text);
    if (atomic_load(&interrupt_raised))
        fputs("stopped; the lines above are complete\n", stderr);
    return STATUS_DONE;
}
