/* Models: what the minds have learned, found and put to use.

   The models of the program are inside it (models/ in the repository) and are decoded when a mind
   is first asked; think_ask does that. A player whose argument names a model file gets its weights
   here too. What was read stays in memory until the program ends, once per file. */
#ifndef LAB_LEARNED_H
#define LAB_LEARNED_H

#include "base/error.h"
#include "minds/mind.h"

/* Puts the mind's own model to use, once; nothing happens for minds without one. Any thread may
   call it. False, with an error, without memory for it: without its model a mind would give other
   answers, and nobody would know. */
bool learned_prepare(const struct mind *mind, struct error *error);

/* The model inside the program, as the bytes of its file; NULL where there is none. */
const void *learned_inside(const struct mind *mind, size_t *length);

/* Reads the file that the player's name gives, for kinds that take one; true for all others. */
bool learned_player(struct player *player, struct error *error);

#endif
