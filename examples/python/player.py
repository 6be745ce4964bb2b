"""A person plays against a level of strength: player.py [GAME [LEVEL]]"""
import sys

import potez

game = potez.Game(sys.argv[1] if len(sys.argv) > 1 else "connect4")
level = "level:%s" % (sys.argv[2] if len(sys.argv) > 2 else 4)
while not game.over:
    print(game.position)
    try:
        game.play(input("Your move (%s): " % " ".join(game.moves)))
    except potez.PotezError as error:
        print(error)
        continue
    except EOFError:
        break
    if not game.over:
        answer = game.best(level)
        game.play(answer.move)
        print("I play %s." % answer.move)
print(" ".join(game.history))
