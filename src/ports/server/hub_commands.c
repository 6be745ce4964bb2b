/* What each command of the hub does; see hub.h. */
#include "ports/server/hub_inside.h"

#include "ports/server/answers.h"

#include <stdlib.h>
#include <string.h>

enum { CLOCK_MOST = 7 * 24 * 3600, INCREMENT_MOST = 3600 }; /* seconds */

/* A command on its way: who, what, and once they are known, where and as whom. */
struct call {
    struct hub *hub;
    struct hub_peer *peer;
    const json_t *command;
    struct room *room;
    int side; /* -1 a spectator */
};

static void refuse(const struct call *call, int status, const char *code, const char *message)
{
    hub_refuse(call->hub, call->peer, call->command, status, code, message);
}

static const char *text_of(const struct call *call, const char *name)
{
    return json_string_value(json_object_get(call->command, name));
}

static json_t *event(const struct call *call, const char *name)
{
    return json_pack("{s:s,s:s}", "event", name, "room", call->room->kept.name);
}

static const char *side_name(const struct call *call, int side)
{
    return session_game(call->room->session)->side[side];
}

static json_t *event_of_side(const struct call *call, const char *name)
{
    json_t *message = event(call, name);
    json_object_set_new(message, "side", json_string(side_name(call, call->side)));
    return message;
}

static void done(const struct call *call)
{
    hub_reply(call->hub, call->peer, call->room, call->command,
              json_pack("{s:s,s:i}", "event", "done", "ply", session_ply(call->room->session)));
}

static void reply_state(const struct call *call, const char *token, const char *invite)
{
    json_t *state = room_state(call->room, call->side, hub_now(call->hub));
    json_object_set_new(state, "event", json_string("state"));
    if (token)
        json_object_set_new(state, "token", json_string(token));
    if (invite)
        json_object_set_new(state, "invite", json_string(invite));
    hub_reply(call->hub, call->peer, call->room, call->command, state);
}

/* Lasting peers stay in the room, as far as there is room for them. */
static bool enter(struct call *call)
{
    if (!call->peer->lasting)
        return true;
    if (hub_enter(call->hub, call->peer, call->room, call->side))
        return true;
    refuse(call, 503, "full", "too many rooms on one connection or spectators in one room");
    return false;
}

/* Making a room. */

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

static bool may_create(const struct call *call)
{
    const struct hub *hub = call->hub;
    return hub->counts.rooms < hub->limits.rooms;
}

static bool new_names(struct hub *hub, struct store_room *kept, int side, char *token, char *invite)
{
    if (!hub->outside.random(kept->name, STORE_NAME) || !hub->outside.random(token, TOKEN_LENGTH) ||
        !hub->outside.random(invite, TOKEN_LENGTH))
        return false;
    kept->number = ++hub->last_number;
    kept->seated[side] = true;
    kept->created = kept->changed = hub->outside.date(hub->outside.self);
    token_digest(token, kept->seat[side]);
    token_digest(invite, kept->invite);
    return true;
}

static void keep_new_room(struct hub *hub, struct room *room)
{
    struct store_change change = {.kind = STORE_CREATE};
    hub_insert(hub, room);
    hub_keep(hub, room, &change);
    hub->counts.created++;
}

static void do_create(struct call *call)
{
    struct store_room kept = {.half_points = -1};
    struct game_setup setup;
    struct error error;
    char token[TOKEN_LENGTH + 1], invite[TOKEN_LENGTH + 1];
    if (!may_create(call)) {
        refuse(call, 503, "full", "there are as many games as this server holds");
        return;
    }
    const struct game *game = question_game(call->command, &setup, &error);
    if (!game) {
        refuse(call, 400, "bad_request", error.text);
        return;
    }
    if (!read_side(call->command, game->side, &call->side)) {
        refuse(call, 400, "bad_request", "\"side\" should be a side's name or \"random\"");
        return;
    }
    if (!read_clock(call->command, &kept)) {
        refuse(call, 400, "bad_request",
               "\"time\" should be {\"seconds\": 1..604800, \"increment\": 0..3600} or null");
        return;
    }
    const json_t *set = json_object_get(call->command, "set");
    const char *start = text_of(call, "position");
    strncpy(kept.game, game->name, sizeof kept.game - 1);
    if (!new_names(call->hub, &kept, call->side, token, invite)) {
        refuse(call, 503, "failed", "no random numbers");
        return;
    }
    kept.set = json_is_object(set) ? json_dumps(set, ANSWERS_COMPACT) : NULL;
    kept.start = start && strcmp(start, "start") != 0 ? strdup(start) : NULL;
    call->room = room_new(&kept, &error);
    if (!call->room) {
        refuse(call, 400, "bad_request", error.text);
        return;
    }
    keep_new_room(call->hub, call->room);
    if (enter(call))
        reply_state(call, token, invite);
}

/* Coming and going. */

static bool find_room(struct call *call)
{
    const char *name = text_of(call, "room");
    const char *token = text_of(call, "token");
    call->room = name ? hub_find(call->hub, name) : NULL;
    if (!call->room) {
        refuse(call, 404, "not_found", name ? "there is no such room" : "\"room\" is missing");
        return false;
    }
    struct hub_link *link = hub_link_of(call->peer, call->room);
    call->side = token ? room_side_of(call->room, token) : link ? link->side : -1;
    if (token && call->side < 0) {
        refuse(call, 403, "forbidden", "this token has no seat in this room");
        return false;
    }
    return true;
}

static void do_join(struct call *call)
{
    struct room *room = call->room;
    char token[TOKEN_LENGTH + 1];
    if (call->side >= 0) { /* who sits already only comes back */
        if (enter(call))
            reply_state(call, NULL, NULL);
        return;
    }
    if (!token_matches(text_of(call, "invite"), room->kept.invite)) {
        refuse(call, 403, "forbidden", "this is not the invitation to this room");
        return;
    }
    if (room_full(room) || room->kept.over) {
        refuse(call, 409, "taken", "both seats are taken");
        return;
    }
    if (!call->hub->outside.random(token, TOKEN_LENGTH)) {
        refuse(call, 503, "failed", "no random numbers");
        return;
    }
    int side = room->kept.seated[0] ? 1 : 0;
    struct hub_link *link = hub_link_of(call->peer, room);
    call->side = side;
    if (link)
        hub_exit(call->hub, link); /* no longer a spectator */
    if (!enter(call))
        return;
    room->kept.seated[side] = true;
    token_digest(token, room->kept.seat[side]);
    struct store_change change = {.kind = STORE_SEAT, .seat = side};
    hub_keep(call->hub, room, &change);
    reply_state(call, token, NULL);
    hub_tell_room(call->hub, room, event_of_side(call, "joined"));
    hub_tell_presence(call->hub, room);
}

static void do_watch(struct call *call)
{
    if (!enter(call))
        return;
    reply_state(call, NULL, NULL);
    hub_tell_presence(call->hub, call->room);
}

static void do_state(struct call *call)
{
    reply_state(call, NULL, NULL);
}

static void do_leave(struct call *call)
{
    struct hub_link *link = hub_link_of(call->peer, call->room);
    if (link)
        hub_exit(call->hub, link);
    done(call);
    hub_tell_presence(call->hub, call->room);
}

/* Playing. All need a seat in a game that goes on. */

static void tell_move(struct call *call, const struct store_move *kept)
{
    const struct session *session = call->room->session;
    json_t *message = event_of_side(call, "move");
    json_object_set_new(message, "ply", json_integer(session_ply(session)));
    json_object_set_new(message, "move", json_string(kept->text));
    json_object_set_new(message, "position", answers_position(session));
    json_object_set_new(message, "next",
                        json_string(session_game(session)->side[session_side(session)]));
    json_object_set_new(message, "clock", room_clock(call->room, hub_now(call->hub)));
    hub_tell_room(call->hub, call->room, message);
}

/* A client that lost its connection sends its move again: the same move at the same ply is good. */
static bool repeated_move(const struct call *call, json_int_t ply, const char *text)
{
    const struct session *session = call->room->session;
    char made[GAME_MOVE_TEXT];
    struct text writer;
    if (ply < 0 || ply >= session_ply(session))
        return false;
    const void *position = session_position_at(session, (int)ply);
    if (session_game(session)->side_to_move(session_setup(session), position) != call->side)
        return false;
    text_init(&writer, made, sizeof made);
    session_game(session)->move_write(session_setup(session), position,
                                      session_move_at(session, (int)ply), &writer);
    return strcmp(made, text) == 0;
}

static bool in_time(struct call *call, uint64_t now)
{
    int late = room_flag(call->room, now);
    if (late < 0)
        return true;
    room_end(call->room, late == 0 ? 0 : 2, "time", now);
    hub_finish(call->hub, call->room);
    return false;
}

static void do_move(struct call *call)
{
    struct room *room = call->room;
    const char *text = text_of(call, "move");
    const json_t *ply = json_object_get(call->command, "ply");
    uint64_t now = hub_now(call->hub);
    struct store_change change = {.kind = STORE_MOVE};
    struct error error;
    if (!text) {
        refuse(call, 400, "bad_request", "\"move\" is missing");
        return;
    }
    if (ply && json_integer_value(ply) != session_ply(room->session)) {
        if (repeated_move(call, json_integer_value(ply), text))
            done(call);
        else
            refuse(call, 409, "stale", "the game is at another ply");
        return;
    }
    if (session_side(room->session) != call->side) {
        refuse(call, 409, "not_your_turn", "the other side is to move");
        return;
    }
    if (!in_time(call, now)) {
        refuse(call, 409, "over", "your time has run out");
        return;
    }
    if (!room_play(room, text, now, &change.move, &error)) {
        refuse(call, 400, "illegal", error.text);
        return;
    }
    hub_keep(call->hub, room, &change);
    call->hub->counts.moves++;
    done(call);
    tell_move(call, &change.move);
    if (room_ended(room))
        hub_finish(call->hub, room);
}

static void do_resign(struct call *call)
{
    room_end(call->room, call->side == 0 ? 0 : 2, "resignation", hub_now(call->hub));
    hub_finish(call->hub, call->room);
    done(call);
}

static void do_abort(struct call *call)
{
    if (session_ply(call->room->session) >= 2 && room_full(call->room)) {
        refuse(call, 409, "started", "the game has begun; it can be resigned");
        return;
    }
    room_end(call->room, -1, "aborted", hub_now(call->hub));
    hub_finish(call->hub, call->room);
    done(call);
}

static void offer(struct call *call, const char *kind, int *offer)
{
    *offer = call->side;
    json_t *message = event_of_side(call, "offer");
    json_object_set_new(message, "kind", json_string(kind));
    done(call);
    hub_tell_room(call->hub, call->room, message);
}

static void do_draw(struct call *call)
{
    struct room *room = call->room;
    if (room->draw_offer != 1 - call->side) {
        offer(call, "draw", &room->draw_offer);
        return;
    }
    room_end(room, 1, "agreement", hub_now(call->hub));
    hub_finish(call->hub, room);
    done(call);
}

static void do_takeback(struct call *call)
{
    struct room *room = call->room;
    bool agreed = room->takeback_offer == 1 - call->side;
    int ply = room_takeback_ply(room, agreed ? 1 - call->side : call->side);
    if (ply < 0) {
        refuse(call, 409, "nothing", "there is no move to take back");
        return;
    }
    if (!agreed) {
        offer(call, "takeback", &room->takeback_offer);
        return;
    }
    struct store_change change = {.kind = STORE_TAKEBACK, .move = {.ply = ply}};
    room_takeback(room, ply, hub_now(call->hub));
    hub_keep(call->hub, room, &change);
    done(call);
    json_t *message = event(call, "takeback");
    json_object_set_new(message, "ply", json_integer(ply));
    json_object_set_new(message, "position", answers_position(room->session));
    json_object_set_new(message, "next", json_string(side_name(call, session_side(room->session))));
    json_object_set_new(message, "clock", room_clock(room, hub_now(call->hub)));
    hub_tell_room(call->hub, room, message);
}

static void do_decline(struct call *call)
{
    struct room *room = call->room;
    bool draw = room->draw_offer == 1 - call->side, back = room->takeback_offer == 1 - call->side;
    if (draw)
        room->draw_offer = -1;
    if (back)
        room->takeback_offer = -1;
    done(call);
    if (draw || back) {
        json_t *message = event_of_side(call, "declined");
        json_object_set_new(message, "kind", json_string(draw ? "draw" : "takeback"));
        hub_tell_room(call->hub, room, message);
    }
}

/* The next game with the sides changed; the players keep their tokens. */
static void do_rematch(struct call *call)
{
    struct room *room = call->room, *next;
    struct store_room kept = room->kept;
    char unused[TOKEN_LENGTH + 1];
    struct error error;
    if (!room->kept.over || !room_full(room) || room->rematch[0]) {
        refuse(call, 409, "not_now", "a rematch follows a finished game, once");
        return;
    }
    if (room->rematch_offer != 1 - call->side) {
        offer(call, "rematch", &room->rematch_offer);
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
        refuse(call, 503, "full", "there are as many games as this server holds");
        return;
    }
    memcpy(kept.seat[0], room->kept.seat[1], TOKEN_DIGEST);
    memcpy(kept.seat[1], room->kept.seat[0], TOKEN_DIGEST);
    next = room_new(&kept, &error);
    if (!next) {
        refuse(call, 503, "failed", error.text);
        return;
    }
    keep_new_room(call->hub, next);
    memcpy(room->rematch, next->kept.name, sizeof room->rematch);
    room->ticket = next->ticket; /* told only when the new room is kept */
    done(call);
    json_t *message = event(call, "rematch");
    json_object_set_new(message, "next", json_string(next->kept.name));
    hub_tell_room(call->hub, room, message);
}

static void do_ping(struct call *call)
{
    hub_reply(call->hub, call->peer, NULL, call->command, json_pack("{s:s}", "event", "pong"));
}

enum needs { NEEDS_NOTHING, NEEDS_ROOM, NEEDS_SEAT, NEEDS_GAME }; /* each includes the one before */

static const struct {
    const char *name;
    enum needs needs;
    void (*run)(struct call *call);
} known[] = {
    {"create", NEEDS_NOTHING, do_create}, {"join", NEEDS_ROOM, do_join},
    {"watch", NEEDS_ROOM, do_watch},      {"state", NEEDS_ROOM, do_state},
    {"leave", NEEDS_ROOM, do_leave},      {"move", NEEDS_GAME, do_move},
    {"resign", NEEDS_GAME, do_resign},    {"abort", NEEDS_GAME, do_abort},
    {"draw", NEEDS_GAME, do_draw},        {"takeback", NEEDS_GAME, do_takeback},
    {"decline", NEEDS_GAME, do_decline},  {"rematch", NEEDS_SEAT, do_rematch},
    {"ping", NEEDS_NOTHING, do_ping},
};

static bool may(struct call *call, enum needs needs, bool moving)
{
    if (needs >= NEEDS_ROOM && !find_room(call))
        return false;
    if (needs >= NEEDS_SEAT && call->side < 0) {
        refuse(call, 403, "forbidden", "only who sits at the board may do this");
        return false;
    }
    if (needs >= NEEDS_GAME && call->room->kept.over) {
        /* the last move of a game may come twice as well */
        const char *text = text_of(call, "move");
        const json_t *ply = json_object_get(call->command, "ply");
        if (moving && text && ply && repeated_move(call, json_integer_value(ply), text))
            done(call);
        else
            refuse(call, 409, "over", "the game is over");
        return false;
    }
    if (moving && !room_full(call->room)) {
        refuse(call, 409, "waiting", "the other seat is still empty");
        return false;
    }
    return true;
}

bool hub_command(struct hub *hub, struct hub_peer *peer, const json_t *command)
{
    struct call call = {.hub = hub, .peer = peer, .command = command, .side = -1};
    const char *name = text_of(&call, "do");
    for (size_t i = 0; name && i < sizeof known / sizeof known[0]; i++)
        if (strcmp(known[i].name, name) == 0) {
            hub->counts.commands++;
            if (may(&call, known[i].needs, known[i].run == do_move))
                known[i].run(&call);
            return true;
        }
    return false;
}
