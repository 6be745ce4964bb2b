"""A board as SVG, drawn from what Game.board tells; no game is named here."""
from __future__ import annotations

from typing import Any

_PIECES = {"rack": ("#f2c12e", "#d33f3f"), "squares": ("#1b1b1b", "#f4f4f0"), "lines": ("#2f6fc4", "#c43f3a"),
           "chequered": ("#f0ead8", "#2a2622")}
_GROUND = {"rack": "#2456a8", "squares": "#2f7d4f", "lines": "#efe3c8", "chequered": "#b58863", "blocks": "#e9eef2"}
_BEHIND = {**_GROUND, "chequered": "#f0d9b5"}  # the light squares are no places


def _circle(x: float, y: float, radius: float, fill: str, more: str = "") -> str:
    return '<circle cx="%g" cy="%g" r="%g" fill="%s"%s/>' % (x, y, radius, fill, more)


def _ground(kind: str, x: float, y: float, last: bool) -> str:
    mark = ' stroke="#f6a800" stroke-width="0.08"' if last else ""
    if kind == "rack":
        return _circle(x, y, 0.42, "#f7f9fb", mark)
    if kind == "lines":
        return _circle(x, y, 0.09, "#5b4a32") + (_circle(x, y, 0.42, "none", mark) if last else "")
    return '<rect x="%g" y="%g" width="1" height="1" fill="%s" stroke="#0004" stroke-width="0.02"/>%s' % (
        x - 0.5, y - 0.5, _GROUND[kind], _circle(x, y, 0.46, "none", mark) if last else "")


def _stack(kind: str, x: float, y: float, pieces: list[int]) -> list[str]:
    colours = _PIECES.get(kind, ("#f4f4f4", "#222"))
    if len(pieces) == 1 and kind != "chequered":
        radius = 0.42 if kind == "rack" else 0.38
        return [_circle(x, y, radius, colours[pieces[0]], ' stroke="#0006" stroke-width="0.03"')]
    return ['<rect x="%g" y="%g" width="0.8" height="0.1" rx="0.04" fill="%s" stroke="#0008" stroke-width="0.02"/>'
            % (x - 0.4, y + 0.36 - 0.11 * level, colours[piece]) for level, piece in enumerate(pieces)]


def _cell(place: dict[str, Any], x: float, y: float) -> list[str]:
    out = []
    if "teleporter" in place:
        out.append(_circle(x, y, 0.4, "none", ' stroke="#7a4fc4" stroke-width="0.06"'))
    if place.get("increaser"):
        out.append(_circle(x, y, 0.32, "none", ' stroke="#c4723a" stroke-width="0.06"'))
    if place.get("player"):
        out.append(_circle(x, y, 0.44, "#ffd54a"))
    out.append('<text x="%g" y="%g" font-size="0.4" text-anchor="middle" font-family="sans-serif">%d</text>'
               % (x, y + 0.14, place["number"]))
    return out


def draw(board: dict[str, Any], size: int) -> str:
    """The picture, `size` wide."""
    kind, places = board["board"], board["places"]
    left, right = min(p["x"] for p in places), max(p["x"] for p in places)
    bottom, top = min(p["y"] for p in places), max(p["y"] for p in places)
    width, height = right - left + 1, top - bottom + 1

    def at(place: dict[str, Any]) -> tuple[float, float]:
        return place["x"] - left + 0.5, top - place["y"] + 0.5

    out = ['<svg xmlns="http://www.w3.org/2000/svg" viewBox="0 0 %g %g" width="%d" height="%d">'
           % (width, height, size, size * height // width),
           '<rect width="%g" height="%g" fill="%s"/>' % (width, height, _BEHIND[kind])]
    for a, b in board["links"]:
        (x1, y1), (x2, y2) = at(places[a]), at(places[b])
        out.append('<line x1="%g" y1="%g" x2="%g" y2="%g" stroke="#5b4a32" stroke-width="0.05"/>' % (x1, y1, x2, y2))
    for index, place in enumerate(places):
        x, y = at(place)
        out.append(_ground(kind, x, y, index in board["last"]))
        out += _stack(kind, x, y, place["pieces"]) if place["pieces"] else []
        out += _cell(place, x, y) if "number" in place else []
    return "".join(out) + "</svg>"
