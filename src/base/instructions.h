/* Which processor instructions this code was compiled for. A release contains the program twice and
   starts the one that the machine can run (ports/cli/instructions.c); both give the same
   answers. */
#ifndef BASE_INSTRUCTIONS_H
#define BASE_INSTRUCTIONS_H

/* "x86-64 with AVX2 and BMI2", "x86-64", "AArch64". */
const char *instructions_of_core(void);

#endif
