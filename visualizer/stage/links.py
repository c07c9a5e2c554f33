"""Links between the places of a board and the literals of a formula: pointing at one lights the other.

Most variables are named for their place: (1,2) on a Gnomine board. A network's variable F has a literal F=2 for each of
its values, and a number at (1,2) has auxiliary variables C(1,2).1, C(1,2).2 and so on.
"""

from __future__ import annotations

from collections.abc import Container, Hashable
from dataclasses import dataclass, field
from typing import Any

from visualizer.canvas.primitives import Rect
from visualizer.runs.numbers import Number

_STEPS = {"left": -1, "up": -1, "right": 1, "down": 1}


def variable_of(literal: str) -> str:
    """The variable of a literal as it is written."""
    return literal.removeprefix("¬")


def belongs(literal: str, pointed: str | None) -> bool:
    """Does a literal light when that is pointed at, a variable or a place?"""
    variable = variable_of(literal)
    return pointed is not None and (variable == pointed or variable.startswith((f"{pointed}=", f"C{pointed}.")))


def place_of(pointed: str | None, places: Container[str]) -> str | None:
    """The place on the board that a variable stands for; None where there is none, as for the total's variables."""
    if pointed is None or pointed in places:
        return pointed
    owner = pointed.partition("=")[0] if "=" in pointed else pointed.removeprefix("C").rpartition(".")[0]
    return owner if owner in places else None


@dataclass
class Links:
    """What is pointed at, and where the literals and the numbers of the panels are drawn, in reading order, for whoever
    points next."""

    pointed: str | None = None
    spots: list[tuple[Rect, str]] = field(default_factory=list)
    numbers: list[tuple[Rect, Number]] = field(default_factory=list)
    kept: dict[Hashable, list[list[Any]]] = field(default_factory=dict)  # of parts of the stage that stand still

    def lit(self, literal: str) -> bool:
        """Is it to be lit?"""
        return belongs(literal, self.pointed)

    def drawn(self, literal: str, box: Rect) -> None:
        """The literal is drawn there."""
        self.spots.append((box, variable_of(literal)))

    def counts(self, number: Number | None, box: Rect) -> None:
        """A number is drawn there that can be asked for what it counted."""
        if number is not None:
            self.numbers.append((box, number))

    def at(self, x: float, y: float) -> str | None:
        """The variable of the literal that is drawn at that point."""
        return next((variable for box, variable in self.spots if box.contains(x, y)), None)

    def beside(self, panel: Rect, key: str) -> str | None:
        """The variable after or before the one that is pointed at, among those with a literal in the panel, in reading
        order; the first one where it has none of these. None: the key is no arrow, or there are no literals."""
        variables = list(dict.fromkeys(variable for box, variable in self.spots if panel.contains(*box.center)))
        if key not in _STEPS or not variables:
            return None
        if self.pointed not in variables:
            return variables[0]
        return variables[max(0, min(len(variables) - 1, variables.index(self.pointed) + _STEPS[key]))]
