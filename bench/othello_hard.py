#!/usr/bin/env python3
"""bench/othello_hard.py POTEZ FILE DEPTH [PLAYER]: how far the engine's estimates lie from the exact scores of a file of
problems, such as ../shared/data/othello/hard-20.obf or bench/othello-30.obf.

A line is position text, then "; MOVE:SCORE" for the best move and perhaps for others. Prints the mean absolute error in
discs, the bias (above zero: the side to move is thought better off), the mean error after the best scaling, and how
often the chosen move is a best one, as far as the file tells."""
import json
import subprocess
import sys


def problems(path):
    for line in open(path):
        if line.startswith("#"):
            continue
        position, *moves = [part.strip() for part in line.rstrip(";\n ").split(";")]
        scores = {move.lower(): int(score) for move, score in (part.split(":") for part in moves) if int(score) > -100}
        if scores:
            yield position + ";", scores


def asked(potez, position, depth, player):
    done = subprocess.run([potez, "best", "othello", position, "--depth", depth, "--threads", "1", "--no-book", "--json",
                           "--quiet", *(["--player", player] if player else [])], check=True, capture_output=True, text=True)
    return json.loads(done.stdout.splitlines()[-1])


def main():
    potez, path, depth, *player = sys.argv[1:]
    errors, best, pairs = [], 0, []
    for position, scores in problems(path):
        answer = asked(potez, position, depth, player[0] if player else None)
        exact = max(scores.values())
        pairs.append((float(answer["score"]), exact))
        errors.append(pairs[-1][0] - exact)
        best += scores.get(answer["move"].lower(), exact - 2) == exact
    count = len(errors)
    scale = sum(found * exact for found, exact in pairs) / sum(found * found for found, _ in pairs)
    print(json.dumps({
        "problems": count, "depth": int(depth), "mean_error": round(sum(map(abs, errors)) / count, 2),
        "bias": round(sum(errors) / count, 2),
        "mean_error_scaled": round(sum(abs(scale * found - exact) for found, exact in pairs) / count, 2),
        "best_move_percent": round(100 * best / count, 1)}))


main()
