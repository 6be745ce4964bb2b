"""Questions for the Python package, a line each, as one_answer_library.c has them.
usage: one_answer_python.py MEBIBYTES; $POTEZ_DATABASE may name a folder of databases"""
import json
import os
import sys

import potez

KINDS = {"move": potez.MOVE, "hint": potez.HINT, "value": potez.VALUE, "moves": potez.MOVES, "review": potez.REVIEW}
databases = os.environ.get("POTEZ_DATABASE")
keeper = databases and potez.Game("mill", databases=databases)  # keeps the folder open from one question to the next
for line in sys.stdin:
    name, options, level, moves, kind, player, seed, nodes, depth, seconds = line.rstrip("\n").split("\t")
    try:
        text = open(level, encoding="utf-8").read() if level else None
        chosen = dict(option.split("=") for option in options.split(",")) if options else {}
        with potez.Game(name, chosen, level=text, table=int(sys.argv[1]) << 20, seed=int(seed), databases=databases) as game:
            game.play(moves)
            answer = game.ask(KINDS[kind], player=player or None, nodes=int(nodes), depth={"0": None, "-1": 0}.get(depth, int(depth)), seconds=float(seconds))
        print(json.dumps(answer.json), flush=True)
    except potez.PotezError as error:
        print("error\t%s" % error, flush=True)
