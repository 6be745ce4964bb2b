"""The laboratory of the real server: what it refuses, and that what it tells is what the command line tells.

usage: laboratory.py POTEZ"""
import http.client
import json
import os
import pathlib
import re
import signal
import subprocess
import sys
import tempfile
import time

POTEZ, WAIT = sys.argv[1], 400  # seconds, at most, for a run that takes a moment
MATCH = {"kind": "match", "game": "connect4", "players": ["hard:2", "easy"], "settings": {"games": 20, "seed": 5, "sprt": [0, 300]}}
# Small and slow enough to be interrupted: every generation plays a few hundred short games.
TRAINING = {"kind": "train", "game": "connect4", "model": "hard",
            "settings": {"population": 16, "opponents": 8, "elite": 2, "starts": 2, "generations": 24, "depth": 2,
                         "test-every": 1, "test-best": 2, "test-games": 20, "ladder-games": 0}}
done = 0


class Server:
    """The program, serving with a laboratory in a folder."""

    def __init__(self, folder, *more):
        self.folder = folder
        self.process = subprocess.Popen([POTEZ, "serve", "--port", "0", "--data", f"{folder}/data", "--json", *more],
                                        stdout=subprocess.PIPE, stderr=subprocess.DEVNULL, text=True)
        self.port = int(json.loads(self.process.stdout.readline())["address"].rstrip("/").split(":")[-1])

    def ask(self, method, path, body=None, headers=None):
        connection = http.client.HTTPConnection("127.0.0.1", self.port, timeout=60)
        connection.putrequest(method, path, skip_host="Host" in (headers or {}), skip_accept_encoding=True)
        for name, value in (headers or {}).items():
            connection.putheader(name, value)
        data = body if isinstance(body, bytes) else json.dumps(body).encode() if body is not None else None
        if data is not None or method == "POST":
            connection.putheader("Content-Length", str(len(data or b"")))
        connection.endheaders(data)
        answer = connection.getresponse()
        text = answer.read()
        connection.close()
        return answer.status, text

    def json(self, method, path, body=None, expected=200):
        status, text = self.ask(method, f"/api/v1/lab{path}", body)
        assert status == expected, (method, path, body, status, text)
        return json.loads(text)

    def end(self, number=signal.SIGTERM):
        self.process.send_signal(number)
        self.process.wait(60)
        self.process.stdout.close()


def until(what, good):
    end = time.monotonic() + WAIT
    while time.monotonic() < end:
        found = what()
        if good(found):
            return found
        time.sleep(0.05)
    raise AssertionError(f"waited in vain; at last {what()}")


def ended(server, run):
    return until(lambda: server.json("GET", f"/runs/{run}"), lambda told: told["state"] != "running")


def program(*words, **more):
    return subprocess.run([POTEZ, *words, "--json", "--quiet"], check=True, capture_output=True, text=True, **more).stdout


def processes_in(folder):
    """The processes that work in a folder, by number."""
    found = []
    for entry in pathlib.Path("/proc").glob("[0-9]*"):
        try:
            if os.readlink(entry / "cwd").startswith(folder):
                found.append(int(entry.name))
        except OSError:
            pass
    return found


def case(function):
    global done
    with tempfile.TemporaryDirectory() as folder:
        function(os.path.realpath(folder))
    done += 1
    print(f"ok {function.__name__}")


def with_lab(folder, *more):
    return Server(folder, "--lab", f"{folder}/lab", *more)


def off_unless_asked_for(folder):
    server = Server(folder)
    for method, path in (("GET", ""), ("GET", "/runs"), ("POST", "/runs"), ("GET", "/archive"), ("POST", "/import?name=a.pgn")):
        assert server.ask(method, f"/api/v1/lab{path}", {} if method == "POST" else None)[0] == 404, path
    assert json.loads(server.ask("GET", "/api/v1/health")[1])["lab"] is False
    server.end()


def only_this_machine(folder):
    server = with_lab(folder)
    port = server.port
    own = {"Host": f"127.0.0.1:{port}"}
    refused = [{"X-Forwarded-For": "127.0.0.1"}, {"X-Forwarded-For": "192.0.2.1"}, {"Forwarded": "for=192.0.2.1"}, {"Via": "1.1 nginx"},
               {"X-Real-IP": "127.0.0.1"}, {"X-Forwarded-Host": "localhost"}, {"Host": "evil.example"}, {"Host": "192.0.2.1"}, {"Host": "127.evil.example"},
               {"Origin": "https://evil.example"}, {"Origin": "null"}, {"Sec-Fetch-Site": "cross-site"}, {"Sec-Fetch-Site": "same-site"}]
    for headers in refused:
        for method, path, body in (("GET", "/api/v1/lab", None), ("POST", "/api/v1/lab/runs", MATCH), ("DELETE", "/api/v1/lab/runs/0001", None)):
            status, _ = server.ask(method, path, body, {**own, **headers})
            assert status == 403, (headers, method, status)
    for host in (f"localhost:{port}", f"127.0.0.1:{port}", f"[::1]:{port}"):
        assert server.ask("GET", "/api/v1/lab", None, {"Host": host})[0] == 200, host
    assert server.ask("GET", "/api/v1/lab", None, {**own, "Origin": f"http://127.0.0.1:{port}", "Sec-Fetch-Site": "same-origin"})[0] == 200
    assert json.loads(server.ask("GET", "/api/v1/health")[1])["lab"] is True
    assert json.loads(server.ask("GET", "/api/v1/health", None, {**own, "X-Forwarded-For": "192.0.2.1"})[1])["lab"] is False
    assert server.json("GET", "/runs") == {"runs": []}
    server.end()
    behind = with_lab(folder, "--proxy")
    assert behind.ask("GET", "/api/v1/lab")[0] == 403
    behind.end()


def hostile_questions(folder):
    server = with_lab(folder)

    def changed(**more):
        return {**MATCH, **more}

    def settings(**more):
        return {**MATCH, "settings": more}

    def trained(**more):
        return {**TRAINING, "settings": more}

    wrong = [
        {}, {"kind": "match"}, changed(kind="serve"), changed(kind="archive"), changed(game="chess"), changed(game="../connect4"), changed(game=7),
        changed(players=["easy"]), changed(players="easy"), changed(players=["easy", "hard", "random"]), changed(players=["easy", 5]),
        changed(players=["easy", "nobody"]), changed(players=["easy", "engine:sh -c true"]), changed(players=["easy", "nboard:touch /tmp/x"]),
        changed(players=["easy", "model:/etc/passwd"]), changed(players=["easy", "--out"]), changed(players=["easy", "x" * 5000]),
        changed(players=["easy", {"run": "../..", "generation": 1}]), changed(players=["easy", {"run": "0001", "generation": "1/../../x"}]),
        changed(players=["easy", {"run": "0001", "generation": 1}]), changed(out="/tmp/x"), changed(command=["serve"]), changed(set={"width": 99}),
        changed(set={"nothing": 1}), changed(set="width=7"), changed(settings=[]), settings(out="/tmp/x"), settings(archive="/tmp/x"), settings(engines="/etc/passwd"),
        settings(resume="/tmp/x"), settings(games=0), settings(games=1.5), settings(games="20"), settings(games=10**9), settings(games=True), settings(time=-1),
        settings(time=1e9), settings(sprt=[0]), settings(sprt=[0, "x"]), settings(sprt=[0, 1e9]), settings(keep=1), settings(threads=0), settings(threads=10**6),
        settings(seed=-1), changed(kind="tournament", players=["easy"] * 13), changed(kind="tournament", players=["easy"] * 12, settings={"games": 10000}),
        trained(**{"population": 1}), trained(**{"sparring": "engine:sh"}), trained(**{"sparring": "x" * 4000}), trained(schedule="x"), trained(schedule=0),
        trained(out="x"), trained(begin="/etc/passwd"), {**TRAINING, "model": "nothing"}, {**TRAINING, "model": "../x"}, {**TRAINING, "preset": "nothing"},
        {**TRAINING, "model": None}, {"kind": "train", "game": "mill", "model": "patterns"}, {"kind": "match", "game": "zr2", "players": ["best", "best"]},
    ]
    for question in wrong:
        status, text = server.ask("POST", "/api/v1/lab/runs", question)
        assert status == 400 and json.loads(text)["error"]["message"], (question, status, text)
    for body in (b"{", b"[]", b"{\"kind\":" + b"[" * 100, b"\xff\xfe"):
        assert server.ask("POST", "/api/v1/lab/runs", body)[0] == 400, body
    assert server.ask("POST", "/api/v1/lab/runs", b" " * 70000)[0] == 413
    assert server.ask("POST", "/api/v1/lab/import?name=a.pgn", b" ", {"Content-Length": str(9 << 20)})[0] in (400, 413)
    for method, path, expected in (
            ("GET", "/runs/0001", 404), ("GET", "/runs/..%2f..%2fdata", 404), ("GET", "/runs/../lock", 404), ("GET", "/runs/0001%2f..%2f0001", 404), ("GET", "/runs/lock", 404),
            ("GET", "/vectors/0001/1", 404), ("GET", "/vectors/..%2f0001/1", 404), ("GET", "/vectors/0001/..%2f..%2frun.json", 404),
            ("GET", "/weights/0001/99999999999", 404), ("POST", "/runs/0001/stop", 404), ("POST", "/runs/0001/resume", 404), 
            ("DELETE", "/runs/0001", 404), ("PUT", "/runs", 405), ("DELETE", "/runs", 405), ("POST", "/archive", 405), ("GET", "/import", 405), ("GET", "/nothing", 404),
            ("GET", "/archive?game=chess", 400), ("GET", "/archive?limit=0", 400), ("GET", "/archive?limit=100000", 400), ("GET", "/archive?before=x", 400),
            ("GET", "/archive/1", 404), ("GET", "/archive/x", 404), ("GET", "/export?format=nothing", 400), ("GET", "/export?format=wthor", 400)):
        assert server.ask(method, f"/api/v1/lab{path}", {} if method == "POST" else None)[0] == expected, (method, path)
    for name in ("", "..", "../x", ".x", "-x", "a/b", "a b", "x" * 65, "run.json", "--archive"):
        assert server.ask("POST", f"/api/v1/lab/import?name={name.replace(' ', '%20').replace('/', '%2f')}", b"x")[0] == 400, name
    assert server.ask("POST", "/api/v1/lab/import?name=a.pgn&game=chess", b"x")[0] == 400
    assert server.json("GET", "/runs") == {"runs": []} and not [entry for entry in os.listdir(f"{folder}/lab") if entry != "lock"]
    server.end()
    print(f"   {len(wrong)} hostile questions refused")


def what_is_offered(folder):
    """Every evolution of the games' tables, with what is usual in it and its presets, and the trainings that need no files."""
    server = with_lab(folder)
    offers = server.json("GET", "")
    server.end()
    offered = {(each["game"], each["model"]): each for each in offers["trainings"]}
    asked = subprocess.run([POTEZ, "train", "othello"], capture_output=True, text=True, check=False).stderr
    models = {tuple(line.split()[2:5:2]) for line in asked.splitlines() if " --model " in line and line.startswith("  potez train")}
    presets = {tuple(line.split()[2:5:2]) for line in asked.splitlines() if " --preset " in line and line.startswith("  potez train")}
    assert models - set(offered) == {("mill", "patterns"), ("othello", "network")} and len(models) >= 10, (models, set(offered))
    assert {(game, preset["name"]) for (game, _), each in offered.items() for preset in each.get("presets", [])} == presets
    for each in offered.values():
        names = {setting["name"] for setting in each["settings"]}
        assert "generations" in names and "seed" in names and not names & {"out", "resume", "archive", "begin", "database"}, each
        assert not each["evolves"] or set(each["usual"]) <= names and int(each["usual"]["population"]) > 1
    for kind in ("match", "tournament"):  # what is usual is what the command line says of itself
        words = subprocess.run([POTEZ, "help", kind], check=True, capture_output=True, text=True).stdout
        for setting in offers[kind]:
            said = re.search(r"^  --%s [A-Z].*\(([\d.]+)\)$" % setting["name"], words, re.M)
            if setting["name"] not in ("threads", "seed"):
                assert setting.get("usual") == (said and said[1]), (kind, setting)
        assert {"name": "games", "usual": "100"}.items() <= offers[kind][0].items()


def as_the_command_line(folder):
    """Score and test while it runs are a prefix of the truth, and in the end the truth itself."""
    server = with_lab(folder)
    run = server.json("POST", "/runs", MATCH, 201)["run"]
    told = ended(server, run)
    assert told["state"] == "done", told
    expected = json.loads(program("match", "connect4", "hard:2", "easy", "--games", "20", "--seed", "5", "--sprt", "0", "300"))
    printed = json.loads(pathlib.Path(f"{folder}/lab/{run}/output.jsonl").read_text())
    assert told["score"] == expected == printed, (told["score"], expected, printed)
    assert told["line"]["rows"][-1][0] == expected["games"]
    assert abs(told["line"]["rows"][-1][3] - expected["sprt"]["likelihood"]) < 1e-3
    players = ["easy", "hard:2", "random"]
    run = server.json("POST", "/runs", {"kind": "tournament", "game": "connect4", "players": players, "settings": {"games": 6, "seed": 3}}, 201)["run"]
    told = ended(server, run)
    lines = [json.loads(line) for line in program("tournament", "connect4", *players, "--games", "6", "--seed", "3").splitlines()]
    assert told["pairings_played"] == lines[:3] and told["ratings"] == lines[3:], (told, lines)
    server.end()


def killed_and_gone_on(folder):
    """The server is killed with a training at work; another server goes on, to the end that an undisturbed run has."""
    server = with_lab(folder)
    run = server.json("POST", "/runs", TRAINING, 201)["run"]
    until(lambda: server.json("GET", f"/runs/{run}"), lambda told: len(told["generations"]) >= 2)
    assert os.getpriority(os.PRIO_PROCESS, processes_in(f"{folder}/lab/{run}")[0]) == 10
    server.end(signal.SIGKILL)
    until(lambda: processes_in(f"{folder}/lab/"), lambda found: not found)
    server = with_lab(folder)
    told = server.json("GET", f"/runs/{run}")
    assert told["state"] in ("interrupted", "done"), told
    assert told["state"] == "interrupted", "the training was over before it could be killed"
    assert server.json("POST", f"/runs/{run}/resume", {})["state"] == "running"
    told = ended(server, run)
    assert told["state"] == "done" and [row[0] for row in told["curve"]["rows"]] == list(range(25)), told
    assert told["generations"] == list(range(25))
    words = ["train", "connect4", "--model", "hard", "--out", f"{folder}/alone", "--keep-generations"]
    for name, value in TRAINING["settings"].items():
        words += [f"--{name}", str(value)]
    program(*words)

    def weights(path):
        return [line for line in pathlib.Path(path).read_text().splitlines() if not line.startswith(("command", "made", "checksum"))]

    assert weights(f"{folder}/alone/generations/000024.vector")[:-1] == weights(f"{folder}/lab/{run}/training/generations/000024.vector")[:-1]
    shown = server.json("GET", f"/weights/{run}/24")
    assert shown["generation"] == 24 and len(shown["weights"]) == sum(shown["layers"])
    assert server.ask("GET", f"/api/v1/lab/vectors/{run}/24")[1] == pathlib.Path(f"{folder}/lab/{run}/training/generations/000024.vector").read_bytes()
    # a generation is a player
    asked = {"kind": "match", "game": "connect4", "players": [{"run": run, "generation": 24}, "random"], "settings": {"games": 4}}
    assert ended(server, server.json("POST", "/runs", asked, 201)["run"])["score"]["games"] == 4
    server.end()


def stopped_and_gone_on(folder):
    """A match is stopped, goes on and ends with the score of an undisturbed one; two at once are all; a run is removed."""
    server = with_lab(folder)
    long = {**MATCH, "players": ["alphabeta:5", "alphabeta:4"], "settings": {"games": 200, "seed": 2}}
    run = server.json("POST", "/runs", long, 201)["run"]
    second = server.json("POST", "/runs", long, 201)["run"]
    assert server.ask("POST", "/api/v1/lab/runs", long)[0] == 429
    assert server.ask("DELETE", f"/api/v1/lab/runs/{run}")[0] == 409
    assert server.ask("POST", f"/api/v1/lab/runs/{run}/resume", {})[0] == 409
    until(lambda: server.json("GET", f"/runs/{run}"), lambda told: told["played"] >= 2)
    for name in (run, second):
        server.json("POST", f"/runs/{name}/stop", {})
    told = ended(server, run)
    assert told["state"] == "stopped" and 2 <= told["played"] < 200, told
    ended(server, second)
    server.json("DELETE", f"/runs/{second}")
    assert [each["run"] for each in server.json("GET", "/runs")["runs"]] == [run]
    server.end()
    server = with_lab(folder)  # a gentle end loses nothing either
    server.json("POST", f"/runs/{run}/resume", {})
    told = ended(server, run)
    expected = json.loads(program("match", "connect4", "alphabeta:5", "alphabeta:4", "--games", "200", "--seed", "2"))
    assert told["state"] == "done" and told["score"] == expected, (told, expected)
    server.end()


def one_server_at_a_time(folder):
    server = with_lab(folder)
    second = subprocess.run([POTEZ, "serve", "--port", "0", "--data", f"{folder}/other", "--lab", f"{folder}/lab"], capture_output=True, text=True, timeout=60, check=False)
    assert second.returncode != 0 and "another server" in second.stderr, second
    server.end()


def the_archive(folder):
    server = with_lab(folder)
    asked = {**MATCH, "settings": {"games": 6, "keep": True}}
    ended(server, server.json("POST", "/runs", asked, 201)["run"])
    archive = f"{folder}/data/archive.sqlite"
    listed = server.json("GET", "/archive?game=connect4&player=HARD")["games"]
    assert listed == [json.loads(line) for line in program("archive", "list", "--archive", archive).splitlines()] and len(listed) == 6
    assert server.json("GET", "/archive?player=nobody") == {"games": [], "more": False}
    page = server.json("GET", f"/archive?limit=2&before={listed[-1]['id']}")
    assert [game["id"] for game in page["games"]] == [game["id"] for game in listed[3:5]] and page["more"]
    number = listed[0]["id"]
    assert server.json("GET", f"/archive/{number}") == json.loads(program("archive", "show", str(number), "--archive", archive))
    exported = server.ask("GET", "/api/v1/lab/export?game=connect4")[1]
    assert exported.decode() == subprocess.run([POTEZ, "archive", "export", "--archive", archive, "--quiet"], check=True, capture_output=True, text=True).stdout
    assert server.ask("GET", "/api/v1/lab/export?format=text")[1].count(b"\n") == 6
    other = Server(f"{folder}/data", "--lab", f"{folder}/second")
    told = ended(other, json.loads(other.ask("POST", "/api/v1/lab/import?name=games.pgn", exported)[1])["run"])
    assert told["state"] == "done" and dict(zip(told["curve"]["columns"], told["curve"]["rows"][0]))["kept"] == 6, told
    assert len(other.json("GET", "/archive")["games"]) == 6
    told = ended(other, json.loads(other.ask("POST", "/api/v1/lab/import?name=lines.txt&game=connect4", b"4453\nnonsense\n")[1])["run"])
    assert told["state"] == "done" and "line 2" in told["errors"], told
    other.end()
    server.end()


for each in (off_unless_asked_for, only_this_machine, hostile_questions, what_is_offered, as_the_command_line, killed_and_gone_on, stopped_and_gone_on,
             one_server_at_a_time, the_archive):
    case(each)
print(f"{done} passed")
