"""What the parts look like on the board: pads, outline and courtyard, in millimetres.

Every package is drawn as seen from the side it is mounted on, x to the right and y down, around its
own origin. Packages for the back are mirrored when they are placed (placement.py), not here.
"""
from dataclasses import dataclass, field


@dataclass(frozen=True)
class Pad:
    name: str
    x: float
    y: float
    width: float
    height: float
    shape: str = "roundrect"  # roundrect, rect, circle or oval
    drill: tuple = ()  # (diameter,) or (width, height) for a slot; empty on the surface
    touch: bool = False  # covered with mask, no paste: felt through the lacquer
    plated: bool = True


@dataclass(frozen=True)
class Package:
    name: str
    text: str
    pads: list
    body: tuple  # x1, y1, x2, y2: drawn for the fitter
    silk: list = field(default_factory=list)  # ("line", x1, y1, x2, y2), ("circle", x, y, r), ("dot", x, y, r)
    label: tuple = None  # where the reference stands on the silkscreen; None: only for the fitter
    label_size: float = 1.0
    courtyard: tuple = None  # the body with a margin unless given

    @property
    def mounting(self):
        if not any(pad.drill for pad in self.pads):
            return "smd"
        return "through_hole"

    def keep_clear(self):
        if self.courtyard:
            return self.courtyard
        x1, y1, x2, y2 = self.body
        xs = [x1, x2] + [p.x + s * p.width / 2 for p in self.pads for s in (-1, 1)]
        ys = [y1, y2] + [p.y + s * p.height / 2 for p in self.pads for s in (-1, 1)]
        return (min(xs) - 0.25, min(ys) - 0.25, max(xs) + 0.25, max(ys) + 0.25)


def box(x1, y1, x2, y2):
    return [("line", x1, y1, x2, y1), ("line", x2, y1, x2, y2),
            ("line", x2, y2, x1, y2), ("line", x1, y2, x1, y1)]


def surface(name, x, y, width, height):
    return Pad(name, x, y, width, height)


def pin(name, x, y, size=1.7, drill=1.0, first=False):
    return Pad(name, x, y, size, size, "rect" if first else "circle", (drill,))


def chip(name, text, pitch, width, height, body):
    half = pitch / 2
    edge = body[1] / 2 + 0.12
    inner = half - width / 2 - 0.2
    return Package(name, text, [surface("1", -half, 0, width, height),
                                surface("2", half, 0, width, height)],
                   (-body[0] / 2, -body[1] / 2, body[0] / 2, body[1] / 2),
                   [("line", -inner, -edge, inner, -edge), ("line", -inner, edge, inner, edge)])


def led():
    pads = [surface("1", -2.45, -1.65, 1.5, 0.9), surface("2", -2.45, 1.65, 1.5, 0.9),
            surface("3", 2.45, 1.65, 1.5, 0.9), surface("4", 2.45, -1.65, 1.5, 0.9)]
    silk = [("line", -2.6, -2.68, 2.6, -2.68), ("line", -2.6, 2.68, 1.9, 2.68),
            ("dot", -3.75, -1.65, 0.22)]
    return Package("LED_5050", "WS2812B; the dot marks pad 1 (VDD), the gap in the lower line the cut corner (GND)",
                   pads, (-2.5, -2.5, 2.5, 2.5), silk, label_size=0.8)


def sot23(name, pads, text):
    return Package(name, text, pads, (-0.8, -1.45, 0.8, 1.45),
                   [("line", -0.8, -1.6, 0.8, -1.6), ("line", -0.8, 1.6, 0.8, 1.6),
                    ("dot", -1.5, -1.62, 0.15)])


def d1_mini():
    """Antenna up, USB socket at the lower edge."""
    left = ["RST", "A0", "D0", "D5", "D6", "D7", "D8", "3V3"]
    right = ["TX", "RX", "D1", "D2", "D3", "D4", "G", "5V"]
    pads = [pin(name, x, -8.89 + 2.54 * row, first=name == "RST")
            for x, names in ((-11.43, left), (11.43, right)) for row, name in enumerate(names)]
    outline = (-12.8, -17.09, 12.8, 16.7)
    return Package("D1_MINI", "sockets for a Wemos D1 mini, antenna up", pads, outline,
                   box(*outline) + [("line", -12.8, -10.3, 12.8, -10.3),
                                    ("line", -4, 16.7, -4, 12), ("line", -4, 12, 4, 12), ("line", 4, 12, 4, 16.7)])


def mpr121():
    pads = [pin(f"E{k}", 13.97 - 2.54 * k, -8.89, first=k == 0) for k in range(12)]
    pads += [pin(name, -6.35 + 2.54 * k, 8.89, first=k == 0)
             for k, name in enumerate(["3V3", "IRQ", "SCL", "SDA", "ADD", "GND"])]
    outline = (-15.24, -10.16, 15.24, 10.16)
    return Package("MPR121_BREAKOUT", "sockets for a MPR121 breakout of 20.32 x 30.48 mm", pads, outline,
                   box(*outline))


def lm2596():
    pads = [Pad(name, x, y, 3, 3, "rect" if name == "IN+" else "circle", (1.5,))
            for name, x, y in (("IN+", -20, -8.85), ("IN-", -20, 8.85),
                               ("OUT+", 20, -8.85), ("OUT-", 20, 8.85))]
    outline = (-21.8, -10.6, 21.8, 10.6)
    return Package("LM2596_MODULE", "four pins of a LM2596 module of 43 x 21 mm", pads, outline,
                   box(*outline))


def hx_2s_01():
    """The module's five pads are wired to a pin strip; it lies beside its socket."""
    names = ["B+", "BM", "B-", "P+", "P-"]
    pads = [pin(name, -5.08 + 2.54 * k, 0, first=k == 0) for k, name in enumerate(names)]
    module = (-6.5, -8.4, 30, -2.1)
    return Package("HX_2S_01", "socket and place for a HX-2S-01 module of 36 x 6 mm", pads,
                   (-6.5, -8.4, 30, 1.3), box(*module) + box(-6.4, -1.25, 6.4, 1.25))


def jack():
    pads = [Pad("1", 0, 0, 3.5, 3.5, "rect", (3, 1)), Pad("2", 0, 6, 3.5, 3, "roundrect", (3, 1)),
            Pad("3", 4.7, 3, 3.5, 3.5, "roundrect", (1, 3))]
    return Package("DC_JACK", "DC jack 5.5 x 2.1 mm, opening down", pads, (-4.5, -1, 4.5, 13.6),
                   [("line", -4.6, -1.1, -4.6, 13.3), ("line", -4.6, -1.1, -2, -1.1),
                    ("line", 4.6, -1.1, 2, -1.1), ("line", 4.6, -1.1, 4.6, 0.9),
                    ("line", 4.6, 5.1, 4.6, 13.3)], courtyard=(-4.75, -2, 6.75, 13.4))


def slide_switch():
    """The slider points to the left."""
    pads = [Pad(str(k + 1), 0, 2 * k - 2, 2.5, 1.5, "rect" if k == 0 else "oval", (0.9,)) for k in range(3)]
    pads += [Pad("", 0, y, 3.5, 2.2, "oval", (1.5,)) for y in (-4.1, 4.1)]
    return Package("SLIDE_SWITCH", "angled slide switch, slider to the left", pads, (-2.2, -4.3, 2.2, 4.3),
                   [("line", 2.35, -4.4, 2.35, 4.4)], courtyard=(-2.25, -5.5, 2.6, 5.5))


def touch(name, width, height):
    return Package(name, "touch pad under the lacquer",
                   [Pad("1", 0, 0, width, height, "roundrect", touch=True)],
                   (-width / 2, -height / 2, width / 2, height / 2))


def radial():
    plus = [("line", -4.6, -4.6, -3.2, -4.6), ("line", -3.9, -5.3, -3.9, -3.9)]
    return Package("RADIAL_10", "electrolytic capacitor, 10 mm across; pad 1 is plus",
                   [Pad("1", -2.5, 0, 2, 2, "rect", (1.0,)), Pad("2", 2.5, 0, 2, 2, "circle", (1.0,))],
                   (-5, -5, 5, 5), [("circle", 0, 0, 5.1), *plus])


def xh3():
    pads = [Pad(str(k + 1), -2.5 + 2.5 * k, 0, 1.7, 1.95, "rect" if k == 0 else "oval", (0.95,)) for k in range(3)]
    return Package("JST_XH_3", "JST XH, 3 pins, upright", pads, (-4.95, -2.35, 4.95, 3.4),
                   box(-5.05, -2.45, 5.05, 3.5) + [("line", -5.05, 2.2, -3.2, 2.2), ("line", 3.2, 2.2, 5.05, 2.2)])


def sma():
    return Package("SMA", "diode in SMA; pad 1 is the cathode",
                   [Pad("1", -2, 0, 2.5, 1.8, "rect"), Pad("2", 2, 0, 2.5, 1.8, "rect")],
                   (-2.3, -1.3, 2.3, 1.3),
                   [("line", -3.5, -1.5, 2, -1.5), ("line", -3.5, 1.5, 2, 1.5), ("line", -3.5, -1.5, -3.5, 1.5)])


PACKAGES = {package.name: package for package in [
    led(),
    chip("CHIP_0805", "chip 0805, 2.0 x 1.25 mm", 1.9, 1.0, 1.45, (2.0, 1.25)),
    chip("CHIP_1812", "chip 1812, 4.5 x 3.2 mm", 4.275, 1.125, 3.4, (4.5, 3.2)),
    sma(),
    sot23("SOT23_5", [surface("1", -1.14, -0.95, 1.325, 0.6), surface("2", -1.14, 0, 1.325, 0.6),
                      surface("3", -1.14, 0.95, 1.325, 0.6), surface("4", 1.14, 0.95, 1.325, 0.6),
                      surface("5", 1.14, -0.95, 1.325, 0.6)], "SOT-23 with five leads"),
    sot23("SOT23", [surface("1", -0.94, -0.95, 1.475, 0.6), surface("2", -0.94, 0.95, 1.475, 0.6),
                    surface("3", 0.94, 0, 1.475, 0.6)], "SOT-23 with three leads"),
    radial(), d1_mini(), mpr121(), lm2596(), hx_2s_01(), xh3(), jack(), slide_switch(),
    touch("TOUCH_COLUMN", 13, 13.5), touch("TOUCH_MENU", 9, 24),
    Package("HOLE_M3", "hole for a M3 screw", [Pad("", 0, 0, 3.2, 3.2, "circle", (3.2,), plated=False)],
            (-1.6, -1.6, 1.6, 1.6), [("circle", 0, 0, 3.1)], courtyard=(-3.2, -3.2, 3.2, 3.2)),
]}
