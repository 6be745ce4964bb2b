/* The table of refusals (deny.h). Names are what the page's texts call them, "net.deny.NAME"; a
   test of the page reads this table and asks for each of them in every language. */
#include "ports/server/deny.h"

#include "base/text.h"

#include <string.h>

const struct denial denials[DENIALS] = {
    [DENY_BAD_NAME] = {"bad_name", 400, "bad_request",
                       "\"name\" should be 1 to {most} letters and digits, with single spaces or "
                       ". ' - _ between them"},
    [DENY_BAD_PHRASE] = {"bad_phrase", 400, "bad_request",
                         "\"phrase\" should be a whole number from 0 to {most}"},
    [DENY_BAD_SIDE] = {"bad_side", 400, "bad_request",
                       "\"side\" should be a side's name or \"random\""},
    [DENY_BAD_TIME] = {"bad_time", 400, "bad_request",
                       "\"time\" should be {\"seconds\": 1..604800, \"increment\": 0..3600}, "
                       "{\"per_move\": 1..604800} or null"},
    [DENY_CODE_MISSING] = {"code_missing", 400, "bad_request", "\"code\" is missing"},
    [DENY_DECLINED] = {"declined", 409, "declined",
                       "this was declined; it may be offered again after the next move"},
    [DENY_FULL] = {"full", 503, "full",
                   "there are as many games as this server or one connection holds"},
    [DENY_LATE] = {"late", 409, "over", "your time has run out"},
    [DENY_LOBBY_FULL] = {"lobby_full", 503, "full", "the lobby is full; invite somebody instead"},
    [DENY_MANY_CODES] = {"many_codes", 429, "too_many", "too many codes were tried; wait a little"},
    [DENY_MANY_LINKS] = {"many_links", 503, "full",
                         "too many rooms on one connection or spectators in one room"},
    [DENY_MANY_LISTED] = {"many_listed", 429, "too_many",
                          "your address has {most} games in the lobby; that is as many as it may"},
    [DENY_MANY_MESSAGES] = {"many_messages", 429, "too_many", "too many messages; slow down"},
    [DENY_MANY_PHRASES] = {"many_phrases", 429, "too_many",
                           "too many phrases at once; wait a little"},
    [DENY_MANY_ROOMS] = {"many_rooms", 429, "too_many",
                         "your address has too many games, or too many new ones; wait a little"},
    [DENY_MOVE_MISSING] = {"move_missing", 400, "bad_request", "\"move\" is missing"},
    [DENY_NO_CODE] = {"no_code", 404, "not_found", "no game waits under this code"},
    [DENY_NO_INVITATION] = {"no_invitation", 403, "forbidden",
                            "this is not the invitation to this room"},
    [DENY_NO_LOBBY] = {"no_lobby", 403, "no_lobby",
                       "this server has no lobby; it is switched on with --lobby"},
    [DENY_NO_RANDOM] = {"no_random", 503, "failed", "no random numbers"},
    [DENY_NO_ROOM] = {"no_room", 404, "not_found", "there is no such room"},
    [DENY_NO_SEAT] = {"no_seat", 403, "forbidden", "this token has no seat in this room"},
    [DENY_NO_TAKEBACK] = {"no_takeback", 409, "nothing", "there is no move to take back"},
    [DENY_NOT_NOW] = {"not_now", 409, "not_now", "a rematch follows a finished game, once"},
    [DENY_NOT_YOUR_TURN] = {"not_your_turn", 409, "not_your_turn", "the other side is to move"},
    [DENY_OTHER_SHARD] = {"other_shard", 421, "other_shard",
                          "this belongs to shard {shard}, and this is shard {here}"},
    [DENY_OVER] = {"over", 409, "over", "the game is over"},
    [DENY_ROOM_MISSING] = {"room_missing", 404, "not_found", "\"room\" is missing"},
    [DENY_SPECTATOR] = {"spectator", 403, "forbidden", "only who sits at the board may do this"},
    [DENY_STALE] = {"stale", 409, "stale", "the game is at another ply"},
    [DENY_STARTED] = {"started", 409, "started", "the game has begun; it can be resigned"},
    [DENY_STORAGE] = {"storage", 503, "storage", "this could not be stored and did not happen"},
    [DENY_TAKEN] = {"taken", 409, "taken", "both seats are taken"},
    [DENY_WAITING] = {"waiting", 409, "waiting", "the other seat is still empty"},
};

/* The place that opens at `text`, "{name}", if the values have it; gives its length, else 0. */
static size_t place_at(const char *text, const json_t *values, json_int_t *value)
{
    char name[16];
    size_t length = *text == '{' ? strcspn(text + 1, "}") : 0;
    if (length == 0 || length >= sizeof name)
        return 0;
    memcpy(name, text + 1, length);
    name[length] = 0;
    *value = json_integer_value(json_object_get(values, name));
    return json_object_get(values, name) ? length + 2 : 0;
}

/* The sentence with its places filled; a brace that opens no place stays. */
static void fill_in(const char *english, const json_t *values, char *text, size_t size)
{
    struct text filled;
    json_int_t value;
    text_init(&filled, text, size);
    while (*english) {
        size_t length = place_at(english, values, &value);
        if (length)
            text_print(&filled, "%lld", value);
        else
            text_add_char(&filled, *english);
        english += length ? length : 1;
    }
}

json_t *deny_event(enum deny reason, json_t *values)
{
    const struct denial *denial = &denials[reason];
    char text[256];
    if (!values)
        values = json_object();
    fill_in(denial->english, values, text, sizeof text);
    return json_pack("{s:s,s:{s:s,s:s,s:s,s:o}}", "event", "error", "error", "code", denial->code,
                     "message", text, "name", denial->name, "values", values);
}
