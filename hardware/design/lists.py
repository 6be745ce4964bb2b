"""Bill of materials and placement list as comma-separated text."""
import csv
import io
import re

from . import table
from .packages import PACKAGES
from .placement import HEIGHT, PLACES


def natural(ref):
    return re.match(r"[A-Z]+", ref)[0], int(re.search(r"\d+", ref)[0])


def rows():
    """(references, value, package, what to order) of everything that is bought, grouped."""
    groups = {}
    for part in table.PARTS:
        if part.bought:
            groups.setdefault((part.value, part.package, part.order), []).append(part.ref)
    ordered = sorted(groups.items(), key=lambda entry: min(map(natural, entry[1])))
    return [(sorted(refs, key=natural), *key) for key, refs in ordered]


def table_text(lines):
    out = io.StringIO()
    csv.writer(out, lineterminator="\n").writerows(lines)
    return out.getvalue()


def materials():
    lines = [("Designator", "Quantity", "Comment", "Footprint", "Order")]
    lines += [(" ".join(refs), len(refs), value, package, order) for refs, value, package, order in rows()]
    return table_text(lines)


def positions():
    """Surface-mounted parts for a pick and place machine; y upwards from the lower left corner."""
    lines = [("Designator", "Mid X", "Mid Y", "Layer", "Rotation")]
    for part in sorted(table.PARTS, key=lambda part: natural(part.ref)):
        place = PLACES[part.ref]
        if part.bought and PACKAGES[part.package].mounting == "smd":
            lines.append((part.ref, f"{place.x:.3f}", f"{HEIGHT - place.y:.3f}", "bottom" if place.back else "top", f"{place.angle:.0f}"))
    return table_text(lines)
