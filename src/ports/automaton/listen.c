/* What the machine understands on its serial port: small text, a command per line, so that a person
   with a terminal and the page (Web Serial) can use it alike.

     hello          it answers "potez automaton 1", the number being that of these commands
     touch 4        touches the pad of column 4, as a finger would; "touch m" the menu's
     test           begins the self-test
     lights on      sends the lights now and whenever they change: "lights 5 ..BRGM......", their
                    brightness and a letter per light in the order of the chain
     lights off     no longer

   Anything else is answered with "unknown". A line that is too long is read to its end and unknown.
   Nothing waits: what has come is read at each look at the pads, a few letters at most, so a flood
   cannot hold the machine up. */
#include "base/memory.h"
#include "ports/automaton/automaton.h"

enum { TOUCH = 60, LETTERS = 16 };

static bool is(const char *heard, const char *word)
{
    while (*word && *heard == *word)
        heard++, word++;
    return !*word && !*heard;
}

static int pad_of(const char *heard)
{
    for (int pad = 0; pad < AUTOMATON_PADS; pad++) {
        char name[] = "touch 1";
        name[6] = (char)(pad == AUTOMATON_MENU ? 'm' : '1' + pad);
        if (is(heard, name))
            return pad;
    }
    return -1;
}

static void obey(struct automaton *automaton, const char *heard, uint32_t now)
{
    int pad = pad_of(heard);
    if (pad >= 0) {
        automaton->remote = UINT32_C(1) << pad;
        automaton->remote_since = now;
    } else if (is(heard, "hello")) {
        automaton_say(automaton, "potez automaton 1");
    } else if (is(heard, "test")) {
        automaton->test_wanted = true;
    } else if (is(heard, "lights on")) {
        automaton->tells_lights = true;
        automaton_say_lights(automaton);
    } else if (is(heard, "lights off")) {
        automaton->tells_lights = false;
    } else {
        automaton_say(automaton, "unknown");
    }
}

void automaton_listen(struct automaton *automaton, uint32_t now)
{
    const struct automaton_hardware *hardware = automaton->hardware;
    for (int i = 0; hardware->hear && i < LETTERS; i++) {
        int letter = hardware->hear(automaton->context);
        if (letter < 0)
            break;
        if (letter != '\n' && letter != '\r') {
            if (automaton->heard_count < AUTOMATON_LINE)
                automaton->heard[automaton->heard_count++] = (char)letter;
            continue;
        }
        automaton->heard[automaton->heard_count] = 0;
        if (automaton->heard_count)
            obey(automaton, automaton->heard, now);
        automaton->heard_count = 0;
    }
    if (automaton->remote && now - automaton->remote_since >= TOUCH)
        automaton->remote = 0;
}
