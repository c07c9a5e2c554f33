"""A field of Gnomine in rows of words: not each field with its values, but what is a mine, and what is none."""

from __future__ import annotations

from collections.abc import Collection
from fractions import Fraction

from algorithms.problems.forms.csp import Domains
from algorithms.problems.gnomine.puzzle import Gnomine
from algorithms.problems.rows import Marginals, Row, chance_rows, value_rows

_FEW = 40
"""What is unknown is seldom news: where there are more fields, their number will do."""


@value_rows.register
def inferred(game: Gnomine, domains: Domains) -> list[Row]:
    """What was inferred about the fields that were open at the start."""
    before = game.domains()
    unknown = [x for x in game.seen if len(before[x]) > 1]
    groups = {"no mine": (0,), "mine": (1,), "unknown": (0, 1), "contradiction": ()}
    found = {what: [x for x in unknown if domains[x] == left] for what, left in groups.items()}
    return [[what, str(len(cells)), " ".join(cells) if what != "unknown" or len(cells) <= _FEW else ""]
            for what, cells in found.items() if cells]


@chance_rows.register
def risks(game: Gnomine, marginals: Marginals, estimated: Collection[str]) -> list[Row]:
    """The fields by how likely a mine is, those that are safe first; row by row where it is the same. In words: an X
    would look like a mine."""
    alike: dict[tuple[float | Fraction, str], list[str]] = {}
    for x in filter(marginals.__contains__, game.seen):
        risk = marginals[x]["1"]
        alike.setdefault((risk, risk_in_words(risk, estimated=x in estimated)), []).append(x)
    return [[words, str(len(cells)), " ".join(cells)] for (_, words), cells in sorted(alike.items())]


def risk_in_words(risk: float | Fraction, *, estimated: bool) -> str:
    """To three digits, which must not say that it is certain where it is not."""
    if risk in (0, 1) and not estimated:
        return "mine" if risk else "no mine"
    if 0.9995 <= risk < 1:
        return "mine over 0.999"
    return "mine under 1e-09" if 0 < risk < 1e-9 else f"mine {float(risk):.3g}"
