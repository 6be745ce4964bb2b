/* The scripted machine: time is a counter that each look advances by a millisecond, so a run is
   a pure function of script, seed and program. Frames are summed up by FNV-1a [fnv], and two
   builds that agree in the final sum showed the same lights at the same times. */
#include "ports/automaton/script.h"

#include "base/memory.h"
#include <stddef.h>

enum { TOUCH = 60, HOLD = 3200, BOUNCE = 5, BOUNCES = 3, WAIT_MOST = 20000 };

static void sum_byte(uint32_t *sum, uint32_t byte)
{
    *sum = (*sum ^ byte) * UINT32_C(16777619); /* FNV-1a */
}

static uint32_t write_number(char *text, uint32_t number)
{
    uint32_t length = 1;
    for (uint32_t rest = number; rest >= 10; rest /= 10)
        length++;
    for (uint32_t i = length; i > 0; i--, number /= 10)
        text[i - 1] = (char)('0' + number % 10);
    return length;
}

static void show(void *context, const struct automaton_frame *frame)
{
    struct script *script = context;
    const uint8_t *bytes = (const uint8_t *)frame;
    char line[AUTOMATON_LEDS + 40];
    uint32_t sum = UINT32_C(2166136261), length;
    for (size_t i = 0; i < sizeof *frame; i++)
        sum_byte(&sum, bytes[i]);
    script->frames++;
    for (int i = 0; i < 4; i++) {
        sum_byte(&script->sum, script->time >> 8 * i & 255);
        sum_byte(&script->sum, sum >> 8 * i & 255);
    }
    if (!script->write)
        return;
    length = write_number(line, script->time);
    line[length++] = ' ';
    length += write_number(line + length, frame->brightness);
    line[length++] = ' ';
    for (int led = 0; led < AUTOMATON_LEDS; led++)
        line[length++] = automaton_letter(frame->led[led]);
    line[length++] = ' ';
    for (int i = 28; i >= 0; i -= 4)
        line[length++] = "0123456789abcdef"[sum >> i & 15];
    line[length++] = '\n';
    script->write(script->writer, line, length);
}

uint32_t script_touched(void *context)
{
    return ((struct script *)context)->pads;
}

int script_hear(void *context)
{
    struct script *script = context;
    int letter = script->serial ? *script->serial : -1;
    if (letter == '"') /* the end of the line that is sent */
        script->serial = NULL;
    else if (letter >= 0)
        script->serial++;
    return letter == '"' ? '\n' : letter;
}

uint32_t script_milliseconds(void *context)
{
    return ++((struct script *)context)->time;
}

uint32_t script_entropy(void *context)
{
    struct script *script = context;
    script->entropy = script->entropy * 1664525 + 1013904223;
    return script->entropy;
}

void script_init(struct script *script, const uint32_t *book, uint32_t seed,
                 void (*write)(void *writer, const char *line, uint32_t length), void *writer)
{
    memory_clear(script, sizeof *script);
    script->hardware = (struct automaton_hardware){
        .show = show,
        .touched = script_touched,
        .milliseconds = script_milliseconds,
        .entropy = script_entropy,
        .hear = script_hear,
        .book = book,
    };
    script->write = write;
    script->writer = writer;
    script->entropy = seed;
    script->sum = UINT32_C(2166136261);
    automaton_init(&script->automaton, &script->hardware, script);
}

static void step(struct script *script)
{
    if (script->step)
        script->step();
    else
        automaton_step(&script->automaton);
}

void script_wait(struct script *script, uint32_t duration)
{
    uint32_t from = script->time;
    while (script->time - from < duration)
        step(script);
}

static void wait_for_turn(struct script *script)
{
    const struct automaton *automaton = script->step ? script->watched : &script->automaton;
    uint32_t from = script->time;
    do
        step(script);
    while (script->time - from < WAIT_MOST && automaton->state != AUTOMATON_CHOOSE &&
           automaton->state != AUTOMATON_END &&
           !(automaton->state == AUTOMATON_TURN &&
             !automaton_plays(automaton, automaton_player(automaton))));
}

static uint32_t pad_of(char letter)
{
    if (letter >= '1' && letter <= '7')
        return UINT32_C(1) << (letter - '1');
    return letter == 'm' ? UINT32_C(1) << AUTOMATON_MENU : 0;
}

static void touch(struct script *script, uint32_t pads, uint32_t first, uint32_t then)
{
    script->pads |= pads;
    script_wait(script, first);
    script->pads &= ~pads;
    script_wait(script, then);
}

/* One thing to do: its letter ('t' for a plain touch), and the pads. Gives where the next begins,
   NULL when the text is wrong. */
static const char *next_item(const char *text, char *kind, uint32_t *pads)
{
    *pads = pad_of(*text);
    *kind = *pads ? 't' : *text;
    text++;
    switch (*kind) {
    case '(':
        for (; pad_of(*text); text++)
            *pads |= pad_of(*text);
        *kind = 't';
        return *text == ')' ? text + 1 : NULL;
    case '~':
    case '!':
        *pads = pad_of(*text);
        return *pads ? text + 1 : NULL;
    case '"':
        while (*text && *text != '"')
            text++;
        return *text ? text + 1 : NULL;
    case 'h':
    case 't':
    case 'w':
    case '-':
    case '+':
    case '.':
    case ':':
    case ';':
    case ' ':
    case '\n':
        return text;
    default:
        return NULL;
    }
}

/* `text` is where the item begins. */
static void do_item(struct script *script, const char *text, char kind, uint32_t pads)
{
    switch (kind) {
    case '"':
        script->serial = text + 1;
        script_wait(script, TOUCH);
        break;
    case 'h':
        touch(script, UINT32_C(1) << AUTOMATON_MENU, HOLD, TOUCH);
        break;
    case '~':
        for (int i = 0; i < BOUNCES; i++)
            touch(script, pads, BOUNCE, BOUNCE);
        touch(script, pads, TOUCH, TOUCH);
        break;
    case '!':
        touch(script, pads, BOUNCE, BOUNCE);
        break;
    case 't':
        touch(script, pads, TOUCH, TOUCH);
        break;
    case 'w':
        wait_for_turn(script);
        break;
    case '-':
        script->pads |= AUTOMATON_NO_SENSOR;
        break;
    case '+':
        script->pads &= ~AUTOMATON_NO_SENSOR;
        break;
    case '.':
    case ':':
    case ';':
        script_wait(script, kind == '.' ? 100 : kind == ':' ? 1000 : 60000);
        break;
    default:
        break;
    }
}

bool script_run(struct script *script, const char *text)
{
    char kind;
    uint32_t pads;
    for (const char *at = text; *at;) {
        at = next_item(at, &kind, &pads);
        if (!at)
            return false;
    }
    while (*text) {
        const char *next = next_item(text, &kind, &pads);
        do_item(script, text, kind, pads);
        text = next;
    }
    return true;
}
