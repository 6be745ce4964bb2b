"""Makes a level of ZR 2, or reads one from a file, and checks it: level.py [FILE]"""
import pathlib
import sys

import potez

if len(sys.argv) > 1:
    text = pathlib.Path(sys.argv[1]).read_text(encoding="utf-8")
else:
    text = potez.level_generate("5x5", teleporters=2, seed=7)
print(potez.level_read(text))
found = potez.Game("zr2", level=text).level_check(seconds=10)
print("It can be solved to zero." if found["zero"] else "%d of %d points." % (found["points"], found["sum"]))
print("%s best walks, difficulty %s" % (found.get("walks"), found.get("difficulty")))
