"""What may go wrong in runs of consistency: a support is overlooked, or a tuple's partner."""

from __future__ import annotations

from itertools import product

from algorithms import events as e
from algorithms.consistency import CONSISTENCY
from algorithms.core import Event
from algorithms.problems.forms.csp import Constraint, Domains, Value, supported
from visualizer.families.consistency.questions import constraint_in_view, few_tuples
from visualizer.families.consistency.state import ConsistencyState
from visualizer.runs.bugs import Bug, Wrong, declare_bugs, on_board
from visualizer.runs.questions import Before

_SHORT = 24  # letters of a constraint that are worth saying


def support_of(c: Constraint, x: str, value: Value, d: Domains) -> dict[str, Value] | None:
    """A tuple of the constraint with that value, within the domains."""
    for values in product(*((value,) if y == x else d[y] for y in c.scope)):
        if c.allows(values):
            return dict(zip(c.scope, values, strict=True))
    return None


def overlooked(before: Before, name: str, x: str, value: Value) -> Wrong | None:
    """That a value has a support in a constraint, where somebody says that it has none."""
    d = before.state.domains
    c = next((c for c in before.network.constraints if c.name == name), None)
    if c is None or x not in c.scope or name in before.of(ConsistencyState).scopes or not few_tuples(c, d):
        return None  # tuples of a listed constraint are lost to others, too
    found = support_of(c, x, value, d)
    if found is None:
        return None
    others = ", ".join(f"{y} = {other}" for y, other in found.items() if y != x and len(d[y]) > 1)
    with_ = f" with {others}" if others else ""
    why = f": it satisfies {c.text}" if len(c.text) <= _SHORT else ""
    return Wrong(f"{x} = {value} has a support in {name}{with_}{why}.",
                 on_board(before, *(y for y in found if y == x or len(d[y]) > 1)))


def no_support(before: Before, event: e.NoSupport) -> Wrong | None:
    """It has one."""
    return overlooked(before, event.because, event.variable, event.value)


def pruned(before: Before, event: e.Pruned) -> Wrong | None:
    """What goes has a support, or what stays has none."""
    for value in event.removed:
        if value in before.state.domains[event.variable] and (
                wrong := overlooked(before, event.because, event.variable, value)) is not None:
            return wrong
    return None


def partner(before: Before, values: tuple[Value, ...]) -> tuple[Value, ...] | None:
    """A tuple of the second constraint that agrees with one of the first, as far as both are listed."""
    look = before.of(ConsistencyState)
    first, second = str(look.constraint), str(look.pair)
    if first not in look.scopes or second not in look.listed:
        return None
    mine = dict(zip(look.scopes[first], values, strict=True))
    places = [(look.scopes[second].index(x), mine[x]) for x in look.shared]
    gone = look.gone.get(second, frozenset())
    return next((other for other in look.listed[second]
                 if other not in gone and all(other[place] == value for place, value in places)), None)


def extended(before: Before, event: e.TupleExtended) -> Wrong | None:
    """A partner is overlooked, or there is none."""
    look = before.of(ConsistencyState)
    found = partner(before, event.values)
    if event.extends or found is None:
        return None
    said = ", ".join(map(str, found))
    return Wrong(f"{look.pair} has the tuple ({said}), which agrees on all that both share: "
                 f"{', '.join(look.shared)}.", on_board(before, *look.shared))


def variables_agree(before: Before, event: Event) -> Event | None:
    """Two tuples agree only if all of their values are the same, one by one."""
    if not isinstance(event, e.TupleExtended) or not event.extends:
        return None
    found = partner(before, event.values)
    same = found is not None and all(one == other for one, other in zip(event.values, found, strict=False))
    return None if same else e.TupleExtended(event.values, False)


def stops_early(before: Before, event: Event) -> Event | None:
    """A value whose first assignment fails is given up, though another one is its support."""
    look = before.of(ConsistencyState)
    if isinstance(event, e.TupleTried) and look.satisfied is False and look.constraint is not None \
            and look.variable is not None and (value := look.value_under_test()) is not None:
        return e.NoSupport(look.variable, value, look.constraint)
    return None


def prunes_too_much(before: Before, event: Event) -> Event | None:
    """All values but the first support's go."""
    c = constraint_in_view(before)
    if not isinstance(event, e.Pruned) or c is None or event.variable not in c.scope \
            or not few_tuples(c, before.state.domains):
        return None
    left = supported(c, event.variable, before.state.domains)[:1]
    gone = tuple(value for value in before.state.domains[event.variable] if value not in left)
    return e.Pruned(event.variable, gone, left, event.because) if left and left != event.left else None


declare_bugs(CONSISTENCY, {e.NoSupport: no_support, e.Pruned: pruned, e.TupleExtended: extended}, [
    Bug(name="one assignment that fails is enough", deviate=stops_early),
    Bug(name="one support is enough for all values", deviate=prunes_too_much),
    Bug(name="tuples agree value by value", deviate=variables_agree),
])
