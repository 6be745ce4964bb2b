/* The simulated machine's serial port: a pseudo-terminal, which other programs open as they would
   the USB port of a real board. What nobody reads is lost; nothing here waits. */
#ifndef PORTS_CLI_AUTOMATON_SERIAL_H
#define PORTS_CLI_AUTOMATON_SERIAL_H

#include "base/error.h"

struct automaton_serial {
    int machine; /* our end; -1: none */
    int other;   /* kept open, so that others may come and go */
    char path[64];
};

bool automaton_serial_open(struct automaton_serial *serial, struct error *error);
void automaton_serial_say(struct automaton_serial *serial, const char *line);
/* The next letter, -1 for none. */
int automaton_serial_hear(struct automaton_serial *serial);
void automaton_serial_close(struct automaton_serial *serial);

#endif
