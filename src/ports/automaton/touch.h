/* Touch pads: from what the sensor says now to presses that count once.

   A pad changes only when the sensor has said so for TOUCH_STEADY milliseconds without a break,
   which takes out its bouncing; a press is the change from free to touched. Presses add up until
   they are taken, so that none is lost while the machine is busy, as long as it samples now and
   then. */
#ifndef PORTS_AUTOMATON_TOUCH_H
#define PORTS_AUTOMATON_TOUCH_H

#include "ports/automaton/hardware.h"

enum { TOUCH_STEADY = 15 };

struct touch {
    uint32_t down;                  /* pads that count as touched */
    uint32_t changing;              /* pads of which the sensor says otherwise */
    uint32_t since[AUTOMATON_PADS]; /* when it began to */
    uint32_t pressed;               /* presses not yet taken */
};

/* `touched` is what the sensor says at the time `now`. */
void touch_sample(struct touch *touch, uint32_t touched, uint32_t now);

/* The presses since the last call. */
uint32_t touch_take(struct touch *touch);

#endif
