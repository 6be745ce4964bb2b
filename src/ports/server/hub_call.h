/* One command on its way through the hub, for the files that say what commands do: hub_commands.c,
   and hub_create.c for those that make rooms. */
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

/* Answers. */
void hub_call_refuse(const struct hub_call *call, int status, const char *code,
                     const char *message);
void hub_call_done(const struct hub_call *call);
void hub_call_state(const struct hub_call *call, const char *token, const char *invite);

/* A member that is a text, NULL for none. */
const char *hub_call_text(const struct hub_call *call, const char *name);
/* An event of the call's room, to be filled further. */
json_t *hub_call_event(const struct hub_call *call, const char *name);
/* Lasting peers stay in the room; false when there is no room for them, which is answered. */
bool hub_call_enter(struct hub_call *call);
/* Notes and announces what the call's side offers. */
void hub_call_offer(struct hub_call *call, const char *kind, int *offer);

void hub_call_create(struct hub_call *call);
void hub_call_rematch(struct hub_call *call);

#endif
