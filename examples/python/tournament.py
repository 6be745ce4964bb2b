"""Everybody plays everybody: tournament.py GAME PLAYER PLAYER..."""
import itertools
import sys

import potez

game, *players = sys.argv[1:]
points = dict.fromkeys(players, 0.0)
for a, b in itertools.combinations(players, 2):
    score = potez.Game(game).match(a, b, games=20, threads=2)
    points[a] += score.wins + score.draws / 2
    points[b] += score.losses + score.draws / 2
    print("%s - %s: %d won, %d drawn, %d lost" % (a, b, score.wins, score.draws, score.losses))
for player, sum_of_points in sorted(points.items(), key=lambda item: -item[1]):
    print("%5.1f %s" % (sum_of_points, player))
