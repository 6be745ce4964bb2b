"""The schematic, drawn from the table.

`Sheet` collects symbols, wires and labels; schematic_kicad.py and schematic_svg.py put them on paper.
What is joined by a wire, a label or a supply symbol is looked up in the table, so that the drawing cannot
say something else; a test reads the nets back out of the written file all the same.
"""
from dataclasses import dataclass

from . import table
from .board import LIBRARY
from .symbols import SYMBOLS

SUPPLIES = ("+5V", "+3V3", "GND")
PAPER = (420.0, 297.0)  # A3


@dataclass(frozen=True)
class Drawn:
    symbol: str
    ref: str
    value: str
    x: float
    y: float
    mirrored: bool = False
    footprint: str = ""

    def spot(self, x, y):
        return round(self.x + (-x if self.mirrored else x), 4), round(self.y - y, 4)


class Sheet:
    def __init__(self):
        self.symbols, self.wires, self.labels, self.dots, self.open_pins, self.notes, self.frames = (
            [] for _ in range(7)
        )

    def part(self, ref, x, y, mirrored=False):
        part = table.BY_REF[ref]
        drawn = Drawn(part.symbol, ref, part.value, x, y, mirrored, f"{LIBRARY}:{part.package}")
        self.symbols.append(drawn)
        return drawn

    def supply(self, net, x, y):
        number = sum(1 for drawn in self.symbols if drawn.ref.startswith("#PWR")) + 1
        self.symbols.append(Drawn(net, f"#PWR{number:03d}", net, x, y))

    def wire(self, *points):
        self.wires.extend((a, b) for a, b in zip(points, points[1:]) if a != b)

    def label(self, net, x, y, angle=0):
        self.labels.append((net[1:], x, y, angle))

    def end(self, net, x, y, angle):
        """Names the net at the end of a wire that leaves in the direction `angle`."""
        if net in SUPPLIES:
            self.supply(net, x, y)
        else:
            self.label(net, x, y, angle)

    def pin(self, drawn, number):
        pin = next(pin for pin in SYMBOLS[drawn.symbol].pins if pin.number == number)
        return drawn.spot(pin.x, pin.y), pin

    def stubs(self, drawn, skip=(), length=5.08):
        """A short wire with a name at every pin that has a net, a cross at every other."""
        part = table.BY_REF[drawn.ref]
        for pin in SYMBOLS[drawn.symbol].pins:
            if pin.number in skip:
                continue
            x, y = drawn.spot(pin.x, pin.y)
            net = part.nets.get(pin.number)
            if not net:
                self.open_pins.append((x, y))
                continue
            away = {0: (-1, 0, 180), 180: (1, 0, 0), 90: (0, 1, 270), 270: (0, -1, 90)}[pin.angle]
            reach = 0 if net in SUPPLIES and away[1] else length
            if net in SUPPLIES and away[0]:
                reach = self.supply_reach(drawn, pin, net, length)
            end = (round(x + away[0] * reach, 4), round(y + away[1] * reach, 4))
            if net in SUPPLIES and (net != "GND") == (away[1] > 0) and away[1]:  # it would stand on the part
                corner = (x, round(y + away[1] * 2.54, 4))
                end = (round(x - 6.35, 4), corner[1])
                self.wire((x, y), corner)
                self.wire(corner, end)
            self.wire(*([(x, y), end] if end[0] == x or end[1] == y else []))
            self.end(net, *end, away[2])

    def supply_reach(self, drawn, pin, net, length):
        """How far from a side pin a supply symbol stands: it hangs down or stands up across its neighbours' rows."""
        nets = table.BY_REF[drawn.ref].nets
        side = [
            other for other in SYMBOLS[drawn.symbol].pins if other.angle == pin.angle and other.number in nets
        ]
        beyond = [
            nets[other.number] for other in side if (other.y < pin.y) == (net == "GND") and other.y != pin.y
        ]
        if any(name not in SUPPLIES for name in beyond):
            return length + 12.7
        return length + 7.62 * len(beyond)

    def frame(self, title, x1, y1, x2, y2):
        self.frames.append((x1, y1, x2, y2))
        self.notes.append((title, x1 + 2, y1 + 3.6, 2.2))


def led_block(sheet):
    left, top, across, down = 38.1, 50.8, 25.4, 30.48
    drawn = []
    for index in range(table.LEDS):
        row, column = table.led_cell(index)
        line = table.ROWS - 1 - row
        x, y = round(left + across * column, 4), round(top + down * line, 4)
        led = sheet.part(f"D{index + 1}", x, y, mirrored=row % 2 == 0)
        drawn.append(led)
        sheet.wire((x, y - 7.62), (x, y - 15.24))
        sheet.supply("GND", x, y + 7.62)
        sheet.part(f"C{index + 1}", round(x + 12.7, 4), round(y - 15.24 + 3.81, 4))
        sheet.supply("GND", round(x + 12.7, 4), round(y - 15.24 + 7.62, 4))
        start = x - 5.08 if column == 0 else x - across + 12.7
        sheet.wire(
            (round(start, 4), round(y - 15.24, 4)),
            (x, round(y - 15.24, 4)),
            (round(x + 12.7, 4), round(y - 15.24, 4)),
        )
        sheet.dots.append((x, round(y - 15.24, 4)))
        if column == 0:
            sheet.supply("+5V", round(start, 4), round(y - 15.24, 4))
        else:
            sheet.dots.append((round(start, 4), round(y - 15.24, 4)))
    for index in range(table.LEDS - 1):
        (a, _), (b, _) = sheet.pin(drawn[index], "2"), sheet.pin(drawn[index + 1], "4")
        net = table.chain_net(index + 1)
        if a[1] == b[1]:
            sheet.wire(a, b)
            sheet.label(net, min(a[0], b[0]), a[1])
        else:
            x = round(a[0] + 12.7, 4) if a[0] > left + across else round(a[0] - 2.54, 4)
            sheet.wire(a, (x, a[1]), (x, b[1]), b)
            sheet.label(net, x, round(a[1] + 15.24, 4), 90)
    (x, y), _ = sheet.pin(drawn[0], "4")
    sheet.wire((x, y), (round(x - 7.62, 4), y))
    sheet.label(table.chain_net(0), round(x - 7.62, 4), y)
    sheet.open_pins.append(sheet.pin(drawn[-1], "2")[0])
    sheet.frame("42 LEDs in the order of the board: the chain starts at the upper left", 12, 22, 236, 219)


def logic_block(sheet):
    sheet.frame("Data line: 3.3 V to 5 V", 240, 22, 322, 76)
    for ref, x, y in (("U1", 261.62, 48.26), ("R1", 297.18, 50.8), ("C43", 312.42, 50.8)):
        sheet.stubs(sheet.part(ref, x, y))
    sheet.frame("D1 mini, supplied through a diode", 326, 22, 408, 76)
    sheet.stubs(sheet.part("U2", 360.68, 48.26))
    sheet.stubs(sheet.part("D43", 397.51, 48.26))
    sheet.frame("Touch: column 1 is electrode 9, columns 2 to 7 are 1 to 6, the menu is 7", 240, 80, 408, 146)
    sheet.stubs(sheet.part("U3", 274.32, 114.3))
    for index in range(8):
        column, row = divmod(index, 4)
        sheet.stubs(
            sheet.part(f"TP{index + 1}", round(322.58 + 43.18 * column, 4), round(93.98 + 5.08 * row, 4))
        )
    for index, ref in enumerate(("R2", "R3", "R4")):
        sheet.stubs(sheet.part(ref, round(322.58 + 25.4 * index, 4), 129.54))


def power_block(sheet):
    sheet.frame("Power: two cells, protection, fuse, switch, 5 V", 240, 150, 408, 237)
    spots = {
        "J1": (256.54, 167.64),
        "U5": (304.8, 167.64),
        "J2": (365.76, 167.64),
        "F1": (256.54, 195.58),
        "Q1": (294.64, 195.58),
        "R5": (332.74, 195.58),
        "SW1": (370.84, 195.58),
        "U4": (284.48, 222.25),
        "C44": (345.44, 222.25),
    }
    for ref, (x, y) in spots.items():
        sheet.stubs(sheet.part(ref, x, y))
    sheet.frame("Mounting", 12, 223, 236, 237)
    for index in range(4):
        sheet.part(f"H{index + 1}", round(40.64 + 50.8 * index, 4), 231.14)


def draw():
    sheet = Sheet()
    led_block(sheet)
    logic_block(sheet)
    power_block(sheet)
    missing = {part.ref for part in table.PARTS} - {drawn.ref for drawn in sheet.symbols}
    if missing:
        raise ValueError(f"not drawn: {sorted(missing)}")
    return sheet
