/* What the Arduino sketch calls: plain functions around one automaton, so that the sketch, which is
   C++, need not know the inside of any struct. */
#include "ports/automaton/arduino/machine.h"

#include "ports/automaton/automaton.h"
#include "ports/automaton/book.h"

static struct automaton automaton;

void machine_begin(struct automaton_hardware *hardware, void *context)
{
    hardware->book = book_chip_own();
    automaton_init(&automaton, hardware, context);
}

void machine_step(void)
{
    automaton_step(&automaton);
}

const struct automaton *machine_state(void)
{
    return &automaton;
}

struct automaton_colour machine_light(const struct automaton_frame *frame, int led)
{
    return automaton_light(frame, led);
}
