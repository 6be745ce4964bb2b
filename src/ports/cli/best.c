/* The commands "best" and "analyse": what a player thinks of a position. */
#include "minds/tell.h"
#include "ports/cli/answer.h"
#include "ports/cli/chooser.h"
#include "ports/cli/interrupt.h"
#include "ports/cli/json_line.h"
#include "ports/cli/progress.h"
#include "ports/cli/review.h"
#include <inttypes.h>
#include <stdio.h>

enum { TABLE = 64 << 20, NODES = 2000000 };

static void show_progress(void *listener, const struct inquiry *inquiry)
{
    const struct mind_answer *answer = &inquiry->answer;
    char note[64];
    snprintf(note, sizeof note, "depth %d, score %.2f", answer->depth, answer->score / 100.0);
    progress_show(listener, inquiry->nodes, note);
}

/* Asks a question about the position and has the answer written. */
static enum status ask(const struct arguments *arguments, enum inquiry_kind kind, uint64_t nodes,
                       void (*write)(const struct arguments *, const struct inquiry *))
{
    static struct chooser chooser;
    struct opened opened;
    struct progress progress;
    struct error error;
    if (!position_read(&opened, arguments, 0, 1, &error))
        return command_error(arguments, &error);
    enum status status = STATUS_DONE;
    struct inquiry *inquiry = NULL;
    if (!chooser_read(&chooser, arguments, &opened, TABLE, nodes, &error) ||
        !chooser_player(&chooser, arguments, opened.game, kind, &error))
        status = command_error(arguments, &error);
    else if (!chooser_open(&chooser, arguments->threads, &error))
        status = command_fail(arguments, "%s", error.text);
    else {
        const struct mind_limits *limits = &chooser.question.limits;
        progress_begin(&progress, "positions", limits->nodes, arguments->quiet);
        progress_limit(&progress, chooser_most(&chooser));
        chooser.question.forget = kind == INQUIRY_MOVES && !chooser.keep_table;
        chooser.question.report = show_progress;
        chooser.question.listener = &progress;
        inquiry = chooser_ask(&chooser, opened.session, &error);
        bool good = inquiry && inquiry_run(inquiry, &error);
        progress_end(&progress);
        if (good)
            write(arguments, inquiry);
        else
            status = inquiry ? command_fail(arguments, "%s", error.text)
                             : command_error(arguments, &error);
    }
    inquire_close(inquiry);
    chooser_close(&chooser);
    opened_close(&opened);
    return status;
}

static void write_best(const struct arguments *arguments, const struct inquiry *inquiry)
{
    const struct mind_answer *answer = &inquiry->answer;
    if (atomic_load(&interrupt_raised))
        fputs("stopped; this is the best found so far, and the same command begins anew\n", stderr);
    if (arguments->json) {
        struct json_out json;
        json_line_begin(&json, stdout);
        tell_inquiry(&json, inquiry);
        json_line_end(&json);
        return;
    }
    answer_print_move(inquiry, answer->move, 0);
    putchar('\n');
    if (arguments->quiet)
        return;
    fputs("score ", stdout);
    answer_print_value(inquiry, answer);
    printf("\ndepth %d  nodes %" PRIu64 "\n", answer->depth, inquiry->nodes);
    answer_print_line(inquiry, answer);
    answer_print_explanation(inquiry, answer, "", "\n");
}

static enum status run_best(const struct arguments *arguments)
{
    return ask(arguments, INQUIRY_MOVE, NODES, write_best);
}

static void write_finding(const struct arguments *arguments, const struct inquiry *inquiry,
                          int index)
{
    const struct inquiry_finding *finding = &inquiry->findings[index];
    if (arguments->json) {
        struct json_out json;
        json_line_begin(&json, stdout);
        tell_finding(&json, inquiry, index);
        json_line_end(&json);
        return;
    }
    answer_print_move(inquiry, finding->move, 8);
    putchar(' ');
    answer_print_value(inquiry, &finding->answer);
    if (!arguments->quiet)
        answer_print_explanation(inquiry, &finding->answer, "  ", "");
    putchar('\n');
}

static void write_findings(const struct arguments *arguments, const struct inquiry *inquiry)
{
    int looked = 0;
    for (int i = 0; i < inquiry->finding_count; i++) {
        if (inquiry->findings[i].answer.line_length == 0)
            continue; /* it was stopped before */
        write_finding(arguments, inquiry, i);
        looked++;
    }
    if (atomic_load(&interrupt_raised))
        fprintf(stderr, "stopped with %d of %d moves looked at; the same command begins again\n",
                looked, inquiry->finding_count);
}

static enum status run_analyse(const struct arguments *arguments)
{
    const char *whole = arguments_value(arguments, "game");
    return whole ? review_run(arguments, whole)
                 : ask(arguments, INQUIRY_MOVES, 4 * (uint64_t)NODES, write_findings);
}

static const struct command_option options[] = {
    {"player", "PLAYER", "who thinks, as potez games lists them (the strongest)"},
    {"level", "1..10", "a strength instead of a player"},
    {0},
};

static const struct command_option analyse_options[] = {
    {"player", "PLAYER", "who thinks, as potez games lists them (the strongest)"},
    {"level", "1..10", "a strength instead of a player"},
    {"game", "FILE", "a whole game, move by move: a saved one, moves, or GGF"},
    {"svg", "FILE", "with --game: the score as an SVG picture"},
    {"png", "FILE", "... as a PNG picture"},
    {"pdf", "FILE", "... as a PDF page"},
    {0},
};

extern const struct command command_best, command_analyse;

const struct command command_best = {
    .name = "best",
    .usage = "GAME [POSITION]",
    .summary = "the best move of a position",
    .examples = "  potez best connect4 moves:4453\n"
                "  potez best connect4 moves:4453 --time 2\n"
                "  potez best connect4 moves:4453 --player alphabeta:8 --threads 1 --json\n",
    .text = "Scores are from the point of view of the side to move, in the game's own unit.\n"
            "Without a limit a fixed number of positions is searched, so that the answer can\n"
            "be repeated.\n",
    .options = options,
    .takes = COMMAND_TAKES_GAME | COMMAND_TAKES_THINK,
    .least = 1,
    .most = 3,
    .run = run_best,
};

const struct command command_analyse = {
    .name = "analyse",
    .usage = "GAME [POSITION]",
    .summary = "every legal move with its score, best first",
    .examples = "  potez analyse connect4 moves:4453\n"
                "  potez analyse connect4 moves:4453 --depth 12 --json\n"
                "  potez analyse othello --game game.txt --depth 12 --svg score.svg\n",
    .text =
        "Limits of time and positions are for all moves together. With --game they are for each\n"
        "position, and what each move lost is shown.\n",
    .options = analyse_options,
    .takes = COMMAND_TAKES_GAME | COMMAND_TAKES_THINK,
    .least = 1,
    .most = 3,
    .run = run_analyse,
};
