/* The touch sensor MPR121: twelve electrodes, of which the automaton uses eight. */
#ifndef PORTS_AUTOMATON_CHIP_MPR121_H
#define PORTS_AUTOMATON_CHIP_MPR121_H

#include "ports/automaton/chip/i2c.h"

enum { MPR121_ADDRESS = 0x5a };

/* Sets the sensor up; false when it does not answer or did not take its settings. */
bool mpr121_init(const struct i2c *i2c);

/* The pads touched, bits 0..6 the columns and 7 the menu, in the order of struct
   automaton_hardware. False when the sensor does not answer or has stopped: set it up again. */
bool mpr121_touched(const struct i2c *i2c, uint32_t *pads);

#endif
