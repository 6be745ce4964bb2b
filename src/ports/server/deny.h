/* How the rooms say no: every refusal has a name that a client can translate, an HTTP status, a
   coarse code for programs, and an English sentence for whoever has no better one.

   A sentence may have places in braces, which the values of the refusal fill: {"shard": 3} puts "3"
   where "{shard}" stands. What the rules of a game or the reader of a position refuse has no name
   here: such a sentence comes from the engine, and the page translates it as it does its own. */
#ifndef PORTS_SERVER_DENY_H
#define PORTS_SERVER_DENY_H

#include <jansson.h>

enum deny {
    DENY_BAD_NAME,
    DENY_BAD_PHRASE,
    DENY_BAD_SIDE,
    DENY_BAD_TIME,
    DENY_CODE_MISSING,
    DENY_DECLINED,
    DENY_FULL,
    DENY_LATE,
    DENY_LOBBY_FULL,
    DENY_MANY_CODES,
    DENY_MANY_LINKS,
    DENY_MANY_LISTED,
    DENY_MANY_MESSAGES,
    DENY_MANY_PHRASES,
    DENY_MANY_ROOMS,
    DENY_MOVE_MISSING,
    DENY_NO_CODE,
    DENY_NO_INVITATION,
    DENY_NO_LOBBY,
    DENY_NO_RANDOM,
    DENY_NO_ROOM,
    DENY_NO_SEAT,
    DENY_NO_TAKEBACK,
    DENY_NOT_NOW,
    DENY_NOT_YOUR_TURN,
    DENY_OTHER_SHARD,
    DENY_OVER,
    DENY_ROOM_MISSING,
    DENY_SPECTATOR,
    DENY_STALE,
    DENY_STARTED,
    DENY_STORAGE,
    DENY_TAKEN,
    DENY_WAITING,
    DENIALS
};

struct denial {
    const char *name;
    int status;
    const char *code, *english;
};

extern const struct denial denials[DENIALS];

/* The event of an error: {"event": "error", "error": {"code", "message", "name", "values"}}. Takes
   over `values`, an object or NULL. */
json_t *deny_event(enum deny reason, json_t *values);

#endif
