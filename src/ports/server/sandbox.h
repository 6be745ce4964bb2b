/* The process gives up what a server never needs (`potez serve --sandbox`), so that a mistake in it
   is worth less to whoever finds it: no other program can be started, no process made or looked
   into, no new socket opened, no memory made executable, nothing of the kernel changed.

   Call it when the server listens and its libraries are loaded; it holds for all threads, for as
   long as the process lives. Files are not its business: the folders that a server may see are set
   by the unit of systemd (share/potez.service.in). */
#ifndef PORTS_SERVER_SANDBOX_H
#define PORTS_SERVER_SANDBOX_H

#include "base/error.h"

/* False where the system has no such thing. */
bool sandbox_enter(struct error *error);

#endif
