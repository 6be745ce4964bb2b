/* One program for every processor: where a second one, compiled for AVX2 and BMI2, is installed
   beside this one and the machine can run it, it takes this one's place.
   POTEZ_INSTRUCTIONS=baseline keeps the first. */
#ifndef PORTS_CLI_INSTRUCTIONS_H
#define PORTS_CLI_INSTRUCTIONS_H

/* Comes back when there is nothing better. */
void instructions_choose(char **texts);

#endif
