/* I2C as master, over two lines that this side can pull low or let go, at some 100 kHz: enough to
   talk to one sensor. The lines belong to the caller, so that the same code runs on a chip and
   against a sensor made of software. A line that is stuck never stops it: every wait has an end. */
#ifndef PORTS_AUTOMATON_CHIP_I2C_H
#define PORTS_AUTOMATON_CHIP_I2C_H

#include <stdbool.h>
#include <stdint.h>

struct i2c {
    void (*clock)(void *context, bool high); /* high: let go */
    void (*data)(void *context, bool high);
    bool (*clock_is_high)(void *context); /* a slow device may hold it low */
    bool (*data_is_high)(void *context);
    void (*pause)(void *context); /* half a clock */
    void *context;
};

/* Frees the lines if a device was left in the middle of a byte. */
void i2c_recover(const struct i2c *i2c);

/* False when the device does not answer. */
bool i2c_write(const struct i2c *i2c, uint8_t device, uint8_t place, uint8_t byte);
bool i2c_read(const struct i2c *i2c, uint8_t device, uint8_t place, uint8_t *bytes, int count);

#endif
