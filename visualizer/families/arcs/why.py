"""Why a value of a place is gone: which arc it had no support on, and where its supports went."""

from __future__ import annotations

from algorithms.problems.forms.binary import BinaryCSP
from algorithms.reasons import Link, Ray, Reason, Spot
from algorithms.words import counted, few, verb
from scenarios.timeline import Timeline
from visualizer.families.arcs.reasons import Removal, chain, lost_supports, record_of
from visualizer.families.arcs.state import arcs_of
from visualizer.runs.boards import Board
from visualizer.runs.states import State
from visualizer.runs.why import Explanation, began

_MOST_NAMED = 3  # supports that were lost


def why(timeline: Timeline[State], _board: Board, place: str) -> Explanation | None:
    """Of a variable the value that went last, of a place ``x=1`` that value, and why; None if none has gone."""
    network = arcs_of(timeline.state).network
    x, _, only = (place, "", "") if place in network.original.domains else place.rpartition("=")
    left = timeline.state.domains.get(x, ())
    record, start = record_of(timeline), began(timeline)
    found = [one for a in network.original.domains.get(x, ()) if a not in left and only in ("", str(a))
             and (one := record.last(x, a, start, timeline.position + 1)) is not None]
    if not found:
        return None
    removal = max(found, key=lambda one: one.position)
    rest = f"Left: {', '.join(map(str, left))}." if left else "Nothing is left."
    return Explanation(place, f"Event {removal.position:,}: {reason(timeline, removal)} {rest}",
                       tuple(dict.fromkeys((place, *_others(network, removal)))), removal.position,
                       reason=_drawn(timeline, removal))


def _drawn(timeline: Timeline[State], removal: Removal) -> Reason:
    """The values of the other variable that had supported it, struck, and a line from there to the value that went."""
    y, gone = removal.partner, Spot(removal.variable, removal.value)
    if y is None or y not in arcs_of(timeline.state).network.original.domains:
        return ()
    lost = tuple(Spot(y, one.value) for one in lost_supports(timeline, removal))
    return (Link((), (Spot(y),), struck=(*lost, gone), rays=(Ray(Spot(y), gone),)),)


def _others(network: BinaryCSP, removal: Removal) -> tuple[str, ...]:
    """The other places that a removal is about."""
    y = removal.partner or ""
    if y in network.original.domains:
        return (y,)
    return network.stands_for[y].scope if y in network.stands_for else ()


def reason(timeline: Timeline[State], removal: Removal) -> str:
    """Why a value of the puzzle went, in a sentence."""
    network = arcs_of(timeline.state).network
    x, y, of = f"{removal.variable} = {removal.value}", removal.partner, removal.because
    if y is None:
        alone = of not in network.stands_for
        return (f"{x} went, because {of} refuses it." if alone else
                f"{x} went, because no assignment that {of} has left contains it.")
    lost = lost_supports(timeline, removal)
    if y in network.stands_for:
        gone = f"; {counted(len(lost), 'assignment')} with it {verb(len(lost), 'are')} gone" if lost else ""
        return f"{x} went, because no assignment that {y} has left contains it{gone}."
    if not lost:
        return f"{x} went, because of {of}: no value that {y} had goes with it."
    which = "that" if len(lost) == 1 else "the last of them"
    last = max(one.position for one in lost)
    return (f"{x} went, because of {of}: it needs {y} = {few((one.value for one in lost), _MOST_NAMED)}, and {which} "
            f"went at event {last:,} ({' → '.join(chain(timeline, removal)[-4:])}).")
