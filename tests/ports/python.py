"""The Python package as somebody else gets it: the wheel is built, installed without network into an empty
environment of Debian's Python, used, and removed.

usage: python.py SOURCE LIBRARY"""
import glob
import os
import pathlib
import shutil
import subprocess
import sys
import tempfile

source, library = (pathlib.Path(word).resolve() for word in sys.argv[1:3])
PYTHON = "/usr/bin/python3"

USE = r"""
import copy, pickle, random, threading, xml.dom.minidom
import potez

def refused(call, *words):
    try:
        call()
    except potez.PotezError as error:
        assert all(word in str(error) for word in words), error
    else:
        raise AssertionError("not refused")

assert potez.games() == ["othello", "connect4", "mill", "byte", "zr2"] and potez.__version__
assert potez.describe("mill")["options"][0]["name"] == "variant" and "pgn" in potez.formats()
level = potez.level_generate("5x5", teleporters=1, seed=3)
for name in potez.games():
    given = {"level": level} if name == "zr2" else {}
    with potez.Game(name, **given) as game:
        lots = random.Random(1)
        while not game.over and game.ply < 200:
            game.play(lots.choice(game.moves)) if game.ply % 2 else game.act(lots.choice(game.legal_actions()))
        again = pickle.loads(pickle.dumps(game))
        assert again.history == game.history and copy.deepcopy(game).position == game.position
        xml.dom.minidom.parseString(game._repr_svg_())
        assert len(game.observe()) == game.shape[0] and game.undo(1000) == len(again.history)
        assert sum(game.playouts(100, threads=2)[:3]) == (0 if name == "zr2" else 100) or name == "zr2"
    env = potez.Environment(name, **given)
    env.reset()
    done = env.done
    while not done:
        observation, reward, done, info = env.step(lots.choice(env.legal_actions()))
    assert len(env.returns) == 2 and env.num_actions > 1
game = potez.Game("connect4")
game.play("4453")
answer = game.best()
assert answer.exact and answer.outcome == "loss" and answer.score == -2 and answer.json["move"] == answer.move
assert len(game.analyse(nodes=5000).parts) == 7 and len(game.value(every=True).parts) == 7
review = game.review(nodes=1000)
assert [part.move for part in review.parts] == list("4453") and review.parts[3].kind and review.parts[3].parts
assert game.probe().parts and game.side_name == "first"
refused(lambda: game.play("9"), "column")
refused(lambda: potez.Game("chess"), "there is no game")
refused(lambda: game.best("nobody"), "nobody")
refused(lambda: game.option("colour"), "colour")
othello = potez.Game("othello")
heard = []
stopped = othello.best(seconds=600, book=False, progress=lambda answer: heard.append(answer) or len(heard) < 2)
assert stopped.stopped and len(heard) >= 2
try:
    othello.best(seconds=600, book=False, progress=lambda answer: 1 / 0)
except ZeroDivisionError:
    pass
else:
    raise AssertionError("the exception is lost")
failing = [lambda stop: othello.match(None, None, seconds=600, stop=stop), lambda stop: potez.level_generate(stop=stop),
           lambda stop: potez.generate_puzzles("othello", 2000, stop=stop),
           lambda stop: potez.Game("zr2", level=level).level_check(stop=stop)]
for work in failing:
    try:
        work(lambda: 1 / 0)
    except ZeroDivisionError:
        continue
    raise AssertionError("the exception is lost")
assert sum(othello.match(None, None, seconds=600, stop=lambda: True)[:3]) == 0
refused(lambda: failing[1](lambda: True), "stopped")
refused(lambda: failing[2](lambda: True), "stopped")
threading.Timer(0.2, othello.stop).start()
assert othello.best(seconds=600, book=False).stopped
assert othello.best(seconds=600, book=False, stop=lambda: True).stopped
othello.play("f5d6c3")
record, = potez.read_games(othello.export("ggf", "Ann", "Bob"))
assert record.game.history == ["f5", "d6", "c3"] and record.facts["first"] == "Ann"
assert game.match("alphabeta:2", "random", 6).wins >= 5
solved = potez.Game("zr2", level=level)
assert solved.level_solve()["proved"] and solved.level_check()["zero"] and "traps" in solved.level_rate()
refused(lambda: potez.level_read("nonsense"))
puzzle = potez.puzzles("connect4")[0]
puzzle.prove()
with puzzle.open() as game:
    assert game.position == puzzle.position and set(game.moves) == {*puzzle.solution, *(wrong.move for wrong in puzzle.wrong)}
    assert game.value().outcome == "win" and game.value().plies == int(puzzle.value.split()[1])
assert puzzle.refutation(puzzle.solution[0]) is None and puzzle.refutation(puzzle.wrong[0].move) is puzzle.wrong[0]
refused(lambda: puzzle._replace(file=puzzle.file.replace("value " + puzzle.value, "value win 3", 1)).prove(), "is said to be worth")
refused(lambda: potez.read_puzzles("potez puzzles 2"), "line 1, column")
refused(lambda: potez.puzzles("zr2"), "no puzzles")
assert len(potez.read_puzzles(potez.generate_puzzles("connect4", 2, 3))) == 2
print("used")
"""

EXAMPLES = [(["player.py"], "4\n9\n4\n", "I play"), (["solver.py", "4455"], "", "wins in 2 (proved)"),
            (["level.py"], "", "solved to zero"), (["level.py", str(source / "levels/06-three-by-three.lvl")], "", "14 best walks"),
            (["tournament.py", "connect4", "random", "easy"], "", "random - easy")]
GAMES_A_SECOND = {"connect4": 960_000, "othello": 34_000, "mill": 180_000}  # ten times OpenSpiel's on one core
SPEED = r"""
import potez, time
for name, games in (("connect4", 100000), ("othello", 10000), ("mill", 10000)):
    game = potez.Game(name)
    game.playouts(1000)
    begun = time.process_time()
    game.playouts(games, threads=2)
    print(name, round(2 * games / (time.process_time() - begun)))  # two cores, by their own clocks
"""


def run(*words, asks="", **more):
    done = subprocess.run([str(word) for word in words], input=asks, capture_output=True, text=True, check=False, timeout=120,
                          **more)
    if done.returncode:
        sys.exit("FAILED: %s\n%s%s" % (" ".join(str(word) for word in words[:4]), done.stdout, done.stderr))
    return done.stdout


def installed(place):
    return sorted(path for path in glob.glob(str(place / "lib/python*/site-packages/*")) if "potez" in path)


if not os.path.exists(PYTHON) or subprocess.run([PYTHON, "-c", "import ensurepip"], capture_output=True, check=False).returncode:
    print("skipped: Debian's python3-venv is missing")
    sys.exit(77)
for name in ("PYTHONPATH", "POTEZ_LIBRARY"):
    os.environ.pop(name, None)
with tempfile.TemporaryDirectory() as folder:
    place = pathlib.Path(folder)
    run(source / "bindings/python/build", "--library", library, "--out", place / "dist")
    wheel, = (place / "dist").iterdir()
    run(PYTHON, "-m", "venv", place / "clean")
    python = place / "clean/bin/python"
    # no network, and no compiler to be found
    bare = {"PATH": str(place / "clean/bin"), "HOME": folder, "PIP_NO_INDEX": "1", "PIP_DISABLE_PIP_VERSION_CHECK": "1"}
    run(python, "-m", "pip", "install", wheel, env=bare)
    print(run(python, "-c", USE, env=bare, cwd=folder), end="")
    for words, asks, expected in EXAMPLES:
        told = run(python, source / "examples/python" / words[0], *words[1:], asks=asks, env=bare, cwd=folder)
        if expected not in told:
            sys.exit("FAILED: %s\n%s" % (words[0], told))
    for line in run(python, "-c", SPEED, env=bare, cwd=folder).splitlines():
        name, rate = line.split()
        print("%s: %s random games a second on two cores" % (name, rate))
        if int(rate) < GAMES_A_SECOND[name]:
            sys.exit("FAILED: too slow")
    if subprocess.run([PYTHON, "-c", "import numpy"], capture_output=True, check=False).returncode == 0:
        package = os.path.dirname(installed(place / "clean")[0])
        print(run(PYTHON, source / "examples/python/learner.py", env={**bare, "PYTHONPATH": package}, cwd=folder), end="")
    else:
        print("without numpy nothing was learned")
    run(python, "-m", "pip", "uninstall", "-y", "potez", env=bare)
    if installed(place / "clean"):
        sys.exit("FAILED: left behind: %s" % installed(place / "clean"))
    shutil.rmtree(place / "clean")
print("installed, used and removed")
