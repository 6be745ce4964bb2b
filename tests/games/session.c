/* The session: history, repetition, clocks, copies, views, and saving what is loaded again. */
#include "games/session.h"

#include "games/connect4/connect4.h"
#include "ring.h"

#include <setjmp.h>
#include <stdarg.h>
#include <string.h>

#include <cmocka.h>

static uint64_t memory[4096];

static struct session *begin(const struct game *game, int plies)
{
    struct game_setup setup;
    game_setup_default(game, &setup);
    size_t bytes = session_bytes(game, &setup, plies);
    assert_true(bytes > 0 && bytes <= sizeof memory);
    struct session *session = session_start(game, &setup, NULL, memory, bytes);
    assert_int_equal(session_capacity(session), plies);
    return session;
}

static void assert_moves(const struct session *session, const char *expected)
{
    char buffer[512];
    struct text text;
    text_init(&text, buffer, sizeof buffer);
    session_write_moves(session, "", &text);
    assert_string_equal(buffer, expected);
}

static bool play_text(struct session *session, const char *moves, struct error *error)
{
    return session_play_text(session, moves, strlen(moves), error);
}

static void undo_and_redo(void **state)
{
    (void)state;
    struct connect4 board, before;
    struct session *session = begin(&game_connect4, 42);
    assert_false(session_undo(session));
    assert_false(session_redo(session));
    assert_true(play_text(session, "44,5 3", NULL));
    assert_int_equal(session_length(session), 4);
    before = *(const struct connect4 *)session_position(session);
    assert_true(session_undo(session) && session_undo(session));
    assert_moves(session, "44");
    assert_int_equal(session_side(session), 0);
    game_connect4.start(session_setup(session), &board);
    game_connect4.play(session_setup(session), &board, 3);
    game_connect4.play(session_setup(session), &board, 3);
    assert_memory_equal(session_position(session), &board, sizeof board);
    assert_true(session_redo(session) && session_redo(session));
    assert_memory_equal(session_position(session), &before, sizeof before);
    session_go(session, -3);
    assert_int_equal(session_ply(session), 0);
    session_go(session, 99);
    assert_int_equal(session_ply(session), 4);
}

static void branches(void **state)
{
    (void)state;
    struct error error;
    struct session *session = begin(&game_connect4, 42);
    assert_true(play_text(session, "4453", NULL));
    struct connect4 before = *(const struct connect4 *)session_position(session);
    session_go(session, 1);
    assert_true(session_play(session, 3, NULL)); /* the same move: the tail stays */
    assert_int_equal(session_length(session), 4);
    session_go(session, 2);
    assert_false(play_text(session, "1234599", &error)); /* nothing is played, nothing is lost */
    assert_non_null(strstr(error.text, "move 6, column 6"));
    assert_int_equal(session_ply(session), 2);
    assert_int_equal(session_length(session), 4);
    session_go(session, 4);
    assert_moves(session, "4453");
    assert_memory_equal(session_position(session), &before, sizeof before);
    session_go(session, 2);
    assert_true(session_play(session, 0, NULL)); /* another one: the tail is gone */
    assert_int_equal(session_length(session), 3);
    assert_false(session_redo(session));
    assert_moves(session, "441");
    assert_false(session_play(session, 7, &error));
    assert_non_null(strstr(error.text, "not legal"));
}

static void room(void **state)
{
    (void)state;
    struct error error;
    struct session *session = begin(&game_connect4, 3);
    assert_false(play_text(session, "1234", &error));
    assert_non_null(strstr(error.text, "room for 3 plies"));
    assert_int_equal(session_length(session), 0);
    assert_true(play_text(session, "123", &error));
    assert_false(session_play(session, 0, &error));
    struct game_setup setup;
    game_setup_default(&game_connect4, &setup);
    setup.option[0] = 16, setup.option[1] = 15;
    assert_int_equal(session_bytes(&game_connect4, &setup, 3), 0);
}

static void ends(void **state)
{
    (void)state;
    struct error error;
    struct game_result result;
    bool repeated = true;
    uint32_t moves[GAME_MOVES_MAX];
    struct session *session = begin(&game_connect4, 42);
    assert_true(play_text(session, "121212", NULL));
    assert_int_equal(session_moves(session, moves), 7);
    assert_false(session_over(session, &result, &repeated));
    assert_true(play_text(session, "1", NULL));
    assert_true(session_over(session, &result, &repeated));
    assert_false(repeated);
    assert_int_equal(result.half_points, 2);
    assert_int_equal(session_moves(session, moves), 0);
    assert_false(session_play(session, 6, &error));
    assert_string_equal(error.text, "the game is over");
}

static void repetition(void **state)
{
    (void)state;
    struct error error;
    struct game_result result;
    bool repeated;
    uint32_t moves[GAME_MOVES_MAX];
    struct session *session = begin(&ring_game, 100);
    assert_false(play_text(session, "rlrlr", NULL)); /* the start is there a third time at ply 4 */
    assert_int_equal(session_length(session), 0);
    assert_true(play_text(session, "rlr", NULL));
    assert_false(session_over(session, NULL, NULL));
    assert_true(session_play(session, 1, NULL));
    assert_true(session_over(session, &result, &repeated));
    assert_true(repeated);
    assert_int_equal(result.half_points, 1);
    assert_int_equal(result.score, 0);
    assert_int_equal(session_moves(session, moves), 0);
    assert_false(session_play(session, 0, &error));
    assert_non_null(strstr(error.text, "repeated"));
    /* Going back makes it a game again; a burnt bridge forgets what was before it. */
    assert_true(session_undo(session));
    assert_true(play_text(session, "b", NULL));
    assert_true(play_text(session, "rlr", NULL));
    assert_false(play_text(session, "lb", &error));
    assert_non_null(strstr(error.text, "move 2: the game is over"));
    assert_true(play_text(session, "bb", &error));
    assert_true(session_over(session, &result, &repeated));
    assert_false(repeated);
    assert_int_equal(result.score, 7);
}

static void clocks(void **state)
{
    (void)state;
    struct session *session = begin(&game_connect4, 42);
    assert_int_equal(session_flag(session, 5), -1); /* no clocks */
    session_clock_run(session, 5);
    assert_int_equal(session_clock_side(session), -1);
    session_clock_set(session, 1000, 2000, 10);
    assert_int_equal(session_flag(session, 99999), -1); /* stands still */
    session_clock_run(session, 100);
    assert_int_equal(session_clock_side(session), 0);
    assert_int_equal(session_flag(session, 1099), -1);
    assert_int_equal(session_flag(session, 1100), 0);
    assert_true(session_play(session, 3, NULL));
    session_clock_run(session, 400); /* 300 used, 10 added */
    assert_int_equal(session_time_left(session, 0, 400), 710);
    assert_int_equal(session_time_left(session, 1, 400), 2000);
    assert_int_equal(session_time_left(session, 0, 500), 710);
    assert_int_equal(session_time_left(session, 1, 500), 1900);
    assert_int_equal(session_flag(session, 2399), -1);
    assert_int_equal(session_flag(session, 2400), 1);
    session_clock_stop(session, 900);
    session_clock_stop(session, 5000);
    assert_int_equal(session_clock_side(session), -1);
    assert_int_equal(session_time_left(session, 1, 5000), 1500);
    session_clock_run(session, 10000);
    session_clock_run(session, 9000); /* a clock that goes backwards charges nothing */
    assert_int_equal(session_time_left(session, 1, 9000), 1500);
    assert_true(session_play(session, 3, NULL));
    session_clock_run(session, 9000 + 1501); /* too late: no increment */
    assert_int_equal(session_time_left(session, 1, 9000 + 1501), -1);
    assert_int_equal(session_flag(session, 9000 + 1501), 1);
    session_clock_run(session, UINT64_MAX);
    assert_int_equal(session_time_left(session, 0, UINT64_MAX), -SESSION_CLOCK_MOST);
}

static void assert_same_view(const struct session *session, const struct session_view *a,
                             const struct session_view *b)
{
    const struct game *game = session_game(session);
    assert_memory_equal(a->position, b->position, game->position_size(session_setup(session)));
    assert_int_equal(a->side, b->side);
    assert_int_equal(a->earlier_count, b->earlier_count);
    if (a->earlier_count)
        assert_memory_equal(a->earlier, b->earlier, (size_t)a->earlier_count * sizeof *a->earlier);
    assert_int_equal(a->over, b->over);
    assert_int_equal(a->repeated, b->repeated);
    if (a->over) {
        assert_int_equal(a->result.half_points, b->result.half_points);
        assert_int_equal(a->result.score, b->result.score);
    }
}

static void assert_same(const struct session *a, const struct session *b)
{
    struct session_view here, there;
    assert_ptr_equal(session_game(a), session_game(b));
    assert_memory_equal(session_setup(a), session_setup(b), sizeof *session_setup(a));
    assert_int_equal(session_length(a), session_length(b));
    assert_int_equal(session_ply(a), session_ply(b));
    assert_int_equal(session_timed(a), session_timed(b));
    assert_int_equal(session_clock_side(a), session_clock_side(b));
    assert_int_equal(session_increment(a), session_increment(b));
    for (int side = 0; side < 2; side++)
        assert_int_equal(session_time_left(a, side, 777), session_time_left(b, side, 777));
    for (int ply = 0; ply <= session_length(a); ply++) {
        session_view_at(a, ply, &here);
        session_view_at(b, ply, &there);
        assert_same_view(a, &here, &there);
        if (ply < session_length(a))
            assert_int_equal(session_move_at(a, ply), session_move_at(b, ply));
    }
}

/* What a view must say, worked out the long way: every position of the game is hashed again. */
static void assert_true_view(const struct session *session, int ply)
{
    const struct game *game = session_game(session);
    const struct game_setup *setup = session_setup(session);
    const void *position = session_position_at(session, ply);
    uint64_t hash = game->hash(setup, position);
    int limit = game->repetition_limit ? game->repetition_limit(setup) : 0, occurrences = 0;
    struct session_view view;
    struct game_result result;
    session_view_at(session, ply, &view);
    assert_ptr_equal(view.position, position);
    assert_int_equal(view.side, game->side_to_move(setup, position));
    assert_in_range(view.earlier_count, 0, limit ? ply : 0);
    for (int i = 0; i <= ply; i++)
        occurrences += game->hash(setup, session_position_at(session, i)) == hash;
    for (int i = 0, first = ply - view.earlier_count; i < view.earlier_count; i++)
        assert_int_equal(view.earlier[i],
                         game->hash(setup, session_position_at(session, first + i)));
    bool over = game->result(setup, position, &result);
    assert_int_equal(view.repeated, !over && limit && occurrences >= limit);
    assert_int_equal(view.over, over || view.repeated);
    if (view.over) {
        assert_int_equal(view.result.half_points, view.repeated ? 1 : result.half_points);
        assert_int_equal(view.result.score, view.repeated ? 0 : result.score);
    }
}

static void views_of_a_ring(void **state)
{
    (void)state;
    struct session *session = begin(&ring_game, 100);
    struct session_view view;
    struct ring room;
    assert_true(play_text(session, "rlrb", NULL));
    session_view_at(session, 3, &view); /* a ply that lies behind */
    assert_int_equal(view.earlier_count, 3);
    assert_int_equal(view.side, 1);
    assert_false(view.over);
    session_view_after(session, 3, 1, &room, &view); /* the start for the third time */
    assert_ptr_equal(view.position, &room);
    assert_int_equal(room.place, 0);
    assert_int_equal(view.side, 0);
    assert_int_equal(view.earlier_count, 4);
    assert_true(view.over && view.repeated);
    assert_int_equal(view.result.half_points, 1);
    assert_int_equal(view.result.score, 0);
    session_view_after(session, 3, 0, &room, &view); /* two steps away from it */
    assert_int_equal(room.place, 2);
    assert_false(view.over || view.repeated);
    session_view_at(session, 4, &view); /* a burnt bridge forgets what was before it */
    assert_int_equal(view.earlier_count, 0);
    assert_int_equal(session_ply(session), 4); /* nothing was played */
    assert_moves(session, "rlrb");
    assert_true(play_text(session, "b", NULL));
    session_view_after(session, 5, 2, &room, &view);
    assert_true(view.over && !view.repeated);
    assert_int_equal(view.result.half_points, 2);
    assert_int_equal(view.result.score, 7);
    /* A list that fails halfway leaves the hashes of what can be redone as they were. */
    session_go(session, 1);
    assert_false(play_text(session, "rrrx", NULL));
    for (int ply = 0; ply <= session_length(session); ply++)
        assert_true_view(session, ply);
}

static struct {
    int passes, repeated, ended;
} seen;

/* What a move away from any ply shows is what is there once it is played. */
static void assert_agrees(const struct session *session, int ply, uint32_t move)
{
    static uint64_t other[1 << 14], room[GAME_POSITION_SMALL / 8];
    struct session_view after, played;
    struct session *copy = session_copy(session, other, sizeof other);
    session_go(copy, ply);
    assert_true(session_play(copy, move, NULL));
    session_view_after(session, ply, move, room, &after);
    session_view_at(copy, ply + 1, &played);
    assert_same_view(session, &after, &played);
    assert_true_view(copy, ply + 1);
    seen.passes += move == session_game(session)->pass;
    seen.repeated += after.repeated;
    seen.ended += after.over && !after.repeated;
}

static void views_agree_with_play(const struct game *game, uint64_t seed)
{
    struct random random;
    struct session *session = begin(game, 80);
    const struct game_setup *setup = session_setup(session);
    uint32_t moves[GAME_MOVES_MAX];
    int count;
    random_seed(&random, seed);
    while (session_ply(session) < 80 && (count = session_moves(session, moves)) > 0)
        assert_true(session_play(session, moves[random_below(&random, (uint32_t)count)], NULL));
    for (int ply = 0; ply < session_length(session); ply++) {
        count = game->legal_moves(setup, session_position_at(session, ply), moves);
        assert_true_view(session, ply);
        for (int i = 0; i < count; i++)
            assert_agrees(session, ply, moves[i]);
    }
}

static void views(void **state)
{
    (void)state;
    memset(&seen, 0, sizeof seen);
    for (uint64_t seed = 1; seed <= 20; seed++) {
        views_agree_with_play(&ring_game, seed);
        for (int i = 0; i < game_count; i++)
            if (!games[i]->level_read)
                views_agree_with_play(games[i], seed);
    }
    assert_true(seen.passes && seen.repeated && seen.ended);
}

/* A copy is the whole game, in memory of its own, and goes on where the first one was full. */
static void copies(void **state)
{
    (void)state;
    static uint64_t other[4096];
    struct session *session = begin(&game_connect4, 5);
    struct error error;
    session_clock_set(session, 1000, 2000, 10);
    assert_true(play_text(session, "44531", NULL));
    assert_false(session_play(session, 0, &error));
    session_go(session, 4);
    session_clock_run(session, 700);
    size_t bytes = session_bytes(&game_connect4, session_setup(session), 42);
    struct session *copy = session_copy(session, other, bytes);
    assert_ptr_equal(copy, other);
    assert_int_equal(session_capacity(copy), 42);
    assert_same(session, copy);
    assert_int_equal(session_time_left(copy, 0, 777), 1000 - 77);
    assert_true(session_redo(copy) && session_play(copy, 0, &error));
    session_clock_run(copy, 777); /* the clock knows where it began to run: a move, an increment */
    assert_int_equal(session_time_left(copy, 0, 777), 1000 - 77 + 10);
    assert_int_equal(session_ply(session), 4);
    assert_int_equal(session_length(session), 5);
    memset(memory, 0xee, sizeof memory);
    assert_moves(copy, "445311");
}

/* Random games, left at random points after random undoing, on boards of several sizes, some from
   a position in the middle, some timed: what is loaded is what was saved. */
static void saved_and_loaded(void **state)
{
    (void)state;
    struct random random;
    random_seed(&random, 1);
    for (int game = 0; game < 500; game++) {
        struct game_setup setup;
        struct connect4 middle;
        static uint64_t other[4096];
        static char buffer[4096], again[4096];
        struct text text;
        struct error error;
        game_setup_default(&game_connect4, &setup);
        setup.option[0] = 4 + (int)random_below(&random, 4);
        setup.option[1] = 4 + (int)random_below(&random, 3);
        game_connect4.start(&setup, &middle);
        if (game % 3 == 0)
            game_connect4.play(&setup, &middle, 2);
        struct session *session =
            session_start(&game_connect4, &setup, &middle, memory, sizeof memory);
        if (game % 2)
            session_clock_set(session, 60000000, -5, 1000);
        uint32_t moves[GAME_MOVES_MAX];
        int count;
        for (uint32_t plies = random_below(&random, 40);
             plies && (count = session_moves(session, moves)) > 0; plies--)
            assert_true(
                session_play(session, moves[random_below(&random, (uint32_t)count)], &error));
        session_go(session, session_length(session) - (int)random_below(&random, 4));

        text_init(&text, buffer, sizeof buffer);
        session_save(session, &text);
        assert_true(text_fits(&text));
        struct session_needs needs;
        assert_true(session_inspect(buffer, text.length, &needs, &error));
        assert_int_equal(needs.plies, session_length(session));
        size_t bytes = session_bytes(needs.game, &needs.setup, needs.plies);
        assert_true(bytes <= sizeof other);
        struct session *loaded = session_load(buffer, text.length, &needs, other, bytes, &error);
        assert_non_null(loaded);
        assert_same(session, loaded);
        text_init(&text, again, sizeof again);
        session_save(loaded, &text);
        assert_string_equal(buffer, again);
        if (needs.plies)
            assert_null(session_load(buffer, text.length, &needs, other, bytes - 1, &error));
    }
}

int main(void)
{
    const struct CMUnitTest tests[] = {
        cmocka_unit_test(undo_and_redo),
        cmocka_unit_test(branches),
        cmocka_unit_test(room),
        cmocka_unit_test(ends),
        cmocka_unit_test(repetition),
        cmocka_unit_test(clocks),
        cmocka_unit_test(views_of_a_ring),
        cmocka_unit_test(views),
        cmocka_unit_test(copies),
        cmocka_unit_test(saved_and_loaded),
    };
    return cmocka_run_group_tests(tests, NULL, NULL);
}
