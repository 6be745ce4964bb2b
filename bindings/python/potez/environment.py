"""Games as environments for reinforcement learning.

    env = Environment("connect4")
    observation = env.reset()
    while not env.done:
        observation, reward, done, info = env.step(random.choice(env.legal_actions()))

An observation is what stands on the board, seen by the side to move (Game.observe). Players take turns;
`player` says whose it is. The reward of a step is that of the player who made it; `returns` has both."""
from __future__ import annotations

from typing import Any, Mapping, Optional, Union

from ._game import Game


class Environment:
    """One game after the other. A game over `limit` plies is cut off as a draw."""

    def __init__(self, name: str, options: Optional[Mapping[str, Union[str, int]]] = None, *,
                 level: Optional[str] = None, limit: int = 1000) -> None:
        self.game = Game(name, options, level=level, table=1 << 16)
        self.limit = limit
        self._puzzle = self.game.players == 1

    def reset(self, position: Optional[str] = None) -> Any:
        """Begins anew; gives the first observation."""
        self.game.start(position)
        return self.game.observe()

    def step(self, action: int) -> tuple[Any, float, bool, dict[str, Any]]:
        """Makes a move by its number; gives observation, reward, whether it is over, and more."""
        mover = self.game.side
        before = self.game.score if self._puzzle else 0
        self.game.act(action)
        done = self.done
        reward = float(self.game.score - before) if self._puzzle else self.returns[mover]
        return self.game.observe(), reward, done, {"player": self.game.side}

    def legal_actions(self) -> list[int]:
        """Numbers of the legal moves."""
        return self.game.legal_actions()

    def observation(self) -> Any:
        """What stands on the board now."""
        return self.game.observe()

    @property
    def player(self) -> int:
        """Whose turn it is: 0 or 1."""
        return self.game.side

    @property
    def done(self) -> bool:
        return self.game.over or self.game.ply >= self.limit

    @property
    def returns(self) -> tuple[float, float]:
        """1 for who has won, -1 for who has lost, else 0; a puzzle's points."""
        if self._puzzle:
            return float(self.game.score), 0.0
        winner = self.game.winner if self.game.over else None
        return (0.0, 0.0) if winner is None else (1.0, -1.0) if winner == 0 else (-1.0, 1.0)

    @property
    def num_actions(self) -> int:
        """Every action is below this."""
        return self.game.actions

    @property
    def observation_shape(self) -> tuple[int, int]:
        return self.game.shape
