"""Puzzles: positions with a task and one good move, made and proved by the engines (docs/puzzles.md)."""
from __future__ import annotations

import json
from typing import Any, Callable, Mapping, NamedTuple, Optional

from . import _library as c
from ._game import Game
from ._library import check, data, library, owned


class Wrong(NamedTuple):
    """A move that does not solve a puzzle."""

    move: str
    reply: Optional[str]
    """What refutes it; None where the game is over or nothing is needed."""
    value: str


class Puzzle(NamedTuple):
    """A puzzle with all that is proved about it."""

    id: str
    game: str
    options: Mapping[str, str]
    position: str
    side: str
    kind: str
    value: str
    """What the solution is worth: "win 7", "draw", "score 12"."""
    solution: list[str]
    unique: bool
    line: list[str]
    difficulty: int
    depth: Optional[int]
    """From which on a plain search finds the solution; None: not as far as it was let."""
    looked: int
    wrong: list[Wrong]
    file: str
    index: int

    def open(self, *, threads: int = 1, table: int = 64 << 20, seed: int = 1) -> Game:
        """A game that begins here."""
        settings = c.Settings(threads=threads, table=table, seed=seed)
        return Game._of(library.puzzle_open(data(self.file), self.index, settings))

    def refutation(self, move: str) -> Optional[Wrong]:
        """What is wrong with a move; None when it solves the puzzle."""
        if move in self.solution:
            return None
        for wrong in self.wrong:
            if wrong.move == move:
                return wrong
        raise c.PotezError("%s is not a legal move of puzzle %s" % (move, self.id))

    def prove(self) -> None:
        """Proves everything again; raises PotezError with what is not so."""
        check(library.puzzle_prove(data(self.file), self.index))


def _puzzle(file: str, index: int, told: dict[str, Any]) -> Puzzle:
    wrong = [Wrong(**one) for one in told.pop("wrong")]
    return Puzzle(**told, wrong=wrong, file=file, index=index)


def read_puzzles(file: str) -> list[Puzzle]:
    """The puzzles in the text of a file."""
    told = json.loads(owned(library.puzzles_read(data(file))))
    return [_puzzle(file, index, one) for index, one in enumerate(told["puzzles"])]


def puzzles(game: str) -> list[Puzzle]:
    """Those that the library carries for a game."""
    return read_puzzles(owned(library.puzzles(data(game))))


def generate_puzzles(game: str, count: int, seed: int = 1, *, stop: Optional[Callable[[], bool]] = None) -> str:
    """The text of a file with so many new ones; the same seed gives the same. `stop` ends the search by giving True,
    which raises PotezError."""
    guard = c.Guard()
    made = library.puzzles_generate(data(game), count, seed, guard.stop(stop), None)
    try:
        return owned(made)
    finally:
        guard.settle()
