"""Runs the instructions of ws2812_send, as the disassembler shows them, and checks every edge.

    automaton_pulses.py OBJDUMP LX106.elf

The pulses are what a WS2812B wants: high for 0.4 us (zero) or 0.8 us (one), within 0.15 us, and low
for the rest of 1.25 us, at 160 MHz. Three costs of instructions are tried: one cycle each; three
for a jump; five for a jump and four for a store. Only RAM of instructions and interrupts off."""
import random
import re
import subprocess
import sys

objdump, program = sys.argv[1:]
text = subprocess.run([objdump, "-d", "-j", ".iram", program], check=True, capture_output=True,
                      text=True).stdout
body = text[text.index("<ws2812_send>:") :]
code = {}
for address, rest in re.findall(r"^([0-9a-f]+):\t[0-9a-f]+ *\t(.+)$", body, re.M):
    code[int(address, 16)] = rest.split("(")[0].replace(",", " ").split()
    if rest.startswith("ret"):
        break
addresses = sorted(code)
constants = {int(at, 16): int(value, 16) for at, value in
             re.findall(r"l32r\ta\d+, ([0-9a-f]+) <[^>]*> \(([0-9a-f]+)", body)}
OUT_SET, OUT_CLEAR = 0x60000304, 0x60000308


def run(data, costs):
    """The times at which the pin rose and fell, in cycles."""
    plain, jump, store = costs
    registers = {f"a{i}": 0 for i in range(16)}
    registers["a2"], registers["a3"] = 0x3FFE8000, len(data)
    edges, cycle, at, masked = [], random.randrange(1 << 32), addresses[0], False
    begin = cycle
    signed = lambda value: (value & 0xFFFFFFFF) - (value >> 31 & 1) * (1 << 32)
    while True:
        name, *rest = code[at]
        name = name.removesuffix(".n")
        following = addresses[addresses.index(at) + 1] if at != addresses[-1] else None
        cost, target = plain, following
        if name == "ret":
            assert not masked, "interrupts stay off"
            return edges
        if name == "movi":
            registers[rest[0]] = int(rest[1], 0) & 0xFFFFFFFF
        elif name == "l32r":
            registers[rest[0]] = constants[int(rest[1], 16)]
        elif name == "rsil":
            masked = int(rest[1], 0) == 15
        elif name == "rsr.ccount" or (name == "rsr" and rest[1] == "ccount"):
            registers[rest[0]] = cycle & 0xFFFFFFFF
        elif name in ("wsr.ps", "wsr"):
            masked = False
        elif name == "l8ui":
            registers[rest[0]] = data[registers[rest[1]] - 0x3FFE8000 + int(rest[2], 0)]
        elif name in ("addi", "addmi"):
            registers[rest[0]] = registers[rest[1]] + int(rest[2], 0) & 0xFFFFFFFF
        elif name == "add":
            registers[rest[0]] = registers[rest[1]] + registers[rest[2]] & 0xFFFFFFFF
        elif name == "sub":
            registers[rest[0]] = registers[rest[1]] - registers[rest[2]] & 0xFFFFFFFF
        elif name == "slli":
            registers[rest[0]] = registers[rest[1]] << int(rest[2], 0) & 0xFFFFFFFF
        elif name == "s32i":
            place = registers[rest[1]] + int(rest[2], 0)
            assert masked, "interrupts must be off"
            assert place in (OUT_SET, OUT_CLEAR) and registers[rest[0]] == 1
            edges.append((place == OUT_SET, cycle - begin))
            cost = store
        elif name in ("bgez", "bltz", "bnez", "beqz"):
            value = signed(registers[rest[0]])
            if {"bgez": value >= 0, "bltz": value < 0, "bnez": value != 0, "beqz": value == 0}[name]:
                target, cost = int(rest[1], 16), jump
        elif name not in ("rsync", "memw", "nop"):
            raise SystemExit(f"unknown instruction {name}")
        cycle += cost
        at = target


random.seed(1)
samples = [bytes([0x00, 0xFF, 0x55, 0xAA, 0x0F]), bytes(random.randrange(256) for _ in range(126))]
worst = {"zero": [], "one": [], "zero low": [], "one low": []}
for costs in ((1, 1, 1), (1, 3, 1), (1, 5, 4)):
    for data in samples:
        edges = run(data, costs)
        bits = [byte >> k & 1 for byte in data for k in range(7, -1, -1)]
        assert len(edges) == 2 * len(bits), (len(edges), len(bits))
        for i, bit in enumerate(bits):
            (rises, up), (stays, down) = edges[2 * i], edges[2 * i + 1]
            assert rises and not stays
            name = "one" if bit else "zero"
            worst[name].append((down - up) / 160)
            if i + 1 < len(bits):
                worst[name + " low"].append((edges[2 * i + 2][1] - down) / 160)
LIMITS = {"zero": (0.25, 0.55), "one": (0.65, 0.95), "zero low": (0.70, 1.00), "one low": (0.30, 0.60)}
for name, times in worst.items():
    low, high = LIMITS[name]
    print(f"{name:8} {min(times):.3f} to {max(times):.3f} us, allowed {low:.2f} to {high:.2f}")
    assert low <= min(times) and max(times) <= high, name
