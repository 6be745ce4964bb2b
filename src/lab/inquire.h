/* The middle where there is an operating system: memory for inquiries (minds/inquiry.h), players
   with all they need, games that become records.

   An inquiry is asked with a thinker (lab/think.h): inquire_open begins it, inquiry_step or
   inquiry_run works on it, inquire_close frees it. */
#ifndef LAB_INQUIRE_H
#define LAB_INQUIRE_H

#include "lab/think.h"
#include "minds/inquiry.h"

/* Reads a player with whatever it needs loaded: its file, the program it stands for. By name, or by
   a level from 1 to 10 when `name` is NULL and `level` is not 0; with neither the strongest. `name`
   must live as long as the player. */
bool inquire_player(const struct game *game, const char *name, int level, struct player *player,
                    struct error *error);

/* For callers that bring their own memory (minds/inquiry.h). */
struct inquiry_searcher inquire_searcher(struct thinker *thinker);

/* Begins an inquiry that `thinker` searches for (question->searcher is filled in here). NULL with
   an error. */
struct inquiry *inquire_open(struct thinker *thinker, const struct inquiry_question *question,
                             struct error *error);
void inquire_close(struct inquiry *inquiry);

/* What it has found, as one JSON object (minds/tell.h), which the caller frees; NULL when memory
   runs out. */
char *inquire_json(const struct inquiry *inquiry);

#endif
