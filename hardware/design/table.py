"""The one table of parts and nets: board, schematic, bill of materials and tests all come from it.

A part names its package (packages.py), its symbol (symbols.py) and the net at every pin that is used.
A net whose name starts with "/" is local to the sheet, as KiCad writes it; the others are global.
"""
from dataclasses import dataclass, field

COLUMNS, ROWS = 7, 6
LEDS = COLUMNS * ROWS


@dataclass(frozen=True)
class Part:
    ref: str
    value: str
    package: str
    symbol: str
    nets: dict = field(default_factory=dict)
    order: str = ""  # what to ask a shop for
    bought: bool = True  # copper and holes are not bought


def led_cell(index):
    """Row from the bottom and column from the left of a LED in the chain: the rows with an odd number
    run from left to right, the others back, and the chain starts in the top row."""
    row = ROWS - 1 - index // COLUMNS
    step = index % COLUMNS
    return row, step if row % 2 == 1 else COLUMNS - 1 - step


def chain_net(index):
    """The data line into LED `index`; the last LED's output is left open."""
    return f"/DATA{index + 1:02d}"


def leds():
    for index in range(LEDS):
        nets = {"1": "+5V", "3": "GND", "4": chain_net(index)}
        if index + 1 < LEDS:
            nets["2"] = chain_net(index + 1)
        yield Part(f"D{index + 1}", "WS2812B", "LED_5050", "WS2812B", nets,
                   "WS2812B RGB LED, 5050 with four pads")
    for index in range(LEDS):
        yield Part(f"C{index + 1}", "100n", "CHIP_0805", "C", {"1": "+5V", "2": "GND"},
                   "capacitor 100 nF, 16 V or more, X7R, 0805")


# The pads of the touch sensor as the firmware reads them: column 1 is electrode 9, columns 2 to 7 are
# 1 to 6, the menu is 7.
ELECTRODES = {"TP1": 9, "TP2": 1, "TP3": 2, "TP4": 3, "TP5": 4, "TP6": 5, "TP7": 6, "TP8": 7}


def touch_net(ref):
    return "/MENU" if ref == "TP8" else f"/COLUMN{ref[2:]}"


def touch_pads():
    for ref in ELECTRODES:
        menu = ref == "TP8"
        yield Part(ref, "menu" if menu else f"column {ref[2:]}",
                   "TOUCH_MENU" if menu else "TOUCH_COLUMN", "TOUCH", {"1": touch_net(ref)},
                   bought=False)


def sensor_nets():
    nets = {"3V3": "+3V3", "IRQ": "/IRQ", "SCL": "/SCL", "SDA": "/SDA", "ADD": "GND", "GND": "GND"}
    nets.update({f"E{electrode}": touch_net(ref) for ref, electrode in ELECTRODES.items()})
    return nets


PARTS = [
    *leds(),
    Part("U1", "74AHCT1G125", "SOT23_5", "BUFFER",
         {"1": "GND", "2": "/DATA_3V3", "3": "GND", "4": "/DATA_5V", "5": "+5V"},
         "74AHCT1G125 single buffer, SOT-23-5 (AHCT or HCT, not AHC)"),
    Part("R1", "330", "CHIP_0805", "R", {"1": "/DATA_5V", "2": chain_net(0)},
         "resistor 330 ohm, 0805"),
    Part("C43", "100n", "CHIP_0805", "C", {"1": "+5V", "2": "GND"},
         "capacitor 100 nF, 16 V or more, X7R, 0805"),
    Part("C44", "1000u", "RADIAL_10", "CP", {"1": "+5V", "2": "GND"},
         "electrolytic capacitor 1000 uF, 10 V or more, 10 mm across, 5 mm between the leads"),
    Part("U2", "D1 mini", "D1_MINI", "D1_MINI",
         {"5V": "/5V_CHIP", "G": "GND", "3V3": "+3V3", "D1": "/SCL", "D2": "/SDA",
          "D3": "/DATA_3V3", "D5": "/IRQ"},
         "Wemos D1 mini Lite (or D1 mini) and two sockets of 8 pins, 2.54 mm"),
    Part("D43", "SS14", "SMA", "SCHOTTKY", {"1": "/5V_CHIP", "2": "+5V"},
         "Schottky diode SS14, SMA"),
    Part("U3", "MPR121", "MPR121_BREAKOUT", "MPR121", sensor_nets(),
         "MPR121 breakout 20 x 30 mm, a socket of 6 and one of 12 pins, 2.54 mm"),
    Part("R2", "4k7", "CHIP_0805", "R", {"1": "+3V3", "2": "/SDA"}, "resistor 4.7 kohm, 0805"),
    Part("R3", "4k7", "CHIP_0805", "R", {"1": "+3V3", "2": "/SCL"}, "resistor 4.7 kohm, 0805"),
    Part("R4", "10k", "CHIP_0805", "R", {"1": "+3V3", "2": "/IRQ"}, "resistor 10 kohm, 0805"),
    *touch_pads(),
    Part("J1", "battery", "JST_XH_3", "BATTERY", {"1": "/B+", "2": "/BM", "3": "/B-"},
         "JST XH header, 3 pins, upright (B3B-XH-A), with a plug on the lead of the cells"),
    Part("U5", "HX-2S-01", "HX_2S_01", "HX_2S_01",
         {"P-": "GND", "P+": "/PACK", "B-": "/B-", "BM": "/BM", "B+": "/B+"},
         "HX-2S-01 battery management module and a socket of 5 pins, 2.54 mm"),
    Part("J2", "charge 8.4 V", "DC_JACK", "JACK", {"1": "/PACK", "2": "GND", "3": "GND"},
         "DC jack DC-005, 5.5 x 2.1 mm"),
    Part("F1", "2.5 A", "CHIP_1812", "FUSE", {"1": "/PACK", "2": "/FUSED"},
         "resettable fuse, hold 2.5 A, 12 V or more, 1812"),
    Part("Q1", "AO3401A", "SOT23", "PMOS", {"1": "/GATE", "2": "/FUSED", "3": "/VIN"},
         "P-channel MOSFET AO3401A, SOT-23"),
    Part("R5", "100k", "CHIP_0805", "R", {"1": "/FUSED", "2": "/GATE"}, "resistor 100 kohm, 0805"),
    Part("SW1", "power", "SLIDE_SWITCH", "SWITCH", {"2": "/GATE", "1": "GND"},
         "slide switch, angled, 2 mm pins (OS102011MA1QN1)"),
    Part("U4", "LM2596 5 V", "LM2596_MODULE", "LM2596",
         {"IN+": "/VIN", "IN-": "GND", "OUT+": "+5V", "OUT-": "GND"},
         "LM2596 step-down module 43 x 21 mm, set to 5.0 V, and four pins"),
    *(Part(f"H{n}", "M3", "HOLE_M3", "HOLE", bought=False) for n in range(1, 5)),
]

BY_REF = {part.ref: part for part in PARTS}


def nets():
    """Net name to the set of (part, pin) it joins."""
    joined = {}
    for part in PARTS:
        for pin, net in part.nets.items():
            joined.setdefault(net, set()).add((part.ref, pin))
    return joined
