/* Time that only goes forward, in microseconds from some moment in the past.

   On the desk it is the operating system's monotonic clock; the browser and the microcontroller
   ports supply the function themselves. */
#ifndef BASE_CLOCK_H
#define BASE_CLOCK_H

#include <stdint.h>

uint64_t clock_microseconds(void);

#endif
