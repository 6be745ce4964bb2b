/* The session: history, repetition, clocks, and saved texts from friend and foe. */
#include "games/session.h"

#include "base/memory.h"
#include "games/connect4/connect4.h"

#include <setjmp.h>
#include <stdarg.h>
#include <stdlib.h>
#include <string.h>

#include <cmocka.h>

/* A game for these tests alone: a token walks a ring of five places, one step to the left or to
   the right, or burns the bridge behind it (no earlier position comes back), three bridges end it.
 */
struct ring {
    int8_t place, side, bridges, since;
};

static bool ring_setup_valid(const struct game_setup *setup, struct error *error)
{
    (void)setup, (void)error;
    return true;
}

static size_t ring_size(const struct game_setup *setup)
{
    (void)setup;
    return sizeof(struct ring);
}

static void ring_start(const struct game_setup *setup, void *position)
{
    (void)setup;
    memset(position, 0, sizeof(struct ring));
}

static int ring_moves(const struct game_setup *setup, const void *position, uint32_t *moves)
{
    (void)setup;
    const struct ring *ring = position;
    for (uint32_t i = 0; i < 3; i++)
        moves[i] = i;
    return ring->bridges == 3 ? 0 : 3;
}

static void ring_play(const struct game_setup *setup, void *position, uint32_t move)
{
    (void)setup;
    struct ring *ring = position;
    ring->since = (int8_t)(ring->since + 1);
    if (move == 2) {
        ring->bridges = (int8_t)(ring->bridges + 1);
        ring->since = 0;
    } else {
        ring->place = (int8_t)((ring->place + (move ? 4 : 1)) % 5);
    }
    ring->side ^= 1;
}

static int ring_side(const struct game_setup *setup, const void *position)
{
    (void)setup;
    return ((const struct ring *)position)->side;
}

static bool ring_result(const struct game_setup *setup, const void *position,
                        struct game_result *result)
{
    (void)setup;
    *result = (struct game_result){2, 7};
    return ((const struct ring *)position)->bridges == 3;
}

static uint64_t ring_hash(const struct game_setup *setup, const void *position)
{
    (void)setup;
    const struct ring *ring = position;
    return (uint64_t)(ring->place + 10 * ring->side + 100 * ring->bridges);
}

static int ring_limit(const struct game_setup *setup)
{
    (void)setup;
    return 3;
}

static int ring_reversible(const struct game_setup *setup, const void *position)
{
    (void)setup;
    return ((const struct ring *)position)->since;
}

static void ring_move_write(const struct game_setup *setup, const void *position, uint32_t move,
                            struct text *text)
{
    (void)setup, (void)position;
    text_add_char(text, "rlb"[move]);
}

static size_t ring_move_read(const struct game_setup *setup, const void *position, const char *text,
                             size_t length, uint32_t *move, struct error *error)
{
    (void)setup, (void)position;
    for (uint32_t i = 0; length && i < 3; i++)
        if (text[0] == "rlb"[i]) {
            *move = i;
            return 1;
        }
    return error_set(error, "expected r, l or b");
}

static const struct game ring_game = {
    .name = "ring",
    .players = 2,
    .pass = GAME_NO_MOVE,
    .setup_valid = ring_setup_valid,
    .position_size = ring_size,
    .start = ring_start,
    .legal_moves = ring_moves,
    .play = ring_play,
    .side_to_move = ring_side,
    .result = ring_result,
    .hash = ring_hash,
    .repetition_limit = ring_limit,
    .reversible_plies = ring_reversible,
    .move_write = ring_move_write,
    .move_read = ring_move_read,
};

static uint64_t memory[4096];

static void begin(struct session *session, const struct game *game, int plies)
{
    struct game_setup setup;
    game_setup_default(game, &setup);
    size_t bytes = session_bytes(game, &setup, plies);
    assert_true(bytes > 0 && bytes <= sizeof memory);
    session_start(session, game, &setup, NULL, memory, bytes);
    assert_int_equal(session->capacity, plies);
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
    struct session session;
    struct connect4 board, before;
    begin(&session, &game_connect4, 42);
    assert_false(session_undo(&session));
    assert_false(session_redo(&session));
    assert_true(play_text(&session, "44,5 3", NULL));
    assert_int_equal(session.length, 4);
    before = *(const struct connect4 *)session_position(&session);
    assert_true(session_undo(&session) && session_undo(&session));
    assert_moves(&session, "44");
    assert_int_equal(session_side(&session), 0);
    game_connect4.start(&session.setup, &board);
    game_connect4.play(&session.setup, &board, 3);
    game_connect4.play(&session.setup, &board, 3);
    assert_memory_equal(session_position(&session), &board, sizeof board);
    assert_true(session_redo(&session) && session_redo(&session));
    assert_memory_equal(session_position(&session), &before, sizeof before);
    session_go(&session, -3);
    assert_int_equal(session.at, 0);
    session_go(&session, 99);
    assert_int_equal(session.at, 4);
}

static void branches(void **state)
{
    (void)state;
    struct session session;
    struct error error;
    begin(&session, &game_connect4, 42);
    assert_true(play_text(&session, "4453", NULL));
    session_go(&session, 1);
    assert_true(session_play(&session, 3, NULL)); /* the same move: the tail stays */
    assert_int_equal(session.length, 4);
    session_go(&session, 2);
    assert_false(play_text(&session, "1234599", &error)); /* nothing is played, nothing is lost */
    assert_non_null(strstr(error.text, "move 6, column 6"));
    assert_int_equal(session.at, 2);
    assert_int_equal(session.length, 4);
    session_go(&session, 4);
    assert_moves(&session, "4453");
    assert_int_equal(session.hashes[4],
                     game_connect4.hash(&session.setup, session_position(&session)));
    session_go(&session, 2);
    assert_true(session_play(&session, 0, NULL)); /* another one: the tail is gone */
    assert_int_equal(session.length, 3);
    assert_false(session_redo(&session));
    assert_moves(&session, "441");
    assert_false(session_play(&session, 7, &error));
    assert_non_null(strstr(error.text, "not legal"));
}

static void room(void **state)
{
    (void)state;
    struct session session;
    struct error error;
    begin(&session, &game_connect4, 3);
    assert_false(play_text(&session, "1234", &error));
    assert_non_null(strstr(error.text, "room for 3 plies"));
    assert_int_equal(session.length, 0);
    assert_true(play_text(&session, "123", &error));
    assert_false(session_play(&session, 0, &error));
    struct game_setup setup;
    game_setup_default(&game_connect4, &setup);
    setup.option[0] = 16, setup.option[1] = 15;
    assert_int_equal(session_bytes(&game_connect4, &setup, 3), 0);
}

static void ends(void **state)
{
    (void)state;
    struct session session;
    struct error error;
    struct game_result result;
    bool repeated = true;
    uint32_t moves[GAME_MOVES_MAX];
    begin(&session, &game_connect4, 42);
    assert_true(play_text(&session, "121212", NULL));
    assert_int_equal(session_moves(&session, moves), 7);
    assert_false(session_over(&session, &result, &repeated));
    assert_true(play_text(&session, "1", NULL));
    assert_true(session_over(&session, &result, &repeated));
    assert_false(repeated);
    assert_int_equal(result.half_points, 2);
    assert_int_equal(session_moves(&session, moves), 0);
    assert_false(session_play(&session, 6, &error));
    assert_string_equal(error.text, "the game is over");
}

static void repetition(void **state)
{
    (void)state;
    struct session session;
    struct error error;
    struct game_result result;
    bool repeated;
    int earlier_count;
    begin(&session, &ring_game, 100);
    assert_false(play_text(&session, "rlrlr", NULL)); /* the start is there a third time at ply 4 */
    assert_int_equal(session.length, 0);
    assert_true(play_text(&session, "rlr", NULL));
    assert_false(session_over(&session, NULL, NULL));
    session_earlier(&session, &earlier_count);
    assert_int_equal(earlier_count, 3);
    assert_true(session_play(&session, 1, NULL));
    assert_true(session_over(&session, &result, &repeated));
    assert_true(repeated);
    assert_int_equal(result.half_points, 1);
    assert_int_equal(result.score, 0);
    assert_int_equal(session_moves(&session, session.spare), 0);
    assert_false(session_play(&session, 0, &error));
    assert_non_null(strstr(error.text, "repeated"));
    /* Going back makes it a game again; a burnt bridge forgets what was before it. */
    assert_true(session_undo(&session));
    assert_true(play_text(&session, "b", NULL));
    session_earlier(&session, &earlier_count);
    assert_int_equal(earlier_count, 0);
    assert_true(play_text(&session, "rlr", NULL));
    const uint64_t *earlier = session_earlier(&session, &earlier_count);
    assert_int_equal(earlier_count, 3);
    assert_ptr_equal(earlier + 3, session.hashes + session.at);
    assert_false(play_text(&session, "lb", &error));
    assert_non_null(strstr(error.text, "move 2: the game is over"));
    assert_true(play_text(&session, "bb", &error));
    assert_true(session_over(&session, &result, &repeated));
    assert_false(repeated);
    assert_int_equal(result.score, 7);
}

static void clocks(void **state)
{
    (void)state;
    struct session session;
    begin(&session, &game_connect4, 42);
    assert_int_equal(session_flag(&session, 5), -1); /* no clocks */
    session_clock_run(&session, 5);
    assert_false(session.clock.running);
    session_clock_set(&session, 1000, 2000, 10);
    assert_int_equal(session_flag(&session, 99999), -1); /* stands still */
    session_clock_run(&session, 100);
    assert_int_equal(session_flag(&session, 1099), -1);
    assert_int_equal(session_flag(&session, 1100), 0);
    assert_true(session_play(&session, 3, NULL));
    session_clock_run(&session, 400); /* 300 used, 10 added */
    assert_int_equal(session.clock.left[0], 710);
    assert_int_equal(session.clock.left[1], 2000);
    assert_int_equal(session_flag(&session, 2399), -1);
    assert_int_equal(session_flag(&session, 2400), 1);
    session_clock_stop(&session, 900);
    session_clock_stop(&session, 5000);
    assert_int_equal(session.clock.left[1], 1500);
    session_clock_run(&session, 10000);
    session_clock_run(&session, 9000); /* a clock that goes backwards charges nothing */
    assert_int_equal(session.clock.left[1], 1500);
    assert_true(session_play(&session, 3, NULL));
    session_clock_run(&session, 9000 + 1501); /* too late: no increment */
    assert_int_equal(session.clock.left[1], -1);
    assert_int_equal(session_flag(&session, 9000 + 1501), 1);
    session_clock_run(&session, UINT64_MAX);
    assert_int_equal(session.clock.left[0], -SESSION_CLOCK_MOST);
}

static void assert_same(const struct session *a, const struct session *b)
{
    assert_ptr_equal(a->game, b->game);
    assert_memory_equal(&a->setup, &b->setup, sizeof a->setup);
    assert_int_equal(a->length, b->length);
    assert_int_equal(a->at, b->at);
    assert_int_equal(a->timed, b->timed);
    assert_memory_equal(a->clock.left, b->clock.left, sizeof a->clock.left);
    assert_memory_equal(a->moves, b->moves, (size_t)a->length * sizeof *a->moves);
    assert_memory_equal(a->hashes, b->hashes, (size_t)(a->length + 1) * sizeof *a->hashes);
    assert_memory_equal(a->positions, b->positions, (size_t)(a->length + 1) * a->position_size);
}

/* Random games, left at random points after random undoing, on boards of several sizes, some from
   a position in the middle, some timed: what is loaded is what was saved. */
static void saved_and_loaded(void **state)
{
    (void)state;
    struct random random;
    random_seed(&random, 1);
    for (int game = 0; game < 500; game++) {
        struct session session, loaded;
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
        session_start(&session, &game_connect4, &setup, &middle, memory, sizeof memory);
        if (game % 2)
            session_clock_set(&session, 60000000, -5, 1000);
        uint32_t moves[GAME_MOVES_MAX];
        int count;
        for (uint32_t plies = random_below(&random, 40);
             plies && (count = session_moves(&session, moves)) > 0; plies--)
            assert_true(
                session_play(&session, moves[random_below(&random, (uint32_t)count)], &error));
        session_go(&session, session.length - (int)random_below(&random, 4));

        text_init(&text, buffer, sizeof buffer);
        session_save(&session, &text);
        assert_true(text_fits(&text));
        struct session_needs needs;
        assert_true(session_inspect(buffer, text.length, &needs, &error));
        assert_int_equal(needs.plies, session.length);
        size_t bytes = session_bytes(needs.game, &needs.setup, needs.plies);
        assert_true(bytes <= sizeof other);
        assert_true(session_load(&loaded, buffer, text.length, &needs, other, bytes, &error));
        assert_same(&session, &loaded);
        text_init(&text, again, sizeof again);
        session_save(&loaded, &text);
        assert_string_equal(buffer, again);
        if (needs.plies)
            assert_false(
                session_load(&loaded, buffer, text.length, &needs, other, bytes - 1, &error));
    }
}

static bool load(const char *text, size_t length, struct error *error)
{
    struct session session;
    struct session_needs needs;
    if (!session_inspect(text, length, &needs, error))
        return false;
    size_t bytes = session_bytes(needs.game, &needs.setup, needs.plies);
    void *own = malloc(bytes);
    assert_non_null(own);
    bool loaded = session_load(&session, text, length, &needs, own, bytes, error);
    free(own);
    return loaded;
}

#define HEAD "potez 1\ngame connect4\n"

static void hostile_texts(void **state)
{
    (void)state;
    static const char *const bad[][2] = {
        {"", "line 1, column 1: expected \"potez 1\""},
        {"potez 2\n", "version 1"},
        {"potez\n", "version 1"},
        {"potez 1\n", "game NAME"},
        {"potez 1\ngame chess\n", "line 2, column 6: expected the name of a game"},
        {"potez 1\ngame aaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaa\n", "name"},
        {HEAD, "at PLY"},
        {HEAD "option width\nat 0\nmoves\n", "option NAME VALUE"},
        {HEAD "option width 99\nat 0\nmoves\n", "line 3: option width: expected 3 to 16"},
        {HEAD "option colour 9\nat 0\nmoves\n", "no option"},
        {HEAD "option width 16\noption height 15\nat 0\nmoves\n", "too large"},
        {HEAD "level 3\nabc\nat 0\nmoves\n", "without a level"},
        {HEAD "at 0\n", "\"moves\""},
        {HEAD "at x\nmoves\n", "a ply"},
        {HEAD "at 1\nmoves\n", "a ply"},
        {HEAD "at -1\nmoves 4\n", "a ply"},
        {HEAD "at 0\nmoves 4 9\n", "line 4, column 9, move 2: expected a column"},
        {HEAD "at 0\nmoves 44\n", "one move"},
        {HEAD "at 0\nmoves 4 4 4 4 4 4 4\n", "full"},
        {HEAD "at 0\nmoves 1 2 1 2 1 2 1 2\n", "after the end"},
        {HEAD "at 0\nmoves 4\nmoves 4\n", "line 5, column 1: expected the end"},
        {HEAD "start abc\nat 0\nmoves\n", "line 3, start: column 1"},
        {HEAD "clock 1 2\nat 0\nmoves\n", "line 3"},
        {HEAD "clock 1 2 3 4\nat 0\nmoves\n", "end of the line"},
        {HEAD "clock 1 2 -3\nat 0\nmoves\n", "increment"},
        {HEAD "clock 99999999999999999 2 3\nat 0\nmoves\n", "line 3, column 7"},
        {HEAD "at 0\nclock 1 2 3\nmoves\n", "\"moves\""},
    };
    struct error error;
    for (size_t i = 0; i < sizeof bad / sizeof bad[0]; i++) {
        assert_false(load(bad[i][0], strlen(bad[i][0]), &error));
        if (!strstr(error.text, bad[i][1]))
            fail_msg("\"%s\" is not in \"%s\"", bad[i][1], error.text);
    }
    assert_true(load(HEAD "at 0\nmoves", strlen(HEAD "at 0\nmoves"), &error));
    const char windows[] = "potez 1\r\ngame connect4\r\nat 2\r\nmoves 4 4\r\n";
    assert_true(load(windows, strlen(windows), &error));
}

/* A good text with bytes changed, cut out and doubled: refused or loaded, never worse. The copy
   ends where its memory ends, so that the sanitizer sees a step too far. */
static void damaged_texts(void **state)
{
    (void)state;
    static const char good[] = HEAD "option width 7\noption height 6\n"
                                    "start ......./......./......./......./......./...x...\n"
                                    "clock 60000000 60000000 0\nat 3\nmoves 4 4 5 3 2\n";
    struct random random;
    struct error error;
    random_seed(&random, 2);
    assert_true(load(good, strlen(good), &error));
    for (int i = 0; i < 3000; i++) {
        size_t length = strlen(good);
        size_t at = random_below(&random, (uint32_t)length);
        size_t cut = random_below(&random, (uint32_t)(length - at));
        char *copy = malloc(length);
        memcpy(copy, good, length);
        if (i % 3 == 0)
            length = at;
        else if (i % 3 == 1)
            copy[at] = (char)random_below(&random, 256);
        else
            memmove(copy + at, good + at + cut, length -= at + cut), length += at;
        char *exact = malloc(length ? length : 1);
        memcpy(exact, copy, length);
        error.text[0] = 0;
        if (!load(exact, length, &error))
            assert_true(error.text[0]);
        free(exact);
        free(copy);
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
        cmocka_unit_test(saved_and_loaded),
        cmocka_unit_test(hostile_texts),
        cmocka_unit_test(damaged_texts),
    };
    return cmocka_run_group_tests(tests, NULL, NULL);
}
