"""What earlier versions wrote still opens: saved games, archives, the journal of an interrupted match,
an interrupted evolution, network games.

usage: before.py POTEZ

tests/data/before was written by version 0.1 of the program: `save` in `potez play`, `potez match --keep`,
`potez match --resume` and `potez train`, both killed on the way, and a server with two games under way."""
import http.client
import json
import os
import shutil
import sqlite3
import subprocess
import sys
import tempfile
import time

potez = os.path.realpath(sys.argv[1])
root = os.path.dirname(os.path.dirname(os.path.dirname(os.path.realpath(__file__))))
failures = 0


def expect(what, good, shown=""):
    global failures
    if not good:
        failures += 1
        print("FAILED: %s\n%s" % (what, shown))


def run(*words, given=""):
    done = subprocess.run([potez, *words], input=given, capture_output=True, text=True, check=False)
    return done.stdout + done.stderr


def saved_games():
    for game, moves in (("othello", "f5 d6 c3"), ("mill", "d2 d6")):
        told = run("play", game, "--second", "human", "--no-keep", "--quiet",
                   given="load before/%s.txt\nsave again.txt\nquit\n" % game)
        with open("again.txt", encoding="utf-8") as again, open("before/%s.txt" % game, encoding="utf-8") as first:
            text = again.read()
            expect("a saved game of " + game, text == first.read() and moves in text, told + text)


def archive():
    told = run("archive", "list", "--archive", "before/archive.sqlite", "--json")
    games = [json.loads(line) for line in told.splitlines() if line.startswith("{")]
    expect("an archive", len(games) == 6 and {game["game"] for game in games} == {"connect4"}, told)


def match():
    """Going on ends as playing all of it does."""
    words = ["match", "othello", "alphabeta:6", "random", "--games", "30", "--seed", "4", "--threads", "1", "--json",
             "--quiet"]
    with open("before/match.journal", encoding="utf-8") as journal:
        known = len(journal.readlines()) - 1
    whole, resumed = run(*words), run(*words, "--resume", "before/match.journal")
    results = [{key: json.loads(told.splitlines()[-1])[key] for key in ("wins", "draws", "losses")}
               for told in (whole, resumed)]
    expect("the journal of a match", 5 < known < 30 and results[0] == results[1], whole + resumed)
    with open("before/match.journal", encoding="utf-8") as journal:
        expect("a journal that goes on", len(journal.readlines()) == 31)


def evolution():
    """The run had 200 generations before it; a second is enough to see it go on."""
    working = subprocess.Popen([potez, "train", "--resume", "before/run", "--threads", "1", "--quiet"],
                               stdout=subprocess.PIPE, stderr=subprocess.STDOUT, text=True)
    until = time.monotonic() + 60
    newer = []
    while not newer and working.poll() is None and time.monotonic() < until:
        newer = [name for name in os.listdir("before/run")
                 if name.startswith("generation-") and "000010" < name[11:17] and name.endswith(".checkpoint")]
        time.sleep(0.1)
    working.terminate()
    expect("an evolution", bool(newer) and os.path.exists("before/run/curve.csv"), working.communicate()[0])


def rooms():
    """Untouched games end after thirty days, so they are made young first."""
    os.mkdir("server")
    shutil.copy("before/network.db", "server")
    now = int(time.time())
    with sqlite3.connect("server/network.db") as store:
        unit = 1000 if store.execute("SELECT max(changed) FROM room").fetchone()[0] > 1 << 36 else 1
        store.execute("UPDATE room SET created = ?, changed = ?", (now * unit, now * unit))
        store.execute("UPDATE move SET date = ?", (now * unit,))
    serving = subprocess.Popen([potez, "serve", "--port", "0", "--data", "server", "--json"], text=True,
                               stdout=subprocess.PIPE, stderr=subprocess.DEVNULL)
    address = json.loads(serving.stdout.readline())["address"].split("//")[1].rstrip("/")
    with open("before/rooms.json", encoding="utf-8") as kept:
        for room in json.load(kept):
            told = look(address, room)
            expect("a network game", told.get("moves") == room["moves"] and told.get("you") and not told["over"], told)
    serving.terminate()
    serving.wait()


def look(address, room):
    connection = http.client.HTTPConnection(address)
    connection.request("GET", "/api/v1/rooms/%s?token=%s" % (room["room"], room["token"]))
    return json.loads(connection.getresponse().read())


with tempfile.TemporaryDirectory() as place:
    shutil.copytree(os.path.join(root, "tests/data/before"), os.path.join(place, "before"))
    os.environ.update(HOME=place, XDG_DATA_HOME=place)
    os.chdir(place)
    for part in (saved_games, archive, match, evolution, rooms):
        part()
    os.chdir(root)
print("%d failures" % failures)
sys.exit(1 if failures else 0)
