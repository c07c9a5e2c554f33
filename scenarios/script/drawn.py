"""What a cue draws on the board beside its marks: soft marks, arrows, regions and labels.

    mark:    {strong: ["(0,1)"], soft: ["(0,0)"]}
    arrows:  [["(0,0)", "(1,1)"], ["(0,0)", "(0,1)", "needs it"]]
    regions: {corner: ["(0,0)", "(0,1)", "(1,0)"]}
    labels:  {"(0,1)": only here}

Beside what it says, it may show a picture or a formula:

    picture: tree.png                                   or {file: tree.png, alt: a tree of four nodes}
    formula: p | q, ~p | r

What it claims of many seeds stands there as a picture.
"""

from __future__ import annotations

from collections.abc import Iterator, Mapping, Sequence
from dataclasses import dataclass

from scenarios.reading import Loc
from scenarios.script.signs import formula_faults

Arrow = tuple[str, str] | tuple[str, str, str]
MOST_FORMULA = 300  # letters
MOST_LETTERS = 40  # of a label: a longer one has no room on one of four boards


@dataclass(frozen=True)
class Marks:
    """Two ways to point at places."""

    strong: tuple[str, ...] = ()
    soft: tuple[str, ...] = ()


@dataclass(frozen=True)
class Picture:
    """A PNG or JPEG file in the lesson's folder, and in words what it shows, for who cannot see it."""

    file: str
    alt: str = ""


@dataclass(frozen=True)
class Figures:
    """What runs come to with so many ``seeds``: what ``counter`` says in the median and at most, each with the name of
    its run, and with how many of the seeds a run counts less, or more, than another."""

    counter: str
    seeds: int
    medians: tuple[tuple[str, float], ...] = ()
    most: tuple[tuple[str, int], ...] = ()
    fewer: tuple[tuple[str, str, int], ...] = ()
    more: tuple[tuple[str, str, int], ...] = ()


@dataclass(frozen=True)
class Drawn:
    """What is drawn on the board. ``regions``: each with what is written at it; ``picture``, ``formula`` and
    ``figures`` are shown beside what is said."""

    soft: tuple[str, ...] = ()
    arrows: tuple[Arrow, ...] = ()
    regions: tuple[tuple[str, tuple[str, ...]], ...] = ()
    labels: tuple[tuple[str, str], ...] = ()
    picture: Picture | None = None
    formula: str = ""
    figures: Figures | None = None

    def __bool__(self) -> bool:
        return self != NOTHING_DRAWN

    def __add__(self, other: Drawn) -> Drawn:
        """Both; the later label of a place holds, and the later picture, formula or figures."""
        shown = other if other.picture is not None or other.formula or other.figures is not None else self
        return Drawn(tuple(dict.fromkeys(self.soft + other.soft)), self.arrows + other.arrows,
                     self.regions + other.regions, tuple((dict(self.labels) | dict(other.labels)).items()),
                     shown.picture, shown.formula, shown.figures)

    @property
    def places(self) -> tuple[str, ...]:
        """All places that it is about."""
        return (*self.soft, *(place for arrow in self.arrows for place in arrow[:2]),
                *(place for _, places in self.regions for place in places), *(place for place, _ in self.labels))


NOTHING_DRAWN = Drawn()


def drawn_of(mark: tuple[str, ...] | Marks, arrows: Sequence[Arrow], regions: Mapping[str, tuple[str, ...]],
             labels: Mapping[str, str]) -> Drawn:
    """What a cue draws."""
    return Drawn(mark.soft if isinstance(mark, Marks) else (), tuple(arrows), tuple(regions.items()),
                 tuple(labels.items()))


def places_in(mark: tuple[str, ...] | Marks, drawn: Drawn) -> Iterator[tuple[Loc, str]]:
    """All places that a cue names, with where they stand in it."""
    if isinstance(mark, Marks):
        yield from ((("mark", "strong", at), name) for at, name in enumerate(mark.strong))
        yield from ((("mark", "soft", at), name) for at, name in enumerate(mark.soft))
    else:
        yield from ((("mark", at), name) for at, name in enumerate(mark))
    for index, arrow in enumerate(drawn.arrows):
        yield from ((("arrows", index, at), name) for at, name in enumerate(arrow[:2]))
    for text, places in drawn.regions:
        yield from ((("regions", text, at), name) for at, name in enumerate(places))
    yield from ((("labels", name), name) for name, _ in drawn.labels)


def drawn_faults(drawn: Drawn) -> Iterator[tuple[Loc, str]]:
    """What cannot be drawn, beside places that are not there."""
    for index, arrow in enumerate(drawn.arrows):
        if arrow[0] == arrow[1]:
            yield ("arrows", index), "leads from a place to itself; name two places"
    for text, places in drawn.regions:
        if not places:
            yield ("regions", text), "has no places; name some"
    yield from ((("formula",), fault) for fault in formula_faults(drawn.formula))
    texts = [*((("arrows", index, 2), arrow[2]) for index, arrow in enumerate(drawn.arrows) if len(arrow) == 3),
             *((("regions", text), text) for text, _ in drawn.regions),
             *((("labels", name), text) for name, text in drawn.labels)]
    for loc, text in texts:
        if len(text) > MOST_LETTERS:
            yield loc, f"is {len(text)} letters long; write at most {MOST_LETTERS} on the board, and the rest in say"
