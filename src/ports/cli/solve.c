/* The command "solve": the proved value of a position, or of every position of a file. */
#include "base/clock.h"
#include "ports/cli/chooser.h"
#include "ports/cli/file.h"
#include "ports/cli/interrupt.h"
#include "ports/cli/json.h"
#include "ports/cli/level.h"
#include "ports/cli/progress.h"
#include <inttypes.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

enum { TABLE = 64 << 20 };
#define FILE_MOST ((size_t)256 << 20)

struct solving {
    const struct arguments *arguments;
    struct position *position; /* the game and its options; `now` is what is solved */
    struct chooser chooser;
    struct thinker thinker;
    struct random random;
    bool all_moves;
    void *child;
};

/* One legal move with its proved value, seen by the side that makes it. */
struct solved_move {
    uint32_t move;
    struct mind_answer answer;
};

struct solved {
    struct mind_answer answer;
    double seconds;
    struct solved_move moves[GAME_MOVES_MAX];
    int move_count; /* with --all-moves */
};

static const char *outcome_word(int outcome)
{
    return outcome > 0 ? "win" : outcome < 0 ? "loss" : "draw";
}

static bool ask(struct solving *solving, const void *position, bool value_only,
                struct mind_answer *answer, struct error *error)
{
    struct mind_task task = chooser_task(&solving->chooser, solving->position, &solving->random);
    task.position = position;
    if (position != solving->position->now)
        task.earlier_count = 0;
    task.value_only = value_only;
    return think_solve(&solving->thinker, solving->chooser.mind, &task, answer, error);
}

/* The child's answer as the parent sees it. */
static void look_back(bool other_side, struct mind_answer *answer)
{
    if (other_side) {
        answer->score = -answer->score;
        if (answer->outcome != MIND_OUTCOME_OPEN)
            answer->outcome = (int8_t)-answer->outcome;
    }
    if (answer->plies >= 0)
        answer->plies++;
}

static bool solve_moves(struct solving *solving, struct solved *solved, struct error *error)
{
    const struct position *position = solving->position;
    const struct game *game = position->game;
    uint32_t moves[GAME_MOVES_MAX];
    int count = game->legal_moves(&position->setup, position->now, moves);
    int side = game->side_to_move(&position->setup, position->now);
    for (int i = 0; i < count; i++) {
        struct solved_move *found = &solved->moves[i];
        memcpy(solving->child, position->now, position->size);
        game->play(&position->setup, solving->child, moves[i]);
        found->move = moves[i];
        if (!ask(solving, solving->child, true, &found->answer, error))
            return false;
        solved->answer.nodes += found->answer.nodes;
        look_back(game->side_to_move(&position->setup, solving->child) != side, &found->answer);
    }
    solved->move_count = count;
    return true;
}

static bool solve_one(struct solving *solving, bool value_only, struct solved *solved,
                      struct error *error)
{
    solved->move_count = 0;
    if (!solving->chooser.keep_table)
        think_forget(&solving->thinker);
    uint64_t started = clock_microseconds();
    bool good = ask(solving, solving->position->now, value_only, &solved->answer, error) &&
                (!solving->all_moves || solve_moves(solving, solved, error));
    solved->seconds = (double)(clock_microseconds() - started) / 1e6;
    return good;
}

/* Whether a move keeps the value; without --all-moves only one of them is known. */
static void write_best(struct json *json, const struct solving *solving,
                       const struct solved *solved)
{
    const struct position *position = solving->position;
    char text[GAME_MOVE_TEXT];
    json_open(json, "best", '[');
    for (int i = 0; i < solved->move_count; i++) {
        const struct mind_answer *answer = &solved->moves[i].answer;
        if (answer->exact && answer->score == solved->answer.score)
            json_text(json, NULL,
                      position_move_text(position, position->now, solved->moves[i].move, text));
    }
    if (solved->move_count == 0 && solved->answer.move != GAME_NO_MOVE)
        json_text(json, NULL,
                  position_move_text(position, position->now, solved->answer.move, text));
    json_close(json);
}

static void write_line(struct json *json, const struct solving *solving,
                       const struct mind_answer *answer)
{
    const struct position *position = solving->position;
    memcpy(solving->child, position->now, position->size);
    for (int i = 0; i < answer->line_length; i++) {
        char text[GAME_MOVE_TEXT];
        if (!game_is_legal(position->game, &position->setup, solving->child, answer->line[i]))
            break;
        position_move_text(position, solving->child, answer->line[i], text);
        if (json)
            json_text(json, NULL, text);
        else
            printf(" %s", text);
        position->game->play(&position->setup, solving->child, answer->line[i]);
    }
}

static void json_value(struct json *json, const struct mind_answer *answer)
{
    bool proved = answer->exact && answer->outcome != MIND_OUTCOME_OPEN;
    json_text(json, "outcome", proved ? outcome_word(answer->outcome) : NULL);
    if (answer->exact)
        json_hundredths(json, "score", answer->score);
    else
        json_null(json, "score");
    if (answer->exact && answer->plies >= 0)
        json_integer(json, "plies", answer->plies);
    else
        json_null(json, "plies");
}

/* The members that a position has alone and in a file. */
static void json_solved(struct json *json, const struct solving *solving,
                        const struct solved *solved)
{
    const struct position *position = solving->position;
    json_value(json, &solved->answer);
    write_best(json, solving, solved);
    if (solved->answer.line_length) {
        json_open(json, "pv", '[');
        write_line(json, solving, &solved->answer);
        json_close(json);
    }
    if (solving->all_moves) {
        json_open(json, "moves", '{');
        for (int i = 0; i < solved->move_count; i++) {
            char text[GAME_MOVE_TEXT];
            const struct solved_move *found = &solved->moves[i];
            position_move_text(position, position->now, found->move, text);
            if (found->answer.exact)
                json_hundredths(json, text, found->answer.score);
            else
                json_null(json, text);
        }
        json_close(json);
    }
    json_unsigned(json, "nodes", solved->answer.nodes);
    json_number(json, "seconds", solved->seconds, 6);
}

static void print_value(const struct mind_answer *answer)
{
    if (!answer->exact) {
        printf("not proved");
        return;
    }
    printf("%s %c%d",
           answer->outcome == MIND_OUTCOME_OPEN ? "score" : outcome_word(answer->outcome),
           answer->score < 0 ? '-' : '+', abs(answer->score) / 100);
    if (answer->plies >= 0)
        printf(" in %d", answer->plies);
}

static void print_solved(const struct solving *solving, const struct solved *solved)
{
    const struct position *position = solving->position;
    print_value(&solved->answer);
    printf("\n");
    for (int i = 0; i < solved->move_count; i++) {
        char text[GAME_MOVE_TEXT];
        printf("  %-8s ", position_move_text(position, position->now, solved->moves[i].move, text));
        print_value(&solved->moves[i].answer);
        printf("\n");
    }
    if (solving->arguments->quiet)
        return;
    if (solved->answer.line_length) {
        printf("line");
        write_line(NULL, solving, &solved->answer);
        printf("\n");
    }
    printf("nodes %" PRIu64 "\n", solved->answer.nodes);
}

static enum status report_position(struct solving *solving)
{
    struct solved *solved = command_memory(sizeof *solved);
    struct error error;
    enum status status = STATUS_DONE;
    if (!solve_one(solving, false, solved, &error)) {
        status = command_fail(solving->arguments, "%s", error.text);
    } else if (solving->arguments->json) {
        struct json json;
        json_begin(&json, stdout);
        json_solved(&json, solving, solved);
        json_end(&json);
    } else {
        print_solved(solving, solved);
    }
    if (status == STATUS_DONE && !solved->answer.exact) {
        fputs("not proved within the limits\n", stderr);
        status = STATUS_NO;
    }
    free(solved);
    return status;
}

/* A line of a file into position->now: the mind's own form, or position text, ";" and a value. */
static bool problem_read(struct solving *solving, const char *line, size_t length,
                         struct mind_problem *problem, struct error *error)
{
    struct position *position = solving->position;
    const struct mind *mind = solving->chooser.mind;
    *problem = (struct mind_problem){.position = position->now};
    if (mind->problem_read)
        return mind->problem_read(&position->setup, line, length, problem, error);
    size_t end = 0;
    while (end < length && line[end] != ';')
        end++;
    size_t text = end;
    while (text > 0 && (line[text - 1] == ' ' || line[text - 1] == '\t'))
        text--;
    if (!position->game->position_read(&position->setup, line, text, position->now, error))
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

struct sums {
    uint64_t positions, wrong, nodes;
    double seconds, slowest;
};

static void write_problem(struct solving *solving, const struct mind_problem *problem,
                          const struct solved *solved, const char *line, size_t length, bool ok)
{
    if (solving->arguments->json) {
        struct json json;
        char *copy = command_memory(length + 1);
        memcpy(copy, line, length);
        json_begin(&json, stdout);
        json_text(&json, "position", copy);
        json_solved(&json, solving, solved);
        if (problem->stated)
            json_boolean(&json, "ok", ok);
        json_end(&json);
        free(copy);
    } else if (!solving->arguments->quiet || (problem->stated && !ok)) {
        printf("%-44.*s ", (int)length, line);
        print_value(&solved->answer);
        printf("%s\n", !problem->stated ? "" : ok ? "  ok" : "  WRONG");
    }
}

static void write_sums(const struct solving *solving, const struct sums *sums)
{
    double count = sums->positions ? (double)sums->positions : 1;
    if (solving->arguments->json) {
        struct json json;
        json_begin(&json, stdout);
        json_unsigned(&json, "positions", sums->positions);
        json_unsigned(&json, "wrong", sums->wrong);
        json_number(&json, "nodes_mean", (double)sums->nodes / count, 1);
        json_number(&json, "seconds_mean", sums->seconds / count, 9);
        json_number(&json, "seconds_total", sums->seconds, 6);
        json_number(&json, "seconds_most", sums->slowest, 6);
        json_end(&json);
        return;
    }
    printf("%" PRIu64 " positions, %" PRIu64 " wrong, nodes %.1f and %.3f ms a position, %.3f s\n",
           sums->positions, sums->wrong, (double)sums->nodes / count, sums->seconds / count * 1e3,
           sums->seconds);
}

/* With --all-moves every move whose score is stated must have it. */
static bool moves_agree(const struct mind_problem *problem, const struct solved *solved)
{
    for (int i = 0; solved->move_count && i < problem->move_count; i++) {
        bool found = false;
        for (int k = 0; k < solved->move_count; k++)
            found |= solved->moves[k].move == problem->moves[i].move &&
                     solved->moves[k].answer.exact &&
                     solved->moves[k].answer.score == problem->moves[i].score;
        if (!found)
            return false;
    }
    return true;
}

/* Solves the lines; false on a bad line or a failure of the machine, told in `status`. */
static bool solve_lines(struct solving *solving, const char *path, const char *text, size_t length,
                        struct sums *sums, enum status *status)
{
    struct solved *solved = command_memory(sizeof *solved);
    struct progress progress;
    struct error error;
    progress_begin(&progress, "positions", 0, solving->arguments->quiet);
    size_t at = 0;
    bool good = true;
    for (int number = 1; good && at < length && !atomic_load(&interrupt_raised); number++) {
        const char *line = text + at;
        size_t end = at;
        while (end < length && text[end] != '\n')
            end++;
        size_t size = end - at;
        while (size > 0 && (line[size - 1] == '\r' || line[size - 1] == ' '))
            size--;
        at = end + 1;
        if (size == 0 || line[0] == '#')
            continue;
        struct mind_problem problem;
        if (!problem_read(solving, line, size, &problem, &error)) {
            *status =
                command_refuse(solving->arguments, "%s: line %d: %s", path, number, error.text);
            good = false;
        } else if (!solve_one(solving, true, solved, &error)) {
            *status = command_fail(solving->arguments, "%s", error.text);
            good = false;
        } else {
            bool ok = solved->answer.exact && solved->answer.score == problem.score &&
                      moves_agree(&problem, solved);
            sums->positions++;
            sums->wrong += problem.stated && !ok;
            sums->nodes += solved->answer.nodes;
            sums->seconds += solved->seconds;
            if (solved->seconds > sums->slowest)
                sums->slowest = solved->seconds;
            write_problem(solving, &problem, solved, line, size, ok);
            progress_show(&progress, sums->positions, "");
        }
    }
    progress_end(&progress);
    free(solved);
    return good;
}

static enum status report_file(struct solving *solving, const char *path)
{
    struct error error;
    size_t length;
    char *text = file_read(path, FILE_MOST, &length, &error);
    if (!text)
        return command_refuse(solving->arguments, "%s", error.text);
    struct sums sums = {0};
    enum status status = STATUS_DONE;
    think_warm(&solving->thinker);
    if (solve_lines(solving, path, text, length, &sums, &status)) {
        write_sums(solving, &sums);
        status = sums.wrong ? STATUS_NO : STATUS_DONE;
        if (atomic_load(&interrupt_raised))
            fprintf(stderr, "stopped after %" PRIu64 " positions\n", sums.positions);
    }
    free(text);
    return status;
}

static enum status solve(const struct arguments *arguments, struct position *position)
{
    const char *path = arguments_value(arguments, "file");
    struct solving solving = {.arguments = arguments, .position = position};
    struct error error;
    if (!chooser_read(&solving.chooser, arguments, position->game, TABLE, 0, &error) ||
        !chooser_proof(arguments, &error) || !chooser_databases(arguments, position, &error))
        return command_refuse(arguments, "%s", error.text);
    if (!solving.chooser.mind->solve)
        return command_refuse(arguments, "%s has no solver", position->game->name);
    solving.all_moves = arguments_has(arguments, "all-moves");
    if (!think_open(&solving.thinker, arguments->threads, solving.chooser.table_bytes, &error))
        return command_fail(arguments, "%s", error.text);
    interrupt_watch();
    random_seed(&solving.random, arguments->seed);
    solving.child = command_memory(position->size);
    enum status status = path ? report_file(&solving, path) : report_position(&solving);
    free(solving.child);
    think_close(&solving.thinker);
    return status;
}

static enum status run_solve(const struct arguments *arguments)
{
    struct position position;
    struct error error;
    const struct game *game = position_find_game(arguments->word[0], NULL);
    const char *path = arguments_value(arguments, "file");
    if (game && game->level_read && path)
        return level_solve_file(arguments, path);
    if (!position_read(&position, arguments, 0, 1, &error))
        return command_refuse(arguments, "%s", error.text);
    enum status status =
        position.level ? level_solve(arguments, &position) : solve(arguments, &position);
    position_free(&position);
    return status;
}

static const struct command_option options[] = {
    {"all-moves", NULL, "the proved score of every move as well"},
    {"file", "FILE", "every line of a file; it may state the value, which is then checked"},
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
    .text = "The score is the game's own number, seen by the side to move. A line of a file is\n"
            "MOVES [SCORE] for connect4, else position text and perhaps \";\" and the value. The\n"
            "last line gives sums; the exit status is 1 when a stated value was wrong.\n",
    .options = options,
    .takes = COMMAND_TAKES_GAME | COMMAND_TAKES_THINK,
    .least = 1,
    .most = 3,
    .run = run_solve,
};
