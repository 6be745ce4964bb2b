/* Games are played one after the other; the time of a move is that of its question alone. */
#include "ports/cli/depths.h"

#include "ports/cli/interrupt.h"
#include "ports/cli/json_line.h"
#include "ports/draw/plot.h"
#include <inttypes.h>
#include <stdio.h>
#include <string.h>

enum { PLIES = 512, CURVES = 12, GAMES_MAX = 1000 };

/* What the games at one depth came to. `seconds` and `games` go by the number of the player's own
   move. */
struct depth_result {
    int depth, won, drawn, lost, plies, moves;
    double total, longest;
    double seconds[PLIES];
    int games[PLIES];
};

static void write_move(int depth, int game, const struct session *session, uint64_t nodes,
                       double seconds)
{
    struct json_out json;
    char moves[2048];
    struct text text;
    text_init(&text, moves, sizeof moves);
    session_write_moves(session, ",", &text);
    json_line_begin(&json, stdout);
    json_out_integer(&json, "depth", depth);
    json_out_integer(&json, "game", game + 1);
    json_out_text(&json, "moves", moves);
    json_out_unsigned(&json, "nodes", nodes);
    json_out_number(&json, "seconds", seconds, 6);
    json_line_end(&json);
}

static void note_move(struct depth_result *result, int own, double seconds)
{
    result->seconds[own] += seconds;
    result->games[own]++;
    result->total += seconds;
    result->moves++;
    if (seconds > result->longest)
        result->longest = seconds;
}

static void note_end(struct depth_result *result, const struct session *session, int side)
{
    struct game_result end;
    if (!session_over(session, &end, NULL))
        return;
    int half = side ? 2 - end.half_points : end.half_points;
    result->won += half == 2;
    result->drawn += half == 1;
    result->lost += half == 0;
}

/* One game, in which the player has the first move in games 0, 2, ...; against itself both sides
   are timed. */
static bool play_game(struct comparison *comparison, const struct depth_games *series, int game,
                      struct depth_result *result, struct error *error)
{
    struct session *session = comparison->position->session;
    int start = session_ply(session), side = game & 1, own = 0;
    bool good = true;
    while (good && own < PLIES && !session_over(session, NULL, NULL)) {
        bool mine = !series->against || session_side(session) == side;
        struct mind_answer answer;
        double seconds;
        good = compare_ask(comparison, mine ? &series->player : &series->other, session, &answer,
                           &seconds, error);
        if (!good || atomic_load(&interrupt_raised))
            break;
        if (mine && comparison->arguments->json)
            write_move(result->depth, game, session, answer.nodes, seconds);
        if (mine)
            note_move(result, own++, seconds);
        good = session_play(session, answer.move, error);
        result->plies++;
    }
    note_end(result, session, side);
    session_go(session, start);
    return good;
}

static void write_head(const struct depth_games *series)
{
    printf("%s against %s, %d game%s per depth\n", series->player.name,
           series->against ? series->other.name : "itself", series->count,
           series->count == 1 ? "" : "s");
    puts("depth   won drawn  lost  plies per game  seconds per move   longest");
}

static void write_result(const struct depth_result *result, int count)
{
    printf("%5d %5d %5d %5d %15.1f %17.6f %9.6f\n", result->depth, result->won, result->drawn,
           result->lost, (double)result->plies / count,
           result->moves ? result->total / result->moves : 0, result->longest);
    fflush(stdout);
}

static bool draw(const char *path, struct depth_result *results, int count, struct error *error)
{
    static double number[PLIES];
    static char names[CURVES][24];
    struct plot_line lines[CURVES];
    for (int i = 0; i < PLIES; i++)
        number[i] = i + 1;
    for (int i = 0; i < count; i++) {
        int moves = 0;
        for (; moves < PLIES && results[i].games[moves]; moves++)
            results[i].seconds[moves] /= results[i].games[moves];
        snprintf(names[i], sizeof names[i], "depth %d", results[i].depth);
        lines[i] = (struct plot_line){names[i], number, results[i].seconds, moves, false};
    }
    struct plot plot = {.title = "Time for each move of a game",
                        .x_name = "move",
                        .y_name = "seconds",
                        .y_logarithmic = true,
                        .lines = lines,
                        .line_count = count};
    return plot_write(path, &plot, error);
}

bool depths_read(const struct arguments *arguments, const struct game *game,
                 const struct player *player, int deepest, struct depth_games *series,
                 struct error *error)
{
    int64_t count = 1, from = deepest > 6 ? deepest - 5 : 1;
    const char *against = arguments_value(arguments, "against");
    if (!arguments_number(arguments, "games", 1, GAMES_MAX, &count, error) ||
        !arguments_number(arguments, "from", deepest > CURVES ? deepest - CURVES + 1 : 1, deepest,
                          &from, error))
        return false;
    *series = (struct depth_games){.player = *player,
                                   .against = against,
                                   .count = (int)count,
                                   .first = (int)from,
                                   .deepest = deepest};
    return !against || inquire_player(game, against, 0, &series->other, error) ||
           error_prefix(error, "--against: ");
}

bool depths_play(struct comparison *comparison, struct depth_games *series, struct error *error)
{
    static struct depth_result results[CURVES];
    const struct arguments *arguments = comparison->arguments;
    const char *path = arguments_value(arguments, "time-picture");
    struct player player = series->player;
    int count = 0;
    if (!arguments->json)
        write_head(series);
    for (int depth = series->first; depth <= series->deepest; depth++) {
        struct depth_result *result = &results[count++];
        *result = (struct depth_result){.depth = depth};
        series->player = compare_at_depth(&player, depth);
        random_seed(&comparison->chooser->random, arguments->seed);
        for (int game = 0; game < series->count; game++)
            if (!play_game(comparison, series, game, result, error))
                return false;
        if (atomic_load(&interrupt_raised))
            return true;
        if (!arguments->json)
            write_result(result, series->count);
    }
    return !path || draw(path, results, count, error);
}
