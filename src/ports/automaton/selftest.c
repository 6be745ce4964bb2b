/* The self-test, for whoever has just soldered a machine: first the lights, then the pads.

   All lights turn red, green and blue, a second each, so that one that is dead or lacks a colour
   stands out; then a single one runs along the chain, which shows where the chain breaks. After
   that the pads wait to be touched: a red light above each column until its pad was touched, a
   green column from then on; the menu's is the bottom row, in blue. The serial port reports the
   same. What is shown follows from the time, as everything else does here. */
#include "ports/automaton/automaton.h"

enum {
    WIDTH = AUTOMATON_WIDTH,
    HEIGHT = AUTOMATON_HEIGHT,
    ALL_PADS = (1 << AUTOMATON_PADS) - 1,
    MENU = 1 << AUTOMATON_MENU,
    COLOURS = 3,
    LIGHTS_TIME =
        COLOURS * AUTOMATON_TIME_COLOUR + AUTOMATON_LEDS * AUTOMATON_TIME_RUN, /* of the lights */
};

static const struct automaton_colour colours[COLOURS] = {{155, 0, 0}, {0, 155, 0}, {0, 0, 155}};

/* The words, and the names of some pads behind them. */
static void say_pads(const struct automaton *automaton, const char *words, uint32_t pads)
{
    char line[40];
    int length = 0;
    for (; words[length]; length++)
        line[length] = words[length];
    for (int pad = 0; pad < AUTOMATON_PADS; pad++)
        if (pads >> pad & 1) {
            line[length++] = ' ';
            line[length++] = (char)(pad == AUTOMATON_MENU ? 'm' : '1' + pad);
        }
    line[length] = 0;
    automaton_say(automaton, line);
}

void selftest_begin(struct automaton *automaton)
{
    automaton->tested = 0;
    automaton->pads_asked = false;
    automaton_say(automaton, "test: lights");
}

/* Pads that are touched for the first time count; the menu's for the second time leaves. */
static bool test_pads(struct automaton *automaton, uint32_t pressed, uint32_t now)
{
    if (!automaton->pads_asked) {
        automaton->pads_asked = true;
        automaton->touched = now;
        automaton_say(automaton, "test: pads");
    }
    if (automaton->sensor == AUTOMATON_SENSOR_MISSING) {
        automaton_say(automaton, "test: no sensor");
        return false;
    }
    bool again = automaton->tested & pressed & MENU;
    uint32_t fresh = pressed & ~(uint32_t)automaton->tested;
    if (fresh)
        say_pads(automaton, "test: pad", fresh);
    automaton->tested |= (uint8_t)fresh;
    if (automaton->tested == ALL_PADS) {
        if (fresh)
            automaton_say(automaton, "test: passed");
        return now - automaton->touched < AUTOMATON_TIME_PASSED;
    }
    if (!again && now - automaton->touched < AUTOMATON_TIME_PATIENCE)
        return true;
    say_pads(automaton, "test: not touched", ALL_PADS & ~(uint32_t)automaton->tested);
    return false;
}

bool selftest_step(struct automaton *automaton, uint32_t pressed, uint32_t now)
{
    if (now - automaton->since >= LIGHTS_TIME)
        return test_pads(automaton, pressed, now);
    if (pressed & MENU)
        automaton_say(automaton, "test: left");
    return !(pressed & MENU);
}

static void draw_pads(const struct automaton *automaton, struct automaton_frame *frame)
{
    for (int column = 0; column < WIDTH; column++) {
        bool done = automaton->tested >> column & 1;
        for (int row = 0; row < HEIGHT; row++)
            if (done || row == HEIGHT - 1)
                frame->led[automaton_led(column, row)] = colours[done];
        if (automaton->tested & MENU)
            frame->led[automaton_led(column, 0)] = colours[2];
    }
}

void selftest_draw(const struct automaton *automaton, uint32_t now, struct automaton_frame *frame)
{
    uint32_t elapsed = now - automaton->since;
    if (elapsed >= LIGHTS_TIME) {
        draw_pads(automaton, frame);
    } else if (elapsed < COLOURS * AUTOMATON_TIME_COLOUR) {
        for (int led = 0; led < AUTOMATON_LEDS; led++)
            frame->led[led] = colours[elapsed / AUTOMATON_TIME_COLOUR];
    } else {
        frame->led[(elapsed - COLOURS * AUTOMATON_TIME_COLOUR) / AUTOMATON_TIME_RUN] = colours[1];
    }
}
