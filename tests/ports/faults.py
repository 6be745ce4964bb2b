"""Memory and disks that fail, on the smallest run of each kind.

Each run is done undisturbed twice first: what both leave the same is what every disturbed run must come to.
Then it is done once for every allocation (where there are more than 2,000, also for the first of each place in the
program), open, write, half a write, sync and rename that it makes, and that one fails. It must end with status 3 and a sentence, or with 0 where it could do without; never by a signal
and never blaming the input. The same command, undisturbed, must then reach the same end: so what was there
before is still readable, and nothing is corrupted. A full disk, a limit on file sizes (EFBIG) and a folder
that cannot be written to are tried the same way; the server must refuse a request that it cannot keep, and
have every move it acknowledged after a restart.

usage: faults.py POTEZ FAILING-LIBRARY BROKEN-LIBRARY SOURCE [--long] [--only NAME] [--kinds write,half]"""
import errno
import http.client
import json
import os
import re
import resource
import shutil
import signal
import subprocess
import sys
import tempfile
import time
import urllib.error
import urllib.request

POTEZ, FAILING, BROKEN, SOURCE = [os.path.abspath(name) for name in sys.argv[1:5]]
LONG = "--long" in sys.argv
ONLY = sys.argv[sys.argv.index("--only") + 1] if "--only" in sys.argv else None
MOST = 2000  # points of one kind
SAMPLE = 2  # points of one kind and run, without --long
SLOW = {"evolution", "n-tuples", "book"}  # of these one
TIME = 120  # seconds of one run

TRAINING = "--generations 1 --threads 1 --quiet --out {folder}/out "
# name: the command ({folder} is fresh each time), files it needs, how its result is told
RUNS = {
    "evolution": "train othello --model linear --population 4 --opponents 2 --elite 1 --starts 1 "
                 "--test-every 1 --test-best 1 --test-games 2 --ladder-every 9 " + TRAINING,
    "n-tuples": "train othello --model ntuple --games 2 " + TRAINING,
    "features": "train byte --model features --games 10 --play-nodes 10 --rounds 1 " + TRAINING,
    "match": "match connect4 random easy --games 4 --threads 1 --json --resume {folder}/journal",
    "tournament": "tournament connect4 random easy --games 2 --threads 1 --json --resume {folder}/journal",
    "archive": "archive import {folder}/lines.txt --game connect4 --archive {folder}/games.sqlite",
    "database": "database build mill --dir {folder}/db --men 3 --quiet",
    "book": "book build othello --expansions 1 --search-depth 1 --out {folder}/o.book --table 1M --threads 1 --quiet",
    "puzzles": "puzzle generate connect4 --count 1 --seed 3 --out {folder}/p.txt --threads 1 --quiet",
}
# where the same command would begin anew
RESUMED = {
    "evolution": "train --threads 1 --quiet --resume {folder}/out",
    "n-tuples": "train --threads 1 --quiet --resume {folder}/out",
    "features": RUNS["features"].replace("--out", "--resume"),
}
SHOWN = {"archive": "archive list --json --limit 0 --archive {folder}/games.sqlite"}
LINES = "4455667\n1122334\n7654321\n"
KINDS = ["allocation", "site", "open", "write", "half", "sync", "rename"]
if "--kinds" in sys.argv:
    wanted = sys.argv[sys.argv.index("--kinds") + 1].split(",")
    KINDS = [kind for kind in KINDS if kind in wanted]
CHANGING = re.compile(r'"(date|seconds|time|kept|elapsed|nodes_per_second|microseconds)": ?("[^"]*"|[0-9.e+-]+),?')
failures = []


def environment(folder, more):
    home = os.path.join(folder, "home")
    return {"PATH": os.environ["PATH"], "HOME": home, "XDG_DATA_HOME": home, "XDG_STATE_HOME": home,
            "LC_ALL": "C.UTF-8", "MALLOC_PERTURB_": "165", **more}


def fault(kind, number, folder, stays=False, reason=errno.ENOSPC):
    """The environment in which one call fails."""
    if kind in ("allocation", "site"):
        return {"LD_PRELOAD": FAILING, "FAILING_ALLOCATION": str(number), "FAILING_COUNT": folder + ".count",
                **({"FAILING_SITES": "1"} if kind == "site" else {})}
    return {"LD_PRELOAD": BROKEN, "BROKEN_FOLDER": folder, "BROKEN_CALL": kind, "BROKEN_NUMBER": str(number),
            "BROKEN_REASON": str(reason), "BROKEN_COUNT": folder + ".count", **({"BROKEN_STAYS": "1"} if stays else {})}


def fresh(name):
    folder = tempfile.mkdtemp(prefix="potez-faults-")
    os.mkdir(os.path.join(folder, "home"))
    if name == "archive":
        open(os.path.join(folder, "lines.txt"), "w").write(LINES)
    return folder


def gone(folder):
    shutil.rmtree(folder, ignore_errors=True)
    if os.path.exists(folder + ".count"):
        os.remove(folder + ".count")


def potez(command, folder, more={}, limit=None):
    def bounded():
        if limit is not None:
            resource.setrlimit(resource.RLIMIT_FSIZE, (limit, limit))
    if limit is not None:  # counts of tests/coverage must not be cut off at the limit
        more = {**more, "GCOV_PREFIX": "/dev/null"}
    return subprocess.run([POTEZ] + command.format(folder=folder).split(), env=environment(folder, more), text=True,
                          stdin=subprocess.DEVNULL, capture_output=True, timeout=TIME, preexec_fn=bounded, errors="replace")


def timeless(name, content):
    """A curve without its seconds; anything else as it is."""
    if name != "curve.csv":
        return content
    rows = [line.split(b",") for line in content.splitlines()]
    return b"\n".join(b",".join(cell for head, cell in zip(rows[0], row) if head != b"seconds") for row in rows)


def files(folder):
    """What a run leaves: every file but databases of SQLite, which are asked instead."""
    found = {}
    for root, _, names in os.walk(folder):
        for name in names:
            path = os.path.join(root, name)
            if ".sqlite" not in name and not name.endswith((".png", ".svg")) and name != "lock":
                found[os.path.relpath(path, folder)] = timeless(name, open(path, "rb").read())
    return found


def result(name, folder, done):
    """All that can be compared of a finished run."""
    found = files(folder)
    if name in SHOWN:
        found["shown"] = CHANGING.sub("", potez(SHOWN[name], folder).stdout).encode()
    if name in ("match", "tournament"):
        found["said"] = CHANGING.sub("", done.stdout).encode()
    return found


class Calm:
    """The undisturbed run: its result, as far as two of them agree."""

    def __init__(self, name):
        first, second = [self.run(name) for _ in range(2)]
        self.end = {key: value for key, value in first.items() if second.get(key) == value}
        self.names = set(first) & set(second)

    @staticmethod
    def run(name):
        folder = fresh(name)
        done = potez(RUNS[name], folder)
        if done.returncode:
            sys.exit("%s: the undisturbed run ends with %d: %s" % (name, done.returncode, done.stderr))
        found = result(name, folder, done)
        gone(folder)
        return found


def fail(where, what, said=""):
    failures.append("%s: %s" % (where, what))
    print("FAILED: %s: %s\n  %s" % (where, what, said.strip()[:400]), flush=True)


def judge(where, done):
    """Whether a disturbed run ended as it may."""
    said = done.stderr.replace("FAILING: came so far\n", "")
    if done.returncode not in (0, 3):
        fail(where, "status %d" % done.returncode, said)
    elif done.returncode == 3 and len(said.strip()) < 10:
        fail(where, "no sentence", said)


def compare(name, where, folder, done, calm):
    found = result(name, folder, done)
    missing = sorted(calm.names - set(found))
    other = sorted(key for key in calm.end if found.get(key) != calm.end[key] and key not in missing)
    left = sorted(key for key in set(found) - calm.names if ".part-" in key)
    if missing or other or left:
        fail(where, "another end: missing %s, different %s, left over %s" % (missing, other, left), done.stderr)


def disturb(name, where, calm, more, limit=None):
    """A disturbed run, then the undisturbed one in the same folder. Gives whether the fault came."""
    folder = fresh(name)
    more = {key: value.replace("FOLDER", folder) for key, value in more.items()}
    done = None
    try:
        done = potez(RUNS[name], folder, more, limit)
        judge(where, done)
        if done.returncode == 0:
            compare(name, where + ", done all the same", folder, done, calm)
        again = potez(RUNS[name], folder)
        if again.returncode == 2 and "continue it with --resume" in again.stderr:
            again = potez(RESUMED[name], folder)
        if again.returncode:
            fail(where, "the next run ends with %d" % again.returncode, again.stderr)
        else:
            compare(name, where + ", next run", folder, again, calm)
    except subprocess.TimeoutExpired:
        fail(where, "did not end within %d s" % TIME)
    count = folder + ".count"
    seen = int(open(count).read() or 0) if os.path.exists(count) else 0
    came = seen or done and ("FAILING: came so far" in done.stderr or done.returncode == 3)
    gone(folder)
    return came


def calls_of(name, kind):
    """How many calls of a kind the undisturbed run makes."""
    folder = fresh(name)
    potez(RUNS[name], folder, fault(kind, 10 ** 9, folder))
    count = min(int(open(folder + ".count").read()), MOST)
    gone(folder)
    return count


def points(count, sample=SAMPLE):
    """All of them, or some that lie evenly between the first and the last."""
    if LONG or count <= sample:
        return range(1, count + 1)
    return [1 + (2 * i + 1) * count // (2 * sample) for i in range(sample)]


def try_run(name):
    calm = Calm(name)
    told, count = [], MOST
    for kind in KINDS:
        if kind == "site" and (not LONG or count < MOST):
            continue  # each was among the allocations
        count = calls_of(name, kind)
        chosen = points(count, 1 if name in SLOW else SAMPLE)
        reason = errno.EIO if kind in ("open", "sync") else errno.ENOSPC
        for number in chosen:
            disturb(name, "%s, %s %d" % (name, kind, number), calm, fault(kind, number, "FOLDER", reason=reason))
        told.append("%s %d of %d" % (kind, len(chosen), count))
        if kind == "write":
            for number in chosen:
                disturb(name, "%s, disk full from write %d on" % (name, number), calm,
                        fault(kind, number, "FOLDER", stays=True))
            told.append("full disk %d" % len(chosen))
    disturb(name, name + ", read-only folder", calm, fault("readonly", 1, "FOLDER"))
    limits = [0, 100, 1000, 5000, 20000, 100000] if LONG else [0, 1000]
    for limit in limits:
        disturb(name, "%s, files of at most %d bytes" % (name, limit), calm, {}, limit)
    print("%-11s %s, read-only 1, file size %d" % (name, ", ".join(told), len(limits)), flush=True)


# ---- the server ----

class Server:
    def __init__(self, folder, more={}):
        self.process = subprocess.Popen([POTEZ, "serve", "--port", "0", "--data", folder + "/data", "--json"],
                                        env=environment(folder, more), stdout=subprocess.PIPE, stderr=subprocess.PIPE,
                                        text=True)
        line = self.process.stdout.readline()
        self.address = json.loads(line)["address"].rstrip("/") if line else None

    def ask(self, path, body=None):
        """Status and JSON of the answer; 0 when the connection was closed without one, -1 when nothing came at all."""
        data = None if body is None else json.dumps(body).encode()
        request = urllib.request.Request(self.address + "/api/v1/" + path, data, {"Content-Type": "application/json"})
        try:
            with urllib.request.urlopen(request, timeout=20) as answer:
                return answer.status, json.load(answer)
        except urllib.error.HTTPError as refused:
            said = refused.read()  # nothing, where there was no memory for it
            return refused.code, json.loads(said) if said else {}
        except TimeoutError:
            return -1, {}
        except (OSError, ValueError, http.client.HTTPException) as error:
            return -1 if isinstance(getattr(error, "reason", None), TimeoutError) else 0, {}

    def end(self, number=signal.SIGTERM):
        self.process.send_signal(number)
        said = self.process.communicate(timeout=30)[1]
        return self.process.returncode, said


WHOLE = "4455667"  # a game of Connect Four


def archived(folder):
    """How many whole games the archive has."""
    told = potez("archive list --json --limit 0 --archive {folder}/data/archive.sqlite", folder).stdout
    return len([line for line in told.splitlines() if json.loads(line)["plies"] == len(WHOLE)])


def play_room(server):
    """A room, a second player, a game to its end: what was acknowledged, and the statuses."""
    statuses = []
    status, made = server.ask("rooms", {"game": "connect4", "side": "first"})
    statuses.append(status)
    if status not in (200, 201):
        return None, [], statuses
    tokens = [made.get("token"), None]
    status, joined = server.ask("rooms/%s/join" % made["room"], {"invite": made.get("invite")})
    statuses.append(status)
    tokens[1] = joined.get("token")
    kept = []
    for ply, move in enumerate(WHOLE):
        body = {"token": tokens[ply % 2], "move": move, "ply": ply}
        status, _ = server.ask("rooms/%s/move" % made["room"], body)
        statuses.append(status)
        if status != 200:
            break
        kept.append(move)
    return made["room"], kept, statuses


def serve(where, more, may_close=False):
    """Plays a room while something fails, then again after a restart. Without memory for an answer the server may close
    the connection (`may_close`): there is nothing it could say."""
    folder, whole = fresh("serve"), False
    more = {key: value.replace("FOLDER", folder) for key, value in more.items()}
    server = Server(folder, more)
    if not server.address:
        code, said = server.process.wait(30), server.process.stderr.read()
        if code != 3 or len(said.strip()) < 10:
            fail(where, "the server does not begin, with status %d" % code, said)
        room, kept = None, []
    else:
        room, kept, statuses = play_room(server)
        if any(status < 0 or (status == 0 and not may_close) or (status >= 500 and status != 503) for status in statuses):
            fail(where, "statuses %s" % statuses)
        code, said = server.end()
        if code not in (0, 3, -signal.SIGTERM):
            fail(where, "the server ends with %d" % code, said)
    server = Server(folder)
    if not server.address:
        fail(where, "the server does not begin again", server.process.stderr.read())
    else:
        if room:
            status, state = server.ask("rooms/" + room)
            there = state.get("moves", [])
            if status != 200 or there[:len(kept)] != kept or state.get("over") != (there == list(WHOLE)):
                fail(where, "acknowledged %s, kept %s %s %s" % (kept, status, there, state.get("over")))
            whole = there == list(WHOLE)
        after = play_room(server)[1]
        if after != list(WHOLE):
            fail(where, "the next server plays only %s" % after)
        server.end()
        if archived(folder) != 1 + whole:
            fail(where, "%d games in the archive, not %d" % (archived(folder), 1 + whole))
    gone(folder)


def server_calls(kind):
    folder = fresh("serve")
    number = 10 ** 9
    server = Server(folder, fault(kind, number, folder))
    play_room(server)
    server.end()
    path = folder + ".count"
    count = int(open(path).read() or 0) if os.path.exists(path) else 0
    gone(folder)
    return min(count, MOST)


def try_server():
    told = []
    for kind in KINDS:
        if kind == "site":
            continue
        count = server_calls(kind)
        chosen = points(count)
        for number in chosen:
            serve("serving, %s %d" % (kind, number), fault(kind, number, "FOLDER"), kind == "allocation")
        told.append("%s %d of %d" % (kind, len(chosen), count))
    for number in points(server_calls("write")):
        serve("serving, disk full from write %d on" % number, fault("write", number, "FOLDER", stays=True))
    serve("serving, read-only folder", fault("readonly", 1, "FOLDER"))
    print("%-11s %s, full disk, read-only" % ("serving", ", ".join(told)), flush=True)


if __name__ == "__main__":
    began = time.monotonic()
    for name in RUNS:
        if ONLY in (None, name):
            try_run(name)
    if ONLY in (None, "serving"):
        try_server()
    used = resource.getrusage(resource.RUSAGE_CHILDREN)
    print("%d failures, %.0f s, %.0f s of the processor" % (len(failures), time.monotonic() - began, used.ru_utime + used.ru_stime))
    sys.exit(1 if failures else 0)
