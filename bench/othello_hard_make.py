#!/usr/bin/env python3
"""bench/othello_hard_make.py POTEZ FOLDER EMPTIES COUNT SEED [NODES]: positions that a shallow search misjudges.

Takes positions with EMPTIES empty squares from games of the program against itself, as `potez train othello --model
patterns --labels FOLDER` leaves them, in an order that SEED decides. Kept are those where a search of one ply or of six
chooses a move that is not the best and is at least ERRS discs off.

Without NODES the measure is the exact score of every move. With NODES, for so many empty squares that few positions can be
solved quickly, it is a search of depth DEEP; of POOL times COUNT positions those where this search took the fewest nodes
are tried first, and what is not solved in NODES is left out. So these are the easier ones to solve.

Prints what bench/othello_hard.py reads: the exact score of every move, with NODES only of one best move. Lines that begin
with # say where the positions come from. The same command prints the same lines."""
import itertools
import json
import pathlib
import random
import struct
import subprocess
import sys

ERRS = 4  # discs
DEEP = 14
POOL = 10
LABEL = struct.Struct("<QQhhhHBB")  # src/lab/othello/labels.h
ASIDE, OPENING = 1, 4


def candidates(folder, empties):
    """Positions on the line of games that began with a few plies, not with many random ones."""
    found = set()
    for path in sorted(pathlib.Path(folder).glob("*.labels")):
        data = path.read_bytes()
        for mine, theirs, *_, kind in LABEL.iter_unpack(data[data.index(b"\n\n") + 2:]):
            if not kind & ASIDE and kind // OPENING > 0 and 64 - (mine | theirs).bit_count() == empties:
                found.add("".join("X" if mine >> i & 1 else "O" if theirs >> i & 1 else "-" for i in range(64)) + " X;")
    return sorted(found)


def origin(folder):
    """What the blocks of labels say they were made with."""
    for path in sorted(pathlib.Path(folder).glob("*.labels")):
        with open(path, "rb") as block:
            yield from (line.decode().split(": ", 1)[1].strip() for line in itertools.islice(block, 9)
                        if line.startswith(b"command"))


def asked(potez, *words):
    done = subprocess.run([potez, *words, "--threads", "1", "--no-book", "--json", "--quiet"], check=False,
                          capture_output=True, text=True)
    if done.returncode > 1:  # 1: not proved
        sys.exit(done.stderr)
    return json.loads(done.stdout.splitlines()[-1])


def best_at(potez, position, depth):
    """The move that a search of this depth chooses, and its value."""
    answer = asked(potez, "best", "othello", position, "--depth", str(depth))
    return answer["move"].lower(), float(answer["score"])


def misjudged(potez, position, best, measure):
    """Whether a shallow search errs about both: `best` are the best moves, `measure` is their value."""
    answers = [best_at(potez, position, depth) for depth in (1, 6)]
    return any(move not in best and abs(value - measure) >= ERRS for move, value in answers)


def all_scores(potez, position):
    scores = asked(potez, "solve", "othello", position, "--all-moves")["moves"]
    return {move.lower(): int(score) for move, score in scores.items()}


def best_score(potez, position, nodes):
    found = asked(potez, "solve", "othello", position, "--nodes", nodes, "--table", "256M")
    return {found["best"][0].lower(): int(found["score"])} if found["proved"] else {}


def hard_solved(potez, positions):
    """Pairs of position and the exact scores of all moves; no scores where no search errs."""
    for position in positions:
        scores = all_scores(potez, position)
        most = max(scores.values())
        best = {move for move, score in scores.items() if score == most}
        yield position, scores if misjudged(potez, position, best, most) else {}


def hard_long(potez, positions, nodes):
    """The same with the score of one best move, where it can be had; the promising ones first."""
    hard = []
    for position in positions:
        answer = asked(potez, "best", "othello", position, "--depth", str(DEEP))
        if misjudged(potez, position, {answer["move"].lower()}, float(answer["score"])):
            hard.append((answer["nodes"], position))
    for _, position in sorted(hard):
        yield position, best_score(potez, position, nodes)


def line_of(position, scores):
    ranked = sorted(scores.items(), key=lambda pair: -pair[1])
    return " ".join([position, *(f"{move.upper()}:{score:+d};" for move, score in ranked)])


def main():
    potez, folder, empties, count, seed, *nodes = sys.argv[1:]
    positions = candidates(folder, int(empties))
    random.Random(int(seed)).shuffle(positions)
    for command in origin(folder):
        print("#", command)
    print(f"# bench/othello_hard_make.py POTEZ FOLDER {' '.join([empties, count, seed, *nodes])}", flush=True)
    found = hard_long(potez, positions[:POOL * int(count)], nodes[0]) if nodes else hard_solved(potez, positions)
    solved = ((position, scores) for position, scores in found if scores)
    for position, scores in itertools.islice(solved, int(count)):
        print(line_of(position, scores), flush=True)


main()
