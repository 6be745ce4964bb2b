/* The progress of a training: a CSV file with a heading and rows that begin with the number of
   their generation.

   Training that was interrupted repeats the generation it was in, so writing a generation's rows
   first removes what is there of it and of later ones: no row appears twice. A last line that a
   crash cut off is removed too. The file is replaced all at once (lab/replace.h). */
#ifndef LAB_CURVE_H
#define LAB_CURVE_H

#include "base/error.h"

/* `heading` and the `rows` are whole lines with their ends. A file with another heading is not ours
   to change and is refused. */
bool curve_put(const char *path, const char *heading, int generation, const char *rows,
               struct error *error);

#endif
