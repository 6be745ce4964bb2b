"""Writes the schematic as SVG, for who has no KiCad at hand."""
from . import schematic
from .symbols import SYMBOLS

INK, WIRE, NAME, PART, FILL = "#7a1f1f", "#0b7a3b", "#1f3f8f", "#222222", "#fffbe6"


def svg_text(x, y, words, size, anchor="start", fill=PART, turn=0, over=False):
    words = words.replace("~{", "").replace("}", "").replace("&", "&amp;").replace("<", "&lt;")
    line = ' text-decoration="overline"' if over else ""
    return (
        f'<text transform="translate({x:.2f} {y:.2f}) rotate({turn})" font-size="{size}" text-anchor="{anchor}" '
        f'fill="{fill}"{line}>{words}</text>'
    )


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
                yield svg_text(
                    bx + dx * 0.8, by + 0.45, pin.name, 1.3, "start" if dx > 0 else "end", over=over
                )
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
            yield (
                f'<rect x="{min(x1, x2):.2f}" y="{min(y1, y2):.2f}" width="{abs(x2 - x1):.2f}" height="{abs(y2 - y1):.2f}" '
                f'fill="{FILL}" stroke="{INK}"/>'
            )
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


def text():
    sheet = schematic.draw()
    width, height = schematic.PAPER[0], 240
    out = [
        f'<svg xmlns="http://www.w3.org/2000/svg" width="{(width - 6) * 4:.0f}" height="{(height - 8) * 4:.0f}" viewBox="6 10 {width - 6} {height - 8}" '
        'font-family="DejaVu Sans, sans-serif" stroke-linecap="round" stroke-linejoin="round" fill="none" stroke-width=".2">',
        "<title>Potez, Connect Four automaton: schematic</title>",
        '<rect width="440" height="300" fill="#ffffff"/>',
        '<g stroke="none">' + svg_text(12, 19, "Potez: Connect Four automaton", 4.2, fill=NAME) + "</g>",
    ]
    for x1, y1, x2, y2 in sheet.frames:
        out.append(
            f'<rect x="{x1}" y="{y1}" width="{x2 - x1}" height="{y2 - y1}" stroke="#9aa3b5" stroke-dasharray="1.5 1"/>'
        )
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
