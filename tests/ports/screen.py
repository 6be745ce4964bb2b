"""Plays on the full screen of a terminal, as a user would: in tmux, by keys and by mouse.

usage: screen.py POTEZ

A whole game of each kind is typed or walked, one is played by mouse, windows change their size in the
middle, terminals are good, poor and dumb, the program is stopped, interrupted and crashed: whatever
happens, the terminal is as it was."""
import json
import os
import re
import shutil
import signal
import subprocess
import sys
import tempfile
import time

potez = os.path.realpath(sys.argv[1])
tmux = shutil.which("tmux")
failures = asked = 0
if not tmux:
    print("skipped: tmux is missing")
    sys.exit(77)


def expect(what, good, shown=""):
    global failures, asked
    asked += 1
    if not good:
        failures += 1
        print("FAILED: %s\n%s" % (what, shown))


class Terminal:
    """A terminal of its own with one program in it; what becomes of the program is written below it."""
    number = 0

    def __init__(self, home, words, columns=80, rows=24, term="xterm-256color", locale="C.UTF-8", shell="", then=""):
        Terminal.number += 1
        self.name = "%d-%d" % (os.getpid(), Terminal.number)
        self.home = home
        self.before, self.after = (os.path.join(home, "%s.%s" % (self.name, each)) for each in ("before", "after"))
        quoted = " ".join("'%s'" % word for word in [potez, "play", *words])
        script = os.path.join(home, self.name + ".sh")
        with open(script, "w", encoding="utf-8") as file:
            file.write("%s\nstty -a >%s\nTERM=%s LC_ALL=%s %s\nstatus=$?\nstty -a >%s\necho \"status $status\"\n%s\nexec cat\n"
                       % (shell, self.before, term, locale, quoted, self.after, then))
        self.tmux("-u", "-f", "/dev/null", "new-session", "-d", "-x", str(columns), "-y", str(rows), "bash --norc " + script)

    def tmux(self, *words):
        environment = dict(os.environ, TMUX_TMPDIR=self.home, LC_ALL="C.UTF-8", XDG_DATA_HOME=self.home, XDG_STATE_HOME=self.home)
        environment.pop("TMUX", None)
        return subprocess.run([tmux, "-L", self.name, *words], env=environment, capture_output=True, text=True, check=False,
                              timeout=20).stdout

    def __enter__(self):
        return self

    def __exit__(self, *_):
        self.tmux("kill-server")

    def shown(self):
        return self.tmux("capture-pane", "-p")

    def wait(self, pattern, seconds=20):
        """Waits until the screen shows the pattern."""
        until = time.monotonic() + seconds
        while not re.search(pattern, self.shown()):
            if time.monotonic() > until:
                return False
            time.sleep(0.05)
        return True

    def sees(self, what, pattern, seconds=20):
        expect(what, self.wait(pattern, seconds), "expected %r in:\n%s" % (pattern, self.shown()))

    def keys(self, *names):
        self.tmux("send-keys", *names)

    def type(self, text):
        self.tmux("send-keys", "-l", text)

    def say(self, line):
        self.type(":" + line + "\r")

    def click(self, row, column):
        self.type("\033[<0;%d;%dM\033[<0;%d;%dm" % (column + 1, row + 1, column + 1, row + 1))

    def process(self):
        own = self.tmux("list-panes", "-F", "#{pane_pid}").strip()
        return int(subprocess.run(["pgrep", "-P", own], capture_output=True, text=True, check=False).stdout.split()[0])

    def ends(self, what, status):
        self.sees(what, r"status %d\b" % status)
        with open(self.before, encoding="utf-8") as file:
            before = file.read()
        with open(self.after, encoding="utf-8") as file:
            expect(what + ": the terminal is as it was", file.read() == before)


def whole_game(game):
    """The moves of a random game."""
    told = subprocess.run([potez, "play", game, "--first", "random", "--second", "random", "--seed", "5", "--json", "--no-keep"],
                          stdin=subprocess.DEVNULL, capture_output=True, text=True, check=True).stdout
    return [line["move"] for line in map(json.loads, told.splitlines()) if "move" in line]


def by_keys(home, game, end):
    moves = [move for move in whole_game(game) if move != "pass"]
    with Terminal(home, [game, "--second", "human", "--no-keep"]) as screen:
        screen.sees(game + " begins", "Potez · ")
        for i, move in enumerate(moves):
            screen.say(move)
            if i == len(moves) // 2:
                screen.tmux("resize-window", "-x", "200", "-y", "60")
                screen.sees(game + " on a large screen", "Potez · ")
            if i == len(moves) // 2 + 2:
                screen.tmux("resize-window", "-x", "80", "-y", "24")
        screen.sees(game + " to its end by keys", end, 40)
        screen.keys("q")
        screen.ends(game + " is left", 0)


def by_arrows(home):
    """Othello with the cursor alone: to a corner first, then to the square."""
    with Terminal(home, ["othello", "--second", "human", "--no-keep"]) as screen:
        screen.sees("othello for the arrows", "Potez · ")
        for move in whole_game("othello"):
            if move != "pass":
                screen.keys(*["Left"] * 7, *["Up"] * 7, *["Right"] * "abcdefgh".index(move[0]), *["Down"] * (int(move[1]) - 1), "Enter")
        screen.sees("othello to its end by arrows", "wins|draw", 40)
    # a man is picked up and put down
    with Terminal(home, ["byte", "--second", "human", "--no-keep"]) as screen:
        screen.sees("byte for the arrows", "Potez · ")
        screen.keys("Enter", "Up", "Enter") # the cursor begins at a man that can move, and reaches its neighbours
        screen.sees("a man goes up by arrows", r"1\. [bdfh]4[-x+]?[aceg]5")


def by_steps(home):
    """ZR 2 with W A S D, then the solution of another level."""
    name = "Round the block"
    path = json.loads(subprocess.run([potez, "solve", "zr2", name, "--json"], capture_output=True, text=True, check=True).stdout)["path"]
    cells = [0] + [int(cell) for cell in path]
    steps = {1: "d", -1: "a", 3: "w", -3: "s"}
    with Terminal(home, ["zr2", name]) as screen:
        screen.sees("zr2 begins", "target 7")
        screen.type("".join(steps[b - a] for a, b in zip(cells, cells[1:])))
        screen.sees("zr2 walked to its end", "Solved")
        screen.say("level the press")
        screen.sees("a level by name", "The press")
        screen.type("p>>>")
        screen.sees("the solution is played back", "Solved", 30)
        screen.keys("q")
        screen.ends("zr2 is left", 0)
    with Terminal(home, ["zr2"]) as screen:
        screen.sees("levels are offered", "Round the block")
        screen.sees("a list says its keys", "\\.\\.\\. +\u2191 \u2193 Enter Esc")
        screen.keys("Down", "Enter")
        screen.sees("the chosen level is open", "target 7")
        screen.keys("?") # small a and w are steps here
        screen.sees("the capitals that walking leaves", r"(?s) A +analysis.* W +save")
        screen.keys("Escape")
        screen.keys("A")
        screen.sees("a capital is the command", r"\d+ positions|proved")


def by_mouse(home):
    with Terminal(home, ["connect4", "--second", "human", "--no-keep"]) as screen:
        screen.sees("connect4 for the mouse", "1   2   3")
        lines = screen.shown().splitlines()
        row = next(i for i, line in enumerate(lines) if re.search("1   2   3", line)) - 2
        columns = {digit: lines[row + 2].index(digit) for digit in "1234567"}
        for digit in "1212121":
            screen.click(row, columns[digit])
            time.sleep(0.15)
        screen.sees("a game by mouse", "Yellow wins")


def against_the_program(home):
    with Terminal(home, ["othello", "--level", "1", "--no-keep", "--seed", "3"]) as screen:
        screen.sees("the level is named", "level 1")
        screen.keys("h")
        screen.sees("a hint", r"Hint: [a-h][1-8]")
        advised = re.search(r"Hint: ([a-h][1-8])", screen.shown() + "Hint: a1").group(1)
        screen.keys("Enter")
        screen.sees("Enter follows the hint, and the program answers", r"1\. %s +[a-h][1-8]" % advised)
        screen.keys("u")
        screen.sees("undo", "discs 2.*to move")
        screen.keys("y")
        screen.keys("a")
        screen.sees("live scores", r"\d+ positions")
        screen.keys("v")
        screen.sees("a review", r"Black: \d+ % accurate")
        screen.keys("+")
        screen.sees("stronger", "level 2")
        screen.say("second alphabeta:3")
        screen.sees("a named player", "Alpha-beta:3")
        screen.say("z9")
        screen.sees("a bad move is refused", "z9|expected")
        screen.say("save %s/kept.game" % home)
        screen.sees("saving", "Saved to")
        screen.keys("?")
        screen.sees("help", "weaker program")
        screen.keys("q")
        screen.keys("n", "End")
        screen.sees("a new game is offered", "Two people")
        screen.keys("q")
        screen.keys("q")
        screen.sees("how to go on", "go on: ")
    with Terminal(home, ["othello", "--load", home + "/kept.game"]) as screen:
        screen.sees("loading", r"1\. [a-h][1-8]")
    with Terminal(home, ["connect4", "--second", "human", "--clock", "1", "--no-keep"]) as screen:
        screen.sees("a clock runs out", "ran out of time")


def resigning(home):
    """It is the person who resigns, whoever is to move, and taking it back takes back no move."""
    with Terminal(home, ["mill", "--second", "best:time=100", "--no-keep"]) as screen:
        screen.sees("mill against a slow player", "Potez \u00b7 Mill")
        screen.say("a1")
        screen.sees("the program thinks", r"1\. a1\s")
        screen.keys("x")
        screen.sees("the person resigns", "Blue resigned")
    with Terminal(home, ["mill", "--second", "human", "--no-keep"]) as screen:
        screen.sees("mill for two", "Potez \u00b7 Mill")
        screen.say("a1")
        screen.sees("the first move", r"1\. a1\s")
        screen.keys("x")
        screen.sees("the second resigns", "Red resigned")
        screen.keys("u")
        screen.sees("the resignation is taken back", "> . Red .* to move")
        expect("the move stays", "in hand 8  on board 1" in screen.shown(), screen.shown())
        screen.keys("j")
        screen.sees("a key that means nothing leads to the help", r"\? shows the keys")


def ways_to_end(home):
    for number, status in ((signal.SIGINT, 130), (signal.SIGTERM, 143), (signal.SIGHUP, 129), (signal.SIGSEGV, 139)):
        with Terminal(home, ["mill", "--second", "human"]) as screen:
            screen.sees("mill begins", "Potez · Mill")
            screen.say("a1")
            screen.sees("a man is placed", r"1\. a1")
            os.kill(screen.process(), number)
            if number != signal.SIGSEGV:
                screen.sees("what was saved", "go on: ")
            screen.ends(number.name, status)
    with Terminal(home, ["mill"]) as screen:
        screen.sees("mill begins", "Potez · Mill")
        screen.keys("C-c")
        screen.ends("Ctrl-C", 130)


def stopped(home):
    """Ctrl-Z gives the shell a clean terminal, and fg brings the game back."""
    with Terminal(home, ["connect4", "--second", "human"], shell="set -m", then="read; fg") as screen:
        screen.sees("connect4 begins", "Potez · ")
        screen.keys("C-z")
        screen.ends("Ctrl-Z", 148)
        expect("the board is gone", "Potez · " not in screen.shown(), screen.shown())
        screen.keys("Enter")
        screen.sees("it comes back", "Potez · ")
        screen.keys("4")
        screen.sees("and goes on", r"1\. 4")


def terminals(home):
    for term in ("linux", "screen", "xterm", "vt100", "tmux-256color"):
        with Terminal(home, ["byte", "--second", "human"], term=term) as screen:
            screen.sees(term, "Potez · Byte")
            screen.keys("q")
            screen.ends(term, 0)
    with Terminal(home, ["byte", "--second", "human"], term="dumb") as screen:
        screen.sees("a dumb terminal says so", "a line at a time instead")
        screen.sees("and plays in lines", "white>")
    with Terminal(home, ["byte", "--second", "human", "--line"]) as screen:
        screen.sees("--line", "white>")
        expect("--line says nothing of terminals", "instead" not in screen.shown())
    with Terminal(home, ["othello", "--second", "human"], columns=200, rows=60) as screen:
        screen.sees("a large screen", "Potez · Othello")
    for locale, word in (("hr_HR.UTF-8", "Analiza"), ("sr_RS.UTF-8", "Анализа"), ("sr_RS.UTF-8@latin", "Analiza"), ("C", "Potez - Mill")):
        with Terminal(home, ["mill", "--second", "human"], locale=locale) as screen:
            screen.sees(locale, word)


with tempfile.TemporaryDirectory() as folder:
    by_keys(folder, "othello", "wins|draw")
    by_keys(folder, "connect4", "wins|draw")
    by_keys(folder, "mill", "wins|draw|three times")
    by_keys(folder, "byte", "wins|draw")
    by_arrows(folder)
    by_steps(folder)
    by_mouse(folder)
    against_the_program(folder)
    resigning(folder)
    ways_to_end(folder)
    stopped(folder)
    terminals(folder)
print("%d seen, %d failures" % (asked, failures))
sys.exit(1 if failures else 0)
