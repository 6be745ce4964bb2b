/* A table of how training goes: a CSV file with a heading and rows that begin with the number of
   their generation.

   Training that was interrupted repeats the generation it was in, so putting a generation's rows
   takes off what is there of it and of later ones: no row is there twice. A last line that a crash
   cut off goes too. The file is replaced all at once (lab/replace.h). */
#ifndef LAB_CURVE_H
#define LAB_CURVE_H

#include "base/error.h"

/* `heading` and the `rows` are whole lines with their ends. A file with another heading is not
   ours to change and refused. */
bool curve_put(const char *path, const char *heading, int generation, const char *rows,
               struct error *error);

#endif
