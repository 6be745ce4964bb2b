"""Killed again and again, everything long goes on and ends as if nobody had disturbed it.

usage: crashes.py POTEZ KILLING [--kills N] [--minutes N] [--seed N] [--only KIND,...]

Each kind of run is done once undisturbed. Then it is begun anew, killed with SIGKILL and continued with the command
that a person would give, until it ends by itself; the result must be that of the undisturbed one, file by file or table
by table. Half of the kills come after a random time, the others in a call that changes a file: KILLING (killing.c)
counts those and kills before, inside (half of a write is on the disk) or after one of them. N kills (20) per kind,
fewer where so many minutes are over before."""
import argparse
import http.client
import json
import math
import os
import pathlib
import random
import re
import subprocess
import sys
import tempfile
import threading
import time

ROOT = pathlib.Path(__file__).resolve().parents[2]
PATIENCE, CHAIN = 300, 25  # seconds for a run that takes moments; kills before a run may end in peace


def lines_of_games(game, count):
    """Moves of whole games of tests/data/games."""
    text = (ROOT / "tests/data/games" / (game + ".txt")).read_text(encoding="utf-8")
    return [line.split(";")[0] for line in text.splitlines() if not line.startswith("#")][:count]


# -------- what a run leaves behind --------

def contents(folder, leave_out=()):
    """Every file, without what says when and by which command it was made."""
    def plain(path):
        data = path.read_bytes()
        if path.suffix == ".vector":  # the checksum is over the command too
            return [line for line in data.splitlines() if not line.startswith((b"command", b"made", b"checksum"))]
        return data
    return {str(path.relative_to(folder)): plain(path) for path in sorted(pathlib.Path(folder).rglob("*"))
            if path.is_file() and path.name not in leave_out}


def without_columns(path, *names):
    rows = [line.split(",") for line in pathlib.Path(path).read_text(encoding="utf-8").splitlines()]
    kept = [i for i, name in enumerate(rows[0]) if name not in names]
    return [[row[i] for i in kept] for row in rows]


def archived(path):
    """The games in any order, each as often as it is there, and that the file is sound."""
    told = subprocess.run([POTEZ, "archive", "list", "--archive", path, "--limit", "0", "--json"], check=True,
                          capture_output=True, text=True).stdout
    games = [json.loads(line) for line in told.splitlines()]
    return sorted(json.dumps({key: game[key] for key in sorted(game) if key not in ("id", "date", "event")})
                  for game in games)


def journal(path):
    lines = pathlib.Path(path).read_text(encoding="utf-8").splitlines()
    return lines[:1] + sorted(lines[1:])


def evolution_result(_):
    """The numbers that cairo gives to the parts of an SVG depend on what the process drew before; the PNG shows the same."""
    files = contents("run", ("lock",))
    return {name: "there" if name.endswith((".svg", ".checkpoint")) else data for name, data in files.items()} | {
        "curve.csv": without_columns("run/curve.csv", "seconds")}


def tuples_result(_):
    return {**contents("run", ("lock", "curve.csv", "checkpoint", "ntuple.bin")),
            "curve": without_columns("run/curve.csv", "seconds"), "weights": weights_of("run/ntuple.bin")}


def weights_of(path):
    """A model without the words at its head, which name the command."""
    return re.sub(rb"^command:.*$", b"", pathlib.Path(path).read_bytes(), flags=re.M)


def games_result(told):
    return {"table": told, "journal": journal("games.journal"), "archive": archived("games.sqlite")}


def import_result(_):
    return archived("games.sqlite")


def folder_result(_):
    """Two threads finish in any order: where there is one line for each piece, the order does not count."""
    return {name: sorted(data.splitlines()) if name.endswith((".csv", ".part")) else data
            for name, data in contents("out").items()}


# -------- the kinds --------

SMALL = ("--population 6 --opponents 2 --elite 1 --starts 1 --generations 6 --test-best 1 --test-games 4 --ladder-games 0 "
         "--test-every 2 --keep-generations")
KEPT = "--resume games.journal --keep --archive games.sqlite --json --quiet"
RUNS = {  # kind: (the command, the file that says it can be continued, the command that does so, its result)
    "evolution": (f"train othello --preset source-linear-1 {SMALL} --out run --quiet", "run/*.checkpoint",
                  "train --resume run --quiet", evolution_result),
    "patterns": ("train othello --model patterns --generations 2 --games 8 --play-depth 1 --exact 4 --rounds 1 --out out "
                 "--quiet", None, None, folder_result),
    "labels": ("train othello --model patterns --labels out --blocks 4 --games 2 --play-depth 2 --exact 4 --quiet",
               None, None, folder_result),
    "n-tuples": ("train othello --model ntuple --tuples all-1 --generations 5 --games 20 --test-games 2 --out run --quiet",
                 "run/checkpoint", "train --resume run --quiet", tuples_result),
    "match": (f"match connect4 random easy --games 24 --concurrency 2 {KEPT}", None, None, games_result),
    "tournament": (f"tournament connect4 random easy hard:1 --games 8 --concurrency 2 {KEPT}", None, None, games_result),
    "import": ("archive import games.txt --game othello --archive games.sqlite --quiet", None, None, import_result),
    "database": ("database build mill --dir out --men 4 --quiet", None, None, folder_result),
    "book": ("book build connect4 --set width=4 --set height=4 --plies 4 --out out/four.book --table 1M --quiet",
             None, None, folder_result),
    "othello-book": ("book build othello --expansions 4 --search-depth 2 --plies 10 --out out/othello.book --quiet",
                     None, None, folder_result),
}


# Calls behind which a kill once lost something, from the beginning of a run or (below zero) from its end.
REMEMBERED = {"evolution": range(3, 7), "n-tuples": range(-12, 0)}


def prepare():
    pathlib.Path("games.txt").write_text("\n".join(lines_of_games("othello", 60)) + "\n", encoding="utf-8")
    pathlib.Path("out").mkdir()


class Tally:
    """What happened to one kind."""

    def __init__(self):
        self.kills = self.inside = self.chains = 0


class Blow:
    """When the next run is to be killed: after a time, or in a call that changes a file."""

    def __init__(self, chance, tally, calm, remembered=None):
        _, seconds, calls = calm
        self.in_call = tally.inside * 2 <= tally.kills
        self.seconds = chance.random() * 1.3 * seconds
        self.call, self.moment = chance.randint(1, calls * 13 // 10), chance.choice((0, 1, 1, 2))
        if remembered is not None:
            self.in_call, self.call, self.moment = True, remembered % (calls + 1), 2

    def environment(self):
        return {"KILLING_CALL": str(self.call), "KILLING_MOMENT": str(self.moment)} if self.in_call else {}


def preloaded(**more):
    return {**os.environ, "LD_PRELOAD": KILLING, **more}


def run(words, blow=None):
    """The exit status (-9 when the blow fell), what was printed, what was complained of."""
    process = subprocess.Popen([POTEZ, *words.split(), "--threads", "2"] if "--concurrency" not in words
                               else [POTEZ, *words.split()], stdin=subprocess.DEVNULL, stdout=subprocess.PIPE,
                               stderr=subprocess.PIPE, text=True, env=preloaded(**blow.environment()) if blow
                               else preloaded(KILLING_COUNT=f"{os.getcwd()}.calls"))
    try:
        told, complaint = process.communicate(timeout=PATIENCE if not blow or blow.in_call else blow.seconds)
    except subprocess.TimeoutExpired:
        process.kill()
        told, complaint = process.communicate()
        assert blow and not blow.in_call, f"{words}: does not end"
    return process.returncode, told, complaint


def undisturbed(words, result):
    started = time.monotonic()
    status, told, complaint = run(words)
    assert status == 0, f"{words}: {complaint}"
    with open(f"{os.getcwd()}.calls", encoding="utf-8") as count:
        return result(told), time.monotonic() - started, int(count.read())


def chain(kind, chance, calm, tally, remembered=None):
    """One run from its beginning to its end, with kills in between; with a remembered one that alone."""
    words, sign, again, result = RUNS[kind]
    expected = calm[0]
    most = CHAIN if remembered is None else 1
    for number in range(most + 1):
        blow = Blow(chance, tally, calm, remembered) if number < most else None
        going_on = sign and list(pathlib.Path(".").glob(sign))
        status, told, complaint = run(again if going_on else words, blow)
        if status == 0:
            break
        assert status == -9, f"after {number} kills: exit {status}: {told}{complaint}"
        tally.kills += 1
        tally.inside += blow.in_call
    tally.chains += 1
    found = result(told)
    assert found == expected, f"after {number} kills: {difference(expected, found)}"


def difference(expected, found):
    if not isinstance(expected, dict):
        return f"expected {str(expected)[:2000]}\nfound {str(found)[:2000]}"
    names = [name for name in sorted({*expected, *found}) if expected.get(name) != found.get(name)]
    return "\n".join(f"{name}: expected {str(expected.get(name))[:1500]}\nfound {str(found.get(name))[:1500]}" for name in names)


# -------- network games --------

GAMES = ("connect4", "othello", "connect4")


class Server:
    """The program, serving, with a blow that may fall at any time."""

    def __init__(self, blow):
        more = blow.environment() if blow else {"KILLING_COUNT": f"{os.getcwd()}.calls"}
        self.process = subprocess.Popen([POTEZ, "serve", "--port", "0", "--data", "data", "--json"], text=True,
                                        stdin=subprocess.DEVNULL, stdout=subprocess.PIPE, stderr=subprocess.DEVNULL,
                                        env=preloaded(**more))
        self.timer = threading.Timer(blow.seconds, self.process.kill) if blow and not blow.in_call else None
        if self.timer:
            self.timer.start()
        first = self.process.stdout.readline()
        self.port = json.loads(first)["address"].rstrip("/").split(":")[-1] if first else None

    def ask(self, path, body=None):
        """The answer, or None when the server is no more."""
        if not self.port:
            return None
        try:
            connection = http.client.HTTPConnection(f"127.0.0.1:{self.port}", timeout=60)
            connection.request("POST" if body else "GET", f"/api/v1/rooms{path}", json.dumps(body) if body else None)
            answer = connection.getresponse()
            text = answer.read()
            connection.close()
        except (OSError, http.client.HTTPException):
            return None
        assert answer.status in (200, 201), (path, body, answer.status, text)
        return json.loads(text)

    def end(self):
        """Gently, where it lives; the exit status."""
        self.process.terminate()
        status = self.process.wait(60)
        if self.timer:
            self.timer.cancel()
        self.process.stdout.close()
        return status


class Room:
    """A network game that plays a known one to its end, and what was acknowledged of it."""

    def __init__(self, game, moves):
        self.game, self.moves, self.acknowledged, self.sent = game, moves.split(), 0, 0
        self.state, self.tokens = None, []

    def step(self, server):
        """The next thing to do; False when the server was gone."""
        if not self.state:
            self.state = server.ask("", {"game": self.game, "side": "first"})
            self.tokens = [self.state["token"]] if self.state else []
            return bool(self.state)
        if len(self.tokens) < 2:
            return self.join(server)
        return self.over() or self.move(server)

    def join(self, server):
        joined = server.ask(f"/{self.state['room']}/join", {"invite": self.state["invite"]})
        if joined:
            self.tokens.append(joined["token"])
        else:  # the seat may be taken by one who never heard of it: another room
            self.state, self.tokens = None, []
        return bool(joined)

    def move(self, server):
        ply, self.sent = self.acknowledged, self.acknowledged + 1  # a pass is a move: the sides take turns
        done = server.ask(f"/{self.state['room']}/move", {"token": self.tokens[ply % 2], "move": self.moves[ply], "ply": ply})
        if done:
            assert done["ply"] == self.sent, done
            self.acknowledged = self.sent
        return bool(done)

    def over(self):
        return self.acknowledged == len(self.moves)

    def look(self, server):
        """After a restart: all that was acknowledged is there, and nothing that was not sent."""
        if len(self.tokens) < 2:
            return True
        shown = server.ask(f"/{self.state['room']}")
        if shown:
            there = shown["moves"]
            assert self.acknowledged <= len(there) <= self.sent and there == self.moves[:len(there)], \
                f"acknowledged {self.moves[:self.acknowledged]}, found {there}"
            self.acknowledged = len(there)
        return bool(shown)

    def result(self, server):
        shown = server.ask(f"/{self.state['room']}")
        return {key: shown[key] for key in ("game", "moves", "over", "result", "reason", "position")}


def new_rooms():
    return [Room(game, lines_of_games(game, 9)[i].replace("pass", "--")) for i, game in enumerate(GAMES)]


def play_on(rooms, server):
    """As far as the server lives; whether the games are over."""
    if not all(room.look(server) for room in rooms):
        return False
    while not all(room.over() for room in rooms):
        for room in rooms:
            if not room.step(server):
                return False
    return True


def network_result(rooms, server):
    results = [room.result(server) for room in rooms]
    status = server.end()
    assert status == 0, f"the server ended with {status}"
    return {"rooms": results, "archive": archived("data/archive.sqlite")}


def network_undisturbed():
    started, server, rooms = time.monotonic(), Server(None), new_rooms()
    assert play_on(rooms, server)
    result = network_result(rooms, server)
    with open(f"{os.getcwd()}.calls", encoding="utf-8") as count:
        return result, time.monotonic() - started, int(count.read())


def network_chain(chance, calm, tally):
    expected, rooms = calm[0], new_rooms()
    for number in range(CHAIN + 1):
        blow = Blow(chance, tally, calm) if number < CHAIN else None
        server = Server(blow)
        over = play_on(rooms, server)
        status = server.end()
        if status == -9:
            tally.kills += 1
            tally.inside += blow.in_call
        assert status in (0, -9), f"after {number} kills: the server ended with {status}"
        if over and status == 0:
            break
    server = Server(None)
    assert all(room.look(server) for room in rooms)
    found = network_result(rooms, server)
    tally.chains += 1
    assert found == expected, f"after {number} kills: {difference(expected, found)}"


# -------- all of it --------

def in_new_folder(work, function, *more):
    """Always under the same name: some files say where they were made."""
    with tempfile.TemporaryDirectory() as folder:
        place = os.path.join(folder, "work")
        os.mkdir(place)
        os.chdir(place)
        prepare()
        try:
            return function(*more)
        finally:
            os.chdir(work)


def endure(kind, kills, seconds, seed, work):
    """Enough kills for one kind, or as many as there is time for; what was counted."""
    end = time.monotonic() + seconds
    chance, tally = random.Random(f"{seed} {kind}"), Tally()
    network = kind == "network"
    words, _, _, result = RUNS.get(kind, ("", None, None, None))
    calm = in_new_folder(work, network_undisturbed) if network else in_new_folder(work, undisturbed, words, result)
    for call in REMEMBERED.get(kind, ()):  # besides the random ones
        in_new_folder(work, chain, kind, chance, calm, Tally(), call)
    while tally.kills < kills and time.monotonic() < end:
        if network:
            in_new_folder(work, network_chain, chance, calm, tally)
        else:
            in_new_folder(work, chain, kind, chance, calm, tally)
    assert tally.inside * 5 >= tally.kills, f"only {tally.inside} of {tally.kills} kills in a call"
    return tally


def main():
    global POTEZ, KILLING
    parser = argparse.ArgumentParser()
    parser.add_argument("potez")
    parser.add_argument("killing")
    parser.add_argument("--kills", type=int, default=20)
    parser.add_argument("--minutes", type=float, default=math.inf)
    parser.add_argument("--seed", type=int, default=1)
    parser.add_argument("--only", default=",".join([*RUNS, "network"]))
    asked = parser.parse_args()
    POTEZ, KILLING = os.path.realpath(asked.potez), os.path.realpath(asked.killing)
    failures = 0
    for kind in asked.only.split(","):
        started = time.monotonic()
        with tempfile.TemporaryDirectory() as home:
            os.environ.update(HOME=home, XDG_DATA_HOME=home)
            try:
                tally = endure(kind, asked.kills, 60 * asked.minutes, asked.seed, home)
                print(f"ok      {kind}: {tally.kills} kills, {tally.inside} of them in a call that changes a file, "
                      f"{tally.chains} runs ended as the undisturbed one, {time.monotonic() - started:.0f} s", flush=True)
            except AssertionError as error:
                failures += 1
                print(f"FAILED  {kind}: seed {asked.seed}: {error}", flush=True)
            os.chdir("/")
    print(f"{failures} failures")
    return 1 if failures else 0


if __name__ == "__main__":
    sys.exit(main())
