/* I2C by hand: start and stop conditions, bits, bytes with acknowledgement. Waiting for a device
   that holds the clock has an end, so a dead sensor cannot hang the machine. Recovery clocks out
   up to nine bits, after which a device that was interrupted in mid-byte lets go of the data
   line. */
#include "ports/automaton/chip/i2c.h"

enum { STRETCH = 200 }; /* half clocks that a device may hold the clock */

static void clock_high(const struct i2c *i2c)
{
    i2c->clock(i2c->context, true);
    for (int i = 0; i < STRETCH && !i2c->clock_is_high(i2c->context); i++)
        i2c->pause(i2c->context);
    i2c->pause(i2c->context);
}

static void clock_low(const struct i2c *i2c)
{
    i2c->clock(i2c->context, false);
    i2c->pause(i2c->context);
}

static void start(const struct i2c *i2c)
{
    i2c->data(i2c->context, true);
    clock_high(i2c);
    i2c->data(i2c->context, false);
    i2c->pause(i2c->context);
    clock_low(i2c);
}

static void stop(const struct i2c *i2c)
{
    i2c->data(i2c->context, false);
    i2c->pause(i2c->context);
    clock_high(i2c);
    i2c->data(i2c->context, true);
    i2c->pause(i2c->context);
}

static bool put_bit(const struct i2c *i2c, bool high)
{
    i2c->data(i2c->context, high);
    i2c->pause(i2c->context);
    clock_high(i2c);
    bool seen = i2c->data_is_high(i2c->context);
    clock_low(i2c);
    return seen;
}

/* True when the device took it. */
static bool put_byte(const struct i2c *i2c, uint8_t byte)
{
    for (int i = 7; i >= 0; i--)
        put_bit(i2c, byte >> i & 1);
    return !put_bit(i2c, true);
}

static uint8_t get_byte(const struct i2c *i2c, bool more)
{
    unsigned byte = 0;
    for (int i = 0; i < 8; i++)
        byte = byte << 1 | put_bit(i2c, true);
    put_bit(i2c, !more);
    return (uint8_t)byte;
}

void i2c_recover(const struct i2c *i2c)
{
    i2c->data(i2c->context, true);
    for (int i = 0; i < 9 && !i2c->data_is_high(i2c->context); i++) {
        clock_low(i2c);
        clock_high(i2c);
    }
    clock_low(i2c);
    stop(i2c);
}

bool i2c_write(const struct i2c *i2c, uint8_t device, uint8_t place, uint8_t byte)
{
    start(i2c);
    bool good =
        put_byte(i2c, (uint8_t)(device << 1)) && put_byte(i2c, place) && put_byte(i2c, byte);
    stop(i2c);
    return good;
}

bool i2c_read(const struct i2c *i2c, uint8_t device, uint8_t place, uint8_t *bytes, int count)
{
    start(i2c);
    bool good = put_byte(i2c, (uint8_t)(device << 1)) && put_byte(i2c, place);
    if (good) {
        start(i2c);
        good = put_byte(i2c, (uint8_t)(device << 1 | 1));
    }
    for (int i = 0; good && i < count; i++)
        bytes[i] = get_byte(i2c, i + 1 < count);
    stop(i2c);
    return good;
}
