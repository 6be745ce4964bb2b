/* What the two at a board propose to each other, and the few things that they can say.

   An offer stands until it is answered or a move is made. Offering twice tells nobody anything new,
   and what was declined may be offered again only after the next move, so that nobody is pestered.

   Phrases are numbers: each client shows them in its reader's own language, and nothing that a
   stranger has written reaches anybody. They are neither kept nor shown to whoever comes later. */
#include "ports/server/hub_call.h"

#include "ports/server/question.h"

#include <stdlib.h>

/* The English of each, for clients that have no words of their own. */
static const char *const phrases[] = {
    "Hello!",     "Good luck!",          "Well played!", "Good game!",
    "Thank you!", "One moment, please.", "Oops!",        "I have to go. Goodbye!",
};
enum { PHRASES = sizeof phrases / sizeof phrases[0] };

const struct share_rate hub_phrase_rate = {.second = 0.2, .burst = 4};

void hub_call_offer(struct hub_call *call, const char *kind, int *offer)
{
    bool again = *offer == call->side;
    *offer = call->side;
    json_t *message = hub_call_event_of_side(call, "offer");
    json_object_set_new(message, "kind", json_string(kind));
    hub_call_done(call);
    if (again)
        json_decref(message);
    else
        hub_tell_room(call->hub, call->room, message);
}

/* Whether this side may ask once more. */
static bool may_offer(const struct hub_call *call, const int declined[2])
{
    if (declined[call->side] != session_ply(call->room->session))
        return true;
    hub_call_deny(call, DENY_DECLINED);
    return false;
}

void hub_call_draw(struct hub_call *call)
{
    struct room *room = call->room;
    if (room->draw_offer != 1 - call->side) {
        if (may_offer(call, room->draw_declined))
            hub_call_offer(call, "draw", &room->draw_offer);
        return;
    }
    room_end(room, 1, "agreement", hub_now(call->hub));
    hub_finish(call->hub, room);
    hub_call_done(call);
}

static void take_back(struct hub_call *call, int ply)
{
    struct room *room = call->room;
    const struct session *session = room->session;
    struct store_change change = {.kind = STORE_TAKEBACK, .move = {.ply = ply}};
    room_takeback(room, ply, hub_now(call->hub));
    hub_keep(call->hub, room, &change);
    hub_call_done(call);
    json_t *message = hub_call_event(call, "takeback");
    json_object_set_new(message, "ply", json_integer(ply));
    json_object_set_new(message, "position", room_position(room));
    json_object_set_new(message, "next",
                        json_string(session_game(session)->side[session_side(session)]));
    json_object_set_new(message, "clock", room_clock(room, hub_now(call->hub)));
    hub_tell_room(call->hub, room, message);
}

void hub_call_takeback(struct hub_call *call)
{
    struct room *room = call->room;
    bool agreed = room->takeback_offer == 1 - call->side;
    int ply = room_takeback_ply(room, agreed ? 1 - call->side : call->side);
    if (ply < 0)
        hub_call_deny(call, DENY_NO_TAKEBACK);
    else if (agreed)
        take_back(call, ply);
    else if (may_offer(call, room->takeback_declined))
        hub_call_offer(call, "takeback", &room->takeback_offer);
}

/* Ends an offer of the other side, and remembers that it was not wanted. */
static bool turn_down(const struct hub_call *call, int *offer, int declined[2])
{
    if (*offer != 1 - call->side)
        return false;
    *offer = -1;
    if (declined)
        declined[1 - call->side] = session_ply(call->room->session);
    return true;
}

void hub_call_decline(struct hub_call *call)
{
    struct room *room = call->room;
    bool draw = turn_down(call, &room->draw_offer, room->draw_declined);
    bool back = turn_down(call, &room->takeback_offer, room->takeback_declined);
    bool rematch = turn_down(call, &room->rematch_offer, NULL);
    hub_call_done(call);
    if (draw || back || rematch) {
        json_t *message = hub_call_event_of_side(call, "declined");
        json_object_set_new(message, "kind",
                            json_string(draw   ? "draw"
                                        : back ? "takeback"
                                               : "rematch"));
        hub_tell_room(call->hub, room, message);
    }
}

void hub_call_say(struct hub_call *call)
{
    struct share_allowance *left = &call->room->phrases[call->side];
    const json_t *given = json_object_get(call->command, "phrase");
    int64_t phrase;
    if (!json_is_integer(given) || (phrase = json_integer_value(given)) < 0 || phrase >= PHRASES) {
        hub_call_deny_with(call, DENY_BAD_PHRASE, json_pack("{s:i}", "most", PHRASES - 1));
        return;
    }
    if (share_allowance_left(left, &hub_phrase_rate, hub_now(call->hub)) < 1) {
        hub_call_deny(call, DENY_MANY_PHRASES);
        return;
    }
    left->left -= 1;
    hub_call_done(call);
    json_t *message = hub_call_event_of_side(call, "said");
    json_object_set_new(message, "phrase", json_integer(phrase));
    json_object_set_new(message, "text", json_string(phrases[phrase]));
    hub_tell_room(call->hub, call->room, message);
}
