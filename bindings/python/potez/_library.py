"""The C library, declared for ctypes: what potez.h says, and nothing besides.

The library lies in this package; POTEZ_LIBRARY names another."""
from __future__ import annotations

import ctypes
import os
import pathlib
from ctypes import (CFUNCTYPE, POINTER, Structure, c_bool, c_char_p, c_double, c_float, c_int, c_int32, c_size_t,
                    c_uint32, c_uint64, c_void_p)
from typing import Any, Callable, Optional

MOVE, HINT, VALUE, MOVES, REVIEW = range(5)
UNPROVED = 2
TITLE, SUMMARY, RULES, NOTATION, FIRST, SECOND, UNIT, BEST = range(8)
_VERSION = 200  # of the header that these declarations follow

Progress = CFUNCTYPE(c_bool, c_void_p, c_void_p)
Stop = CFUNCTYPE(c_bool, c_void_p)
Each = CFUNCTYPE(c_bool, c_void_p, c_void_p, c_char_p)


class Sized(Structure):
    """A struct that begins with its size."""

    def __init__(self, **members: Any) -> None:
        super().__init__(size=ctypes.sizeof(type(self)), **members)


class Settings(Sized):
    _fields_ = [("size", c_size_t), ("options", c_char_p), ("level", c_char_p), ("position", c_char_p),
                ("threads", c_int), ("table", c_size_t), ("seed", c_uint64), ("databases", c_char_p),
                ("memory", c_void_p)]


class Question(Sized):
    _fields_ = [("size", c_size_t), ("player", c_char_p), ("seconds", c_double), ("nodes", c_uint64),
                ("depth", c_int), ("clock", c_double), ("increment", c_double), ("every", c_bool),
                ("no_book", c_bool), ("forget", c_bool), ("progress", Progress), ("stop", Stop),
                ("listener", c_void_p)]


class Batch(Sized):
    _fields_ = [("size", c_size_t), ("games", c_uint64), ("threads", c_int), ("seed", c_uint64),
                ("points", POINTER(c_float)), ("scores", POINTER(c_int32)), ("plies", POINTER(c_int32)),
                ("wins", c_uint64), ("draws", c_uint64), ("losses", c_uint64), ("cut", c_uint64),
                ("total_plies", c_uint64)]


class Match(Sized):
    _fields_ = [("size", c_size_t), ("a", c_char_p), ("b", c_char_p), ("games", c_int), ("threads", c_int),
                ("seed", c_uint64), ("opening_plies", c_int), ("seconds", c_double), ("nodes", c_uint64),
                ("depth", c_int), ("table", c_size_t), ("progress", Progress), ("listener", c_void_p),
                ("wins", c_int), ("draws", c_int), ("losses", c_int), ("elo", c_double), ("elo_error", c_double),
                ("stop", Stop)]


class Wish(Sized):
    _fields_ = [("size", c_size_t), ("sizes", c_char_p), ("teleporters", c_int), ("increasers", c_int),
                ("difficulty", c_int), ("symmetric", c_bool), ("seed", c_uint64), ("seconds", c_double),
                ("name", c_char_p), ("stop", Stop), ("listener", c_void_p)]


# name: what it gives, what it takes
_FUNCTIONS = {
    "version": (c_char_p,), "version_number": (c_int,), "error": (c_char_p,), "failure": (c_int,),
    "free": (None, c_void_p), "game": (c_char_p, c_int), "fact": (c_char_p, c_char_p, c_int),
    "players": (c_int, c_char_p), "describe": (c_void_p, c_char_p),
    "open": (c_void_p, c_char_p, POINTER(Settings)), "load": (c_void_p, c_char_p, POINTER(Settings)),
    "copy": (c_void_p, c_void_p), "close": (None, c_void_p), "save": (c_char_p, c_void_p),
    "start": (c_bool, c_void_p, c_char_p), "play": (c_bool, c_void_p, c_char_p),
    "undo": (c_int, c_void_p, c_int), "redo": (c_int, c_void_p, c_int), "name": (c_char_p, c_void_p),
    "option_value": (c_int, c_void_p, c_char_p), "position": (c_char_p, c_void_p), "moves": (c_char_p, c_void_p),
    "history": (c_char_p, c_void_p), "ply": (c_int, c_void_p), "length": (c_int, c_void_p), "side": (c_int, c_void_p),
    "over": (c_bool, c_void_p), "winner": (c_int, c_void_p), "score": (c_int, c_void_p), "repeated": (c_bool, c_void_p),
    "board": (c_char_p, c_void_p), "legal": (c_int, c_void_p, POINTER(c_uint32), c_int), "actions": (c_int, c_void_p),
    "act": (c_bool, c_void_p, c_uint32), "action_text": (c_char_p, c_void_p, c_uint32),
    "observe": (c_int, c_void_p, c_void_p, c_int), "places": (c_int, c_void_p), "layers": (c_int, c_void_p),
    "ask": (c_void_p, c_void_p, c_int, POINTER(Question)), "probe": (c_void_p, c_void_p), "stop": (None, c_void_p),
    "resume": (None, c_void_p), "power": (c_bool, c_void_p, c_int, c_size_t), "seed": (c_bool, c_void_p, c_uint64),
    "databases": (c_bool, c_void_p, c_char_p), "batch": (c_bool, c_void_p, POINTER(Batch)),
    "match": (c_bool, c_void_p, POINTER(Match)), "level_read": (c_void_p, c_char_p),
    "level_solve": (c_void_p, c_void_p, POINTER(Question)), "level_check": (c_void_p, c_void_p, POINTER(Question)),
    "level_rate": (c_void_p, c_void_p, POINTER(Question)), "level_generate": (c_void_p, POINTER(Wish)),
    "puzzles": (c_void_p, c_char_p), "puzzles_read": (c_void_p, c_char_p),
    "puzzle_open": (c_void_p, c_char_p, c_int, POINTER(Settings)), "puzzle_prove": (c_bool, c_char_p, c_int),
    "puzzles_generate": (c_void_p, c_char_p, c_int, c_uint64, Stop, c_void_p), "format": (c_char_p, c_int),
    "export": (c_void_p, c_void_p, c_char_p, c_char_p, c_char_p),
    "export_folder": (c_int, POINTER(c_void_p), c_int, c_char_p, c_char_p),
    "import": (c_int, c_char_p, c_size_t, c_char_p, c_char_p, Each, c_void_p, POINTER(c_int)),
    "answer_close": (None, c_void_p), "answer_part": (c_void_p, c_void_p, c_int),
    **{"answer_" + name: (c_char_p, c_void_p) for name in ("move", "line", "words", "class", "json")},
    **{"answer_" + name: (c_int, c_void_p) for name in ("outcome", "plies", "depth", "probability", "count", "side")},
    **{"answer_" + name: (c_double, c_void_p) for name in ("score", "seconds", "loss", "drop")},
    **{"answer_" + name: (c_bool, c_void_p) for name in ("exact", "stopped")},
    "answer_nodes": (c_uint64, c_void_p),
}


class PotezError(Exception):
    """What the library refuses, with its sentence."""


class Guard:
    """Calls back into Python: an exception must not go through the library, so it ends the work and is kept until
    `settle` raises it."""

    def __init__(self) -> None:
        self.failed: Optional[BaseException] = None

    def safe(self, call: Callable[[], bool], otherwise: bool) -> bool:
        try:
            return call()
        except BaseException as error:
            self.failed = self.failed or error
            return otherwise

    def stop(self, stop: Optional[Callable[[], bool]]) -> Any:
        """For members and parameters named stop; keep it as long as the work goes on."""
        return Stop(lambda _: self.safe(lambda: bool(stop()), True)) if stop else Stop()

    def settle(self) -> None:
        if self.failed:
            raise self.failed


def _find() -> str:
    named = os.environ.get("POTEZ_LIBRARY")
    inside = pathlib.Path(__file__).with_name("libpotez.so")
    return named or (str(inside) if inside.exists() else "libpotez.so.0")


class Library:
    """The functions of potez.h without their prefix."""

    def __init__(self) -> None:
        library = ctypes.CDLL(_find())
        for name, (gives, *takes) in _FUNCTIONS.items():
            function = getattr(library, "potez_" + name)
            function.restype, function.argtypes = gives, takes
            setattr(self, name, function)
        self.import_ = getattr(self, "import")
        if self.version_number() // 10000 != _VERSION // 10000 or self.version_number() < _VERSION:
            raise ImportError("libpotez %s is not the one that this package is for" % text(self.version()))

    def __getattr__(self, name: str) -> Any:  # for type checkers: all are set above
        raise AttributeError(name)


def text(bytes_given: Optional[bytes]) -> str:
    """A text of the library; raises its error for NULL."""
    if bytes_given is None:
        raise PotezError((library.error() or b"").decode())
    return bytes_given.decode()


def data(string: Optional[str]) -> Optional[bytes]:
    """A text for the library."""
    return None if string is None else string.encode()


def owned(pointer: Optional[int]) -> str:
    """A text that is ours to free."""
    if not pointer:
        raise PotezError((library.error() or b"").decode())
    try:
        return ctypes.string_at(pointer).decode()
    finally:
        library.free(pointer)


def check(value: Any) -> Any:
    """Raises the library's error for false, NULL and -1."""
    if not value or value == -1 and value is not True:
        raise PotezError((library.error() or b"").decode())
    return value


library = Library()
