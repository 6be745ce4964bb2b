"""The proved value of a position of Connect Four and of every move: solver.py [MOVES]"""
import sys

import potez

game = potez.Game("connect4")
if len(sys.argv) > 1:
    game.play(sys.argv[1])
answer = game.value(every=True, seconds=60)
print(answer.words)
print("best play:", " ".join(answer.line))
for part in answer.parts:
    print("%s: %s" % (part.move, part.words))
