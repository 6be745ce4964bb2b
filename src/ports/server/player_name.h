/* What people may call themselves at a board: the one text that a stranger sends and others see.

   A name has 1 to PLAYER_NAME_MOST characters. It begins with a letter or a digit and consists of
   letters, digits, single spaces and a few marks (. ' - _). So it holds no control character,
   nothing invisible, nothing that turns the direction of writing or piles up on a letter, and no
   mark-up. It is neither unique nor proved: whoever plays may take any. */
#ifndef PORTS_SERVER_PLAYER_NAME_H
#define PORTS_SERVER_PLAYER_NAME_H

#include <stdbool.h>

#define PLAYER_NAME_MOST 20                         /* characters */
#define PLAYER_NAME_SIZE (3 * PLAYER_NAME_MOST + 1) /* bytes, with the final zero */

/* Whether this is a name; `text` is UTF-8. */
bool player_name_good(const char *text);

#endif
