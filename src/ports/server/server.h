/* `potez serve`: sockets around the service, with libwebsockets.

   One thread runs the event loop (libuv, so that ten thousand idle connections cost nothing) and
   owns the service; searches and the store have threads of their own and wake it. SIGINT and
   SIGTERM let it end gently: no new connections, searches stopped, everything stored, WebSockets
   closed with "going away". A second signal ends it at once. */
#ifndef PORTS_SERVER_SERVER_H
#define PORTS_SERVER_SERVER_H

#include "base/error.h"
#include "ports/server/gate.h"
#include "ports/server/laboratory.h"
#include "ports/server/share.h"

#include <stdint.h>

#define SERVER_SHARDS_MAX 9999

struct server_options {
    const char *bind;              /* an address; NULL is 127.0.0.1 */
    int port;                      /* 0: any that is free */
    const char *store;             /* path of the database of network games */
    const char *archive;           /* path of the archive for finished games */
    struct laboratory_options lab; /* without a folder there is none; archive and program are filled
                                      in here */
    struct gate gate;
    int workers;           /* threads that search */
    double search_seconds; /* most a search may take */
    int silence_seconds;   /* before a WebSocket is asked whether it is still there */
    int connections;       /* 0: as many as the system allows */
    int rooms;
    bool lobby;                /* whether open invitations are listed */
    bool metrics;              /* whether strangers may read /metrics */
    bool sandbox;              /* see sandbox.h; not with a laboratory, which starts processes */
    int shard, shards;         /* which of several servers this is, from 1; 0 of 0 for one alone */
    struct share_limits share; /* of one address that is not this machine, or behind a proxy */
    size_t table;              /* bytes of each worker */
    bool quiet;
};

/* Fills in the defaults. */
void server_defaults(struct server_options *options);

/* Serves until a signal comes. `listening` is called with the address when clients may come; when
   it returns false, that is the end. */
bool server_run(const struct server_options *options, bool (*listening)(const char *address),
                struct error *error);

#endif
