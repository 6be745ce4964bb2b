"""Writes the board and the footprint library from the table, the placement and the routing."""
from . import silkscreen, table
from .packages import PACKAGES
from .placement import ANTENNA, CORNER, HEIGHT, PLACES, TOUCH_MENU, TOUCH_STRIP, WIDTH, Place
from .routing import VIA, VIA_DRILL, route
from .sexpr import Word, identity, item, write

LIBRARY = "automaton"
# The sheet is A4 upright; the board lies in its middle. All files share this origin.
ORIGIN = (43.0, 60.0)
LAYERS = [(0, "F.Cu", "signal"), (31, "B.Cu", "signal"), (34, "B.Paste", "user"), (35, "F.Paste", "user"),
          (36, "B.SilkS", "user"), (37, "F.SilkS", "user"), (38, "B.Mask", "user"), (39, "F.Mask", "user"),
          (44, "Edge.Cuts", "user"), (45, "Margin", "user"), (46, "B.CrtYd", "user"), (47, "F.CrtYd", "user"),
          (48, "B.Fab", "user"), (49, "F.Fab", "user")]


def at(x, y, *angle):
    return item("at", round(ORIGIN[0] + x, 6), round(ORIGIN[1] + y, 6), *angle)


def point(keyword, x, y):
    return item(keyword, round(ORIGIN[0] + x, 6), round(ORIGIN[1] + y, 6))


def effects(size, thickness, mirror=False, justify=None):
    words = ([Word(justify)] if justify else []) + ([Word("mirror")] if mirror else [])
    return item("effects", item("font", item("size", size, size), item("thickness", thickness)),
                *([item("justify", *words)] if words else []))


def net_numbers():
    return {name: number for number, name in enumerate(sorted(table.nets()), 1)}


def pad_layers(pad, side):
    if not pad.plated:
        return item("layers", Word("*.Cu"), Word("*.Mask"))
    if pad.drill:
        return item("layers", Word("*.Cu"), Word("*.Mask"))
    if pad.touch:
        return item("layers", f"{side}.Cu")
    return item("layers", f"{side}.Cu", f"{side}.Paste", f"{side}.Mask")


def pad_item(pad, place, path, net=None):
    kind = "smd" if not pad.drill else "thru_hole" if pad.plated else "np_thru_hole"
    x, y = place.local(pad.x, pad.y)
    side = "B" if place.back else "F"
    node = item("pad", pad.name, Word(kind), Word(pad.shape),
                item("at", x, y, *([place.angle] if place.angle else [])), item("size", pad.width, pad.height))
    if pad.drill:
        oval = [Word("oval")] if len(pad.drill) == 2 else []
        node.append(item("drill", *oval, *pad.drill))
    node.append(pad_layers(pad, side))
    if pad.shape == "roundrect":
        node.append(item("roundrect_rratio", 0.15 if pad.touch else 0.25))
    if net:
        node.append(item("net", net[0], net[1]))
    if pad.touch:
        node.append(item("clearance", 0.8))
    node.append(item("tstamp", identity(path, "pad", pad.name, pad.x, pad.y)))
    return node


def shapes(package, place, path):
    side = "B" if place.back else "F"
    for number, (kind, *values) in enumerate(package.silk):
        stamp = item("tstamp", identity(path, "silk", number))
        layer = item("layer", f"{side}.SilkS")
        if kind == "line":
            x1, y1, x2, y2 = values
            yield item("fp_line", item("start", *place.local(x1, y1)), item("end", *place.local(x2, y2)), layer,
                       item("width", 0.15), stamp)
        else:
            x, y, radius = values
            x, y = place.local(x, y)
            filled = kind == "dot"
            yield item("fp_circle", item("center", x, y), item("end", x + radius, y), layer,
                       item("width", 0.1 if filled else 0.15),
                       item("fill", Word("solid" if filled else "none")), stamp)
    for layer, (x1, y1, x2, y2), width in (("Fab", package.body, 0.1), ("CrtYd", package.keep_clear(), 0.05)):
        corners = [place.local(x, y) for x, y in ((x1, y1), (x2, y1), (x2, y2), (x1, y2))]
        for number in range(4):
            yield item("fp_line", item("start", *corners[number]), item("end", *corners[(number + 1) % 4]),
                       item("layer", f"{side}.{layer}"), item("width", width),
                       item("tstamp", identity(path, layer, number)))


def footprint(package, place, ref, value, path, head, nets=None):
    """One footprint; `head` differs between the library and the board."""
    nets = nets or {}
    side = "B" if place.back else "F"
    node = item("footprint", *head)
    attributes = [Word(package.mounting)] if package.mounting == "smd" else [Word("through_hole")]
    if package.name.startswith(("TOUCH", "HOLE")):
        attributes = [Word("exclude_from_pos_files"), Word("exclude_from_bom")]
    node.append(item("attr", *attributes))
    for kind, text, y in (("reference", ref, 0), ("value", value, 1.2)):
        node.append(item("fp_text", Word(kind), text, item("at", *place.local(0, y), 0), item("layer", f"{side}.Fab"),
                         effects(0.8, 0.12, place.back), item("tstamp", identity(path, kind))))
    node.extend(shapes(package, place, path))
    numbers = net_numbers()
    for pad in package.pads:
        net = nets.get(pad.name)
        node.append(pad_item(pad, place, path, (numbers[net], net) if net else None))
    return node


def library():
    """File name to text of every footprint, for KiCad's footprint editor."""
    files = {}
    for name, package in PACKAGES.items():
        head = [name, item("version", Word("20211014")), item("generator", Word("potez")),
                item("layer", "F.Cu"), item("descr", package.text)]
        files[f"{LIBRARY}.pretty/{name}.kicad_mod"] = write(
            footprint(package, Place(0, 0), "REF**", name, "library/" + name, head)) + "\n"
    return files


def placed(part):
    place, package = PLACES[part.ref], PACKAGES[part.package]
    head = [f"{LIBRARY}:{part.package}", item("layer", "B.Cu" if place.back else "F.Cu"),
            item("tstamp", identity("part", part.ref)), at(place.x, place.y, *([place.angle] if place.angle else [])),
            item("descr", package.text), item("path", "/" + identity("symbol", part.ref))]
    return footprint(package, place, part.ref, part.value, "part/" + part.ref, head, part.nets)


def outline():
    w, h, r = WIDTH, HEIGHT, CORNER
    lines = [((r, 0), (w - r, 0)), ((w, r), (w, h - r)), ((w - r, h), (r, h)), ((0, h - r), (0, r))]
    c = r * (1 - 0.5 ** 0.5)
    arcs = [((0, r), (c, c), (r, 0)), ((w - r, 0), (w - c, c), (w, r)),
            ((w, h - r), (w - c, h - c), (w - r, h)), ((r, h), (c, h - c), (0, h - r))]
    for number, (a, b) in enumerate(lines):
        yield item("gr_line", point("start", *a), point("end", *b), item("layer", "Edge.Cuts"), item("width", 0.1),
                   item("tstamp", identity("edge", number)))
    for number, (a, m, b) in enumerate(arcs):
        yield item("gr_arc", point("start", *a), point("mid", *m), point("end", *b), item("layer", "Edge.Cuts"),
                   item("width", 0.1), item("tstamp", identity("corner", number)))


def polygon(x1, y1, x2, y2):
    return item("polygon", item("pts", *(point("xy", x, y) for x, y in ((x1, y1), (x2, y1), (x2, y2), (x1, y2)))))


def planes(numbers):
    for layer in ("F.Cu", "B.Cu"):
        yield item("zone", item("net", numbers["GND"]), item("net_name", "GND"), item("layer", layer),
                   item("tstamp", identity("plane", layer)), item("name", "ground " + layer[0]),
                   item("hatch", Word("edge"), 0.5), item("connect_pads", item("clearance", 0.3)),
                   item("min_thickness", 0.25), item("filled_areas_thickness", False),
                   item("fill", Word("yes"), item("thermal_gap", 0.35), item("thermal_bridge_width", 0.6),
                        item("smoothing", Word("fillet")), item("radius", 0.5)),
                   polygon(0.6, 0.6, WIDTH - 0.6, HEIGHT - 0.6))


def forbidden():
    """Areas without copper: the antenna on both sides, the back of the touch pads, no plane between them."""
    areas = [("antenna", ("F.Cu", "B.Cu"), ANTENNA, "not_allowed"),
             ("behind columns", ("B.Cu",), TOUCH_STRIP, "not_allowed"),
             ("between columns", ("F.Cu",), TOUCH_STRIP[:3] + (15.3,), "allowed"),
             ("behind menu", ("B.Cu",), TOUCH_MENU, "not_allowed")]
    for name, layers, area, tracks in areas:
        rights = {"tracks": tracks, "vias": tracks, "pads": "allowed", "copperpour": "not_allowed", "footprints": "allowed"}
        yield item("zone", item("net", 0), item("net_name", ""), item("layers", *layers),
                   item("tstamp", identity("area", name)), item("name", name), item("hatch", Word("edge"), 0.5),
                   item("connect_pads", item("clearance", 0)), item("min_thickness", 0.25),
                   item("filled_areas_thickness", False),
                   item("keepout", *(item(what, Word(right)) for what, right in rights.items())),
                   item("fill", item("thermal_gap", 0.5), item("thermal_bridge_width", 0.5)), polygon(*area))


def copper(numbers):
    routed = route()
    for number, track in enumerate(routed.tracks):
        yield item("segment", point("start", *track.start), point("end", *track.end), item("width", track.width),
                   item("layer", track.layer + ".Cu"), item("net", numbers[track.net]),
                   item("tstamp", identity("track", number)))
    for number, via in enumerate(routed.vias):
        yield item("via", at(via.x, via.y), item("size", VIA), item("drill", VIA_DRILL), item("layers", "F.Cu", "B.Cu"),
                   item("net", numbers[via.net]), item("tstamp", identity("via", number)))


def printing():
    for number, mark in enumerate(silkscreen.marks()):
        stamp = item("tstamp", identity("silk", number))
        side = "B.SilkS" if mark.back else "F.SilkS"
        if mark.kind == "text":
            x, y, text, size = mark.values
            yield item("gr_text", text, at(x, y, *([mark.angle] if mark.angle else [])), item("layer", side), stamp,
                       effects(size, mark.width or round(size * 0.15, 3), mark.back, mark.justify))
        elif mark.kind == "line":
            x1, y1, x2, y2 = mark.values
            yield item("gr_line", point("start", x1, y1), point("end", x2, y2), item("layer", side),
                       item("width", mark.width), stamp)
        elif mark.kind in ("circle", "disc"):
            x, y, radius = mark.values
            yield item("gr_circle", point("center", x, y), point("end", x + radius, y), item("layer", side),
                       item("width", mark.width),
                       item("fill", Word("solid" if mark.kind == "disc" else "none")), stamp)
        elif mark.kind == "arc":
            a, m, b = mark.values
            yield item("gr_arc", point("start", *a), point("mid", *m), point("end", *b), item("layer", side),
                       item("width", mark.width), stamp)
        elif mark.kind == "area":
            yield item("gr_poly", item("pts", *(point("xy", x, y) for x, y in mark.values)), item("layer", side),
                       item("width", 0.05), item("fill", Word("solid")), stamp)


def text():
    numbers = net_numbers()
    node = item("kicad_pcb", item("version", Word("20211014")), item("generator", Word("potez")),
                item("general", item("thickness", 1.6)), item("paper", "A4", Word("portrait")),
                item("title_block", item("title", "Potez: Connect Four automaton"), item("rev", "1")),
                item("layers", *([Word(str(number)), name, Word(kind)] for number, name, kind in LAYERS)),
                item("setup", item("pad_to_mask_clearance", 0.05), item("aux_axis_origin", *ORIGIN)),
                item("net", 0, ""), *(item("net", number, name) for name, number in numbers.items()))
    for part in table.PARTS:
        node.append(placed(part))
    node.extend(outline())
    node.extend(printing())
    node.extend(copper(numbers))
    node.extend(planes(numbers))
    node.extend(forbidden())
    return write(node) + "\n"
