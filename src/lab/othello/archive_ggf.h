/* GGF (lab/othello/ggf.h) as the members of a struct lab_game want it. */
#ifndef LAB_OTHELLO_ARCHIVE_GGF_H
#define LAB_OTHELLO_ARCHIVE_GGF_H

#include "lab/archive_text.h"
#include "lab/game.h"

extern const struct archive_format othello_archive_ggf;

bool othello_ggf_open(struct opened *opened, const char *text, size_t length, struct error *error);
void othello_ggf_write(const struct mind_task *task, uint64_t seconds, struct text *text);

#endif
