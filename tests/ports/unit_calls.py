"""The unit of systemd allows every system call that the server makes while its tests run.

usage: unit_calls.py UNIT POTEZ TEST...

The lists of the unit's SystemCallFilter are taken apart with systemd-analyze, and what the server calls is
counted by strace; without either the test is skipped. As root, SQLite gives its files to the owner of the
database, which the service, under a user of its own, does not do."""
import os
import pathlib
import shutil
import subprocess
import sys
import tempfile

AS_ROOT = {"fchown"}


def members(name):
    """The calls of a list such as @system-service, those of its lists included."""
    if not name.startswith("@"):
        return {name}
    told = subprocess.run(["systemd-analyze", "syscall-filter", name], capture_output=True, text=True, check=True).stdout
    lines = [line.strip() for line in told.splitlines()[1:]]
    return set().union(*(members(line) for line in lines if line and not line.startswith("#")))


def allowed(unit):
    calls = set()
    for line in pathlib.Path(unit).read_text(encoding="utf-8").splitlines():
        if line.startswith("SystemCallFilter="):
            names = line.split("=", 1)[1]
            listed = set().union(*(members(name) for name in names.lstrip("~").split()))
            calls = calls - listed if names.startswith("~") else calls | listed
    return calls


def made(potez, tests, work):
    """Every call of the server from its start to its end."""
    wrapper = pathlib.Path(work, "potez")
    wrapper.write_text(f'#!/bin/sh\nexec strace -D -f -qq -c -U name -o {work}/calls.$$ "{potez}" "$@" --sandbox\n', encoding="utf-8")
    wrapper.chmod(0o755)
    for test in tests:
        subprocess.run([test, wrapper], stdin=subprocess.DEVNULL, stdout=subprocess.DEVNULL, check=False, timeout=120)
    found = set()
    for path in pathlib.Path(work).glob("calls.*"):
        found |= {line.strip() for line in path.read_text(encoding="utf-8").splitlines()[2:] if line.strip().isidentifier()}
    return found - {"total", "syscall"}


def main():
    unit, potez, tests = sys.argv[1], os.path.realpath(sys.argv[2]), sys.argv[3:]
    if not shutil.which("strace") or not shutil.which("systemd-analyze"):
        print("there is no strace or no systemd-analyze")
        return 77
    may = allowed(unit)
    with tempfile.TemporaryDirectory() as work:
        calls = made(potez, tests, work)
    if len(calls) < 20:
        print("strace may not look here")
        return 77
    missing = sorted(calls - may - (AS_ROOT if os.geteuid() == 0 else set()))
    print(f"{len(calls)} calls are made, {len(may)} allowed, missing: {missing}")
    return 1 if missing else 0


if __name__ == "__main__":
    sys.exit(main())
