"""The schematic, drawn from the table: a KiCad sheet and the same sheet as SVG.

`Sheet` collects symbols, wires and labels; two writers put them on paper. What is joined by a wire, a label or a
supply symbol is looked up in the table, so that the drawing cannot say something else; a test reads the nets back
out of the written file all the same.
"""
from dataclasses import dataclass

from . import table
from .board import LIBRARY
from .sexpr import Word, identity, item, write
from .symbols import SYMBOLS

SUPPLIES = ("+5V", "+3V3", "GND")
PAPER = (420.0, 297.0)


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
        self.symbols, self.wires, self.labels, self.dots, self.open_pins, self.notes, self.frames = ([] for _ in range(7))

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
        side = [other for other in SYMBOLS[drawn.symbol].pins if other.angle == pin.angle and other.number in nets]
        beyond = [nets[other.number] for other in side if (other.y < pin.y) == (net == "GND") and other.y != pin.y]
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
        sheet.wire((round(start, 4), round(y - 15.24, 4)), (x, round(y - 15.24, 4)), (round(x + 12.7, 4), round(y - 15.24, 4)))
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
    sheet.frame("Data: 3.3 V to 5 V, series resistor at the entry of the chain", 240, 22, 322, 76)
    for ref, x, y in (("U1", 261.62, 48.26), ("R1", 297.18, 50.8), ("C43", 312.42, 50.8)):
        sheet.stubs(sheet.part(ref, x, y))
    sheet.frame("D1 mini; the diode keeps 5 V away from its USB socket", 326, 22, 408, 76)
    sheet.stubs(sheet.part("U2", 360.68, 48.26))
    sheet.stubs(sheet.part("D43", 397.51, 48.26))
    sheet.frame("Touch: column 1 is electrode 9, columns 2 to 7 are 1 to 6, the menu is 7", 240, 80, 408, 146)
    sheet.stubs(sheet.part("U3", 274.32, 114.3))
    for index in range(8):
        column, row = divmod(index, 4)
        sheet.stubs(sheet.part(f"TP{index + 1}", round(322.58 + 43.18 * column, 4), round(93.98 + 5.08 * row, 4)))
    for index, ref in enumerate(("R2", "R3", "R4")):
        sheet.stubs(sheet.part(ref, round(322.58 + 25.4 * index, 4), 129.54))


def power_block(sheet):
    sheet.frame("Power: two cells, protection, fuse, switch, 5 V", 240, 150, 408, 237)
    spots = {"J1": (256.54, 167.64), "U5": (304.8, 167.64), "J2": (365.76, 167.64), "F1": (256.54, 195.58),
             "Q1": (294.64, 195.58), "R5": (332.74, 195.58), "SW1": (370.84, 195.58), "U4": (284.48, 222.25),
             "C44": (345.44, 222.25)}
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


# --- KiCad ---------------------------------------------------------------------------------------------------

STROKE = item("stroke", item("width", 0), item("type", Word("default")), item("color", 0, 0, 0, 0))


def effects(size=1.27, justify=None, hide=False):
    node = item("effects", item("font", item("size", size, size)))
    if justify:
        node.append(item("justify", *(Word(word) for word in justify.split())))
    if hide:
        node.append(Word("hide"))
    return node


def graphics(body):
    def stroke(width=0.2):
        return item("stroke", item("width", width), item("type", Word("default")), item("color", 0, 0, 0, 0))
    for kind, *values in body:
        if kind == "rect":
            x1, y1, x2, y2 = values
            yield item("rectangle", item("start", x1, y1), item("end", x2, y2), stroke(), item("fill", item("type", Word("background"))))
        elif kind == "circle":
            x, y, r = values
            yield item("circle", item("center", x, y), item("radius", r), stroke(), item("fill", item("type", Word("none"))))
        else:
            points = values[0] + ([values[0][0]] if kind == "fill" else [])
            yield item("polyline", item("pts", *(item("xy", x, y) for x, y in points)), stroke(),
                       item("fill", item("type", Word("outline" if kind == "fill" else "none"))))


def symbol_item(symbol, name):
    node = item("symbol", name)
    if symbol.power:
        node.append(item("power"))
    if not symbol.numbers:
        node.append(item("pin_numbers", Word("hide")))
    node.append(item("pin_names", item("offset", 0.762), *([] if symbol.names else [Word("hide")])))
    node += [item("in_bom", not symbol.power), item("on_board", True)]
    letter = {"#": "#PWR"}.get("#" if symbol.power else "", "U")
    for number, (key, text, spot) in enumerate((("Reference", letter, symbol.ref_at), ("Value", symbol.name, symbol.value_at),
                                                ("Footprint", "", (0, 0)), ("Datasheet", "", (0, 0)))):
        node.append(item("property", key, text, item("id", number), item("at", *spot, 0),
                         effects(justify=symbol.justify, hide=number > 1 or (symbol.power and number == 0))))
    node.append(item("symbol", symbol.name + "_0_1", *graphics(symbol.body)))
    pins = item("symbol", symbol.name + "_1_1")
    for pin in symbol.pins:
        hidden = [Word("hide")] if symbol.power else []
        pins.append(item("pin", Word(pin.kind), Word("line"), item("at", pin.x, pin.y, pin.angle), item("length", pin.length),
                         *hidden, item("name", pin.name, effects(1.0)), item("number", pin.number, effects(1.0))))
    node.append(pins)
    return node


def library():
    return write(item("kicad_symbol_lib", item("version", Word("20211014")), item("generator", Word("potez")),
                      *(symbol_item(symbol, name) for name, symbol in SYMBOLS.items()))) + "\n"


def placed_symbol(drawn):
    symbol = SYMBOLS[drawn.symbol]
    stamp = identity("symbol", drawn.ref)
    node = item("symbol", item("lib_id", f"{LIBRARY}:{drawn.symbol}"), item("at", drawn.x, drawn.y, 0))
    if drawn.mirrored:
        node.append(item("mirror", Word("y")))
    node += [item("unit", 1), item("in_bom", not symbol.power), item("on_board", True), item("uuid", stamp)]
    for number, (key, text, spot) in enumerate((("Reference", drawn.ref, symbol.ref_at), ("Value", drawn.value, symbol.value_at),
                                                ("Footprint", drawn.footprint, (0, 0)), ("Datasheet", "", (0, 0)))):
        x, y = drawn.spot(*spot)
        node.append(item("property", key, text, item("id", number), item("at", x, y, 0),
                         effects(justify=symbol.justify, hide=number > 1 or (symbol.power and number == 0))))
    for pin in symbol.pins:
        node.append(item("pin", pin.number, item("uuid", identity("pin", drawn.ref, pin.number))))
    return node


def text():
    sheet = draw()
    node = item("kicad_sch", item("version", Word("20211123")), item("generator", Word("potez")),
                item("uuid", identity("sheet")), item("paper", "A3"),
                item("title_block", item("title", "Potez: Connect Four automaton"), item("rev", "1")))
    used = {drawn.symbol for drawn in sheet.symbols}
    node.append(item("lib_symbols", *(symbol_item(symbol, f"{LIBRARY}:{name}") for name, symbol in SYMBOLS.items() if name in used)))
    for number, (x, y) in enumerate(sheet.dots):
        node.append(item("junction", item("at", x, y), item("diameter", 0), item("color", 0, 0, 0, 0), item("uuid", identity("dot", number))))
    for number, (x, y) in enumerate(sheet.open_pins):
        node.append(item("no_connect", item("at", x, y), item("uuid", identity("open", number))))
    for number, (a, b) in enumerate(sheet.wires):
        node.append(item("wire", item("pts", item("xy", *a), item("xy", *b)), STROKE, item("uuid", identity("wire", number))))
    for number, (x1, y1, x2, y2) in enumerate(sheet.frames):
        corners = [(x1, y1), (x2, y1), (x2, y2), (x1, y2), (x1, y1)]
        node.append(item("polyline", item("pts", *(item("xy", *c) for c in corners)),
                         item("stroke", item("width", 0), item("type", Word("dash")), item("color", 0, 0, 0, 0)),
                         item("uuid", identity("frame", number))))
    for number, (words, x, y, size) in enumerate(sheet.notes):
        node.append(item("text", words, item("at", x, y, 0), effects(size, "left bottom"), item("uuid", identity("note", number))))
    for number, (name, x, y, angle) in enumerate(sheet.labels):
        justify = "right bottom" if angle in (180, 270) else "left bottom"
        node.append(item("label", name, item("at", x, y, angle), effects(1.27, justify), item("uuid", identity("label", number))))
    node += [placed_symbol(drawn) for drawn in sheet.symbols]
    node.append(item("sheet_instances", item("path", "/", item("page", "1"))))
    node.append(item("symbol_instances", *(item("path", "/" + identity("symbol", drawn.ref), item("reference", drawn.ref), item("unit", 1),
                                                item("value", drawn.value), item("footprint", drawn.footprint)) for drawn in sheet.symbols)))
    return write(node) + "\n"


# --- SVG -----------------------------------------------------------------------------------------------------

INK, WIRE, NAME, PART, FILL = "#7a1f1f", "#0b7a3b", "#1f3f8f", "#222222", "#fffbe6"


def svg_text(x, y, words, size, anchor="start", fill=PART, turn=0, over=False):
    words = words.replace("~{", "").replace("}", "").replace("&", "&amp;").replace("<", "&lt;")
    line = ' text-decoration="overline"' if over else ""
    return (f'<text transform="translate({x:.2f} {y:.2f}) rotate({turn})" font-size="{size}" text-anchor="{anchor}" '
            f'fill="{fill}"{line}>{words}</text>')


def svg_pins(drawn, symbol):
    for pin in symbol.pins:
        x, y = drawn.spot(pin.x, pin.y)
        angle = 180 - pin.angle if drawn.mirrored and pin.angle in (0, 180) else pin.angle
        dx, dy = {0: (1, 0), 180: (-1, 0), 90: (0, -1), 270: (0, 1)}[angle]
        bx, by = x + dx * pin.length, y + dy * pin.length
        if pin.length:
            yield f'<path d="M{x:.2f} {y:.2f}L{bx:.2f} {by:.2f}" stroke="{INK}"/>'
        over = pin.name.startswith("~{")
        if symbol.names:
            if dx:
                yield svg_text(bx + dx * 0.8, by + 0.45, pin.name, 1.3, "start" if dx > 0 else "end", over=over)
            else:
                yield svg_text(bx, by + (1.7 if dy > 0 else -0.7), pin.name, 1.3, "middle")
        if symbol.numbers and pin.number != pin.name:
            if dx:
                yield svg_text(x + dx * 1.3, y - 0.4, pin.number, 1.0, "middle", INK)
            else:
                yield svg_text(x + 0.5, y + dy * 1.6, pin.number, 1.0, "start", INK)


def svg_symbol(drawn):
    symbol = SYMBOLS[drawn.symbol]
    for kind, *values in symbol.body:
        if kind == "rect":
            (x1, y1), (x2, y2) = drawn.spot(*values[:2]), drawn.spot(*values[2:])
            yield (f'<rect x="{min(x1, x2):.2f}" y="{min(y1, y2):.2f}" width="{abs(x2 - x1):.2f}" height="{abs(y2 - y1):.2f}" '
                   f'fill="{FILL}" stroke="{INK}"/>')
        elif kind == "circle":
            x, y = drawn.spot(*values[:2])
            yield f'<circle cx="{x:.2f}" cy="{y:.2f}" r="{values[2]}" fill="none" stroke="{INK}"/>'
        else:
            points = "L".join("{:.2f} {:.2f}".format(*drawn.spot(*point)) for point in values[0])
            yield f'<path d="M{points}{"Z" if kind == "fill" else ""}" fill="{INK if kind == "fill" else "none"}" stroke="{INK}"/>'
    yield from svg_pins(drawn, symbol)
    anchor = "start" if symbol.justify == "left" else "middle"
    x, y = drawn.spot(*symbol.value_at)
    yield svg_text(x, y + 0.5, drawn.value, 1.4, anchor, PART)
    if not symbol.power:
        x, y = drawn.spot(*symbol.ref_at)
        yield svg_text(x, y + 0.5, drawn.ref, 1.4, anchor, PART)


def svg():
    sheet = draw()
    width, height = PAPER[0], 240
    out = [f'<svg xmlns="http://www.w3.org/2000/svg" width="{(width - 6) * 4:.0f}" height="{(height - 8) * 4:.0f}" viewBox="6 10 {width - 6} {height - 8}" '
           'font-family="DejaVu Sans, sans-serif" stroke-linecap="round" stroke-linejoin="round" fill="none" stroke-width=".2">',
           "<title>Potez, Connect Four automaton: schematic</title>",
           '<rect width="440" height="300" fill="#ffffff"/>',
           '<g stroke="none">' + svg_text(12, 19, "Potez: Connect Four automaton", 4.2, fill=NAME) + "</g>"]
    for x1, y1, x2, y2 in sheet.frames:
        out.append(f'<rect x="{x1}" y="{y1}" width="{x2 - x1}" height="{y2 - y1}" stroke="#9aa3b5" stroke-dasharray="1.5 1"/>')
    out.append(f'<g stroke="{WIRE}" stroke-width=".25">')
    out += [f'<path d="M{a[0]:.2f} {a[1]:.2f}L{b[0]:.2f} {b[1]:.2f}"/>' for a, b in sheet.wires]
    out.append(f'</g><g fill="{WIRE}">')
    out += [f'<circle cx="{x:.2f}" cy="{y:.2f}" r=".5"/>' for x, y in sheet.dots]
    out.append(f'</g><g stroke="{NAME}">')
    out += [f'<path d="M{x - 0.7:.2f} {y - 0.7:.2f}l1.4 1.4m0 -1.4l-1.4 1.4"/>' for x, y in sheet.open_pins]
    out.append("</g>")
    for drawn in sheet.symbols:
        out += svg_symbol(drawn)
    for name, x, y, angle in sheet.labels:
        turn = -90 if angle in (90, 270) else 0
        anchor = "end" if angle in (180, 270) else "start"
        dx, dy = (-0.5, 0) if turn else (0, -0.5)
        out.append(svg_text(x + dx, y + dy, name, 1.4, anchor, NAME, turn))
    out += [svg_text(x, y, words, size, fill=NAME) for words, x, y, size in sheet.notes]
    out.append("</svg>")
    return "\n".join(out) + "\n"
