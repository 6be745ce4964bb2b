/* One game between two people over the net: seats, moves, clocks, offers, the end.

   A room knows the rules only through its session. It neither sends nor stores anything: the hub
   (hub.h) does that. Times are microseconds of the hub's clock; dates are seconds since 1970.

   A clock is for the whole game, with an increment for each move, or for each move alone: then
   every move begins with the full time. Each side's first move is not timed; from the second ply on
   the clock of the side to move runs. When a room is read back after a restart, the side to move
   gets the time since the last move back: nobody loses on time because the server was away. */
#ifndef PORTS_SERVER_ROOM_H
#define PORTS_SERVER_ROOM_H

#include "games/session.h"
#include "ports/server/share.h"
#include "ports/server/store.h"

#include <jansson.h>

#define ROOM_PLIES_MAX 2048

struct hub_link;

struct room {
    struct room *next;      /* in its bucket of the hub */
    struct room *next_open; /* in the hub's list of those that wait under a code */
    struct store_room kept; /* what the store keeps of it; `set` and `start` are owned */
    struct session *session;
    int draw_offer, takeback_offer, rematch_offer; /* the side that offers, -1 for none */
    int draw_declined[2], takeback_declined[2];    /* at which ply a side's offer was, -1 never */
    char rematch[STORE_NAME + 1];                  /* the room where it goes on */
    struct share_allowance phrases[2];             /* what each side may still say */
    struct hub_link *links;                        /* who is here */
    int online[2], spectators;
    bool in_lobby;       /* counts as one of its owner's there */
    bool stirred;        /* somebody came or went since the last announcement */
    int64_t seen;        /* the date when a player was last here */
    struct share *owner; /* of the address that made it, NULL after a restart */
    uint64_t ticket;     /* of its last change */
};

/* A room that has a game, options, a start and clocks in `kept`; NULL with an error. Takes over
   kept->set and kept->start also then. */
struct room *room_new(const struct store_room *kept, struct error *error);
/* The same from what the store gave (which is copied). */
struct room *room_restore(const struct store_room *kept, const struct store_move *moves, int count,
                          uint64_t now, struct error *error);
void room_free(struct room *room);

bool room_full(const struct room *room);                      /* both seats are taken */
int room_side_of(const struct room *room, const char *token); /* -1 for a spectator */

/* Plays a move and lets the clocks go on. `kept` is what the store has to keep. */
bool room_play(struct room *room, const char *text, uint64_t now, struct store_move *kept,
               struct error *error);
/* The move that was made at a ply. */
void room_write_move(const struct room *room, int ply, char text[GAME_MOVE_TEXT]);
/* Whether the rules have ended the game; fills half_points and reason of room->kept. */
bool room_ended(struct room *room);
/* Ends it for another reason; half_points is the first player's, -1 for no result. */
void room_end(struct room *room, int half_points, const char *reason, uint64_t now);
/* The side whose time has run out, -1 for none. */
int room_flag(const struct room *room, uint64_t now);

/* Back to the last position in which `side` was to move, before the present one; gives its ply, -1
   when there is none. */
int room_takeback_ply(const struct room *room, int side);
void room_takeback(struct room *room, int ply, uint64_t now);

/* The moves and options of a game of at least two plies, for the archive; the caller frees them.
   False when memory is out. */
bool room_record(const struct room *room, struct store_change *change);

/* Everything a client needs to show it, as seen by `side` (-1 a spectator). */
json_t *room_state(const struct room *room, int side, uint64_t now);
/* Parts of it: the position; 1, 0.5 or 0 for the first player, null while the game goes on or where
   it has no result; {"left": [ms, ms], "running": side or null}, null without clocks. */
json_t *room_position(const struct room *room);
json_t *room_result(const struct room *room);
json_t *room_clock(const struct room *room, uint64_t now);
/* What was agreed: {"seconds", "increment"}, {"per_move"} or null; and the players' names. */
json_t *room_time(const struct room *room);
json_t *room_name(const struct room *room, int side); /* null for none */

#endif
