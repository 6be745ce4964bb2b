/* The Connect Four automaton: a board of 42 lights with a touch pad for every column and one for
   the menu, that plays against a person or lets two play.

   automaton_step does what is to be done now and returns; call it again and again, at least every
   few milliseconds. It never waits. While the machine thinks, the step takes as long as the search,
   but the pads are watched all the time and the menu ends the search.
   docs/automaton.md says what the lights show. All memory is in the struct; nothing is
   allocated, and no call nests deeper than the discs that can still be played. */
#ifndef PORTS_AUTOMATON_AUTOMATON_H
#define PORTS_AUTOMATON_AUTOMATON_H

#include "base/random.h"
#include "ports/automaton/hardware.h"
#include "ports/automaton/perfect.h"
#include "ports/automaton/touch.h"

enum automaton_state {
    AUTOMATON_CHOOSE,  /* the menu: who plays, how bright */
    AUTOMATON_CHOSEN,  /* shows the choice for a moment */
    AUTOMATON_TURN,    /* waits for a person, or the machine is about to think */
    AUTOMATON_ASK,     /* waits for the server */
    AUTOMATON_THINK,   /* searches */
    AUTOMATON_FALL,    /* a disc falls */
    AUTOMATON_LANDED,  /* and lies */
    AUTOMATON_DECIDED, /* the game is over; the four discs blink */
    AUTOMATON_SHOW,    /* the lights turn to the winner's colour one by one */
    AUTOMATON_SHOWN,   /* stay so for a moment */
    AUTOMATON_END,     /* until a pad is touched */
    AUTOMATON_TEST,    /* the self-test of lights and pads */
};

enum automaton_mode {
    AUTOMATON_TWO,
    AUTOMATON_HARD,
    AUTOMATON_EASY,
    AUTOMATON_PERFECT,
    AUTOMATON_SERVER,
    AUTOMATON_MODES,
};

/* Milliseconds; those of Šišić's machine [sisic20] as far as it had them. */
enum automaton_time {
    AUTOMATON_TIME_CHOSEN = 750,
    AUTOMATON_TIME_FALL = 20, /* each cell */
    AUTOMATON_TIME_LANDED = 200,
    AUTOMATON_TIME_DECIDED = 1000,
    AUTOMATON_TIME_BLINK = 125,
    AUTOMATON_TIME_SHOW = 100, /* each light */
    AUTOMATON_TIME_SHOWN = 500,
    AUTOMATON_TIME_MISSING = 500, /* on and off of the cross that stands for a missing sensor */
    AUTOMATON_TIME_PULSE = 250,   /* of the last disc while the machine thinks */
    AUTOMATON_TIME_SAMPLE = 5,    /* between looks at the pads during a search */
    AUTOMATON_TIME_THINK = 2000,
    AUTOMATON_TIME_ASK = 2000,
    AUTOMATON_TIME_HOLD = 3000,      /* of the menu's pad, which begins the self-test */
    AUTOMATON_TIME_COLOUR = 1000,    /* each colour of the self-test */
    AUTOMATON_TIME_RUN = 60,         /* each light of the one that runs along the chain */
    AUTOMATON_TIME_PASSED = 2000,    /* all pads were touched */
    AUTOMATON_TIME_PATIENCE = 30000, /* with somebody who does not touch the pads */
    AUTOMATON_TIME_SLEEP = 5 * 60 * 1000,
};

enum {
    AUTOMATON_LEVELS = 6, /* of brightness */
    AUTOMATON_LINE = 15,  /* letters of a command on the serial port, and one more */
};

enum automaton_sensor {
    AUTOMATON_SENSOR_UNKNOWN,
    AUTOMATON_SENSOR_MISSING,
    AUTOMATON_SENSOR_THERE
};

struct automaton {
    const struct automaton_hardware *hardware;
    void *context; /* handed to its functions */
    struct touch touch;
    enum automaton_state state;
    enum automaton_mode mode;
    uint32_t since;    /* when the state began */
    uint32_t touched;  /* when a pad was last pressed or a game went on */
    uint32_t sampled;  /* when the pads were last looked at */
    uint8_t sensor;    /* enum automaton_sensor */
    bool asleep;       /* dark until a pad is touched */
    uint8_t level;     /* of brightness, from 0 */
    uint8_t begins;    /* 0: player 1, which is the machine where it plays; 1: player 2 */
    uint64_t discs[2]; /* of the players */
    uint8_t moves[AUTOMATON_LEDS];
    uint8_t count;
    int8_t falling;        /* column */
    int8_t kept;           /* a touch that came while a disc fell; -1: none */
    bool drawn;            /* the game ended so */
    uint8_t tested;        /* pads that the self-test has seen touched */
    bool pads_asked;       /* it has come to the pads */
    bool test_wanted;      /* by the serial port */
    bool tells_lights;     /* to the serial port */
    uint32_t remote;       /* pads touched by the serial port */
    uint32_t remote_since; /* when */
    char heard[AUTOMATON_LINE + 1];
    uint8_t heard_count;
    struct random random;
    struct automaton_frame frame; /* as shown last */
    uint32_t nodes;               /* positions of the last search, for measuring */
    struct perfect perfect;
};

void automaton_init(struct automaton *automaton, const struct automaton_hardware *hardware,
                    void *context);

void automaton_step(struct automaton *automaton);

/* The player whose turn it is, 0 or 1. */
static inline int automaton_player(const struct automaton *automaton)
{
    return (automaton->begins + automaton->count) & 1;
}

static inline bool automaton_plays(const struct automaton *automaton, int player)
{
    return player == 0 && automaton->mode != AUTOMATON_TWO;
}

/* The light of a cell, rows counted from the bottom: the chain runs to and fro from the top. */
int automaton_led(int column, int row);

/* Draws what the automaton shows at the time `now`. */
void automaton_draw(const struct automaton *automaton, uint32_t now, struct automaton_frame *frame);

/* A light as it is sent: its colour times the brightness. */
struct automaton_colour automaton_light(const struct automaton_frame *frame, int led);

/* A line for the serial port. */
void automaton_say(const struct automaton *automaton, const char *line);
/* What goes to it by itself: that the sensor is there or missing, the mode that was chosen, the
   disc that landed with the whole board, and how the game ended. */
void automaton_say_sensor(const struct automaton *automaton);
void automaton_say_mode(const struct automaton *automaton);
void automaton_say_disc(const struct automaton *automaton);
void automaton_say_end(const struct automaton *automaton);
/* The lights as shown last, a letter each: '.' dark, R G B the colours of the players and the menu,
   C cyan, M magenta, W white, w grey, r g b darker ones, '?' any other. */
void automaton_say_lights(const struct automaton *automaton);
char automaton_letter(struct automaton_colour colour);

/* Reads what has come on the serial port, and obeys (listen.c has the commands). */
void automaton_listen(struct automaton *automaton, uint32_t now);

/* The self-test; its step is false when it is over. */
void selftest_begin(struct automaton *automaton);
bool selftest_step(struct automaton *automaton, uint32_t pressed, uint32_t now);
void selftest_draw(const struct automaton *automaton, uint32_t now, struct automaton_frame *frame);

/* The column of the machine's player; sets automaton->nodes. `interrupt` as in perfect_think. */
int automaton_think(struct automaton *automaton, bool (*interrupt)(void *));

#endif
