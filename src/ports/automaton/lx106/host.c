/* The host behind QEMU's lx106, through simcall, and the count of instructions. */
#include "ports/automaton/chip/host.h"

enum { EXIT = 1, READ = 3, WRITE = 4, PER_TICK = 25 };

static int simcall(int call, int a, int b, int c)
{
    register int a2 __asm__("a2") = call;
    register int a3 __asm__("a3") = a;
    register int a4 __asm__("a4") = b;
    register int a5 __asm__("a5") = c;
    __asm__ volatile("simcall" : "+r"(a2), "+r"(a3) : "r"(a4), "r"(a5) : "memory");
    return a2;
}

int host_read(char *text, uint32_t length)
{
    return simcall(READ, 0, (int)text, (int)length);
}

void host_write(int file, const char *text, uint32_t length)
{
    simcall(WRITE, file, (int)text, (int)length);
}

void host_exit(int status)
{
    simcall(EXIT, status, 0, 0);
    for (;;)
        ;
}

/* QEMU's counter runs at 40 MHz of its time, in which an instruction takes a nanosecond. */
uint32_t host_ticks(void)
{
    uint32_t ticks;
    __asm__ volatile("rsr %0, ccount" : "=r"(ticks));
    return ticks;
}

uint32_t host_instructions(uint32_t from, uint32_t to)
{
    return (to - from) * PER_TICK;
}
