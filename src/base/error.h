/* What went wrong, as a sentence for a person: where, what was expected, what was found, what to
   do. A function that can fail on input returns false (or 0) and fills the caller's struct error;
   a caller who only wants to know whether it failed may pass NULL. */
#ifndef BASE_ERROR_H
#define BASE_ERROR_H

#include <stdbool.h>

struct error {
    char text[400];
    bool machine; /* the machine failed, not the input: no memory, a full disk */
};

/* Always false, so that a failing function can say: return error_set(error, ...). */
bool error_set(struct error *error, const char *format, ...) __attribute__((format(printf, 2, 3)));

/* The same for failures of the machine, for which the program exits with another status. */
bool error_machine(struct error *error, const char *format, ...)
    __attribute__((format(printf, 2, 3)));

/* Puts a piece in front of the text that is there: "levels/a.lvl: " and the like. Always false. */
bool error_prefix(struct error *error, const char *format, ...)
    __attribute__((format(printf, 2, 3)));

#endif
