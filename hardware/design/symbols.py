"""The symbols of the schematic, in KiCad's library coordinates: millimetres, y upwards.

A pin stands at its outer end, where wires meet it; `angle` is the direction from there to the body.
"""
from dataclasses import dataclass


@dataclass(frozen=True)
class Pin:
    number: str
    name: str
    x: float
    y: float
    angle: int
    length: float = 2.54
    kind: str = "passive"


@dataclass(frozen=True)
class Symbol:
    name: str
    pins: list
    body: list  # ("rect", x1, y1, x2, y2), ("line", points), ("fill", points), ("circle", x, y, r)
    ref_at: tuple = (0, 0)
    value_at: tuple = (0, 0)
    justify: str = None
    names: bool = True  # the pins show their names
    numbers: bool = True
    power: bool = False


def boxed(name, left, right, width, kinds=None, numbers=False):
    """A rectangle with pins on both sides, from the top down; None leaves a gap."""
    kinds = kinds or {}
    rows = max(len(left), len(right))
    top = round((rows - 1) / 2) * 2.54
    half = width / 2
    pins = []
    for column, x, angle in ((left, -half - 2.54, 0), (right, half + 2.54, 180)):
        for row, entry in enumerate(column):
            if entry:
                number, label = entry if isinstance(entry, tuple) else (entry, entry)
                pins.append(Pin(number, label, x, top - 2.54 * row, angle, kind=kinds.get(number, "passive")))
    bottom = top - 2.54 * (rows - 1)
    return Symbol(name, pins, [("rect", -half, top + 2.54, half, bottom - 2.54)], (0, top + 4.4), (0, bottom - 4.4),
                  numbers=numbers)


def upright(name, body, ref_x=2.2, names=("1", "2"), kind="passive"):
    """Two pins, number 1 above."""
    return Symbol(name, [Pin("1", names[0], 0, 3.81, 270, 3.81 - 2.2 if name in ("R", "FUSE") else 2.54, kind),
                         Pin("2", names[1], 0, -3.81, 90, 3.81 - 2.2 if name in ("R", "FUSE") else 2.54, kind)],
                  body, (ref_x, 1.27), (ref_x, -1.27), "left", names=False, numbers=False)


def supply(name, body, up):
    return Symbol(name, [Pin("1", name, 0, 0, 90 if up else 270, 0, "power_in")], body, (0, 0),
                  (0, 3.9 if up else -3.6), names=False, numbers=False, power=True)


ARROW_UP = [("line", [(0, 0), (0, 2.54)]), ("line", [(-1.0, 1.4), (0, 2.54), (1.0, 1.4)])]
GROUND = [("line", [(0, 0), (0, -1.27)]), ("line", [(-1.5, -1.27), (1.5, -1.27)]),
          ("line", [(-0.9, -1.8), (0.9, -1.8)]), ("line", [(-0.35, -2.3), (0.35, -2.3)])]

SYMBOLS = {symbol.name: symbol for symbol in [
    Symbol("WS2812B", [Pin("1", "VDD", 0, 7.62, 270, kind="power_in"), Pin("2", "DOUT", 7.62, 0, 180, kind="output"),
                       Pin("3", "GND", 0, -7.62, 90, kind="power_in"), Pin("4", "DIN", -7.62, 0, 0, kind="input")],
           [("rect", -5.08, 5.08, 5.08, -5.08)], (3.2, 6.4), (3.9, -6.4), numbers=False),
    upright("R", [("rect", -1.0, 2.2, 1.0, -2.2)]),
    upright("FUSE", [("rect", -1.0, 2.2, 1.0, -2.2), ("line", [(0, 2.2), (0, -2.2)])]),
    upright("C", [("line", [(0, 1.27), (0, 0.6)]), ("line", [(-1.7, 0.6), (1.7, 0.6)]),
                  ("line", [(-1.7, -0.6), (1.7, -0.6)]), ("line", [(0, -0.6), (0, -1.27)])]),
    upright("CP", [("line", [(0, 1.27), (0, 0.6)]), ("rect", -1.7, 0.9, 1.7, 0.4),
                   ("fill", [(-1.7, -0.4), (1.7, -0.4), (1.7, -0.9), (-1.7, -0.9)]),
                   ("line", [(0, -0.6), (0, -1.27)]), ("line", [(-1.9, 1.7), (-1.1, 1.7)]),
                   ("line", [(-1.5, 2.1), (-1.5, 1.3)])]),
    upright("SCHOTTKY", [("line", [(-1.27, 0.9), (-1.27, 1.27), (1.27, 1.27), (1.27, 1.64)]),
                         ("fill", [(-1.27, -1.27), (1.27, -1.27), (0, 1.27)])], names=("K", "A")),
    boxed("BUFFER", [("2", "A"), ("1", "~{OE}")], [("4", "Y"), ("5", "VCC"), ("3", "GND")], 12.7,
          {"2": "input", "1": "input", "4": "output", "5": "power_in", "3": "power_in"}, numbers=True),
    boxed("D1_MINI", ["RST", "A0", "D0", "D5", "D6", "D7", "D8", "3V3"],
          ["TX", "RX", "D1", "D2", "D3", "D4", "G", "5V"], 20.32, {"3V3": "power_out", "G": "power_in"}),
    boxed("MPR121", ["3V3", "IRQ", "SCL", "SDA", "ADD", "GND"], [f"E{k}" for k in range(12)], 17.78,
          {"3V3": "power_in", "GND": "power_in"}),
    Symbol("TOUCH", [Pin("1", "pad", -5.08, 0, 0)], [("rect", -2.54, 1.2, 0, -1.2)], (1.0, 0), (6.0, 0), "left",
           names=False, numbers=False),
    boxed("BATTERY", [], [("1", "+"), ("2", "middle"), ("3", "-")], 12.7, numbers=True),
    boxed("HX_2S_01", ["B+", "BM", "B-"], ["P+", None, "P-"], 15.24, {"P-": "power_out"}),
    boxed("JACK", [], [("1", "centre +"), ("2", "sleeve"), ("3", "sleeve")], 15.24, numbers=True),
    Symbol("PMOS", [Pin("1", "G", -5.08, 0, 0), Pin("2", "S", 2.54, 5.08, 270), Pin("3", "D", 2.54, -5.08, 90)],
           [("line", [(-2.54, 0), (-0.9, 0)]), ("line", [(-0.9, 1.9), (-0.9, -1.9)]),
            ("line", [(0, 2.3), (0, 1.1)]), ("line", [(0, 0.6), (0, -0.6)]), ("line", [(0, -1.1), (0, -2.3)]),
            ("line", [(0, 1.7), (2.54, 1.7), (2.54, 2.54)]), ("line", [(0, -1.7), (2.54, -1.7), (2.54, -2.54)]),
            ("line", [(0, 0), (2.54, 0), (2.54, 1.7)]), ("fill", [(2.3, 0), (1.3, 0.5), (1.3, -0.5)])],
           (5.0, 1.27), (5.0, -1.27), "left", names=False, numbers=True),
    Symbol("SWITCH", [Pin("2", "common", -5.08, 0, 0), Pin("1", "on", 5.08, 2.54, 180), Pin("3", "off", 5.08, -2.54, 180)],
           [("circle", -2.2, 0, 0.4), ("circle", 2.2, 2.54, 0.4), ("circle", 2.2, -2.54, 0.4),
            ("line", [(-1.8, 0.2), (1.8, 2.4)])], (0, 5.2), (0, -5.2), names=False, numbers=True),
    boxed("LM2596", ["IN+", None, "IN-"], ["OUT+", None, "OUT-"], 17.78, {"OUT+": "power_out"}),
    Symbol("HOLE", [], [("circle", 0, 0, 1.27)], (2.2, 0.9), (2.2, -0.9), "left"),
    supply("+5V", ARROW_UP, True), supply("+3V3", ARROW_UP, True), supply("GND", GROUND, False),
]}
