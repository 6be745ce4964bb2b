"""What is printed on the board besides the outlines of the parts."""
from dataclasses import dataclass

from . import table
from .placement import FIRST_COLUMN, PITCH, PLACES, WIDTH, cell, pad_position


@dataclass(frozen=True)
class Mark:
    kind: str  # text, line, circle, disc, arc, area
    values: tuple
    width: float = 0.0
    back: bool = False
    justify: str = None
    angle: float = 0.0


def text(x, y, words, size=1.0, back=False, justify=None, width=0.0, angle=0.0):
    return Mark("text", (x, y, words, size), width, back, justify, angle)


def line(x1, y1, x2, y2, width=0.15, back=False):
    return Mark("line", (x1, y1, x2, y2), width, back)


def frame(x1, y1, x2, y2, r, width=0.2, back=False):
    """A rectangle with round corners."""
    c = r * (1 - 0.5 ** 0.5)
    yield line(x1 + r, y1, x2 - r, y1, width, back)
    yield line(x2, y1 + r, x2, y2 - r, width, back)
    yield line(x2 - r, y2, x1 + r, y2, width, back)
    yield line(x1, y2 - r, x1, y1 + r, width, back)
    for a, m, b in (((x1, y1 + r), (x1 + c, y1 + c), (x1 + r, y1)), ((x2 - r, y1), (x2 - c, y1 + c), (x2, y1 + r)),
                    ((x2, y2 - r), (x2 - c, y2 - c), (x2 - r, y2)), ((x1 + r, y2), (x1 + c, y2 - c), (x1, y2 - r))):
        yield Mark("arc", (a, m, b), width, back)


def playing_field():
    for row in range(table.ROWS):
        for column in range(table.COLUMNS):
            x, y = cell(row, column)
            yield Mark("circle", (x, y, 6.35), 0.2)
    for index in range(table.LEDS):
        led = PLACES[f"D{index + 1}"]
        x, y = led.board(1.9, -4.15)
        yield text(x, y, f"D{index + 1}", 0.8, width=0.12)


def touch_marks():
    for column in range(table.COLUMNS):
        x = FIRST_COLUMN + PITCH * column
        yield from frame(x - 5.9, 2.1, x + 5.9, 14.4, 1.6)
        yield text(x, 6.6, str(column + 1), 4.2, width=0.6)
        yield Mark("area", ((x - 1.5, 11.2), (x + 1.5, 11.2), (x, 13.0)))
    yield from frame(114.1, 50.6, 121.9, 73.4, 1.6)
    yield text(118, 62, "MENU", 2.6, width=0.4, angle=90)


def title():
    yield text(64, 134.2, "POTEZ", 7.4, width=1.2)
    yield line(48, 139.4, 80, 139.4, 0.3)
    yield text(64, 142.2, "CONNECT FOUR", 2.4, width=0.35)
    # a small board with four in a row
    for row in range(4):
        for column in range(4):
            x, y = 17.6 + 3.6 * column, 128.2 + 3.6 * row
            yield Mark("disc" if row + column == 3 else "circle", (x, y, 1.4), 0.2)


def front_labels():
    yield text(5.4, 32.6, "U1", 0.9)
    yield text(6.6, 25.0, "C43", 0.9)
    yield text(9.2, 33.0, "R1", 0.9)
    for ref in ("R2", "R3", "R4"):
        place = PLACES[ref]
        yield text(place.x, place.y + 2.6, ref, 0.9)
    yield text(8.9, 136.5, "D43", 0.9, angle=90)
    yield text(93, 127.7, "F1", 0.9)
    yield text(93.2, 131.6, "Q1", 0.9)
    yield text(99.4, 132.2, "R5", 0.9)
    yield text(117.6, 118.4, "ON", 1.3)
    yield text(117.2, 125.6, "OFF", 1.3)
    yield text(98, 147.6, "CHARGE 8.4 V", 1.4, width=0.22)
    for name, shown in (("1", "+"), ("2", "M"), ("3", "-")):
        x, y = pad_position("J1", name)
        yield text(x, y - 2.1, shown, 1.2)
    yield from jack_polarity(109.5, 140)


def jack_polarity(x, y, back=False):
    """Plus inside, minus outside."""
    yield Mark("circle", (x, y, 0.5), 0.2, back)
    yield Mark("arc", ((x + 0.9, y - 1.2), (x - 1.5, y), (x + 0.9, y + 1.2)), 0.2, back)
    yield line(x, y, x + 3, y, 0.2, back)
    yield line(x - 3, y, x - 1.5, y, 0.2, back)
    yield text(x + 4.2, y, "+", 1.3, back)
    yield text(x - 4.2, y, "-", 1.3, back)


def pin_names(ref, names, dx, dy, size=0.9, angle=0.0, justify=None):
    for name, shown in names.items():
        x, y = pad_position(ref, name)
        yield text(x + dx, y + dy, shown, size, True, justify, angle=angle)


def back_labels():
    left = {"TX": "TX", "RX": "RX", "D1": "D1 SCL", "D2": "D2 SDA", "D3": "D3 LED", "D4": "D4", "G": "GND", "5V": "5V"}
    right = {"RST": "RST", "A0": "A0", "D0": "D0", "D5": "D5 IRQ", "D6": "D6", "D7": "D7", "D8": "D8", "3V3": "3V3"}
    yield from pin_names("U2", left, 1.4, 0, justify="right")
    yield from pin_names("U2", right, -1.4, 0, justify="left")
    yield text(23, 119, "antenna", 1.2, True)
    yield text(23, 138, "U2  D1 mini", 1.4, True)
    yield text(23, 148, "USB", 1.1, True)
    electrodes = {f"E{k}": str(k) for k in range(12)}
    yield from pin_names("U3", electrodes, 0, 1.9)
    control = {"3V3": "3V3", "IRQ": "IRQ", "SCL": "SCL", "SDA": "SDA", "ADD": "ADD", "GND": "GND"}
    yield from pin_names("U3", control, 0, -1.9, 0.8)
    yield text(62, 28.6, "U3  MPR121", 1.6, True)
    yield text(64, 137.4, "U4  LM2596: set to 5.0 V first", 1.4, True)
    yield from pin_names("U4", {"IN+": "IN+", "IN-": "IN-"}, -2.2, 0, 1.1, justify="left")
    yield from pin_names("U4", {"OUT+": "OUT+", "OUT-": "OUT-"}, 2.2, 0, 1.1, justify="right")
    yield text(67.5, 118, "U5  HX-2S-01", 1.4, True)
    yield from pin_names("U5", {"B+": "B+", "BM": "BM", "B-": "B-", "P+": "P+", "P-": "P-"}, 0, 2.1, 0.9)
    yield from pin_names("J1", {"1": "+", "2": "M", "3": "-"}, 0, -3.4, 1.2)
    yield text(100, 119.6, "J1  2 x 18650", 1.1, True)
    yield text(109.5, 136.6, "charge 8.4 V", 1.2, True)
    yield from jack_polarity(109.5, 140, True)
    yield text(98, 133.2, "J2", 1.2, True)
    yield text(115.5, 120, "ON", 1.2, True)
    yield text(115.5, 124, "OFF", 1.2, True)
    yield text(43, 112.2, "C44", 1.1, True)


def battery_place():
    yield from frame(23.5, 52, 100.5, 93, 3, 0.2, True)
    yield text(62, 70, "POTEZ", 6, True, width=0.9)
    yield text(62, 77, "place for the holder of two 18650 cells", 1.5, True)
    yield text(62, 86, "Connect Four automaton, revision 1", 1.5, True)


def marks():
    for group in (playing_field, touch_marks, title, front_labels, back_labels, battery_place):
        yield from group()
