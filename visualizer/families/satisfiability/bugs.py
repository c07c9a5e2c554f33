"""What may go wrong in a search for models."""

from __future__ import annotations

from algorithms import events as e
from algorithms.core import Event
from algorithms.problems.forms.cnf import negation
from algorithms.satisfiability import SATISFIABILITY
from visualizer.families.satisfiability.checking import (
    SEARCH,
    learns_too_early,
    tight_too_early,
    true_clause_forces,
)
from visualizer.families.satisfiability.state import sat_of
from visualizer.runs.bugs import Bug, Wrong, declare_bugs, on_board
from visualizer.runs.questions import Before


def complemented(before: Before, event: e.Complemented) -> Wrong | None:
    """Another decision is still to be taken back, or it was none."""
    sat = sat_of(before.state)
    jump = sat.jump
    if jump is None or not jump.gone or jump.gone[0].literal == negation(event.literal):
        return None
    first = jump.gone[0]
    return Wrong(f"The decision that was taken back is {first.literal}: the other branch is {negation(first.literal)}. "
                 f"{negation(event.literal)} was forced below it.", on_board(before, first.literal, event.literal))


def flips_the_last(before: Before, event: Event) -> Event | None:
    """The last literal of the trail is flipped, though it was forced."""
    sat = sat_of(before.state)
    if not isinstance(event, e.Complemented) or sat.jump is None or len(sat.jump.gone) < 2:
        return None
    last = sat.jump.gone[-1].literal
    return e.Complemented(negation(last), event.level)


declare_bugs(SATISFIABILITY, {**SEARCH, e.Complemented: complemented}, [
    Bug(name="a true clause forces", deviate=true_clause_forces),
    Bug(name="the last literal is flipped", deviate=flips_the_last),
    Bug(name="any resolvent can be learned", deviate=learns_too_early),
    Bug(name="tight one too early", deviate=tight_too_early),
])
