/* How well weights fit the positions they were learned from; the same for every game. */
#ifndef LAB_FITTED_H
#define LAB_FITTED_H

#include <stddef.h>

struct fitted {
    double loss, held_loss; /* mean logarithmic loss in nats; of what was held out */
    double held_right;      /* share of the decided games whose winner is predicted */
    size_t positions;
};

#endif
