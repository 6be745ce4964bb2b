"""Pictures of both sides as a maker sees them: lacquer, gold, print, and on request the parts.

Copper, holes and outlines are read from the finished board file; only the printed text comes from KiCad's
plot of the silkscreen, because the strokes of its letters are KiCad's. Seen from the back, the board is mirrored.
"""
import math
import re
import xml.etree.ElementTree as xml

from . import bodies
from .board import ORIGIN
from .placement import CORNER, HEIGHT, WIDTH
from .sexpr import child, children

LACQUER, UNDER, GOLD, PRINT, HOLE, DESK = "#0d2c5e", "#143b7a", "#d9b45b", "#f4f4ee", "#10131a", "#eceff3"
MARGIN = 6.0


def short(value):
    text = f"{value:.2f}".rstrip("0").rstrip(".")
    return "0" if text in ("", "-0") else text


def xy(node):
    return float(node[1]) - ORIGIN[0], float(node[2]) - ORIGIN[1]


def turned(x, y, angle):
    cos, sin = math.cos(math.radians(angle)), math.sin(math.radians(angle))
    return x * cos + y * sin, -x * sin + y * cos


def copper(board, side):
    """Planes, tracks and pads of one side as SVG, in the colour of copper below lacquer."""
    layer = side + ".Cu"
    planes, tracks = [], {}
    for zone in children(board, "zone"):
        for filled in children(zone, "filled_polygon"):
            if child(filled, "layer")[1] == layer:
                points = [xy(p) for p in child(filled, "pts")[1:]]
                planes.append("M" + "L".join(f"{short(x)} {short(y)}" for x, y in points) + "Z")
    for segment in children(board, "segment"):
        if child(segment, "layer")[1] == layer:
            (ax, ay), (bx, by) = xy(child(segment, "start")), xy(child(segment, "end"))
            tracks.setdefault(float(child(segment, "width")[1]), []).append(
                f"M{short(ax)} {short(ay)}L{short(bx)} {short(by)}")
    yield f'<path fill="{UNDER}" d="{"".join(sorted(planes))}"/>'
    for width, paths in sorted(tracks.items()):
        yield (f'<path fill="none" stroke="{UNDER}" stroke-linecap="round" stroke-width="{width}" '
               f'd="{"".join(sorted(paths))}"/>')


def pads(board, side):
    """(fill, holes): pads free of lacquer, touch pads below it, and every hole."""
    gold, hidden, holes = [], [], []
    for footprint in children(board, "footprint"):
        place = child(footprint, "at")
        fx, fy = xy(place)
        angle = float(place[3]) if len(place) > 3 else 0.0
        for pad in children(footprint, "pad"):
            at, size = child(pad, "at"), child(pad, "size")
            x, y = turned(float(at[1]), float(at[2]), angle)
            x, y, w, h = fx + x, fy + y, float(size[1]), float(size[2])
            if len(at) > 3 and float(at[3]) % 180 == 90:
                w, h = h, w
            layers = child(pad, "layers")[1:]
            shape = pad[3]
            radius = min(w, h) / 2 if shape in ("circle", "oval") else 0.2 * min(w, h) if shape == "roundrect" else 0.05
            rect = (f'<rect x="{short(x - w / 2)}" y="{short(y - h / 2)}" width="{short(w)}" '
                    f'height="{short(h)}" rx="{short(radius)}"/>')
            if pad[2] != "np_thru_hole" and ("*.Cu" in layers or side + ".Cu" in layers):
                (gold if "*.Mask" in layers or side + ".Mask" in layers else hidden).append(rect)
            drill = child(pad, "drill")
            if drill:
                numbers = [float(v) for v in drill[1:] if v != "oval"]
                dw, dh = numbers[0], numbers[-1]
                holes.append(f'<rect x="{short(x - dw / 2)}" y="{short(y - dh / 2)}" width="{short(dw)}" '
                             f'height="{short(dh)}" rx="{short(min(dw, dh) / 2)}"/>')
    return gold, hidden, holes


def vias(board):
    spots = [xy(child(via, "at")) for via in children(board, "via")]
    return [f'<circle cx="{short(x)}" cy="{short(y)}" r="0.33"/>' for x, y in sorted(spots)]


def coordinates(text):
    """KiCad plots in millionths of a millimetre; commands and numbers of a path in ours."""
    parts, numbers = [], 0
    for command, number in re.findall(r"([A-Za-z])|(-?\d+(?:\.\d+)?)", text):
        if command:
            kind, numbers = command, 0
            parts.append(command)
            continue
        value, numbers = float(number), numbers + 1
        if kind == "A":
            place = (numbers - 1) % 7
            if place in (2, 3, 4):
                parts.append(str(int(value)) + " ")
                continue
            axis = {5: 0, 6: 1}.get(place)
        else:
            axis = (numbers - 1) % 2
        value = value / 1e6 - (ORIGIN[axis] if axis is not None else 0)
        parts.append(short(value) + " ")
    return "".join(parts).strip()


def printed(path):
    """The silkscreen of a KiCad plot, sorted so that the picture does not depend on KiCad's order."""
    strokes, fills, circles = {}, [], []

    def walk(node, style):
        style = {**style, **dict(re.findall(r"([\w-]+):\s*([^;]+)", node.get("style") or ""))}
        width = float(style.get("stroke-width", 0)) / 1e6
        solid = float(style.get("fill-opacity", 0)) > 0
        name = node.tag.rsplit("}", 1)[-1]
        if name == "path" and solid:
            fills.append(coordinates(node.get("d")))
        elif name == "path":
            strokes.setdefault(round(width, 3), []).append(coordinates(node.get("d")))
        elif name == "circle":
            x, y, r = (float(node.get(key)) / 1e6 for key in ("cx", "cy", "r"))
            look = f'fill="{PRINT}" stroke="none"' if solid else f'fill="none" stroke-width="{short(width)}"'
            circles.append(f'<circle cx="{short(x - ORIGIN[0])}" cy="{short(y - ORIGIN[1])}" r="{short(r)}" {look}/>')
        for inner in node:
            if name != "text" and inner.tag.rsplit("}", 1)[-1] != "text":
                walk(inner, style)

    walk(xml.parse(path).getroot(), {})
    yield f'<g stroke="{PRINT}" stroke-linecap="round" stroke-linejoin="round" fill="none">'
    for width, paths in sorted(strokes.items()):
        yield f'<path stroke-width="{short(width)}" d="{"".join(sorted(paths))}"/>'
    yield from sorted(circles)
    yield "</g>"
    yield f'<path fill="{PRINT}" d="{"".join(sorted(fills))}"/>'


def picture(board, side, silk, assembled):
    """The SVG text of one side."""
    width, height = WIDTH + 2 * MARGIN, HEIGHT + 2 * MARGIN
    gold, hidden, holes = pads(board, side)
    out = [f'<svg xmlns="http://www.w3.org/2000/svg" width="{width * 8:.0f}" height="{height * 8:.0f}" '
           f'viewBox="{-MARGIN} {-MARGIN} {width} {height}">',
           f'<title>Potez, Connect Four automaton: {"front" if side == "F" else "back"} of the board</title>',
           bodies.DEFINITIONS, f'<rect x="{-MARGIN}" y="{-MARGIN}" width="{width}" height="{height}" fill="{DESK}"/>']
    if side == "B":
        out.append(f'<g transform="translate({WIDTH} 0) scale(-1 1)">')
    out.append(f'<rect width="{WIDTH}" height="{HEIGHT}" rx="{CORNER}" fill="{LACQUER}"/>')
    out += copper(board, side)
    out.append(f'<g fill="{UNDER}" stroke="{UNDER}">{"".join(hidden)}</g>')
    out.append(f'<g fill="#1b4a94">{"".join(vias(board))}</g>')
    out += printed(silk)
    out.append(f'<g fill="{GOLD}">{"".join(gold)}</g>')
    out.append(f'<g fill="{HOLE}">{"".join(holes)}</g>')
    if assembled:
        out += bodies.front() if side == "F" else bodies.back()
    if side == "B":
        out.append("</g>")
    out.append("</svg>")
    return "\n".join(out) + "\n"
