"""Writes the schematic as a KiCad sheet, and its symbols as a library."""
from . import schematic
from .board import LIBRARY
from .sexpr import Word, identity, item, write
from .symbols import SYMBOLS

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
            yield item(
                "rectangle",
                item("start", x1, y1),
                item("end", x2, y2),
                stroke(),
                item("fill", item("type", Word("background"))),
            )
        elif kind == "circle":
            x, y, r = values
            yield item(
                "circle",
                item("center", x, y),
                item("radius", r),
                stroke(),
                item("fill", item("type", Word("none"))),
            )
        else:
            points = values[0] + ([values[0][0]] if kind == "fill" else [])
            yield item(
                "polyline",
                item("pts", *(item("xy", x, y) for x, y in points)),
                stroke(),
                item("fill", item("type", Word("outline" if kind == "fill" else "none"))),
            )


def symbol_item(symbol, name):
    node = item("symbol", name)
    if symbol.power:
        node.append(item("power"))
    if not symbol.numbers:
        node.append(item("pin_numbers", Word("hide")))
    node.append(item("pin_names", item("offset", 0.762), *([] if symbol.names else [Word("hide")])))
    node += [item("in_bom", not symbol.power), item("on_board", True)]
    letter = {"#": "#PWR"}.get("#" if symbol.power else "", "U")
    for number, (key, text, spot) in enumerate(
        (
            ("Reference", letter, symbol.ref_at),
            ("Value", symbol.name, symbol.value_at),
            ("Footprint", "", (0, 0)),
            ("Datasheet", "", (0, 0)),
        )
    ):
        node.append(
            item(
                "property",
                key,
                text,
                item("id", number),
                item("at", *spot, 0),
                effects(justify=symbol.justify, hide=number > 1 or (symbol.power and number == 0)),
            )
        )
    node.append(item("symbol", symbol.name + "_0_1", *graphics(symbol.body)))
    pins = item("symbol", symbol.name + "_1_1")
    for pin in symbol.pins:
        hidden = [Word("hide")] if symbol.power else []
        pins.append(
            item(
                "pin",
                Word(pin.kind),
                Word("line"),
                item("at", pin.x, pin.y, pin.angle),
                item("length", pin.length),
                *hidden,
                item("name", pin.name, effects(1.0)),
                item("number", pin.number, effects(1.0)),
            )
        )
    node.append(pins)
    return node


def library():
    return (
        write(
            item(
                "kicad_symbol_lib",
                item("version", Word("20211014")),
                item("generator", Word("potez")),
                *(symbol_item(symbol, name) for name, symbol in SYMBOLS.items()),
            )
        )
        + "\n"
    )


def placed_symbol(drawn):
    symbol = SYMBOLS[drawn.symbol]
    stamp = identity("symbol", drawn.ref)
    node = item("symbol", item("lib_id", f"{LIBRARY}:{drawn.symbol}"), item("at", drawn.x, drawn.y, 0))
    if drawn.mirrored:
        node.append(item("mirror", Word("y")))
    node += [item("unit", 1), item("in_bom", not symbol.power), item("on_board", True), item("uuid", stamp)]
    for number, (key, text, spot) in enumerate(
        (
            ("Reference", drawn.ref, symbol.ref_at),
            ("Value", drawn.value, symbol.value_at),
            ("Footprint", drawn.footprint, (0, 0)),
            ("Datasheet", "", (0, 0)),
        )
    ):
        x, y = drawn.spot(*spot)
        node.append(
            item(
                "property",
                key,
                text,
                item("id", number),
                item("at", x, y, 0),
                effects(justify=symbol.justify, hide=number > 1 or (symbol.power and number == 0)),
            )
        )
    for pin in symbol.pins:
        node.append(item("pin", pin.number, item("uuid", identity("pin", drawn.ref, pin.number))))
    return node


def text():
    sheet = schematic.draw()
    node = item(
        "kicad_sch",
        item("version", Word("20211123")),
        item("generator", Word("potez")),
        item("uuid", identity("sheet")),
        item("paper", "A3"),
        item("title_block", item("title", "Potez: Connect Four automaton"), item("rev", "1")),
    )
    used = {drawn.symbol for drawn in sheet.symbols}
    node.append(
        item(
            "lib_symbols",
            *(symbol_item(symbol, f"{LIBRARY}:{name}") for name, symbol in SYMBOLS.items() if name in used),
        )
    )
    for number, (x, y) in enumerate(sheet.dots):
        node.append(
            item(
                "junction",
                item("at", x, y),
                item("diameter", 0),
                item("color", 0, 0, 0, 0),
                item("uuid", identity("dot", number)),
            )
        )
    for number, (x, y) in enumerate(sheet.open_pins):
        node.append(item("no_connect", item("at", x, y), item("uuid", identity("open", number))))
    for number, (a, b) in enumerate(sheet.wires):
        node.append(
            item(
                "wire",
                item("pts", item("xy", *a), item("xy", *b)),
                STROKE,
                item("uuid", identity("wire", number)),
            )
        )
    for number, (x1, y1, x2, y2) in enumerate(sheet.frames):
        corners = [(x1, y1), (x2, y1), (x2, y2), (x1, y2), (x1, y1)]
        for side, (a, b) in enumerate(zip(corners, corners[1:])):  # KiCad 6 takes two points a line
            node.append(
                item(
                    "polyline",
                    item("pts", item("xy", *a), item("xy", *b)),
                    item("stroke", item("width", 0), item("type", Word("dash")), item("color", 0, 0, 0, 0)),
                    item("uuid", identity("frame", number, side)),
                )
            )
    for number, (words, x, y, size) in enumerate(sheet.notes):
        node.append(
            item(
                "text",
                words,
                item("at", x, y, 0),
                effects(size, "left bottom"),
                item("uuid", identity("note", number)),
            )
        )
    for number, (name, x, y, angle) in enumerate(sheet.labels):
        justify = "right bottom" if angle in (180, 270) else "left bottom"
        node.append(
            item(
                "label",
                name,
                item("at", x, y, angle),
                effects(1.27, justify),
                item("uuid", identity("label", number)),
            )
        )
    node += [placed_symbol(drawn) for drawn in sheet.symbols]
    node.append(item("sheet_instances", item("path", "/", item("page", "1"))))
    node.append(
        item(
            "symbol_instances",
            *(
                item(
                    "path",
                    "/" + identity("symbol", drawn.ref),
                    item("reference", drawn.ref),
                    item("unit", 1),
                    item("value", drawn.value),
                    item("footprint", drawn.footprint),
                )
                for drawn in sheet.symbols
            ),
        )
    )
    return write(node) + "\n"
