/* Answers of an inquiry as lines of text on standard output: in words where the middle has them
   (minds/tell.h). */
#ifndef PORTS_CLI_ANSWER_H
#define PORTS_CLI_ANSWER_H

#include "minds/inquiry.h"

/* A move of the present position, in `width` columns. */
void answer_print_move(const struct inquiry *inquiry, uint32_t move, int width);

/* "+9  Yellow wins in 5 (proved)". */
void answer_print_value(const struct inquiry *inquiry, const struct mind_answer *answer);

/* "line 4 4 3". */
void answer_print_line(const struct inquiry *inquiry, const struct mind_answer *answer);

/* The line in sentences between `before` and `after`, where the game has them; else nothing. */
void answer_print_explanation(const struct inquiry *inquiry, const struct mind_answer *answer,
                              const char *before, const char *after);

#endif
