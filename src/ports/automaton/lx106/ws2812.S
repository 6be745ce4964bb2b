/* void ws2812_send(const uint8_t *bytes, uint32_t count)

   Sends bytes, the highest bit of each first, to a chain of WS2812B on GPIO 0. A bit is a high
   pulse of 0.4 us (zero) or 0.8 us (one) within 1.25 us; the chain allows 0.15 us either way. The
   edges are set by the processor's cycle counter at 160 MHz. Interrupts are off meanwhile, and the
   code lies in instruction RAM, so that no read of flash comes in between.
   tests/ports/automaton_pulses.py runs these instructions and checks every edge. */
    .equ ZERO, 58           /* cycles high, less what the loop takes to see it */
    .equ ONE, 122
    .equ PERIOD, 200
    .equ PIN, 1             /* GPIO 0: D3 */

    .section .iram, "ax"
    .align 4
    .literal_position
    .global ws2812_send
    .type ws2812_send, @function
ws2812_send:
    movi a4, 0x60000304     /* sets outputs; the next word clears them */
    movi a5, PIN
    rsil a6, 15
    rsr a7, ccount          /* when the next pulse begins */
next_byte:
    l8ui a8, a2, 0
    addi a2, a2, 1
    slli a8, a8, 24
    movi a9, 8
next_bit:
    movi a10, ZERO
    bgez a8, begin
    movi a10, ONE
begin:
    rsr a11, ccount
    sub a12, a11, a7
    bltz a12, begin
    s32i a5, a4, 0
    add a13, a11, a10       /* when it ends */
    movi a12, PERIOD
    add a7, a11, a12
high:
    rsr a12, ccount
    sub a12, a12, a13
    bltz a12, high
    s32i a5, a4, 4
    slli a8, a8, 1
    addi a9, a9, -1
    bnez a9, next_bit
    addi a3, a3, -1
    bnez a3, next_byte
    wsr a6, ps
    rsync
    ret
    .size ws2812_send, . - ws2812_send
