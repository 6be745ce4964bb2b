"""Potez: five board games with players that are perfect or nearly so.

    import potez
    game = potez.Game("connect4")
    game.play("4455")
    print(game.best())            # 6  Yellow wins in 2 (proved)

The engine is the C library libpotez, which lies in this package. docs/python.md has more."""
from __future__ import annotations

import ctypes
import json
from typing import Any, Callable, Iterator, NamedTuple, Optional, Union

from . import _library as _c
from ._answer import Answer
from ._game import Game, Playouts, Score
from ._library import HINT, MOVE, MOVES, REVIEW, VALUE, PotezError
from ._puzzles import Puzzle, Wrong, generate_puzzles, puzzles, read_puzzles
from .environment import Environment

__version__ = _c.text(_c.library.version())


class Record(NamedTuple):
    """A game of a file, played to its end, with what is known about it."""

    game: Game
    facts: dict[str, Any]


def games() -> list[str]:
    """The names of all games."""
    found: list[str] = []
    while (name := _c.library.game(len(found))) is not None:
        found.append(name.decode())
    return found


def describe(game: str) -> dict[str, Any]:
    """Rules, notation, sides, options and players of a game."""
    return json.loads(_c.owned(_c.library.describe(_c.data(game))))


def formats() -> list[str]:
    """The names of the formats of records."""
    found: list[str] = []
    while (name := _c.library.format(len(found))) is not None:
        found.append(name.decode())
    return found


def level_read(level: str) -> dict[str, Any]:
    """What a level is: name, size, Target, special cells; raises PotezError for what is none."""
    return json.loads(_c.owned(_c.library.level_read(_c.data(level))))


def level_generate(sizes: str = "6x6", *, teleporters: int = 0, increasers: int = 0, difficulty: int = 0,
                   symmetric: bool = False, seed: int = 1, seconds: float = 0, name: str = "generated",
                   stop: Optional[Callable[[], bool]] = None) -> str:
    """The text of a new level that can be solved to zero. `stop` ends the search for one by giving True, which raises
    PotezError."""
    guard = _c.Guard()
    wish = _c.Wish(sizes=_c.data(sizes), teleporters=teleporters, increasers=increasers, difficulty=difficulty,
                   symmetric=symmetric, seed=seed, seconds=seconds, name=_c.data(name), stop=guard.stop(stop))
    made = _c.library.level_generate(wish)
    try:
        return _c.owned(made)
    finally:
        guard.settle()


def read_games(content: Union[str, bytes], format: Optional[str] = None, game: Optional[str] = None) -> Iterator[Record]:
    """The games of a file's content; `format` is guessed, `game` is for formats that do not say. What is no game is
    passed over."""
    raw = content.encode() if isinstance(content, str) else content
    found: list[tuple[str, str]] = []

    def keep(_: Any, pointer: int, record: bytes) -> bool:
        found.append((_c.text(_c.library.save(pointer)), record.decode()))
        return True

    refused = ctypes.c_int()
    count = getattr(_c.library, "import_")(raw, len(raw), _c.data(format), _c.data(game), _c.Each(keep), None,
                                           ctypes.byref(refused))
    if count < 0:
        raise PotezError(_c.library.error().decode())
    for saved, record in found:
        yield Record(Game.load(saved), json.loads(record))


__all__ = ["Answer", "Environment", "Game", "HINT", "MOVE", "MOVES", "Playouts", "PotezError", "Puzzle", "REVIEW",
           "Record", "Score", "VALUE", "Wrong", "describe", "formats", "games", "generate_puzzles", "level_generate", "level_read",
           "puzzles", "read_games", "read_puzzles"]
