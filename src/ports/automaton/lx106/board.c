/* The automaton on a Wemos D1 mini (Lite): ESP8266 or ESP8285 at 160 MHz without a system: the
   lights on D3, the touch sensor on D1 (clock) and D2 (data). */
#include "base/memory.h"
#include "ports/automaton/automaton.h"
#include "ports/automaton/book.h"
#include "ports/automaton/chip/mpr121.h"

void chip_main(void);
void ws2812_send(const uint8_t *bytes, uint32_t count);

enum {
    CYCLES = 160, /* of the processor per microsecond */
    LATCH = 300,  /* microseconds of silence after which the lights take over what they got */
    HALF_CLOCK = 4,
    UART_ROOM = 126, /* bytes that wait to be sent */
    UART_CLOCK = 80000000,
    UART_BAUD = 115200,
    RETRY = 500, /* milliseconds between attempts to wake the sensor */
    PIN_LED = 0,
    PIN_DATA = 4,
    PIN_CLOCK = 5,
};

/* Registers of the chip, by address; the names are those of its technical reference. */
#define REGISTER(address) (*(volatile uint32_t *)(address))
#define GPIO_OUT_CLEAR REGISTER(0x60000308)
#define GPIO_ENABLE_SET REGISTER(0x60000310)
#define GPIO_ENABLE_CLEAR REGISTER(0x60000314)
#define GPIO_IN REGISTER(0x60000318)
#define PAD_GPIO0 REGISTER(0x60000834)
#define PAD_GPIO4 REGISTER(0x6000083c)
#define PAD_GPIO5 REGISTER(0x60000840)
#define PAD_PULL_UP 0x80 /* the function bits are 0: a plain pin */
#define WATCHDOG_CONTROL REGISTER(0x60000900)
#define UART_FIFO REGISTER(0x60000000)
#define UART_STATUS REGISTER(0x6000001c)
#define UART_DIVIDER REGISTER(0x60000014)
#define CLOCK_DOUBLE REGISTER(0x3ff00014)
#define NOISE REGISTER(0x3ff20e44)

/* Functions in the boot ROM, by address. */
#define ROM_CACHE_ENABLE ((void (*)(uint32_t, uint32_t, uint32_t))0x40004678)
#define ROM_ANALOG_WRITE ((void (*)(uint32_t, uint32_t, uint32_t, uint32_t))0x400072d8)

#define IN_RAM __attribute__((section(".iram"), noinline))

static struct automaton automaton;
static uint32_t time_cycles, time_milliseconds, lit_at, sensor_lost_at;
static bool sensor_works;

static inline uint32_t cycles(void)
{
    uint32_t count;
    __asm__ volatile("rsr %0, ccount" : "=r"(count));
    return count;
}

static void delay(uint32_t microseconds)
{
    uint32_t from = cycles();
    while (cycles() - from < microseconds * CYCLES)
        ;
}

static uint32_t milliseconds(void *context)
{
    (void)context;
    while (cycles() - time_cycles >= 1000 * CYCLES) {
        time_cycles += 1000 * CYCLES;
        time_milliseconds++;
    }
    return time_milliseconds;
}

/* ---- the lights ---- */

static void show(void *context, const struct automaton_frame *frame)
{
    static uint8_t bytes[3 * AUTOMATON_LEDS];
    (void)context;
    for (int led = 0; led < AUTOMATON_LEDS; led++) {
        struct automaton_colour light = automaton_light(frame, led);
        bytes[3 * led] = light.green; /* the order of the WS2812B */
        bytes[3 * led + 1] = light.red;
        bytes[3 * led + 2] = light.blue;
    }
    while (cycles() - lit_at < LATCH * CYCLES)
        ;
    ws2812_send(bytes, sizeof bytes);
    lit_at = cycles();
}

/* ---- the touch sensor ---- */

static void line(int pin, bool high)
{
    if (high)
        GPIO_ENABLE_CLEAR = UINT32_C(1) << pin; /* let go; the resistor pulls it up */
    else
        GPIO_ENABLE_SET = UINT32_C(1) << pin; /* its output is 0 */
}

static void clock_line(void *context, bool high)
{
    (void)context;
    line(PIN_CLOCK, high);
}

static void data_line(void *context, bool high)
{
    (void)context;
    line(PIN_DATA, high);
}

static bool clock_is_high(void *context)
{
    (void)context;
    return GPIO_IN >> PIN_CLOCK & 1;
}

static bool data_is_high(void *context)
{
    (void)context;
    return GPIO_IN >> PIN_DATA & 1;
}

static void half_clock(void *context)
{
    (void)context;
    delay(HALF_CLOCK);
}

static const struct i2c bus = {
    .clock = clock_line,
    .data = data_line,
    .clock_is_high = clock_is_high,
    .data_is_high = data_is_high,
    .pause = half_clock,
};

/* A sensor that was lost is looked for now and then; meanwhile nothing is touched. */
static uint32_t touched(void *context)
{
    uint32_t pads = 0;
    if (!sensor_works && milliseconds(context) - sensor_lost_at >= RETRY) {
        sensor_works = mpr121_init(&bus);
        sensor_lost_at = milliseconds(context);
    }
    if (sensor_works && !mpr121_touched(&bus, &pads)) {
        sensor_works = false;
        sensor_lost_at = milliseconds(context);
    }
    return sensor_works ? pads : AUTOMATON_NO_SENSOR;
}

/* ---- the serial port ---- */

/* A line that finds no room in the queue is lost, but never a part of one: nothing here may wait,
   and who reads it can trust every line. */
static void say(void *context, const char *line)
{
    (void)context;
    uint32_t length = 0;
    while (line[length])
        length++;
    if ((UART_STATUS >> 16 & 255) + length + 2 > UART_ROOM)
        return;
    for (uint32_t i = 0; i < length; i++)
        UART_FIFO = (uint8_t)line[i];
    UART_FIFO = '\r';
    UART_FIFO = '\n';
}

static int hear(void *context)
{
    (void)context;
    return UART_STATUS & 255 ? (int)(UART_FIFO & 255) : -1;
}

/* The moment at which a person chose is chance enough; the noise of the radio adds to it. */
static uint32_t entropy(void *context)
{
    (void)context;
    return NOISE ^ cycles() * UINT32_C(2654435761);
}

/* ---- the beginning ---- */

/* 160 MHz from the 26 MHz crystal, the watchdog off, and the first megabyte of flash readable as
   memory. Runs from RAM, because there is no flash before its end. */
static IN_RAM void set_up_chip(void)
{
    WATCHDOG_CONTROL &= ~UINT32_C(1);
    ROM_ANALOG_WRITE(103, 4, 1, 136);
    ROM_ANALOG_WRITE(103, 4, 2, 145);
    CLOCK_DOUBLE |= 1;
    ROM_CACHE_ENABLE(0, 0, 1); /* 32 KB of cache */
}

static void set_up_pins(void)
{
    PAD_GPIO0 = 0;
    PAD_GPIO4 = PAD_GPIO5 = PAD_PULL_UP;
    GPIO_OUT_CLEAR = UINT32_C(1) << PIN_LED | UINT32_C(1) << PIN_DATA | UINT32_C(1) << PIN_CLOCK;
    GPIO_ENABLE_CLEAR = UINT32_C(1) << PIN_DATA | UINT32_C(1) << PIN_CLOCK;
    GPIO_ENABLE_SET = UINT32_C(1) << PIN_LED;
}

static void run(void)
{
    struct automaton_hardware hardware = {
        .show = show,
        .touched = touched,
        .milliseconds = milliseconds,
        .entropy = entropy,
        .say = say,
        .hear = hear,
        .book = book_chip_own(),
    };
    set_up_pins();
    UART_DIVIDER = UART_CLOCK / UART_BAUD;
    time_cycles = lit_at = cycles();
    sensor_works = mpr121_init(&bus);
    automaton_init(&automaton, &hardware, NULL);
    for (;;) {
        automaton_step(&automaton);
        if (automaton.asleep)
            delay(20000);
    }
}

IN_RAM void chip_main(void)
{
    set_up_chip();
    run();
}

/* The solver's deadline is not used: the automaton's own clock ends a search. */
uint64_t clock_microseconds(void);
uint64_t clock_microseconds(void)
{
    return 0;
}
