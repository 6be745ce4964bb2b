"""Where every part lies. Millimetres from the upper left corner of the board, seen from the front.

The LEDs and all other surface-mounted parts are on the front, everything that is plugged in stands on the
back. A part on the back is mirrored from left to right, so that it stands upright for who looks at the back.
"""
import math
from dataclasses import dataclass

from . import table
from .packages import PACKAGES

WIDTH, HEIGHT = 124.0, 150.0
CORNER = 4.0
PITCH = 15.0
FIRST_COLUMN, TOP_ROW = 17.0, 30.0
ANTENNA = (10.0, 115.2, 36.0, 122.4)  # no copper here: the D1 mini's antenna is above it
TOUCH_STRIP = (9.5, 0.0, 114.5, 16.2)  # no copper behind the touch pads of the columns
TOUCH_MENU = (112.6, 49.0, 124.0, 75.0)


@dataclass(frozen=True)
class Place:
    x: float
    y: float
    angle: float = 0.0  # anticlockwise, as KiCad counts
    back: bool = False

    def local(self, x, y):
        """Package coordinates as KiCad keeps them: what is on the back is flipped over the x axis."""
        return (x, -y) if self.back else (x, y)

    def board(self, x, y):
        x, y = self.local(x, y)
        turn = math.radians(self.angle)
        cos, sin = round(math.cos(turn), 9), round(math.sin(turn), 9)
        return round(self.x + x * cos + y * sin, 6), round(self.y - x * sin + y * cos, 6)


def front(x, y, angle=0.0):
    return Place(x, y, angle)


def back(x, y):
    return Place(x, y, 180.0, True)


def cell(row, column):
    return FIRST_COLUMN + PITCH * column, TOP_ROW + PITCH * (table.ROWS - 1 - row)


def places():
    where = {}
    for index in range(table.LEDS):
        row, column = table.led_cell(index)
        # Data enters a WS2812B on its right side: rows that run to the right are turned.
        led = front(*cell(row, column), 180.0 if row % 2 else 0.0)
        where[f"D{index + 1}"] = led
        where[f"C{index + 1}"] = front(*led.board(-1.5, -3.9), led.angle)
    for column in range(table.COLUMNS):
        where[f"TP{column + 1}"] = front(FIRST_COLUMN + PITCH * column, 8.25)
    where.update({
        "TP8": front(118, 62),
        "U1": front(5.4, 30), "C43": front(6.6, 26.6, 180), "R1": front(9.2, 30.3, 90),
        "U3": back(62, 28.61),
        "U2": back(23, 132.89), "D43": front(6, 136.5, 90),
        "C44": back(43, 118.5),
        "R2": front(50, 113.2, 90), "R3": front(54, 113.2, 90), "R4": front(58, 113.2, 90),
        "U5": back(79.08, 123.2), "J1": back(100, 114.6), "J2": back(98, 136.5),
        "U4": back(64, 137.4),
        "F1": front(93, 125.2), "Q1": front(95.6, 129.6, 180), "R5": front(99.4, 129.6, 270),
        "SW1": back(121.3, 122),
        "H1": front(4.5, 4.5), "H2": front(119.5, 4.5), "H3": front(4.5, 145.5), "H4": front(119.5, 145.5),
    })
    return where


PLACES = places()


def pad_position(ref, name):
    package = PACKAGES[table.BY_REF[ref].package]
    pad = next(pad for pad in package.pads if pad.name == name)
    return PLACES[ref].board(pad.x, pad.y)


def pads():
    """Every pad of the board: reference, pad, net or None, centre, width and height on the board."""
    for part in table.PARTS:
        place = PLACES[part.ref]
        for pad in PACKAGES[part.package].pads:
            turned = place.angle % 180 == 90
            size = (pad.height, pad.width) if turned else (pad.width, pad.height)
            yield part.ref, pad, part.nets.get(pad.name), place.board(pad.x, pad.y), size
