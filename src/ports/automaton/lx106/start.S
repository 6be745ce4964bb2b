/* Where the chip begins: the boot ROM has loaded the segments of the image and jumps here. All
   interrupts stay off; the firmware polls. */
    .section .start, "ax"
    .global start
    .type start, @function
start:
    j begin                 /* an emulator begins with the first byte, and constants come before code */
    .align 4
    .literal_position
begin:
    movi a2, 0x0f           /* interrupt level 15: none */
    wsr a2, ps
    rsync
    movi a1, stack_end
    movi a2, stack_begin    /* paint the stack, to see later how deep it was */
    movi a3, 0xa5a5a5a5
1:  s32i a3, a2, 0
    addi a2, a2, 4
    bltu a2, a1, 1b
    movi a2, bss_begin
    movi a3, bss_end
    movi a4, 0
2:  bgeu a2, a3, 3f
    s32i a4, a2, 0
    addi a2, a2, 4
    j 2b
3:  movi a0, chip_main
    callx0 a0
4:  j 4b
    .size start, . - start
