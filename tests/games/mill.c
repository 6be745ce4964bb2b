/* Mill's rules: known counts, rules by hand-made positions, texts both ways, and a second,
   slow implementation. Games of another program are replayed in mill_openspiel.c. */
#include "games/mill/mill.h"

#include "games/mill/notation.h"
#include "mill_reference.h"
#include <setjmp.h>
#include <stdarg.h>

#include <cmocka.h>

#define LENGTH(array) (sizeof(array) / sizeof(array)[0])

/* "six skip noflying nodraws": words that differ from the standard. */
static struct game_setup setup_of(const char *words)
{
    static const struct {
        const char *word;
        int option, value;
    } known[] = {
        {"six", MILL_OPTION_VARIANT, MILL_SIX},       {"lasker", MILL_OPTION_VARIANT, MILL_LASKER},
        {"twelve", MILL_OPTION_VARIANT, MILL_TWELVE}, {"skip", MILL_OPTION_CAPTURE, 1},
        {"noflying", MILL_OPTION_FLYING, 0},          {"nodraws", MILL_OPTION_DRAWS, 0},
    };
    struct game_setup setup;
    game_setup_default(&game_mill, &setup);
    for (size_t i = 0; i < LENGTH(known); i++)
        if (strstr(words, known[i].word))
            setup.option[known[i].option] = known[i].value;
    return setup;
}

/* Position text from names of points: "a7 d7", "a1 g1", "w 7 7 0". */
static void text_of(const struct game_setup *setup, const char *white, const char *black,
                    const char *rest, char *text)
{
    struct reference board;
    reference_start(&board, setup->option[MILL_OPTION_VARIANT] == MILL_SIX ? '6' : '9');
    for (const char *name = white; *name; name += name[2] ? 3 : 2)
        *reference_at(&board, name) = 'w';
    for (const char *name = black; *name; name += name[2] ? 3 : 2)
        *reference_at(&board, name) = 'b';
    reference_write(&board, text, 64);
    strcpy(strchr(text, ' ') + 1, rest);
}

static struct mill read_position(const struct game_setup *setup, const char *text)
{
    struct mill board = {0};
    struct error error = {.text = ""};
    if (!game_mill.position_read(setup, text, strlen(text), &board, &error))
        fail_msg("\"%s\": %s", text, error.text);
    return board;
}

static struct mill board_of(const struct game_setup *setup, const char *white, const char *black,
                            const char *rest)
{
    char text[64];
    text_of(setup, white, black, rest, text);
    return read_position(setup, text);
}

/* Nine men's are published; twelve men's come from the reference, and to five plies from counting
   by hand: 20 lines, closed in six orders beside 21 * 20 placements of black, take either man. */
static void perft_counts(void **state)
{
    (void)state;
    static const struct {
        const char *words;
        uint64_t leaves[7];
    } known[] = {
        {"", {1, 24, 552, 12144, 255024, 5140800, 99274176}},
        {"twelve", {1, 24, 552, 12144, 255024, 5150880, 99862272}},
    };
    for (size_t i = 0; i < LENGTH(known); i++) {
        struct game_setup setup = setup_of(known[i].words);
        struct mill board;
        game_mill.start(&setup, &board);
        for (int depth = 0; depth < (int)LENGTH(known[i].leaves); depth++)
            assert_int_equal(game_perft(&game_mill, &setup, &board, depth, NULL),
                             known[i].leaves[depth]);
    }
}

/* A move tried in a position, with a piece of the sentence that must refuse it; NULL: legal. */
struct trial {
    const char *words, *white, *black, *rest, *move, *refusal;
};

static void run_trials(const struct trial *trials, size_t count)
{
    for (size_t i = 0; i < count; i++) {
        const struct trial *trial = &trials[i];
        struct game_setup setup = setup_of(trial->words);
        struct mill board = board_of(&setup, trial->white, trial->black, trial->rest);
        uint32_t move;
        struct error error = {.text = ""};
        size_t taken =
            game_mill.move_read(&setup, &board, trial->move, strlen(trial->move), &move, &error);
        if (trial->refusal) {
            if (taken || !strstr(error.text, trial->refusal))
                fail_msg("trial %zu, %s: \"%s\"", i, trial->move, error.text);
        } else {
            if (taken != strlen(trial->move) || !game_is_legal(&game_mill, &setup, &board, move))
                fail_msg("trial %zu, %s: \"%s\"", i, trial->move, error.text);
        }
    }
}

static void placing_and_taking(void **state)
{
    (void)state;
    static const struct trial trials[] = {
        {"", "a7 d7", "a1 g1", "w 7 7 0", "g7xa1", NULL},
        {"", "a7 d7", "a1 g1", "w 7 7 0", "G7XA1", NULL},
        {"", "a7 d7", "a1 g1", "w 7 7 0", "g7", "name the man to take"},
        {"", "a7 d7", "a1 g1", "w 7 7 0", "g7xd1", "no opposing man"},
        {"", "a7 d7", "a1 g1", "w 7 7 0", "g7xa7", "no opposing man"},
        {"", "a7 d7", "a1 g1", "w 7 7 0", "d1xa1", "closes no mill"},
        {"", "a7 d7", "a1 g1", "w 7 7 0", "d1", NULL},
        {"", "a7 d7", "a1 g1", "w 7 7 0", "a7", "occupied"},
        {"", "a7 d7", "a1 g1", "w 7 7 0", "g1", "occupied"},
        {"", "a7 d7", "a1 g1", "w 7 7 0", "a7-a4", "still has men to place"},
        {"", "a7 d7", "a1 g1", "w 7 7 0", "a8", "expected a point"},
        {"", "a7 d7", "a1 g1", "w 7 7 0", "d4", "expected a point"},
        {"", "a7 d7", "a1 g1", "w 7 7 0", "g", "expected a point"},
        {"", "a7 d7", "a1 g1", "w 7 7 0", "", "expected a point"},
        {"", "a7 d7", "a1 g1", "w 7 7 0", "g7x", "expected a point"},
        {"", "a7 d7", "a1 g1", "w 7 7 0", "a7-", "expected a point"},
        /* men in mills are safe while others are not */
        {"", "a7 d7 f6", "a1 d1 g1 b2", "w 5 5 0", "g7xa1", "stands in a mill"},
        {"", "a7 d7 f6", "a1 d1 g1 b2", "w 5 5 0", "g7xb2", NULL},
        {"skip", "a7 d7 f6", "a1 d1 g1 b2", "w 5 5 0", "g7xa1", "stands in a mill"},
        {"skip", "a7 d7 f6", "a1 d1 g1 b2", "w 5 5 0", "g7xb2", NULL},
        /* all in mills */
        {"", "a7 d7", "a1 d1 g1", "w 6 6 0", "g7xa1", NULL},
        {"", "a7 d7", "a1 d1 g1", "w 6 6 0", "g7", "name the man to take"},
        {"skip", "a7 d7", "a1 d1 g1", "w 6 6 0", "g7xa1", "all opposing men stand in mills"},
        {"skip", "a7 d7", "a1 d1 g1", "w 6 6 0", "g7", NULL},
        /* six men */
        {"six", "a5 c5", "a1 e1", "w 4 4 0", "e5xa1", NULL},
        {"six", "a5 c5", "a1 e1", "w 4 4 0", "g7", "expected a point"},
        {"six", "c5 c4", "a1 e1", "w 4 4 0", "c2", NULL},
        {"six", "c5 c4", "a1 e1", "w 4 4 0", "c3", "expected a point"},
        /* Lasker's: placing or moving */
        {"lasker", "a7 d7 g4", "a1 g1 b2", "w 7 7 0", "g7xb2", NULL},
        {"lasker", "a7 d7 g4", "a1 g1 b2", "w 7 7 0", "g4-g7xb2", NULL},
        {"lasker", "a7 d7 g4", "a1 g1 b2", "w 7 7 0", "g4-g7", "name the man to take"},
        {"lasker", "a7 d7 g4", "a1 g1 b2", "w 7 7 0", "g4-c3", "not next to"},
        /* twelve: corners too */
        {"twelve", "a7 b6", "a1 g1", "w 10 10 0", "c5xa1", NULL},
        {"twelve", "a7 b6", "a1 g1", "w 10 10 0", "c5", "name the man to take"},
        {"", "a7 b6", "a1 g1", "w 7 7 0", "c5", NULL},
    };
    run_trials(trials, LENGTH(trials));
}

static void moving_and_flying(void **state)
{
    (void)state;
    static const struct trial trials[] = {
        {"", "a7 d7 g4 b6", "a1 b2 c3 d5", "w 0 0 0", "g4-g7xa1", NULL},
        {"", "a7 d7 g4 b6", "a1 b2 c3 d5", "w 0 0 0", "g4-g7", "name the man to take"},
        {"", "a7 d7 g4 b6", "a1 b2 c3 d5", "w 0 0 0", "g4-g1", NULL},
        {"", "a7 d7 g4 b6", "a1 b2 c3 d5", "w 0 0 0", "g4-d1", "d1 is not next to g4"},
        {"", "a7 d7 g4 b6", "a1 b2 c3 d5", "w 0 0 0", "d2", "no men in hand"},
        {"", "a7 d7 g4 b6", "a1 b2 c3 d5", "w 0 0 0", "a1-d1", "white has no man on a1"},
        {"", "a7 d7 g4 b6", "a1 b2 c3 d5", "w 0 0 0", "c4-b4", "white has no man on c4"},
        /* across the rings, one at a time; not through the middle */
        {"", "d7 a4 g4 b6", "a1 b2 c3 e5", "w 0 0 0", "d7-d6", NULL},
        {"", "d7 a4 g4 b6", "a1 b2 c3 e5", "w 0 0 0", "d7-d5", "not next to"},
        {"", "d5 a4 g4 b6", "a1 b2 c3 e5", "w 0 0 0", "d5-d3", "not next to"},
        /* a man does not close the line that it slides along */
        {"", "a7 d7 b6 f2", "a1 b2 c3 e5", "w 0 0 0", "d7-g7", NULL},
        /* three men */
        {"", "a7 d7 g1", "a1 b2 c3 e5", "w 0 0 0", "g1-g7xa1", NULL},
        {"", "a7 d7 g1", "a1 b2 c3 e5", "w 0 0 0", "g1-d3", NULL},
        {"noflying", "a7 d7 g1", "a1 b2 c3 e5", "w 0 0 0", "g1-g7", "not next to"},
        {"noflying", "a7 d7 g4", "a1 b2 c3 e5", "w 0 0 0", "g4-g7xe5", NULL},
        {"", "a7 d7 g1", "a1 b2 c3 e5", "b 0 0 0", "a1-g7", "not next to"},
        {"twelve", "a7 f6 g4 d3", "a1 b2 c3 d5", "w 0 0 0", "a7-b6", NULL},
        {"twelve", "a7 f6 g4 d3", "a1 b2 c3 d5", "w 0 0 0", "a7-c5", "not next to"},
        {"twelve", "a7 f6 g4 d3", "a1 b2 c3 d5", "w 0 0 0", "d3-e3", NULL},
        /* inwards into a line of the ring, and along the ring into a diagonal */
        {"twelve", "a7 d6 f6 g4", "a1 b2 c3 d5", "w 0 0 0", "a7-b6xd5", NULL},
        {"twelve", "d6 a7 c5 g4", "a1 b2 d1 e3", "w 0 0 0", "d6-b6xa1", NULL},
        {"twelve", "a7 b6 d5 g4", "a1 b2 d1 e3", "w 0 0 0", "b6-c5", NULL},
        {"six", "a5 c5 e1", "a1 b2 d4", "w 0 0 0", "e1-e5", "not next to"},
        {"six", "a5 c5 e3", "a1 b2 d4", "w 0 0 0", "e3-e5xa1", NULL},
        {"six", "a5 c5 e3", "a1 b2 d4", "w 0 0 0", "c5-c4", NULL},
        /* the end */
        {"", "a7 d7 g7", "a1 b2", "b 0 0 0", "a1-d1", "after the end"},
        {"", "a7 d7 g1", "a1 b2 c3 e5", "w 0 0 100", "g1-d3", "after the end"},
        {"nodraws", "a7 d7 g1", "a1 b2 c3 e5", "w 0 0 100", "g1-d3", NULL},
    };
    run_trials(trials, LENGTH(trials));
}

/* A double mill takes one man. */
static void double_mill(void **state)
{
    (void)state;
    struct game_setup setup = setup_of("");
    struct mill board = board_of(&setup, "a7 d7 g4 g1", "a1 b2 c3 d5", "w 5 5 0");
    uint32_t moves[GAME_MOVES_MAX];
    int count = game_mill.legal_moves(&setup, &board, moves), captures = 0;
    for (int i = 0; i < count; i++) {
        if (mill_move_captured(moves[i]) == MILL_NOWHERE)
            continue;
        struct mill next = board;
        game_mill.play(&setup, &next, moves[i]);
        assert_int_equal(bits_count(next.men[1]), 3);
        assert_int_equal(next.side, 1);
        captures++;
    }
    assert_int_equal(captures, 4);
    assert_int_equal(count, 16 - 1 + 4);
}

static void results(void **state)
{
    (void)state;
    static const struct {
        const char *words, *white, *black, *rest;
        int half_points; /* -1: goes on */
    } cases[] = {
        {"", "a7 d7 g7", "a1 b2", "b 0 0 0", 2},
        {"", "a7 d7", "a1 b2 c3", "w 0 0 0", 0},
        {"", "a7 d7 g7", "a1 b2 c3", "w 0 0 0", -1},
        {"", "a7 d7 g7 a4", "b2 c3", "b 4 5 0", -1},      /* men in hand count */
        {"", "a1 d1 g1 a4", "a7 b4 d2 g4", "w 0 0 0", 0}, /* blocked */
        {"", "a1 d1 g1 a4", "a7 b4 d2 g4", "b 0 0 0", -1},
        {"", "a1 d1 g1", "a4 d2 g4", "w 0 0 0", -1}, /* flies away */
        {"noflying", "a1 d1 g1", "a4 d2 g4", "w 0 0 0", 0},
        {"noflying", "a1 d1 g1", "a4 d2 g4", "w 0 0 100", 0}, /* the loss goes before the draw */
        {"", "a1 d1 g1", "a4 d2 g4", "w 0 0 99", -1},
        {"", "a1 d1 g1", "a4 d2 g4", "w 0 0 100", 1},
        {"nodraws", "a1 d1 g1", "a4 d2 g4", "w 0 0 100", -1},
        {"six", "a1 c1 e1", "a3 c2 e3", "b 0 0 0", -1},
        {"six", "a1 c1 e1", "a3 c2 e3", "w 0 0 0", 0}, /* six men do not fly */
    };
    for (size_t i = 0; i < LENGTH(cases); i++) {
        struct game_setup setup = setup_of(cases[i].words);
        struct mill board = board_of(&setup, cases[i].white, cases[i].black, cases[i].rest);
        struct game_result result;
        uint32_t moves[GAME_MOVES_MAX];
        bool over = game_mill.result(&setup, &board, &result);
        if ((over ? result.half_points : -1) != cases[i].half_points)
            fail_msg("case %zu: %d", i, over ? result.half_points : -1);
        assert_int_equal(game_mill.legal_moves(&setup, &board, moves) == 0, over);
    }
}

static void draw_rules(void **state)
{
    (void)state;
    struct game_setup on = setup_of("skip"), off = setup_of("skip nodraws");
    assert_int_equal(game_mill.repetition_limit(&on), 3);
    assert_int_equal(game_mill.repetition_limit(&off), 0);
    /* A mill that takes nothing can be opened again: it is no progress. */
    struct mill board = board_of(&on, "a7 d7 g4", "a1 d1 g1", "w 0 0 7");
    struct mill other = board_of(&on, "a7 d7 g4", "a1 d1 g1", "w 0 0 70");
    struct error error;
    assert_int_equal(game_mill.reversible_plies(&on, &board), 7);
    assert_true(game_mill.hash(&on, &board) == game_mill.hash(&on, &other));
    assert_true(game_play_text(&game_mill, &on, &board, "g4-g7", 5, NULL, NULL, &error));
    assert_int_equal(board.quiet, 8);
    board = board_of(&off, "a7 d7 g4 b6", "a1 d2 g1", "w 0 0 255");
    assert_true(game_play_text(&game_mill, &off, &board, "b6-b4", 5, NULL, NULL, &error));
    assert_int_equal(board.quiet, 255);
    board = board_of(&off, "a7 d7 g4 b6", "a1 d2 g1", "w 0 0 255");
    assert_true(game_play_text(&game_mill, &off, &board, "g4-g7xd2", 8, NULL, NULL, &error));
    assert_int_equal(board.quiet, 0);
}

/* Each text with a piece of the sentence that must refuse it. */
/* "rules" is a name for options: the document's are capture=skip and draws=off, whatever was set
   before, and the variant stays. */
static void rulesets(void **state)
{
    (void)state;
    struct game_setup setup = setup_of("six noflying"), wanted = setup_of("six skip nodraws");
    struct error error;
    assert_true(game_setup_set(&game_mill, &setup, "rules", "document", &error));
    assert_memory_equal(&setup, &wanted, sizeof setup);
    wanted = setup_of("six");
    assert_true(game_setup_set(&game_mill, &setup, "rules", "standard", &error));
    assert_memory_equal(&setup, &wanted, sizeof setup);
    assert_false(game_setup_set(&game_mill, &setup, "rules", "mine", &error));
    assert_string_equal(error.text, "rules: expected standard | document, found \"mine\"");
    assert_false(game_setup_set(game_find("connect4"), &setup, "rules", "document", &error));
}

static void bad_positions(void **state)
{
    (void)state;
    static const char *const bad[][3] = {
        {"", "", "24 points"},
        {"", ".......................", "24 points"},
        {"", "........................", "a space"},
        {"", "......................... w 9 9 0", "a space"},
        {"", "............?........... w 9 9 0", "24 points"},
        {"", "........................ x 9 9 0", "side to move"},
        {"", "........................ w 10 9 0", "white's men in hand (0 to 9)"},
        {"", "........................ w 9", "a space"},
        {"", "........................ w 9 9 0 ", "the end of the position"},
        {"", "........................ w 9 9 101", "(0 to 100)"},
        {"", "........................ w 9 9 -1", "(0 to 100)"},
        {"", "........................ w 9 9 1", "must be 0"},
        {"", "........................ b 9 9 0", "white begins"},
        {"", "w....................... b 9 9 0", "more than the 9"},
        {"", "w....................... w 8 9 0", "white begins"},
        {"", "wwwwwwwwwwbbb........... w 0 0 0", "more than the 9"},
        {"", "wwwwbbbb................ w 6 5 0", "more than the 9"},
        {"", "wb...................... w 5 5 0", "cannot have closed so many mills"},
        {"", "ww...................... w 7 7 0", "cannot have closed so many mills"},
        {"", "wwwbb................... w 0 0 0", "only that side"},
        {"", "wwbb.................... w 0 0 0", "only that side"},
        {"", "wwwwb................... b 0 0 0", "only that side"},
        {"", "........................ w 0 0 0", "only that side"},
        {"six", "........................ w 6 6 0", "a space"},
        {"six", "................ w 9 9 0", "(0 to 6)"},
        {"six", "********/********/******** w p p 0 9 0 9 0 0 0 1", "three rings"},
        {"lasker", "b....................... w 10 9 0", "first moves are placements"},
        {"lasker", "ww...................... b 8 10 0", "first moves are placements"},
        {"lasker", "........................ w 10 10 3", "must be 0"},
        {"", "********/********/******** w p p 9 0 9 0 0 0 0 1", "should have 9 men"},
        {"", "********/********/******** w p p 0 9 0 9 1 0 0 1", "still to be removed"},
        {"", "********/********/******** w p r 0 9 0 9 0 0 0 1", "still to be removed"},
        {"", "********/********/***X**** w p p 0 9 0 9 0 0 0 1", "banned"},
        {"", "********/********/******* w p p 0 9 0 9 0 0 0 1", "8 points of a ring"},
        {"", "********/********-******** w p p 0 9 0 9 0 0 0 1", "after a ring"},
        {"", "********/********/******** w z p 0 9 0 9 0 0 0 1", "the phase"},
        {"", "********/********/******** w p z 0 9 0 9 0 0 0 1", "the action"},
        {"", "********/********/******** w p p 0 9 0 9", "2, 3, 4 or 9 numbers"},
        {"", "********/********/******** w p p 0 9 0 9 0 0 0 1 !", "the end of the position"},
        {"", "********/********/******** w p p 0 9 0 9 0 0 101 1", "expected 0 to 100 plies"},
        {"", "O*******/********/******** w p p 1 8 0 9 0 0 0 1", "white begins"},
    };
    for (size_t i = 0; i < LENGTH(bad); i++) {
        struct game_setup setup = setup_of(bad[i][0]);
        struct mill board;
        struct error error = {.text = ""};
        bool read = game_mill.position_read(&setup, bad[i][1], strlen(bad[i][1]), &board, &error);
        if (read || !strstr(error.text, bad[i][2]))
            fail_msg("\"%s\": \"%s\"", bad[i][1], error.text);
    }
}

static void sanmill_positions(void **state)
{
    (void)state;
    static const char *const good[][3] = {
        {"", "********/********/******** w p p 0 9 0 9 0 0 0 1",
         "........................ w 9 9 0"},
        {"", "********/********/******** w p p 0 9 0 9 0 0 1", "........................ w 9 9 0"},
        {"", "********/********/******** w p p 0 9 0 9 0 0", "........................ w 9 9 0"},
        {"", "********/********/******** w p p 0 9 0 9 0 0 -1 -1 -1 -1 0 0 1 ids:nodes",
         "........................ w 9 9 0"},
        /* inner ring first, from its top middle (d5), clockwise to its top left (c5) */
        {"", "O******@/********/******** w p p 1 8 1 8 0 0 0 2",
         "......bw................ w 8 8 0"},
        {"", "*O*@****/********/******** w p p 1 8 1 8 0 0 0 2",
         "........w........b...... w 8 8 0"},
        {"", "********/O*@*****/******** w p p 1 8 1 8 0 0 0 2",
         "....w........b.......... w 8 8 0"},
        {"", "********/********/O@****** w p p 1 8 1 8 0 0 0 2",
         ".wb..................... w 8 8 0"},
        {"", "********/********/****O@** w p p 1 8 1 8 0 0 0 2",
         ".....................bw. w 8 8 0"},
        {"", "OOO*****/********/@@@***** b m s 3 0 3 0 0 0 42 80",
         ".bb....ww...w.b......... b 0 0 42"},
        {"", "OOO*****/********/@@@***** b m s 3 0 3 0 0 0 10 18 9 31 4 42 80",
         ".bb....ww...w.b......... b 0 0 42"},
        {"lasker", "********/********/******** w p p 0 10 0 10 0 0 0 1",
         "........................ w 10 10 0"},
    };
    for (size_t i = 0; i < LENGTH(good); i++) {
        struct game_setup setup = setup_of(good[i][0]);
        struct mill board = read_position(&setup, good[i][1]);
        char buffer[64];
        struct text text;
        text_init(&text, buffer, sizeof buffer);
        game_mill.position_write(&setup, &board, &text);
        assert_string_equal(buffer, good[i][2]);
    }
}

/* Texts in Sanmill's form that are wrong, or that these rules cannot say. */
static void sanmill_positions_that_are_none(void **state)
{
    (void)state;
#define EMPTY "********/********/******** "
    static const char *const bad[][3] = {
        {"", "***X****/********/******** w p p 0 9 0 9 0 0 0 1", "no banned point"},
        {"", "***-****/********/******** w p p 0 9 0 9 0 0 0 1", "one of 8 points of a ring"},
        {"", "********/********-******** w p p 0 9 0 9 0 0 0 1", "\"/\" after a ring"},
        {"", EMPTY, "found the end of the text"},
        {"", EMPTY "x p p 0 9 0 9 0 0 0 1", "column 28"},
        {"", EMPTY "w", "found the end of the text"},
        {"", EMPTY "w x p 0 9 0 9 0 0 0 1", "the phase: n, r, p, m or o"},
        {"", EMPTY "w p x 0 9 0 9 0 0 0 1", "the action: p, s, r or ?"},
        {"", EMPTY "w p p x 9 0 9 0 0 0 1", "white's men on board"},
        {"", EMPTY "w p p 0 99 0 9 0 0 0 1", "white's men in hand"},
        {"", EMPTY "w p p 0 9 x 9 0 0 0 1", "black's men on board"},
        {"", EMPTY "w p p 0 9 0 -1 0 0 0 1", "black's men in hand"},
        {"", EMPTY "w p p 0 9 0 9", "2, 3, 4 or 9 numbers after the counts of men, found 0"},
        {"", EMPTY "w p p 0 9 0 9 0 0 0 1 1", "found 5"},
        {"", EMPTY "w p p 0 9 0 9 0 0 0 0 0 0 0 0 0 0 0", "found 10"},
        {"", EMPTY "w p p 0 9 0 9 0 99999999999999999999", "a number"},
        {"", EMPTY "w p p 0 9 0 9 1 0 0 1", "a man is still to be removed"},
        {"", EMPTY "w p p 0 9 0 9 0 1 0 1", "a man is still to be removed"},
        {"", EMPTY "w p p 0 9 0 9 0 0 -1 1", "plies since the last capture, found -1"},
        {"", EMPTY "w p p 0 9 0 9 0 0 999 1", "plies since the last capture, found 999"},
        {"", EMPTY "w p r 0 9 0 9 0 0 0 1", "the action is \"r\""},
        {"", EMPTY "w p p 1 9 0 9 0 0 0 1",
         "white should have 1 men on the board, but 0 are drawn"},
        {"", EMPTY "w p p 0 9 1 9 0 0 0 1",
         "black should have 1 men on the board, but 0 are drawn"},
        {"", EMPTY "w p p 0 9 0 9 0 0 0 1 x:y Z", "column "},
        {"six", EMPTY "w p p 0 6 0 6 0 0 0 1", "variant=six has two"},
        {"lasker", EMPTY "b p p 0 10 0 10 0 0 0 1", "white begins and both sides' first moves"},
        {"lasker", "O*******/********/******** w p p 1 9 0 10 0 0 0 1",
         "white begins and both sides' first moves"},
        {"", "........................ b 9 9 0", "the sides place their men in turn"},
        {"", "........................ w 9 9 3", "so it must be 0"},
    };
#undef EMPTY
    for (size_t i = 0; i < LENGTH(bad); i++) {
        struct game_setup setup = setup_of(bad[i][0]);
        struct mill board;
        struct error error = {.text = ""};
        if (game_mill.position_read(&setup, bad[i][1], strlen(bad[i][1]), &board, &error))
            fail_msg("\"%s\" is taken", bad[i][1]);
        if (!strstr(error.text, bad[i][2]))
            fail_msg("%s: \"%s\" is not in \"%s\"", bad[i][1], bad[i][2], error.text);
    }
}

static void geometry(void **state)
{
    (void)state;
    static const char *const words[] = {"", "six", "lasker", "twelve"};
    static const int links[] = {32, 20, 32, 40};
    for (size_t v = 0; v < LENGTH(words); v++) {
        struct game_setup setup = setup_of(words[v]);
        struct reference board;
        reference_start(&board, "96LT"[v]);
        int variant = setup.option[MILL_OPTION_VARIANT], ends[2], count = 0;
        assert_int_equal(game_mill.place_count(&setup), board.points);
        for (; game_mill.link(&setup, count, ends); count++) {
            struct game_place a, b;
            game_mill.place(&setup, ends[0], &a);
            game_mill.place(&setup, ends[1], &b);
            assert_true(reference_adjacent(&board, a.name, b.name));
            assert_true(mill_reach((uint32_t)bit(ends[0]), variant) >> ends[1] & 1);
        }
        assert_int_equal(count, links[v]);
        for (int i = 0; i < board.points; i++) {
            struct game_place a;
            game_mill.place(&setup, i, &a);
            assert_true(reference_is_point(&board, a.name));
            assert_int_equal(a.x, a.name[0] - 'a');
            assert_int_equal(a.y, a.name[1] - '1');
        }
    }
}

/* Classes of n men under the 16 symmetries, known from the sizes of published databases. */
static void symmetry_classes(void **state)
{
    (void)state;
    static const int known[] = {[3] = 158, 757, 2830, 8774, 22188};
    int classes[8] = {0};
    for (uint32_t set = 0; set < UINT32_C(1) << 24; set++) {
        int men = bits_count(set), symmetry = 1;
        if (men < 3 || men > 7)
            continue;
        while (symmetry < MILL_SYMMETRIES && mill_transform(set, symmetry, MILL_NINE) >= set)
            symmetry++;
        classes[men] += symmetry == MILL_SYMMETRIES;
    }
    for (int men = 3; men <= 7; men++)
        assert_int_equal(classes[men], known[men]);
}

static void touches(void **state)
{
    (void)state;
    struct game_setup setup = setup_of("");
    struct mill board = board_of(&setup, "a7 d7 g4 b6", "a1 b2 c3 d5", "w 0 0 0");
    struct game_step steps[GAME_STEPS_MAX];
    struct game_count counts[GAME_COUNTS_MAX];
    uint32_t move;
    assert_int_equal(game_mill.move_read(&setup, &board, "g4-g7xa1", 8, &move, NULL), 8);
    assert_int_equal(game_mill.move_steps(&setup, &board, move, steps), 3);
    assert_int_equal(steps[0].touch, GAME_TOUCH_FROM);
    assert_int_equal(steps[1].touch, GAME_TOUCH_TO);
    assert_int_equal(steps[1].place, 2);
    assert_int_equal(steps[2].touch, GAME_TOUCH_CAPTURE);
    assert_string_equal(game_mill.phase(&setup, &board), "moving");
    game_mill.play(&setup, &board, move);
    assert_string_equal(game_mill.phase(&setup, &board), "flying");
    assert_int_equal(game_mill.counts(&setup, &board, counts), 4);
    assert_int_equal(counts[3].value, 3);
    game_mill.start(&setup, &board);
    assert_string_equal(game_mill.phase(&setup, &board), "placing");
    assert_int_equal(game_mill.move_read(&setup, &board, "d2", 2, &move, NULL), 2);
    assert_int_equal(game_mill.move_steps(&setup, &board, move, steps), 1);
    assert_int_equal(steps[0].touch, GAME_TOUCH_PUT);
}

/* Compares one position with the reference and gives the legal moves of both. */
static int compare(const struct game_setup *setup, const struct mill *board, struct reference *slow,
                   struct reference_moves *slow_moves, uint32_t *moves)
{
    char expected[64], written[64];
    struct text text;
    reference_write(slow, expected, sizeof expected);
    text_init(&text, written, sizeof written);
    game_mill.position_write(setup, board, &text);
    if (slow->quiet <= MILL_QUIET_MOST)
        assert_string_equal(written, expected);
    struct mill again = read_position(setup, written);
    assert_memory_equal(&again, board, sizeof again);

    char state = reference_state(slow, slow_moves);
    struct game_result result;
    bool over = game_mill.result(setup, board, &result);
    assert_int_equal(over ? "bdw"[result.half_points] : 'p', state);

    static struct reference_moves fast;
    fast.count = game_mill.legal_moves(setup, board, moves);
    assert_int_equal(fast.count, slow_moves->count);
    for (int i = 0; i < fast.count; i++) {
        text_init(&text, fast.text[i], sizeof fast.text[i]);
        game_mill.move_write(setup, board, moves[i], &text);
        uint32_t move = 0;
        size_t taken = game_mill.move_read(setup, board, fast.text[i], text.length, &move, NULL);
        assert_int_equal(taken, text.length);
        assert_int_equal(move, moves[i]);
    }
    qsort(fast.text, (size_t)fast.count, sizeof fast.text[0], reference_compare);
    for (int i = 0; i < fast.count; i++)
        assert_string_equal(fast.text[i], slow_moves->text[i]);
    assert_int_equal(game_mill.perft(setup, board, 1), fast.count);
    return fast.count;
}

/* A symmetric position has the symmetric moves. */
static void check_symmetry(const struct game_setup *setup, const struct mill *board, int symmetry,
                           const uint32_t *moves, int count)
{
    struct mill turned;
    game_mill.transform(setup, symmetry, board, &turned);
    assert_int_equal(game_mill.perft(setup, &turned, 1), count);
    for (int i = 0; i < count; i++) {
        uint32_t move = game_mill.transform_move(setup, symmetry, moves[i]);
        assert_true(game_is_legal(&game_mill, setup, &turned, move));
    }
    int variant = setup->option[MILL_OPTION_VARIANT];
    for (int point = 0; point < game_mill.place_count(setup); point++)
        assert_int_equal(mill_transform((uint32_t)bit(point), symmetry, variant),
                         bit(mill_transform_point(point, symmetry, variant)));
}

static void against_reference(void **state)
{
    (void)state;
    static const char *const words[] = {"nine", "six", "lasker", "twelve"};
    struct random random;
    random_seed(&random, 20);
    struct game table_only = game_mill;
    table_only.perft = NULL;
    for (int options = 0; options < 32 * 10; options++) {
        int setting = options % 32;
        struct game_setup setup = setup_of(words[setting / 8]);
        setup.option[MILL_OPTION_CAPTURE] = setting & 1;
        setup.option[MILL_OPTION_FLYING] = setting >> 1 & 1;
        setup.option[MILL_OPTION_DRAWS] = setting >> 2 & 1;
        struct reference slow = {.skip = setting & 1, .flying = setting & 2, .draws = setting & 4};
        reference_start(&slow, "96LT"[setting / 8]);
        struct mill board, memory[4];
        game_mill.start(&setup, &board);
        for (int ply = 0; ply < 300; ply++) {
            uint32_t moves[GAME_MOVES_MAX];
            struct reference_moves slow_moves;
            int count = compare(&setup, &board, &slow, &slow_moves, moves);
            check_symmetry(&setup, &board, ply % MILL_SYMMETRIES, moves, count);
            if (ply % 16 == 0)
                assert_int_equal(game_mill.perft(&setup, &board, 2),
                                 game_perft(&table_only, &setup, &board, 2, memory));
            if (!count)
                break;
            uint32_t move = moves[random_below(&random, (uint32_t)count)];
            char name[GAME_MOVE_TEXT];
            struct text text;
            text_init(&text, name, sizeof name);
            game_mill.move_write(&setup, &board, move, &text);
            game_mill.play(&setup, &board, move);
            reference_play(&slow, name);
        }
    }
}

/* In these positions every move ends the game, so a random game is one random move, and all legal
   moves must come up about equally often. */
static void playout_is_uniform(void **state)
{
    (void)state;
    static const char *const cases[][4] = {
        {"noflying", "a7 d7 g4 b6", "a1 b2 c3", "w 0 0 99"},
        {"", "a7 d7 g1", "a1 b2 c3", "b 0 0 99"},
        {"skip", "a7 d7 g4 b6", "a1 d1 g1", "w 0 0 99"},
        {"six", "a5 c5 e3 b2", "a1 b3 d4", "w 0 0 99"},
    };
    enum { ROUNDS = 400 };
    struct random random;
    random_seed(&random, 5);
    for (size_t i = 0; i < LENGTH(cases); i++) {
        struct game_setup setup = setup_of(cases[i][0]);
        struct mill board = board_of(&setup, cases[i][1], cases[i][2], cases[i][3]);
        uint32_t moves[GAME_MOVES_MAX];
        int count = game_mill.legal_moves(&setup, &board, moves), seen[GAME_MOVES_MAX] = {0};
        for (int round = 0; round < ROUNDS * count; round++) {
            struct mill end = board;
            assert_int_equal(game_mill.playout(&setup, &end, &random), 1);
            int which = -1;
            for (int m = 0; m < count; m++) {
                struct mill next = board;
                game_mill.play(&setup, &next, moves[m]);
                if (!memcmp(&next, &end, sizeof next))
                    which = m;
            }
            assert_in_range(which, 0, count - 1);
            seen[which]++;
        }
        for (int m = 0; m < count; m++)
            assert_in_range(seen[m], ROUNDS - 6 * 20, ROUNDS + 6 * 20); /* six deviations */
    }
}

int main(void)
{
    const struct CMUnitTest tests[] = {
        cmocka_unit_test(perft_counts),
        cmocka_unit_test(placing_and_taking),
        cmocka_unit_test(moving_and_flying),
        cmocka_unit_test(double_mill),
        cmocka_unit_test(results),
        cmocka_unit_test(draw_rules),
        cmocka_unit_test(rulesets),
        cmocka_unit_test(bad_positions),
        cmocka_unit_test(sanmill_positions),
        cmocka_unit_test(sanmill_positions_that_are_none),
        cmocka_unit_test(geometry),
        cmocka_unit_test(symmetry_classes),
        cmocka_unit_test(touches),
        cmocka_unit_test(against_reference),
        cmocka_unit_test(playout_is_uniform),
    };
    return cmocka_run_group_tests(tests, NULL, NULL);
}
