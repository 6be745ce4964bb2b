"""The files that make a KiCad project of board and schematic: rules, libraries, settings."""
import json

from .board import LIBRARY

RULES = {  # within what every board house makes without a surcharge
    "min_clearance": 0.2, "min_track_width": 0.2, "min_via_diameter": 0.6, "min_through_hole_diameter": 0.3,
    "min_via_annular_width": 0.15, "min_hole_to_hole": 0.25, "min_hole_clearance": 0.25,
    "min_copper_edge_clearance": 0.5, "min_silk_clearance": 0.0, "solder_mask_clearance": 0.05,
    "solder_mask_min_width": 0.0, "allow_microvias": False, "allow_blind_buried_vias": False,
    "use_height_for_length_calcs": True,
}


def settings():
    default = {"name": "Default", "clearance": 0.2, "track_width": 0.3, "via_diameter": 0.7, "via_drill": 0.35,
               "bus_width": 12, "wire_width": 6, "line_style": 0, "diff_pair_gap": 0.25, "diff_pair_width": 0.2,
               "microvia_diameter": 0.3, "microvia_drill": 0.1, "nets": [],
               "pcb_color": "rgba(0, 0, 0, 0.000)", "schematic_color": "rgba(0, 0, 0, 0.000)"}
    return json.dumps({
        "board": {"design_settings": {"rules": RULES, "meta": {"version": 2}}},
        "meta": {"filename": "automaton.kicad_pro", "version": 1},
        "net_settings": {"classes": [default], "meta": {"version": 2}},
        "schematic": {"meta": {"version": 1}},
        "sheets": [],
        "text_variables": {},
    }, indent=2, sort_keys=True) + "\n"


def library_table(kind, extension):
    path = f"${{KIPRJMOD}}/{LIBRARY}.{extension}"
    return f'({kind}\n  (lib (name "{LIBRARY}")(type "KiCad")(uri "{path}")(options "")(descr ""))\n)\n'


def files():
    return {
        "automaton.kicad_pro": settings(),
        "fp-lib-table": library_table("fp_lib_table", "pretty"),
        "sym-lib-table": library_table("sym_lib_table", "kicad_sym"),
    }
