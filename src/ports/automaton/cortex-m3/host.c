/* The host behind QEMU's Cortex-M3, through Arm semihosting, and the count of instructions. */
#include "ports/automaton/chip/host.h"

enum {
    OPEN = 1,
    WRITE = 5,
    READ = 6,
    EXIT = 0x20,
    EXITED = 0x20026,
    PER_TICK = 40,
    TICKS = 0xffffff
};

static int call(int number, const void *block)
{
    register int r0 __asm__("r0") = number;
    register const void *r1 __asm__("r1") = block;
    __asm__ volatile("bkpt 0xab" : "+r"(r0) : "r"(r1) : "memory");
    return r0;
}

/* The name ":tt" is the console; the mode says which side of it: read, write, append (errors). */
static int console(int mode)
{
    static int handles[3];
    static const uint8_t modes[3] = {0, 4, 8};
    if (!handles[mode]) {
        const uint32_t block[3] = {(uint32_t) ":tt", modes[mode], 3};
        handles[mode] = call(OPEN, block) + 1;
    }
    return handles[mode] - 1;
}

int host_read(char *text, uint32_t length)
{
    const uint32_t block[3] = {(uint32_t)console(0), (uint32_t)text, length};
    return (int)length - call(READ, block);
}

void host_write(int file, const char *text, uint32_t length)
{
    const uint32_t block[3] = {(uint32_t)console(file), (uint32_t)text, length};
    call(WRITE, block);
}

void host_exit(int status)
{
    const uint32_t block[2] = {EXITED, (uint32_t)status};
    call(EXIT, block);
    for (;;)
        ;
}

#define TICK_CONTROL (*(volatile uint32_t *)0xe000e010)
#define TICK_RELOAD (*(volatile uint32_t *)0xe000e014)
#define TICK_NOW (*(volatile uint32_t *)0xe000e018)

/* The system timer counts down at 25 MHz of QEMU's time, in which an instruction takes a
   nanosecond; it has 24 bits. */
uint32_t host_ticks(void)
{
    if (!TICK_CONTROL) {
        TICK_RELOAD = TICKS;
        TICK_NOW = 0;
        TICK_CONTROL = 5;
    }
    return TICKS - TICK_NOW;
}

uint32_t host_instructions(uint32_t from, uint32_t to)
{
    return ((to - from) & TICKS) * PER_TICK;
}
