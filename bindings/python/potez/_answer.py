"""Answers: what a question has found, copied out of the library."""
from __future__ import annotations

import json
from dataclasses import dataclass, field
from typing import Any, Optional

from ._library import UNPROVED, library, text

_OUTCOMES = {-1: "loss", 0: "draw", 1: "win"}


@dataclass(frozen=True)
class Answer:
    """What was found about a position, or about one move of it (`parts`).

    Scores are in the game's unit, from the view of the side to move."""

    move: str
    """The best move; "" when the game is over."""
    line: list[str]
    """Best play, this move first."""
    words: str
    """"Yellow wins in 6 (proved)"."""
    score: float
    exact: bool
    """Whether the score is proved."""
    outcome: Optional[str]
    """"win", "draw" or "loss" when proved, else None."""
    plies: Optional[int]
    """To the end by best play, where that is known."""
    depth: int
    probability: Optional[int]
    """Percent that the score is right, where the player says so."""
    nodes: int
    seconds: float
    stopped: bool
    """Whether the thinking was ended early."""
    side: int
    kind: str
    """Of a move in a review: "best", "only", "good", "inaccuracy", "mistake", "blunder", "forced"; else ""."""
    loss: float
    """Of a move in a review: what it lost in the game's unit."""
    drop: float
    """Of a move in a review: what it lost in chances of winning."""
    parts: list["Answer"] = field(default_factory=list)
    """One per legal move (`analyse`, `value(every=True)`) or per move that was made (`review`), whose only part is
    the best that could have been made."""
    json: dict[str, Any] = field(default_factory=dict, repr=False)
    """All of it with the keys of the other ports."""

    def __str__(self) -> str:
        return ("%s  %s" % (self.move, self.words)).strip()


def read_answer(pointer: int) -> Answer:
    """Copies an answer; who has it closes it."""
    outcome, plies = library.answer_outcome(pointer), library.answer_plies(pointer)
    told = text(library.answer_json(pointer))
    return Answer(
        move=text(library.answer_move(pointer)),
        line=text(library.answer_line(pointer)).split(),
        words=text(library.answer_words(pointer)),
        score=library.answer_score(pointer),
        exact=library.answer_exact(pointer),
        outcome=None if outcome == UNPROVED else _OUTCOMES[outcome],
        plies=plies if plies >= 0 else None,
        depth=library.answer_depth(pointer),
        probability=library.answer_probability(pointer) or None,
        nodes=library.answer_nodes(pointer),
        seconds=library.answer_seconds(pointer),
        stopped=library.answer_stopped(pointer),
        side=library.answer_side(pointer),
        kind=text(getattr(library, "answer_class")(pointer)),
        loss=library.answer_loss(pointer),
        drop=library.answer_drop(pointer),
        parts=[read_answer(library.answer_part(pointer, i)) for i in range(library.answer_count(pointer))],
        json=json.loads(told) if told else {},
    )
