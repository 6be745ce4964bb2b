/* Lists with the template game alone. What is linked with them has no other game: the lists of src
   are never taken out of the library. */
#include "minds/mind.h"

extern const struct game game_template;
extern const struct mind mind_template;

const struct game *const games[] = {&game_template};
const int game_count = 1;

const struct mind *const minds[] = {&mind_template};
const int mind_count = 1;
