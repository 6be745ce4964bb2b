"""A WebSocket that says nothing stays open as long as it answers the server's pings, and no longer.

usage: silence.py POTEZ"""
import json
import socket
import subprocess
import sys
import tempfile
import time

SILENCE, WATCHED = 1, 6  # seconds


def connect(address):
    host, port = address.split(":")
    stream = socket.create_connection((host, int(port))).makefile("rwb")
    stream.write(b"GET /api/v1/socket HTTP/1.1\r\nHost: %s\r\nUpgrade: websocket\r\nConnection: Upgrade\r\n"
                 b"Sec-WebSocket-Key: AAAAAAAAAAAAAAAAAAAAAA==\r\nSec-WebSocket-Version: 13\r\n\r\n" % address.encode())
    stream.flush()
    while stream.readline().strip():
        pass
    return stream


def lasts(stream, answers):
    """How long the server keeps it, up to WATCHED seconds; and how often it asked."""
    began, pings = time.monotonic(), 0
    while time.monotonic() - began < WATCHED:
        head = stream.read(2)
        if not head:
            break
        payload = stream.read(head[1])
        pings += head[0] == 0x89
        if answers and head[0] == 0x89:
            stream.write(bytes([0x8A, 0x80 | len(payload)]) + bytes(4) + payload)
            stream.flush()
    return time.monotonic() - began, pings


with tempfile.TemporaryDirectory() as data:
    server = subprocess.Popen([sys.argv[1], "serve", "--port", "0", "--data", data, "--json", "--silence", str(SILENCE)],
                              stdout=subprocess.PIPE, stderr=subprocess.DEVNULL, text=True)
    where = json.loads(server.stdout.readline())["address"].split("//")[1].rstrip("/")
    kept, dropped = lasts(connect(where), True), lasts(connect(where), False)
    server.terminate()
    server.wait()
print("answering: %.1f s and %d pings; silent: %.1f s and %d pings" % (*kept, *dropped))
sys.exit(0 if kept[0] >= WATCHED and kept[1] > 1 and dropped[0] < WATCHED and dropped[1] == 1 else 1)
