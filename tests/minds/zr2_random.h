/* Small random levels of ZR 2 of every kind, as text: two and three dimensions, Teleporters that
   are chained or lead to empty cells, to nowhere or to themselves, Increasers on their own cell,
   empty groups, a start on an empty cell, parts out of reach. Few enough cells and low enough
   values for the exhaustive solver in tests/games/zr2_plain.h. */
#ifndef TESTS_MINDS_ZR2_RANDOM_H
#define TESTS_MINDS_ZR2_RANDOM_H

#include "base/random.h"

#include <stdio.h>

enum { RANDOM_LEVEL_TEXT = 8192 };

static inline int random_sizes(struct random *random, int *size)
{
    static const int choices[][4] = {{3, 3}, {4, 3},    {3, 4},    {4, 4},    {5, 3},       {2, 5},
                                     {7, 2}, {2, 2, 2}, {3, 2, 2}, {3, 3, 2}, {2, 2, 2, 2}, {12}};
    const int *choice = choices[random_below(random, 12)];
    int dimensions = 0;
    while (dimensions < 4 && choice[dimensions]) {
        size[dimensions] = choice[dimensions];
        dimensions++;
    }
    return dimensions;
}

/* `kind`: bit 0 Teleporters, bit 1 Increasers. Values are such that the sum stays near 16. */
static inline void random_level(struct random *random, int kind, char *text)
{
    int size[4], dimensions = random_sizes(random, size), cells = 1;
    char *at = text + sprintf(text, "random\nTarget=0\nSumToZero\n(");
    for (int i = 0; i < dimensions; i++) {
        cells *= size[i];
        at += sprintf(at, i ? ", %d" : "%d", (int)random_below(random, (uint32_t)size[i]));
    }
    int groups = kind & 2 ? 1 + (int)random_below(random, 3) : 0;
    at += sprintf(at, ")\n%d\n", groups);
    for (int i = 0; i < groups; i++) {
        int members = (int)random_below(random, 5);
        at += sprintf(at, "{");
        for (int j = 0; j < members; j++)
            at += sprintf(at, j ? ", %u" : "%u", random_below(random, (uint32_t)cells));
        at += sprintf(at, "}\n");
    }
    for (int i = 0; i < dimensions; i++)
        at += sprintf(at, i ? " %d" : "%d", size[i]);
    at += sprintf(at, "\n");
    uint32_t holes = random_below(random, 40), twos = random_below(random, 36);
    uint32_t specials = 5 + random_below(random, 50);
    for (int i = 0; i < cells; i++) {
        bool teleports = kind & 1 && random_below(random, 100) < specials;
        bool increases = kind & 2 && random_below(random, 100) < specials;
        int value = random_below(random, 100) < holes ? 0 : 1 + (random_below(random, 100) < twos);
        if (random_below(random, 60) == 0)
            value = (int)random_below(random, 5) - 1;
        at +=
            sprintf(at, "(%s, %d, %d, %d, 0, %d)\n",
                    teleports ? (increases ? "10101" : "101")
                              : (increases ? (i % 2 ? "10001" : "1001") : "1"),
                    value > 3 ? 3 : value, (int)random_below(random, (uint32_t)cells + 2) - 1,
                    -(int)random_below(random, 3), (int)random_below(random, (uint32_t)groups + 1));
    }
}

#endif
