/* The sketch as Arduino compiles it: its core's header comes first, whatever the sketch includes.
 */
#include <Arduino.h>

#include SKETCH

void board_setup(void)
{
    setup();
}

void board_loop(void)
{
    loop();
}
