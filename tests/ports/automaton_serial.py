"""The simulated machine at the end of a serial cable: potez automaton --serial.

    automaton_serial.py POTEZ

A pseudo-terminal is opened as a program would open the USB port of a real board; every command is answered, a game is begun and the
self-test passed by touches that come over the cable, and bytes that mean nothing harm nothing."""
import os
import subprocess
import sys
import time

PATIENCE = 60
machine = subprocess.Popen([sys.argv[1], "automaton", "--serial"], stdout=subprocess.PIPE, text=True)
try:
    path = machine.stdout.readline().strip()
    port = os.open(path, os.O_RDWR | os.O_NOCTTY)
    os.set_blocking(port, False)
    rest, lines = b"", []

    def hear():
        """The next line."""
        global rest
        until = time.monotonic() + PATIENCE
        while b"\n" not in rest:
            if time.monotonic() > until:
                sys.exit(f"FAILED: nothing came; before: {lines[-5:]}")
            try:
                rest += os.read(port, 4096)
            except BlockingIOError:
                time.sleep(0.002)
        line, rest = rest.split(b"\n", 1)
        lines.append(line.decode("ascii").rstrip("\r"))
        return lines[-1]

    def wait(wanted):
        while hear() != wanted:
            pass

    def say(command):
        os.write(port, command.encode() + b"\n")

    wait("MPR121 found at 0x5A")
    say("hello")
    wait("potez automaton 1")
    os.write(port, b"\xff\x00\x1b[A" + b"x" * 500 + b"\r\n\r\n")
    wait("unknown")
    say("lights on")
    wait("lights 5 ..BRGM......................w............w")
    say("touch 3")
    wait("mode: two players")
    wait("lights 5 " + "." * 42)
    say("touch 4")
    wait("player 1: column 4")
    assert [hear() for _ in range(6)] == ["0000000"] * 5 + ["0001000"], lines
    say("lights off")
    say("test")
    wait("test: lights")
    wait("test: pads")
    for pad in "1234567m":
        say(f"touch {pad}")
        wait(f"test: pad {pad}")
    wait("test: passed")
finally:
    machine.terminate()
    status = machine.wait()
assert status in (-15, 143), status
print(f"{len(lines)} lines")
