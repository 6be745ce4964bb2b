/* The automaton's behaviour as a state machine over time.

   automaton_step is called again and again; it looks at pads and clock and returns quickly.
   Every state knows when it began (`since`), and what it shows and when it ends follow from
   that, so there are no timers. Thinking is the exception, one long call; the search calls back
   every few hundred positions, and the machine looks at its pads and draws its lights from
   there. A touch of the menu pad ends any search.

   Time differences are computed in unsigned 32-bit milliseconds and so survive the wrap-around
   after 49 days. */
#include "ports/automaton/automaton.h"

#include "base/memory.h"
#include "games/connect4/connect4.h"

enum {
    WIDTH = AUTOMATON_WIDTH,
    HEIGHT = AUTOMATON_HEIGHT,
    COLUMNS = (1 << WIDTH) - 1,
    MENU = 1 << AUTOMATON_MENU,
    NONE = -1,
};

static void enter(struct automaton *automaton, enum automaton_state state, uint32_t now)
{
    automaton->state = state;
    automaton->since = now;
}

void automaton_init(struct automaton *automaton, const struct automaton_hardware *hardware,
                    void *context)
{
    memory_clear(automaton, sizeof *automaton);
    automaton->hardware = hardware;
    automaton->context = context;
    automaton->level = 1;
    automaton->kept = NONE;
    perfect_init(&automaton->perfect);
    uint32_t now = hardware->milliseconds(context);
    automaton->touched = automaton->sampled = now;
    enter(automaton, AUTOMATON_CHOOSE, now);
}

/* The pads as the sensor has them; whether there is one is said when that changes. */
static uint32_t look_at_pads(struct automaton *automaton, uint32_t now)
{
    uint32_t pads = automaton->hardware->touched(automaton->context);
    bool there = !(pads & AUTOMATON_NO_SENSOR);
    uint8_t sensor = there ? AUTOMATON_SENSOR_THERE : AUTOMATON_SENSOR_MISSING;
    if (sensor != automaton->sensor) {
        automaton->sensor = sensor;
        automaton_say_sensor(automaton);
    }
    if (!there)
        automaton->touched = now; /* nobody can wake it: it stays awake */
    return (there ? pads : 0) | automaton->remote;
}

/* Looks at the pads and redraws the lights if they changed. */
static uint32_t attend(struct automaton *automaton)
{
    const struct automaton_hardware *hardware = automaton->hardware;
    uint32_t now = hardware->milliseconds(automaton->context);
    struct automaton_frame frame;
    automaton_listen(automaton, now);
    touch_sample(&automaton->touch, look_at_pads(automaton, now), now);
    automaton->sampled = now;
    automaton_draw(automaton, now, &frame);
    if (!memory_equal(&frame, &automaton->frame, sizeof frame)) {
        automaton->frame = frame;
        hardware->show(automaton->context, &frame);
        if (automaton->tells_lights)
            automaton_say_lights(automaton);
    }
    return now;
}

/* Called by the searches: true ends them. */
static bool interrupt(void *context)
{
    struct automaton *automaton = context;
    uint32_t now = automaton->hardware->milliseconds(automaton->context);
    if (now - automaton->sampled >= AUTOMATON_TIME_SAMPLE)
        attend(automaton);
    return automaton->touch.pressed & MENU || automaton->test_wanted ||
           now - automaton->since >= AUTOMATON_TIME_THINK;
}

static uint64_t landing_of(const struct automaton *automaton, int column)
{
    return connect4_landings(automaton->discs[0] | automaton->discs[1],
                             connect4_bottom(WIDTH, HEIGHT), connect4_cells(WIDTH, HEIGHT)) &
           connect4_column(column, HEIGHT);
}

/* After a game the other side begins. */
static void to_menu(struct automaton *automaton, uint32_t now)
{
    if (automaton->state >= AUTOMATON_DECIDED && automaton->state != AUTOMATON_TEST)
        automaton->begins ^= 1;
    if (automaton->state == AUTOMATON_ASK)
        automaton->hardware->forget(automaton->context);
    automaton->discs[0] = automaton->discs[1] = 0;
    automaton->count = 0;
    automaton->kept = NONE;
    automaton->drawn = false;
    enter(automaton, AUTOMATON_CHOOSE, now);
}

static void choose_mode(struct automaton *automaton, int column, uint32_t now)
{
    static const int8_t mode_of[WIDTH] = {
        NONE,
        NONE,
        AUTOMATON_TWO,
        AUTOMATON_HARD,
        AUTOMATON_EASY,
        AUTOMATON_PERFECT,
        AUTOMATON_SERVER,
    };
    int mode = mode_of[column];
    if (column == 0) {
        automaton->level = (uint8_t)((automaton->level + 1) % AUTOMATON_LEVELS);
    } else if (mode != NONE && (mode != AUTOMATON_SERVER || automaton->hardware->ask)) {
        const struct automaton_hardware *hardware = automaton->hardware;
        uint64_t seed = hardware->entropy(automaton->context);
        random_seed(&automaton->random, seed << 32 | hardware->entropy(automaton->context));
        automaton->mode = (enum automaton_mode)mode;
        automaton_say_mode(automaton);
        enter(automaton, AUTOMATON_CHOSEN, now);
    }
}

/* By the serial port at any time, else by the menu's pad, held in the menu. */
static bool wants_test(const struct automaton *automaton, uint32_t now)
{
    return automaton->test_wanted ||
           (automaton->state == AUTOMATON_CHOOSE && automaton->touch.down & MENU &&
            now - automaton->since >= AUTOMATON_TIME_HOLD);
}

static void begin_test(struct automaton *automaton, uint32_t now)
{
    automaton->test_wanted = automaton->asleep = false;
    automaton->touched = now;
    to_menu(automaton, now);
    enter(automaton, AUTOMATON_TEST, now);
    selftest_begin(automaton);
}

/* A touch on a full column changes nothing. */
static void play(struct automaton *automaton, int column, uint32_t now)
{
    if (!landing_of(automaton, column))
        return;
    automaton->falling = (int8_t)column;
    automaton->kept = NONE;
    enter(automaton, AUTOMATON_FALL, now);
}

static bool ask(struct automaton *automaton)
{
    char moves[AUTOMATON_LEDS + 1];
    for (int i = 0; i < automaton->count; i++)
        moves[i] = (char)('1' + automaton->moves[i]);
    moves[automaton->count] = 0;
    return automaton->hardware->ask(automaton->context, moves);
}

static void turn(struct automaton *automaton, int pressed, uint32_t now)
{
    int column = pressed != NONE ? pressed : automaton->kept;
    if (automaton_plays(automaton, automaton_player(automaton))) {
        bool asked = automaton->mode == AUTOMATON_SERVER && ask(automaton);
        enter(automaton, asked ? AUTOMATON_ASK : AUTOMATON_THINK, now);
    } else if (column != NONE) {
        automaton->kept = NONE;
        play(automaton, column, now);
    }
}

static void wait_for_server(struct automaton *automaton, uint32_t now)
{
    int column = automaton->hardware->reply(automaton->context);
    if (column >= 0 && column < WIDTH && landing_of(automaton, column)) {
        play(automaton, column, now);
    } else if (column != AUTOMATON_REPLY_WAIT || now - automaton->since >= AUTOMATON_TIME_ASK) {
        automaton->hardware->forget(automaton->context);
        enter(automaton, AUTOMATON_THINK, now);
    }
}

static void think(struct automaton *automaton)
{
    int column = automaton_think(automaton, interrupt);
    uint32_t pressed = touch_take(&automaton->touch);
    uint32_t now = automaton->hardware->milliseconds(automaton->context);
    if (pressed & MENU)
        to_menu(automaton, now);
    else
        play(automaton, column, now);
}

/* A touch while a disc falls is kept for the turn that follows. Another touch of the pad that
   dropped it is taken for the same finger touching twice. */
static void keep(struct automaton *automaton, int pressed)
{
    int player = automaton_player(automaton), next = player;
    if (automaton->state == AUTOMATON_FALL)
        next = player ^ 1;
    else
        player ^= 1; /* of the disc that has landed */
    if (pressed == NONE || automaton->kept != NONE || automaton_plays(automaton, next))
        return;
    if (pressed != automaton->falling || automaton_plays(automaton, player))
        automaton->kept = (int8_t)pressed;
}

static void fall(struct automaton *automaton, uint32_t now)
{
    int player = automaton_player(automaton);
    uint64_t landing = landing_of(automaton, automaton->falling);
    int row = bits_first(landing) % (HEIGHT + 1);
    if (now - automaton->since < (uint32_t)(HEIGHT - row) * AUTOMATON_TIME_FALL)
        return;
    automaton->discs[player] |= landing;
    automaton->moves[automaton->count++] = (uint8_t)automaton->falling;
    automaton_say_disc(automaton);
    enter(automaton, AUTOMATON_LANDED, now);
}

static void landed(struct automaton *automaton, uint32_t now)
{
    int last = automaton_player(automaton) ^ 1;
    bool won = connect4_has_four(automaton->discs[last], HEIGHT);
    if (won || automaton->count == AUTOMATON_LEDS) {
        automaton->drawn = !won;
        automaton_say_end(automaton);
        enter(automaton, AUTOMATON_DECIDED, now);
    } else {
        automaton->touched = now;
        enter(automaton, AUTOMATON_TURN, now);
    }
}

/* The one column pressed; two at once mean nothing. */
static int single(uint32_t pressed)
{
    uint32_t columns = pressed & COLUMNS;
    return columns && !(columns & (columns - 1)) ? bits_first(columns) : NONE;
}

/* One step of the state machine. A state either waits for somebody (a touch, the server, the
   search) or lasts for its time in `lasts`; the states of the end follow each other in the order of
   the enum. */
static void go_on(struct automaton *automaton, uint32_t pressed, uint32_t now)
{
    static const uint16_t lasts[] = {
        [AUTOMATON_CHOSEN] = AUTOMATON_TIME_CHOSEN,
        [AUTOMATON_LANDED] = AUTOMATON_TIME_LANDED,
        [AUTOMATON_DECIDED] = AUTOMATON_TIME_DECIDED,
        [AUTOMATON_SHOW] = AUTOMATON_TIME_SHOW * AUTOMATON_LEDS,
        [AUTOMATON_SHOWN] = AUTOMATON_TIME_SHOWN,
        [AUTOMATON_TEST] = 0,
    };
    int column = single(pressed);
    bool over = now - automaton->since >= lasts[automaton->state];
    switch (automaton->state) {
    case AUTOMATON_CHOOSE:
        if (column != NONE)
            choose_mode(automaton, column, now);
        break;
    case AUTOMATON_TURN:
        turn(automaton, column, now);
        break;
    case AUTOMATON_ASK:
        wait_for_server(automaton, now);
        break;
    case AUTOMATON_THINK:
        think(automaton);
        break;
    case AUTOMATON_FALL:
        keep(automaton, column);
        fall(automaton, now);
        break;
    case AUTOMATON_LANDED:
        keep(automaton, column);
        if (over)
            landed(automaton, now);
        break;
    case AUTOMATON_CHOSEN:
        if (over)
            enter(automaton, AUTOMATON_TURN, now);
        break;
    case AUTOMATON_DECIDED:
    case AUTOMATON_SHOW:
    case AUTOMATON_SHOWN:
        if (over)
            enter(automaton, automaton->state + 1, now);
        break;
    case AUTOMATON_END:
        if (pressed)
            to_menu(automaton, now);
        break;
    case AUTOMATON_TEST:
        if (!selftest_step(automaton, pressed, now))
            to_menu(automaton, now);
        break;
    }
}

/* After some minutes without a touch the lights go out; the first touch only wakes. */
static bool sleeps(struct automaton *automaton, uint32_t pressed, uint32_t now)
{
    bool waits = automaton->state == AUTOMATON_CHOOSE || automaton->state == AUTOMATON_TURN ||
                 automaton->state == AUTOMATON_END;
    if (automaton->state == AUTOMATON_TEST)
        waits = true; /* its own patience is shorter */
    if (pressed || (!waits && !automaton->asleep))
        automaton->touched = now;
    bool was = automaton->asleep;
    automaton->asleep = now - automaton->touched >= AUTOMATON_TIME_SLEEP;
    return was || automaton->asleep;
}

void automaton_step(struct automaton *automaton)
{
    uint32_t now = attend(automaton);
    uint32_t pressed = touch_take(&automaton->touch);
    if (wants_test(automaton, now))
        begin_test(automaton, now);
    if (sleeps(automaton, pressed, now))
        return;
    if (pressed & MENU && automaton->state != AUTOMATON_TEST)
        to_menu(automaton, now);
    else
        go_on(automaton, pressed, now);
}
