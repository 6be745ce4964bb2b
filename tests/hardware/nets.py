#!/usr/bin/env python3
"""Reads the nets back out of the board and the schematic and compares both with the table they were made from.

Needs no KiCad: the two files are read as the nested lists they are. In the schematic a net is what wires,
junctions, labels and supply symbols join; on the board it is what the pads say, and the tracks and vias
have to lead from every pad to every other of the same net (the ground planes are left to KiCad's check).
"""
import math
import os
import sys

HERE = os.path.dirname(os.path.abspath(__file__))
HARDWARE = os.path.join(os.path.dirname(os.path.dirname(HERE)), "hardware")
sys.dont_write_bytecode = True
sys.path.insert(0, HARDWARE)

from design import lists, power, table  # noqa: E402
from design.sexpr import child, children, read  # noqa: E402

failures = []


def expect(truth, words):
    if not truth:
        failures.append(words)
        print("FAILED:", words)


def load(name):
    with open(os.path.join(HARDWARE, name), encoding="utf-8") as file:
        return read(file.read())


class Groups:
    """Things that are joined with each other."""

    def __init__(self):
        self.parent = {}

    def find(self, thing):
        self.parent.setdefault(thing, thing)
        while self.parent[thing] != thing:
            self.parent[thing] = self.parent[self.parent[thing]]
            thing = self.parent[thing]
        return thing

    def join(self, a, b):
        self.parent[self.find(a)] = self.find(b)


def spot(node):
    return round(float(node[1]), 3), round(float(node[2]), 3)


def on_wire(point, wire):
    (x, y), ((ax, ay), (bx, by)) = point, wire
    across = (bx - ax) * (y - ay) - (by - ay) * (x - ax)
    return abs(across) < 1e-6 and min(ax, bx) <= x <= max(ax, bx) and min(ay, by) <= y <= max(ay, by)


def properties(symbol):
    return {entry[1]: entry[2] for entry in children(symbol, "property")}


def pins_of(library_symbol):
    """Pin number to its place in the symbol."""
    return {child(pin, "number")[1]: spot(child(pin, "at"))
            for unit in children(library_symbol, "symbol") for pin in children(unit, "pin")}


def schematic_nets(sheet):
    """Net name to the set of (part, pin), and the pins that carry a cross."""
    library = {symbol[1]: symbol for symbol in children(child(sheet, "lib_symbols"), "symbol")}
    wires = [tuple(spot(point) for point in child(wire, "pts")[1:]) for wire in children(sheet, "wire")]
    groups, names, pins = Groups(), [], []
    for wire in wires:
        groups.join(*wire)
    for dot in children(sheet, "junction"):
        for wire in wires:
            if on_wire(spot(child(dot, "at")), wire):
                groups.join(spot(child(dot, "at")), wire[0])
    for label in children(sheet, "label"):
        place = spot(child(label, "at"))
        touching = [wire for wire in wires if on_wire(place, wire)]
        expect(touching, f"label {label[1]} hangs in the air")
        for wire in touching:
            groups.join(place, wire[0])
        names.append(("/" + label[1], place))
    for symbol in children(sheet, "symbol"):
        kind = library[child(symbol, "lib_id")[1]]
        x, y = spot(child(symbol, "at"))
        side = -1 if child(symbol, "mirror") else 1
        values = properties(symbol)
        for number, (px, py) in pins_of(kind).items():
            place = (round(x + side * px, 3), round(y - py, 3))
            groups.find(place)
            if child(kind, "power"):
                names.append((values["Value"], place))
            else:
                pins.append((values["Reference"], number, place))
    called = {}
    for name, place in names:
        called.setdefault(groups.find(place), set()).add(name)
    for joined in called.values():
        expect(len(joined) == 1, f"one wire has several names: {sorted(joined)}")
    nets, crossed = {}, {spot(child(cross, "at")) for cross in children(sheet, "no_connect")}
    for ref, number, place in pins:
        name = called.get(groups.find(place))
        expect((name is None) == (place in crossed), f"{ref} pin {number}: a net or a cross, not both or neither")
        if name:
            nets.setdefault(min(name), set()).add((ref, number))
    return nets


def footprint_name(footprint):
    return next(text[2] for text in children(footprint, "fp_text") if text[1] == "reference")


def board_pads(board):
    """(part, pad, net or None, layers, x, y, width, height) of every pad, on the board."""
    for footprint in children(board, "footprint"):
        ref, place = footprint_name(footprint), child(footprint, "at")
        turn = math.radians(float(place[3]) if len(place) > 3 else 0)
        for pad in children(footprint, "pad"):
            at, size, net = child(pad, "at"), child(pad, "size"), child(pad, "net")
            dx, dy = float(at[1]), float(at[2])
            x = float(place[1]) + dx * math.cos(turn) + dy * math.sin(turn)
            y = float(place[2]) - dx * math.sin(turn) + dy * math.cos(turn)
            width, height = float(size[1]), float(size[2])
            if len(at) > 3 and float(at[3]) % 180 == 90:
                width, height = height, width
            layers = {"F.Cu", "B.Cu"} if "*.Cu" in child(pad, "layers") else set(child(pad, "layers")[1:]) & {"F.Cu", "B.Cu"}
            yield ref, pad[1], net[2] if net else None, layers, x, y, width, height


def board_nets(board):
    nets = {}
    for ref, pad, net, *_ in board_pads(board):
        if net:
            nets.setdefault(net, set()).add((ref, pad))
    return nets


def compare(what, found, wanted):
    """True when both are the same; says what differs."""
    same = True
    for net in sorted(set(found) | set(wanted)):
        missing, extra = wanted.get(net, set()) - found.get(net, set()), found.get(net, set()) - wanted.get(net, set())
        if missing or extra:
            print(f"{what}: net {net}: missing {sorted(missing)}, too many {sorted(extra)}")
            same = False
    return same


def broken_nets(board):
    """Nets, ground aside, whose pads the tracks do not all join."""
    names = {net[1]: net[2] for net in children(board, "net")}
    groups = Groups()
    pads = [pad for pad in board_pads(board) if pad[2] and pad[2] != "GND"]
    ends = []  # (net, layer, x, y, thing)
    for number, segment in enumerate(children(board, "segment")):
        net, layer = names[child(segment, "net")[1]], child(segment, "layer")[1]
        for end in ("start", "end"):
            ends.append((net, layer, *spot(child(segment, end)), ("track", number)))
    for number, via in enumerate(children(board, "via")):
        for layer in ("F.Cu", "B.Cu"):
            ends.append((names[child(via, "net")[1]], layer, *spot(child(via, "at")), ("via", number)))
    tracks = {}
    for number, segment in enumerate(children(board, "segment")):
        key = names[child(segment, "net")[1]], child(segment, "layer")[1]
        tracks.setdefault(key, []).append((number, spot(child(segment, "start")), spot(child(segment, "end")),
                                           float(child(segment, "width")[1])))
    # a pad may also sit in the middle of a track
    ends += [(net, layer, x, y, ("pad", ref, pad)) for ref, pad, net, layers, x, y, _, _ in pads for layer in layers]
    for net, layer, x, y, thing in ends:
        for number, (ax, ay), (bx, by), width in tracks.get((net, layer), []):
            length = (bx - ax) ** 2 + (by - ay) ** 2
            along = max(0, min(1, ((x - ax) * (bx - ax) + (y - ay) * (by - ay)) / length)) if length else 0
            if math.hypot(x - ax - along * (bx - ax), y - ay - along * (by - ay)) <= width / 2:
                groups.join(thing, ("track", number))
        for ref, pad, pad_net, layers, px, py, width, height in pads:
            if pad_net == net and layer in layers and abs(x - px) <= width / 2 and abs(y - py) <= height / 2:
                groups.join(thing, ("pad", ref, pad))
    joined = {}
    for ref, pad, net, *_ in pads:
        joined.setdefault(net, set()).add(groups.find(("pad", ref, pad)))
    return sorted(net for net, parts in joined.items() if len(parts) > 1)


def check_parts(board, sheet):
    on_board = {footprint_name(f): f[1] for f in children(board, "footprint")}
    on_sheet = {}
    for symbol in children(sheet, "symbol"):
        values = properties(symbol)
        if not values["Reference"].startswith("#"):
            on_sheet[values["Reference"]] = (values["Value"], values["Footprint"])
    for part in table.PARTS:
        wanted = "automaton:" + part.package
        expect(on_board.get(part.ref) == wanted, f"{part.ref} on the board is {on_board.get(part.ref)}")
        expect(on_sheet.get(part.ref) == (part.value, wanted), f"{part.ref} on the sheet is {on_sheet.get(part.ref)}")
    expect(len(on_board) == len(table.PARTS) == len(on_sheet), "as many parts on board, sheet and table")


# As the firmware counts: the LED of each cell, from the top row down (games/connect4: rows 0, 2, 4 run backwards).
CHAIN = [list(range(0, 7)), list(range(13, 6, -1)), list(range(14, 21)), list(range(27, 20, -1)),
         list(range(28, 35)), list(range(41, 34, -1))]
PADS = {"E9": "TP1", "E1": "TP2", "E2": "TP3", "E3": "TP4", "E4": "TP5", "E5": "TP6", "E6": "TP7", "E7": "TP8"}


def check_machine(board):
    """The board is the machine that the firmware expects: order of the LEDs, electrodes, pins of the chip."""
    leds = {}
    for footprint in children(board, "footprint"):
        if footprint[1] == "automaton:LED_5050":
            x, y = spot(child(footprint, "at"))
            leds.setdefault(y, []).append((x, int(footprint_name(footprint)[1:]) - 1))
    rows = [[index for _, index in sorted(row)] for _, row in sorted(leds.items())]
    expect(rows == CHAIN, f"LEDs lie in the order {rows}")
    nets = board_nets(board)
    net_of = {pin: net for net, pins in nets.items() for pin in pins}
    for index in range(41):
        expect(net_of[(f"D{index + 1}", "2")] == net_of[(f"D{index + 2}", "4")], f"LED {index} feeds LED {index + 1}")
    for electrode, pad in PADS.items():
        expect(net_of[("U3", electrode)] == net_of[(pad, "1")], f"{electrode} is {pad}")
    for chip, other in ((("U2", "D3"), ("U1", "2")), (("U2", "D1"), ("U3", "SCL")), (("U2", "D2"), ("U3", "SDA")),
                        (("U1", "4"), ("R1", "1")), (("R1", "2"), ("D1", "4"))):
        expect(net_of[chip] == net_of[other], f"{chip} meets {other}")
    expect(net_of[("U3", "ADD")] == "GND", "the sensor's address is 0x5A")
    expect(net_of[("J1", "3")] != "GND", "the cells are behind the protection module")


def check_documentation():
    with open(os.path.join(os.path.dirname(HARDWARE), "docs", "automaton-board.md"), encoding="utf-8") as file:
        words = file.read()
    expect("\n".join(lists.parts_table()) in words, "the parts list in docs/automaton-board.md is lists.parts_table()")
    expect("\n".join(power.table()) in words, "the power budget in docs/automaton-board.md is power.table()")


def check_itself(board, sheet):
    """A swapped net, a lost track and a moved wire have to be noticed."""
    pad = next(pad for footprint in children(board, "footprint") for pad in children(footprint, "pad")
               if child(pad, "net") and child(pad, "net")[2] == "/SDA")
    net = child(pad, "net")
    net[2] = "/SCL"
    expect(not compare("(meant to differ) board", board_nets(board), table.nets()), "a swapped net is noticed")
    net[2] = "/SDA"
    names = {entry[2]: entry[1] for entry in children(board, "net")}
    lost = next(s for s in children(board, "segment") if child(s, "net")[1] == names["/DATA05"])
    kept = [node for node in board if node is not lost]
    expect("/DATA05" in broken_nets(kept), "a lost track is noticed")
    label = next(label for label in children(sheet, "label") if label[1] == "DATA05")
    label[1] = "DATA06"
    count = len(failures)
    same = compare("(meant to differ) sheet", schematic_nets(sheet), table.nets())
    label[1] = "DATA05"
    del failures[count:]
    expect(not same, "a wrong label is noticed")


def main():
    board, sheet = load("automaton.kicad_pcb"), load("automaton.kicad_sch")
    wanted = table.nets()
    expect(compare("board", board_nets(board), wanted), "the board's nets are the table's")
    expect(compare("schematic", schematic_nets(sheet), wanted), "the schematic's nets are the table's")
    broken = broken_nets(board)
    expect(not broken, f"not joined by tracks: {broken}")
    check_parts(board, sheet)
    check_machine(board)
    check_documentation()
    check_itself(board, sheet)
    print(f"{len(wanted)} nets, {sum(map(len, wanted.values()))} pins, {len(table.PARTS)} parts: "
          f"{'as in the table' if not failures else f'{len(failures)} failures'}")
    return 1 if failures else 0


sys.exit(main())
