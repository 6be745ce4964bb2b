/* The I2C and touch sensor drivers against a sensor made of software that watches the two lines, as
   the real one does. */
#include "ports/automaton/chip/mpr121.h"
#include <setjmp.h>
#include <stdarg.h>
#include <stddef.h>
#include <string.h>

#include <cmocka.h>

enum phase { IDLE, DEVICE, PLACE, WRITTEN, READ };

static struct sensor {
    bool present, clock_stuck;
    bool clock, data; /* as the master drives them; true is let go */
    bool pulls;       /* the sensor pulls the data line low */
    enum phase phase;
    int bits; /* of the byte under way; 8 is the acknowledgement */
    unsigned byte;
    bool more; /* the master wants another byte */
    bool fresh_read;
    uint8_t place;
    uint8_t memory[256];
    int starts, stops, pauses, resets;
} sensor;

static bool line(void)
{
    return sensor.data && !sensor.pulls;
}

/* A whole byte has come: whether the sensor takes it, and what follows. */
static bool take(uint8_t byte)
{
    switch (sensor.phase) {
    case DEVICE:
        if (!sensor.present || byte >> 1 != MPR121_ADDRESS) {
            sensor.phase = IDLE;
            return false;
        }
        sensor.phase = byte & 1 ? READ : PLACE;
        sensor.fresh_read = true; /* nothing has been sent that the master could refuse */
        return true;
    case PLACE:
        sensor.place = byte;
        sensor.phase = WRITTEN;
        return true;
    case WRITTEN:
        if (sensor.place == 0x80 && byte == 0x63) {
            memset(sensor.memory, 0, 0x80);
            sensor.resets++;
        } else if (sensor.memory[0x5e] == 0 || sensor.place == 0x5e) {
            sensor.memory[sensor.place] = byte; /* settings are refused while it runs */
        }
        sensor.place++;
        return true;
    default:
        return false;
    }
}

static void rises(void)
{
    if (sensor.phase == IDLE)
        return;
    if (sensor.bits < 8)
        sensor.byte = sensor.byte << 1 | line();
    else
        sensor.more = !line();
}

/* The sensor changes the data line only while the clock is low. Bit 8 is the acknowledgement: the
   sensor's for what it got, the master's for what it was sent. */
static void falls(void)
{
    sensor.pulls = false;
    if (sensor.phase == IDLE)
        return;
    if (++sensor.bits == 8) {
        sensor.pulls = sensor.phase != READ && take((uint8_t)sensor.byte);
        return;
    }
    if (sensor.bits == 9) {
        sensor.bits = 0;
        sensor.byte = 0;
        if (sensor.phase == READ && !sensor.fresh_read && !sensor.more) {
            sensor.phase = IDLE;
            return;
        }
        sensor.fresh_read = false;
    }
    if (sensor.phase == READ) {
        sensor.pulls = !(sensor.memory[sensor.place] >> (7 - sensor.bits) & 1);
        sensor.place = (uint8_t)(sensor.place + (sensor.bits == 7));
    }
}

static void set_clock(void *context, bool high)
{
    (void)context;
    bool before = sensor.clock;
    sensor.clock = high;
    if (high && !before)
        rises();
    else if (!high && before)
        falls();
}

static void set_data(void *context, bool high)
{
    (void)context;
    bool before = line();
    sensor.data = high;
    if (!sensor.clock || line() == before)
        return;
    sensor.bits = -1; /* the clock falls once before the first bit */
    sensor.byte = 0;
    sensor.phase = line() ? IDLE : DEVICE;
    sensor.starts += !line();
    sensor.stops += line();
}

static bool clock_is_high(void *context)
{
    (void)context;
    return sensor.clock && !sensor.clock_stuck;
}

static bool data_is_high(void *context)
{
    (void)context;
    return line();
}

static void wait(void *context)
{
    (void)context;
    sensor.pauses++;
}

static const struct i2c bus = {
    .clock = set_clock,
    .data = set_data,
    .clock_is_high = clock_is_high,
    .data_is_high = data_is_high,
    .pause = wait,
};

static void plug_in(void)
{
    memset(&sensor, 0, sizeof sensor);
    sensor.present = sensor.clock = sensor.data = true;
    memset(sensor.memory, 0x77, sizeof sensor.memory);
}

static void test_bytes(void **state)
{
    (void)state;
    uint8_t bytes[3];
    plug_in();
    sensor.memory[0x5e] = 0;
    assert_true(i2c_write(&bus, MPR121_ADDRESS, 0x41, 0xa5));
    assert_int_equal(sensor.memory[0x41], 0xa5);
    assert_true(i2c_write(&bus, MPR121_ADDRESS, 0x42, 0x3c));
    sensor.memory[0x43] = 0x81;
    assert_true(i2c_read(&bus, MPR121_ADDRESS, 0x41, bytes, 3));
    assert_int_equal(bytes[0], 0xa5);
    assert_int_equal(bytes[1], 0x3c);
    assert_int_equal(bytes[2], 0x81);
    assert_int_equal(sensor.stops, 3);
    assert_true(line() && sensor.clock); /* both lines are free afterwards */
    assert_false(i2c_write(&bus, 0x5b, 0x41, 0));
    assert_false(i2c_read(&bus, 0x5b, 0x41, bytes, 1));
}

static void test_set_up(void **state)
{
    (void)state;
    plug_in();
    assert_true(mpr121_init(&bus));
    assert_int_equal(sensor.resets, 1);
    assert_int_equal(sensor.memory[0x5e], 0x8f);
    for (int i = 0; i < 12; i++) {
        assert_int_equal(sensor.memory[0x41 + 2 * i], 12);
        assert_int_equal(sensor.memory[0x42 + 2 * i], 6);
    }
    plug_in();
    sensor.present = false;
    assert_false(mpr121_init(&bus));
}

static void test_pads(void **state)
{
    (void)state;
    static const int electrode_of[8] = {9, 1, 2, 3, 4, 5, 6, 7};
    uint32_t pads;
    plug_in();
    assert_true(mpr121_init(&bus));
    assert_true(mpr121_touched(&bus, &pads));
    assert_int_equal(pads, 0);
    for (int set = 0; set < 256; set++) {
        unsigned touched = 1; /* electrode 0 is not used */
        for (int pad = 0; pad < 8; pad++)
            touched |= (unsigned)(set >> pad & 1) << electrode_of[pad];
        sensor.memory[0] = (uint8_t)touched;
        sensor.memory[1] = (uint8_t)(touched >> 8);
        assert_true(mpr121_touched(&bus, &pads));
        assert_int_equal(pads, set);
    }
    sensor.memory[1] = 0x80; /* a wrong resistor: the sensor has stopped */
    assert_false(mpr121_touched(&bus, &pads));
    sensor.present = false;
    assert_false(mpr121_touched(&bus, &pads));
    assert_int_equal(pads, 0);
}

/* A clock that something holds low for ever costs some time and no more. */
static void test_stuck_clock(void **state)
{
    (void)state;
    uint32_t pads;
    plug_in();
    sensor.clock_stuck = true;
    mpr121_touched(&bus, &pads);
    assert_in_range(sensor.pauses, 1, 20000);
}

/* A reset of this side in the middle of a byte leaves a device that pulls the data line. */
static void test_recovery(void **state)
{
    (void)state;
    plug_in();
    sensor.memory[0x41] = 0;
    sensor.phase = READ;
    sensor.place = 0x41;
    sensor.bits = 3;
    sensor.pulls = true;
    assert_true(mpr121_init(&bus));
}

int main(void)
{
    const struct CMUnitTest tests[] = {
        cmocka_unit_test(test_bytes),    cmocka_unit_test(test_set_up),
        cmocka_unit_test(test_pads),     cmocka_unit_test(test_stuck_clock),
        cmocka_unit_test(test_recovery),
    };
    return cmocka_run_group_tests(tests, NULL, NULL);
}
