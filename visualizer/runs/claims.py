"""What a run claims of a place, and what it rests on: what a proof has to show."""

from __future__ import annotations

from collections.abc import Iterable, Mapping
from dataclasses import dataclass, field

from algorithms.problems.forms.csp import CSP, Domain, Value
from algorithms.problems.forms.theory import Theory, of_network
from algorithms.problems.puzzle import Puzzle, form_of
from visualizer.runs.states import State


@dataclass(frozen=True)
class Claim:
    """That a variable has one of these values; ``supposed`` is what the run has chosen for now, on which that rests."""

    variable: str
    left: Domain
    supposed: Mapping[str, Domain] = field(default_factory=dict)


def theory_of(puzzle: Puzzle, form: object) -> Theory:
    """The puzzle as a theory: as it says itself, or else the network that the run works on, or that it has."""
    network = form if isinstance(form, CSP) else None
    if hasattr(puzzle, Theory.method):
        made: Theory = form_of(puzzle, Theory, **({} if network is None else {"network": network}))
        return made
    return of_network(form_of(puzzle, CSP) if network is None else network)


def value_at(theory: Theory, place: str) -> tuple[str, Value] | None:
    """The variable and the value that a place ``x=v`` stands for; None for other places."""
    x, equals, said = place.rpartition("=")
    if place in theory.domains or not equals:
        return None
    return next(((x, value) for value in theory.domains.get(x, ()) if str(value) == said), None)


def by_domains(state: State, theory: Theory, place: str) -> Claim | None:
    """What the domains say, where values of the place are gone; with the choices that the run has made, if it is one of
    what would go with them."""
    part = value_at(theory, place)
    x = place if part is None else part[0]
    start, now = theory.domains.get(x, ()), state.domains.get(x, ())
    left = tuple(value for value in start if value in now)
    if part is not None and left != (part[1],):
        left = start if part[1] in left else tuple(value for value in start if value != part[1])
    tentative = state.family.tentative
    supposed = {y: state.domains[y] for y, chosen in tentative.items()
                if chosen and y in theory.domains and len(state.domains.get(y, ())) == 1 and y != x}
    return None if left == start or tentative.get(x) else Claim(x, left, supposed)


def nothing(_state: State, _theory: Theory, _place: str) -> Claim | None:
    """A run that only tries values claims nothing."""
    return None


def by_trail(theory: Theory, place: str, trail: Iterable[tuple[str, bool]]) -> Claim | None:
    """What literals say of a place, in the order in which they were found; true of those that were chosen, or given for
    the search, on which later ones rest."""
    part = value_at(theory, place)
    x = place if part is None else part[0]
    left, supposed, before, chosen = theory.domains.get(x, ()), dict[str, Domain](), dict[str, Domain](), False
    for literal, free in trail:
        found = _said(theory, literal)
        if found is None:
            continue
        y, values = found
        if y == x:
            left, before, chosen = tuple(value for value in left if value in values), dict(supposed), free
        elif free:
            supposed[y] = tuple(value for value in supposed.get(y, theory.domains[y]) if value in values)
    return None if chosen or left == theory.domains.get(x, ()) else Claim(x, left, before)


def _said(theory: Theory, literal: str) -> tuple[str, Domain] | None:
    """The variable that a literal is about, and the values that it leaves."""
    name, true = literal.lstrip("¬"), not literal.startswith("¬")
    if name in theory.domains:
        return name, tuple(value for value in theory.domains[name] if bool(value) == true)
    part = value_at(theory, name)
    if part is None:
        return None
    return part[0], (part[1],) if true else tuple(value for value in theory.domains[part[0]] if value != part[1])
