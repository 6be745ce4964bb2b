/* What the machine reports on its serial port, a line at a time, as Šišić's does: whether the
   touch sensor answers, and the board as digits (0 empty, 1 and 2 the players), from the top. */
#include "games/connect4/connect4.h"
#include "ports/automaton/automaton.h"

enum { WIDTH = AUTOMATON_WIDTH, HEIGHT = AUTOMATON_HEIGHT };

static void say(const struct automaton *automaton, const char *line)
{
    if (automaton->hardware->say)
        automaton->hardware->say(automaton->context, line);
}

void automaton_say_sensor(const struct automaton *automaton)
{
    say(automaton, automaton->sensor == AUTOMATON_SENSOR_THERE
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
    say(automaton, lines[automaton->mode]);
}

void automaton_say_disc(const struct automaton *automaton)
{
    char line[] = "player 0: column 0", row_line[WIDTH + 1] = {0};
    line[7] = (char)('1' + (automaton_player(automaton) ^ 1));
    line[17] = (char)('1' + automaton->falling);
    say(automaton, line);
    for (int row = HEIGHT - 1; row >= 0; row--) {
        for (int column = 0; column < WIDTH; column++) {
            uint64_t cell = UINT64_C(1) << (column * (HEIGHT + 1) + row);
            row_line[column] = automaton->discs[0] & cell   ? '1'
                               : automaton->discs[1] & cell ? '2'
                                                            : '0';
        }
        say(automaton, row_line);
    }
}

void automaton_say_end(const struct automaton *automaton)
{
    say(automaton, automaton->drawn                   ? "a draw"
                   : automaton_player(automaton) == 0 ? "player 2 wins"
                                                      : "player 1 wins");
}
