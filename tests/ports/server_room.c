/* A room by itself: games that outgrow the memory they began with, and what the store gives back.
 */
#include "ports/server/room.h"

#include "base/random.h"
#include <setjmp.h>
#include <stdarg.h>
#include <stdlib.h>
#include <string.h>

#include <cmocka.h>

enum { PLIES = 200, SECOND = 1000000 };

/* A game of mill between two people who move at random, a tenth of a second for each move, until
   it is over or PLIES long; what the store would keep is in `kept`. */
static struct room *play_at_random(uint64_t seed, struct store_move *kept)
{
    struct store_room about = {
        .game = "mill", .seated = {true, true}, .seconds = 600LL * SECOND, .increment = SECOND};
    struct error error;
    struct random random;
    struct room *room = room_new(&about, &error);
    uint32_t moves[GAME_MOVES_MAX];
    int count;
    random_seed(&random, seed);
    assert_non_null(room);
    for (int ply = 0; ply < PLIES && (count = session_moves(room->session, moves)) > 0; ply++) {
        char text[GAME_MOVE_TEXT];
        struct text writer;
        text_init(&writer, text, sizeof text);
        session_game(room->session)
            ->move_write(session_setup(room->session), session_position(room->session),
                         moves[random_below(&random, (uint32_t)count)], &writer);
        int side = session_side(room->session);
        assert_true(room_play(room, text, (uint64_t)(ply + 1) * SECOND / 10, &kept[ply], &error));
        assert_int_equal(kept[ply].ply, ply);
        assert_string_equal(kept[ply].text, text);
        int timed = ply < 2 ? 0 : ply / 2; /* moves of this side that its clock has seen */
        assert_int_equal(kept[ply].left[side], (600 * 10 + timed * 9) * (int64_t)SECOND / 10);
    }
    return room;
}

static void long_games(void **state)
{
    (void)state;
    static struct store_move kept[PLIES];
    int longest = 0;
    for (uint64_t seed = 1; seed <= 20; seed++) {
        struct room *room = play_at_random(seed, kept);
        struct error error;
        int plies = session_ply(room->session);
        uint64_t now = (uint64_t)plies * SECOND / 10;
        struct room *again = room_restore(&room->kept, kept, plies, now, &error);
        assert_non_null(again);
        json_t *before = room_state(room, -1, now), *after = room_state(again, -1, now);
        assert_int_equal(json_array_size(json_object_get(before, "moves")), plies);
        assert_true(json_equal(before, after));
        json_decref(before);
        json_decref(after);
        room_free(room);
        room_free(again);
        longest = plies > longest ? plies : longest;
    }
    assert_int_equal(longest, PLIES); /* some outgrew their memory more than once */
}

int main(void)
{
    const struct CMUnitTest tests[] = {cmocka_unit_test(long_games)};
    return cmocka_run_group_tests(tests, NULL, NULL);
}
