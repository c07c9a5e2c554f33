"""Links between the places of a board and the literals of a formula: pointing at one lights the other.

Most variables are named for their place: (1,2) on a Gnomine board. A network's variable F has a literal F=2 for each of
its values, and a number at (1,2) has auxiliary variables C(1,2).1, C(1,2).2 and so on.
"""

from __future__ import annotations

import re
from collections.abc import Container, Hashable, Iterator, Sequence
from dataclasses import dataclass, field
from typing import Any

from visualizer.canvas.fonts import Style
from visualizer.canvas.primitives import Align, Canvas, Color, Point, Rect
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


def places_in(text: str, numbers: Sequence[Number], behind: int = 0) -> Iterator[tuple[Number, int, int]]:
    """From which letter to which each of the numbers stands in a text, in their order, as a number of its own; up to
    the first one that does not."""
    end = behind
    for number in numbers:
        found = re.compile(rf"(?<![\w.,]){re.escape(number.text)}(?!\d|[.,]\d)").search(text, end)
        if found is None:
            return
        end = found.end()
        yield number, found.start(), end


def boxes_in(canvas: Canvas, at: Point, text: str, size: float, align: Align = "left", style: Style = "sans", *,
             numbers: Sequence[Number], behind: int = 0) -> list[tuple[Rect, Number]]:
    """Where they stand in a text that is drawn so; those that are not there are left out."""
    found = list(places_in(text, numbers, behind))
    left = at[0]
    if found and align != "left":
        left -= canvas.measure(text, size, style) * (0.5 if align == "center" else 1.0)
    boxes = []
    for number, start, end in found:
        x, right = (left + canvas.measure(text[:place], size, style) for place in (start, end))
        boxes.append((Rect(x, at[1] - size * 0.65, right - x, size * 1.3), number))
    return boxes


@dataclass
class Links:
    """What is pointed at, and where the literals and the numbers of the panels are drawn, in reading order, for whoever
    points next."""

    pointed: str | None = None
    spots: list[tuple[Rect, str]] = field(default_factory=list)
    numbers: list[tuple[Rect, Number]] = field(default_factory=list)
    kept: dict[Hashable, list[list[Any]]] = field(default_factory=dict)  # of parts of the stage that stand still
    ahead: dict[Hashable, tuple[object, list[list[Any]]]] = field(default_factory=dict)  # with its key

    def lit(self, literal: str) -> bool:
        """Is it to be lit?"""
        return belongs(literal, self.pointed)

    def drawn(self, literal: str, box: Rect) -> None:
        """The literal is drawn there."""
        self.spots.append((box, variable_of(literal)))

    def counts(self, number: Number | None, box: Rect) -> None:
        """A number is drawn there that can be asked for what it counted: the window draws dots at the foot of the
        box."""
        if number is not None:
            self.numbers.append((box, number))

    def write(self, canvas: Canvas, at: Point, text: str, size: float, color: Color, align: Align = "left",
              style: Style = "sans", *, numbers: Sequence[Number], behind: int = 0) -> Sequence[Number]:
        """Draws a line of text that has these numbers in it, in their order, ``behind`` so many letters. Returns those
        from the first one on that is not there, as it was cut off, or stands in the next line."""
        canvas.text(at, text, size, color, align, style)
        found = boxes_in(canvas, at, text, size, align, style, numbers=numbers, behind=behind)
        self.numbers += found
        return numbers[len(found):]

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
