#!/usr/bin/env python3
"""Runs the examples of the documentation.

In a block marked `console`, a line "$ potez ..." is run with the program given, and the lines up
to the next one must be what it prints; a line "..." stands for any number of lines, and "..." within a
line for any text. The pages of docs/start are run whole, every line with a "$", in the order in which they
stand and in a folder of their own that looks like the source, with the build as build/release: what one
command writes the next one finds. A block marked `c` or `js` in docs/adding-a-game.md must stand word for
word in the template game.
"""
import os
import pathlib
import re
import subprocess
import sys
import tempfile

home = tempfile.TemporaryDirectory()  # nothing is kept in the user's own archive
root = pathlib.Path(__file__).resolve().parent.parent
program = sys.argv[1]
(pathlib.Path(home.name) / "bin").mkdir()
(pathlib.Path(home.name) / "bin/potez").symlink_to(pathlib.Path(program).resolve())
environment = dict(os.environ, HOME=home.name, XDG_DATA_HOME=home.name, XDG_STATE_HOME=home.name,
                   PATH=f"{home.name}/bin:{os.environ['PATH']}")
failures = examples = 0


def fail(where, message):
    global failures
    failures += 1
    print(f"{where}: {message}")


def matches(expected, found):
    pattern = "".join("(?:.*\n)*" if line == "..." else ".*".join(map(re.escape, line.split("..."))) + "\n"
                      for line in expected)
    return re.fullmatch(pattern, found) is not None


def desk(folder):
    """Makes a folder look like the source with a build: what is written there touches neither."""
    folder = pathlib.Path(folder)
    for each in root.iterdir():
        if each.name != "build" and not each.name.startswith("."):
            (folder / each.name).symlink_to(each)
    (folder / "build").mkdir()
    (folder / "build/release").symlink_to(pathlib.Path(program).resolve().parents[2])
    return folder


def run(where, command, expected, folder):
    global examples
    examples += 1
    done = subprocess.run(["bash", "-c", command], cwd=folder, capture_output=True, text=True, timeout=120,
                          env=environment)
    found = done.stdout + done.stderr
    if found and not found.endswith("\n"):
        found += "\n"
    if not matches(expected, found):
        fail(where, f"$ {command}\nexpected:\n" + "\n".join(expected) + "\nfound:\n" + found)


def console(where, lines, folder, every):
    command, expected = None, []
    for line in lines + ["$ "]:
        if line.startswith("$ "):
            if command and (every or command.startswith("potez")):
                run(where, command, expected, folder)
            command, expected = line[2:], []
        else:
            expected.append(line)


template = {
    "c": "".join(path.read_text() for path in sorted(root.glob("src/**/template/*.[ch]"))),
    "js": "".join(path.read_text() for path in sorted(root.glob("web/template/*.js"))),
}
for page in sorted([root / "README.md", *root.glob("docs/**/*.md")]):
    if not page.exists():
        continue
    name = page.relative_to(root)
    start = page.parent.name == "start"
    own = tempfile.TemporaryDirectory() if start else None
    folder = desk(own.name) if start else root
    for block in re.finditer(r"^```(\w+)\n(.*?)^```$", page.read_text(), re.M | re.S):
        if block[1] == "console":
            console(name, block[2].splitlines(), folder, start)
        elif block[1] in template and str(name) == "docs/adding-a-game.md":
            examples += 1
            if block[2] not in template[block[1]]:
                fail(name, "this is not in the template game:\n" + block[2])

print(f"{examples} examples, {failures} wrong")
sys.exit(failures > 0)
