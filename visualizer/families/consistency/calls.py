"""What becomes of a value, and of a tuple: what cannot be said of it, and why not."""

from __future__ import annotations

from collections.abc import Iterator, Sequence
from itertools import islice, product
from math import prod

from algorithms import events as e
from algorithms.consistency import CONSISTENCY
from algorithms.events.relations import row
from algorithms.problems.forms.csp import Constraint, Domains, Sum, Value
from algorithms.words import few, listed
from visualizer.families.consistency.bugs import overlooked
from visualizer.families.consistency.pairs import clash, left, partners
from visualizer.families.consistency.state import ConsistencyState
from visualizer.runs.bugs import Wrong, on_board
from visualizer.runs.calling import Call, Refused, declare_calls
from visualizer.runs.questions import Before

_MOST_TOLD, _MOST_TRIED = 4, 20_000  # assignments that are told, and those that are gone through for what lacks one

VERDICTS = {"keep": "Keep it: it has a support", "prune": "Prune it: it has no support",
            "stop": "Stop: nothing more can go"}
"""What can be said where a value is tested, by any algorithm that tests values."""


# --- values -----------------------------------------------------------------------------------------------------------


def verdict(_before: Before, event: e.SupportFound | e.NoSupport) -> Sequence[str]:
    """The only one."""
    return ("keep",) if isinstance(event, e.SupportFound) else ("prune",)


def tested(before: Before, event: e.SupportFound | e.NoSupport) -> str:
    """The value that is tested."""
    return f"{event.variable} = {event.value} is tested in {before.of(ConsistencyState).constraint}: what do you do?"


def not_so(before: Before, event: e.SupportFound | e.NoSupport) -> Iterator[Refused]:
    """Its support, or all that fails; and what is unsupported elsewhere."""
    look = before.of(ConsistencyState)
    name, x, value = str(look.constraint), event.variable, event.value
    if isinstance(event, e.NoSupport):
        yield Refused("keep", failing(before, event), on_board(before, *look.unknown))
    else:
        found = overlooked(before, name, x, value) or Wrong(f"{x} = {value} has a support in {name}.")
        yield Refused("prune", found.text, found.places)
    lacking = next((one for one in unsupported(before) if one[1:] != (x, value)), None)  # or it would tell the verdict
    if lacking is None:
        yield Refused("stop", "This pass is not over, and the algorithm stops only after one that changes nothing.")
    else:
        by, y, other = lacking
        yield Refused("stop", f"{y} = {other} is still there, and has no support in {by}.", on_board(before, y))


def failing(before: Before, event: e.NoSupport) -> str:
    """All assignments of the others, none of which will do."""
    look, d = before.of(ConsistencyState), before.state.domains
    others = [y for y in look.unknown if y != event.variable]
    given = f"with {event.variable} = {event.value}"
    if not others:
        return f"All others of {event.because} are known, and {given} it does not hold."
    count = prod(len(d[y]) for y in others)
    if count > _MOST_TOLD:
        return (f"{count:,} assignments of {few(others, _MOST_TOLD)} go {given}, and {event.because} allows none of "
                "them.")
    told = ", ".join(row(values) for values in product(*(d[y] for y in others)))
    what = others[0] if len(others) == 1 else f"({', '.join(others)})"
    return f"{event.because} fails {given}, whatever {what} is: {told}."


def unsupported(before: Before) -> Iterator[tuple[str, str, Value]]:
    """Values that have no support in a constraint as the domains are, with that; not in very large ones."""
    d, tried = before.state.domains, 0
    for c in before.network.constraints:
        size = prod(len(d[y]) for y in c.scope)
        if isinstance(c, Sum) or tried + size > _MOST_TRIED:
            continue
        tried += size
        found = projected(c, d)
        yield from ((c.name, x, value) for x in c.scope if len(d[x]) > 1 for value in d[x] if value not in found[x])


def projected(c: Constraint, d: Domains) -> dict[str, set[Value]]:
    """The values that each variable of a constraint has in its tuples within the domains."""
    fitting = [values for values in product(*(d[y] for y in c.scope)) if c.allows(values)]
    return {x: {values[place] for values in fitting} for place, x in enumerate(c.scope)}


# --- passes -----------------------------------------------------------------------------------------------------------

_STOP, _CHANGED = "stop", "changed "
_MOST_UNCHANGED = 6

Passed = e.PassStarted | e.Consistent | e.PairsConsistent


def as_read(name: str) -> str:
    """What comes next, with what brings it: of two answers alone half would be guessed."""
    if name == _STOP:
        return "Stop: this pass has changed nothing"
    return f"Another pass: {name.removeprefix(_CHANGED)} has changed in this one"


def changed(look: ConsistencyState) -> list[str]:
    """What has changed in the pass that is over."""
    return [x for x, number in look.changed.items() if number == look.number]


def at_its_end(before: Before, event: Passed) -> Sequence[str]:
    """What comes after a pass; before the first there is nothing to be said."""
    if isinstance(event, e.PassStarted):
        return [f"{_CHANGED}{x}" for x in changed(before.of(ConsistencyState))] if event.number > 1 else ()
    return (_STOP,)


def not_at_its_end(before: Before, event: Passed) -> Iterator[Refused]:
    """What is unsupported, or has changed; and what has not."""
    look = before.of(ConsistencyState)
    if isinstance(event, e.PassStarted):
        why = "This pass has changed something, and what was looked at before that may not hold any more"
        lacking = next(unsupported(before), None)
        if lacking is None:
            yield Refused(_STOP, f"{why}: only a pass that changes nothing shows that all is consistent.")
        else:
            by, x, value = lacking
            yield Refused(_STOP, f"{why}: {x} = {value} is still there, and has no support in {by}.",
                          on_board(before, x))
    for x in unchanged(before):
        earlier = look.changed.get(x, 0)
        since = f" It changed in pass {earlier}, before that." if earlier else ""
        yield Refused(f"{_CHANGED}{x}", f"{x} is as it was when pass {look.number} began.{since}", on_board(before, x))


def unchanged(before: Before) -> list[str]:
    """What has not changed in the pass that is over: first what did in an earlier one, then what is open."""
    look, d, hidden = before.of(ConsistencyState), before.state.domains, before.network.hidden
    earlier = [x for x, number in look.changed.items() if number < look.number]
    open_ = [x for x in before.network.domains if len(d[x]) > 1 and x not in hidden]
    return list(dict.fromkeys((*earlier, *(x for x in open_ if look.changed.get(x) != look.number))))[:_MOST_UNCHANGED]


# --- tuples -----------------------------------------------------------------------------------------------------------

_DROP = "drop"


def those_that_agree(before: Before, event: e.TupleExtended) -> Sequence[str]:
    """The tuples of the other constraint that it extends to; without any, it goes. Nothing where they are not kept."""
    look = before.of(ConsistencyState)
    if look.pair not in look.listed:
        return ()
    return [row(theirs) for theirs in partners(look, event.values)] or [_DROP]


def held_against(before: Before, event: e.TupleExtended) -> str:
    """The tuple, and the constraint whose tuples it is held against."""
    look = before.of(ConsistencyState)
    return f"which tuple of {look.pair} goes with {row(event.values)} of {look.constraint}?"


def disagreeing(before: Before, event: e.TupleExtended) -> Iterator[Refused]:
    """The tuples that differ on what both share; where one does not, the tuple cannot go."""
    look = before.of(ConsistencyState)
    here, there = look.scopes[str(look.constraint)], look.scopes[str(look.pair)]
    if found := partners(look, event.values):
        yield Refused(_DROP, f"{row(found[0])} of {look.pair} has the same on all that both share, "
                             f"{listed(look.shared)}: they go together.", on_board(before, *look.shared))
    for theirs in left(look, str(look.pair)):
        if (x := clash(look, event.values, theirs)) is not None:
            mine, other = event.values[here.index(x)], theirs[there.index(x)]
            yield Refused(row(theirs), f"They differ on {x}: it is {mine} in {look.constraint}, and {other} there.",
                          on_board(before, x))
    every = look.listed[str(look.pair)]
    for theirs in every:
        if theirs in look.gone.get(str(look.pair), frozenset()):
            yield Refused(row(theirs), f"{look.pair} has lost that: it is none of its tuples any more.",
                          on_board(before, *there))
    yield from (Refused(row(theirs), f"{look.pair} does not allow that: it never was one of its tuples.",
                        on_board(before, *there)) for theirs in impossible(before, event) if theirs not in every)


def impossible(before: Before, event: e.TupleExtended) -> Iterator[tuple[Value, ...]]:
    """Values of the other constraint's variables that agree with the tuple, whether it allows them or not."""
    look, d = before.of(ConsistencyState), before.network.domains
    here, there = look.scopes[str(look.constraint)], look.scopes[str(look.pair)]
    mine = dict(zip(here, event.values, strict=True))
    return islice(product(*((mine[x],) if x in mine else d[x] for x in there)), _MOST_TOLD)


declare_calls(CONSISTENCY, {
    "verdict": Call(events=(e.SupportFound, e.NoSupport), prompt=tested, right=verdict, refused=not_so,
                    label=VERDICTS.__getitem__, after=(e.VariableTaken,), spoilers=(e.TupleTried,),
                    rule="A value stays if an assignment of the others satisfies the constraint with it; it goes once "
                         "all have failed."),
    "pass": Call(events=(e.PassStarted, e.Consistent, e.PairsConsistent), right=at_its_end, refused=not_at_its_end,
                 prompt=lambda before, _event: f"pass {before.of(ConsistencyState).number} is over: what now, and why?",
                 label=as_read, rule="The algorithm stops after the first pass that changes nothing."),
    "partner": Call(events=(e.TupleExtended,), prompt=held_against, right=those_that_agree, refused=disagreeing,
                    label=lambda name: "None: it is dropped" if name == _DROP else name,
                    rule="A tuple stays if the other constraint has one with the same values on all that both share; "
                         "any such will do."),
})
