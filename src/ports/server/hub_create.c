/* Making rooms: the commands create and rematch of the hub (hub.h). A room gets a random name, a
   token for its maker's seat and one for the invitation; only their digests are kept. */
#include "ports/server/hub_call.h"

#include "ports/server/answers.h"
#include "ports/server/question.h"

#include <stdlib.h>
#include <string.h>

enum { CLOCK_MOST = 7 * 24 * 3600, INCREMENT_MOST = 3600 }; /* seconds */

static bool read_side(const json_t *command, const char *const *names, int *side)
{
    const json_t *value = json_object_get(command, "side");
    const char *text = json_string_value(value);
    char coin[2];
    if (!value || json_is_null(value) || (text && strcmp(text, "random") == 0)) {
        if (!token_make(coin, 1))
            return false;
        *side = coin[0] & 1;
        return true;
    }
    for (*side = 0; text && *side < 2; ++*side)
        if (strcmp(text, names[*side]) == 0 || strcmp(text, *side ? "second" : "first") == 0)
            return true;
    return false;
}

static bool read_clock(const json_t *command, struct store_room *kept)
{
    const json_t *time = json_object_get(command, "time");
    kept->seconds = -1;
    if (!time || json_is_null(time))
        return true;
    const json_t *seconds = json_object_get(time, "seconds");
    const json_t *increment = json_object_get(time, "increment");
    if (!json_is_number(seconds) || (increment && !json_is_number(increment)))
        return false;
    double base = json_number_value(seconds), more = increment ? json_number_value(increment) : 0;
    if (!(base >= 1 && base <= CLOCK_MOST && more >= 0 && more <= INCREMENT_MOST))
        return false;
    kept->seconds = (int64_t)(base * 1e6);
    kept->increment = (int64_t)(more * 1e6);
    return true;
}

/* Room for one more, here and where its maker sits. */
static bool may_create(const struct hub_call *call)
{
    const struct hub *hub = call->hub;
    const struct hub_peer *peer = call->peer;
    return hub->counts.rooms < hub->limits.rooms &&
           (!peer->lasting || peer->link_count < HUB_LINKS_MAX);
}

static bool new_names(struct hub *hub, struct store_room *kept, int side, char *token, char *invite)
{
    if (!hub->outside.random(kept->name, STORE_NAME) || !hub->outside.random(token, TOKEN_LENGTH) ||
        !hub->outside.random(invite, TOKEN_LENGTH))
        return false;
    kept->number = ++hub->last_number;
    kept->seated[side] = true;
    kept->created = kept->changed = hub_date(hub);
    token_digest(token, kept->seat[side]);
    token_digest(invite, kept->invite);
    return true;
}

/* The room is there from now on, on account of the address that made it; where that has too many,
   it is gone and this is answered. */
static bool keep_new_room(const struct hub_call *call, struct room *room)
{
    struct hub *hub = call->hub;
    struct store_change change = {.kind = STORE_CREATE};
    if (!share_create(call->peer->share, hub_now(hub))) {
        room_free(room);
        hub_call_refuse(call, 429, "too_many",
                        "your address has too many games, or too many new ones; wait a little");
        return false;
    }
    room->owner = call->peer->share;
    hub_insert(hub, room);
    hub_keep(hub, room, &change);
    hub->counts.created++;
    return true;
}

void hub_call_create(struct hub_call *call)
{
    struct store_room kept = {.half_points = -1};
    struct opened asked;
    struct error error;
    char token[TOKEN_LENGTH + 1], invite[TOKEN_LENGTH + 1];
    if (!may_create(call)) {
        hub_call_refuse(call, 503, "full",
                        "there are as many games as this server or one connection holds");
        return;
    }
    if (!question_game(&asked, call->command, &error)) {
        hub_call_refuse(call, 400, "bad_request", error.text);
        return;
    }
    if (!read_side(call->command, asked.game->side, &call->side)) {
        hub_call_refuse(call, 400, "bad_request", "\"side\" should be a side's name or \"random\"");
        return;
    }
    if (!read_clock(call->command, &kept)) {
        hub_call_refuse(
            call, 400, "bad_request",
            "\"time\" should be {\"seconds\": 1..604800, \"increment\": 0..3600} or null");
        return;
    }
    const json_t *set = json_object_get(call->command, "set");
    const char *start = hub_call_text(call, "position");
    strncpy(kept.game, asked.game->name, sizeof kept.game - 1);
    if (!new_names(call->hub, &kept, call->side, token, invite)) {
        hub_call_refuse(call, 503, "failed", "no random numbers");
        return;
    }
    kept.set = json_is_object(set) ? json_dumps(set, ANSWERS_COMPACT) : NULL;
    kept.start = start && strcmp(start, "start") != 0 ? strdup(start) : NULL;
    call->room = room_new(&kept, &error);
    if (!call->room) {
        hub_call_refuse(call, 400, "bad_request", error.text);
        return;
    }
    if (keep_new_room(call, call->room) && hub_call_enter(call))
        hub_call_state(call, token, invite);
}

/* The next game with the sides changed; the players keep their tokens. */
void hub_call_rematch(struct hub_call *call)
{
    struct room *room = call->room, *next;
    struct store_room kept = room->kept;
    char unused[TOKEN_LENGTH + 1];
    struct error error;
    if (!room->kept.over || !room_full(room) || room->rematch[0]) {
        hub_call_refuse(call, 409, "not_now", "a rematch follows a finished game, once");
        return;
    }
    if (room->rematch_offer != 1 - call->side) {
        hub_call_offer(call, "rematch", &room->rematch_offer);
        return;
    }
    kept.set = kept.set ? strdup(kept.set) : NULL;
    kept.start = kept.start ? strdup(kept.start) : NULL;
    kept.over = false;
    kept.half_points = -1;
    kept.reason[0] = 0;
    if (!may_create(call) || !new_names(call->hub, &kept, 0, unused, unused)) {
        free(kept.set);
        free(kept.start);
        hub_call_refuse(call, 503, "full", "there are as many games as this server holds");
        return;
    }
    memcpy(kept.seat[0], room->kept.seat[1], TOKEN_DIGEST);
    memcpy(kept.seat[1], room->kept.seat[0], TOKEN_DIGEST);
    next = room_new(&kept, &error);
    if (!next) {
        hub_call_refuse(call, 503, "failed", error.text);
        return;
    }
    if (!keep_new_room(call, next))
        return;
    memcpy(room->rematch, next->kept.name, sizeof room->rematch);
    room->ticket = next->ticket; /* told only when the new room is kept */
    hub_call_done(call);
    json_t *message = hub_call_event(call, "rematch");
    json_object_set_new(message, "next", json_string(next->kept.name));
    hub_tell_room(call->hub, room, message);
}
