"""No state behind the scenes: the variables of the library that can change, each with the reason why it may be there.

usage: library_state.py LIBRARY

What is neither computed once and the same for everybody, nor under a lock, nor a thread's own, makes games depend on
each other. A new name here takes such a reason; a list of the linker's own is left out."""
import re
import subprocess
import sys

REASONS = {
    "tables that the first who needs them computes, the same for everybody":
        "classes edge index memory mirror othello_feature_steps own own_index own_index_memory state",
    "models and books, read once under a lock": "file_count files in_use known lock ready",
    "a thread's own": "library_error library_failed",
    "switches of the program and of the page, which nothing here calls": "cluster forbidden given given_bytes lately opened used",
}
LINKER = {"__TMC_END__", "__dso_handle", "completed", "_DYNAMIC"}
allowed = {name for names in REASONS.values() for name in names.split()}
told = subprocess.run(["objdump", "-t", sys.argv[1]], capture_output=True, text=True, check=True).stdout
found = set()
for line in re.findall(r"\s\.(?:bss|data|tbss|tdata)\s+[0-9a-f]+\s+(?:\.hidden )?(\w[\w.]*)$", told, re.M):
    # a variable of a function is "name.0" to gcc and "function.name" to clang
    found.add([part for part in line.split(".") if not part.isdigit()][-1])
found -= LINKER
if not found:
    sys.exit("FAILED: no variables; was it stripped?")
for name in sorted(found - allowed):
    print("FAILED: %s can change; whose is it?" % name)
if found - allowed:
    sys.exit(1)
print("%d variables, all with a reason" % len(found))
