/* Where a Cortex-M3 begins: the table of vectors with the stack and the reset, nothing else. Loads
   and stores that are not aligned trap, as they would on the other chip. */
#include <stdint.h>

extern uint32_t stack_begin[], stack_end[], bss_begin[], bss_end[], data_begin[], data_end[];
extern const uint32_t data_source[];

void chip_main(void);
void reset(void);
void fault(void);

#define CONFIGURATION (*(volatile uint32_t *)0xe000ed14)
enum { TRAP_UNALIGNED = 8, FAULT_STATUS = 9 };

void host_exit(int status) __attribute__((noreturn));

__attribute__((used, section(".vectors"))) static const struct {
    const uint32_t *stack;
    void (*handlers[15])(void);
} vectors = {
    stack_end,
    {reset, fault, fault, fault, fault, fault, 0, 0, 0, 0, fault, fault, 0, fault, fault},
};

void fault(void)
{
    host_exit(FAULT_STATUS);
}

void reset(void)
{
    uint32_t *here;
    __asm__ volatile("mov %0, sp" : "=r"(here));
    CONFIGURATION |= TRAP_UNALIGNED;
    for (volatile uint32_t *at = stack_begin; at < here - 16; at++)
        *at = 0xa5a5a5a5;
    for (volatile uint32_t *at = bss_begin; at < bss_end; at++)
        *at = 0;
    const volatile uint32_t *from = data_source;
    for (volatile uint32_t *at = data_begin; at < data_end; at++)
        *at = *from++;
    chip_main();
}
