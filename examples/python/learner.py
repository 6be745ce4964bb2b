"""Learns Connect Four from nothing against a random player: REINFORCE with a linear policy.

usage: learner.py [GAMES]; needs numpy. Prints the share of the points before and after."""
import sys

import numpy

import potez

lots = numpy.random.default_rng(1)
env = potez.Environment("connect4")
weights = numpy.zeros((env.num_actions, 2 * env.observation_shape[0] + 1))


def choose(observation, legal):
    """An action by its chances, the features it was chosen by and those chances."""
    mine, theirs = observation.ravel() == 1, observation.ravel() == -1
    features = numpy.concatenate([mine, theirs, [1.0]])
    values = weights[legal] @ features
    chances = numpy.exp(values - values.max())
    chances /= chances.sum()
    return lots.choice(len(legal), p=chances), features, chances


def play(rate):
    """One game; learns from it at a rate. The learner's points: 1, 0.5 or 0."""
    observation, learner, made = env.reset(), int(lots.integers(2)), []
    while not env.done:
        legal = env.legal_actions()
        if env.player == learner:
            index, features, chances = choose(observation, legal)
            made.append((legal, index, features, chances))
        else:
            index = lots.integers(len(legal))
        observation, _, _, _ = env.step(legal[index])
    gain = env.returns[learner]
    for legal, index, features, chances in made:
        chances[index] -= 1
        weights[legal] -= rate * gain * numpy.outer(chances, features)
    return (1 + gain) / 2


games = int(sys.argv[1]) if len(sys.argv) > 1 else 3000
before = numpy.mean([play(0) for _ in range(200)])
for _ in range(games):
    play(0.05)
after = numpy.mean([play(0) for _ in range(300)])
print("before %.2f, after %d games %.2f of the points against random" % (before, games, after))
sys.exit(bool(after < 0.75))
