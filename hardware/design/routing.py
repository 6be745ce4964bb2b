"""The copper between the pads, laid by hand in the order the current flows, and the stitching vias.

F is the front, B the back. All LED wiring is on the front; the back carries the few long lines, so that its
ground plane stays whole. A test follows the tracks from pad to pad, and KiCad's design rule check watches over the distances.
"""
import math
from dataclasses import dataclass

from . import table
from .placement import (ANTENNA, HEIGHT, PITCH, PLACES, TOUCH_MENU, TOUCH_STRIP, WIDTH, cell,
                        pad_position, pads)

SIGNAL, TOUCH, SUPPLY, RAIL, BUS = 0.3, 0.25, 0.6, 1.2, 3.4
VIA, VIA_DRILL = 0.7, 0.35


@dataclass(frozen=True)
class Track:
    net: str
    layer: str  # "F" or "B"
    width: float
    start: tuple
    end: tuple


@dataclass(frozen=True)
class Via:
    net: str
    x: float
    y: float


class Copper:
    def __init__(self):
        self.tracks, self.vias = [], []

    def path(self, net, layer, width, *points):
        for start, end in zip(points, points[1:]):
            if start != end:
                self.tracks.append(Track(net, layer, width, start, end))

    def via(self, net, x, y):
        self.vias.append(Via(net, round(x, 6), round(y, 6)))


def chain(copper):
    """LED to LED along a row, and around its end into the next one."""
    for index in range(table.LEDS - 1):
        net = table.chain_net(index + 1)
        ax, ay = pad_position(f"D{index + 1}", "2")
        bx, by = pad_position(f"D{index + 2}", "4")
        if table.led_cell(index)[0] == table.led_cell(index + 1)[0]:
            rise = abs(by - ay)
            way = 1 if bx > ax else -1
            bend = (abs(bx - ax) - rise) / 2
            copper.path(net, "F", SIGNAL, (ax, ay), (ax + way * bend, ay), (bx - way * bend, by), (bx, by))
        else:
            outside = ax + (1.8 if ax > WIDTH / 2 else -2.4)
            cut = 0.8 if outside > ax else -0.8
            copper.path(net, "F", SIGNAL, (ax, ay), (outside - cut, ay), (outside, ay + 0.8),
                        (outside, by - 0.8), (outside - cut, by), (bx, by))


def led_supply(copper):
    """A rail along each row, on the side of the VDD pads, and two vias to ground at every LED."""
    bus = BUS_X
    for row in range(table.ROWS):
        first, last = cell(row, 0), cell(row, table.COLUMNS - 1)
        side = 1 if row % 2 else -1  # below a turned row, above the others
        y = first[1] + side * 5.5
        copper.path("+5V", "F", RAIL, (bus, y), (last[0] + side * 2.45, y))
    for index in range(table.LEDS):
        led = PLACES[f"D{index + 1}"]
        vdd = pad_position(f"D{index + 1}", "1")
        copper.path("+5V", "F", SUPPLY, vdd, led.board(-2.45, -3.9), led.board(-2.45, -5.5))
        ground = led.board(4.05, 1.65)
        copper.path("GND", "F", SUPPLY, pad_position(f"D{index + 1}", "3"), ground)
        copper.via("GND", *ground)
        ground = led.board(0.95, -3.9)
        copper.path("GND", "F", SUPPLY, pad_position(f"C{index + 1}", "2"), ground)
        copper.via("GND", *ground)


BUS_X = 6.0
BUS_Y = 112.0


def five_volts(copper):
    """From the regulator past the bulk capacitor into the left margin and up to the rails."""
    out, bulk = pad_position("U4", "OUT+"), pad_position("C44", "1")
    top = cell(table.ROWS - 1, 0)[1] + 5.5
    copper.path("+5V", "F", BUS, out, (out[0], out[1] - 4), (bulk[0], bulk[1] + 3), bulk,
                (bulk[0], BUS_Y + 2), (bulk[0] - 2, BUS_Y), (BUS_X + 2, BUS_Y), (BUS_X, BUS_Y - 2), (BUS_X, top))
    # the level shifter's supply
    x, y = 11.2, pad_position("C43", "1")[1]
    copper.via("+5V", x, top)
    copper.path("+5V", "B", SUPPLY, (x, top), (x, y))
    copper.via("+5V", x, y)
    plus, supply = pad_position("C43", "1"), pad_position("U1", "5")
    copper.path("+5V", "F", SUPPLY, (x, y), plus)
    copper.path("+5V", "F", 0.5, plus, (plus[0], supply[1] - 1), (plus[0] - 1, supply[1]), supply)
    # the D1 mini, behind its diode
    anode, cathode, chip = pad_position("D43", "2"), pad_position("D43", "1"), pad_position("U2", "5V")
    copper.path("+5V", "F", 2.0, (BUS_X, BUS_Y - 2), anode)
    copper.path("/5V_CHIP", "F", 1.0, cathode, (cathode[0], chip[1] - 2), (cathode[0] + 2, chip[1]), chip)


def data(copper):
    """From D3 up the left margin on the back to the level shifter, and through R1 into the first LED."""
    pin, shifter = pad_position("U2", "D3"), pad_position("U1", "2")
    x, below, left = 9.2, 34.2, 2.4
    copper.path("/DATA_3V3", "B", SIGNAL, pin, (x + 1, pin[1]), (x, pin[1] - 1), (x, below + 1), (x - 1, below),
                (left + 1, below), (left, below - 1), (left, shifter[1]))
    copper.via("/DATA_3V3", left, shifter[1])
    copper.path("/DATA_3V3", "F", SIGNAL, (left, shifter[1]), shifter)
    output, entry, leaving = pad_position("U1", "4"), pad_position("R1", "1"), pad_position("R1", "2")
    copper.path("/DATA_5V", "F", SIGNAL, output, (entry[0] - 0.3, output[1]), entry)
    first = pad_position("D1", "4")
    drop = first[1] - leaving[1]
    copper.path(table.chain_net(0), "F", SIGNAL, leaving, (first[0] - 1 - drop, leaving[1]), (first[0] - 1, first[1]), first)


def touch(copper):
    """Fans out from the sensor's upper socket. A line further out runs lower, so that none cross."""
    levels = {"TP2": 17.1, "TP3": 16.5, "TP4": 15.9, "TP5": 16.5, "TP6": 17.1, "TP7": 17.7}
    for ref, level in levels.items():
        net = table.touch_net(ref)
        x, y = pad_position("U3", f"E{table.ELECTRODES[ref]}")
        px, py = pad_position(ref, "1")
        cut = 0.6 if px > x else -0.6
        copper.path(net, "F", TOUCH, (x, y), (x, level + 0.6), (x + cut, level), (px - cut, level),
                    (px, level - 0.6), (px, py))
    x, y = pad_position("U3", "E9")
    px, py = pad_position("TP1", "1")
    copper.path(table.touch_net("TP1"), "F", TOUCH, (x, y), (x, 21.4), (x - 0.8, 22.2), (px + 0.8, 22.2),
                (px, 21.4), (px, py))
    x, y = pad_position("U3", "E7")
    px, py = pad_position("TP8", "1")
    copper.path(table.touch_net("TP8"), "F", TOUCH, (x, y), (x, 18.9), (x + 0.6, 18.3), (px - 0.8, 18.3),
                (px, 19.1), (px, py))


def sensor(copper):
    """SDA, SCL, IRQ and 3.3 V down the back between the fourth and the fifth column to the D1 mini."""
    lanes = {"SDA": (68.4, 40.25, 108.6), "SCL": (69.2, 39.7, 109.4), "IRQ": (70.0, 39.15, 110.2),
             "3V3": (71.0, 38.55, 111.2)}
    near = {"SDA": 36.7, "SCL": 37.3, "IRQ": 37.9, "3V3": 38.7}
    nets = {"SDA": "/SDA", "SCL": "/SCL", "IRQ": "/IRQ", "3V3": "+3V3"}
    chip = {"SDA": "D2", "SCL": "D1", "IRQ": "D5", "3V3": "3V3"}
    for name, (lane, upper, lower) in lanes.items():
        net, width = nets[name], 0.5 if name == "3V3" else SIGNAL
        x, y = pad_position("U3", name)
        start = [(x, y), (x, upper - 0.5), (x + 0.5, upper), (lane - 0.5, upper), (lane, upper + 0.5),
                 (lane, lower - 0.5), (lane - 0.5, lower), (near[name] + 0.5, lower), (near[name], lower + 0.5)]
        ex, ey = pad_position("U2", chip[name])
        if name == "SDA":  # around the outer row of pins: SCL lies in between
            gap = ey - 2.5 * 2.54
            end = [(near[name], gap - 0.5), (near[name] - 0.5, gap), (ex - 0.9, gap), (ex - 1.5, gap + 0.6),
                   (ex - 1.5, ey - 0.6), (ex - 0.9, ey), (ex, ey)]
        elif name == "SCL":
            gap = ey - 1.27
            end = [(near[name], gap - 0.5), (near[name] - 0.5, gap), (ex + 1.27, gap), (ex, ey)]
        else:
            end = [(near[name], ey - 0.5), (near[name] - 0.5, ey), (ex, ey)]
        copper.path(net, "B", width, *start, *end)
    for ref, name in (("R2", "SDA"), ("R3", "SCL"), ("R4", "IRQ")):
        x, y = pad_position(ref, "2")
        copper.via(nets[name], x, lanes[name][2])
        copper.path(nets[name], "F", SIGNAL, (x, lanes[name][2]), (x, y))
    x, y = pad_position("R2", "1")
    tap = 61.5
    copper.path("+3V3", "F", SUPPLY, (x, y), (tap - 1, y), (tap, y - 1), (tap, lanes["3V3"][2]))
    copper.via("+3V3", tap, lanes["3V3"][2])


def power(copper):
    """Cells to the protection module, from there over fuse and switch to the regulator."""
    def link(net, layer, width, level):
        x, y = pad_position("U5", net[1:])
        pin = {"/B-": "3", "/BM": "2", "/B+": "1"}[net]
        jx, jy = pad_position("J1", pin)
        copper.path(net, layer, width, (x, y), (x, level + 1), (x + 1, level), (jx - 1, level), (jx, level - 1), (jx, jy))

    link("/B-", "F", 2.0, 118.2)
    link("/BM", "F", 0.8, 120.4)
    link("/B+", "B", 2.0, 120.4)
    pack, fuse, plug = pad_position("U5", "P+"), pad_position("F1", "1"), pad_position("J2", "1")
    copper.path("/PACK", "F", 1.4, pack, (pack[0], fuse[1] - 0.9), (pack[0] + 0.9, fuse[1]), fuse)
    copper.path("/PACK", "B", 1.4, pack, (pack[0], fuse[1] - 0.9), (pack[0] + 0.9, fuse[1]), (plug[0] - 6, fuse[1]),
                (plug[0], fuse[1] + 6), plug)
    fused, source, up = pad_position("F1", "2"), pad_position("Q1", "2"), pad_position("R5", "1")
    copper.path("/FUSED", "F", 1.4, fused, (source[0], fused[1] + source[0] - fused[0]), (source[0], source[1] - 0.8))
    copper.path("/FUSED", "F", 0.6, (source[0], source[1] - 0.8), source, up)
    drain, regulator = pad_position("Q1", "3"), pad_position("U4", "IN+")
    copper.path("/VIN", "F", 0.6, drain, (drain[0] - 0.4, drain[1]))
    copper.path("/VIN", "F", 1.4, (drain[0] - 0.6, drain[1]), (regulator[0] + 1.5, drain[1]), regulator)
    gate, down, switch = pad_position("Q1", "1"), pad_position("R5", "2"), pad_position("SW1", "2")
    copper.path("/GATE", "F", SIGNAL, gate, (gate[0] + 0.8, gate[1]), down)
    copper.path("/GATE", "F", SIGNAL, down, (down[0] + 8, down[1]), (down[0] + 8 + down[1] - switch[1], switch[1]),
                switch)


def distance_to_track(x, y, track):
    (ax, ay), (bx, by) = track.start, track.end
    length = (bx - ax) ** 2 + (by - ay) ** 2
    along = 0 if length == 0 else max(0, min(1, ((x - ax) * (bx - ax) + (y - ay) * (by - ay)) / length))
    return math.hypot(x - ax - along * (bx - ax), y - ay - along * (by - ay)) - track.width / 2


def inside(x, y, area, margin):
    x1, y1, x2, y2 = area
    return x1 - margin < x < x2 + margin and y1 - margin < y < y2 + margin


def room_for_via(copper, x, y, obstacles):
    radius = VIA / 2
    if not (1 + radius < x < WIDTH - 1 - radius and 1 + radius < y < HEIGHT - 1 - radius):
        return False
    if any(inside(x, y, area, radius + 0.3) for area in (ANTENNA, TOUCH_STRIP, TOUCH_MENU)):
        return False
    for margin, (cx, cy), (width, height) in obstacles:
        dx, dy = max(abs(x - cx) - width / 2, 0), max(abs(y - cy) - height / 2, 0)
        if math.hypot(dx, dy) < radius + margin:
            return False
    if any(math.hypot(x - via.x, y - via.y) < VIA + 0.4 for via in copper.vias):
        return False
    return all(distance_to_track(x, y, track) > radius + 0.35 for track in copper.tracks)


def stitching(copper):
    """Ground vias on a grid of half the LED pitch, every other row shifted, wherever both sides have room."""
    obstacles = [(0.35 if pad.plated else 1.8, centre, size) for _, pad, _, centre, size in pads()]
    step = PITCH / 2
    for row in range(int(HEIGHT / step) + 1):
        for column in range(int(2 * WIDTH / step) + 1):
            x, y = 2.0 + column * step / 2, 22.5 + (row - 3) * step
            if (row + column) % 2 == 0 and room_for_via(copper, x, y, obstacles):
                copper.via("GND", x, y)
    for x in (24.5, 32.0, 39.5):  # the plane between the lines of columns 1 and 2 is an island without them
        copper.via("GND", x, 19.7)


def route():
    copper = Copper()
    for part in (chain, led_supply, five_volts, data, touch, sensor, power, stitching):
        part(copper)
    return copper
