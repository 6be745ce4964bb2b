"""The flash image of the automaton and what the chip demands of the code in it.

    automaton_image.py OBJDUMP LX106.elf IMAGE WRITER

The image is read back as the boot ROM would. Bytes cannot be read from flash: there must be no
constants there but the book, and the book must be read by whole aligned words only."""
import re
import runpy
import struct
import subprocess
import sys

objdump, program, image, writer = sys.argv[1:]
tool = runpy.run_path(writer)
with open(program, "rb") as file:
    start, sections = tool["sections"](file.read())
with open(image, "rb") as file:
    flash = file.read()

# the head and the segments
magic, count, mode, size, entry = struct.unpack_from("<BBBBI", flash)
assert (magic, mode, size, entry) == (0xE9, 3, 0x20, start), "head"
at, check, memory = 8, 0xEF, {}
for _ in range(count):
    address, length = struct.unpack_from("<II", flash, at)
    assert length % 4 == 0 and address % 4 == 0
    part = flash[at + 8 : at + 8 + length]
    memory[address] = part
    for byte in part:
        check ^= byte
    at += 8 + length
end = at + 15 - at % 16
assert flash[end] == check and not any(flash[at:end]), "sum"
assert end < 0x10000 and set(flash[end + 1 : 0x10000]) <= {0xFF}, "gap"
names = {}
for name, address, data in sections:
    names[name] = (address, len(data))
    if 0x40200000 <= address < 0x40300000:
        place = address - 0x40200000
        assert place == 0x10000 and flash[place : place + len(data)] == data, name
    else:
        assert memory[address][: len(data)] == data, name
        assert 0x3FFE8000 <= address < 0x3FFFC000 or 0x40100000 <= address < 0x40108000, name
assert set(names) == {".start", ".iram", ".flash", ".data"}, names
print(f"image {len(flash)} bytes,", ", ".join(f"{n} {s[1]}" for n, s in names.items()))

# a bit that has changed is noticed
assert flash[end] != check ^ 1

# constants: every symbol of data is in RAM but the book
symbols = subprocess.run([objdump, "-t", program], check=True, capture_output=True, text=True).stdout
for row in re.findall(r"^([0-9a-f]{8}) .{5}(.)[ ]\s*(\S+)\s+([0-9a-f]{8}) (\S+)$", symbols, re.M):
    address, kind, section, length, name = row
    if kind == "O" and section == ".flash":
        assert name == "automaton_book_words", f"{name} lies in flash"
        assert int(address, 16) % 4 == 0
book = re.search(r"^([0-9a-f]{8}).*\.flash\s+([0-9a-f]{8}) automaton_book_words$", symbols, re.M)
assert book, "the book is not in flash"

# the one function that reads the book: words only
code = subprocess.run([objdump, "-d", program], check=True, capture_output=True, text=True).stdout
body = code[code.index("<book_chip_word>:") :].split("\n\n")[0]
loads = re.findall(r"\tl(?:8ui|16ui|16si|32i)(?:\.n)?\b", body)
assert loads and all("l32i" in load for load in loads), body
# and nobody else has its address but to hand it on
text = code.split("\n\n")
holders = {re.search(r"<(\w+)>:", block).group(1) for block in text
           if f"({book.group(1).lstrip('0')} <automaton_book_words>)" in block and "<" in block}
print("the book's address is held by", ", ".join(sorted(holders)))
assert holders <= {"book_chip_own", "chip_main", "run"}, holders

# the loop that sends to the lights lies in RAM
send = int(re.search(r"^([0-9a-f]{8}) <ws2812_send>:", code, re.M).group(1), 16)
assert 0x40100000 <= send < 0x40108000
