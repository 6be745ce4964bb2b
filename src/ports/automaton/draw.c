/* What the lights show: a function of the automaton's state and the time, so that any moment can be
   drawn, compared and drawn again. */
#include "base/memory.h"
#include "games/connect4/connect4.h"
#include "ports/automaton/automaton.h"

enum { WIDTH = AUTOMATON_WIDTH, HEIGHT = AUTOMATON_HEIGHT };

static const struct automaton_colour player_colours[2] = {{155, 0, 0}, {0, 155, 0}};
static const struct automaton_colour draw_colour = {0, 155, 155};
static const struct automaton_colour level_colour = {60, 60, 60};
static const uint8_t brightness_of[AUTOMATON_LEVELS] = {2, 5, 12, 30, 75, 180};

/* The menu: a light on top of the columns that choose a player. */
static const struct {
    uint8_t column;
    struct automaton_colour colour;
} mode_lights[AUTOMATON_MODES] = {
    [AUTOMATON_TWO] = {2, {0, 0, 155}},        [AUTOMATON_HARD] = {3, {155, 0, 0}},
    [AUTOMATON_EASY] = {4, {0, 155, 0}},       [AUTOMATON_PERFECT] = {5, {155, 0, 155}},
    [AUTOMATON_SERVER] = {6, {155, 155, 155}},
};

int automaton_led(int column, int row)
{
    int from_top = HEIGHT - 1 - row;
    return from_top * WIDTH + (row & 1 ? column : WIDTH - 1 - column);
}

struct automaton_colour automaton_light(const struct automaton_frame *frame, int led)
{
    struct automaton_colour colour = frame->led[led];
    return (struct automaton_colour){
        (uint8_t)(colour.red * frame->brightness / 255),
        (uint8_t)(colour.green * frame->brightness / 255),
        (uint8_t)(colour.blue * frame->brightness / 255),
    };
}

static void draw_menu(const struct automaton *automaton, struct automaton_frame *frame)
{
    bool chosen = automaton->state == AUTOMATON_CHOSEN;
    for (int mode = 0; mode < AUTOMATON_MODES; mode++)
        if (chosen ? mode == (int)automaton->mode
                   : mode != AUTOMATON_SERVER || automaton->hardware->ask)
            frame->led[automaton_led(mode_lights[mode].column, HEIGHT - 1)] =
                mode_lights[mode].colour;
    for (int row = 0; !chosen && row <= automaton->level; row++)
        frame->led[automaton_led(0, row)] = level_colour;
}

static void draw_discs(uint64_t discs, struct automaton_colour colour,
                       struct automaton_frame *frame)
{
    while (discs) {
        int cell = bits_pop(&discs);
        frame->led[automaton_led(cell / (HEIGHT + 1), cell % (HEIGHT + 1))] = colour;
    }
}

static void draw_falling(const struct automaton *automaton, uint32_t elapsed,
                         struct automaton_frame *frame)
{
    uint64_t landing =
        ((automaton->discs[0] | automaton->discs[1]) + connect4_bottom(WIDTH, HEIGHT)) &
        connect4_column(automaton->falling, HEIGHT);
    int lowest = bits_first(landing) % (HEIGHT + 1);
    int row = HEIGHT - 1 - (int)(elapsed / AUTOMATON_TIME_FALL);
    frame->led[automaton_led(automaton->falling, row > lowest ? row : lowest)] =
        player_colours[automaton_player(automaton)];
}

/* The machine thinks: the other side's last disc goes darker and brighter. */
static void draw_pulse(const struct automaton *automaton, uint32_t elapsed,
                       struct automaton_frame *frame)
{
    if (automaton->count == 0 || !(elapsed / AUTOMATON_TIME_PULSE & 1))
        return;
    int column = automaton->moves[automaton->count - 1];
    uint64_t filled = automaton->discs[0] | automaton->discs[1];
    int row = bits_count(filled & connect4_column(column, HEIGHT)) - 1;
    struct automaton_colour *led = &frame->led[automaton_led(column, row)];
    *led = (struct automaton_colour){led->red / 3, led->green / 3, led->blue / 3};
}

/* The cells of all fours. */
static uint64_t fours_of(uint64_t discs)
{
    const int steps[4] = {1, HEIGHT, HEIGHT + 1, HEIGHT + 2};
    uint64_t cells = 0;
    for (int i = 0; i < 4; i++) {
        uint64_t first = discs & discs >> steps[i] & discs >> 2 * steps[i] & discs >> 3 * steps[i];
        cells |= first | first << steps[i] | first << 2 * steps[i] | first << 3 * steps[i];
    }
    return cells;
}

static void draw_end(const struct automaton *automaton, uint32_t elapsed,
                     struct automaton_frame *frame)
{
    int winner = automaton_player(automaton) ^ 1;
    struct automaton_colour colour = automaton->drawn ? draw_colour : player_colours[winner];
    int lights = AUTOMATON_LEDS;
    if (automaton->state == AUTOMATON_DECIDED) {
        if (elapsed / AUTOMATON_TIME_BLINK & 1)
            draw_discs(fours_of(automaton->discs[winner]), (struct automaton_colour){0, 0, 0},
                       frame);
        return;
    }
    if (automaton->state == AUTOMATON_SHOW && elapsed / AUTOMATON_TIME_SHOW < AUTOMATON_LEDS)
        lights = (int)(elapsed / AUTOMATON_TIME_SHOW) + 1;
    for (int led = 0; led < lights; led++)
        frame->led[led] = colour;
}

/* A red cross from corner to corner of six columns, on and off: the pads are not there. */
static void draw_missing(uint32_t now, struct automaton_frame *frame)
{
    if (now / AUTOMATON_TIME_MISSING & 1)
        return;
    for (int i = 0; i < HEIGHT; i++) {
        frame->led[automaton_led(i, i)] = player_colours[0];
        frame->led[automaton_led(HEIGHT - 1 - i, i)] = player_colours[0];
    }
}

void automaton_draw(const struct automaton *automaton, uint32_t now, struct automaton_frame *frame)
{
    uint32_t elapsed = now - automaton->since;
    memory_clear(frame, sizeof *frame);
    frame->brightness = brightness_of[automaton->level];
    if (automaton->asleep)
        return;
    if (automaton->state == AUTOMATON_TEST) {
        selftest_draw(automaton, now, frame);
        return;
    }
    if (automaton->sensor == AUTOMATON_SENSOR_MISSING) {
        draw_missing(now, frame);
        return;
    }
    if (automaton->state <= AUTOMATON_CHOSEN) {
        draw_menu(automaton, frame);
        return;
    }
    for (int player = 0; player < 2; player++)
        draw_discs(automaton->discs[player], player_colours[player], frame);
    if (automaton->state == AUTOMATON_FALL)
        draw_falling(automaton, elapsed, frame);
    if (automaton->state == AUTOMATON_THINK || automaton->state == AUTOMATON_ASK)
        draw_pulse(automaton, elapsed, frame);
    if (automaton->state >= AUTOMATON_DECIDED)
        draw_end(automaton, elapsed, frame);
}
