#!/usr/bin/env python3
"""bench/othello_hard.py POTEZ FILE LIMIT [PLAYER]: how far the engine's estimates lie from the exact scores of a file of
problems, such as ../shared/data/othello/hard-20.obf or bench/othello-hard-20.obf. LIMIT is a depth, or nodes=NUMBER.

A line is position text, then "; MOVE:SCORE" for the best move and perhaps for others; one that begins with # is a remark.
Prints the mean absolute error in discs, the bias (above zero: the side to move is thought better off), the mean error after the
best scaling, and how often the chosen move is a best one, as far as the file tells."""
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


def asked(potez, position, limit, player):
    name, number = limit.split("=") if "=" in limit else ("depth", limit)
    done = subprocess.run([potez, "best", "othello", position, f"--{name}", number, "--threads", "1", "--no-book", "--json",
                           "--quiet", *(["--player", player] if player else [])], check=True, capture_output=True, text=True)
    return json.loads(done.stdout.splitlines()[-1])


def main():
    potez, path, limit, *player = sys.argv[1:]
    errors, best, pairs = [], 0, []
    for position, scores in problems(path):
        answer = asked(potez, position, limit, player[0] if player else None)
        exact = max(scores.values())
        pairs.append((float(answer["score"]), exact))
        errors.append(pairs[-1][0] - exact)
        best += scores.get(answer["move"].lower(), exact - 2) == exact
    count = len(errors)
    scale = sum(found * exact for found, exact in pairs) / sum(found * found for found, _ in pairs)
    print(json.dumps({
        "problems": count, "limit": limit, "mean_error": round(sum(map(abs, errors)) / count, 2),
        "bias": round(sum(errors) / count, 2),
        "mean_error_scaled": round(sum(abs(scale * found - exact) for found, exact in pairs) / count, 2),
        "best_move_percent": round(100 * best / count, 1)}))


main()
