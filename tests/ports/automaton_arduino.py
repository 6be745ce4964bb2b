"""The Arduino sketch, compiled against small headers of ours and played on this computer.

    automaton_arduino.py POTEZ SCRIPTS CC CXX

tools/automaton-arduino makes the library; it and the sketch are compiled with tests/ports/arduino in
the place of Arduino's core and of Adafruit's libraries. The recorded scripts must show the firmware's
frames at the firmware's times; the serial port must say what docs/automaton.md tells; and with a
network the sketch must take its moves from a real server, and move by itself without one."""
import json
import pathlib
import re
import subprocess
import sys
import tempfile
import urllib.request

potez, scripts, cc, cxx = sys.argv[1:]
root = pathlib.Path(__file__).resolve().parents[2]
stubs = root / "tests/ports/arduino"
FLAGS = ["-O2", "-Wall", "-Wextra", "-Werror"]


def run(*command, **more):
    done = subprocess.run([str(word) for word in command], capture_output=True, text=True, **more)
    if done.returncode:
        sys.exit(f"FAILED: {' '.join(map(str, command))}\n{done.stdout}{done.stderr}")
    return done.stdout


def build(folder, library, name, network):
    """The sketch with a network's name written at its head, as a person does it."""
    sketch = (library / "examples/automaton/automaton.ino").read_text()
    changed = sketch.replace('network[] = ""', f'network[] = "{network}"')
    assert not network or changed != sketch
    source = folder / f"{name}.ino"
    source.write_text(changed)
    compiled = folder / f"{name}.o"
    run(cxx, "-std=gnu++17", *FLAGS, f'-DSKETCH="{source}"', "-I", stubs, "-I", library / "src", "-c", stubs / "sketch.cpp", "-o", compiled)
    return compiled


def main(folder):
    library = folder / "library"
    run(root / "tools/automaton-arduino", library)
    sources = sorted(library.glob("src/**/*.c"))
    objects = []
    for source in [*sources, root / "src/ports/automaton/script.c", stubs / "board.c"]:
        objects.append(folder / f"{len(objects)}.o")
        run(cc, "-std=gnu17", *FLAGS, "-I", library / "src", "-I", root / "src", "-I", stubs, "-c", source, "-o", objects[-1])
    program, online = folder / "sketch", folder / "sketch-online"
    run(cxx, *objects, build(folder, library, "plain", ""), "-o", program)
    run(cxx, *objects, build(folder, library, "online", "house"), "-o", online)

    frames = 0
    for line in pathlib.Path(scripts).read_text().splitlines():
        seed, script = line.split(" ", 1)
        frames += int(run(program, "play", seed, script).split()[0])
    print(f"{frames} frames as the firmware's")
    assert frames > 1000

    # the sensor missing at first, then a disc in the middle: worked out by hand
    said = run(program, "serial", "-: + 3: 4.....").splitlines()
    assert said == ["MPR121 not found at 0x5A: check its wiring", "MPR121 found at 0x5A", "mode: two players",
                    "player 1: column 4", *["0000000"] * 5, "0001000"], said

    # commands on the serial port, and a self-test that is left
    said = run(program, "serial", '. "hello" "test" : m "what" "lights on"').splitlines()
    assert said == ["MPR121 found at 0x5A", "potez automaton 1", "test: lights", "test: left", "unknown",
                    "lights 5 ..BRGM......................w............w"], said

    server = subprocess.Popen([potez, "serve", "--port", "0", "--data", str(folder / "games"), "--quiet"],
                              stdout=subprocess.PIPE, text=True)
    try:
        port = re.search(r":(\d+)", server.stdout.readline()).group(1)
        answer = json.load(urllib.request.urlopen(f"http://127.0.0.1:{port}/api/v1/best?game=connect4&moves=&time=1.5"))
        told = run(online, "network", port)
    finally:
        server.terminate()
        server.wait()
    print(told, end="")
    questions, moves = re.match(r"(\d+) questions, moves ([\d ]+)", told).groups()
    assert questions == "2" and moves.split()[:2] == [answer["move"], "4"], told
    # nobody there: it moves by itself
    alone = run(online, "network", port)
    print(alone, end="")
    assert alone.startswith("0 questions, moves "), alone


with tempfile.TemporaryDirectory() as name:
    main(pathlib.Path(name))
