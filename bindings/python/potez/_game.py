"""A game in progress."""
from __future__ import annotations

import ctypes
import json
from typing import Any, Callable, Mapping, NamedTuple, Optional, Sequence, Union

from . import _library as c
from ._answer import Answer, read_answer
from ._library import PotezError, check, data, library, owned, text
from ._svg import draw

Listener = Callable[[Answer], Optional[bool]]


class Playouts(NamedTuple):
    """What random games came to, seen by the first player."""

    wins: int
    draws: int
    losses: int
    plies: int
    points: Any
    """Of each game, where they were asked for: a numpy array, or one of ctypes without numpy."""


class Score(NamedTuple):
    """What a match came to, seen by its first player."""

    wins: int
    draws: int
    losses: int
    elo: float
    elo_error: float


class _Question(c.Guard):
    """A struct potez_question with its callbacks."""

    def __init__(self, progress: Optional[Listener] = None, stop: Optional[Callable[[], bool]] = None,
                 player: Optional[str] = None, **limits: Any) -> None:
        super().__init__()
        self.c = c.Question(player=data(player), stop=self.stop(stop), **limits)
        if progress:
            self.c.progress = c.Progress(
                lambda _, answer: self.safe(lambda: progress(read_answer(answer)) is not False, False))


class Game:
    """A game of Potez: its options, its moves so far, and what its players have found out.

    >>> game = Game("connect4")
    >>> game.play("4455")
    >>> game.best().move
    '6'
    """

    def __init__(self, name: str, options: Optional[Mapping[str, Union[str, int]]] = None, *,
                 level: Optional[str] = None, position: Optional[str] = None, threads: int = 1,
                 table: int = 64 << 20, seed: int = 1, databases: Optional[str] = None) -> None:
        """`options` as `describe(name)["options"]` lists them; `level` is the text of a level (zr2)."""
        chosen = ",".join("%s=%s" % pair for pair in (options or {}).items())
        settings = c.Settings(options=data(chosen), level=data(level), position=data(position), threads=threads,
                              table=table, seed=seed, databases=data(databases))
        self._pointer = library.open(data(name), settings)
        check(self._pointer)

    @classmethod
    def _of(cls, pointer: Optional[int]) -> "Game":
        game = cls.__new__(cls)
        game._pointer = check(pointer)
        return game

    @classmethod
    def load(cls, saved: str, *, threads: int = 1, table: int = 64 << 20, seed: int = 1,
             databases: Optional[str] = None) -> "Game":
        """A game that `save` wrote."""
        return cls._of(library.load(data(saved), c.Settings(threads=threads, table=table, seed=seed,
                                                            databases=data(databases))))

    def copy(self) -> "Game":
        """The same game once more."""
        return self._of(library.copy(self._pointer))

    __copy__ = copy

    def __deepcopy__(self, memo: Any) -> "Game":
        return self.copy()

    def __reduce__(self) -> Any:
        return Game.load, (self.save(),)

    def close(self) -> None:
        """Gives its memory back; happens by itself when the game is no longer used."""
        pointer, self._pointer = getattr(self, "_pointer", None), None
        if pointer:
            library.close(pointer)

    __del__ = close

    def __enter__(self) -> "Game":
        return self

    def __exit__(self, *_: Any) -> None:
        self.close()

    # --- playing ---

    def play(self, moves: Union[str, Sequence[str]]) -> None:
        """Plays one move or several, all or none."""
        check(library.play(self._pointer, data(moves if isinstance(moves, str) else " ".join(moves))))

    def undo(self, plies: int = 1) -> int:
        """Takes back; tells how many plies."""
        return library.undo(self._pointer, plies)

    def redo(self, plies: int = 1) -> int:
        """Plays again what was taken back; tells how many plies."""
        return library.redo(self._pointer, plies)

    def start(self, position: Optional[str] = None) -> None:
        """Begins anew, from a position or from the game's own start."""
        check(library.start(self._pointer, data(position)))

    # --- looking ---

    @property
    def name(self) -> str:
        return text(library.name(self._pointer))

    @property
    def players(self) -> int:
        """2, or 1 for a puzzle."""
        return library.players(library.name(self._pointer))

    @property
    def position(self) -> str:
        return text(library.position(self._pointer))

    @property
    def moves(self) -> list[str]:
        """Legal moves; none once the game is over."""
        return text(library.moves(self._pointer)).split()

    @property
    def history(self) -> list[str]:
        """Moves so far."""
        return text(library.history(self._pointer)).split()

    @property
    def ply(self) -> int:
        return library.ply(self._pointer)

    @property
    def side(self) -> int:
        """Who is to move: 0 or 1."""
        return library.side(self._pointer)

    @property
    def side_name(self) -> str:
        return text(library.fact(data(self.name), c.SECOND if self.side else c.FIRST))

    @property
    def over(self) -> bool:
        return library.over(self._pointer)

    @property
    def winner(self) -> Optional[int]:
        """0 or 1; None when nobody has won."""
        winner = library.winner(self._pointer)
        return winner if winner >= 0 else None

    @property
    def score(self) -> int:
        """The result in the game's unit from the first player's view; of a puzzle its points so far."""
        return library.score(self._pointer)

    @property
    def repeated(self) -> bool:
        """Whether it is drawn because a position came too often."""
        return library.repeated(self._pointer)

    @property
    def board(self) -> dict[str, Any]:
        """Places, what stands on them, lines, legal moves: all that drawing takes."""
        return json.loads(text(library.board(self._pointer)))

    def option(self, name: str) -> int:
        """The value of an option."""
        value = library.option_value(self._pointer, data(name))
        return value if value >= 0 else check(False)

    def save(self) -> str:
        """The game as text, for `load`."""
        return text(library.save(self._pointer))

    def svg(self, size: int = 320) -> str:
        """The board as a picture."""
        return draw(self.board, size)

    def _repr_svg_(self) -> str:
        return self.svg()

    def __repr__(self) -> str:
        return "<potez.Game %s: %s>" % (self.name, self.position)

    # --- learning ---

    def legal_actions(self) -> list[int]:
        """Legal moves as numbers below `actions`."""
        room = (ctypes.c_uint32 * 1024)()
        return room[:library.legal(self._pointer, room, 1024)]

    @property
    def actions(self) -> int:
        return library.actions(self._pointer)

    def act(self, action: int) -> None:
        """Plays a move by its number."""
        check(library.act(self._pointer, action))

    def action_text(self, action: int) -> str:
        """A legal move's text by its number."""
        return text(library.action_text(self._pointer, action))

    @property
    def shape(self) -> tuple[int, int]:
        """Places and layers of an observation."""
        return library.places(self._pointer), library.layers(self._pointer)

    def observe(self) -> Any:
        """What stands on the board, as potez_observe tells it: a numpy array of int32 of `shape`, or rows of an
        array of ctypes without numpy."""
        places, layers = self.shape
        try:
            import numpy
        except ImportError:
            values = ((ctypes.c_int32 * layers) * places)()
            library.observe(self._pointer, values, places * layers)
            return values
        array = numpy.empty((places, layers), numpy.int32)
        library.observe(self._pointer, array.ctypes.data, array.size)
        return array

    def playouts(self, games: int, *, threads: int = 1, seed: int = 1, each: bool = False) -> Playouts:
        """Plays random games from here to their end, without Python in the loop; with `each` the first player's
        points of every game (1, 0.5, 0)."""
        points = (ctypes.c_float * games)() if each else None
        batch = c.Batch(games=games, threads=threads, seed=seed, points=points)
        check(library.batch(self._pointer, batch))
        if each:
            try:
                import numpy
                points = numpy.frombuffer(points, numpy.float32)  # type: ignore[arg-type]
            except ImportError:
                pass
        return Playouts(batch.wins, batch.draws, batch.losses, batch.total_plies, points)

    # --- asking ---

    def ask(self, kind: int, *, player: Optional[str] = None, seconds: float = 0, nodes: int = 0,
            depth: Optional[int] = None, clock: float = 0, increment: float = 0, every: bool = False, book: bool = True, forget: bool = False,
            progress: Optional[Listener] = None, stop: Optional[Callable[[], bool]] = None) -> Answer:
        """Asks a question of a kind (potez.MOVE, HINT, VALUE, MOVES, REVIEW). Without limits it is two million
        positions, or what a player that proves its moves needs; a depth of 0 is the static evaluation. `progress` is called with what is known so far and
        ends the thinking by giving False, `stop` by giving True."""
        plies = -1 if depth == 0 else depth or 0  # the library's 0 is no limit
        question = _Question(progress, stop, player, seconds=seconds, nodes=nodes, depth=plies, clock=clock,
                             increment=increment, every=every, no_book=not book, forget=forget)
        pointer = library.ask(self._pointer, kind, question.c)
        try:
            question.settle()
            return read_answer(check(pointer))
        finally:
            library.answer_close(pointer)

    def best(self, player: Optional[str] = None, **limits: Any) -> Answer:
        """The move that a player chooses; the strongest without a name."""
        return self.ask(c.MOVE, player=player, **limits)

    def hint(self, **limits: Any) -> Answer:
        """A guess at once (to `progress`), then the proof or a better guess."""
        return self.ask(c.HINT, **limits)

    def value(self, every: bool = False, **limits: Any) -> Answer:
        """The proved value, with `every` that of each move."""
        return self.ask(c.VALUE, every=every, **limits)

    def analyse(self, **limits: Any) -> Answer:
        """What every legal move is worth: `parts`, the best first."""
        return self.ask(c.MOVES, **limits)

    def review(self, **limits: Any) -> Answer:
        """How the game was played: `parts`, a move each. Limits are per position."""
        return self.ask(c.REVIEW, **limits)

    def probe(self) -> Answer:
        """What books and databases know without thinking."""
        pointer = check(library.probe(self._pointer))
        try:
            return read_answer(pointer)
        finally:
            library.answer_close(pointer)

    def stop(self) -> None:
        """Ends the thinking of another thread, or the next question as soon as it is asked."""
        library.stop(self._pointer)

    def power(self, threads: int, table: int = 64 << 20) -> None:
        """How many threads think, and bytes that remember positions."""
        check(library.power(self._pointer, threads, table))

    def seed(self, seed: int) -> None:
        """Of all that is drawn by lot from now on."""
        check(library.seed(self._pointer, seed))

    def databases(self, folder: Optional[str]) -> None:
        """Databases of mill from a folder, for this game; None for those inside the library."""
        check(library.databases(self._pointer, data(folder)))

    def match(self, a: Optional[str], b: Optional[str], games: int = 20, *, threads: int = 1, seed: int = 1,
              opening_plies: int = 0, seconds: float = 0, nodes: int = 0, depth: int = 0,
              stop: Optional[Callable[[], bool]] = None) -> Score:
        """Games of two players from here, in pairs with sides exchanged. `stop` ends the match by giving True; what was
        finished counts."""
        guard = c.Guard()
        match = c.Match(a=data(a), b=data(b), games=games, threads=threads, seed=seed, opening_plies=opening_plies,
                        seconds=seconds, nodes=nodes, depth=depth, stop=guard.stop(stop))
        good = library.match(self._pointer, match)
        guard.settle()
        check(good)
        return Score(match.wins, match.draws, match.losses, match.elo, match.elo_error)

    # --- levels and records ---

    def _level(self, work: Any, limits: Mapping[str, Any]) -> dict[str, Any]:
        question = _Question(**limits)
        try:
            found = owned(work(self._pointer, question.c))
        finally:
            question.settle()
        return json.loads(found)

    def level_solve(self, **limits: Any) -> dict[str, Any]:
        """The most points from here: points, bound, proved, path."""
        return self._level(library.level_solve, limits)

    def level_check(self, **limits: Any) -> dict[str, Any]:
        """Whether zero can be reached, how many best walks there are, how hard it is."""
        return self._level(library.level_check, limits)

    def level_rate(self, **limits: Any) -> dict[str, Any]:
        """How hard it is, and where that comes from."""
        return self._level(library.level_rate, limits)

    def export(self, format: str = "pgn", first: str = "", second: str = "") -> str:
        """The game in a format: "text", "pgn", "ggf"."""
        return owned(library.export(self._pointer, data(format), data(first), data(second)))


__all__ = ["Game", "Playouts", "PotezError", "Score"]
