"""The parts as they look when soldered and plugged in, for the pictures of the assembled board.

Drawn in board coordinates as seen from the front; the picture of the back mirrors everything, so its words are
mirrored here once more.
"""
from . import table
from .packages import PACKAGES
from .placement import PLACES

# A game in progress, row by row from the top: x is red, o is green.
GAME = [".......", ".......", "...o...", "..ox...", "..xxo..", ".xoxo.."]
DEFINITIONS = """<defs>
<radialGradient id="red"><stop offset="0" stop-color="#fff0ea"/><stop offset=".35" stop-color="#ff5a47"/>
<stop offset="1" stop-color="#ff2a1a" stop-opacity="0"/></radialGradient>
<radialGradient id="green"><stop offset="0" stop-color="#f0fff0"/><stop offset=".35" stop-color="#45f07a"/>
<stop offset="1" stop-color="#18d050" stop-opacity="0"/></radialGradient>
</defs>"""


def rect(x1, y1, x2, y2, fill, radius=0.3, more=""):
    return (f'<rect x="{min(x1, x2):.2f}" y="{min(y1, y2):.2f}" width="{abs(x2 - x1):.2f}" '
            f'height="{abs(y2 - y1):.2f}" rx="{radius}" fill="{fill}" {more}/>')


def area(ref, x1, y1, x2, y2, fill, radius=0.3, more=""):
    """A rectangle given in the coordinates of the part."""
    place = PLACES[ref]
    return rect(*place.board(x1, y1), *place.board(x2, y2), fill, radius, more)


def word(ref, x, y, text, size, fill="#ffffff"):
    x, y = PLACES[ref].board(x, y)
    return (f'<text transform="translate({x:.2f} {y:.2f}) scale(-1 1)" font-family="DejaVu Sans, sans-serif" '
            f'font-size="{size}" text-anchor="middle" fill="{fill}">{text}</text>')


def disc(ref, x, y, radius, fill, more=""):
    x, y = PLACES[ref].board(x, y)
    return f'<circle cx="{x:.2f}" cy="{y:.2f}" r="{radius}" fill="{fill}" {more}/>'


def chips():
    for part in table.PARTS:
        x1, y1, x2, y2 = PACKAGES[part.package].body
        if part.package in ("CHIP_0805", "CHIP_1812"):
            cap = "#b9c0c8"
            middle = {"C": "#a3845c", "R": "#22252b", "F": "#2f6b45"}[part.ref[0]]
            yield area(part.ref, x1, y1, x2, y2, cap, 0.1)
            yield area(part.ref, x1 * 0.6, y1, x2 * 0.6, y2, middle, 0)
        elif part.package in ("SOT23", "SOT23_5", "SMA"):
            yield area(part.ref, x1, y1, x2, y2, "#23262c", 0.15)
            if part.package == "SMA":
                yield area(part.ref, x1, y1, x1 + 0.6, y2, "#9aa0a8", 0.1)


def front():
    yield from chips()
    for index in range(table.LEDS):
        ref = f"D{index + 1}"
        row, column = table.led_cell(index)
        yield area(ref, -2.5, -2.5, 2.5, 2.5, "#f3f3ef", 0.2, 'stroke="#c9c9c2" stroke-width=".1"')
        yield disc(ref, 0, 0, 1.95, "#d9dccb", 'stroke="#b9bcae" stroke-width=".12"')
        yield area(ref, -0.5, -0.4, 0.3, 0.4, "#5b6152", 0)
        mark = GAME[table.ROWS - 1 - row][column]
        if mark != ".":
            yield disc(ref, 0, 0, 6.2, "url(#red)" if mark == "x" else "url(#green)")


def socket(ref, names, width=2.5):
    """Black plastic around the pins of a socket."""
    pads = [pad for pad in PACKAGES[table.BY_REF[ref].package].pads if pad.name in names]
    xs, ys = [pad.x for pad in pads], [pad.y for pad in pads]
    return area(ref, min(xs) - width / 2, min(ys) - width / 2, max(xs) + width / 2, max(ys) + width / 2, "#191b20", 0.2)


def module_pins(ref):
    for pad in PACKAGES[table.BY_REF[ref].package].pads:
        yield disc(ref, pad.x, pad.y, 0.75, "#d9b45b")
        yield disc(ref, pad.x, pad.y, 0.35, "#c9ccd2")


def chip_module():
    yield area("U2", -12.8, -17.09, 12.8, 17.1, "#1d5fae", 2)
    yield area("U2", -9.5, -16, 9.5, -10.8, "none", 0.2, 'stroke="#d9b45b" stroke-width=".7" stroke-dasharray="2 1.2"')
    yield area("U2", -6, -9.6, 6, 2.4, "#c3c7cd", 0.6, 'stroke="#9aa0a8" stroke-width=".2"')
    yield word("U2", 0, -2.8, "ESP8285", 2.0, "#41464e")
    yield area("U2", -3.8, 12.2, 3.8, 17.8, "#c3c7cd", 0.5)
    yield word("U2", 0, 8.4, "D1 mini", 2.2)
    yield from module_pins("U2")


def sensor_module():
    yield area("U3", -15.24, -10.16, 15.24, 10.16, "#a32633", 0.8)
    yield area("U3", -1.6, -1.6, 1.6, 1.6, "#191b20", 0.2)
    yield word("U3", 8.5, 1, "MPR121", 2.2)
    yield from module_pins("U3")


def regulator_module():
    yield area("U4", -21.8, -10.6, 21.8, 10.6, "#1f5a9c", 0.6)
    yield area("U4", -7, -9, 3.4, 0.4, "#23262c", 0.3)
    yield area("U4", -7, -10, 3.4, -8.4, "#b9c0c8", 0.1)
    yield area("U4", 4.6, -6, 16.4, 6, "#2b2f36", 1.2)
    yield disc("U4", 10.5, 0, 4.3, "#565c66")
    yield disc("U4", -13.6, 3, 4.2, "#c3c7cd")
    yield area("U4", -5, 3.8, 4, 8.6, "#2c6fd1", 0.3)
    yield disc("U4", 2.6, 6.2, 1, "#d9b45b")
    yield word("U4", -2, -3, "LM2596", 1.8)
    yield from module_pins("U4")


def battery_module():
    yield socket("U5", ("B+", "BM", "B-", "P+", "P-"))
    yield area("U5", -6.2, -8.2, 29.8, -2.2, "#1c6b3f", 0.3)
    for x in (2, 8, 14):
        yield area("U5", x, -7, x + 4.4, -3.4, "#191b20", 0.2)
    yield word("U5", 24, -4.4, "HX-2S-01", 1.7)
    yield from module_pins("U5")


def connectors():
    yield area("J1", -4.95, -2.35, 4.95, 3.4, "#efece2", 0.3, 'stroke="#c9c6ba" stroke-width=".2"')
    for x in (-2.5, 0, 2.5):
        yield area("J1", x - 0.35, -0.35, x + 0.35, 0.35, "#9aa0a8", 0)
    yield area("J2", -4.5, -1, 4.5, 13.6, "#23262c", 0.6)
    yield area("J2", -4.5, 10.4, 4.5, 13.6, "#191b20", 0.4)
    yield area("SW1", -2.2, -4.3, 2.2, 4.3, "#c3c7cd", 0.3)
    yield area("SW1", -6.2, -1.9, -2.2, 0.1, "#191b20", 0.2)
    yield disc("C44", 0, 0, 5, "#27364f")
    yield disc("C44", 0, 0, 3.9, "#c3c7cd")
    yield area("C44", 3.6, -2.6, 4.8, 2.6, "#dfe3e8", 0.4)


def cells():
    """Two 18650 cells in their holder, seen from behind, with the lead to J1."""
    yield rect(23.5, 52, 100.5, 93, "#1a1c21", 1.5)
    for y in (62.2, 82.8):
        yield rect(29.5, y - 9.2, 94.5, y + 9.2, "#2f8f6b", 2)
        yield rect(29.5, y - 9.2, 94.5, y - 4, "#49ad88", 2, 'opacity=".5"')
    yield rect(93.2, 58.5, 96.2, 66, "#c9ccd2", 0.6)
    yield rect(27.8, 79, 30.8, 86.5, "#c9ccd2", 0.6)
    for x, bend, colour in ((102.5, 107.5, "#d2362c"), (100, 105.5, "#e8e5da"), (97.5, 103.5, "#15171b")):
        yield (f'<path fill="none" stroke="{colour}" stroke-width="1.3" stroke-linecap="round" '
               f'd="M{x} 114.6V110C{x} 104 {bend} 104 {bend} 98V90C{bend} 84 {bend} 78 100.5 {80 - (bend - 103.5):.1f}"/>')


def back():
    for group in (chip_module, sensor_module, regulator_module, battery_module, connectors, cells):
        yield from group()
