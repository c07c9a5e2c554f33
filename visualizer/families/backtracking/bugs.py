"""What may go wrong in a search for a solution: another variable is chosen, or a value is struck that still fits."""

from __future__ import annotations

from collections.abc import Iterator

from algorithms import events as e
from algorithms.backtracking import BACKTRACKING
from algorithms.core import Event
from algorithms.problems.forms.csp import Constraint, Value
from algorithms.words import counted
from visualizer.families.backtracking.state import SearchState
from visualizer.runs.bugs import Bug, Wrong, declare_bugs, on_board
from visualizer.runs.questions import Before

WEIGHTED = "dom-wdeg"  # this one chooses by weights, not by the number of values alone


def unassigned(before: Before) -> dict[str, int]:
    """How many values each unassigned variable has left."""
    search = before.of(SearchState)
    return {x: len(before.state.domains[x]) for x in before.network.domains
            if x not in search.assigned and x not in before.network.given and x in before.state.domains}


def selected(before: Before, event: e.VariableSelected) -> Wrong | None:
    """Another one has fewer values left."""
    if before.run.algorithm.name == WEIGHTED:
        return None
    sizes = unassigned(before)
    best = min(sizes, key=sizes.__getitem__, default=None)
    mine = sizes.get(event.variable)
    if best is None or mine is None or mine <= sizes[best]:
        return None
    return Wrong(f"{event.variable} has {counted(mine, 'value')} left, and {best} only {sizes[best]}: that one comes "
                 "first.", on_board(before, event.variable, best))


def forced(before: Before, x: str) -> Iterator[tuple[Constraint, dict[str, Value]]]:
    """The constraints of x in which all others have their value."""
    d = before.state.domains
    for c in before.network.constraints:
        if x in c.scope and all(y == x or (y in d and len(d[y]) == 1) for y in c.scope):
            yield c, {y: d[y][0] for y in c.scope if y != x}


def struck(before: Before, event: e.Struck) -> Wrong | None:
    """A value that goes fits all that is known."""
    around = list(forced(before, event.variable))
    for value in event.removed:
        if value in before.state.domains.get(event.variable, ()) and all(
                c.allows([value if y == event.variable else others[y] for y in c.scope]) for c, others in around):
            return Wrong(f"{event.variable} = {value} satisfies all constraints whose other variables have a value: "
                         "forward checking leaves it.", on_board(before, event.variable))
    return None


def none_scored(before: Before, event: e.NoneScored) -> Wrong | None:
    """There is a cell to label: a score of 0 says nothing of the values left. Algorithm 3 as printed does say so."""
    if before.run.options.get("fog_resolver") == "as printed" or not event.candidates:
        return None
    if not all(before.state.domains.get(x) for x in before.network.domains):
        return None
    first = event.candidates[0]
    return Wrong(f"Nothing is inconsistent: each variable has a value left. A score of 0 only says that {first} shares "
                 "nothing with its peers; the first of the tie is labelled.", on_board(before, first))


def zero_is_none(before: Before, event: Event) -> Event | None:
    """As Algorithm 3 is printed: only a score above 0 is ever taken."""
    scores = before.of(SearchState).scores
    if not isinstance(event, e.StillTied | e.VariableSelected) or not scores or any(scores.values()):
        return None
    return e.NoneScored(tuple(scores))


def most_values_first(before: Before, event: Event) -> Event | None:
    """The variable with the most values is chosen, as there it is likeliest to succeed."""
    sizes = unassigned(before)
    if not isinstance(event, e.VariableSelected) or not sizes or before.run.algorithm.name == WEIGHTED:
        return None
    most = max(sizes, key=sizes.__getitem__)
    return e.VariableSelected(most, sizes[most]) if sizes[most] > min(sizes.values()) else None


def strikes_what_fits(before: Before, event: Event) -> Event | None:
    """What agrees with the new value goes, and what clashes with it stays."""
    if not isinstance(event, e.Struck) or not event.left:
        return None
    return e.Struck(event.variable, event.left, event.removed, event.because)


declare_bugs(BACKTRACKING, {e.VariableSelected: selected, e.Struck: struck, e.NoneScored: none_scored}, [
    Bug(name="the variable with the most values comes first", deviate=most_values_first),
    Bug(name="what fits is struck", deviate=strikes_what_fits),
    Bug(name="a score of 0 is none", deviate=zero_is_none),
])
