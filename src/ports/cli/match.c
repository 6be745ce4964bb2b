/* The command "match": games between two players, with the score, the Elo difference and, if
   asked for, a sequential test that ends the match as soon as it is sure (lab/sprt.h). */
#include "base/text.h"
#include "lab/match_tell.h"
#include "ports/cli/contest.h"
#include "ports/cli/interrupt.h"
#include "ports/cli/json_line.h"
#include <math.h>
#include <stdio.h>
#include <string.h>

/* A contest with a sequential test of it. */
struct match_command {
    struct contest contest; /* first: the judge finds the rest from it */
    bool testing;
    struct sprt sprt;
    struct sprt_state state;
    struct player players[2];
};

static bool judge(struct contest *contest, const struct match_score *score, struct text *note)
{
    struct match_command *match = (struct match_command *)contest;
    match->state = sprt_judge(&match->sprt, score);
    char ratio[64];
    snprintf(ratio, sizeof ratio, "LLR %.2f (%.2f, %.2f) [%g, %g], ", match->state.ratio,
             match->state.lower, match->state.upper, match->sprt.elo0, match->sprt.elo1);
    text_add(note, ratio);
    return match->state.verdict == SPRT_GO_ON;
}

static void write_json(const struct match_command *match, const struct match_score *score)
{
    struct json_out json;
    json_line_begin(&json, stdout);
    match_tell_score(&json, match->players[0].name, match->players[1].name, score,
                     match->contest.faults);
    if (match->testing)
        match_tell_test(&json, &match->sprt, &match->state);
    json_line_end(&json);
}

static void write_score(const struct match_command *match, const struct match_score *score)
{
    struct match_rating rating = match_rate(score);
    if (match->contest.arguments->json) {
        write_json(match, score);
        return;
    }
    printf("%s against %s: %d won, %d drawn, %d lost, score %.1f %%", match->players[0].name,
           match->players[1].name, score->wins, score->draws, score->losses, 100 * rating.share);
    if (isfinite(rating.elo))
        printf(", Elo %+.0f", rating.elo);
    if (isfinite(rating.elo_error))
        printf(" +- %.0f", rating.elo_error);
    putchar('\n');
    if (match->contest.faults)
        printf("%d of these games were lost because a program failed\n", match->contest.faults);
    if (match->testing)
        printf("is A %g Elo stronger rather than %g? %s (likelihood %.2f, ends at %.2f and %.2f)\n",
               match->sprt.elo1, match->sprt.elo0,
               match->state.verdict == SPRT_ACCEPT_1   ? "yes"
               : match->state.verdict == SPRT_ACCEPT_0 ? "no"
                                                       : "not decided yet",
               match->state.ratio, match->state.lower, match->state.upper);
}

static enum status play_match(struct match_command *match)
{
    struct match_score score;
    struct error error;
    if (!contest_play(&match->contest, 0, &match->players[0], &match->players[1], &score, &error))
        return command_fail(match->contest.arguments, "%s", error.text);
    write_score(match, &score);
    if (atomic_load(&interrupt_raised))
        contest_interrupted(&match->contest);
    return STATUS_DONE;
}

static bool read_own_limits(struct match_command *match, int player, const char *option,
                            struct error *error)
{
    const char *text = arguments_value(match->contest.arguments, option);
    return !text ||
           mind_limits_read(text, strlen(text), &match->contest.plan.own_limits[player], error) ||
           error_prefix(error, "--%s: ", option);
}

static bool read_own_clock(struct match_command *match, int player, const char *option,
                           struct error *error)
{
    const char *text = arguments_value(match->contest.arguments, option);
    struct match_clock *clock = &match->contest.clocks[player];
    return !text || arguments_clock(text, &clock->left, &clock->increment, error) ||
           error_prefix(error, "--%s: ", option);
}

static bool read_sprt(struct match_command *match, struct error *error)
{
    const struct arguments *arguments = match->contest.arguments;
    struct sprt *sprt = &match->sprt;
    *sprt = (struct sprt){.alpha = SPRT_CHANCE, .beta = SPRT_CHANCE};
    match->testing = arguments_two_numbers(arguments, "sprt", &sprt->elo0, &sprt->elo1, error);
    if (!match->testing)
        return error->text[0] == 0;
    if (!arguments_decimal(arguments, "alpha", 0.001, 0.499, &sprt->alpha, error) ||
        !arguments_decimal(arguments, "beta", 0.001, 0.499, &sprt->beta, error))
        return false;
    if (!(sprt->elo0 < sprt->elo1) || fabs(sprt->elo0) > 1000 || fabs(sprt->elo1) > 1000)
        return error_set(error, "--sprt: expected two numbers of Elo from -1000 to 1000, the "
                                "smaller one first");
    match->contest.judge = judge;
    match->state = sprt_judge(sprt, &(struct match_score){0});
    return true;
}

static bool prepare(struct match_command *match, const struct arguments *arguments,
                    struct error *error)
{
    struct contest *contest = &match->contest;
    return contest_open(contest, arguments, 3, error) &&
           contest_player(contest, arguments->word[1], &match->players[0], error) &&
           contest_player(contest, arguments->word[2], &match->players[1], error) &&
           read_own_limits(match, 0, "limits-a", error) &&
           read_own_limits(match, 1, "limits-b", error) &&
           read_own_clock(match, 0, "clock-a", error) &&
           read_own_clock(match, 1, "clock-b", error) && read_sprt(match, error) &&
           contest_begin(contest, match->players, 2, 1, error);
}

static enum status run(const struct arguments *arguments)
{
    static struct match_command match;
    struct error error;
    enum status status =
        prepare(&match, arguments, &error) ? play_match(&match) : command_error(arguments, &error);
    contest_close(&match.contest);
    return status;
}

static bool spreads(const struct arguments *arguments)
{
    (void)arguments;
    return true;
}

static const struct command_option options[] = {
    {"games", "NUMBER", "number of games; if even, both play each side equally often (100)"},
    {"limits-a", "LIMITS", "A's own limits, such as time=0.1 or depth=6,nodes=1000"},
    {"limits-b", "LIMITS", "B's own limits"},
    {"clock-a", "LEFT[+MORE]", "A's own clock, such as 60+0.5"},
    {"clock-b", "LEFT[+MORE]", "B's own clock"},
    {"sprt", "ELO0 ELO1", "stop as soon as it is clear whether A is ELO1 or only ELO0 stronger"},
    {"alpha", "CHANCE", "chance that --sprt wrongly says ELO1 (0.05)"},
    {"beta", "CHANCE", "chance that --sprt wrongly says ELO0 (0.05)"},
    CONTEST_OPTIONS,
    {0},
};

extern const struct command command_match;

const struct command command_match = {
    .name = "match",
    .usage = "GAME A B [POSITION]",
    .summary = "games between two players, with score and Elo",
    .examples = "  potez match connect4 alphabeta:4 random --games 200\n"
                "  potez match connect4 best:time=0.1 alphabeta:6 --json\n"
                "  potez match connect4 alphabeta:6 alphabeta:4 --openings lines.txt\n"
                "  potez match mill best alphabeta:4 --games 2000 --sprt 0 10 --resume m.log\n"
                "  potez match othello best 'nboard:edax -nboard' --limits-a time=0.1\n"
                "  potez match othello best level:8 --clock 10+0.1 --concurrency 2 --exact\n"
                "  potez match othello edax best --engines engines.ini --resign 3 20\n",
    .text = "Every opening is played twice, with the sides exchanged. Scores are from A's view;\n"
            "the error of Elo is that of a 95 % interval, from the results of pairs. The same\n"
            "seed gives the same games on any number of threads, unless a player is limited by\n"
            "time. A player may be another program: engine:COMMAND (docs/protocol.md) and, for\n"
            "Othello, nboard:COMMAND and gtp:COMMAND; if it fails or gives an illegal move, it\n"
            "loses that game.\n",
    .options = options,
    .takes = COMMAND_TAKES_GAME | COMMAND_TAKES_THINK,
    .least = 3,
    .most = 4,
    .run = run,
    .spreads = spreads,
};
