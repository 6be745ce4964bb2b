"""One question, one answer: every port says the same about the same position.

usage: one_answer.py POTEZ LIBRARY-PROGRAM BUILD [--long] [--wrong PORT] [--database [DIR]]

Positions of every game from every phase, made by random play with a fixed seed, are asked about (a
move, the value, every move, a hint, a review) through the command line, the line protocol, HTTP, a
WebSocket, the library, the Python package, the npm package and the page's engine in Node, with the same seed, table and number of
positions. All that they tell must agree, but for the seconds; so must the sentences that refuse a
limit. --long asks about eight times as many positions and through the command line each of them.
--wrong gives one port another seed, to show that the test can fail.

With --database the ports that can open a folder of databases are asked about mill with it: Nine Men's Morris with the
folder DIR, few positions, because drawn ones take thousands of look-ups; without DIR the folder is made, of Six Men's
Morris whole, and then every value must be proved."""
import collections
import concurrent.futures
import http.client
import json
import os
import random
import shutil
import socket
import struct
import subprocess
import sys
import tempfile
import time

potez, library, build = (os.path.realpath(word) for word in sys.argv[1:4])
root = os.path.dirname(os.path.dirname(os.path.dirname(os.path.realpath(__file__))))
long = "--long" in sys.argv
wrong = sys.argv[sys.argv.index("--wrong") + 1] if "--wrong" in sys.argv else None
databases = "--database" in sys.argv
folder = next((word for word in sys.argv[sys.argv.index("--database") + 1:][:1] if word[:2] != "--"), None) if databases else None
SEED, TABLE = 7, 1  # MiB: small, so that what a port remembers or forgets counts
POSITIONS, NODES, MANY_NODES, MANY_EVERY = 200 if long else 25, 1000, 200000, 20 if long else 10
KINDS = ("move", "value", "moves")
FILES = ("model:", "patterns:")  # players that name a file
WORDS = {"move": "best", "value": "solve", "moves": "analyse", "hint": "hint", "review": "review"}

# What is asked: `limits` are "nodes", "depth" and "time" in seconds; `game` is a Game.
Game = collections.namedtuple("Game", "name options level", defaults=({}, None))
Question = collections.namedtuple("Question", "game moves kind player limits", defaults=(None, {}))


def seed_of(port, question):
    """ZR 2's solver has a seed of its own, which `potez solve` alone can change."""
    return (1 if question.game.level else SEED) + (port.name == wrong)


# --- Ports: each asks one question and gives the answer as minds/tell.h writes it, or an error ------


class Talk:
    """A process that answers lines."""

    def __init__(self, *words):
        self.process = subprocess.Popen(words, stdin=subprocess.PIPE, stdout=subprocess.PIPE,
                                        text=True, cwd=root)

    def ask(self, line, *starts):
        self.process.stdin.write(line + "\n")
        self.process.stdin.flush()
        for heard in self.process.stdout if starts else ():
            if heard.startswith(starts):
                return heard.rstrip("\n")
        return None

    def close(self):
        self.process.stdin.close()
        self.process.wait()


class Command:
    name = "command line"

    def can(self, question):
        return question.kind in KINDS

    def ask(self, question):
        game = question.game
        words = [potez, WORDS[question.kind], game.name, *([game.level] if game.level else [])]
        words += ["moves:" + ",".join(question.moves)] if question.moves else []
        for option in game.options.items():
            words += ["--set", "%s=%s" % option]
        for limit in question.limits.items():
            words += ["--%s" % limit[0], str(limit[1])]
        words += ["--player", question.player] if question.player else []
        words += ["--json", "--quiet", "--threads", "1", "--table", "%dM" % TABLE, "--seed", str(seed_of(self, question))]
        done = subprocess.run(words, capture_output=True, text=True, cwd=root, check=False)
        if not done.stdout:
            return {"error": done.stderr.strip().split(": ", 1)[-1]}
        told = [json.loads(line) for line in done.stdout.splitlines()]
        return {"moves": told, "some": True} if question.kind == "moves" else told[0]

    def close(self):
        pass


class Engine:
    name = "engine"

    def __init__(self):
        self.talk = Talk(potez, "engine", "--threads", "1", "--table", "%dM" % TABLE)

    def can(self, question):
        return True

    def begin(self, game, moves):
        """The first error of these lines, None without any."""
        setup = ["%s=%s" % option for option in game.options.items()]
        setup += ["level " + game.level] if game.level else []
        self.talk.ask(" ".join(["newgame", game.name, *setup]))
        self.talk.ask("position start" + (" moves " + " ".join(moves) if moves else ""))

    def moves(self, game, moves):
        self.begin(game, moves)
        return self.talk.ask("moves", "moves", "error").split()[1:]

    def ask(self, question):
        self.begin(question.game, question.moves)
        self.talk.ask("setoption name Seed value %d" % seed_of(self, question))
        self.talk.ask("setoption name Player value %s" % (question.player or "best"))
        limits = dict(question.limits)
        if "time" in limits:
            limits["movetime"] = int(1000 * limits.pop("time"))
        words = ["ask", question.kind, *("%s %d" % limit for limit in limits.items())]
        heard = self.talk.ask(" ".join(words), "answer", "error")
        told = heard.split(" ", 1)[1]
        return json.loads(told) if heard.startswith("answer") else {"error": told}

    def close(self):
        self.talk.close()


class Server:
    """The same process answers over HTTP and over a WebSocket."""
    name = "server"

    def __init__(self, folder):
        self.process = subprocess.Popen(
            [potez, "serve", "--port", "0", "--data", folder, "--threads", "1", "--table", "%dM" % TABLE, "--json",
             "--search-time", "3600"], stdout=subprocess.PIPE, stderr=subprocess.DEVNULL, text=True, cwd=root)
        self.address = json.loads(self.process.stdout.readline())["address"].split("//")[1].rstrip("/")
        self.connection = http.client.HTTPConnection(self.address)

    def can(self, question):
        return not (question.player or "").startswith(FILES)  # no files over the net

    def body(self, question):
        game = question.game
        level = {"level_text": read(game.level)} if game.level else {}
        player = {"player": question.player} if question.player else {}
        return {"game": game.name, "set": game.options, "moves": question.moves, "seed": seed_of(self, question),
                **question.limits, **level, **player}

    def tell(self, question):
        self.connection.request("POST", "/api/v1/" + WORDS[question.kind], json.dumps(self.body(question)),
                                {"Content-Type": "application/json"})
        return json.loads(self.connection.getresponse().read())

    def ask(self, question):
        told = self.tell(question)
        return {"error": told["error"]["message"]} if "error" in told else told

    def close(self):
        self.process.terminate()
        self.process.wait()


class Socket(Server):
    name = "socket"

    def __init__(self, folder):
        super().__init__(folder)
        host, port = self.address.split(":")
        self.socket = socket.create_connection((host, int(port)))
        self.stream = self.socket.makefile("rwb")
        self.stream.write(b"GET /api/v1/socket HTTP/1.1\r\nHost: %s\r\nUpgrade: websocket\r\nConnection: Upgrade\r\n"
                          b"Sec-WebSocket-Key: AAAAAAAAAAAAAAAAAAAAAA==\r\nSec-WebSocket-Version: 13\r\n\r\n"
                          % self.address.encode())
        self.stream.flush()
        assert b"101" in self.stream.readline()
        while self.stream.readline().strip():
            pass

    def send(self, text, what=0x1):
        """One masked frame (RFC 6455); the mask of zeros changes nothing."""
        length = struct.pack(">BH", 0xFE, len(text)) if len(text) > 125 else bytes([0x80 | len(text)])
        self.stream.write(bytes([0x80 | what]) + length + bytes(4) + text)
        self.stream.flush()

    def receive(self):
        """One whole message; pings in between are answered."""
        message = b""
        while True:
            first, length = self.stream.read(2)
            if length > 125:
                length, = struct.unpack(">H" if length == 126 else ">Q", self.stream.read(2 if length == 126 else 8))
            part = self.stream.read(length)
            if first & 0xF == 0x9:
                self.send(part, 0xA)
                continue
            assert first & 0xF != 0x8, "the server closed the connection: %s" % part
            message += part
            if first & 0x80:
                return message

    def tell(self, question):
        said = json.dumps({"do": WORDS[question.kind], "id": 1, **self.body(question)}).encode()
        self.send(said)
        while True:
            heard = json.loads(self.receive())
            if heard.get("id") == 1:
                return heard["result"] if heard["event"] == "result" else heard
            if heard.get("error", {}).get("code") == "too_many":  # quick answers bring quick questions
                time.sleep(1)
                self.send(said)

    def close(self):
        self.stream.close()
        self.socket.close()
        super().close()


class Library:
    name = "library"

    def __init__(self):
        self.talk = Talk(library, str(TABLE))

    def can(self, question):
        return True

    def ask(self, question):
        game, limits = question.game, question.limits
        fields = [game.name, ",".join("%s=%s" % option for option in game.options.items()), game.level or "",
                  " ".join(question.moves), question.kind, question.player or "", str(seed_of(self, question)),
                  *(str(limits.get(name, 0)) for name in ("nodes", "depth", "time"))]
        if limits.get("depth") == 0:
            fields[-2] = "-1"  # POTEZ_DEPTH_STATIC: the library's 0 is no limit
        told = self.talk.ask("\t".join(fields), "")
        return {"error": told.split("\t")[1]} if told.startswith("error") else json.loads(told)

    def close(self):
        self.talk.close()


class Python(Library):
    """The package in bindings/python, with the library of this build."""
    name = "python"

    def __init__(self):
        os.environ.update(PYTHONPATH=os.path.join(root, "bindings/python"),
                          POTEZ_LIBRARY=os.path.join(build, "src/ports/library/libpotez.so"))
        self.talk = Talk(sys.executable, os.path.join(root, "tests/ports/one_answer_python.py"), str(TABLE))


class Page:
    name = "page"

    def __init__(self):
        self.talk = Talk("node", os.path.join(root, "tests/web/node-engine.js"), build)

    def can(self, question):
        return not (question.player or "").startswith("patterns:")  # the page has one set of patterns

    def ask(self, question):
        game, limits = question.game, dict(question.limits)
        saved = "potez 1\ngame %s\n" % game.name
        for option in game.options.items():
            saved += "option %s %s\n" % option
        if game.level:
            text = read(game.level)
            saved += "level %d\n%s\n" % (len(text.encode()), text)
        saved += "at %d\nmoves%s\n" % (len(question.moves), "".join(" " + move for move in question.moves))
        if "time" in limits:
            limits["ms"] = 1000 * limits.pop("time")
        asked = {"saved": saved, "kind": question.kind, "ask": {"player": question.player or "", **limits},
                 "seed": seed_of(self, question), "table": TABLE << 20, "keep": True}
        if (question.player or "").startswith(FILES):  # the page would read a file that was dropped on it
            path = question.player.split(":")[1]
            asked["give"] = {"weights": {question.player: os.path.join(root, path)}}
        return json.loads(self.talk.ask(json.dumps(asked), ""))

    def close(self):
        self.talk.close()


class Npm:
    """The npm package, packed from this build and unpacked again."""
    name = "npm"

    def __init__(self, folder):
        packed = subprocess.run([os.path.join(root, "bindings/npm/build"), build, folder], capture_output=True, text=True,
                                check=True).stdout.strip()
        subprocess.run(["tar", "-xzf", packed, "-C", folder], check=True)
        self.talk = Talk("node", os.path.join(root, "tests/ports/one_answer_npm.mjs"), os.path.join(folder, "package"))

    def can(self, question):
        return not (question.player or "").startswith(FILES)

    def ask(self, question):
        game, limits = question.game, dict(question.limits)
        if "time" in limits:
            limits["ms"] = 1000 * limits.pop("time")
        told = json.loads(self.talk.ask(json.dumps(
            {"name": game.name, "options": game.options, "level": read(game.level) if game.level else None,
             "moves": question.moves or None, "kind": question.kind, "player": question.player or "", "limits": limits,
             "seed": seed_of(self, question), "table": TABLE << 20}), ""))
        for move in told.get("moves", ()) if question.kind == "moves" else ():
            move.pop("book", None)  # whether the book would play it is said only by the page and this package
        return told

    def close(self):
        self.talk.close()


def read(path):
    with open(os.path.join(root, path), encoding="utf-8") as text:
        return text.read()


# --- What is compared -------------------------------------------------------------------------------


def essence(question, told):
    """All that must be the same. With "some" a port tells less than the others."""
    told.pop("seconds", None)
    if question.game.level:  # the solver's memory holds addresses, which are smaller in the page
        told.pop("nodes", None)
    if "path" in told:  # `potez solve zr2` speaks of walks; where it has none, the others name a step
        walk = {"pv": [str(step) for step in told["path"]]} if told["path"] else {}
        return {"proved": told["proved"], "score": told["points"] if told["proved"] else None,
                "some": True, **walk}
    if question.kind == "moves" and "moves" in told:  # a move that was not looked at has no line
        told["moves"] = [move for move in told["moves"] if move["pv"]]
    if question.kind == "value":
        told.setdefault("pv", [])
    return told


def differ(one, other):
    keys = one.keys() | other.keys()
    if ("some" in one or "some" in other) and "error" not in keys:
        keys = (one.keys() & other.keys()) - {"some"}
    return sorted(key for key in keys if one.get(key) != other.get(key))


# --- Positions --------------------------------------------------------------------------------------


def random_game(engine, game, lots, most):
    """Moves of a whole game. Men that wander back bring repetitions."""
    played = []
    while len(played) < most:
        legal = engine.moves(game, played)
        if not legal:
            return played
        back = "-".join(reversed(played[-2].split("-"))) if len(played) > 1 else None
        played.append(back if back in legal and lots.random() < 0.6 else lots.choice(legal))
    return played


def positions(engine, game, lots, count):
    """So many positions of several games, spread over their length; the end itself has no moves."""
    found = []
    while len(found) < count:
        played = random_game(engine, game, lots, 120)
        share = min(5, count - len(found))
        for part in range(share):
            ply = (len(played) - 1) * (part + 1) // share if len(played) > 1 else 0
            found.append(played[:lots.randint(max(0, ply - 3), ply)])
    return found


LEVELS = ["levels/" + name for name in ("06-three-by-three.lvl", "12-a-door.lvl", "17-two-presses.lvl", "19-two-floors.lvl",
                                        "27-the-double-corner.lvl", "32-tesseract.lvl", "36-like-55ti1.lvl", "60-glacier.lvl")]
GAMES = [Game("othello"), Game("connect4"), Game("mill"), Game("byte"), *(Game("zr2", {}, level) for level in LEVELS)]
OPTIONS = [Game("connect4", {"width": 5, "height": 4}), Game("othello", {"score": "plain"}),
           Game("mill", {"variant": "six"}), Game("mill", {"variant": "lasker"}), Game("mill", {"variant": "twelve"}),
           Game("mill", {"capture": "skip", "flying": "off", "draws": "off"}), Game("byte", {"size": 10}),
           Game("byte", {"size": 4, "stack": 4, "precedence": "merge"})]
PLAYERS = {"othello": ["random", "level:3", "alphabeta:4", "swh", "linear", "lines", "nn1", "nn2", "ntuple", "minimax:2",
                       "model:models/othello-linear.vector"],
           "connect4": ["random", "level:3", "alphabeta:4", "easy", "hard", "minimax:3",
                        "model:models/connect4-hard.vector"],
           "mill": ["random", "level:3", "alphabeta:4", "easy", "priority", "minimax:2",
                    "model:models/mill-priority.vector"],
           "byte": ["random", "level:3", "alphabeta:3", "pink", "minimax:2", "model:models/byte-pink.vector"],
           "zr2": ["random"]}
LIMITED = {"othello": ["alphabeta", "patterns:models/othello.model"], "connect4": ["alphabeta", "search", "perfect"],
           "mill": ["alphabeta", "perfect"], "byte": ["alphabeta"], "zr2": ["dfs", "dfss"]}


def questions(engine):
    lots, asked = random.Random(SEED), collections.Counter()
    for game in [*GAMES, *OPTIONS]:
        count = POSITIONS if game in GAMES else POSITIONS // 5
        if game.level:
            count = -(-POSITIONS // len(LEVELS))
        found = positions(engine, game, lots, count)
        for number, moves in enumerate(found):
            asked[game.name] += 1
            nodes = MANY_NODES if asked[game.name] % MANY_EVERY == 0 else NODES
            for kind in KINDS:
                yield Question(game, moves, kind, None, {"nodes": nodes})
        yield Question(game, found[0], "review", None, {"nodes": NODES // 10})
        yield Question(game, found[-1], "hint", None, {"nodes": NODES})
        for player in LIMITED[game.name]:
            yield Question(game, found[1], "move", player, {"nodes": NODES})
            yield Question(game, found[-2], "moves", player, {"nodes": NODES})
        players = PLAYERS[game.name] if game in GAMES else PLAYERS[game.name][1:3]
        for number, player in enumerate(players):
            for moves in found[number % 4::10][:None if long else 2]:
                yield Question(game, moves, "move", player)
        for kind in ("move", "moves"):  # by static evaluation, or refused
            for player in (None, LIMITED[game.name][0]):
                yield Question(game, found[2], kind, player, {"depth": 0})
        if game.name == "othello":
            for kind in ("move", "moves", "hint"):
                for moves in found[3:8]:
                    yield Question(game, moves, kind, None, {"depth": 0})
            yield Question(game, found[1], "review", None, {"depth": 0})
    for game in (*GAMES[:5], *OPTIONS):
        yield Question(game, [], "value", None, {"depth": 3})
    for player in ("swh", "level:3", "alphabeta:4"):
        for limits in ({"time": 1}, {"nodes": 1000}, {"depth": 2}):
            if player != "level:3" or "time" not in limits:
                yield Question(GAMES[0], [], "move", player, limits)
    yield Question(GAMES[4], [], "move", None, {"depth": 3})


def database_questions(engine):
    """About one game, in every phase."""
    game, count = (Game("mill"), 12) if folder else (Game("mill", {"variant": "six"}), 30)
    found = positions(engine, game, random.Random(SEED), count)
    for moves in found:
        for kind in (*KINDS, "hint"):
            yield Question(game, moves, kind, None, {"nodes": NODES})
    yield Question(game, found[1], "move", "perfect", {"nodes": NODES})
    for player in ("level:3", "alphabeta:3"):
        yield Question(game, found[1], "move", player)
    yield Question(game, found[0], "review", None, {"nodes": NODES // 10})


# --- The comparison ---------------------------------------------------------------------------------


def ask_all(port, asked):
    answers = {}
    for number in asked:
        answers[number] = essence(everything[number], port.ask(everything[number]))
    return answers


def describe(question):
    game = question.game
    return "%s%s%s %s, %s %s %s" % (game.name, game.options or "", " " + game.level if game.level else "",
                                    ",".join(question.moves) or "start", question.kind, question.player or "",
                                    question.limits)


def compare(ports, answers):
    failures = 0
    for number, question in enumerate(everything):
        given = [(port.name, answers[port.name][number]) for port in ports if number in answers[port.name]]
        (first, one), others = given[0], given[1:]
        for name, other in others:
            keys = differ(one, other)
            if not keys:
                continue
            failures += 1
            if failures <= 40:
                print("FAILED: %s\n    %s and %s disagree" % (describe(question), first, name))
                for key in keys:
                    print("    %s: %s | %s" % (key, one.get(key), other.get(key)))
    return failures


with tempfile.TemporaryDirectory() as place:
    os.environ.update(HOME=place, XDG_DATA_HOME=place)
    for name in ("POTEZ_DATABASE", "MALLOC_PERTURB_"):
        os.environ.pop(name, None)
    if databases:
        os.environ["POTEZ_DATABASE"] = folder or os.path.join(place, "six")
    if databases and not folder:
        subprocess.run([potez, "database", "build", "mill", "--set", "variant=six", "--dir", os.environ["POTEZ_DATABASE"],
                        "--quiet"], stdout=subprocess.DEVNULL, check=True)
    all_ports = [Engine(), Server(place), Socket(os.path.join(place, "socket")), Library(), Python(), Command()]
    if not databases and shutil.which("node") and os.path.exists(os.path.join(build, "src/ports/browser/potez.wasm")):
        all_ports += [Page(), Npm(place)]
    everything = list((database_questions if databases else questions)(all_ports[0]))
    # a process or a worker for every question takes its time
    shares = {port.name: [n for n, question in enumerate(everything)
                          if port.can(question) and (long or port.name not in (Command.name, Npm.name) or n % 5 == 0 or
                                                     "nodes" not in question.limits)] for port in all_ports}
    with concurrent.futures.ThreadPoolExecutor() as pool:
        work = {port.name: pool.submit(ask_all, port, shares[port.name]) for port in all_ports}
        results = {name: done.result() for name, done in work.items()}
    for opened in all_ports:
        opened.close()
bad = compare(all_ports, results)
if databases and not folder:
    unproved = sum(not results[Engine.name][n]["proved"] for n, asked in enumerate(everything) if asked.kind == "value")
    print("%d values are not proved" % unproved)
    bad += unproved
print("%d questions, %s: %d failures" % (len(everything), ", ".join("%s %d" % (port.name, len(shares[port.name]))
                                                                   for port in all_ports), bad))
sys.exit(1 if bad else 0)
