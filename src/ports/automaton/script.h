/* A machine without hardware: it touches the pads by a script, keeps a time of its own and writes
   down every frame of the lights. The same script gives the same lines on every computer and every
   chip, which is how the builds are compared.

   A script is a text. Blanks mean nothing.
       1..7 m   touches a pad for 60 ms and leaves it for 60
       (12)     touches several together
       ~3       touches a pad that bounces: it comes and goes every 5 ms, then stays
       !3       a pad that is touched for 5 ms only, which does not count
       . : ;    waits 100 ms, a second, a minute
       - +      the touch sensor is unplugged, plugged in again
       h        holds the menu's pad for 3.2 s, which begins the self-test in the menu
       "test"   sends a line on the serial port (ports/automaton/listen.c)
       w        waits until the machine waits for a person, or for 20 s

   A frame is a line: the time, the brightness, a letter for each light in the order of the chain
   (see automaton_letter), and a sum over its bytes. Every look at the clock takes a millisecond, so
   that time passes during a search as well.

   A machine elsewhere, such as the Arduino sketch, can be played as well: `step` is called instead
   of automaton_step, and `watched` is its automaton. It takes time, pads and chance from
   script_milliseconds, script_touched, script_entropy and script_hear. */
#ifndef PORTS_AUTOMATON_SCRIPT_H
#define PORTS_AUTOMATON_SCRIPT_H

#include "ports/automaton/automaton.h"

struct script {
    struct automaton automaton;
    struct automaton_hardware hardware;
    void (*write)(void *writer, const char *line, uint32_t length); /* may be NULL */
    void *writer;
    void (*step)(void);              /* NULL: the automaton above */
    const struct automaton *watched; /* for `step` */
    uint32_t time;
    uint32_t pads;
    const char *serial; /* a line being sent, up to a double quote; NULL: none */
    uint32_t entropy;
    uint32_t frames;
    uint32_t sum; /* over all frames and their times */
};

/* `book` may be NULL. */
void script_init(struct script *script, const uint32_t *book, uint32_t seed,
                 void (*write)(void *writer, const char *line, uint32_t length), void *writer);

/* False when the text is not a script; nothing has been done then. */
bool script_run(struct script *script, const char *text);

/* What the machine's hardware gives; `context` is the script. */
uint32_t script_milliseconds(void *context);
uint32_t script_touched(void *context);
uint32_t script_entropy(void *context);
int script_hear(void *context);

/* Lets so many milliseconds pass with the pads as they are. */
void script_wait(struct script *script, uint32_t duration);

#endif
