/* One command on its way through the hub, for the files that say what commands do: hub_commands.c,
   hub_create.c for those that make rooms, hub_lobby.c for finding one, hub_offers.c for what the
   players say to each other. */
#ifndef PORTS_SERVER_HUB_CALL_H
#define PORTS_SERVER_HUB_CALL_H

#include "ports/server/hub_inside.h"

/* Who, what, and once they are known, where and as whom. */
struct hub_call {
    struct hub *hub;
    struct hub_peer *peer;
    const json_t *command;
    struct room *room;
    int side; /* -1 a spectator */
};

/* Answers: a refusal of deny.h, with values or without, or with a sentence of the engine. */
void hub_call_deny(const struct hub_call *call, enum deny reason);
void hub_call_deny_with(const struct hub_call *call, enum deny reason, json_t *values);
void hub_call_refuse(const struct hub_call *call, int status, const char *code,
                     const char *message);
void hub_call_done(const struct hub_call *call);
void hub_call_state(const struct hub_call *call, const char *token, const char *invite);

/* A member that is a text, NULL for none. */
const char *hub_call_text(const struct hub_call *call, const char *name);
/* An event of the call's room, to be filled further. */
json_t *hub_call_event(const struct hub_call *call, const char *name);
json_t *hub_call_event_of_side(const struct hub_call *call, const char *name);
/* The checked "name" of who calls, "" for none; false when it is no name, which is answered. */
bool hub_call_read_name(const struct hub_call *call, char name[PLAYER_NAME_SIZE]);
/* Whether a room's name or a code is this shard's, whether the call may take the room's free seat,
   whether it may put a room into the lobby (which is then counted); false is answered. */
bool hub_call_here(const struct hub_call *call, const char *text);
bool hub_call_invited(const struct hub_call *call);
bool hub_call_may_list(const struct hub_call *call);
/* Lasting peers stay in the room; false when there is no room for them, which is answered. */
bool hub_call_enter(struct hub_call *call);
/* Notes and announces what the call's side offers. */
void hub_call_offer(struct hub_call *call, const char *kind, int *offer);

void hub_call_create(struct hub_call *call);
void hub_call_rematch(struct hub_call *call);
void hub_call_draw(struct hub_call *call);
void hub_call_takeback(struct hub_call *call);
void hub_call_decline(struct hub_call *call);
void hub_call_say(struct hub_call *call);
void hub_call_find(struct hub_call *call);
void hub_call_lobby(struct hub_call *call);

#endif
