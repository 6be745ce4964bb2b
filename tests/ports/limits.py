"""Limits are obeyed, or refused with a sentence.

usage: limits.py POTEZ [--long]

Everything that searches is asked adversarial questions with a short --time and must end within that
time and half a second more, by the processor's clock, so that a busy machine does not matter. Options
that a question cannot obey must end with status 2 and a sentence. --table bounds the memory."""
import json
import os
import resource
import subprocess
import sys
import tempfile
import time
import urllib.error
import urllib.request

potez = os.path.realpath(sys.argv[1])
long = "--long" in sys.argv
LIMIT, MORE = 0.2, 0.5
failures = []
os.environ.pop("MALLOC_PERTURB_", None)  # meson's: it would write to all memory that is only reserved


def run(words, given=b""):
    """Status, seconds of the processor, megabytes, what was said on standard error."""
    with tempfile.TemporaryFile() as told, tempfile.TemporaryFile() as asked:
        asked.write(given)
        asked.seek(0)
        child = subprocess.Popen([potez, *words], stdin=asked, stdout=subprocess.DEVNULL, stderr=told,
                                 preexec_fn=lambda: resource.setrlimit(resource.RLIMIT_CPU, (10, 10)))
        _, status, used = os.wait4(child.pid, 0)
        child.returncode = status
        told.seek(0)
        return (os.waitstatus_to_exitcode(status), used.ru_utime + used.ru_stime, used.ru_maxrss / 1024,
                told.read().decode(errors="replace"))


def fail(what):
    failures.append(what)
    print("FAILED:", what, flush=True)


# --- Levels -------------------------------------------------------------------------------------


def level(path, sizes, cell, groups=()):
    cells = 1
    for side in sizes:
        cells *= side
    with open(path, "w", encoding="utf-8") as out:
        out.write("level\nTarget=0\nSumToZero\n(%s)\n%d\n" % (", ".join("0" for _ in sizes), len(groups)))
        for group in groups:
            out.write("{%s}\n" % ", ".join(map(str, group)))
        out.write(" ".join(map(str, sizes)) + "\n")
        out.write("\n".join("(%s, %d, %d, %d, 0, %d)" % cell(i) for i in range(cells)) + "\n")
    return path


def levels(folder):
    """The largest boards, the highest values, Teleporters and Increasers everywhere."""
    def mixed(i, most):
        return i * 7919 % most + 1

    def at(name):
        return os.path.join(folder, name + ".lvl")

    half = 1 << 15
    yield level(at("high"), [30, 30], lambda i: ("1", 9999, 0, 0, 0))
    yield level(at("doors"), [30, 30], lambda i: ("101", mixed(i, 9999), mixed(i, 899), 0, 0))
    yield level(at("presses"), [32, 32], lambda i: ("10001" if i % 7 == 3 else "1", mixed(i, 9999), 0, -1, 0),
                [range(0, 1024, 5)])
    yield level(at("one-group"), [256, 256], lambda i: ("10001", 9999, 0, -1, 0), [range(2 * half)])
    yield level(at("empty-group"), [256, 256], lambda i: ("10001", 3 if i < half else 0, 0, -1, 0),
                [range(half, 2 * half)])
    if long:
        yield level(at("wide"), [256, 256], lambda i: ("1", mixed(i, 9), 0, 0, 0))
        yield level(at("eight"), [4] * 8, lambda i: ("1", mixed(i, 5), 0, 0, 0))
        yield level(at("eight-high"), [4] * 8, lambda i: ("1", mixed(i, 9999), 0, 0, 0))
        yield level(at("many-doors"), [256, 256], lambda i: ("101", mixed(i, 5), mixed(i, 65535), 0, 0))
        yield level(at("narrow"), [8, 500], lambda i: ("1", mixed(i, 31), 0, 0, 0))


# --- Questions ----------------------------------------------------------------------------------

POSITIONS = [
    ("othello", "start"), ("othello", "moves:f5d6c3d3c4"), ("connect4", "start"),
    ("connect4", "--set", "width=9", "--set", "height=6"), ("mill", "start"), ("byte", "start"),
    ("byte", "--set", "size=10"), ("byte", "--set", "size=16"),
]


def in_time(words, slack=MORE, given=b""):
    status, seconds, _, said = run(words, given)
    if status not in (0, 1, 3):
        fail("%s: status %d: %s" % (" ".join(words), status, said.strip()))
    elif seconds > LIMIT + slack:
        fail("%s: %.2f s of the processor" % (" ".join(words), seconds))


def commands(paths):
    limit = ["--time", str(LIMIT), "--threads", "1", "--quiet"]
    for position in POSITIONS:
        for command in ("best", "analyse", "solve"):
            in_time([command, *position, *limit])
            if long:
                in_time([command, *position, *limit, "--no-book", "--no-database", "--table", "1M"])
                if command != "analyse":  # which clears the table for every move
                    in_time([command, *position, *limit, "--table", "256M", "--keep-table", "no"])
    for path in paths:
        for command in ("best", "analyse"):
            in_time([command, "zr2", path, *limit])
        for action in (["solve"], ["check"], ["rate", "--failures"]):
            in_time(["level", action[0], path, *action[1:], *limit])
        for player in ("dfs", "dfss") if long else ("dfss",):
            in_time(["level", "solve", path, "--player", player, *limit])
    for wish in (["64x64"], ["64x64", "--symmetric"], ["8x8x8x8", "--difficulty", "10", "--teleporters", "512"]):
        in_time(["level", "generate", "--size", *wish, *limit])


def engine(paths):
    """A search without a limit is stopped; what it takes after that counts."""
    games = ["othello", "mill", "byte size=16", "connect4", *("zr2 level " + path for path in paths)]
    for game in games:
        child = subprocess.Popen([potez, "engine", "--threads", "1"], stdin=subprocess.PIPE,
                                 stdout=subprocess.DEVNULL, stderr=subprocess.DEVNULL)
        child.stdin.write(("newgame %s\ngo infinite\n" % game).encode())
        child.stdin.flush()
        time.sleep(LIMIT)
        child.stdin.write(b"stop\nquit\n")
        child.stdin.close()
        _, _, used = os.wait4(child.pid, 0)
        child.returncode = 0
        if used.ru_utime + used.ru_stime > LIMIT + MORE:
            fail("engine %s: %.2f s" % (game, used.ru_utime + used.ru_stime))


def processor_seconds(process):
    with open("/proc/%d/stat" % process, encoding="ascii") as stat:
        fields = stat.read().rsplit(")", 1)[1].split()
    return (int(fields[11]) + int(fields[12])) / os.sysconf("SC_CLK_TCK")


def server(paths):
    with tempfile.TemporaryDirectory() as folder:
        port = 20000 + os.getpid() % 20000
        child = subprocess.Popen([potez, "serve", "--port", str(port), "--threads", "1", "--quiet"], cwd=folder,
                                 stdout=subprocess.DEVNULL, stderr=subprocess.DEVNULL,
                                 env={**os.environ, "HOME": folder, "XDG_DATA_HOME": folder})
        try:
            for _ in range(100):
                try:
                    urllib.request.urlopen("http://127.0.0.1:%d/api/v1/health" % port).read()
                    break
                except OSError:
                    time.sleep(0.1)
            bodies = [{"game": game} for game in ("othello", "connect4", "mill", "byte")]
            for path in paths:
                with open(path, encoding="utf-8") as text:
                    bodies.append({"game": "zr2", "level_text": text.read()})
            for route in ("best", "analyse", "solve"):
                for body in bodies:
                    before = processor_seconds(child.pid)
                    data = json.dumps({**body, "time": LIMIT}).encode()
                    request = urllib.request.Request("http://127.0.0.1:%d/api/v1/%s" % (port, route), data,
                                                     {"Content-Type": "application/json"})
                    try:
                        urllib.request.urlopen(request).read()
                    except urllib.error.HTTPError as answer:
                        said = answer.read()
                        if answer.code != 413:  # a level too large for a request
                            fail("%s %s: %d %s" % (route, body["game"], answer.code, said[:100]))
                    except urllib.error.URLError as answer:  # it hangs up on what is too large
                        if len(data) < 1 << 17:
                            fail("%s %s: %s" % (route, body["game"], answer))
                    used = processor_seconds(child.pid) - before
                    if used > LIMIT + MORE:
                        fail("POST %s %s: %.2f s of the processor" % (route, body["game"], used))
        finally:
            child.terminate()
            child.wait()


# --- Options ------------------------------------------------------------------------------------


def refused(words):
    status, _, _, said = run(words)
    if status != 2 or len(said.strip()) < 20:
        fail("%s: status %d, not refused: %s" % (" ".join(words), status, said.strip()))


def taken(words):
    status, _, _, said = run(words)
    if status not in (0, 1):
        fail("%s: status %d: %s" % (" ".join(words), status, said.strip()))


def options():
    small = "levels/04-two-of-each.lvl"
    ends = {"othello": [], "connect4": ["moves:4453"], "mill": [], "byte": [], "zr2": [small]}
    for game, position in ends.items():
        start = [game, *position]
        quick = ["--threads", "1", "--quiet"]
        refused(["solve", *start, "--depth", "1"])
        for command in ("best", "analyse"):
            ask = [command, *start, *quick]
            for limit in (["--time", "0.01"], ["--depth", "1"], ["--nodes", "50"]):
                refused([*ask, "--player", "random", *limit])
                refused([*ask, "--level", "1", *limit])
                refused([*ask, "--player", "best:nodes=10", *limit])
                (refused if game == "zr2" and limit[0] == "--depth" else taken)([*ask, *limit])
            refused([*ask, "--level", "1", "--player", "random"])
            for plain in (["--table", "1M"], ["--no-book"], ["--no-database"], ["--keep-table", "no"]):
                taken([*ask, *plain, "--nodes", "50"])
            if game != "mill":
                refused([*ask, "--database", "/tmp"])
    for ask in (["best", "othello"], ["analyse", "mill"], ["best", "connect4"]):
        refused([*ask, "--player", "minimax:2", "--time", "0.1"])
        refused([*ask, "--player", "alphabeta:2", "--time", "0.1"])
    refused(["solve", "othello", "--database", "/tmp"])
    refused(["level", "solve", small, "--depth", "3"])
    refused(["level", "generate", "--nodes", "3"])


def memory():
    for size in (1, 32):
        for words in (["best", "zr2", "levels/60-glacier.lvl"], ["level", "solve", "levels/60-glacier.lvl"]):
            _, _, most, _ = run([*words, "--table", "%dM" % size, "--time", "0.3", "--threads", "1", "--quiet"])
            if most > size + 24:
                fail("%s --table %dM: %.0f MB" % (" ".join(words), size, most))


with tempfile.TemporaryDirectory() as place:
    made = list(levels(place))
    options()
    memory()
    commands(made)
    engine(made if long else made[:1])
    server(made if long else made[:2])
print("%d failures" % len(failures))
sys.exit(1 if failures else 0)
