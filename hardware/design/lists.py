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
            side = "bottom" if place.back else "top"
            lines.append((part.ref, f"{place.x:.3f}", f"{HEIGHT - place.y:.3f}", side, f"{place.angle:.0f}"))
    return table_text(lines)


def shortened(refs):
    """C1 C2 C3 C5 as "C1-C3, C5"."""
    parts, run = [], []
    for ref in refs + [None]:
        if run and ref and natural(ref) == (natural(run[-1])[0], natural(run[-1])[1] + 1):
            run.append(ref)
            continue
        if run:
            parts.append(run[0] if len(run) == 1 else f"{run[0]}-{run[-1]}" if len(run) > 2 else ", ".join(run))
        run = [ref]
    return ", ".join(parts)


def parts_table():
    """The lines of the parts list in docs/automaton-board.md."""
    lines = ["| part | how many | value | what to ask for |", "| --- | --- | --- | --- |"]
    return lines + [f"| {shortened(refs)} | {len(refs)} | {value} | {order} |" for refs, value, _, order in rows()]
