/* A certificate: a walk, the points it makes, and why there are no more, as text.

       potez certificate 1
       level 0f3c...             which level: a hash of its canonical text without name and Target
       points 29
       bound 29
       proof flow                sum, flow, parts, frontier or search
       steps 29
       4 0 4 8 ...               cells stepped to, over any lines

   The walk can be replayed by anyone. A bound by sum or flow is cheap to derive again; one by
   parts, frontier or search takes the solver's work again, or trust. */
#ifndef MINDS_ZR2_CERTIFICATE_H
#define MINDS_ZR2_CERTIFICATE_H

#include "minds/zr2/solve.h"

struct zr2_certificate {
    uint64_t level;
    int32_t points, bound;
    enum zr2_proof proof;
    int32_t steps;
    size_t path_at; /* where the cells begin in the text */
};

/* Of the level's canonical text; `buffer` has room for it (see zr2_level_write). */
uint64_t zr2_certificate_level(const struct zr2_level *level, char *buffer, size_t size);

void zr2_certificate_write(uint64_t level, const struct zr2_solution *solution, struct text *text);

/* Reads all but the path, then with zr2_certificate_path the path, into room for `steps` cells. */
bool zr2_certificate_read(const char *text, size_t length, struct zr2_certificate *certificate,
                          struct error *error);
bool zr2_certificate_path(const char *text, size_t length,
                          const struct zr2_certificate *certificate, int32_t *path,
                          struct error *error);

#endif
