#!/usr/bin/env python3
"""What a number of shards would hold, from costs measured here: shards.py POTEZ [GAMES].

Starts one `potez serve` on loopback, behind nginx where there is one, seats two players with a WebSocket each at GAMES boards
(300), and lets every game play 18 plies. Measured are the processor time of server and nginx per move (not the wall clock, so
that a busy machine tells the same), the memory per game with its two sockets, and the bytes on disk per move. The model: a
game has a move every ten seconds; a shard may use half of one core and 4 GiB; an nginx may use half of one core. Shards share nothing,
so N of them hold N times as much; what does not grow with them is the proxy in front, whose number is given. The model knows
nothing of networks, disks of other machines, or crowds that watch one game."""
import http.client
import json
import os
import shutil
import socket
import subprocess
import sys
import tempfile
import time

MOVES = "111111333333666666"  # three columns that are no neighbours: nobody wins
EVERY, SHARE, MEMORY = 10, 0.5, 4 << 30  # seconds per move, of a core, bytes
LIMIT = 131072 - 64  # two connections for each game, out of 262,144 files


def processor_seconds(process):
    with open("/proc/%d/stat" % process.pid, encoding="utf-8") as file:
        words = file.read().rsplit(")", 1)[1].split()
    return (int(words[11]) + int(words[12])) / os.sysconf("SC_CLK_TCK")


def resident(process):
    with open("/proc/%d/statm" % process.pid, encoding="utf-8") as file:
        return int(file.read().split()[1]) * os.sysconf("SC_PAGE_SIZE")


def start_nginx(folder, port):
    program = shutil.which("nginx", path=os.environ.get("PATH", "") + ":/usr/sbin:/sbin:build/nginx/usr/sbin")
    if not program:
        return None, port
    with socket.socket() as probe:
        probe.bind(("127.0.0.1", 0))
        own = probe.getsockname()[1]
    temporary = "".join("%s_temp_path %s/%s;" % (kind, folder, kind) for kind in ("client_body", "proxy", "fastcgi", "uwsgi", "scgi"))
    with open(folder + "/nginx.conf", "w", encoding="utf-8") as file:
        file.write("daemon off; master_process off; pid %s/pid; error_log %s/errors; events { worker_connections 8192; }\n"
                   "http { access_log off; %s server { listen 127.0.0.1:%d; location / { proxy_pass http://127.0.0.1:%d;\n"
                   "proxy_http_version 1.1; proxy_set_header Host $host; proxy_set_header Upgrade $http_upgrade;\n"
                   "proxy_set_header Connection $http_connection; proxy_buffering off; proxy_read_timeout 120s; } } }\n"
                   % (folder, folder, temporary, own, port))
    process = subprocess.Popen([program, "-c", folder + "/nginx.conf", "-p", folder], stderr=subprocess.DEVNULL)
    for _ in range(200):
        try:
            socket.create_connection(("127.0.0.1", own)).close()
            return process, own
        except OSError:
            time.sleep(0.05)
    process.kill()
    sys.exit("nginx does not start")


class Player:
    def __init__(self, port, room, token):
        self.room = room
        self.stream = socket.create_connection(("127.0.0.1", port), timeout=60).makefile("rwb")
        self.stream.write(("GET /api/v1/socket?room=%s HTTP/1.1\r\nHost: 127.0.0.1\r\nUpgrade: websocket\r\nConnection: Upgrade\r\n"
                           "Sec-WebSocket-Key: AAAAAAAAAAAAAAAAAAAAAA==\r\nSec-WebSocket-Version: 13\r\n\r\n" % room).encode())
        self.stream.flush()
        while self.stream.readline().strip():
            pass
        self.send({"do": "watch", "room": room, "token": token})
        self.hear("state")

    def send(self, command):
        text = json.dumps(command).encode()
        self.stream.write(bytes([0x81, 0x80 | len(text)] if len(text) < 126 else [0x81, 0xFE, len(text) >> 8, len(text) & 255])
                          + bytes(4) + text)
        self.stream.flush()

    def hear(self, name):
        while True:
            head = self.stream.read(2)
            length = head[1] if head[1] < 126 else int.from_bytes(self.stream.read(2), "big")
            event = json.loads(self.stream.read(length)) if head[0] == 0x81 else self.stream.read(length) and {"event": ""}
            if event["event"] == "error":
                sys.exit("refused: %s" % event)
            if event["event"] == name:
                return event


def post(connection, path, body):
    connection.request("POST", "/api/v1/" + path, json.dumps(body), {"Content-Type": "application/json"})
    return json.loads(connection.getresponse().read())


def seat_players(port, games):
    connection = http.client.HTTPConnection("127.0.0.1", port)
    boards = []
    for _ in range(games):
        made = post(connection, "rooms", {"game": "connect4", "side": "first", "name": "Ana"})
        other = post(connection, "rooms/%s/join" % made["room"], {"invite": made["invite"], "name": "Ivo"})
        boards.append([Player(port, made["room"], token) for token in (made["token"], other["token"])])
    return boards


def play(boards):
    for ply, move in enumerate(MOVES):
        for board in boards:
            board[ply % 2].send({"do": "move", "room": board[0].room, "move": move, "ply": ply})
        for board in boards:
            for player in board:
                player.hear("move")


def measure(potez, games, folder):
    server = subprocess.Popen([potez, "serve", "--port", "0", "--data", folder + "/data", "--json", "--quiet"], text=True,
                              stdout=subprocess.PIPE, stderr=subprocess.DEVNULL)
    port = int(json.loads(server.stdout.readline())["address"].rstrip("/").split(":")[-1])
    proxy, front = start_nginx(folder, port)
    try:
        post(http.client.HTTPConnection("127.0.0.1", front), "rooms", {"game": "connect4"})
        before = [resident(server), resident(proxy) if proxy else 0]
        boards = seat_players(front, games)
        memory = [(resident(server) - before[0]) / games, (resident(proxy) - before[1]) / games if proxy else 0]
        began = [processor_seconds(server), processor_seconds(proxy) if proxy else 0]
        play(boards)
        count = games * len(MOVES)
        spent = [(processor_seconds(server) - began[0]) / count, (processor_seconds(proxy) - began[1]) / count if proxy else 0]
    finally:
        for process in filter(None, (server, proxy)):
            process.terminate()
            process.wait()
    disk = sum(entry.stat().st_size for entry in os.scandir(folder + "/data") if entry.name.startswith("network")) / count
    return {"moves": count, "server_seconds": spent[0], "proxy_seconds": spent[1], "server_bytes": memory[0], "proxy_bytes": memory[1],
            "disk_bytes": disk}


def tell(cost):
    print("measured over %d moves: server %.0f microseconds and nginx %.0f microseconds of a core per move, %.1f + %.1f KiB per game, "
          "%.0f bytes on disk per move" % (cost["moves"], cost["server_seconds"] * 1e6, cost["proxy_seconds"] * 1e6,
                                          cost["server_bytes"] / 1024, cost["proxy_bytes"] / 1024, cost["disk_bytes"]))
    by_core = SHARE / cost["server_seconds"] * EVERY
    each = int(min(by_core, MEMORY / max(cost["server_bytes"], 1), LIMIT))
    print("one shard: %d games by its core, %d by memory, %d by connections" % (by_core, MEMORY / max(cost["server_bytes"], 1), LIMIT))
    print("| shards | games at a time | moves per second | memory of the shards | disk per day | nginx processes |\n| --- | --- | --- | --- | --- | --- |")
    for shards in (1, 10, 100):
        games = shards * each
        rate = games / EVERY
        proxies = -(-rate * cost["proxy_seconds"] // SHARE) if cost["proxy_seconds"] else 0
        print("| %d | %s | %s | %.1f GiB | %.0f GB | %d |" % (shards, "{:,}".format(games), "{:,.0f}".format(rate), games * cost["server_bytes"] / 2**30,
                                                           rate * 86400 * cost["disk_bytes"] / 1e9, proxies))


with tempfile.TemporaryDirectory() as place:
    tell(measure(os.path.realpath(sys.argv[1]), int(sys.argv[2]) if len(sys.argv) > 2 else 300, place))
