/* The parts of the command "level" that are ZR 2's and what they share; cli.c has them as a table.
 */
#ifndef PORTS_CLI_ZR2_LEVEL_H
#define PORTS_CLI_ZR2_LEVEL_H

#include "minds/zr2/solve.h"
#include "ports/cli/game.h"
#include "ports/cli/json_line.h"
#include "ports/cli/position.h"
#include "ports/cli/progress.h"

/* A level being worked on: the task for the solver with memory behind it. */
struct level_work {
    const struct arguments *arguments;
    const struct opened *level;
    struct zr2_solve_task task;
    struct progress progress;
    struct mind_limits limits;
    uint64_t started;
    const char *player; /* dfs, dfss or NULL for the solver */
    double processor;   /* seconds that solving took of it, whatever else ran */
};

/* Reads --time, --nodes, --table and --player; without a time the solver gets `seconds`, 0 for as
   long as it takes. False with a message. */
bool level_work_open(struct level_work *work, const struct arguments *arguments,
                     const struct opened *level, double seconds, struct error *error);
void level_work_close(struct level_work *work);

/* Leaves the task what is left of --time, for the next question. */
void level_work_left(struct level_work *work);

/* Listens to the solver; `listener` is the work. */
void level_show_progress(void *listener, const struct zr2_solution *solution);

/* Solves from the position asked about; progress is shown meanwhile. */
void level_work_solve(struct level_work *work, struct zr2_solution *solution);

enum status level_check(const struct arguments *arguments, const struct opened *level);
enum status level_solve(const struct arguments *arguments, const struct opened *level);
enum status level_verify(const struct arguments *arguments, const struct opened *level);
enum status level_rate(const struct arguments *arguments, const struct opened *level);
enum status level_generate(const struct arguments *arguments);

/* "solve zr2 --file": each line the path of a level, checked against its Target. */
enum status level_solve_file(const struct arguments *arguments, const char *path);

#endif
