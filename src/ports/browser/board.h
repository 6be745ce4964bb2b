/* The games in progress that the page holds, by number.

   A slot is opened with a saved game (games/session.h) and then played through; the page asks for
   its state as JSON after every change. Slots keep their memory when they are opened again. */
#ifndef PORTS_BROWSER_BOARD_H
#define PORTS_BROWSER_BOARD_H

#include "games/session.h"

enum { BOARD_SLOTS = 32 };

/* NULL for a slot that holds no game. */
struct session *board_session(uint32_t slot);

#endif
