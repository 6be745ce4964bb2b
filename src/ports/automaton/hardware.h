/* What the automaton needs from a machine: 42 lights, eight touch pads, a clock, some chance, and
   perhaps a network. Whoever runs the automaton fills a struct automaton_hardware; the simulator,
   the page, the tests and the chips each have one. None of the functions may wait. */
#ifndef PORTS_AUTOMATON_HARDWARE_H
#define PORTS_AUTOMATON_HARDWARE_H

#include <stdbool.h>
#include <stdint.h>

enum {
    AUTOMATON_WIDTH = 7,
    AUTOMATON_HEIGHT = 6,
    AUTOMATON_LEDS = AUTOMATON_WIDTH * AUTOMATON_HEIGHT,
    AUTOMATON_MENU = 7, /* the pad after those of the columns, 0..6 */
    AUTOMATON_PADS = 8,
};

/* Instead of pads: the sensor does not answer. */
#define AUTOMATON_NO_SENSOR (UINT32_C(1) << 31)

struct automaton_colour {
    uint8_t red, green, blue;
};

/* The lights in the order of their chain, and how bright all of them are, out of 255. */
struct automaton_frame {
    struct automaton_colour led[AUTOMATON_LEDS];
    uint8_t brightness;
};

enum automaton_reply {
    AUTOMATON_REPLY_WAIT = -1, /* not yet */
    AUTOMATON_REPLY_NONE = -2, /* it failed */
};

struct automaton_hardware {
    void (*show)(void *context, const struct automaton_frame *frame);
    /* The pads touched now, bit n for pad n; AUTOMATON_NO_SENSOR when nobody can tell. */
    uint32_t (*touched)(void *context);
    /* Any clock that counts up; it may run over. */
    uint32_t (*milliseconds)(void *context);
    uint32_t (*entropy)(void *context);
    /* Begins to ask a server for the best column after these moves ("4453"); NULL: no network.
       False when it cannot be asked. */
    bool (*ask)(void *context, const char *moves);
    /* The column that the server answered, 0..6, or an automaton_reply. */
    int (*reply)(void *context);
    /* The answer is no longer wanted. */
    void (*forget)(void *context);
    /* A line for whoever listens on the serial port, without its end; NULL: nobody can. */
    void (*say)(void *context, const char *line);
    /* The next letter that came on the serial port, -1 for none; NULL: nobody can be heard. */
    int (*hear)(void *context);
    const uint32_t *book; /* ports/automaton/book.h; may be NULL */
};

#endif
