/* The command "solve": the proved value of a position, or of every position of a file. */
#include "minds/tell.h"
#include "ports/cli/answer.h"
#include "ports/cli/chooser.h"
#include "ports/cli/file.h"
#include "ports/cli/game.h"
#include "ports/cli/interrupt.h"
#include "ports/cli/json_line.h"
#include "ports/cli/progress.h"
#include <inttypes.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

enum { TABLE = 64 << 20 };
#define FILE_MOST ((size_t)256 << 20)

struct solving {
    const struct arguments *arguments;
    const struct opened *opened; /* the game and its options */
    struct chooser *chooser;
    void *position; /* of a line of a file */
    void *memory;   /* for its session */
    size_t bytes;
};

/* The answer, or NULL with an error. */
static struct inquiry *solve_one(struct solving *solving, const struct session *session,
                                 struct error *error)
{
    if (!solving->chooser->keep_table)
        think_forget(&solving->chooser->thinker);
    struct inquiry *inquiry = chooser_ask(solving->chooser, session, error);
    if (inquiry && inquiry_run(inquiry, error))
        return inquiry;
    inquire_close(inquiry);
    return NULL;
}

static void print_value(const struct inquiry *inquiry, const struct mind_answer *answer)
{
    if (answer->exact)
        answer_print_value(inquiry, answer);
    else
        printf("not proved");
}

static void print_solved(const struct arguments *arguments, const struct inquiry *inquiry)
{
    print_value(inquiry, &inquiry->answer);
    putchar('\n');
    for (int i = 0; i < inquiry->finding_count; i++) {
        printf("  ");
        answer_print_move(inquiry, inquiry->findings[i].move, 8);
        putchar(' ');
        print_value(inquiry, &inquiry->findings[i].answer);
        putchar('\n');
    }
    if (arguments->quiet)
        return;
    if (inquiry->answer.line_length)
        answer_print_line(inquiry, &inquiry->answer);
    printf("nodes %" PRIu64 "\n", inquiry->nodes);
}

static void show_progress(void *listener, const struct inquiry *inquiry)
{
    uint64_t proved = 0;
    for (int i = 0; i < inquiry->finding_count; i++)
        proved += inquiry->findings[i].answer.exact;
    progress_show(listener, proved, "proved");
}

/* A proof can be of any size, so without --all-moves there is no share of it to show. */
static void begin_progress(struct solving *solving, struct progress *progress)
{
    struct inquiry_question *question = &solving->chooser->question;
    uint32_t moves[GAME_MOVES_MAX];
    int count = question->every ? session_moves(solving->opened->session, moves) : 0;
    if (count) {
        progress_begin(progress, "moves", (uint64_t)count, solving->arguments->quiet);
        question->report = show_progress;
        question->listener = progress;
    } else {
        progress_begin_uncounted(progress, "proving", solving->arguments->quiet);
    }
    progress_limit(progress, question->limits.microseconds);
}

static enum status report_position(struct solving *solving)
{
    struct error error;
    struct progress progress;
    begin_progress(solving, &progress);
    struct inquiry *inquiry = solve_one(solving, solving->opened->session, &error);
    progress_end(&progress);
    if (inquiry && atomic_load(&interrupt_raised))
        fputs("stopped; nothing was saved, the same command begins again\n", stderr);
    if (!inquiry)
        return command_fail(solving->arguments, "%s", error.text);
    if (solving->arguments->json) {
        struct json_out json;
        json_line_begin(&json, stdout);
        tell_inquiry(&json, inquiry);
        json_line_end(&json);
    } else {
        print_solved(solving->arguments, inquiry);
    }
    bool proved = inquiry->answer.exact;
    inquire_close(inquiry);
    if (!proved)
        fputs("not proved within the limits\n", stderr);
    return proved ? STATUS_DONE : STATUS_NO;
}

/* A line of a file: the mind's own form, or position text, ";" and a value. */
static bool problem_read(struct solving *solving, const char *line, size_t length,
                         struct mind_problem *problem, struct error *error)
{
    const struct opened *opened = solving->opened;
    const struct mind *mind = mind_of(opened->game);
    *problem = (struct mind_problem){.position = solving->position};
    if (mind->problem_read)
        return mind->problem_read(&opened->setup, line, length, problem, error);
    size_t end = 0;
    while (end < length && line[end] != ';')
        end++;
    size_t text = end;
    while (text > 0 && (line[text - 1] == ' ' || line[text - 1] == '\t'))
        text--;
    if (!opened->game->position_read(&opened->setup, line, text, solving->position, error))
        return false;
    if (end == length)
        return true;
    char *rest;
    char number[32];
    size_t digits = length - end - 1 < sizeof number - 1 ? length - end - 1 : sizeof number - 1;
    memcpy(number, line + end + 1, digits);
    number[digits] = 0;
    double value = strtod(number, &rest);
    if (rest == number)
        return error_set(error, "column %zu: expected a value after \";\"", end + 2);
    problem->stated = true;
    problem->score = (int32_t)(value * 100 + (value < 0 ? -0.5 : 0.5));
    return true;
}

struct solve_sums {
    uint64_t positions, wrong, nodes;
    double seconds, slowest;
};

static void write_problem(const struct solving *solving, const struct mind_problem *problem,
                          const struct inquiry *inquiry, const char *line, size_t length, bool ok)
{
    if (solving->arguments->json) {
        struct json_out json;
        json_line_begin(&json, stdout);
        json_out_part(&json, "position", line, length);
        tell_inquiry(&json, inquiry);
        if (problem->stated)
            json_out_boolean(&json, "ok", ok);
        json_line_end(&json);
    } else if (!solving->arguments->quiet || (problem->stated && !ok)) {
        printf("%-44.*s ", (int)length, line);
        print_value(inquiry, &inquiry->answer);
        printf("%s\n", !problem->stated ? "" : ok ? "  ok" : "  WRONG");
    }
}

static void write_sums(const struct solving *solving, const struct solve_sums *sums)
{
    double count = sums->positions ? (double)sums->positions : 1;
    if (solving->arguments->json) {
        struct json_out json;
        json_line_begin(&json, stdout);
        json_out_unsigned(&json, "positions", sums->positions);
        json_out_unsigned(&json, "wrong", sums->wrong);
        json_out_number(&json, "nodes_mean", (double)sums->nodes / count, 1);
        json_out_number(&json, "seconds_mean", sums->seconds / count, 9);
        json_out_number(&json, "seconds_total", sums->seconds, 6);
        json_out_number(&json, "seconds_most", sums->slowest, 6);
        json_line_end(&json);
        return;
    }
    printf("%" PRIu64 " positions, %" PRIu64
           " wrong, %.1f nodes and %.3f ms per position, %.3f s\n",
           sums->positions, sums->wrong, (double)sums->nodes / count, sums->seconds / count * 1e3,
           sums->seconds);
}

static bool is_score(const struct mind_answer *answer, int32_t score)
{
    return answer->exact && answer->score == score;
}

/* With --all-moves every move whose score is stated must have it. */
static bool moves_agree(const struct mind_problem *problem, const struct inquiry *inquiry)
{
    for (int i = 0; inquiry->finding_count && i < problem->move_count; i++) {
        bool found = false;
        for (int k = 0; k < inquiry->finding_count; k++)
            found |= inquiry->findings[k].move == problem->moves[i].move &&
                     is_score(&inquiry->findings[k].answer, problem->moves[i].score);
        if (!found)
            return false;
    }
    return true;
}

/* Solves what a line says and adds it to the sums. */
static enum status solve_line(struct solving *solving, const char *where, int number,
                              const char *line, size_t length, struct solve_sums *sums)
{
    const struct opened *opened = solving->opened;
    struct mind_problem problem;
    struct error error;
    if (!problem_read(solving, line, length, &problem, &error))
        return command_refuse(solving->arguments, "%s: line %d: %s", where, number, error.text);
    const struct session *session = session_start(opened->game, &opened->setup, solving->position,
                                                  solving->memory, solving->bytes);
    struct inquiry *inquiry = solve_one(solving, session, &error);
    if (!inquiry)
        return command_fail(solving->arguments, "%s", error.text);
    double seconds = tell_seconds(inquiry);
    bool ok = is_score(&inquiry->answer, problem.score) && moves_agree(&problem, inquiry);
    sums->positions++;
    sums->wrong += problem.stated && !ok;
    sums->nodes += inquiry->nodes;
    sums->seconds += seconds;
    sums->slowest = seconds > sums->slowest ? seconds : sums->slowest;
    write_problem(solving, &problem, inquiry, line, length, ok);
    inquire_close(inquiry);
    return STATUS_DONE;
}

/* Lines that are to be solved. */
static uint64_t count_lines(const char *text, size_t length)
{
    uint64_t count = 0;
    for (size_t i = 0; i < length; i++)
        count +=
            (i == 0 || text[i - 1] == '\n') && text[i] != '\n' && text[i] != '\r' && text[i] != '#';
    return count;
}

static enum status solve_lines(struct solving *solving, const char *path, const char *text,
                               size_t length, struct solve_sums *sums)
{
    struct progress progress;
    enum status status = STATUS_DONE;
    progress_begin(&progress, "positions", count_lines(text, length), solving->arguments->quiet);
    size_t at = 0;
    for (int number = 1; status == STATUS_DONE && at < length && !atomic_load(&interrupt_raised);
         number++) {
        const char *line = text + at, *end = memchr(line, '\n', length - at);
        size_t size = end ? (size_t)(end - line) : length - at;
        at += size + 1;
        while (size > 0 && (line[size - 1] == '\r' || line[size - 1] == ' '))
            size--;
        if (size == 0 || line[0] == '#')
            continue;
        progress_wipe(&progress);
        status = solve_line(solving, path, number, line, size, sums);
        progress_show(&progress, sums->positions, "");
    }
    progress_end(&progress);
    return status;
}

static enum status report_file(struct solving *solving, const char *path)
{
    struct error error;
    size_t length;
    char *text = file_read(path, FILE_MOST, &length, &error);
    if (!text)
        return command_error(solving->arguments, &error);
    struct solve_sums sums = {0};
    think_warm(&solving->chooser->thinker);
    solving->chooser->question.value_only = true;
    solving->bytes = session_bytes(solving->opened->game, &solving->opened->setup, 0);
    solving->memory = command_memory(solving->bytes);
    solving->position = command_memory(position_size(solving->opened));
    enum status status = solve_lines(solving, path, text, length, &sums);
    if (status == STATUS_DONE) {
        write_sums(solving, &sums);
        status = sums.wrong ? STATUS_NO : STATUS_DONE;
        if (atomic_load(&interrupt_raised))
            fprintf(stderr, "stopped after %" PRIu64 " positions; the same command begins again\n",
                    sums.positions);
    }
    free(solving->position);
    free(solving->memory);
    free(text);
    return status;
}

static enum status solve(const struct arguments *arguments, const struct opened *opened)
{
    static struct chooser chooser;
    const char *path = arguments_value(arguments, "file");
    struct solving solving = {.arguments = arguments, .opened = opened, .chooser = &chooser};
    struct error error;
    if (!chooser_read(&chooser, arguments, opened, TABLE, 0, &error) ||
        !chooser_player(&chooser, arguments, opened->game, INQUIRY_VALUE, &error))
        return command_error(arguments, &error);
    if (!mind_of(opened->game)->solve)
        return command_refuse(arguments, "%s has no solver", opened->game->name);
    if (!chooser_open(&chooser, arguments->threads, &error))
        return command_fail(arguments, "%s", error.text);
    chooser.question.every = arguments_has(arguments, "all-moves");
    enum status status = path ? report_file(&solving, path) : report_position(&solving);
    chooser_close(&chooser);
    return status;
}

static enum status run_solve(const struct arguments *arguments)
{
    struct opened opened;
    struct error error;
    const struct game *game = position_find_game(arguments->word[0], NULL);
    const char *path = arguments_value(arguments, "file");
    const struct cli_levels *levels = game ? cli_game_of(game)->levels : NULL;
    if (levels && path)
        return levels->solve_file(arguments, path);
    if (!position_read(&opened, arguments, 0, 1, &error))
        return command_error(arguments, &error);
    levels = cli_game_of(opened.game)->levels;
    enum status status = levels ? levels->solve(arguments, &opened) : solve(arguments, &opened);
    opened_close(&opened);
    return status;
}

static const struct command_option options[] = {
    {"all-moves", NULL, "also give the proved score of every move"},
    {"file", "FILE", "solve every line of FILE; a value stated there is checked"},
    {0},
};

extern const struct command command_solve;

const struct command command_solve = {
    .name = "solve",
    .usage = "GAME [POSITION]",
    .summary = "the proved value of a position",
    .examples = "  potez solve connect4 moves:4453\n"
                "  potez solve connect4 moves:4453 --all-moves --json\n"
                "  potez solve connect4 --file positions.txt --threads 1 --keep-table no\n",
    .text = "The score is the game's own, from the point of view of the side to move. A line\n"
            "of a file is MOVES [SCORE] for connect4, else position text and perhaps \";\"\n"
            "and the value. The last line gives sums; the exit status is 1 when a stated\n"
            "value was wrong.\n",
    .options = options,
    .takes = COMMAND_TAKES_GAME | COMMAND_TAKES_THINK,
    .least = 1,
    .most = 3,
    .run = run_solve,
};
