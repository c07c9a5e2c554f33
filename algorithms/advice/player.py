"""A player of Gnomine that explains each move: what is certain first, by the simplest reason, else the lowest risk.

Source: Simon 2012, section 4.2, which asks for advice where logic alone has to guess; the reasons are those of
:mod:`algorithms.advice.gnomine`, the risks exact.

    position  the field as the player sees it; the player never looks at where the mines lie
"""

from __future__ import annotations

import random
from dataclasses import dataclass

from algorithms.advice import ADVICE
from algorithms.advice.gnomine import TOTAL, advise
from algorithms.answers import Answer
from algorithms.core import Counter, Outcome, Steps, algorithm
from algorithms.events import Advised, Flagged, NoPlacement, Uncovered
from algorithms.problems.gnomine.game import ended, first_click, flag, played, uncover
from algorithms.problems.gnomine.puzzle import Gnomine

PSEUDOCODE = """
until the game is over
  find what to do, and the simplest reason:       # Advised
    one number decides; else two numbers;
    else all numbers together; else the total;
    else the field with the lowest risk
  no placement of mines fits: give up             # NoPlacement, =
  do it: flag a mine, uncover any other field     # Flagged, Uncovered
over: lost if a mine is open, otherwise won       # GameEnded
"""


@dataclass(frozen=True)
class Played(Answer):
    """How the game ended (None: nothing could be advised), after how many moves, and how many of them were guesses.

    ``fits``: some placement of mines fits what is seen; a wrong flag leaves none.
    """

    won: bool | None
    moves: int
    guesses: int
    fits: bool = True

    @property
    def outcome(self) -> Outcome:
        if not self.fits:
            return "unsatisfiable"
        return "stopped" if self.won is None else "solved" if self.won else "complete"

    def as_json(self, hidden: frozenset[str]) -> dict[str, object]:
        return {"won": self.won, "moves": self.moves, "guesses": self.guesses}


@algorithm(
    "auto-player",
    title="A player that explains each move",
    family=ADVICE, solves=Gnomine,
    source="Simon 2012, section 4.2",
    pseudocode=PSEUDOCODE,
    rungs=("event", "step", "move", "game"),
    counters=(
        Counter("moves", Advised, "moves, each with its reason"),
        Counter("uncovered", Uncovered, "fields uncovered", lambda event: len(event.cells)),
        Counter("flagged", Flagged, "moves that set a flag"),
    ),
)
def auto_player(game: Gnomine, *, rng: random.Random | None = None) -> Steps[Played]:
    """Plays to the end, as :func:`algorithms.advice.gnomine.advise` says. ``rng`` lays the mines where nobody has."""
    position, moves, guesses = game, 0, 0
    seed = 0 if rng is None or game.laid is not None else rng.randrange(2**32)
    while ended(position) is None:
        advice = advise(position)
        field = advice.field
        if advice.reason == "contradiction":
            yield NoPlacement(tuple(name for name in advice.because if name != TOTAL))
            return Played(None, moves, guesses, fits=False)
        if field is None:
            break
        moves += 1
        guesses += advice.probability not in (None, 0, 1)
        because = tuple(name for name in advice.because if name != TOTAL)
        others = tuple((x, float(risk)) for x, risk in advice.others)
        yield Advised(field, advice.action or "uncover", float(advice.probability or 0), advice.sentence, because,
                      others)
        if advice.action == "flag":
            events = flag(position, field)
        else:
            position = first_click(position, field, seed)
            events = uncover(position, field)
        yield from events
        position = played(position, events)
    return Played(ended(position), moves, guesses)
