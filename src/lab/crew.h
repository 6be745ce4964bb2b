/* Several threads on one list of pieces: each takes the next piece that nobody has.

   crew_run calls work(context, first, last) for consecutive ranges of pieces 0..pieces-1 until all
   are done, on `threads` threads, the caller's among them; it works with fewer when the system
   gives no more. Work that depends on other work goes into the next call. */
#ifndef LAB_CREW_H
#define LAB_CREW_H

#include <stdint.h>

/* `grain` pieces are taken at a time. */
void crew_run(int threads, uint64_t pieces, uint64_t grain,
              void (*work)(void *context, uint64_t first, uint64_t last), void *context);

#endif
