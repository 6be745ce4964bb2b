"""What programs that were built earlier rely on: names, sizes of structs, places of their members and
values of constants, as they were recorded.

usage: abi.py LIBRARY HEADER RECORD [--record]

A name that is gone, or a number that is another, breaks programs: that takes another number behind
libpotez.so. What is new is recorded with --record, as a line of the change that brings it."""
import os
import re
import subprocess
import sys
import tempfile

library, header, record = sys.argv[1:4]
with open(header, encoding="utf-8") as file:
    text = re.sub(r"/\*.*?\*/", "", file.read(), flags=re.S)
names = sorted(line.split()[-1] for line in subprocess.run(
    ["nm", "-D", "--defined-only", library], capture_output=True, text=True, check=True).stdout.splitlines())
structs = re.findall(r"^struct (\w+) \{(.*?)^\};", text, re.S | re.M)
lines = []
for struct, body in structs:
    lines.append('printf("struct %s %%zu\\n", sizeof(struct %s));' % (struct, struct))
    for member in body.split(";"):
        pointer = re.search(r"\(\*(\w+)\)", member)
        found = [pointer[1]] if pointer else re.findall(r"(\w+)\s*(?:,|$)", member.strip())
        lines += ['printf("struct %s.%s %%zu\\n", offsetof(struct %s, %s));' % (struct, name, struct, name)
                  for name in found]
for body in re.findall(r"^enum \w+ \{(.*?)\};", text, re.S | re.M):
    lines += ['printf("%s %%d\\n", (int)%s);' % (name, name) for name in re.findall(r"\b(POTEZ_\w+)", body)]
with tempfile.TemporaryDirectory() as place:
    source, program = os.path.join(place, "abi.c"), os.path.join(place, "abi")
    with open(source, "w", encoding="utf-8") as file:
        file.write('#include "%s"\n#include <stdio.h>\nint main(void)\n{\n%s\nreturn 0;\n}\n'
                   % (os.path.abspath(header), "\n".join(lines)))
    subprocess.run(["cc", source, "-o", program], check=True)
    now = names + subprocess.run([program], capture_output=True, text=True, check=True).stdout.splitlines()
if "--record" in sys.argv:
    with open(record, "w", encoding="utf-8") as file:
        file.write("\n".join(now) + "\n")
with open(record, encoding="utf-8") as file:
    before = file.read().splitlines()
for line in sorted(set(before) - set(now)):
    print("gone or changed: %s" % line)
for line in sorted(set(now) - set(before)):
    print("not recorded: %s" % line)
print("%d names and numbers" % len(now))
sys.exit(set(before) != set(now))
