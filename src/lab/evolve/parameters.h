/* The numbers of a plan by name: one table for the headers of checkpoints and for the options of
   the command line. */
#ifndef LAB_EVOLVE_PARAMETERS_H
#define LAB_EVOLVE_PARAMETERS_H

#include "base/text.h"
#include "lab/evolve/evolve.h"

enum evolve_kind { EVOLVE_WHOLE, EVOLVE_DECIMAL, EVOLVE_SWITCH, EVOLVE_CHOICE, EVOLVE_NAME };

struct evolve_parameter {
    const char *name; /* "start-plies" */
    enum evolve_kind kind;
    size_t offset; /* in struct evolve_plan */
    double least, most;
    const char *const *words; /* of a choice, NULL after the last; its values count from 0 */
};

extern const struct evolve_parameter evolve_parameters[];
extern const int evolve_parameter_count;

/* By name; NULL when there is none. */
const struct evolve_parameter *evolve_parameter_find(const char *name);

/* Sets one parameter of the plan from its text. */
bool evolve_parameter_set(const struct evolve_parameter *parameter, const char *value,
                          struct evolve_plan *plan, struct error *error);

/* Its value as text. */
void evolve_parameter_text(const struct evolve_parameter *parameter, const struct evolve_plan *plan,
                           char *value, size_t room);

#endif
