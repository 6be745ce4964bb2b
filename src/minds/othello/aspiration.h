/* The windows in which a search looks for a value: narrow ones around what is expected, wider ones
   where the value lies outside.

   A search may contradict the one before, because what the table holds has changed: it says
   "below" where the last one said "above". Each answer alone only moves the window to the other
   side, so two of them could send each other back for ever; after ASPIRATION_TRIES windows the next
   one is open, and no value lies outside it. */
#ifndef MINDS_OTHELLO_ASPIRATION_H
#define MINDS_OTHELLO_ASPIRATION_H

#include "minds/othello/engine.h"

enum {
    ASPIRATION_TRIES = 8,
    ASPIRATION_OPEN = OTHELLO_ENGINE_MOST + 1, /* beyond every value */
};

/* Final scores are even numbers of discs: when solving, windows lie between odd ones. */
struct othello_aspiration {
    int alpha, beta, width, tries;
    bool solving;
};

static inline void othello_aspiration_clip(struct othello_aspiration *window)
{
    bool open = ++window->tries > ASPIRATION_TRIES;
    if (open || window->alpha < -ASPIRATION_OPEN)
        window->alpha = -ASPIRATION_OPEN;
    if (open || window->beta > ASPIRATION_OPEN)
        window->beta = ASPIRATION_OPEN;
}

/* The first window, `width` to either side of what is expected. */
static inline struct othello_aspiration othello_aspiration_begin(int expected, int width,
                                                                 bool solving)
{
    const int pair = 2 * OTHELLO_ENGINE_DISC;
    int centre = solving ? expected / pair * pair : expected;
    struct othello_aspiration window = {centre - width, centre + width, width, 0, solving};
    othello_aspiration_clip(&window);
    return window;
}

static inline bool othello_aspiration_holds(const struct othello_aspiration *window, int value)
{
    return value > window->alpha && value < window->beta;
}

/* The window to look in after one that did not hold `value`. */
static inline void othello_aspiration_widen(struct othello_aspiration *window, int value)
{
    const int disc = OTHELLO_ENGINE_DISC;
    window->width *= 2;
    int reach = window->width + (window->solving && !(window->width / disc & 1) ? disc : 0);
    if (value <= window->alpha) {
        window->beta = window->solving ? value + disc : window->alpha + 1;
        window->alpha = value - reach;
    } else {
        window->alpha = window->solving ? value - disc : window->beta - 1;
        window->beta = value + reach;
    }
    othello_aspiration_clip(window);
}

#endif
