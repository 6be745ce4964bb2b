"""Writes a C file that holds the bytes of a file: embed-file.py INPUT OUTPUT NAME [words].

With "words" the bytes, lowest first, become 32-bit words, which can be put into a section of their
own by defining EMBED_SECTION."""
import struct
import sys

source, target, name, *form = sys.argv[1:]
data = open(source, "rb").read()
with open(target, "w") as out:
    if form == ["words"]:
        numbers = struct.unpack(f"<{len(data) // 4}I", data)
        unit, suffix, count, kind = 8, "words", len(numbers), "uint32_t"
        out.write("#include <stdint.h>\n#ifndef EMBED_SECTION\n#define EMBED_SECTION\n#endif\n")
        section = " EMBED_SECTION"
    else:
        numbers, unit, suffix, count, kind, section = data, 32, "data", len(data), "uint8_t", ""
        out.write("#include <stdint.h>\n")
    rows = [",".join(map(str, numbers[i : i + unit])) for i in range(0, len(numbers), unit)]
    total = "count" if form else "bytes"
    out.write(f"extern const {kind} {name}_{suffix}[];\n")
    out.write(f"extern const uint32_t {name}_{total};\nconst uint32_t {name}_{total} = {count};\n")
    out.write(f"const {kind} {name}_{suffix}[]{section} = {{\n" + ",\n".join(rows) + "};\n")
