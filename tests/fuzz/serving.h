/* A service for fuzzing: its games are kept in memory and its searches never begin, so that an
   input takes microseconds and always does the same. */
#ifndef TESTS_FUZZ_SERVING_H
#define TESTS_FUZZ_SERVING_H

#include "ports/server/service.h"

struct service *serving(void);
/* Waits until everything is kept and told. */
void serving_settle(struct service *service);
/* Every message to a WebSocket; the target for messages has its own. */
void serving_heard(const char *text, size_t length);

#endif
