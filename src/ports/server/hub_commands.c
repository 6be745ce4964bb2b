/* What each command of the hub does (hub.h). A command is checked in the same order everywhere:
   is it well formed, does the room exist, may this peer do this, is it possible now? Only then
   does it change the room, hand the change to the store and tell everyone in the room; the reply
   waits with the rest until the change is on disk (hub.c). */
#include "ports/server/hub_call.h"

#include "ports/server/question.h"

#include <stdlib.h>
#include <string.h>

void hub_call_deny_with(const struct hub_call *call, enum deny reason, json_t *values)
{
    hub_deny(call->hub, call->peer, call->command, reason, values);
}

void hub_call_deny(const struct hub_call *call, enum deny reason)
{
    hub_call_deny_with(call, reason, NULL);
}

void hub_call_refuse(const struct hub_call *call, int status, const char *code, const char *message)
{
    hub_refuse(call->hub, call->peer, call->command, status, code, message);
}

const char *hub_call_text(const struct hub_call *call, const char *name)
{
    return json_string_value(json_object_get(call->command, name));
}

json_t *hub_call_event(const struct hub_call *call, const char *name)
{
    return json_pack("{s:s,s:s}", "event", name, "room", call->room->kept.name);
}

static const char *side_name(const struct hub_call *call, int side)
{
    return session_game(call->room->session)->side[side];
}

json_t *hub_call_event_of_side(const struct hub_call *call, const char *name)
{
    json_t *message = hub_call_event(call, name);
    json_object_set_new(message, "side", json_string(side_name(call, call->side)));
    return message;
}

void hub_call_done(const struct hub_call *call)
{
    hub_reply(call->hub, call->peer, call->room, call->command,
              json_pack("{s:s,s:i}", "event", "done", "ply", session_ply(call->room->session)));
}

/* Whoever waits may see their code again. */
static void add_code(const struct hub_call *call, json_t *state)
{
    char prefix[8];
    hub_write_shard(call->hub, prefix);
    json_object_set_new(state, "code", json_sprintf("%s%s", prefix, call->room->kept.code));
}

void hub_call_state(const struct hub_call *call, const char *token, const char *invite)
{
    json_t *state = room_state(call->room, call->side, hub_now(call->hub));
    json_object_set_new(state, "event", json_string("state"));
    if (token)
        json_object_set_new(state, "token", json_string(token));
    if (invite)
        json_object_set_new(state, "invite", json_string(invite));
    if (call->side >= 0 && call->room->kept.code[0] && !room_full(call->room))
        add_code(call, state);
    hub_reply(call->hub, call->peer, call->room, call->command, state);
}

/* Lasting peers stay in the room, as far as there is room for them. */
bool hub_call_enter(struct hub_call *call)
{
    if (!call->peer->lasting)
        return true;
    if (hub_enter(call->hub, call->peer, call->room, call->side))
        return true;
    hub_call_deny(call, DENY_MANY_LINKS);
    return false;
}

/* Coming and going. */

static bool find_room(struct hub_call *call)
{
    const char *name = hub_call_text(call, "room");
    const char *token = hub_call_text(call, "token");
    if (name && !hub_call_here(call, name))
        return false;
    call->room = name ? hub_find(call->hub, name) : NULL;
    if (!call->room) {
        hub_call_deny(call, name ? DENY_NO_ROOM : DENY_ROOM_MISSING);
        return false;
    }
    struct hub_link *link = hub_link_of(call->peer, call->room);
    call->side = token ? room_side_of(call->room, token) : link ? link->side : -1;
    if (call->side >= 0)
        call->room->seen = hub_date(call->hub);
    if (token && call->side < 0) {
        hub_call_deny(call, DENY_NO_SEAT);
        return false;
    }
    return true;
}

static void do_join(struct hub_call *call)
{
    struct room *room = call->room;
    char token[TOKEN_LENGTH + 1], name[PLAYER_NAME_SIZE];
    if (call->side >= 0) { /* who sits already only comes back */
        if (hub_call_enter(call))
            hub_call_state(call, NULL, NULL);
        return;
    }
    if (!hub_call_invited(call))
        return;
    if (room_full(room) || room->kept.over) {
        hub_call_deny(call, DENY_TAKEN);
        return;
    }
    int side = room->kept.seated[0] ? 1 : 0;
    if (!hub_call_read_name(call, name))
        return;
    if (!call->hub->outside.random(token, TOKEN_LENGTH)) {
        hub_call_deny(call, DENY_NO_RANDOM);
        return;
    }
    struct hub_link *link = hub_link_of(call->peer, room);
    call->side = side;
    if (link)
        hub_exit(call->hub, link); /* no longer a spectator */
    if (!hub_call_enter(call))
        return;
    hub_end_invitation(call->hub, room);
    room->kept.code[0] = 0;
    room->kept.seated[side] = true;
    memcpy(room->kept.player[side], name, sizeof name);
    token_digest(token, room->kept.seat[side]);
    struct store_change change = {.kind = STORE_SEAT, .seat = side};
    hub_keep(call->hub, room, &change);
    hub_call_state(call, token, NULL);
    json_t *message = hub_call_event_of_side(call, "joined");
    json_object_set_new(message, "name", room_name(room, side));
    hub_tell_room(call->hub, room, message);
    room->stirred = true;
}

static void do_watch(struct hub_call *call)
{
    if (hub_call_enter(call))
        hub_call_state(call, NULL, NULL);
}

static void do_state(struct hub_call *call)
{
    hub_call_state(call, NULL, NULL);
}

static void do_leave(struct hub_call *call)
{
    struct hub_link *link = hub_link_of(call->peer, call->room);
    if (link)
        hub_exit(call->hub, link);
    hub_call_done(call);
}

/* Playing. All need a seat in a game that goes on. */

static void tell_move(struct hub_call *call, const struct store_move *kept)
{
    const struct session *session = call->room->session;
    json_t *message = hub_call_event_of_side(call, "move");
    json_object_set_new(message, "ply", json_integer(session_ply(session)));
    json_object_set_new(message, "move", json_string(kept->text));
    json_object_set_new(message, "position", room_position(call->room));
    json_object_set_new(message, "next",
                        json_string(session_game(session)->side[session_side(session)]));
    json_object_set_new(message, "clock", room_clock(call->room, hub_now(call->hub)));
    hub_tell_room(call->hub, call->room, message);
}

/* A client that lost its connection sends its move again: the same move at the same ply is good. */
static bool repeated_move(const struct hub_call *call, int64_t ply, const char *text)
{
    const struct session *session = call->room->session;
    char made[GAME_MOVE_TEXT];
    if (ply < 0 || ply >= session_ply(session))
        return false;
    const void *position = session_position_at(session, (int)ply);
    if (session_game(session)->side_to_move(session_setup(session), position) != call->side)
        return false;
    room_write_move(call->room, (int)ply, made);
    return strcmp(made, text) == 0;
}

static bool in_time(struct hub_call *call, uint64_t now)
{
    int late = room_flag(call->room, now);
    if (late < 0)
        return true;
    room_end(call->room, late == 0 ? 0 : 2, "time", now);
    hub_finish(call->hub, call->room);
    return false;
}

/* A move names the ply it belongs to, so a client that did not hear the answer can simply send it
   again: if that very move was made there, it is acknowledged once more and nothing happens. A
   move for a ply that is gone is stale, not illegal: the client has to look at the game first. The
   clock is asked before the rules, because a move that comes too late does not count, however good
   it is. */
static void do_move(struct hub_call *call)
{
    struct room *room = call->room;
    const char *text = hub_call_text(call, "move");
    const json_t *given = json_object_get(call->command, "ply");
    int64_t ply = session_ply(room->session);
    uint64_t now = hub_now(call->hub);
    struct store_change change = {.kind = STORE_MOVE};
    struct error error = {.machine = false};
    if (!text) {
        hub_call_deny(call, DENY_MOVE_MISSING);
        return;
    }
    if (given && !question_integer(given, "ply", &ply, &error)) {
        hub_call_refuse(call, 400, "bad_request", error.text);
        return;
    }
    if (ply != session_ply(room->session)) {
        if (repeated_move(call, ply, text))
            hub_call_done(call);
        else
            hub_call_deny(call, DENY_STALE);
        return;
    }
    if (session_side(room->session) != call->side) {
        hub_call_deny(call, DENY_NOT_YOUR_TURN);
        return;
    }
    if (!in_time(call, now)) {
        hub_call_deny(call, DENY_LATE);
        return;
    }
    if (!room_play(room, text, now, &change.move, &error)) {
        hub_call_refuse(call, error.machine ? 503 : 400, error.machine ? "failed" : "illegal",
                        error.text);
        return;
    }
    bool over = room_ended(room);
    if (over)
        hub_keep_end(call->hub, room, &change);
    else
        hub_keep(call->hub, room, &change);
    call->hub->counts.moves++;
    hub_call_done(call);
    tell_move(call, &change.move);
    if (over)
        hub_tell_end(call->hub, room);
}

static void do_resign(struct hub_call *call)
{
    room_end(call->room, call->side == 0 ? 0 : 2, "resignation", hub_now(call->hub));
    hub_finish(call->hub, call->room);
    hub_call_done(call);
}

static void do_abort(struct hub_call *call)
{
    if (session_ply(call->room->session) >= 2 && room_full(call->room)) {
        hub_call_deny(call, DENY_STARTED);
        return;
    }
    room_end(call->room, -1, "aborted", hub_now(call->hub));
    hub_finish(call->hub, call->room);
    hub_call_done(call);
}

static void do_ping(struct hub_call *call)
{
    hub_reply(call->hub, call->peer, NULL, call->command, json_pack("{s:s}", "event", "pong"));
}

enum needs { NEEDS_NOTHING, NEEDS_ROOM, NEEDS_SEAT, NEEDS_GAME }; /* each includes the one before */

static const struct {
    const char *name;
    enum needs needs;
    void (*run)(struct hub_call *call);
} known[] = {
    {"create", NEEDS_NOTHING, hub_call_create},
    {"join", NEEDS_ROOM, do_join},
    {"watch", NEEDS_ROOM, do_watch},
    {"state", NEEDS_ROOM, do_state},
    {"leave", NEEDS_ROOM, do_leave},
    {"move", NEEDS_GAME, do_move},
    {"resign", NEEDS_GAME, do_resign},
    {"abort", NEEDS_GAME, do_abort},
    {"draw", NEEDS_GAME, hub_call_draw},
    {"takeback", NEEDS_GAME, hub_call_takeback},
    {"decline", NEEDS_SEAT, hub_call_decline},
    {"rematch", NEEDS_SEAT, hub_call_rematch},
    {"say", NEEDS_SEAT, hub_call_say},
    {"find", NEEDS_NOTHING, hub_call_find},
    {"lobby", NEEDS_NOTHING, hub_call_lobby},
    {"ping", NEEDS_NOTHING, do_ping},
};

static bool may(struct hub_call *call, enum needs needs, bool moving)
{
    if (needs >= NEEDS_ROOM && !find_room(call))
        return false;
    if (needs >= NEEDS_SEAT && call->side < 0) {
        hub_call_deny(call, DENY_SPECTATOR);
        return false;
    }
    if (needs >= NEEDS_GAME && call->room->kept.over) {
        /* the last move of a game may come twice as well */
        const char *text = hub_call_text(call, "move");
        const json_t *given = json_object_get(call->command, "ply");
        int64_t ply;
        if (moving && text && given && question_integer(given, "ply", &ply, NULL) &&
            repeated_move(call, ply, text))
            hub_call_done(call);
        else
            hub_call_deny(call, DENY_OVER);
        return false;
    }
    if (moving && !room_full(call->room)) {
        hub_call_deny(call, DENY_WAITING);
        return false;
    }
    return true;
}

bool hub_command(struct hub *hub, struct hub_peer *peer, const json_t *command)
{
    struct hub_call call = {.hub = hub, .peer = peer, .command = command, .side = -1};
    const char *name = hub_call_text(&call, "do");
    for (size_t i = 0; name && i < sizeof known / sizeof known[0]; i++)
        if (strcmp(known[i].name, name) == 0) {
            hub->counts.commands++;
            if (may(&call, known[i].needs, known[i].run == do_move))
                known[i].run(&call);
            return true;
        }
    return false;
}
