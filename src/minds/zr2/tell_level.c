/* The solver counts the points that a walk adds to those already made, people count the total: this
   file converts. */
#include "minds/zr2/tell_level.h"

void tell_level_solution(struct json_out *json, const struct zr2_solve_task *task,
                         const struct zr2_solution *solution)
{
    int32_t before = zr2_points(task->level, task->board);
    json_out_integer(json, "points", before + solution->points);
    json_out_integer(json, "target", task->level->target);
    json_out_integer(json, "bound", before + solution->bound);
    json_out_boolean(json, "proved", solution->proved);
    json_out_open(json, "path", '[');
    for (int32_t i = 0; i < solution->length; i++)
        json_out_integer(json, NULL, solution->path[i]);
    json_out_close(json);
    json_out_unsigned(json, "nodes", solution->nodes);
    json_out_number(json, "seconds", (double)solution->microseconds / 1e6, 6);
    json_out_integer(json, "gap", solution->bound - solution->points);
    json_out_text(json, "proof", zr2_proof_name(solution->proof));
    json_out_text(json, "method", solution->method);
}

void tell_level_judgement(struct json_out *json, const struct zr2_solve_task *task,
                          const struct zr2_judgement *judgement)
{
    const struct zr2_solution *solution = &judgement->solution;
    bool zero = solution->points == task->board->sum;
    json_out_boolean(json, "well_formed", true);
    if (zero || solution->bound < task->board->sum)
        json_out_boolean(json, "zero", zero);
    else
        json_out_null(json, "zero");
    json_out_integer(json, "sum", task->level->sum);
    tell_level_solution(json, task, solution);
    if (judgement->stage != ZR2_STAGE_RATED)
        return;
    json_out_unsigned(json, "walks", judgement->count.walks);
    json_out_boolean(json, "walks_exact", judgement->count.exact);
    json_out_boolean(json, "unique", judgement->count.exact && judgement->count.walks == 1);
    json_out_open(json, "forced", '[');
    for (int32_t cell = 0; cell < task->level->cells; cell++)
        if (judgement->need[cell] == ZR2_NEED_ALWAYS)
            json_out_integer(json, NULL, cell);
    json_out_close(json);
    json_out_number(json, "difficulty", judgement->rating.difficulty, 1);
}

void tell_level_rating(struct json_out *json, const struct zr2_rating *rating)
{
    json_out_number(json, "difficulty", rating->difficulty, 2);
    json_out_number(json, "strain", rating->strain, 4);
    json_out_number(json, "choices", rating->choices, 2);
    json_out_number(json, "traps", rating->traps, 2);
    json_out_number(json, "hidden", rating->hidden, 2);
    json_out_number(json, "greedy", rating->greedy, 3);
    json_out_boolean(json, "whole", rating->whole);
}
