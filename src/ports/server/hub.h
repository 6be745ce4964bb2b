/* The game server's core: rooms, who is in them, what they say to each other.

   It knows no sockets: a peer is whoever sends commands (a WebSocket, or one HTTP request), and
   answers leave through `send`. It knows no disk: changes leave through `keep`, which gives a
   ticket, and whoever keeps them calls hub_kept. Nothing that reveals a change is sent before the
   change is kept; peers get their messages in order.

   Commands are JSON objects with "do", an optional "id" that comes back in the reply, and members
   that docs/server.md lists: create, join, watch, leave, state, move, resign, draw, takeback,
   decline, abort, rematch, say, find, lobby, ping. Anything from anyone is answered, with an error
   if need be. One thread calls everything here. */
#ifndef PORTS_SERVER_HUB_H
#define PORTS_SERVER_HUB_H

#include "ports/server/deny.h"
#include "ports/server/room.h"
#include "ports/server/share.h"

#define HUB_LINKS_MAX 16    /* rooms that one peer may be in */
#define HUB_LOBBY_MAX 200   /* rooms in the lobby */
#define HUB_SHARDS_MAX 9999 /* servers that share the rooms (server.h has it too) */

struct hub_mail;

struct hub_peer {
    bool lasting;        /* a WebSocket: it hears what happens; a request hears its reply alone */
    struct share *share; /* of its address: whose rooms are counted; NULL for no limits */
    struct hub_link *links;
    int link_count;
    struct hub_mail *mail_first, *mail_last; /* waiting for a change to be kept */
};

/* Everything that the hub needs from outside. */
struct hub_outside {
    void *self;
    /* `status` is an HTTP status that fits; `reply` says that it answers a command. A text of NULL
       is one that there was no memory for: the peer has missed something and is to be let go. */
    void (*send)(void *self, struct hub_peer *peer, const char *text, size_t length, int status,
                 bool reply);
    uint64_t (*keep)(void *self, const struct store_change *change); /* as store_add */
    /* Reads a room that is not in memory with hub_restore; false when there is none. */
    bool (*fetch)(void *self, const char *name);
    uint64_t (*now)(void *self);            /* microseconds that only go forward */
    int64_t (*date)(void *self);            /* seconds since 1970 */
    bool (*random)(char *text, int length); /* as token_make */
};

struct hub_limits {
    int rooms;      /* in memory */
    int spectators; /* in one room */
    int lobby;      /* rooms in the lobby, at most HUB_LOBBY_MAX; 0: there is none */
    int shard;      /* which of `shards` servers this is, from 1; 0 of 0: it is alone */
    int shards;
    /* Seconds until a room ends: with an empty seat and nobody there, without a move, without a
       next move. */
    int64_t unjoined, unstarted, untouched;
};

struct hub_counts {
    int rooms, open, links;
    uint64_t created, moves, finished, commands, refused, mails_waiting;
};

struct hub;

struct hub *hub_open(const struct hub_limits *limits, const struct hub_outside *outside,
                     int64_t last_number);
void hub_close(struct hub *hub);

/* Puts a room in memory, as store_reader. */
bool hub_restore(void *hub, const struct store_room *room, const struct store_move *moves,
                 int count);

/* One command. False when "do" names none that the hub knows; nothing is answered then. */
bool hub_command(struct hub *hub, struct hub_peer *peer, const json_t *command);
/* Answers with a refusal, whose values are taken over, or with an error in the same form. */
void hub_deny(struct hub *hub, struct hub_peer *peer, const json_t *command, enum deny reason,
              json_t *values);
void hub_refuse(struct hub *hub, struct hub_peer *peer, const json_t *command, int status,
                const char *code, const char *message);

/* The peer is gone: it leaves all rooms. */
void hub_leave(struct hub *hub, struct hub_peer *peer);

/* Changes up to this ticket are kept. */
void hub_kept(struct hub *hub, uint64_t ticket);
/* Changes after the last ticket kept are lost: rooms that had any are read anew. */
void hub_lost(struct hub *hub);

/* Ends games whose time is up, announces who has come and gone, lets go of what is no longer
   needed. A few times a second. */
void hub_tick(struct hub *hub);

struct hub_counts hub_count(const struct hub *hub);

#endif
