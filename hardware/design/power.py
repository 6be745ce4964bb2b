"""The power budget: what the board draws at every brightness of the firmware, and how long the cells last.

All assumptions are the constants below; they are upper values of the data sheets, not measurements.
"""
from .table import LEDS

CHANNEL = 20.0  # mA of one colour of a WS2812B at 255; newer makes draw 12
IDLE = 1.0  # mA of a dark WS2812B
CHIP = 80.0  # mA of the D1 mini with its radio listening; bare metal without radio about 30
PEAK = 350.0  # mA of the D1 mini while it sends
REGULATOR, QUIESCENT = 0.80, 7.0  # efficiency of the LM2596 module at small loads, its own mA
PACK, CAPACITY = 7.4, 2500.0  # V of two cells, mAh of each
LEVELS = (2, 5, 12, 30, 75, 180)  # the firmware's settings of brightness, of 255
COLOUR = 155  # a disc lights one channel with this value, a draw two


def leds(lit, channels, brightness):
    """mA of all LEDs when `lit` of them show `channels` colours."""
    return LEDS * IDLE + lit * channels * CHANNEL * (COLOUR * brightness // 255) / 255


def from_pack(current):
    """mA out of the cells for `current` mA at 5 V."""
    return current * 5.0 / (REGULATOR * PACK) + QUIESCENT


def hours(current):
    return CAPACITY / from_pack(current)


def table():
    """The lines of the table in docs/automaton-board.md."""
    lines = ["| brightness | 21 discs, mA at 5 V | win show, mA | draw show, mA | playing on a charge, hours |",
             "| --- | --- | --- | --- | --- |"]
    for brightness in LEVELS:
        game, win, draw = leds(21, 1, brightness), leds(LEDS, 1, brightness), leds(LEDS, 2, brightness)
        lines.append(f"| {brightness} of 255 | {game:.0f} | {win:.0f} | {draw:.0f} | {hours(game + CHIP):.0f} |")
    return lines


def worst():
    """mA at 5 V: what the firmware can ask for at most, and what white LEDs at 255 would."""
    return leds(LEDS, 2, LEVELS[-1]) + PEAK, LEDS * (3 * CHANNEL + IDLE) + PEAK
