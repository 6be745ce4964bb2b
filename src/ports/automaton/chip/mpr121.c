/* The touch sensor's settings and its status [mpr121]. Thresholds and filters are those of NXP's
   application note. After setting up, the control register is read back: a sensor that has lost
   power in between would answer but not sense. */
#include "ports/automaton/chip/mpr121.h"

#include <stddef.h>

/* Registers and values from the data sheet and NXP's application note AN3944. */
enum {
    STATUS = 0x00,
    RISING = 0x2b,
    FALLING = 0x2f,
    TOUCHED = 0x33,
    THRESHOLDS = 0x41, /* touch, release, for each electrode */
    DEBOUNCE = 0x5b,
    CHARGE = 0x5c,
    FILTER = 0x5d,
    CONTROL = 0x5e,
    RESET = 0x80,
    RESET_NOW = 0x63,
    RUN = 0x8f, /* all twelve electrodes, baselines that follow */
    ELECTRODES = 12,
    TOUCH = 12,
    RELEASE = 6,
    OVER_CURRENT = 0x80, /* in the second byte of the status */
};

bool mpr121_init(const struct i2c *i2c)
{
    static const uint8_t settings[][2] = {
        {CONTROL, 0},     {RISING, 1},      {RISING + 1, 1},  {RISING + 2, 14}, {RISING + 3, 0},
        {FALLING, 1},     {FALLING + 1, 5}, {FALLING + 2, 1}, {FALLING + 3, 0}, {TOUCHED, 0},
        {TOUCHED + 1, 0}, {TOUCHED + 2, 0}, {DEBOUNCE, 0},    {CHARGE, 0x10},   {FILTER, 0x20},
    };
    uint8_t control = 0;
    i2c_recover(i2c);
    if (!i2c_write(i2c, MPR121_ADDRESS, RESET, RESET_NOW))
        return false;
    for (size_t i = 0; i < sizeof settings / sizeof settings[0]; i++)
        if (!i2c_write(i2c, MPR121_ADDRESS, settings[i][0], settings[i][1]))
            return false;
    for (int i = 0; i < ELECTRODES; i++)
        if (!i2c_write(i2c, MPR121_ADDRESS, (uint8_t)(THRESHOLDS + 2 * i), TOUCH) ||
            !i2c_write(i2c, MPR121_ADDRESS, (uint8_t)(THRESHOLDS + 2 * i + 1), RELEASE))
            return false;
    return i2c_write(i2c, MPR121_ADDRESS, CONTROL, RUN) &&
           i2c_read(i2c, MPR121_ADDRESS, CONTROL, &control, 1) && control == RUN;
}

bool mpr121_touched(const struct i2c *i2c, uint32_t *pads)
{
    /* Šišić's wiring: electrode 9 is column 1, 1..6 are columns 2..7, 7 the menu */
    static const uint8_t electrode_of[8] = {9, 1, 2, 3, 4, 5, 6, 7};
    uint8_t status[2];
    *pads = 0;
    if (!i2c_read(i2c, MPR121_ADDRESS, STATUS, status, 2) || status[1] & OVER_CURRENT)
        return false;
    unsigned touched = status[0] | (unsigned)status[1] << 8;
    for (int pad = 0; pad < 8; pad++)
        *pads |= (uint32_t)(touched >> electrode_of[pad] & 1) << pad;
    return true;
}
