/* What the files that report on an inquiry share; the way in is minds/tell.h. */
#ifndef MINDS_TELL_INSIDE_H
#define MINDS_TELL_INSIDE_H

#include "minds/tell.h"

/* A move of a position; null for none. */
void tell_move_member(struct json_out *json, const char *name, const struct session *session,
                      const void *position, uint32_t move);
/* Best play from a ply of the session on. */
void tell_line_member(struct json_out *json, const char *name, const struct inquiry *inquiry,
                      int ply, const struct mind_answer *answer);
void tell_plies_member(struct json_out *json, const struct mind_answer *answer);
/* Positions seen and seconds spent. */
void tell_work_members(struct json_out *json, const struct inquiry *inquiry);

void tell_review(struct json_out *json, const struct inquiry *inquiry);

#endif
