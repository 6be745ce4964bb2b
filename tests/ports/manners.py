"""What commands show while they work, and how they end when something goes wrong: interrupted, nowhere to
write to, no memory.

usage: manners.py POTEZ

Each command that lasts is begun as a user would, on a terminal: it shows a line with an estimate of the time
that is left. Then it gets SIGINT, SIGTERM or SIGHUP: the status is 128 and the signal, and standard error
says what was saved or that the same command begins again. Then standard output is full or closed, and where
a command writes files, their folder cannot be made, may only be read or may hold no file of any size: status
3 with a sentence. Last, every command gets no more memory than the program needs to start, and a little more: it
does what it can do or ends with status 3 and says why, never by a signal."""
import concurrent.futures
import os
import pty
import re
import resource
import select
import shutil
import signal
import subprocess
import sys
import tempfile
import time

potez = os.path.realpath(sys.argv[1])
root = os.path.dirname(os.path.dirname(os.path.dirname(os.path.realpath(__file__))))
failures = asked = 0
# Under nohup SIGHUP is ignored, and a program rightly leaves that so; here it must arrive.
signal.signal(signal.SIGHUP, signal.SIG_DFL)

EVOLVE = ["train", "othello", "--preset", "source-linear-2", "--population", "16", "--elite", "2", "--opponents", "4",
          "--test-games", "20", "--test-best", "2", "--ladder-every", "1000", "--generations", "100000"]
LEFT = r"(about|at most) [^\r]* left"
SO_FAR = r"\d (s|min) so far"
# Commands that last, with words that the sentence must hold and what the line on a terminal shows: the time
# that is left, or, where no share of the work and no limit is known, the time it has taken.
LONG = {
    "best": (["best", "othello", "--no-book", "--time", "60"], "best found so far", LEFT),
    "nodes": (["best", "byte", "--nodes", "900000000"], "best found so far", LEFT),
    "analyse": (["analyse", "mill", "--time", "60"], "looked at", LEFT),
    "review": (["analyse", "othello", "--game", "GAME", "--time", "2"], "begins again", LEFT),
    "solve": (["solve", "othello", "--time", "60"], "begins again", LEFT),
    "proof": (["solve", "othello"], "begins again", SO_FAR),
    "moves": (["solve", "connect4", "moves:44", "--no-book", "--all-moves", "--time", "60"], "begins again", LEFT),
    "perft": (["perft", "othello", "14"], "complete", LEFT),
    "match": (["match", "othello", "alphabeta:6", "random", "--games", "2000", "--concurrency", "8",
               "--resume", "WORK/m.journal"], "--resume", LEFT),
    "sprt": (["match", "othello", "alphabeta:4", "alphabeta:4", "--games", "20000", "--sprt", "0", "1", "--resume", "WORK/s.journal"],
             "--resume", r"LLR -?[\d.]+ \(-2.94, 2.94\) \[0, 1\], [^\r]* left"),
    "tournament": (["tournament", "mill", "alphabeta:6", "random", "priority", "--games", "2000"], "--resume", LEFT),
    "evolution": ([*EVOLVE, "--out", "WORK/run"], "potez train --resume", LEFT),
    "ntuple": (["train", "othello", "--model", "ntuple", "--games", "100000", "--out", "WORK/ntuple"], "--resume", LEFT),
    "patterns": (["train", "othello", "--model", "patterns", "--games", "20000", "--out", "WORK/patterns"], "continues", LEFT),
    "features": (["train", "byte", "--model", "features", "--games", "20000", "--out", "WORK/features"], "continues", LEFT),
    "book": (["book", "build", "connect4", "--plies", "8", "--table", "64M", "--out", "WORK/c.book"], "same command", LEFT),
    "first": (["book", "build", "connect4", "--plies", "1", "--table", "64M", "--out", "WORK/c.book"], "same command", SO_FAR),
    "expansions": (["book", "build", "othello", "--search-depth", "8", "--out", "WORK/o.book"], "stopped", LEFT),
    "database": (["database", "build", "mill", "--dir", "WORK/db", "--men", "6"], "continues", LEFT),
    "verify": (["database", "verify", "mill", "--dir", "DATABASE", "--sample", "900000000000"], "begins again", SO_FAR),
    "generate": (["level", "generate", "--count", "100000", "--out", "WORK/levels"], "stopped", LEFT),
    "puzzles": (["puzzle", "generate", "mill", "--count", "500", "--out", "WORK/puzzles.txt"], "continues", LEFT),
    "proofs": (["puzzle", "check", "othello"], "begins again", LEFT),
    "bench": (["bench"], "stopped", LEFT),
    "play": (["play", "othello", "--first", "best:time=30", "--second", "best:time=30"], "moves:", LEFT),
}
# Those that wait for somebody; a server ends as it was told to, which is no failure.
WAITING = {"engine": (["engine"], None), "archive": (["archive", "import", "-", "--game", "connect4"], None),
           "level": (["level", "check", "-"], None), "model": (["model", "info", "-"], None),
           "serve": (["serve", "--port", "0"], 0)}
FULL = [["match", "connect4", "random", "random", "--games", "2"], ["tournament", "connect4", "random", "easy", "--games", "2"],
        ["level", "check", "First steps"], ["book", "info", "connect4"], ["model", "info", "models/othello.model"],
        ["archive", "list"], ["play", "connect4", "--first", "random", "--second", "random", "--no-keep"],
        ["bench", "connect4", "--nodes", "1000"], ["database", "info", "mill", "--dir", "DATABASE"], ["games"], ["rules", "mill"], ["show", "othello"], ["moves", "byte"], ["best", "connect4"], ["solve", "connect4", "moves:444444"],
        ["puzzle", "list"], ["page", "--out", "WORK/page"], ["help"], ["serve", "--port", "0"], ["engine"], ["automaton", "--script", "3w 4w4w"],
        [*EVOLVE[:-1], "1", "--out", "WORK/run"], ["perft", "mill", "2"], ["analyse", "connect4", "moves:4444", "--json"]]
WRITING = [["train", *EVOLVE[1:], "--out", "PLACE"], ["train", "byte", "--model", "features", "--games", "10", "--out", "PLACE"],
           ["train", "othello", "--model", "ntuple", "--games", "10", "--out", "PLACE"],
           ["match", "connect4", "easy", "random", "--games", "2", "--resume", "PLACE/m"],
           ["match", "connect4", "easy", "random", "--games", "2", "--keep", "--archive", "PLACE/a.sqlite"],
           ["tournament", "connect4", "easy", "random", "--games", "2", "--resume", "PLACE/t"],
           ["archive", "import", "GAMES", "--game", "connect4", "--archive", "PLACE/a.sqlite"],
           ["archive", "export", "--out", "PLACE/games.pgn"], ["archive", "export", "--game", "othello", "--format", "wthor", "--out", "PLACE/w"],
           ["book", "build", "connect4", "--plies", "1", "--set", "width=4", "--set", "height=4", "--table", "1M", "--check", "0", "--out", "PLACE/c.book"],
           ["database", "build", "mill", "--dir", "PLACE", "--men", "3"], ["database", "pack", "mill", "--dir", "DATABASE", "--out", "PLACE/p"],
           ["level", "generate", "--out", "PLACE"], ["level", "solve", "First steps", "--certificate", "PLACE/c"],
           ["level", "show", "First steps", "--svg", "PLACE/a.svg"], ["show", "othello", "--svg", "PLACE/a.svg"],
           ["show", "othello", "--png", "PLACE/a.png"], ["analyse", "othello", "--game", "GAME", "--depth", "1", "--svg", "PLACE/a.svg"],
           ["bench", "connect4", "--compare", "minimax", "--depth", "2", "--picture", "PLACE/a.svg"],
           ["play", "connect4", "--first", "random", "--second", "random", "--archive", "PLACE/a.sqlite"],
           ["puzzle", "generate", "connect4", "--count", "1", "--out", "PLACE/puzzles.txt"], ["page", "--out", "PLACE/page"],
           ["serve", "--port", "0", "--data", "PLACE"]]
SMALL = [*FULL, ["analyse", "othello", "--game", "GAME", "--nodes", "1000"], ["best", "mill", "--nodes", "1000"], ["best", "byte", "--nodes", "1000"],
         ["solve", "zr2", "First steps"], ["level", "generate", "--size", "4x4"], ["level", "rate", "First steps"],
         ["book", "build", "connect4", "--plies", "1", "--out", "WORK/c.book"], ["database", "build", "mill", "--dir", "WORK", "--men", "3"],
         ["database", "verify", "mill", "--dir", "DATABASE"], ["archive", "export"], ["show", "othello", "--svg", "WORK/a.svg"],
         ["train", "othello", "--model", "ntuple", "--games", "10", "--out", "WORK/n"],
         ["train", "byte", "--model", "features", "--games", "10", "--generations", "1", "--out", "WORK/f"]]


def expect(what, good, shown):
    global failures, asked
    asked += 1
    if not good:
        failures += 1
        print("FAILED: %s\n    %s" % (what, shown))


def filled(words, **places):
    """Names of places in the words of a command replaced by their paths."""
    for name, path in {"DATABASE": database, "GAMES": games, "GAME": whole_game, **places}.items():
        words = [word.replace(name, path) for word in words]
    return words


def hear(terminal, pattern, seconds):
    """What is said on a terminal until the pattern comes, or the end."""
    said = ""
    until = time.monotonic() + seconds
    while time.monotonic() < until and not (pattern and re.search(pattern, said)):
        if not select.select([terminal], [], [], 0.2)[0]:
            continue
        try:
            part = os.read(terminal, 65536)
        except OSError: # the other end is closed
            break
        said += part.decode("utf-8", "replace")
    return said


def lines_of(path):
    if not os.path.exists(path):
        return 0
    with open(path, encoding="utf-8") as file:
        return len(file.readlines())


def saved(name, told, work):
    """What the sentence counts is on the disk: games in a journal below its first line, generations of an evolution."""
    journal = {"match": "m.journal", "sprt": "s.journal"}.get(name)
    if journal:
        counted = re.search(r"stopped after (\d+) of", told)
        return counted and lines_of(os.path.join(work, journal)) == 1 + int(counted[1])
    if name == "evolution":
        counted = re.search(r"up to generation (\d+) is saved", told)
        return counted and os.path.exists(os.path.join(work, "run", "generation-%06d.checkpoint" % int(counted[1])))
    return True


def interrupted(name, number):
    words, sentence, line = LONG[name]
    with tempfile.TemporaryDirectory() as work:
        terminal, end = pty.openpty()
        process = subprocess.Popen([potez, *filled(words, WORK=work)], stdin=subprocess.DEVNULL, stdout=subprocess.DEVNULL,
                                   stderr=end, cwd=root)
        os.close(end)
        shown = hear(terminal, line, 60)
        process.send_signal(number)
        if number == signal.SIGTERM: # as "timeout" does: to the process, then to its group
            time.sleep(0.001)
            process.send_signal(number)
        told = hear(terminal, None, 90)
        try:
            process.wait(timeout=30)
        except subprocess.TimeoutExpired:
            process.kill()
            process.wait()
            told += "; did not end"
        os.close(terminal)
        if number == signal.SIGINT:
            expect("%s shows how far it is" % name, re.search(line, shown), shown[-300:])
        expect("%s, %s" % (name, signal.Signals(number).name),
               process.returncode == 128 + number and sentence in told and saved(name, told, work), "status %d, %s" % (process.returncode, told[-300:]))


def until_caught(process, number):
    """Until the program has said what is to happen at this signal: on a busy machine that takes a while."""
    for _ in range(600):
        with open("/proc/%d/status" % process.pid, encoding="utf-8") as status:
            caught = re.search(r"^SigCgt:\s*(\w+)", status.read(), re.M)
        if process.poll() is not None or not caught or int(caught.group(1), 16) >> (number - 1) & 1:
            break
        time.sleep(0.05)


def waiting(name, number):
    """A command that waits for its input, or for connections."""
    words, status = WAITING[name]
    process = subprocess.Popen([potez, *words], stdin=subprocess.PIPE, stdout=subprocess.DEVNULL, stderr=subprocess.PIPE,
                               text=True, cwd=root)
    until_caught(process, number)
    time.sleep(0.7)
    process.send_signal(number)
    try:
        process.wait(timeout=20)
    except subprocess.TimeoutExpired:
        process.kill()
    told = process.communicate()[1]
    wanted = 128 + number if status is None else status
    expect("%s, %s" % (name, signal.Signals(number).name),
           process.returncode == wanted and (status is not None or "stopped" in told), "status %d, %s" % (process.returncode, told))


def covered():
    """Every command of the program is in one of the tables; those with nothing to interrupt say so here."""
    quick = {"games", "rules", "show", "moves", "help", "page"}
    known = subprocess.run([potez, "help", "--quiet"], capture_output=True, text=True, check=True).stdout.split()
    long = {row[0][0] for row in [*LONG.values(), *WAITING.values()]} | quick | {"automaton"}
    full = {words[0] for words in FULL}
    expect("every command is interrupted", set(known) <= long, set(known) - long)
    expect("every command has its output nowhere to go", set(known) <= full, set(known) - full)
    small = {words[0] for words in SMALL}
    expect("every command is tried without memory", set(known) <= small, set(known) - small)


def nowhere(words):
    with open("/dev/full", "w", encoding="utf-8") as full:
        done = subprocess.run([potez, *filled(words, WORK=tempfile.mkdtemp(dir=home))], stdout=full, stderr=subprocess.PIPE, text=True,
                              check=False, cwd=root, input="potez\n", timeout=120)
    expect("%s > /dev/full" % " ".join(words), done.returncode == 3 and re.search("could not be written: .*; make room", done.stderr), done)
    words = filled(words, WORK=tempfile.mkdtemp(dir=home))
    done = subprocess.run(["sh", "-c", 'exec "$@" >&-', "sh", potez, *words], stderr=subprocess.PIPE, text=True,
                          check=False, cwd=root, input="potez\n", timeout=120)
    expect("%s >&-" % " ".join(words), done.returncode == 3, done)


def bound():
    """Words before a command that make the rights of files hold for root too; None where that cannot be."""
    if os.geteuid() != 0:
        return []
    names = "-dac_override,-dac_read_search"
    words = ["setpriv", "--bounding-set=" + names, "--inh-caps=" + names]
    return words if shutil.which("setpriv") and subprocess.run([*words, "true"], check=False).returncode == 0 else None


def unwritable(words, place, limits=None, before=()):
    words = filled(words, PLACE=place)
    done = subprocess.run([*before, potez, *words], stdin=subprocess.DEVNULL, capture_output=True, text=True, check=False, cwd=root,
                          preexec_fn=limits, timeout=120)
    expect(" ".join(words), done.returncode == 3 and done.stderr.strip(), done)


def starts(megabytes):
    """Whether the program starts with so much memory."""
    return subprocess.run([potez, "--version"], capture_output=True, check=False, preexec_fn=lambda: no_memory(megabytes)).returncode == 0


def no_memory(megabytes):
    resource.setrlimit(resource.RLIMIT_AS, (megabytes << 20, megabytes << 20))


def cramped(words, megabytes):
    """It does what it can or says why it cannot; a server that gets its memory waits until it is told to end."""
    with tempfile.TemporaryDirectory() as work:
        process = subprocess.Popen([potez, *filled(words, WORK=work)], stdin=subprocess.PIPE, stdout=subprocess.PIPE,
                                   stderr=subprocess.PIPE, text=True, cwd=root, preexec_fn=lambda: no_memory(megabytes))
        try:
            told = process.communicate("newgame othello\ngo depth 3\n", timeout=10 if words[0] == "serve" else 120)[1]
        except subprocess.TimeoutExpired:
            process.terminate()
            told = process.communicate()[1]
        expect("%s with %d MB" % (" ".join(words), megabytes),
               process.returncode in (0, 1) or process.returncode == 3 and re.search("memory|thread", told), (process.returncode, told))


def no_room():
    resource.setrlimit(resource.RLIMIT_FSIZE, (0, resource.RLIM_INFINITY))


with tempfile.TemporaryDirectory() as home:
    os.environ.update(HOME=home, XDG_DATA_HOME=home, XDG_STATE_HOME=home)
    games = os.path.join(home, "games.txt")
    with open(games, "w", encoding="utf-8") as lines:
        lines.write("4453\n")
    whole_game = os.path.join(home, "game.txt")
    with open(whole_game, "w", encoding="utf-8") as lines:
        lines.write("f5 d6 c3 d3 c4\n")
    database = os.path.join(home, "db")
    subprocess.run([potez, "database", "build", "mill", "--dir", database, "--men", "3", "--quiet"], check=True, stdout=subprocess.DEVNULL)
    subprocess.run([potez, "archive", "import", games, "--game", "connect4"], check=True, stdout=subprocess.DEVNULL)
    only_read = os.path.join(home, "only-read")
    os.mkdir(only_read, 0o500)
    before = bound()
    covered()
    # several at a time: most of them wait for the clock
    with concurrent.futures.ThreadPoolExecutor(4) as several:
        work = [several.submit(interrupted, each, one) for one in (signal.SIGINT, signal.SIGTERM, signal.SIGHUP) for each in LONG]
        work += [several.submit(waiting, each, one) for one in (signal.SIGINT, signal.SIGTERM, signal.SIGHUP) for each in WAITING]
        work += [several.submit(nowhere, each) for each in FULL]
        for each in WRITING:
            work.append(several.submit(unwritable, each, "/proc/nowhere"))
            work.append(several.submit(unwritable, each, tempfile.mkdtemp(dir=home), no_room))
            if before is not None:
                work.append(several.submit(unwritable, each, only_read, None, before))
        # the least that it starts with, up to two megabytes more, then half as much again
        least = next(size for size in range(16, 4096, 2) if starts(size))
        for each in SMALL:
            work += [several.submit(cramped, each, size) for size in (least + 2, least * 3 // 2)]
        for each in work:
            each.result()
print("%d ends, %d failures" % (asked, failures))
sys.exit(1 if failures else 0)
