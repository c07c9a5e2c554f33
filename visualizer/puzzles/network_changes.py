"""A constraint network of one's own is changed: domains and constraints, as lines; digits in a domain by keys."""

from __future__ import annotations

import re
from collections.abc import Sequence

from algorithms.problems.network import ConstraintText, Network
from algorithms.problems.puzzle import PuzzleError
from visualizer.runs.changes import Changes, changes

_TUPLES = re.compile(r"\s*(\([^()]*\)[\s,]*)+")


@changes(Network)
class NetworkChanges(Changes[Network]):
    """A line for each variable, ``E in 1, 2``, and for each constraint, ``E, F: E < F`` or ``E, F: (1, 2) (2, 3)``; a
    constraint's own name stands before it in brackets."""

    how_to = ("Point at a variable and type a digit: it joins the domain, or leaves it. Domains and constraints are "
              "listed: a click takes one to be changed, Return keeps it, Delete removes it.")
    lines_are = "Domains and constraints"
    like = "E, F: E < F"

    def key(self, puzzle: Network, place: str | None, name: str) -> Network | None:
        if place is None or place not in puzzle.domains or name not in tuple("0123456789"):
            return None
        value, now = int(name), puzzle.domains[place]
        left = tuple(x for x in now if x != value)
        new = left if len(left) < len(now) else tuple(sorted((*now, value), key=lambda x: (isinstance(x, str), x)))
        return Network.read(domains={**puzzle.domains, place: new}, constraints=puzzle.written,
                            chessboard=puzzle.chessboard)

    def lines(self, puzzle: Network) -> Sequence[str]:
        return [*(f"{x} in {', '.join(map(str, values))}" for x, values in puzzle.domains.items()),
                *map(_said, puzzle.written)]

    def with_lines(self, puzzle: Network, lines: Sequence[str]) -> Network:
        domains: dict[str, tuple[int | str, ...]] = {}
        constraints: list[ConstraintText] = []
        for line in lines:
            if ":" in line:
                constraints.append(_read(line))
                continue
            x, inside, values = line.partition(" in ")
            if not inside or x.strip() in domains:
                raise PuzzleError(f"there are two domains of {x.strip()}; remove one" if inside else
                                  f"{line[:60]!r} is neither a domain, as in E in 1, 2, nor a constraint, as in "
                                  f"{self.like}")
            domains[x.strip()] = _values(values)
        return Network.read(domains=domains, constraints=tuple(constraints), chessboard=puzzle.chessboard)

    def line_of(self, puzzle: Network, place: str) -> int | None:
        return list(puzzle.domains).index(place) if place in puzzle.domains else None


def _said(written: ConstraintText) -> str:
    tuples = " ".join(f"({', '.join(map(str, values))})" for values in written.allowed or ())
    name = "" if written.name is None else f"[{written.name}] "
    return f"{name}{', '.join(written.scope)}: {written.relation if written.relation is not None else tuples}"


def _read(line: str) -> ConstraintText:
    head, _, said = line.partition(":")
    found = re.fullmatch(r"\s*(?:\[(.*)\])?(.*)", head)
    scope = tuple(x.strip() for x in (found[2] if found else head).split(",") if x.strip())
    name = found[1] if found else None
    if _TUPLES.fullmatch(said):
        return ConstraintText(scope, None, tuple(map(_values, re.findall(r"\(([^()]*)\)", said))), name)
    return ConstraintText(scope, said.strip(), None, name)


def _values(text: str) -> tuple[int | str, ...]:
    words = [word.strip() for word in text.split(",")]
    return tuple(int(word) if re.fullmatch(r"-?\d+", word) else word for word in words if word)
