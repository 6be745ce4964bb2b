"""What KiCad itself does for us: fills the ground planes, checks the design rules, plots.

Needs Debian's python3 with KiCad 6 (`apt-get install --no-install-recommends kicad`); nothing else here does.
"""
import os
import re

import pcbnew

FRONT_BACK = {"F_Cu": pcbnew.F_Cu, "B_Cu": pcbnew.B_Cu, "F_Paste": pcbnew.F_Paste, "B_Paste": pcbnew.B_Paste,
              "F_Silkscreen": pcbnew.F_SilkS, "B_Silkscreen": pcbnew.B_SilkS, "F_Mask": pcbnew.F_Mask,
              "B_Mask": pcbnew.B_Mask, "Edge_Cuts": pcbnew.Edge_Cuts}


def fill(path):
    """Fills the planes of the board at `path` and writes it back as KiCad does."""
    board = pcbnew.LoadBoard(path)
    pcbnew.ZONE_FILLER(board).Fill(board.Zones())
    pcbnew.SaveBoard(path, board)


def check(path, report):
    """Runs the design rule check and returns (violations, unconnected, footprint errors) of its report."""
    board = pcbnew.LoadBoard(path)
    pcbnew.WriteDRCReport(board, report, pcbnew.EDA_UNITS_MILLIMETRES, True)
    with open(report, encoding="utf-8") as file:
        words = file.read()
    found = [re.search(r"Found (\d+) " + what, words) for what in
             ("DRC violations", "unconnected pads", "Footprint errors")]
    if not all(found) or "** End of Report **" not in words:
        raise SystemExit(f"{report}: not a whole report")
    return tuple(int(match[1]) for match in found)


def plot(path, directory, kind, layers, extension):
    board = pcbnew.LoadBoard(path)
    control = pcbnew.PLOT_CONTROLLER(board)
    options = control.GetPlotOptions()
    options.SetOutputDirectory(os.path.abspath(directory))
    options.SetPlotFrameRef(False)
    options.SetPlotValue(True)
    options.SetPlotReference(True)
    options.SetUseAuxOrigin(kind == pcbnew.PLOT_FORMAT_GERBER)
    options.SetUseGerberX2format(True)
    options.SetIncludeGerberNetlistInfo(True)
    options.SetCreateGerberJobFile(kind == pcbnew.PLOT_FORMAT_GERBER)
    options.SetSubtractMaskFromSilk(kind == pcbnew.PLOT_FORMAT_GERBER)
    options.SetDrillMarksType(pcbnew.PCB_PLOT_PARAMS.NO_DRILL_SHAPE)
    options.SetSkipPlotNPTH_Pads(False)
    made = []
    for name in layers:
        control.SetLayer(FRONT_BACK[name])
        control.OpenPlotfile(name, kind, name)
        if not control.PlotLayer():
            raise SystemExit(f"could not plot {name}")
        made.append(control.GetPlotFileName())
    control.ClosePlot()
    return made


def gerbers(path, directory):
    """Copper, mask, paste, silkscreen, outline, and the drill files, all from one origin."""
    os.makedirs(directory, exist_ok=True)
    plot(path, directory, pcbnew.PLOT_FORMAT_GERBER, FRONT_BACK, "gbr")
    board = pcbnew.LoadBoard(path)
    drill = pcbnew.EXCELLON_WRITER(board)
    drill.SetOptions(False, False, board.GetDesignSettings().GetAuxOrigin(), False)
    drill.SetFormat(True)
    drill.CreateDrillandMapFilesSet(os.path.abspath(directory), True, False)


def layer_drawings(path, directory):
    """One SVG a layer, for the pictures."""
    os.makedirs(directory, exist_ok=True)
    return plot(path, directory, pcbnew.PLOT_FORMAT_SVG,
                ["F_Cu", "B_Cu", "F_Mask", "B_Mask", "F_Silkscreen", "B_Silkscreen"], "svg")
