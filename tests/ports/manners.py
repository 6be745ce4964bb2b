"""How commands end when something goes wrong: interrupted, nowhere to write to.

usage: manners.py POTEZ

Each command is begun as a user would and then gets SIGINT, SIGTERM or SIGHUP: the status is 128 and the
signal, and standard error says what was saved or that the same command begins again. Then standard
output is full or closed, and where a command writes files, their folder cannot be written to or may hold
no file of any size: status 3 with a sentence."""
import os
import resource
import shutil
import signal
import subprocess
import sys
import tempfile
import time

potez = os.path.realpath(sys.argv[1])
root = os.path.dirname(os.path.dirname(os.path.dirname(os.path.realpath(__file__))))
failures = asked = 0

EVOLVE = ["train", "othello", "--preset", "source-linear-2", "--population", "16", "--elite", "2", "--opponents", "4",
          "--test-games", "20", "--test-best", "2", "--ladder-every", "1000", "--generations", "100000"]
# Commands that last, with words that the sentence must hold.
LONG = {
    "best": (["best", "othello", "--no-book", "--time", "60"], "best found so far"),
    "analyse": (["analyse", "mill", "--time", "60"], "looked at"),
    "review": (["analyse", "othello", "--game", "GAME", "--time", "60"], "begins again"),
    "solve": (["solve", "othello"], "begins again"),
    "perft": (["perft", "othello", "14"], "complete"),
    "match": (["match", "othello", "alphabeta:9", "random", "--games", "2000", "--resume", "WORK/m.journal"], "--resume"),
    "tournament": (["tournament", "mill", "alphabeta:7", "random", "priority", "--games", "2000"], "--resume"),
    "evolution": ([*EVOLVE, "--out", "WORK/run"], "potez train --resume"),
    "ntuple": (["train", "othello", "--model", "ntuple", "--games", "100000", "--out", "WORK/ntuple"], "--resume"),
    "book": (["book", "build", "connect4", "--plies", "8", "--out", "WORK/c.book"], "same command"),
    "database": (["database", "build", "mill", "--dir", "WORK/db", "--men", "6"], "goes on"),
    "generate": (["level", "generate", "--count", "100000", "--out", "WORK/levels"], "stopped"),
    "bench": (["bench"], "stopped"),
    "play": (["play", "othello", "--first", "best:time=30", "--second", "best:time=30"], "moves:"),
}
# Those that wait for somebody; a server ends as it was told to, which is no failure.
WAITING = {"engine": (["engine"], None), "archive": (["archive", "import", "-", "--game", "connect4"], None),
           "level": (["level", "check", "-"], None), "model": (["model", "info", "-"], None),
           "serve": (["serve", "--port", "0"], 0)}
FULL = [["match", "connect4", "random", "random", "--games", "2"], ["tournament", "connect4", "random", "easy", "--games", "2"],
        ["level", "check", "First steps"], ["book", "info", "connect4"], ["model", "info", "models/othello.model"],
        ["archive", "list"], ["play", "connect4", "--first", "random", "--second", "random", "--no-keep"],
        ["bench", "connect4", "--nodes", "1000"], ["database", "info", "mill", "--dir", "DATABASE"], ["games"], ["rules", "mill"], ["show", "othello"], ["moves", "byte"], ["best", "connect4"], ["solve", "connect4", "moves:444444"],
        ["help"], ["perft", "mill", "2"], ["analyse", "connect4", "moves:4444", "--json"]]
WRITING = [["train", *EVOLVE[1:], "--out", "PLACE"], ["match", "connect4", "easy", "random", "--games", "2", "--resume", "PLACE/m"],
           ["archive", "import", "GAMES", "--game", "connect4", "--archive", "PLACE/a.sqlite"],
           ["database", "build", "mill", "--dir", "PLACE", "--men", "3"],
           ["level", "generate", "--out", "PLACE"], ["show", "othello", "--svg", "PLACE/a.svg"]]


def expect(what, good, shown):
    global failures, asked
    asked += 1
    if not good:
        failures += 1
        print("FAILED: %s\n    %s" % (what, shown))


def interrupted(name, number):
    words, sentence = LONG[name]
    with tempfile.TemporaryDirectory() as work:
        words = [word.replace("WORK", work).replace("GAME", whole_game) for word in words]
        process = subprocess.Popen([potez, *words], stdin=subprocess.DEVNULL, stdout=subprocess.DEVNULL,
                                   stderr=subprocess.PIPE, text=True, cwd=root)
        time.sleep(0.7)
        process.send_signal(number)
        try:
            told = process.communicate(timeout=90)[1]
        except subprocess.TimeoutExpired:
            process.kill()
            told = "did not end; " + process.communicate()[1]
        shown = "status %d, %s" % (process.returncode, told[-300:])
        expect("%s, %s" % (name, signal.Signals(number).name),
               process.returncode == 128 + number and sentence in told, shown)


def waiting(name, number):
    """A command that waits for its input, or for connections."""
    words, status = WAITING[name]
    process = subprocess.Popen([potez, *words], stdin=subprocess.PIPE, stdout=subprocess.DEVNULL, stderr=subprocess.PIPE,
                               text=True, cwd=root)
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
    quick = {"games", "rules", "show", "moves", "help"}
    known = subprocess.run([potez, "help", "--quiet"], capture_output=True, text=True, check=True).stdout.split()
    long = {words[0] for words, _ in [*LONG.values(), *WAITING.values()]} | quick | {"automaton"}
    full = {words[0] for words in FULL} | {"train", "serve", "engine", "automaton"}
    expect("every command is interrupted", set(known) <= long, set(known) - long)
    expect("every command has its output nowhere to go", set(known) <= full, set(known) - full)


def nowhere(words):
    words = [word.replace("DATABASE", database) for word in words]
    with open("/dev/full", "w", encoding="utf-8") as full:
        done = subprocess.run([potez, *words], stdout=full, stderr=subprocess.PIPE, text=True, check=False, cwd=root)
    expect("%s > /dev/full" % " ".join(words), done.returncode == 3 and "could not be written" in done.stderr, done)
    done = subprocess.run(["sh", "-c", 'exec "$@" >&-', "sh", potez, *words], stderr=subprocess.PIPE, text=True,
                          check=False, cwd=root)
    expect("%s >&-" % " ".join(words), done.returncode == 3, done)


def unwritable(words, place, limits=None):
    words = [word.replace("PLACE", place).replace("GAMES", games) for word in words]
    done = subprocess.run([potez, *words], stdin=subprocess.DEVNULL, capture_output=True, text=True, check=False, cwd=root,
                          preexec_fn=limits)
    expect(" ".join(words), done.returncode == 3 and done.stderr.strip(), done)


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
    covered()
    for one in (signal.SIGINT, signal.SIGTERM, signal.SIGHUP):
        for each in LONG:
            interrupted(each, one)
        for each in WAITING:
            waiting(each, one)
    for each in FULL:
        nowhere(each)
    for each in WRITING:
        unwritable(each, "/proc/nowhere")
        folder = os.path.join(home, "small")
        shutil.rmtree(folder, ignore_errors=True)
        os.mkdir(folder)
        unwritable(each, folder, no_room)
print("%d ends, %d failures" % (asked, failures))
sys.exit(1 if failures else 0)
