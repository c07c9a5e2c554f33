"""What becomes of a value of an arc: what cannot be said of it, and why not."""

from __future__ import annotations

from collections.abc import Iterator, Sequence

from algorithms import events as e
from algorithms.arcs import ARCS
from algorithms.arcs import events as r
from algorithms.problems.forms.binary import Pair
from algorithms.problems.forms.csp import Value
from algorithms.words import counted, few, verb
from visualizer.families.arcs.questions import supports
from visualizer.families.arcs.state import ArcState
from visualizer.families.consistency.calls import VERDICTS, verdict
from visualizer.runs.bugs import on_board
from visualizer.runs.calling import Call, Refused, declare_calls
from visualizer.runs.questions import Before

_MOST_TOLD, _MOST_TRIED = 6, 20_000  # values that are told, and pairs that are gone through for what lacks a support


def seen(before: Before, event: e.SupportFound | e.NoSupport) -> Sequence[str]:
    """The verdict, where the variable is one of the puzzle. Its own are tuples by the dozen, all alike."""
    return () if event.variable in before.of(ArcState).hidden else verdict(before, event)


def tested(before: Before, event: e.SupportFound | e.NoSupport) -> str:
    """The value that is tested."""
    arc = before.of(ArcState).arc
    assert arc is not None  # it is being revised
    return f"{event.variable} = {event.value} is tested on {arc[0]} → {arc[1]}: what do you do?"


def not_so(before: Before, event: e.SupportFound | e.NoSupport) -> Iterator[Refused]:
    """Its support, or all that the partner has left; and what is unsupported elsewhere."""
    arcs, arc = before.of(ArcState), before.of(ArcState).arc
    assert arc is not None
    x, y = arc
    left, places = arcs.left_to(before.state, y), on_board(before, *arc)
    if isinstance(event, e.NoSupport):
        told = f"{few(left, _MOST_TOLD)} {verb(len(left), 'are')} left" if y not in arcs.hidden else \
            f"{counted(len(left), 'tuple')} {verb(len(left), 'are')} left"
        yield Refused("keep", f"To {y} {told}, and nothing of that goes with {x} = {event.value}.", places)
    else:
        found = supports(before, arc, event.value)[0]
        yield Refused("prune", f"{x} = {event.value} goes with {y} = {found}, which is left to {y}.", places)
    lacking = next((one for one in unsupported(before) if (one[0][0], one[1]) != (x, event.value)), None)
    if lacking is not None:
        (i, j), value = lacking
        yield Refused("stop", f"{i} = {value} is still there, and nothing that is left to {j} goes with it.",
                      on_board(before, i, j))
    else:
        wait = f"{counted(len(arcs.queue), 'arc')} {verb(len(arcs.queue), 'wait')}" if arcs.queue else \
            f"{x} → {y} is still under way"
        yield Refused("stop", f"{wait[:1].upper()}{wait[1:]}: the algorithm stops when nothing waits any more.")


def unsupported(before: Before) -> Iterator[tuple[Pair, Value]]:
    """Values of the puzzle's variables without a support, each with the arc that asks for it; in large networks of the
    first arcs alone."""
    arcs, tried = before.of(ArcState), 0
    for x, near in arcs.network.neighbours.items():
        if x in arcs.hidden:
            continue
        for y in near:
            tried += len(arcs.left_to(before.state, x)) * len(arcs.left_to(before.state, y))
            if tried > _MOST_TRIED:
                return
            yield from (((x, y), value) for value in arcs.left_to(before.state, x)
                        if not supports(before, (x, y), value))


declare_calls(ARCS, {
    "verdict": Call(events=(e.SupportFound, e.NoSupport), prompt=tested, right=seen, refused=not_so,
                    label=VERDICTS.__getitem__, after=(r.ArcTaken,), spoilers=(e.TupleTried,),
                    rule="A value stays if the partner has one left that goes with it; it goes once all have failed."),
})
