/* Strangers who want ten times what the server gives one address, while games go on: small
   questions at ten times the rate, and more searches than may wait. Each answer must be a good one
   or a clear refusal (429 or 503 with Retry-After), and the good ones must be quick. */
#ifndef BENCH_SERVER_OVERLOAD_H
#define BENCH_SERVER_OVERLOAD_H

#include <stdbool.h>

/* For so long from so many addresses, told apart by X-Forwarded-For: the server has --proxy. Prints
   a line; false when an answer was neither. */
bool overload(int port, int addresses, double seconds);

#endif
