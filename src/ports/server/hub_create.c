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
    const json_t *each = json_object_get(time, "per_move");
    const json_t *seconds = each ? each : json_object_get(time, "seconds");
    const json_t *increment = json_object_get(time, "increment");
    if (!json_is_number(seconds) || (increment && (each || !json_is_number(increment))) ||
        (each && json_object_get(time, "seconds")))
        return false;
    double base = json_number_value(seconds), more = increment ? json_number_value(increment) : 0;
    if (!(base >= 1 && base <= CLOCK_MOST && more >= 0 && more <= INCREMENT_MOST))
        return false;
    kept->seconds = (int64_t)(base * 1e6);
    kept->increment = (int64_t)(more * 1e6);
    kept->per_move = each != NULL;
    return true;
}

bool hub_call_read_name(const struct hub_call *call, char name[PLAYER_NAME_SIZE])
{
    const json_t *given = json_object_get(call->command, "name");
    const char *text = json_string_value(given);
    name[0] = 0;
    if (!given || json_is_null(given) || (text && !*text))
        return true;
    if (text && player_name_good(text)) {
        strncat(name, text, PLAYER_NAME_SIZE - 1);
        return true;
    }
    hub_call_deny_with(call, DENY_BAD_NAME, json_pack("{s:i}", "most", PLAYER_NAME_MOST));
    return false;
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
    hub_write_shard(hub, kept->name);
    if (!hub->outside.random(kept->name + strlen(kept->name), STORE_RANDOM) ||
        !hub->outside.random(token, TOKEN_LENGTH) || !hub->outside.random(invite, TOKEN_LENGTH))
        return false;
    kept->number = ++hub->last_number;
    kept->seated[side] = true;
    kept->created = kept->changed = hub_date(hub);
    token_digest(token, kept->seat[side]);
    token_digest(invite, kept->invite);
    return true;
}

/* The room is there from now on, on account of the address that made it (which already counts it if
   it is listed); where that has too many, it is gone and this is answered. */
static bool keep_new_room(const struct hub_call *call, struct room *room)
{
    struct hub *hub = call->hub;
    struct store_change change = {.kind = STORE_CREATE};
    if (!share_create(call->peer->share, hub_now(hub))) {
        if (room->kept.listed)
            share_unlist(call->peer->share);
        room_free(room);
        hub_call_deny(call, DENY_MANY_ROOMS);
        return false;
    }
    room->owner = call->peer->share;
    hub_insert(hub, room);
    hub_keep(hub, room, &change);
    hub->counts.created++;
    return true;
}

/* What a call for a new room says besides the game: who sits where under which name, with which
   clocks, and whether anybody may come. */
static bool read_wishes(struct hub_call *call, const struct game *game, struct store_room *kept)
{
    const json_t *listed = json_object_get(call->command, "listed");
    if (!read_side(call->command, game->side, &call->side)) {
        hub_call_deny(call, DENY_BAD_SIDE);
        return false;
    }
    if (!read_clock(call->command, kept)) {
        hub_call_deny(call, DENY_BAD_TIME);
        return false;
    }
    kept->listed = json_is_true(listed);
    return hub_call_read_name(call, kept->player[call->side]);
}

/* Makes the room of what was read; NULL when that was answered with an error. */
static struct room *make_room(struct hub_call *call, struct store_room *kept, char *token,
                              char *invite)
{
    const json_t *set = json_object_get(call->command, "set");
    const char *start = hub_call_text(call, "position");
    bool own_start = start && strcmp(start, "start") != 0;
    struct error error = {.machine = false};
    if (!new_names(call->hub, kept, call->side, token, invite) ||
        !hub_new_code(call->hub, kept->code)) {
        hub_call_deny(call, DENY_NO_RANDOM);
        return NULL;
    }
    kept->set = json_is_object(set) ? json_dumps(set, ANSWERS_COMPACT) : NULL;
    kept->start = own_start ? strdup(start) : NULL;
    if ((json_is_object(set) && !kept->set) || (own_start && !kept->start)) {
        free(kept->set);
        free(kept->start);
        hub_call_refuse(call, 503, "failed", "out of memory");
        return NULL;
    }
    struct room *room = room_new(kept, &error);
    if (!room)
        hub_call_refuse(call, error.machine ? 503 : 400, error.machine ? "failed" : "bad_request",
                        error.text);
    else if (kept->listed && !hub_call_may_list(call)) {
        room_free(room);
        room = NULL;
    }
    return room;
}

void hub_call_create(struct hub_call *call)
{
    struct store_room kept = {.half_points = -1};
    struct opened asked;
    struct error error;
    char token[TOKEN_LENGTH + 1], invite[TOKEN_LENGTH + 1];
    if (!may_create(call)) {
        hub_call_deny(call, DENY_FULL);
        return;
    }
    if (!question_game(&asked, call->command, &error)) {
        hub_call_refuse(call, 400, "bad_request", error.text);
        return;
    }
    if (!read_wishes(call, asked.game, &kept))
        return;
    strncpy(kept.game, asked.game->name, sizeof kept.game - 1);
    call->room = make_room(call, &kept, token, invite);
    if (call->room && keep_new_room(call, call->room) && hub_call_enter(call))
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
        hub_call_deny(call, DENY_NOT_NOW);
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
    kept.reason[0] = kept.code[0] = 0;
    kept.listed = false;
    if (!may_create(call) || !new_names(call->hub, &kept, 0, unused, unused)) {
        free(kept.set);
        free(kept.start);
        hub_call_deny(call, DENY_FULL);
        return;
    }
    memcpy(kept.seat[0], room->kept.seat[1], TOKEN_DIGEST);
    memcpy(kept.seat[1], room->kept.seat[0], TOKEN_DIGEST);
    memcpy(kept.player[0], room->kept.player[1], PLAYER_NAME_SIZE);
    memcpy(kept.player[1], room->kept.player[0], PLAYER_NAME_SIZE);
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
