/* The commands "level solve" and "verify": solving levels, and certificates of what was found.

   A certificate (minds/zr2/certificate.h) names the level by a hash of its text, and has the walk,
   its points, the bound and the kind of proof. verify trusts none of it: it replays the walk by the
   rules and derives the bound again, and where that takes longer than allowed it says what it has
   taken on trust. */
#include "base/clock.h"
#include "minds/zr2/certificate.h"
#include "minds/zr2/tell_level.h"
#include "minds/zr2/tree.h"
#include "ports/cli/chooser.h"
#include "ports/cli/file.h"
#include "ports/cli/interrupt.h"
#include "ports/cli/zr2/level.h"
#include <inttypes.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <time.h>

#define MEMORY ((size_t)1 << 30) /* taken from the system only as far as it is used */
#define CERTIFICATE_MOST ((size_t)64 << 20)

/* --- What the parts share --------------------------------------------------------------------- */

void level_show_progress(void *listener, const struct zr2_solution *solution)
{
    struct level_work *work = listener;
    char note[80];
    snprintf(note, sizeof note, "%d points, at most %d", (int)solution->points,
             (int)solution->bound);
    progress_show(&work->progress, solution->nodes, note);
}

bool level_work_open(struct level_work *work, const struct arguments *arguments,
                     const struct opened *level, double seconds, struct error *error)
{
    size_t least = zr2_solve_memory(level->level), bytes = least > MEMORY ? least : MEMORY;
    *work = (struct level_work){
        .arguments = arguments, .level = level, .started = clock_microseconds()};
    if (!arguments_limits(arguments, &work->limits, error) ||
        !arguments_size(arguments, "table", &bytes, error) ||
        !chooser_databases(arguments, level, error))
        return false;
    struct player solver;
    const struct inquiry_terms terms = {.limits = work->limits};
    if (!inquiry_player(mind_of(level->game), NULL, 0, &solver, error) ||
        !inquiry_limits(INQUIRY_VALUE, &solver, &terms, &work->limits, error))
        return false;
    if (arguments_value(arguments, "player")) {
        work->player = arguments_value(arguments, "player");
        if (strcmp(work->player, "best") == 0)
            work->player = NULL;
        else if (strcmp(work->player, "dfs") != 0 && strcmp(work->player, "dfss") != 0)
            return error_set(error, "--player: expected best, dfs or dfss, found \"%s\"",
                             work->player);
    }
    if (!work->limits.microseconds && !work->limits.nodes)
        work->limits.microseconds = (uint64_t)(seconds * 1e6);
    work->task = (struct zr2_solve_task){.level = level->level,
                                         .board = session_position(level->session),
                                         .closed = ZR2_NO_CELL,
                                         .memory = malloc(bytes),
                                         .bytes = bytes,
                                         .microseconds = work->limits.microseconds,
                                         .nodes = work->limits.nodes,
                                         .stop = &interrupt_raised,
                                         .seed = arguments->seed,
                                         .report = level_show_progress,
                                         .listener = work};
    if (!work->task.memory)
        return error_machine(
            error, "%zu bytes of memory are not available; ask for less with --table", bytes);
    interrupt_watch();
    return true;
}

void level_work_close(struct level_work *work)
{
    free(work->task.memory);
}

void level_work_left(struct level_work *work)
{
    uint64_t gone = clock_microseconds() - work->started, all = work->limits.microseconds;
    work->task.microseconds = all == 0 ? 0 : gone < all ? all - gone : 1;
}

void level_work_solve(struct level_work *work, struct zr2_solution *solution)
{
    progress_begin(&work->progress, "positions", work->limits.nodes, work->arguments->quiet);
    progress_limit(&work->progress, work->limits.microseconds);
    clock_t before = clock();
    if (work->player)
        zr2_tree(&work->task, strcmp(work->player, "dfss") == 0, solution);
    else
        zr2_solve(&work->task, solution);
    work->processor = (double)(clock() - before) / CLOCKS_PER_SEC;
    progress_end(&work->progress);
    if (atomic_load(&interrupt_raised))
        fputs("stopped; what was found so far follows\n", stderr);
}

static int32_t points_before(const struct level_work *work)
{
    return zr2_points(work->task.level, work->task.board);
}

/* --- solve ------------------------------------------------------------------------------------ */

static char *level_text(const struct zr2_level *level, size_t *size)
{
    struct text text;
    text_init(&text, NULL, 0);
    zr2_level_write(level, &text);
    *size = text.length + 1;
    return command_memory(*size);
}

static uint64_t level_hash(const struct zr2_level *level)
{
    size_t size;
    char *buffer = level_text(level, &size);
    uint64_t hash = zr2_certificate_level(level, buffer, size);
    free(buffer);
    return hash;
}

static bool write_certificate(const struct level_work *work, const struct zr2_solution *solution,
                              const char *path, struct error *error)
{
    uint64_t hash = level_hash(work->task.level);
    struct text text;
    text_init(&text, NULL, 0);
    zr2_certificate_write(hash, solution, &text);
    size_t size = text.length + 1;
    char *buffer = command_memory(size);
    text_init(&text, buffer, size);
    zr2_certificate_write(hash, solution, &text);
    bool good = file_write(path, buffer, text.length, error);
    free(buffer);
    return good;
}

static void print_solution(const struct level_work *work, const struct zr2_solution *solution)
{
    int32_t before = points_before(work);
    printf("%s: %d points", position_level_source(work->arguments->word[1]),
           (int)(before + solution->points));
    if (solution->proved)
        printf(", proved (%s): the most there are%s\n", zr2_proof_name(solution->proof),
               before + solution->points == work->task.level->sum ? ", nothing is left" : "");
    else
        printf(" found, at most %d (%s): a gap of %d\n", (int)(before + solution->bound),
               zr2_proof_name(solution->proof), (int)(solution->bound - solution->points));
    if (work->arguments->quiet)
        return;
    printf("moves:");
    for (int32_t i = 0; i < solution->length; i++)
        printf(i ? ",%d" : "%d", (int)solution->path[i]);
    printf("\n%" PRIu64 " nodes, %.6f s, %s\n", solution->nodes,
           (double)solution->microseconds / 1e6, solution->method);
}

enum status level_solve(const struct arguments *arguments, const struct opened *level)
{
    struct level_work work;
    struct error error;
    struct zr2_solution solution;
    const char *path = arguments_value(arguments, "certificate");
    if (path && session_ply(level->session))
        return command_refuse(arguments,
                              "--certificate: a certificate is of a whole level, without moves");
    if (!level_work_open(&work, arguments, level, 0, &error))
        return command_error(arguments, &error);
    level_work_solve(&work, &solution);
    enum status status = solution.proved ? STATUS_DONE : STATUS_NO;
    if (arguments->json) {
        struct json_out json;
        json_line_begin(&json, stdout);
        tell_level_solution(&json, &work.task, &solution);
        json_out_number(&json, "processor", work.processor, 6);
        json_line_end(&json);
    } else {
        print_solution(&work, &solution);
    }
    if (path && !write_certificate(&work, &solution, path, &error))
        status = command_fail(arguments, "%s", error.text);
    level_work_close(&work);
    return status;
}

/* --- verify ----------------------------------------------------------------------------------- */

struct verdict {
    struct zr2_certificate certificate;
    bool same_level, walk, points, bound, trusted;
    const char *how; /* the bound was derived again, or what was taken on trust */
};

/* Derives the bound again: cheaply if that does, else with the solver's work within its limits. */
static void verify_bound(struct level_work *work, struct verdict *verdict)
{
    const struct zr2_certificate *certificate = &verdict->certificate;
    const enum zr2_proof cheap[] = {ZR2_PROOF_SUM, ZR2_PROOF_FLOW};
    for (int i = 0; i < 2; i++)
        if (zr2_bound(work->task.level, work->task.board, cheap[i], work->task.memory,
                      work->task.bytes) <= certificate->bound) {
            verdict->bound = true;
            verdict->how = i ? "the bound was derived again by flow"
                             : "the bound was derived again by the sum within reach";
            return;
        }
    struct zr2_solution solution;
    level_work_solve(work, &solution);
    verdict->bound = solution.bound <= certificate->bound;
    if (verdict->bound) {
        verdict->how = "the bound was derived again by solving the level once more";
    } else if (solution.points > certificate->bound) {
        verdict->how = "the bound is wrong: a walk makes more points";
    } else {
        verdict->bound = verdict->trusted = true;
        verdict->how = "the bound was taken on trust: deriving it again takes longer (--time)";
    }
}

static bool verify(struct level_work *work, const char *text, size_t length,
                   struct verdict *verdict, struct error *error)
{
    struct zr2_certificate *certificate = &verdict->certificate;
    if (!zr2_certificate_read(text, length, certificate, error))
        return false;
    int32_t *path = command_memory(((size_t)certificate->steps + 1) * sizeof *path);
    bool good = zr2_certificate_path(text, length, certificate, path, error);
    if (good) {
        struct zr2 *board = command_memory(position_size(work->level));
        memcpy(board, session_position_at(work->level->session, 0), position_size(work->level));
        verdict->same_level = certificate->level == level_hash(work->task.level);
        verdict->walk =
            zr2_replay(work->task.level, board, path, certificate->steps) == certificate->steps;
        verdict->points = zr2_points(work->task.level, board) == certificate->points;
        if (verdict->same_level)
            verify_bound(work, verdict);
        free(board);
    }
    free(path);
    return good;
}

static enum status report_verdict(const struct level_work *work, const struct verdict *verdict)
{
    const struct zr2_certificate *certificate = &verdict->certificate;
    bool good = verdict->same_level && verdict->walk && verdict->points && verdict->bound;
    bool proof = good && certificate->points == certificate->bound;
    if (work->arguments->json) {
        struct json_out json;
        json_line_begin(&json, stdout);
        json_out_boolean(&json, "ok", good);
        json_out_boolean(&json, "same_level", verdict->same_level);
        json_out_boolean(&json, "walk", verdict->walk);
        json_out_boolean(&json, "points_right", verdict->points);
        json_out_boolean(&json, "bound_right", verdict->bound);
        json_out_boolean(&json, "trusted", verdict->trusted);
        json_out_integer(&json, "points", certificate->points);
        json_out_integer(&json, "bound", certificate->bound);
        json_out_text(&json, "proof", zr2_proof_name(certificate->proof));
        json_out_text(&json, "how", verdict->how);
        json_line_end(&json);
    } else if (!verdict->same_level) {
        printf("the certificate is of another level\n");
    } else {
        printf("the walk of %d steps %s\n", (int)certificate->steps,
               !verdict->walk     ? "cannot be walked"
               : !verdict->points ? "makes other points than the certificate says"
                                  : "was replayed and makes its points");
        printf("%s\n", verdict->how);
        printf("%s: %d points%s\n", good ? "verified" : "NOT verified", (int)certificate->points,
               proof ? " are the most there are" : "");
    }
    return good ? STATUS_DONE : STATUS_NO;
}

enum status level_verify(const struct arguments *arguments, const struct opened *level)
{
    struct level_work work;
    struct error error;
    struct verdict verdict = {.how = NULL};
    size_t length;
    if (arguments->word_count < 3)
        return command_refuse(arguments, "expected level verify LEVEL CERTIFICATE");
    char *text = file_read(arguments->word[2], CERTIFICATE_MOST, &length, &error);
    if (!text || !level_work_open(&work, arguments, level, 10, &error))
        return command_error(arguments, &error);
    enum status status;
    if (verify(&work, text, length, &verdict, &error)) {
        status = report_verdict(&work, &verdict);
    } else {
        error_prefix(&error, "%s: ", arguments->word[2]);
        status = command_error(arguments, &error);
    }
    free(text);
    level_work_close(&work);
    return status;
}

/* --- Files of levels -------------------------------------------------------------------------- */

struct level_sums {
    uint64_t levels, wrong, nodes;
    double seconds;
};

static bool solve_line(const struct arguments *arguments, const char *path, struct level_sums *sums,
                       struct error *error)
{
    struct arguments named = *arguments;
    struct opened level;
    struct level_work work;
    struct zr2_solution solution;
    named.word[1] = path;
    named.word_count = 2;
    if (!position_read(&level, &named, 0, 1, error))
        return false;
    bool open = level_work_open(&work, arguments, &level, 0, error);
    if (open) {
        level_work_solve(&work, &solution);
        int32_t target = work.task.level->target;
        bool ok = solution.proved && solution.points == target;
        sums->levels++;
        sums->nodes += solution.nodes;
        sums->seconds += (double)solution.microseconds / 1e6;
        sums->wrong += target > 0 && !ok;
        if (arguments->json) {
            struct json_out json;
            json_line_begin(&json, stdout);
            json_out_text(&json, "level", path);
            tell_level_solution(&json, &work.task, &solution);
            if (target > 0)
                json_out_boolean(&json, "ok", ok);
            json_line_end(&json);
        } else {
            printf("%-40s %5d of %5d %s%s\n", path, (int)solution.points, (int)solution.bound,
                   solution.proved ? "proved" : "open",
                   target == 0 ? ""
                   : ok        ? "  ok"
                               : "  WRONG");
        }
        level_work_close(&work);
    }
    opened_close(&level);
    return open;
}

static enum status report_sums(const struct arguments *arguments, const struct level_sums *sums)
{
    double count = sums->levels ? (double)sums->levels : 1;
    if (arguments->json) {
        struct json_out json;
        json_line_begin(&json, stdout);
        json_out_unsigned(&json, "positions", sums->levels);
        json_out_unsigned(&json, "wrong", sums->wrong);
        json_out_number(&json, "nodes_mean", (double)sums->nodes / count, 1);
        json_out_number(&json, "seconds_mean", sums->seconds / count, 9);
        json_out_number(&json, "seconds_total", sums->seconds, 6);
        json_line_end(&json);
    } else {
        printf("%" PRIu64 " levels, %" PRIu64 " wrong, %.1f nodes and %.3f ms a level\n",
               sums->levels, sums->wrong, (double)sums->nodes / count, sums->seconds / count * 1e3);
    }
    return sums->wrong ? STATUS_NO : STATUS_DONE;
}

enum status level_solve_file(const struct arguments *arguments, const char *path)
{
    struct error error;
    struct level_sums sums = {0};
    size_t length;
    char *text = file_read(path, CERTIFICATE_MOST, &length, &error);
    if (!text)
        return command_error(arguments, &error);
    enum status status = STATUS_DONE;
    char *line = text, *end = text + length;
    for (int number = 1; line < end && status == STATUS_DONE; number++) {
        size_t size = strcspn(line, "\r\n");
        char *next = line + size + (line + size < end);
        line[size] = 0;
        if (size > 0 && line[0] != '#' && !solve_line(arguments, line, &sums, &error)) {
            error_prefix(&error, "%s: line %d: ", path, number);
            status = command_error(arguments, &error);
        }
        line = next;
    }
    free(text);
    return status == STATUS_DONE ? report_sums(arguments, &sums) : status;
}
