/* Rooms as the store gives them back: a room that is restored can be shown to anybody as JSON and
   goes on by the rules; one that is refused is refused with a sentence.

   An input is lines: the game, its options, the start, the two players, the reason, numbers (seats
   and flags as bits, seconds, increment, half points), then one line a move: what is left on both
   clocks, and its text. */
#include "input.h"

#include "ports/server/room.h"

#include <stdio.h>
#include <stdlib.h>
#include <string.h>

enum { MOVES = 100 };

static char *cut_line(char **text)
{
    char *start = *text, *end = strchr(start, '\n');
    if (end)
        *end = 0;
    *text = end ? end + 1 : start + strlen(start);
    return start;
}

static void copy(char *to, size_t room, const char *from)
{
    size_t length = strlen(from) < room - 1 ? strlen(from) : room - 1;
    memcpy(to, from, length);
    to[length] = 0;
}

static void take_room(struct store_room *kept, char **at)
{
    unsigned bits = 0;
    long long seconds = -1, increment = 0;
    int half_points = -1;
    memcpy(kept->name, "abcdefghijkl", 13);
    copy(kept->game, sizeof kept->game, cut_line(at));
    kept->set = cut_line(at);
    kept->start = cut_line(at);
    for (int seat = 0; seat < 2; seat++)
        copy(kept->player[seat], sizeof kept->player[seat], cut_line(at));
    copy(kept->reason, sizeof kept->reason, cut_line(at));
    sscanf(cut_line(at), "%u %lld %lld %d", &bits, &seconds, &increment, &half_points);
    kept->set = kept->set[0] ? kept->set : NULL;
    kept->start = kept->start[0] ? kept->start : NULL;
    kept->seated[0] = bits & 1;
    kept->seated[1] = bits >> 1 & 1;
    kept->over = bits >> 2 & 1;
    kept->per_move = bits >> 3 & 1;
    kept->listed = bits >> 4 & 1;
    kept->seconds = seconds;
    kept->increment = increment;
    kept->half_points = half_points;
}

static int take_moves(struct store_move *moves, char **at)
{
    int count = 0;
    for (; **at && count < MOVES; count++) {
        const char *line = cut_line(at);
        long long left[2] = {0};
        int used = 0;
        moves[count] = (struct store_move){.ply = count};
        if (sscanf(line, "%lld %lld %n", &left[0], &left[1], &used) < 2 || !used)
            used = 0;
        moves[count].left[0] = left[0];
        moves[count].left[1] = left[1];
        copy(moves[count].text, sizeof moves[count].text, line + used);
    }
    return count;
}

static void show(struct room *room, uint64_t now)
{
    for (int side = -1; side < 2; side++) {
        json_t *state = room_state(room, side, now);
        PROMISE(json_is_string(json_object_get(state, "room")));
        PROMISE(json_is_array(json_object_get(state, "legal")));
        char *text = json_dumps(state, JSON_COMPACT);
        PROMISE(text);
        free(text);
        json_decref(state);
    }
    PROMISE(room_flag(room, now) < 2);
}

static void go_on(struct room *room)
{
    uint64_t now = 5000000;
    uint32_t moves[GAME_MOVES_MAX];
    char text[GAME_MOVE_TEXT];
    struct store_move kept;
    struct store_change change = {0};
    struct error error;
    struct text writer;
    const struct session *session = room->session;
    if (!room->kept.over && session_moves(session, moves) > 0) {
        text_init(&writer, text, sizeof text);
        session_game(session)->move_write(session_setup(session), session_position(session),
                                          moves[0], &writer);
        PROMISE(room_play(room, text, now, &kept, &error));
        room_ended(room);
        show(room, now + 1000000);
    }
    room_record(room, &change);
    free(change.moves);
    free(change.options);
    int ply = room_takeback_ply(room, 0);
    if (ply >= 0)
        room_takeback(room, ply, now);
}

int LLVMFuzzerTestOneInput(const uint8_t *data, size_t size)
{
    static struct store_move moves[MOVES];
    struct store_room kept = {.number = 1};
    struct error error = {.text = ""};
    char *text = malloc(size + 1), *at = text;
    memcpy(text, data, size);
    text[size] = 0;
    take_room(&kept, &at);
    int count = take_moves(moves, &at);
    struct room *room = room_restore(&kept, moves, count, 1000000, &error);
    PROMISE(room || error.text[0]);
    if (room) {
        show(room, 2000000);
        go_on(room);
    }
    room_free(room);
    free(text);
    return 0;
}
