/* One game between two people, as described in room.h.

   The session (games/session.h) holds the rules, the history and the clocks; the room adds seats
   and offers. A room is rebuilt from the store by playing its moves again, so the database contains
   nothing that could disagree with the rules. The clocks after each move are stored with it and set
   afterwards; time that passed while the server was down is charged to nobody.

   Everything that changes a room fills a description of the change (struct store_move, struct
   store_change) that is enough to make the same change again; the hub queues it, and announces it
   when it is on disk. So after a failure of the disk the hub can throw the room away and read the
   stored one.

   Whoever knows a seat's token sits there: there are no accounts. Only digests of tokens are kept,
   so that somebody who reads the database still cannot play for others.

   A session has room for a fixed number of plies. It starts small, because most rooms of a large
   server are short games, and is copied into twice the room when it is full. Memory per open game
   is what limits the number of rooms. */
#include "ports/server/room.h"

#include "lab/archive_record.h"
#include "ports/server/question.h"

#include <stdlib.h>
#include <string.h>

enum { FIRST_PLIES = 64 };

/* Game, options and start, as the store keeps them. */
static bool open_game(const struct store_room *kept, struct opened *opened, struct error *error)
{
    json_t *set = kept->set ? json_loads(kept->set, 0, NULL) : NULL;
    json_t *question = json_pack("{s:s,s:O?}", "game", kept->game, "set", set);
    bool good = question_game(opened, question, error);
    json_decref(set);
    json_decref(question);
    if (!good)
        return false;
    if (opened->game->players != 2 || opened->game->level_read)
        return error_set(error, "%s is not for two players", opened->game->name);
    return opened_start(opened, kept->start, kept->start ? strlen(kept->start) : 0, FIRST_PLIES,
                        error) ||
           (kept->start && error_prefix(error, "position: "));
}

static bool furnish(struct room *room, struct error *error)
{
    struct opened opened;
    if (!open_game(&room->kept, &opened, error))
        return false;
    room->session = opened.session; /* the room's from now on */
    if (session_over(room->session, NULL, NULL))
        return error_set(error, "position: the game is over in it");
    if (room->kept.seconds >= 0)
        session_clock_set(room->session, room->kept.seconds, room->kept.seconds,
                          room->kept.increment);
    return true;
}

struct room *room_new(const struct store_room *kept, struct error *error)
{
    struct room *room = calloc(1, sizeof *room);
    if (!room) {
        free(kept->set);
        free(kept->start);
        error_machine(error, "out of memory");
        return NULL;
    }
    room->kept = *kept;
    room->draw_offer = room->takeback_offer = room->rematch_offer = -1;
    for (int side = 0; side < 2; side++)
        room->draw_declined[side] = room->takeback_declined[side] = -1;
    if (furnish(room, error))
        return room;
    room_free(room);
    return NULL;
}

void room_free(struct room *room)
{
    if (!room)
        return;
    free(room->kept.set);
    free(room->kept.start);
    free(room->session);
    free(room);
}

/* A longer game than was provided for moves into larger memory. */
static bool grow(struct room *room, struct error *error)
{
    struct session *old = room->session;
    if (session_ply(old) < session_capacity(old))
        return true;
    size_t bytes = session_bytes(session_game(old), session_setup(old), 2 * session_capacity(old));
    void *memory = aligned_alloc(64, (bytes + 63) & ~63ul);
    if (!memory)
        return error_machine(error, "out of memory");
    room->session = session_copy(old, memory, bytes);
    free(old);
    return true;
}

/* One move, the whole of the text. */
static bool play_text(struct room *room, const char *text, struct error *error)
{
    const struct session *session = room->session;
    uint32_t move;
    size_t length = game_move_read(session_game(session), session_setup(session),
                                   session_position(session), text, strlen(text), &move, error);
    if (length == 0)
        return false;
    if (text[length])
        return error_set(error, "expected one move, found more after \"%.*s\"", (int)length, text);
    return grow(room, error) && session_play(room->session, move, error);
}

void room_write_move(const struct room *room, int ply, char text[GAME_MOVE_TEXT])
{
    const struct session *session = room->session;
    struct text writer;
    text_init(&writer, text, GAME_MOVE_TEXT);
    session_game(session)->move_write(session_setup(session), session_position_at(session, ply),
                                      session_move_at(session, ply), &writer);
}

/* Lets the clock of the side to move run. Nobody's first move is timed, so the clock starts at ply
   2: a player who is still reading the invitation loses nothing. A clock per move is a clock for
   the whole game that is filled up before every move. */
static void run_clock(struct room *room, uint64_t now)
{
    if (room->kept.per_move)
        session_clock_set(room->session, room->kept.seconds, room->kept.seconds, 0);
    if (session_timed(room->session) && session_ply(room->session) >= 2 && room_full(room) &&
        !room->kept.over)
        session_clock_run(room->session, now);
}

/* What is stored is the move as the game writes it, not as the client did, and what both clocks
   show after it, so that a room can be rebuilt without knowing when anything happened. Offers end
   with the next move. */
bool room_play(struct room *room, const char *text, uint64_t now, struct store_move *kept,
               struct error *error)
{
    if (!play_text(room, text, error))
        return false;
    const struct session *session = room->session; /* it may have moved */
    run_clock(room, now);
    kept->ply = session_ply(session) - 1;
    room_write_move(room, kept->ply, kept->text);
    for (int side = 0; side < 2; side++)
        kept->left[side] = session_time_left(session, side, now);
    room->draw_offer = room->takeback_offer = -1;
    return true;
}

/* Whether what people see of a room can be sent to them: JSON is UTF-8. */
static bool readable(const char *text)
{
    json_t *string = text ? json_string(text) : json_null();
    json_decref(string);
    return string;
}

static bool clock_valid(int64_t microseconds)
{
    const int64_t most = INT64_C(1) << 50; /* 35 years: sums stay far from the end of the range */
    return microseconds >= -most && microseconds <= most;
}

/* The store is a file like any other: it may have been damaged, or made by somebody else. */
static bool kept_valid(const struct store_room *kept, const struct store_move *moves, int count,
                       struct error *error)
{
    bool good = readable(kept->name) && readable(kept->start) && readable(kept->reason) &&
                readable(kept->player[0]) && readable(kept->player[1]);
    if (!good)
        return error_set(error, "a stored game has a text that is not UTF-8");
    good = clock_valid(kept->seconds) && clock_valid(kept->increment);
    for (int i = 0; good && i < count; i++)
        good = clock_valid(moves[i].left[0]) && clock_valid(moves[i].left[1]);
    return good || error_set(error, "game %s: its clocks make no sense", kept->name);
}

/* `over` is set only after the moves have been played: a finished game would refuse them. A room
   whose moves the rules refuse (a damaged database) is not opened at all. */
struct room *room_restore(const struct store_room *kept, const struct store_move *moves, int count,
                          uint64_t now, struct error *error)
{
    if (!kept_valid(kept, moves, count, error))
        return NULL;
    struct store_room copy = *kept;
    copy.set = kept->set ? strdup(kept->set) : NULL;
    copy.start = kept->start ? strdup(kept->start) : NULL;
    copy.over = false;
    struct room *room = room_new(&copy, error);
    if (!room)
        return NULL;
    for (int i = 0; i < count; i++)
        if (moves[i].ply != i || !play_text(room, moves[i].text, error)) {
            error_prefix(error, "game %s, ply %d: ", kept->name, i);
            room_free(room);
            return NULL;
        }
    room->kept.over = kept->over;
    if (session_timed(room->session) && count > 0)
        session_clock_set(room->session, moves[count - 1].left[0], moves[count - 1].left[1],
                          kept->increment);
    run_clock(room, now);
    return room;
}

bool room_full(const struct room *room)
{
    return room->kept.seated[0] && room->kept.seated[1];
}

int room_side_of(const struct room *room, const char *token)
{
    for (int side = 0; token && side < 2; side++)
        if (room->kept.seated[side] && token_matches(token, room->kept.seat[side]))
            return side;
    return -1;
}

void room_end(struct room *room, int half_points, const char *reason, uint64_t now)
{
    if (session_timed(room->session))
        session_clock_stop(room->session, now);
    room->kept.over = true;
    room->kept.half_points = half_points;
    room->kept.reason[0] = 0;
    strncat(room->kept.reason, reason, sizeof room->kept.reason - 1);
    room->draw_offer = room->takeback_offer = -1;
}

bool room_ended(struct room *room)
{
    struct game_result result;
    bool repeated;
    const uint64_t charged = 0; /* the last move was charged; a time long ago charges no more */
    if (session_over(room->session, &result, &repeated)) {
        room_end(room, result.half_points, repeated ? "repetition" : "rules", charged);
        return true;
    }
    if (session_ply(room->session) >= ROOM_PLIES_MAX) {
        room_end(room, 1, "length", charged);
        return true;
    }
    return false;
}

int room_flag(const struct room *room, uint64_t now)
{
    bool running = session_clock_side(room->session) >= 0;
    return running && !room->kept.over ? session_flag(room->session, now) : -1;
}

/* The ply that taking back leads to: before the last move that `side` made, whether or not the
   opponent has answered it. Passes make this a search and not a subtraction. */
int room_takeback_ply(const struct room *room, int side)
{
    const struct session *session = room->session;
    for (int ply = session_ply(session) - 1; ply >= 0; ply--)
        if (session_game(session)->side_to_move(session_setup(session),
                                                session_position_at(session, ply)) == side)
            return ply;
    return -1;
}

void room_takeback(struct room *room, int ply, uint64_t now)
{
    if (session_timed(room->session))
        session_clock_stop(room->session, now);
    session_go(room->session, ply);
    run_clock(room, now);
    room->draw_offer = room->takeback_offer = -1;
}

/* What goes to the archive. Games in which not even both sides have moved are not worth keeping. */
bool room_record(const struct room *room, struct store_change *change)
{
    const struct archive_facts facts = {0}; /* the store has them */
    struct archive_record record;
    if (session_ply(room->session) < 2)
        return true;
    if (archive_record(&record, room->session, &facts, NULL)) {
        change->moves = strdup(record.moves);
        change->options = strdup(record.options);
        change->plies = record.game.plies;
    }
    archive_record_free(&record);
    return change->moves && change->options;
}

json_t *room_clock(const struct room *room, uint64_t now)
{
    const struct session *session = room->session;
    if (!session_timed(session))
        return json_null();
    int64_t left[2];
    int running = session_clock_side(session);
    for (int side = 0; side < 2; side++) {
        left[side] = session_time_left(session, side, now);
        left[side] = left[side] < 0 ? 0 : left[side] / 1000;
    }
    return json_pack("{s:[I,I],s:o}", "left", (json_int_t)left[0], (json_int_t)left[1], "running",
                     running < 0 ? json_null() : json_string(session_game(session)->side[running]));
}

static json_t *side_name(const struct game *game, int side)
{
    return side < 0 ? json_null() : json_string(game->side[side]);
}

static json_t *moves_made(const struct room *room)
{
    char text[GAME_MOVE_TEXT];
    json_t *made = json_array();
    for (int ply = 0; ply < session_ply(room->session); ply++) {
        room_write_move(room, ply, text);
        json_array_append_new(made, json_string(text));
    }
    return made;
}

static json_t *legal_moves(const struct room *room)
{
    const struct session *session = room->session;
    uint32_t moves[GAME_MOVES_MAX];
    json_t *legal = json_array();
    int count = room->kept.over ? 0 : session_moves(session, moves);
    for (int i = 0; i < count; i++) {
        char buffer[GAME_MOVE_TEXT];
        struct text text;
        text_init(&text, buffer, sizeof buffer);
        session_game(session)->move_write(session_setup(session), session_position(session),
                                          moves[i], &text);
        json_array_append_new(legal, json_string(buffer));
    }
    return legal;
}

json_t *room_position(const struct room *room)
{
    char *text = opened_position(room->session, session_ply(room->session));
    json_t *position = json_string(text);
    free(text);
    return position;
}

json_t *room_result(const struct room *room)
{
    int half_points = room->kept.half_points;
    if (!room->kept.over || half_points < 0)
        return json_null();
    return half_points == 1 ? json_real(0.5) : json_integer(half_points / 2);
}

json_t *room_name(const struct room *room, int side)
{
    return room->kept.player[side][0] ? json_string(room->kept.player[side]) : json_null();
}

static json_t *seat_of(const struct room *room, int side)
{
    return json_pack("{s:s,s:b,s:b,s:o}", "side", session_game(room->session)->side[side], "taken",
                     room->kept.seated[side], "online", room->online[side] > 0, "name",
                     room_name(room, side));
}

json_t *room_time(const struct room *room)
{
    const struct store_room *kept = &room->kept;
    if (kept->seconds < 0)
        return json_null();
    if (kept->per_move)
        return json_pack("{s:I}", "per_move", (json_int_t)(kept->seconds / 1000000));
    return json_pack("{s:I,s:I}", "seconds", (json_int_t)(kept->seconds / 1000000), "increment",
                     (json_int_t)(kept->increment / 1000000));
}

static json_t *game_state(const struct room *room)
{
    const struct session *session = room->session;
    bool repeated;
    session_over(session, NULL, &repeated);
    return json_pack("{s:s,s:o,s:o,s:b,s:o,s:b,s:o,s:i}", "side",
                     session_game(session)->side[session_side(session)], "moves", moves_made(room),
                     "legal", legal_moves(room), "over", room->kept.over, "result",
                     room_result(room), "repeated", repeated, "position", room_position(room),
                     "ply", session_ply(session));
}

json_t *room_state(const struct room *room, int side, uint64_t now)
{
    const struct game *game = session_game(room->session);
    const struct store_room *kept = &room->kept;
    json_t *state = game_state(room);
    json_t *set = kept->set ? json_loads(kept->set, 0, NULL) : NULL;
    json_t *more = json_pack(
        "{s:s,s:s,s:o,s:s?,s:s?,s:[o,o],s:i,s:o,s:o,s:o,s:o,s:o,s:s?,s:o}", "room", kept->name,
        "game", kept->game, "set", set ? set : json_object(), "start", kept->start, "reason",
        kept->over ? kept->reason : NULL, "seats", seat_of(room, 0), seat_of(room, 1), "spectators",
        room->spectators, "clock", room_clock(room, now), "you", side_name(game, side),
        "draw_offer", side_name(game, room->draw_offer), "takeback_offer",
        side_name(game, room->takeback_offer), "rematch_offer",
        side_name(game, room->rematch_offer), "rematch", room->rematch[0] ? room->rematch : NULL,
        "time", room_time(room));
    json_object_update(state, more);
    json_decref(more);
    json_object_set_new(state, "listed", json_boolean(kept->listed));
    return state;
}
