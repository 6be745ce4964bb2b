/* What the port says to the page: JSON in one buffer that grows when it must.

   A writer is run, and run again with more room when its text did not fit; so it must only read.
   The page asks browser_output where the text begins and gets its length from every call. */
#ifndef PORTS_BROWSER_OUTPUT_H
#define PORTS_BROWSER_OUTPUT_H

#include "base/text.h"

/* The length of what `write` wrote about `subject`; 0 when memory ran out. */
uint32_t output_write(void (*write)(struct text *text, const void *subject), const void *subject);

/* {"error":"..."} */
uint32_t output_error(const char *message);

/* A JSON string with its quotes. */
void output_string(struct text *text, const char *string);

/* Room for `bytes` of input and a final zero; what was there before is lost. NULL without memory.
 */
char *output_input(size_t bytes);
const char *output_input_text(void);

#endif
