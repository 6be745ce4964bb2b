"""Writes a C file that holds the bytes of a file: embed.py INPUT OUTPUT NAME."""
import sys

source, target, name = sys.argv[1:]
data = open(source, "rb").read()
rows = [",".join(map(str, data[i : i + 32])) for i in range(0, len(data), 32)]
with open(target, "w") as out:
    out.write(f"#include <stdint.h>\nextern const uint8_t {name}_data[];\n")
    out.write(f"extern const uint32_t {name}_bytes;\nconst uint32_t {name}_bytes = {len(data)};\n")
    out.write(f"const uint8_t {name}_data[] = {{\n" + ",\n".join(rows) + "};\n")
