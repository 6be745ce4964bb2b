/* The computer that emulates the chip, for tests: its standard input and output, and how many
   instructions were executed. Every emulated chip has its own host.c. */
#ifndef PORTS_AUTOMATON_CHIP_HOST_H
#define PORTS_AUTOMATON_CHIP_HOST_H

#include <stdint.h>

/* Gives the number of bytes read, 0 at the end. */
int host_read(char *text, uint32_t length);
/* 1 is standard output, 2 standard error. */
void host_write(int file, const char *text, uint32_t length);
__attribute__((noreturn)) void host_exit(int status);

/* A counter, and the instructions between two of its values, which may not lie further apart than
   some hundred million. */
uint32_t host_ticks(void);
uint32_t host_instructions(uint32_t from, uint32_t to);

#endif
