/* A line of play of Byte in words: what the move does, which stack is being raced for and who gets
   it. Whole sentences in English, for hints and analyses. */
#ifndef MINDS_BYTE_EXPLAIN_H
#define MINDS_BYTE_EXPLAIN_H

#include "minds/mind.h"

/* mind_byte's explain. */
void byte_explain(const struct mind_task *task, const struct mind_answer *answer,
                  struct text *text);

#endif
