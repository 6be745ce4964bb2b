/* How people find a room: by its name, by the short code of an invitation, in the lobby; and which
   shard it is on.

   A room whose second seat is empty stands in a hash table by its code, and in the list of the
   lobby when its maker wants anybody. Both end with the invitation: when the seat is taken, the
   game is called off or the room is forgotten. The lobby shows a room only while its maker is here,
   and nothing of what a stranger wrote but a name that was checked (player_name.h).

   A server that is one of several puts its number before the names and codes it gives, "3.", so
   that whoever stands in front of all can send each request to the right one. What bears no number
   was made by a server alone, and belongs to the first. */
#include "ports/server/hub_call.h"

#include "base/hash.h"
#include "base/text.h"

#include <stdio.h>
#include <stdlib.h>
#include <string.h>

int hub_shard_of(const char *text)
{
    const char *dot = strchr(text, '.');
    int64_t shard = 1;
    return !dot || text_to_number(text, (size_t)(dot - text), 1, HUB_SHARDS_MAX, &shard)
               ? (int)shard
               : 0;
}

void hub_write_shard(const struct hub *hub, char prefix[8])
{
    prefix[0] = 0;
    if (hub->limits.shards > 0)
        snprintf(prefix, 8, "%d.", hub->limits.shard);
}

bool hub_call_here(const struct hub_call *call, const char *text)
{
    const struct hub_limits *limits = &call->hub->limits;
    int shard = hub_shard_of(text);
    if (limits->shards == 0 || shard == 0 || shard == limits->shard)
        return true;
    hub_call_deny_with(call, DENY_OTHER_SHARD,
                       json_pack("{s:i,s:i}", "shard", shard, "here", limits->shard));
    return false;
}

/* Codes. */

static struct room **code_bucket(struct hub *hub, const char *code)
{
    uint64_t hash = 0;
    for (; *code; code++)
        hash = hash_pair(hash, (uint8_t)*code);
    return &hub->code[hash & (HUB_BUCKETS - 1)];
}

static struct room *of_code(struct hub *hub, const char *code)
{
    struct room *room = *code_bucket(hub, code);
    while (room && strcmp(room->kept.code, code) != 0)
        room = room->next_open;
    return room;
}

bool hub_new_code(struct hub *hub, char code[TOKEN_CODE + 1])
{
    do {
        if (!token_make_code(code))
            return false;
    } while (of_code(hub, code));
    return true;
}

/* What a call tries to come in with; false when it is not written as a code is. */
static bool given_code(const struct hub_call *call, char code[TOKEN_CODE + 1])
{
    const char *text = hub_call_text(call, "code");
    const char *dot = text ? strchr(text, '.') : NULL;
    return text && token_read_code(dot ? dot + 1 : text, code);
}

/* Guessing is slow: each address may try a few codes per minute. */
static bool may_try(const struct hub_call *call)
{
    if (share_code(call->peer->share, hub_now(call->hub)))
        return true;
    hub_call_deny(call, DENY_MANY_CODES);
    return false;
}

bool hub_call_invited(const struct hub_call *call)
{
    const struct store_room *kept = &call->room->kept;
    char code[TOKEN_CODE + 1];
    if (call->room->in_lobby || token_matches(hub_call_text(call, "invite"), kept->invite))
        return true;
    if (hub_call_text(call, "code") && !may_try(call))
        return false;
    if (given_code(call, code) && kept->code[0] && strcmp(code, kept->code) == 0)
        return true;
    bool late = kept->listed && room_full(call->room) && !hub_call_text(call, "invite");
    hub_call_deny(call, late ? DENY_TAKEN : DENY_NO_INVITATION);
    return false;
}

void hub_call_find(struct hub_call *call)
{
    const char *text = hub_call_text(call, "code");
    char code[TOKEN_CODE + 1];
    if (!text) {
        hub_call_deny(call, DENY_CODE_MISSING);
        return;
    }
    if (!hub_call_here(call, text) || !may_try(call))
        return;
    struct room *room = given_code(call, code) ? of_code(call->hub, code) : NULL;
    if (!room) {
        hub_call_deny(call, DENY_NO_CODE);
        return;
    }
    hub_reply(call->hub, call->peer, room, call->command,
              json_pack("{s:s,s:s,s:s}", "event", "found", "room", room->kept.name, "game",
                        room->kept.game));
}

/* The lobby. */

void hub_invite(struct hub *hub, struct room *room)
{
    if (room_full(room) || room->kept.over)
        return;
    if (room->kept.code[0]) {
        struct room **bucket = code_bucket(hub, room->kept.code);
        room->next_open = *bucket;
        *bucket = room;
    }
    if (room->kept.listed && hub->lobby_count < hub->limits.lobby) {
        hub->lobby[hub->lobby_count++] = room;
        room->in_lobby = true;
    }
}

static void leave_lobby(struct hub *hub, struct room *room)
{
    int at = 0;
    while (hub->lobby[at] != room)
        at++;
    memmove(&hub->lobby[at], &hub->lobby[at + 1],
            (size_t)(--hub->lobby_count - at) * sizeof hub->lobby[0]);
    room->in_lobby = false;
    share_unlist(room->owner);
}

void hub_end_invitation(struct hub *hub, struct room *room)
{
    struct room **at = code_bucket(hub, room->kept.code);
    while (*at && *at != room)
        at = &(*at)->next_open;
    if (*at)
        *at = room->next_open;
    if (room->in_lobby)
        leave_lobby(hub, room);
}

bool hub_call_may_list(const struct hub_call *call)
{
    const struct hub *hub = call->hub;
    struct share *share = call->peer->share;
    if (hub->limits.lobby == 0)
        hub_call_deny(call, DENY_NO_LOBBY);
    else if (hub->lobby_count >= hub->limits.lobby)
        hub_call_deny(call, DENY_LOBBY_FULL);
    else if (!share_list(share))
        hub_call_deny_with(call, DENY_MANY_LISTED,
                           json_pack("{s:i}", "most", share->limits->listed));
    else
        return true;
    return false;
}

static json_t *lobby_entry(const struct room *room)
{
    const struct store_room *kept = &room->kept;
    int side = kept->seated[0] ? 0 : 1;
    json_t *set = kept->set ? json_loads(kept->set, 0, NULL) : NULL;
    return json_pack("{s:s,s:s,s:o,s:b,s:o,s:s,s:o}", "room", kept->name, "game", kept->game, "set",
                     set ? set : json_object(), "position", kept->start != NULL, "time",
                     room_time(room), "side", session_game(room->session)->side[1 - side], "name",
                     room_name(room, side));
}

/* The newest first. */
void hub_call_lobby(struct hub_call *call)
{
    const struct hub *hub = call->hub;
    if (hub->limits.lobby == 0) {
        hub_call_deny(call, DENY_NO_LOBBY);
        return;
    }
    json_t *waiting = json_array();
    for (int i = hub->lobby_count - 1; i >= 0; i--) {
        const struct room *room = hub->lobby[i];
        if (room->ticket <= hub->kept && room->online[room->kept.seated[0] ? 0 : 1] > 0)
            json_array_append_new(waiting, lobby_entry(room));
    }
    hub_reply(call->hub, call->peer, NULL, call->command,
              json_pack("{s:s,s:o}", "event", "lobby", "games", waiting));
}
