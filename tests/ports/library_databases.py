"""Databases from folders in C and Python: builds two small ones and asks them.

usage: library_databases.py POTEZ PROGRAM [SOURCE LIBRARY]; PROGRAM is library_databases.c, and with SOURCE and LIBRARY the
Python package is asked too."""
import os
import subprocess
import sys
import tempfile

potez, program, *python = sys.argv[1:]

USE = r"""
import random, sys
import potez
RANK = {"loss": 0, "draw": 1, "win": 2}
lots = random.Random(1)
proved = 0
game = potez.Game("mill", options={"variant": "six"}, databases=sys.argv[1], table=1 << 20)
for _ in range(100):
    points = ["."] * 16
    for number, point in enumerate(lots.sample(range(16), 8)):
        points[point] = "bw"[number % 2]
    game.start("".join(points) + " w 0 0 0")
    if game.over:
        continue
    answer = game.probe()
    assert answer.exact and all(part.exact for part in answer.parts), game.position
    assert max(RANK[part.outcome] for part in answer.parts) == RANK[answer.outcome], game.position
    proved += 1
print(proved, "positions probed")
"""

with tempfile.TemporaryDirectory() as folder, tempfile.TemporaryDirectory() as fewer:
    for men, place in (("4", folder), ("3", fewer)):
        subprocess.run([potez, "database", "build", "mill", "--set", "variant=six", "--men", men, "--no-placing", "--dir", place,
                        "--quiet"], check=True, stdout=subprocess.DEVNULL)
    subprocess.run([program, folder, fewer], check=True)
    if python:
        source, library = python
        environment = {**os.environ, "POTEZ_LIBRARY": library, "PYTHONPATH": os.path.join(source, "bindings/python"),
                       "PYTHONDONTWRITEBYTECODE": "1"}
        subprocess.run(["/usr/bin/python3", "-c", USE, folder], check=True, env=environment)
