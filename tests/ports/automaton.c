/* The automaton's firmware with scripted touches and a time of its own: what the lights show, which
   touches count, and what becomes of a game in every state. */
#include "ports/automaton/automaton.h"

#include "ports/automaton/script.h"
#include <setjmp.h>
#include <stdarg.h>
#include <stddef.h>
#include <stdio.h>
#include <string.h>

#include <cmocka.h>

static struct script script;

static void begin(void)
{
    script_init(&script, NULL, 1, NULL, NULL);
}

static void run(const char *text)
{
    assert_true(script_run(&script, text));
}

/* The lights as rows from the top, left to right, as a person sees them. */
static const char *seen(void)
{
    static char rows[AUTOMATON_HEIGHT * (AUTOMATON_WIDTH + 1)];
    char *at = rows;
    for (int row = AUTOMATON_HEIGHT - 1; row >= 0; row--) {
        for (int column = 0; column < AUTOMATON_WIDTH; column++)
            *at++ = automaton_letter(script.automaton.frame.led[automaton_led(column, row)]);
        *at++ = row ? '/' : 0;
    }
    return rows;
}

#define DARK_ROW "......."
#define DARK_ROWS_5 "......./......./......./......./......."
#define DARK DARK_ROWS_5 "/......."

static void test_chain(void **state)
{
    (void)state;
    /* Šišić's table, bottom row last */
    static const int first[6] = {41, 28, 27, 14, 13, 0}, last[6] = {35, 34, 21, 20, 7, 6};
    bool used[AUTOMATON_LEDS] = {0};
    for (int row = 0; row < 6; row++) {
        assert_int_equal(automaton_led(0, row), first[row]);
        assert_int_equal(automaton_led(6, row), last[row]);
        for (int column = 0; column < 7; column++) {
            assert_false(used[automaton_led(column, row)]);
            used[automaton_led(column, row)] = true;
        }
    }
}

static void test_menu(void **state)
{
    (void)state;
    begin();
    run(".");
    assert_string_equal(seen(), "..BRGM./......./......./......./w....../w......");
    assert_int_equal(script.automaton.frame.brightness, 5);
    assert_int_equal(automaton_light(&script.automaton.frame, 3).red, 155 * 5 / 255);
    run("1");
    assert_string_equal(seen(), "..BRGM./......./......./w....../w....../w......");
    assert_int_equal(script.automaton.frame.brightness, 12);
    run("1111");
    assert_string_equal(seen(), "..BRGM./......./......./......./......./w......");
    assert_int_equal(script.automaton.frame.brightness, 2);
    run("27"); /* nothing there: no network */
    assert_int_equal(script.automaton.state, AUTOMATON_CHOOSE);
    static const struct {
        const char *pad, *lights;
        enum automaton_mode mode;
    } choices[] = {{"3", "..B....", AUTOMATON_TWO},
                   {"4", "...R...", AUTOMATON_HARD},
                   {"5", "....G..", AUTOMATON_EASY},
                   {"6", ".....M.", AUTOMATON_PERFECT}};
    for (size_t i = 0; i < 4; i++) {
        begin();
        run(choices[i].pad);
        assert_int_equal(script.automaton.state, AUTOMATON_CHOSEN);
        assert_int_equal(script.automaton.mode, choices[i].mode);
        assert_memory_equal(seen(), choices[i].lights, 7);
        assert_string_equal(seen() + 8, DARK_ROWS_5);
        uint32_t from = script.automaton.since;
        while (script.automaton.state == AUTOMATON_CHOSEN)
            script_wait(&script, 1);
        assert_in_range(script.time - from, AUTOMATON_TIME_CHOSEN, AUTOMATON_TIME_CHOSEN + 1);
    }
}

/* Every frame of a disc that falls, with its time. */
struct fallen {
    uint32_t time[16];
    char lights[16][AUTOMATON_LEDS];
    int count;
};

static void note(void *writer, const char *line, uint32_t length)
{
    struct fallen *fallen = writer;
    (void)length;
    if (fallen->count < 16) {
        unsigned time, brightness;
        char lights[AUTOMATON_LEDS + 1];
        assert_int_equal(sscanf(line, "%u %u %42s", &time, &brightness, lights), 3);
        fallen->time[fallen->count] = time;
        memcpy(fallen->lights[fallen->count++], lights, AUTOMATON_LEDS);
    }
}

static void test_falling_disc(void **state)
{
    (void)state;
    static struct fallen fallen;
    begin();
    run("3:");
    assert_string_equal(seen(), DARK);
    fallen.count = 0;
    script.write = note;
    script.writer = &fallen;
    run("2:");
    assert_int_equal(fallen.count, 6);
    for (int i = 0; i < 6; i++) {
        int lit = 0;
        for (int led = 0; led < AUTOMATON_LEDS; led++)
            lit += fallen.lights[i][led] != '.';
        assert_int_equal(lit, 1);
        assert_int_equal(fallen.lights[i][automaton_led(1, 5 - i)], 'R');
        if (i > 0)
            assert_in_range(fallen.time[i] - fallen.time[0], 20 * i - 1, 20 * i + 1);
    }
    fallen.count = 0;
    run("2:"); /* the second is a cell higher and takes a frame less */
    assert_int_equal(fallen.count, 5);
    assert_int_equal(fallen.lights[4][automaton_led(1, 1)], 'G');
    assert_string_equal(seen(), "......./......./......./......./.G...../.R.....");
}

static void test_full_column(void **state)
{
    (void)state;
    begin();
    run("3: 2.....2.....2.....2.....2.....2.....");
    assert_string_equal(seen(), ".G...../.R...../.G...../.R...../.G...../.R.....");
    uint32_t frames = script.frames;
    run("2:2:");
    assert_int_equal(script.frames, frames);
    assert_int_equal(script.automaton.count, 6);
    assert_int_equal(script.automaton.state, AUTOMATON_TURN);
    run("1....."); /* and it is still player 1's turn */
    assert_string_equal(seen(), ".G...../.R...../.G...../.R...../.G...../RR.....");
}

static void test_double_touches(void **state)
{
    (void)state;
    begin();
    run("3:");
    run("(12):");
    assert_int_equal(script.automaton.count, 0); /* two at once: nobody knows which */
    run("!4:");
    assert_int_equal(script.automaton.count, 0); /* too short */
    run("~4:");
    assert_int_equal(script.automaton.count, 1); /* bouncing: once */
    script.pads = 1;
    script_wait(&script, 3000);
    assert_int_equal(script.automaton.count, 2); /* held: once */
    script.pads = 0;
    run("44:");
    assert_int_equal(script.automaton.count, 3); /* the same pad while its disc falls */
    run("45:");
    assert_int_equal(script.automaton.count, 5); /* another: the other person was quick */
    assert_string_equal(seen(), "......./......./......./...G.../...R.../G..RR..");
    run("(4m):");
    assert_int_equal(script.automaton.state, AUTOMATON_CHOOSE); /* the menu goes first */
}

static void test_touch_during_machine(void **state)
{
    (void)state;
    begin();
    run("5"); /* easy, the machine begins */
    while (script.automaton.state != AUTOMATON_FALL)
        script_wait(&script, 1);
    run("2:");
    assert_int_equal(script.automaton.count, 3); /* kept until the machine's disc lay */
    assert_int_equal(script.automaton.moves[1], 1);
    while (script.automaton.state != AUTOMATON_TURN)
        script_wait(&script, 1);
    script.pads = 1 << 6;
    script_wait(&script, 20);
    assert_int_equal(script.automaton.state, AUTOMATON_FALL);
    run("4"); /* before the machine's turn: not for a person */
    run("::");
    assert_int_equal(script.automaton.count, 5);
}

/* Plays until a state is reached. */
static void reach(enum automaton_state wanted)
{
    static const char *const ways[] = {
        [AUTOMATON_CHOOSE] = ".", [AUTOMATON_CHOSEN] = "3",   [AUTOMATON_TURN] = "3:",
        [AUTOMATON_FALL] = "3:4", [AUTOMATON_LANDED] = "3:4", [AUTOMATON_DECIDED] = NULL,
        [AUTOMATON_SHOW] = NULL,  [AUTOMATON_SHOWN] = NULL,   [AUTOMATON_END] = NULL,
        [AUTOMATON_ASK] = ".",    [AUTOMATON_THINK] = ".",
    };
    begin();
    run(ways[wanted] ? ways[wanted] : "3: 1.....2.....1.....2.....1.....2.....1");
    for (int i = 0; i < 20000 && script.automaton.state != wanted; i++)
        script_wait(&script, 1);
    assert_int_equal(script.automaton.state, wanted);
}

static void test_menu_in_every_state(void **state)
{
    (void)state;
    for (int wanted = AUTOMATON_CHOOSE; wanted <= AUTOMATON_END; wanted++) {
        if (wanted == AUTOMATON_ASK || wanted == AUTOMATON_THINK)
            continue; /* see the tests of searching and of the server */
        reach((enum automaton_state)wanted);
        run("m");
        assert_int_equal(script.automaton.state, AUTOMATON_CHOOSE);
        assert_string_equal(seen(), "..BRGM./......./......./......./w....../w......");
        /* a game that was decided passes the beginning on */
        assert_int_equal(script.automaton.begins, wanted >= AUTOMATON_DECIDED);
        run("3:4.....");
        assert_int_equal(seen()[5 * 8 + 3], wanted >= AUTOMATON_DECIDED ? 'G' : 'R');
    }
}

static void test_win(void **state)
{
    (void)state;
    reach(AUTOMATON_DECIDED);
    script_wait(&script, 2);
    assert_string_equal(seen(), "......./......./R....../RG...../RG...../RG.....");
    script_wait(&script, AUTOMATON_TIME_BLINK);
    assert_string_equal(seen(), "......./......./......./.G...../.G...../.G.....");
    uint32_t from = script.automaton.since;
    while (script.automaton.state == AUTOMATON_DECIDED)
        script_wait(&script, 1);
    assert_in_range(script.time - from, 1000, 1001);
    bool red[AUTOMATON_LEDS] = {[14] = true, [27] = true, [28] = true, [41] = true};
    from = script.automaton.since;
    for (int led = 0; led < AUTOMATON_LEDS; led++) {
        script_wait(&script, (uint32_t)(from + 100 * (uint32_t)led + 50 - script.time));
        for (int i = 0; i <= led; i++)
            assert_int_equal(automaton_letter(script.automaton.frame.led[i]), 'R');
        if (led + 1 < AUTOMATON_LEDS && !red[led + 1])
            assert_int_not_equal(automaton_letter(script.automaton.frame.led[led + 1]), 'R');
    }
    run(":");
    assert_int_equal(script.automaton.state, AUTOMATON_END);
    run("5"); /* any pad */
    assert_int_equal(script.automaton.state, AUTOMATON_CHOOSE);
    assert_int_equal(script.automaton.begins, 1);
    /* player 2 begins now, and in the game after it player 1 again */
    run("3: 1.....2.....1.....2.....1.....2.....1:::::::");
    assert_string_equal(seen(), "GGGGGGG/GGGGGGG/GGGGGGG/GGGGGGG/GGGGGGG/GGGGGGG");
    run("2");
    assert_int_equal(script.automaton.begins, 0);
}

static void test_draw(void **state)
{
    (void)state;
    begin();
    run("3:");
    static const char moves[] = "121212212121343434434343565656656565777777";
    for (const char *move = moves; *move; move++) {
        char text[] = {*move, '.', '.', '.', '.', 0};
        run(text);
    }
    assert_int_equal(script.automaton.count, 42);
    assert_true(script.automaton.drawn);
    run("::::::");
    assert_int_equal(script.automaton.state, AUTOMATON_END);
    assert_string_equal(seen(), "CCCCCCC/CCCCCCC/CCCCCCC/CCCCCCC/CCCCCCC/CCCCCCC");
}

static void test_sleep(void **state)
{
    (void)state;
    begin();
    run("3:4:");
    run(";;;;");
    assert_string_equal(seen(), "......./......./......./......./......./...R...");
    run(";:");
    assert_true(script.automaton.asleep);
    assert_string_equal(seen(), DARK);
    run(";;2."); /* wakes and does nothing else */
    assert_false(script.automaton.asleep);
    assert_string_equal(seen(), "......./......./......./......./......./...R...");
    run("2.....");
    assert_string_equal(seen(), "......./......./......./......./......./.G.R...");
    run(";;;;;;m."); /* the menu wakes as well, no more */
    assert_int_equal(script.automaton.state, AUTOMATON_TURN);
    run("m;;;;;;");
    assert_string_equal(seen(), DARK);
}

/* The menu ends a search, and nothing is lost while the machine is busy. */
static void test_menu_while_thinking(void **state)
{
    (void)state;
    begin();
    run("6......"); /* perfect without a book, from the empty board: the search is long */
    assert_int_equal(script.automaton.state, AUTOMATON_CHOSEN);
    while (script.automaton.state != AUTOMATON_THINK)
        script_wait(&script, 1);
    script.pads = 1 << AUTOMATON_MENU; /* touched from here on: the search itself sees it */
    uint32_t from = script.time;
    automaton_step(&script.automaton);
    assert_int_equal(script.automaton.state, AUTOMATON_CHOOSE);
    assert_in_range(script.time - from, 1, 40);
    script.pads = 0;
    run("3:4:");
    assert_int_equal(script.automaton.count, 1);
}

/* ---- a server ---- */

struct fake {
    int answer;
    uint32_t after, asked; /* milliseconds */
    int questions, forgotten;
    char moves[64];
};

static struct fake fake;

static bool fake_ask(void *context, const char *moves)
{
    (void)context;
    fake.asked = script.time;
    fake.questions++;
    snprintf(fake.moves, sizeof fake.moves, "%s", moves);
    return fake.answer != -3;
}

static int fake_reply(void *context)
{
    (void)context;
    return script.time - fake.asked >= fake.after ? fake.answer : AUTOMATON_REPLY_WAIT;
}

static void fake_forget(void *context)
{
    (void)context;
    fake.forgotten++;
}

static void begin_with_server(int answer, uint32_t after)
{
    begin();
    fake = (struct fake){.answer = answer, .after = after};
    script.hardware.ask = fake_ask;
    script.hardware.reply = fake_reply;
    script.hardware.forget = fake_forget;
    run(".");
}

static void test_server(void **state)
{
    (void)state;
    begin_with_server(6, 300);
    assert_string_equal(seen(), "..BRGMW/......./......./......./w....../w......");
    run("7w");
    assert_string_equal(seen(), "......./......./......./......./......./......R");
    assert_string_equal(fake.moves, "");
    run("1w");
    assert_string_equal(fake.moves, "71");
    assert_int_equal(fake.questions, 2);
    assert_int_equal(script.automaton.moves[2], 6);
    /* the last disc pulses while the answer is awaited */
    fake.after = 1000;
    run("2...");
    while (script.automaton.state != AUTOMATON_ASK)
        script_wait(&script, 1);
    script_wait(&script, 300);
    assert_int_equal(seen()[5 * 8 + 1], 'g');
    run("m");
    assert_int_equal(script.automaton.state, AUTOMATON_CHOOSE);
    assert_int_equal(fake.forgotten, 1);
}

static void test_server_fails(void **state)
{
    (void)state;
    /* no connection; an error; a column that does not exist; no answer at all */
    static const struct {
        int answer;
        uint32_t after, most;
    } failures[] = {
        {-3, 0, 2500}, {AUTOMATON_REPLY_NONE, 10, 2500}, {9, 10, 2500}, {3, 100000, 4500}};
    for (size_t i = 0; i < sizeof failures / sizeof failures[0]; i++) {
        begin_with_server(failures[i].answer, failures[i].after);
        run("7w");
        assert_int_equal(script.automaton.count, 1); /* its own search answered */
        assert_in_range(script.time, 1000, failures[i].most);
        assert_int_equal(fake.questions, 1);
    }
    /* a full column */
    begin_with_server(0, 10);
    run("7w1w1w1w");
    assert_int_equal(script.automaton.count, 7);
    assert_int_not_equal(script.automaton.moves[6], 0);
}

static void test_scripts_are_read(void **state)
{
    (void)state;
    begin();
    assert_false(script_run(&script, "x"));
    assert_false(script_run(&script, "(3"));
    assert_false(script_run(&script, "~"));
    assert_true(script_run(&script, " 1\n"));
}

static char said[1024];

static void listen(void *context, const char *line)
{
    (void)context;
    strcat(said, line);
    strcat(said, "\n");
}

/* Without a sensor a red cross blinks, half a second each; nothing is lost, and it goes on as soon
   as the sensor is there. The cross in rows from the top: columns 6 and 1, 5 and 2, 4 and 3, and
   the same back. */
static void test_sensor_missing(void **state)
{
    (void)state;
    begin();
    said[0] = 0;
    script.hardware.say = listen;
    run("- .");
    assert_string_equal(seen(), "R....R./.R..R../..RR.../..RR.../.R..R../R....R.");
    run(".....");
    assert_string_equal(seen(), DARK);
    run(";;;;;;"); /* it does not fall asleep */
    assert_false(script.automaton.asleep);
    run("+.");
    assert_string_equal(seen(), "..BRGM./" DARK_ROW "/" DARK_ROW "/" DARK_ROW "/w....../w......");
    run("3: 4..... - 5..... + 5.....");
    assert_int_equal(script.automaton.count, 2); /* the touch without a sensor did nothing */
    assert_string_equal(said, "MPR121 not found at 0x5A: check its wiring\n"
                              "MPR121 found at 0x5A\n"
                              "mode: two players\n"
                              "player 1: column 4\n"
                              "0000000\n0000000\n0000000\n0000000\n0000000\n0001000\n"
                              "MPR121 not found at 0x5A: check its wiring\n"
                              "MPR121 found at 0x5A\n"
                              "player 2: column 5\n"
                              "0000000\n0000000\n0000000\n0000000\n0000000\n0001200\n");
}

#define ALL(letter)                                                                                \
    ROW_OF(letter)                                                                                 \
    "/" ROW_OF(letter) "/" ROW_OF(letter) "/" ROW_OF(letter) "/" ROW_OF(letter) "/" ROW_OF(letter)
#define ROW_OF(letter) letter letter letter letter letter letter letter

/* All lights in three colours, one along the chain, then every pad; the menu's the second time
   leaves. */
static void test_selftest_passes(void **state)
{
    (void)state;
    begin();
    said[0] = 0;
    script.hardware.say = listen;
    run(". h"); /* the menu's pad is held */
    assert_int_equal(script.automaton.state, AUTOMATON_TEST);
    assert_string_equal(seen(), ALL("R"));
    run(":");
    assert_string_equal(seen(), ALL("G"));
    run(":");
    assert_string_equal(seen(), ALL("B"));
    run(":");
    int lit = 0;
    for (int led = 0; led < AUTOMATON_LEDS; led++)
        lit += automaton_letter(script.automaton.frame.led[led]) == 'G';
    assert_int_equal(lit, 1);
    run("::.....");
    assert_string_equal(seen(), "RRRRRRR/" DARK_ROWS_5);
    run("1");
    assert_string_equal(seen(), "GRRRRRR/G....../G....../G....../G....../G......");
    run("m");
    assert_string_equal(seen(), "GRRRRRR/G....../G....../G....../G....../BBBBBBB");
    run("(23)4567");
    assert_string_equal(seen(), "GGGGGGG/GGGGGGG/GGGGGGG/GGGGGGG/GGGGGGG/BBBBBBB");
    run("::");
    assert_int_equal(script.automaton.state, AUTOMATON_CHOOSE);
    assert_string_equal(said, "MPR121 found at 0x5A\ntest: lights\ntest: pads\ntest: pad 1\n"
                              "test: pad m\ntest: pad 2 3\ntest: pad 4\ntest: pad 5\n"
                              "test: pad 6\ntest: pad 7\ntest: passed\n");
}

static void test_selftest_ends_early(void **state)
{
    (void)state;
    begin();
    said[0] = 0;
    script.hardware.say = listen;
    run("\"test\" : m");
    assert_int_equal(script.automaton.state, AUTOMATON_CHOOSE);
    run("\"test\" ::::::. 1246m.m");
    assert_int_equal(script.automaton.state, AUTOMATON_CHOOSE);
    run("\"test\" ::::::. 7;");
    assert_int_equal(script.automaton.state, AUTOMATON_CHOOSE);
    run("- \"test\" ::");
    assert_string_equal(seen(), ALL("B")); /* lights are tested without a sensor too */
    run("::::+.");
    assert_int_equal(script.automaton.state, AUTOMATON_CHOOSE);
    assert_string_equal(said, "MPR121 found at 0x5A\ntest: lights\ntest: left\n"
                              "test: lights\ntest: pads\ntest: pad 1\ntest: pad 2\n"
                              "test: pad 4\ntest: pad 6\ntest: pad m\ntest: not touched 3 5 7\n"
                              "test: lights\ntest: pads\ntest: pad 7\n"
                              "test: not touched 1 2 3 4 5 6 m\n"
                              "MPR121 not found at 0x5A: check its wiring\ntest: lights\n"
                              "test: pads\ntest: no sensor\nMPR121 found at 0x5A\n");
}

/* A test in the middle of a game or a search ends both. */
static void test_selftest_interrupts(void **state)
{
    (void)state;
    begin();
    run("6:....\"test\"");
    assert_int_equal(script.automaton.state, AUTOMATON_TEST);
    run("m 3: 4.....");
    assert_int_equal(script.automaton.count, 1);
    run("\"test\"");
    assert_int_equal(script.automaton.count, 0);
    assert_int_equal(script.automaton.state, AUTOMATON_TEST);
}

static void test_serial_commands(void **state)
{
    (void)state;
    begin();
    run(".");
    said[0] = 0;
    script.hardware.say = listen;
    run("\"hello\" \"touch 9\" \"Hello\" \"hello there, is anybody at home who listens?\"");
    run("\"\" \"touch\" \"touch 1x\" \"hello\"");
    assert_string_equal(said, "potez automaton 1\nunknown\nunknown\nunknown\nunknown\nunknown\n"
                              "potez automaton 1\n");
    said[0] = 0;
    run("\"lights on\"");
    assert_string_equal(said, "lights 5 ..BRGM......................w............w\n");
    said[0] = 0;
    run("\"touch 1\".");
    assert_string_equal(said, "lights 12 ..BRGM.....................ww............w\n");
    run("\"lights off\"");
    said[0] = 0;
    run("\"touch 3\": \"touch 4\".....");
    assert_int_equal(script.automaton.count, 1);
    run("\"touch m\".");
    assert_int_equal(script.automaton.state, AUTOMATON_CHOOSE);
    assert_string_equal(said, "mode: two players\nplayer 1: column 4\n"
                              "0000000\n0000000\n0000000\n0000000\n0000000\n0001000\n");
}

int main(void)
{
    const struct CMUnitTest tests[] = {
        cmocka_unit_test(test_selftest_passes),
        cmocka_unit_test(test_selftest_ends_early),
        cmocka_unit_test(test_selftest_interrupts),
        cmocka_unit_test(test_serial_commands),
        cmocka_unit_test(test_sensor_missing),
        cmocka_unit_test(test_chain),
        cmocka_unit_test(test_menu),
        cmocka_unit_test(test_falling_disc),
        cmocka_unit_test(test_full_column),
        cmocka_unit_test(test_double_touches),
        cmocka_unit_test(test_touch_during_machine),
        cmocka_unit_test(test_menu_in_every_state),
        cmocka_unit_test(test_win),
        cmocka_unit_test(test_draw),
        cmocka_unit_test(test_sleep),
        cmocka_unit_test(test_menu_while_thinking),
        cmocka_unit_test(test_server),
        cmocka_unit_test(test_server_fails),
        cmocka_unit_test(test_scripts_are_read),
    };
    return cmocka_run_group_tests(tests, NULL, NULL);
}
