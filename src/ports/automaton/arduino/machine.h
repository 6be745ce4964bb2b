/* The automaton for programs in C++, such as Arduino sketches: one machine, without the parts of
   its headers that only C understands. */
#ifndef PORTS_AUTOMATON_ARDUINO_MACHINE_H
#define PORTS_AUTOMATON_ARDUINO_MACHINE_H

#include "ports/automaton/hardware.h"

#ifdef __cplusplus
extern "C" {
#endif

/* The hardware stays the caller's and in use; the book is added to it. */
void machine_begin(struct automaton_hardware *hardware, void *context);
void machine_step(void);

/* What it is doing, for those that watch it. */
struct automaton;
const struct automaton *machine_state(void);

/* A light as it is to be sent. */
struct automaton_colour machine_light(const struct automaton_frame *frame, int led);

#ifdef __cplusplus
}
#endif

#endif
