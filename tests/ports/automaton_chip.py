"""The firmware in emulated chips against the program on this computer: the same scripts must show
the same frames of lights at the same times.

    automaton_chip.py POTEZ SCRIPTS LX106.elf CORTEX-M3.elf

Also measures: RAM and flash from the programs' sections, the stack that was used against the one
that the call chain can need at most, and the instructions of every move, turned into seconds at the
chip's 160 MHz. Exit status 77: no emulator here."""
import pathlib
import re
import shutil
import subprocess
import sys

potez, scripts, lx106, cortex = sys.argv[1:]
MEGAHERTZ = 160
QEMU = {
    "lx106": ["qemu-system-xtensa", "-M", "sim", "-cpu", "lx106", "-semihosting", "-kernel", lx106],
    "cortex-m3": ["qemu-system-arm", "-M", "mps2-an385", "-serial", "none", "-semihosting-config",
                  "enable=on,target=native", "-kernel", cortex],
}
if any(not shutil.which(command[0]) for command in QEMU.values()):
    print("QEMU is not installed")
    sys.exit(77)

with open(scripts) as file:
    lines = [line.strip() for line in file if line.strip()]
expected = ""
for line in lines:
    seed, script = line.split(" ", 1)
    expected += subprocess.run([potez, "automaton", "--seed", seed, "--script", script], check=True,
                               capture_output=True, text=True).stdout
print(f"{len(lines)} scripts, {len(expected.splitlines())} frames")
assert len(expected.splitlines()) > 1000

bad = False


def complain(text):
    global bad
    bad = True
    print("FAILED:", text)


running = {}
for name, command in QEMU.items():
    running[name] = subprocess.Popen(
        ["timeout", "300", *command, "-icount", "shift=0", "-nographic", "-monitor", "none"],
        stdin=subprocess.PIPE, stdout=subprocess.PIPE, stderr=subprocess.PIPE, text=True)
for name, process in running.items():
    frames, notes = process.communicate("\n".join(lines) + "\n")
    if process.returncode:
        complain(f"{name}: exit status {process.returncode}")
    if frames != expected:
        pairs = zip(expected.splitlines(), frames.splitlines())
        first = next((i for i, (a, b) in enumerate(pairs) if a != b), "the end")
        complain(f"{name}: {len(frames.splitlines())} frames, different at {first}")
    moves = re.findall(r"move (\w+) discs (\d+) nodes (\d+) instructions (\d+)", notes)
    for mode in ("easy", "hard", "perfect"):
        counts = [int(count) for kind, _, _, count in moves if kind == mode]
        if not counts:
            complain(f"{name}: no move of {mode}")
            continue
        seconds = max(counts) / MEGAHERTZ / 1e6
        print(f"{name:10} {mode:8} {len(counts):3} moves, mean {sum(counts) // len(counts):>10,}, "
              f"most {max(counts):>11,} instructions = {seconds:.3f} s at {MEGAHERTZ} MHz")
        if seconds > {"easy": 0.1, "hard": 1, "perfect": 2}[mode]:
            complain(f"{name}: {mode} is too slow")
    used, room = map(int, re.search(r"stack (\d+) of (\d+)", notes).groups())
    print(f"{name:10} stack {used} bytes used of {room}")
    if used > room * 9 // 10:
        complain(f"{name}: the stack is nearly full")

# The deepest chain of calls: the solver calls itself once for each disc at most, and on top of it
# the callback looks at the pads and draws. Frames as the compiler reports them; what was inlined
# is part of its caller.
CHAIN = ["script_run", "wait_for_turn", "automaton_step", "go_on", "think", "automaton_think",
         "__wrap_automaton_think", "think_perfect", "perfect_think", "ask", "connect4_solve_within",
         "solver_7x6_solve", "solver_interrupted", "interrupt", "attend", "automaton_draw",
         "draw_discs", "show", "write_line", "host_write", "simcall", "call", "console", "reset",
         "chip_main"]
for name, program in (("lx106", lx106), ("cortex-m3", cortex)):
    frames = {}
    for path in pathlib.Path(program + ".p").glob("*.su"):
        for row in path.read_text().splitlines():
            place, size, kind = row.split("\t")
            if kind not in ("static", "dynamic,bounded"):
                complain(f"{name}: {place} has a frame without bound")
            frames.setdefault(place.split(":")[-1], int(size))
    deepest = sum(frames.get(part, 0) for part in CHAIN) + 40 * frames["solver_7x6_search"]
    print(f"{name:10} stack {deepest} bytes at most by its chain of calls")
    if deepest > 33 * 1024:
        complain(f"{name}: the stack can overflow")

for name, program in (("lx106", lx106), ("cortex-m3", cortex)):
    sizes = {}
    data = pathlib.Path(program).read_bytes()
    number = lambda at, length=4: int.from_bytes(data[at : at + length], "little")
    table, names = number(32), number(50, 2)
    for i in range(number(48, 2)):
        row = table + 40 * i
        label = number(table + 40 * names + 16) + number(row)
        sizes[data[label : data.index(b"\0", label)].decode()] = (number(row + 20), number(row + 8))
    ram = sum(size for part, (size, flags) in sizes.items()
              if flags & 2 and part in (".data", ".bss", ".stack", ".iram", ".start"))
    flash = sum(size for part, (size, flags) in sizes.items()
                if flags & 2 and part not in (".bss", ".stack"))
    print(f"{name:10} RAM {ram} bytes with the stack, flash {flash} bytes")
    if ram > 64 * 1024 or flash > 900 * 1024:
        complain(f"{name}: too large")
sys.exit(bad)
