/* Debouncing: a pad's state changes only after the sensor has said otherwise for TOUCH_STEADY
   milliseconds without a break. */
#include "ports/automaton/touch.h"

void touch_sample(struct touch *touch, uint32_t touched, uint32_t now)
{
    for (int pad = 0; pad < AUTOMATON_PADS; pad++) {
        uint32_t place = UINT32_C(1) << pad;
        if (!((touched ^ touch->down) & place)) {
            touch->changing &= ~place;
        } else if (!(touch->changing & place)) {
            touch->changing |= place;
            touch->since[pad] = now;
        } else if (now - touch->since[pad] >= TOUCH_STEADY) {
            touch->changing &= ~place;
            touch->down ^= place;
            touch->pressed |= touch->down & place;
        }
    }
}

uint32_t touch_take(struct touch *touch)
{
    uint32_t pressed = touch->pressed;
    touch->pressed = 0;
    return pressed;
}
