/* The automaton in the page: the firmware as a WebAssembly module of its own. The page hands in the
   time and the pads with every step and reads the lights from memory; it answers the machine's
   questions to a server when it can. */
#include "ports/automaton/automaton.h"
#include "ports/automaton/book.h"

#define EXPORT(name) __attribute__((export_name(#name))) name

void automaton_begin(uint32_t seed, bool network);
uint32_t automaton_tick(uint32_t now, uint32_t pads);
const uint8_t *automaton_lights(void);
uint32_t automaton_situation(void);
const char *automaton_question(void);
void automaton_answer(int column);
uint64_t clock_microseconds(void);

static struct browser_machine {
    struct automaton automaton;
    struct automaton_hardware hardware;
    struct automaton_frame frame;
    uint32_t now, pads, entropy, frames;
    char moves[AUTOMATON_LEDS + 1];
    bool asks; /* there is a question that the page has not taken yet */
    int answer;
} machine;

static void show(void *context, const struct automaton_frame *frame)
{
    (void)context;
    machine.frame = *frame;
    machine.frames++;
}

static uint32_t touched(void *context)
{
    (void)context;
    return machine.pads;
}

static uint32_t milliseconds(void *context)
{
    (void)context;
    return machine.now;
}

static uint32_t entropy(void *context)
{
    (void)context;
    machine.entropy = machine.entropy * 1664525 + 1013904223 + machine.now;
    return machine.entropy;
}

static bool ask(void *context, const char *moves)
{
    (void)context;
    int i = 0;
    for (; moves[i]; i++)
        machine.moves[i] = moves[i];
    machine.moves[i] = 0;
    machine.asks = true;
    machine.answer = AUTOMATON_REPLY_WAIT;
    return true;
}

static int reply(void *context)
{
    (void)context;
    return machine.answer;
}

static void forget(void *context)
{
    (void)context;
    machine.asks = false;
    machine.answer = AUTOMATON_REPLY_NONE;
}

void EXPORT(automaton_begin)(uint32_t seed, bool network)
{
    machine = (struct browser_machine){.hardware = {.show = show,
                                                    .touched = touched,
                                                    .milliseconds = milliseconds,
                                                    .entropy = entropy,
                                                    .book = book_chip_own()},
                                       .entropy = seed};
    if (network) {
        machine.hardware.ask = ask;
        machine.hardware.reply = reply;
        machine.hardware.forget = forget;
    }
    automaton_init(&machine.automaton, &machine.hardware, &machine);
}

/* One step of the machine; gives the number of frames shown so far. */
uint32_t EXPORT(automaton_tick)(uint32_t now, uint32_t pads)
{
    machine.now = now;
    machine.pads = pads;
    automaton_step(&machine.automaton);
    return machine.frames;
}

/* Red, green, blue of each light in the order of the chain, then the brightness. */
const uint8_t *EXPORT(automaton_lights)(void)
{
    return (const uint8_t *)&machine.frame;
}

/* What the lights mean, for the page to say in words: the state in the low byte, then a bit each
   for the player whose turn it is, for whether the machine plays it, for a draw, for lights that
   are out because nobody touched a pad for long. */
uint32_t EXPORT(automaton_situation)(void)
{
    const struct automaton *automaton = &machine.automaton;
    uint32_t player = (uint32_t)automaton_player(automaton);
    return (uint32_t)automaton->state | player << 8 |
           (uint32_t)automaton_plays(automaton, (int)player) << 9 |
           (uint32_t)automaton->drawn << 10 | (uint32_t)automaton->asleep << 11;
}

/* The moves of a question to the server, ended by a zero byte; NULL when there is no new one. */
const char *EXPORT(automaton_question)(void)
{
    bool asks = machine.asks;
    machine.asks = false;
    return asks ? machine.moves : NULL;
}

/* The server's column, 0..6, or a negative number when it failed. */
void EXPORT(automaton_answer)(int column)
{
    if (machine.answer == AUTOMATON_REPLY_WAIT)
        machine.answer = column >= 0 ? column : (int)AUTOMATON_REPLY_NONE;
}

/* Time is what the page says; the searches end by their positions. */
uint64_t clock_microseconds(void)
{
    return 0;
}
