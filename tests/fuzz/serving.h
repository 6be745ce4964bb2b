/* A service for fuzzing: its games are kept nowhere (kept.c) and its searches never begin, so that
   an input takes microseconds and always does the same. */
#ifndef TESTS_FUZZ_SERVING_H
#define TESTS_FUZZ_SERVING_H

#include "ports/server/service.h"

struct service *serving(void);
/* Waits until everything is kept and told. */
void serving_settle(struct service *service);
/* Whether the service had something to be kept since the last time this was asked. */
bool kept_anything(void);
/* Every message to a WebSocket; the target for messages has its own. */
void serving_heard(const char *text, size_t length);

#endif
