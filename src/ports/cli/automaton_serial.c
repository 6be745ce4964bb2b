/* A pseudo-terminal as the simulated machine's serial port. The other end is set to pass every byte
   as it is: without that, the system would echo what the machine says back to it as if it were
   typed. */
#define _GNU_SOURCE
#include "ports/cli/automaton_serial.h"

#include <errno.h>
#include <fcntl.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <termios.h>
#include <unistd.h>

static bool make_raw(int terminal)
{
    struct termios settings;
    if (tcgetattr(terminal, &settings) != 0)
        return false;
    cfmakeraw(&settings);
    return tcsetattr(terminal, TCSANOW, &settings) == 0;
}

bool automaton_serial_open(struct automaton_serial *serial, struct error *error)
{
    *serial = (struct automaton_serial){.machine = -1, .other = -1};
    serial->machine = posix_openpt(O_RDWR | O_NOCTTY | O_CLOEXEC);
    if (serial->machine >= 0 && grantpt(serial->machine) == 0 && unlockpt(serial->machine) == 0 &&
        ptsname_r(serial->machine, serial->path, sizeof serial->path) == 0)
        serial->other = open(serial->path, O_RDWR | O_NOCTTY | O_CLOEXEC);
    if (serial->other >= 0 && make_raw(serial->other) &&
        fcntl(serial->machine, F_SETFL, O_NONBLOCK) == 0)
        return true;
    error_machine(error, "--serial: no pseudo-terminal: %s", strerror(errno));
    automaton_serial_close(serial);
    return false;
}

void automaton_serial_say(struct automaton_serial *serial, const char *line)
{
    char text[128];
    int length = snprintf(text, sizeof text, "%s\r\n", line);
    if (serial->machine >= 0 && length > 0 && length < (int)sizeof text &&
        write(serial->machine, text, (size_t)length) < 0)
        return; /* nobody reads: lost */
}

int automaton_serial_hear(struct automaton_serial *serial)
{
    unsigned char letter;
    return serial->machine >= 0 && read(serial->machine, &letter, 1) == 1 ? letter : -1;
}

void automaton_serial_close(struct automaton_serial *serial)
{
    if (serial->machine >= 0)
        close(serial->machine);
    if (serial->other >= 0)
        close(serial->other);
    serial->machine = serial->other = -1;
}
