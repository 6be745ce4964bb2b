/* What was found out about a level as members of a JSON object (base/json_out.h), the same for the
   command line and the library. Points count from the level's beginning. */
#ifndef MINDS_ZR2_TELL_LEVEL_H
#define MINDS_ZR2_TELL_LEVEL_H

#include "base/json_out.h"
#include "minds/zr2/judge.h"

/* "points" to "method": the best walk from where the task began. */
void tell_level_solution(struct json_out *json, const struct zr2_solve_task *task,
                         const struct zr2_solution *solution);

/* "well_formed" to "difficulty", as far as it was judged. */
void tell_level_judgement(struct json_out *json, const struct zr2_solve_task *task,
                          const struct zr2_judgement *judgement);

/* "difficulty" to "whole". */
void tell_level_rating(struct json_out *json, const struct zr2_rating *rating);

#endif
