/* What the parts of the hub know of each other: hub.c holds rooms, links and mail; hub_commands.c
   what each command does. */
#ifndef PORTS_SERVER_HUB_INSIDE_H
#define PORTS_SERVER_HUB_INSIDE_H

#include "ports/server/hub.h"

#define HUB_BUCKETS 8192 /* a power of two */

/* A peer in a room. */
struct hub_link {
    struct hub_peer *peer;
    struct room *room;
    int side; /* -1 a spectator */
    struct hub_link *next_of_peer, *next_of_room;
};

/* A text that several mails share. */
struct hub_text {
    int references;
    size_t length;
    char text[];
};

/* A message that waits until a change is kept. */
struct hub_mail {
    struct hub_mail *next;         /* of all, in order */
    struct hub_mail *next_of_peer; /* of this peer, in order */
    struct hub_peer *peer;         /* NULL when it has gone */
    struct hub_text *text;
    uint64_t ticket;
    int status;
    bool reply;
};

struct hub {
    struct hub_limits limits;
    struct hub_outside outside;
    struct room *bucket[HUB_BUCKETS];
    struct room *code[HUB_BUCKETS]; /* those that wait under a code */
    struct room *lobby[HUB_LOBBY_MAX];
    int lobby_count;
    struct hub_mail *first, **last;
    uint64_t kept;
    int64_t last_number;
    struct hub_counts counts;
};

struct room *hub_find(struct hub *hub, const char *name); /* also from the store */
void hub_insert(struct hub *hub, struct room *room);
int64_t hub_date(const struct hub *hub);
struct hub_link *hub_link_of(const struct hub_peer *peer, const struct room *room);
struct hub_link *hub_enter(struct hub *hub, struct hub_peer *peer, struct room *room, int side);
void hub_exit(struct hub *hub, struct hub_link *link);

/* Sends after the room's last change is kept. All take over `message`. */
void hub_reply(struct hub *hub, struct hub_peer *peer, const struct room *room,
               const json_t *command, json_t *message);
void hub_tell_room(struct hub *hub, const struct room *room, json_t *message);

/* Keeps a change of the room. */
void hub_keep(struct hub *hub, struct room *room, struct store_change *change);
/* Stores and announces the end of a game that room_end has just ended. */
void hub_finish(struct hub *hub, struct room *room);
/* The same in two steps, for a game that its last move has ended: what is kept of both is one
   change, so that no crash comes between them. */
void hub_keep_end(struct hub *hub, struct room *room, struct store_change *change);
void hub_tell_end(struct hub *hub, struct room *room);

/* The shard that a name or a code belongs to, 0 when it is none's; "3." or "" for the hub's own. */
int hub_shard_of(const char *text);
void hub_write_shard(const struct hub *hub, char prefix[8]);

/* Lets a room with an empty seat be found by its code and, if it is listed, in the lobby; ends
   that. */
bool hub_new_code(struct hub *hub, char code[TOKEN_CODE + 1]);
void hub_invite(struct hub *hub, struct room *room);
void hub_end_invitation(struct hub *hub, struct room *room);

/* How often a side may say something. */
extern const struct share_rate hub_phrase_rate;

uint64_t hub_now(const struct hub *hub);

#endif
