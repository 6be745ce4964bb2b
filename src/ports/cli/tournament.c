/* The command "tournament": all against all, cross table and ratings. */
#include "lab/match_tell.h"
#include "ports/cli/contest.h"
#include "ports/cli/interrupt.h"
#include "ports/cli/json_line.h"
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

enum { PLAYERS_MAX = CONTEST_PLAYERS_MAX };

struct tournament {
    struct contest contest;
    int count;
    bool gauntlet;
    struct player players[PLAYERS_MAX];
    int score_count;
    struct rating_score scores[PLAYERS_MAX * (PLAYERS_MAX - 1) / 2];
    struct rating ratings[PLAYERS_MAX];
    int order[PLAYERS_MAX]; /* the strongest first */
};

static struct tournament tournament;

/* Points of `a` against `b`, and how many games there were. */
static double points_between(int a, int b, int *played)
{
    *played = 0;
    for (int i = 0; i < tournament.score_count; i++) {
        const struct rating_score *pair = &tournament.scores[i];
        if (!((pair->a == a && pair->b == b) || (pair->a == b && pair->b == a)))
            continue;
        *played = pair->score.wins + pair->score.draws + pair->score.losses;
        double points = pair->score.wins + 0.5 * pair->score.draws;
        return pair->a == a ? points : *played - points;
    }
    return 0;
}

static int stronger(const void *a, const void *b)
{
    int x = *(const int *)a, y = *(const int *)b;
    double difference = tournament.ratings[y].elo - tournament.ratings[x].elo;
    return difference > 0 ? 1 : difference < 0 ? -1 : x - y;
}

static void write_json(void)
{
    struct json_out json;
    for (int i = 0; i < tournament.score_count; i++) {
        const struct rating_score *pair = &tournament.scores[i];
        json_line_begin(&json, stdout);
        match_tell_pairing(&json, tournament.players[pair->a].name,
                           tournament.players[pair->b].name, &pair->score);
        json_line_end(&json);
    }
    for (int i = 0; i < tournament.count; i++) {
        json_line_begin(&json, stdout);
        match_tell_rating(&json, i + 1, tournament.players[tournament.order[i]].name,
                          &tournament.ratings[tournament.order[i]]);
        json_line_end(&json);
    }
}

static int name_width(void)
{
    int width = 6;
    for (int i = 0; i < tournament.count; i++) {
        int length = (int)strlen(tournament.players[i].name);
        width = length > width ? length : width;
    }
    return width < 40 ? width : 40;
}

/* One row per player, the strongest first; a column is the share of the points against one of them.
 */
static void write_table(void)
{
    int width = name_width();
    printf("     %-*s     Elo   error    points   games", width, "player");
    for (int i = 0; i < tournament.count; i++)
        printf("%6d", i + 1);
    putchar('\n');
    for (int i = 0; i < tournament.count; i++) {
        int player = tournament.order[i];
        const struct rating *rating = &tournament.ratings[player];
        printf("%3d  %-*.*s %+7.0f  +-%4.0f %9.1f %7d", i + 1, width, width,
               tournament.players[player].name, rating->elo, rating->error, rating->points,
               rating->games);
        for (int j = 0; j < tournament.count; j++) {
            int played;
            double points = points_between(player, tournament.order[j], &played);
            if (played)
                printf("%5.0f%%", 100 * points / played);
            else
                printf("%6s", i == j ? "-" : "");
        }
        putchar('\n');
    }
}

/* Every pair of players, in the order of the words; in a gauntlet those of the first one. */
static bool play_all(struct error *error)
{
    int challengers = tournament.gauntlet ? 1 : tournament.count;
    for (int a = 0; a < challengers; a++)
        for (int b = a + 1; b < tournament.count; b++) {
            struct rating_score *pair = &tournament.scores[tournament.score_count];
            *pair = (struct rating_score){.a = a, .b = b};
            if (atomic_load(&interrupt_raised))
                return true;
            if (!contest_play(&tournament.contest, tournament.score_count, &tournament.players[a],
                              &tournament.players[b], &pair->score, error))
                return false;
            tournament.score_count++;
        }
    return true;
}

static enum status play(const struct arguments *arguments)
{
    struct error error;
    if (!play_all(&error) || !rating_fit(tournament.scores, tournament.score_count,
                                         tournament.count, tournament.ratings, &error))
        return command_fail(arguments, "%s", error.text);
    for (int i = 0; i < tournament.count; i++)
        tournament.order[i] = i;
    qsort(tournament.order, (size_t)tournament.count, sizeof tournament.order[0], stronger);
    if (arguments->json)
        write_json();
    else
        write_table();
    if (tournament.contest.faults)
        fprintf(stderr, "%d games were lost because a program failed\n", tournament.contest.faults);
    if (atomic_load(&interrupt_raised))
        contest_interrupted(&tournament.contest);
    return STATUS_DONE;
}

static bool prepare(const struct arguments *arguments, struct error *error)
{
    int count = arguments->word_count - 1;
    if (count > PLAYERS_MAX)
        return error_set(error, "expected at most %d players, found %d", PLAYERS_MAX, count);
    struct arguments named = *arguments; /* the words after the game are all players */
    named.word_count = 1;
    const char *position = arguments_value(arguments, "position");
    if (position)
        named.word[named.word_count++] = position;
    bool good = contest_open(&tournament.contest, &named, 1, error);
    tournament.contest.arguments = arguments;
    if (!good)
        return false;
    for (int i = 0; i < count; i++)
        if (!contest_player(&tournament.contest, arguments->word[i + 1], &tournament.players[i],
                            error))
            return false;
    tournament.count = count;
    tournament.gauntlet = arguments_has(arguments, "gauntlet");
    return contest_begin(&tournament.contest, tournament.players, count,
                         tournament.gauntlet ? count - 1 : count * (count - 1) / 2, error);
}

static enum status run(const struct arguments *arguments)
{
    struct error error;
    enum status status =
        prepare(arguments, &error) ? play(arguments) : command_error(arguments, &error);
    contest_close(&tournament.contest);
    return status;
}

static bool spreads(const struct arguments *arguments)
{
    (void)arguments;
    return true;
}

static const struct command_option options[] = {
    {"games", "NUMBER", "games per pair of players (100)"},
    {"gauntlet", NULL, "only the first player against each of the others"},
    {"position", "POSITION", "where every game begins (start)"},
    CONTEST_OPTIONS,
    {0},
};

extern const struct command command_tournament;

const struct command command_tournament = {
    .name = "tournament",
    .usage = "GAME PLAYER PLAYER...",
    .summary = "all against all, with a cross table and ratings",
    .examples = "  potez tournament connect4 random easy hard:4 alphabeta:4 --games 50\n"
                "  potez tournament mill level:1 level:2 level:3 --resume mill.journal\n"
                "  potez tournament othello best level:8 level:9 --gauntlet --clock 10+0.1\n",
    .text = "Ratings are those under which the results are most likely, their mean is 0; errors\n"
            "are those of 95 % intervals. Columns of the table are numbered like its rows.\n",
    .options = options,
    .takes = COMMAND_TAKES_GAME | COMMAND_TAKES_THINK,
    .least = 3,
    .most = 1 + PLAYERS_MAX,
    .run = run,
    .spreads = spreads,
};
