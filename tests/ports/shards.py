"""Two servers share the rooms behind nginx: a game on each, one of them killed and back.

usage: shards.py POTEZ

nginx runs from a temporary folder as an ordinary process, on loopback, with the configuration of docs/server.md.
Without nginx there is nothing to test (77)."""
import http.client
import json
import os
import re
import shutil
import signal
import socket
import subprocess
import sys
import tempfile
import time

potez = os.path.realpath(sys.argv[1])
root = os.path.dirname(os.path.dirname(os.path.dirname(os.path.realpath(__file__))))
nginx = shutil.which("nginx", path=os.pathsep.join([os.environ.get("PATH", ""), "/usr/sbin", "/sbin", os.path.join(root, "build/nginx/usr/sbin")]))
PATIENCE = 30  # seconds that something may take on a busy machine
processes = []


def free_port():
    with socket.socket() as probe:
        probe.bind(("127.0.0.1", 0))
        return probe.getsockname()[1]


def start_shard(number, data, port=0):
    server = subprocess.Popen([potez, "serve", "--shard", "%d/2" % number, "--port", str(port), "--data", data, "--json", "--lobby",
                               "--proxy", "--quiet"], text=True, stdout=subprocess.PIPE, stderr=subprocess.DEVNULL)
    processes.append(server)
    return server, int(json.loads(server.stdout.readline())["address"].rstrip("/").split(":")[-1])


def configuration(folder, port, ports):
    """The documentation's own, with other ports and with every file in the folder."""
    with open(os.path.join(root, "docs/server.md"), encoding="utf-8") as page:
        own = next(block for block in re.findall(r"```nginx\n(.*?)```", page.read(), re.S) if "map " in block)
    for number, each in enumerate(ports, 1):
        own = own.replace("127.0.0.1:808%d" % number, "127.0.0.1:%d" % each)
    own = own.replace("listen 80;", "listen 127.0.0.1:%d;" % port)
    temporary = "".join("%s_temp_path %s/%s;\n" % (kind, folder, kind) for kind in ("client_body", "proxy", "fastcgi", "uwsgi", "scgi"))
    return ("daemon off;\nmaster_process off;\npid %s/pid;\nerror_log %s/errors;\nevents {}\nhttp {\naccess_log off;\n%s%s}\n"
            % (folder, folder, temporary, own))


def start_nginx(folder, ports):
    port = free_port()
    path = os.path.join(folder, "nginx.conf")
    with open(path, "w", encoding="utf-8") as file:
        file.write(configuration(folder, port, ports))
    processes.append(subprocess.Popen([nginx, "-c", path, "-p", folder], stderr=subprocess.DEVNULL))
    until = time.monotonic() + PATIENCE
    while time.monotonic() < until:
        try:
            socket.create_connection(("127.0.0.1", port)).close()
            return port
        except OSError:
            time.sleep(0.05)
    with open(os.path.join(folder, "errors"), encoding="utf-8") as errors:
        sys.exit("nginx does not start: " + errors.read())


def ask(port, path, body=None):
    connection = http.client.HTTPConnection("127.0.0.1", port, timeout=PATIENCE)
    connection.request("POST" if body is not None else "GET", "/api/v1/" + path, None if body is None else json.dumps(body),
                       {"Content-Type": "application/json"})
    answer = connection.getresponse()
    text = answer.read()
    connection.close()
    try:
        return answer.status, json.loads(text)
    except ValueError:
        return answer.status, {}


def good(port, path, body=None):
    status, found = ask(port, path, body)
    assert status == 200, (path, status, found)
    return found


class Watcher:
    """A WebSocket through nginx that watches a room."""

    def __init__(self, port, room):
        self.stream = socket.create_connection(("127.0.0.1", port), timeout=PATIENCE).makefile("rwb")
        self.stream.write(("GET /api/v1/socket?room=%s HTTP/1.1\r\nHost: 127.0.0.1\r\nUpgrade: websocket\r\nConnection: Upgrade\r\n"
                           "Sec-WebSocket-Key: AAAAAAAAAAAAAAAAAAAAAA==\r\nSec-WebSocket-Version: 13\r\n\r\n" % room).encode())
        self.stream.flush()
        assert b" 101 " in self.stream.readline()
        while self.stream.readline().strip():
            pass
        command = json.dumps({"do": "watch", "room": room}).encode()
        self.stream.write(bytes([0x81, 0x80 | len(command)]) + bytes(4) + command)
        self.stream.flush()

    def event(self, name):
        while True:
            head = self.stream.read(2)
            assert len(head) == 2, "the connection ended before " + name
            length = head[1] if head[1] < 126 else int.from_bytes(self.stream.read(2), "big")
            text = self.stream.read(length)
            if head[0] == 0x81 and json.loads(text)["event"] in (name, "error"):
                return json.loads(text)


def game_on_each(port):
    """Rooms by turns, until each server has one; joined by code, as strangers would."""
    games = {}
    for _ in range(20):
        made = good(port, "rooms", {"game": "connect4", "side": "first", "name": "Ana"})
        shard = int(made["room"].split(".")[0])
        assert made["code"].startswith("%d." % shard), made
        if shard not in games:
            found = good(port, "codes/" + made["code"].lower())
            assert found["room"] == made["room"]
            other = good(port, "rooms/%s/join" % found["room"], {"code": made["code"], "name": "Ivo"})
            games[shard] = {"room": made["room"], "tokens": [made["token"], other["token"]], "moves": []}
        if len(games) == 2:
            return games
    raise AssertionError("only one server gets new rooms")


def play(port, game, move):
    ply = len(game["moves"])
    good(port, "rooms/%s/move" % game["room"], {"token": game["tokens"][ply % 2], "move": move, "ply": ply})
    game["moves"].append(move)


def same(port, game):
    assert good(port, "rooms/" + game["room"])["moves"] == game["moves"]


def run(folder):
    data = [os.path.join(folder, "data%d" % number) for number in (1, 2)]
    first, second = start_shard(1, data[0]), start_shard(2, data[1])
    port = start_nginx(folder, [first[1], second[1]])
    games = game_on_each(port)
    watchers = {shard: Watcher(port, game["room"]) for shard, game in games.items()}
    for shard, game in games.items():
        assert watchers[shard].event("state")["room"] == game["room"]
        for move in "445":
            play(port, game, move)
            assert watchers[shard].event("move")["move"] == move
    # each alone says whose a room is; so it does through nginx when nobody has that number
    status, found = ask(first[1], "rooms/" + games[2]["room"])
    assert status == 421 and found["error"]["name"] == "other_shard" and found["error"]["values"] == {"shard": 2, "here": 1}, found
    assert ask(port, "rooms/7.AAAAAAAAAAAA")[1]["error"]["name"] == "other_shard"
    for shard in (1, 2):
        assert good(port, "lobby?shard=%d" % shard)["games"] == []
    assert good(port, "best?game=connect4&moves=121212&depth=4")["move"]

    second[0].send_signal(signal.SIGKILL)
    second[0].wait()
    assert ask(port, "rooms/" + games[2]["room"])[0] in (502, 504)
    for move in "56":
        play(port, games[1], move)
    for _ in range(4):  # new games go to who is there
        assert good(port, "rooms", {"game": "othello"})["room"].startswith("1.")
    again = start_shard(2, data[1], second[1])
    assert again[1] == second[1]
    same(port, games[2])
    for move in "56":
        play(port, games[2], move)
    for game in games.values():
        same(port, game)
        state = good(port, "rooms/" + game["room"])
        assert [seat["name"] for seat in state["seats"]] == ["Ana", "Ivo"], state
    assert sorted(os.listdir(data[0]))[0] == "archive.sqlite" and "network-2.db" in os.listdir(data[1])


if not nginx:
    print("skipped: nginx is missing; tools/nginx fetches it")
    sys.exit(77)
with tempfile.TemporaryDirectory() as place:
    try:
        run(place)
    finally:
        for process in processes:
            process.kill()
            process.wait()
print("two servers behind nginx: a game on each, one killed and back, no move lost")
