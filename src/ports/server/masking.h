/* Sees to it that clients mask their WebSocket frames: a server has to close the connection on one
   that is not masked (RFC 6455, 5.1), which libwebsockets does not do, and what it hands over no
   longer shows it. So the bytes are looked at where the library gets them: the program has a `recv`
   of its own, which follows the heads of frames on the sockets named here and is the system's
   otherwise.

   For the thread that opened it; in other threads nothing is watched. Frames that come together
   with the handshake, before its answer, are not seen; the protocol has none there. */
#ifndef PORTS_SERVER_MASKING_H
#define PORTS_SERVER_MASKING_H

#include <stdbool.h>

/* For sockets with numbers below `files`; false when memory is out. */
bool masking_open(int files);
void masking_close(void);

/* Begins and ends watching the frames that come from this socket. */
void masking_begin(int socket);
void masking_end(int socket);

#endif
