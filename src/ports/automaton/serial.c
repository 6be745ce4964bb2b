/* What the machine reports on its serial port, a line at a time, as Šišić's does: whether the
   touch sensor answers, and the board as digits (0 empty, 1 and 2 the players), from the top; and,
   for those that asked (listen.c), every change of the lights. */
#include "games/connect4/connect4.h"
#include "ports/automaton/automaton.h"

enum { WIDTH = AUTOMATON_WIDTH, HEIGHT = AUTOMATON_HEIGHT };

void automaton_say(const struct automaton *automaton, const char *line)
{
    if (automaton->hardware->say)
        automaton->hardware->say(automaton->context, line);
}

void automaton_say_sensor(const struct automaton *automaton)
{
    automaton_say(automaton, automaton->sensor == AUTOMATON_SENSOR_THERE
                                 ? "MPR121 found at 0x5A"
                                 : "MPR121 not found at 0x5A: check its wiring");
}

void automaton_say_mode(const struct automaton *automaton)
{
    static const char *const lines[AUTOMATON_MODES] = {
        [AUTOMATON_TWO] = "mode: two players",
        [AUTOMATON_HARD] = "mode: hard",
        [AUTOMATON_EASY] = "mode: easy",
        [AUTOMATON_PERFECT] = "mode: perfect",
        [AUTOMATON_SERVER] = "mode: from the server",
    };
    automaton_say(automaton, lines[automaton->mode]);
}

void automaton_say_disc(const struct automaton *automaton)
{
    char line[] = "player 0: column 0", row_line[WIDTH + 1] = {0};
    line[7] = (char)('1' + (automaton_player(automaton) ^ 1));
    line[17] = (char)('1' + automaton->falling);
    automaton_say(automaton, line);
    for (int row = HEIGHT - 1; row >= 0; row--) {
        for (int column = 0; column < WIDTH; column++) {
            uint64_t cell = UINT64_C(1) << (column * (HEIGHT + 1) + row);
            row_line[column] = automaton->discs[0] & cell   ? '1'
                               : automaton->discs[1] & cell ? '2'
                                                            : '0';
        }
        automaton_say(automaton, row_line);
    }
}

void automaton_say_end(const struct automaton *automaton)
{
    automaton_say(automaton, automaton->drawn                   ? "a draw"
                             : automaton_player(automaton) == 0 ? "player 2 wins"
                                                                : "player 1 wins");
}

char automaton_letter(struct automaton_colour colour)
{
    static const char bright[8] = {'.', 'R', 'G', 'Y', 'B', 'M', 'C', 'W'};
    static const char dark[8] = {'.', 'r', 'g', 'y', 'b', 'm', 'c', 'w'};
    const uint8_t part[3] = {colour.red, colour.green, colour.blue};
    int set = 0, high = 0;
    for (int i = 0; i < 3; i++) {
        set |= part[i] ? 1 << i : 0;
        high = part[i] > high ? part[i] : high;
    }
    for (int i = 0; i < 3; i++)
        if (part[i] && part[i] != high)
            return '?';
    return high > 100 ? bright[set] : dark[set];
}

void automaton_say_lights(const struct automaton *automaton)
{
    char line[AUTOMATON_LEDS + 16] = "lights ";
    int length = 7, brightness = automaton->frame.brightness;
    for (int unit = brightness >= 100 ? 100 : brightness >= 10 ? 10 : 1; unit; unit /= 10)
        line[length++] = (char)('0' + brightness / unit % 10);
    line[length++] = ' ';
    for (int led = 0; led < AUTOMATON_LEDS; led++)
        line[length++] = automaton_letter(automaton->frame.led[led]);
    line[length] = 0;
    automaton_say(automaton, line);
}
