/* "go", "ponderhit" and "ask" of Potez's protocol. Part of engine/potez.c. */
#ifndef PORTS_ENGINE_POTEZ_GO_H
#define PORTS_ENGINE_POTEZ_GO_H

#include "ports/engine/talk.h"
#include "ports/engine/words.h"

void potez_go(struct talk *talk, struct words words);
void potez_ponder_hit(struct talk *talk, struct words words);
void potez_go_ask(struct talk *talk, struct words words);

#endif
