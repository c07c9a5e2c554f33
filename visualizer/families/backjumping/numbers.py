"""The numbers of the panels of a search that looks back: levels, jumps, checks made and saved, nodes."""

from __future__ import annotations

from collections.abc import Sequence
from typing import Any

from algorithms.backjumping import events as b
from algorithms.events import JumpedBack, SearchEnded, VariableSelected
from algorithms.problems.forms.csp import Value
from scenarios.timeline import Timeline
from visualizer.families.backjumping.record import Shadow, record_of
from visualizer.families.backjumping.state import BackjumpState
from visualizer.families.backtracking.numbers import depth_of
from visualizer.runs.numbers import Number, Worth, begin_of, events_since, last_of, said
from visualizer.runs.states import State

_MOVES = b.Instantiated, b.DeadEnd, b.SteppedBack, JumpedBack, VariableSelected


def level_of(search: BackjumpState) -> Number:
    """The level of the variable that is looked at."""
    return Number("level", search.level, "place of the variable in the order of the search: one more than that of the "
                  "last one that could keep its value", _last_move, rule=_level)


@depth_of.register
def _(_search: BackjumpState, x: str, depth: int) -> Number:
    """The same of a variable that has a value, or tries one."""
    return Number(f"depth of {x}", depth, f"place of {x} in the order of the search, as it took the value",
                  last_of((b.Instantiated, b.Saved), when=lambda event: event.variable == x), rule=said("level"))


def _last_move(timeline: Timeline[State], upto: int) -> Sequence[int]:
    """The event that led to the variable; where it was only chosen, the one that says where the search was, too."""
    last = last_of(_MOVES)(timeline, upto)
    if not last or not isinstance(timeline.events[last[0]], VariableSelected):
        return last
    return [*last_of(_MOVES[:-1])(timeline, last[0]), *last]


def _level(events: Sequence[Any]) -> Worth:
    chosen = bool(events) and isinstance(events[-1], VariableSelected)
    if chosen and len(events) == 1:
        return 1
    at: Worth = events[0].level
    return at + 1 if chosen and isinstance(events[0], b.Instantiated) else at


def jump_of(search: BackjumpState) -> Number:
    """Over how many variables the jump went."""
    assert search.returned is not None
    return Number("jumped over", search.returned.start - search.returned.level - 1, "variables between the dead end "
                  "and the one that the search has jumped back to", last_of((JumpedBack,)),
                  rule=lambda events: events[-1].start - events[-1].level - 1)


def checks_of(search: BackjumpState) -> Number:
    """The checks of the value under test."""
    return Number(f"checks of {search.current} = {search.trying}", len(search.checks), "how often this value was held "
                  "against that of another variable", events_since((b.Checked,), _MOVES))


def saved_of(search: BackjumpState) -> Number:
    """Those that were needless."""
    assert search.saved is not None
    return Number(f"checks saved for {search.current} = {search.trying}", search.saved.checks, "checks of this value "
                  "that what is remembered makes needless", last_of((b.Saved,)), rule=said("checks"))


# --- what is remembered ----------------------------------------------------------------------------------------------


def mcl_of(search: BackjumpState, x: str, value: Value, mcl: int) -> Number:
    """How far the value was checked last."""
    verdicts = last_of((b.Judged, b.Saved), when=lambda event: _is_of(event, x, value) and _verdict(event))
    return Number(f"mcl of {x} = {value}", mcl, "the level up to which this value was checked when it was tried last, "
                  "at least 1", verdicts, rule=lambda events: max(1, _upto(events[-1])) if events else 1)


def mbl_of(search: BackjumpState, x: str, value: Value, mbl: int) -> Number:
    """How far back the search has gone since then."""
    place, of_value = search.order.index(x) + 1, search.memory == "value"

    def counts(event: Any) -> bool:
        return event.level < place if isinstance(event, b.MarksLowered) else of_value and _is_of(event, x, value)

    def rule(events: Sequence[Any]) -> Worth:
        found, tried = 1, 1
        for event in events:
            if isinstance(event, b.MarksLowered):
                all_ = not of_value and event.dead_end == place
                found = event.level if all_ else min(found, event.level)
            elif isinstance(event, b.Judged):
                found = tried
            else:
                tried = event.level
                found = tried if _verdict(event) else found
        return found

    marks = events_since((b.Instantiated, b.Judged, b.MarksLowered), when=counts)
    return Number(f"mbl of {x} = {value}", mbl, "the lowest level that has changed since the value was tried last: "
                  "those before have not", marks, rule=rule)


def _is_of(event: Any, x: str, value: Value) -> bool:
    return (event.variable, event.value) == (x, value)


def _verdict(event: Any) -> bool:
    """Is that what a search remembers of a value? What is saved is a verdict where it was refused."""
    return isinstance(event, b.Judged) or (isinstance(event, b.Saved) and event.refused)


def _upto(event: b.Judged | b.Saved) -> int:
    return event.mcl if isinstance(event, b.Saved) else event.upto


# --- of the picture of the jumps -------------------------------------------------------------------------------------


def visited_of(count: int) -> Number:
    """The nodes."""
    return Number("nodes", count, "values that a variable took, to see whether it can keep them",
                  events_since((b.Instantiated,)))


def wasted_of(count: int) -> Number:
    """Those of them that CBJ has not."""

    def counted(timeline: Timeline[State], upto: int) -> Sequence[int]:
        record, first = record_of(timeline), begin_of(timeline, upto)
        assert record.shadow is not None
        nodes = zip(record.positions, record.shadowed, strict=True)
        return [at - 1 for at, node in nodes if first < at <= upto and not record.shadow.needed[node]]

    return Number("needless nodes", count, "nodes that conflict-directed backjumping does not visit in the same order",
                  counted)


def avoided_of(avoided: int, shadow: Shadow) -> Number:
    """The nodes that BT has before it comes to where the search is, and the search has not."""
    ways = b.Instantiated, b.Saved, b.DeadEnd, b.SteppedBack, JumpedBack, SearchEnded

    def counted(timeline: Timeline[State], upto: int) -> Sequence[int]:
        nodes = events_since((b.Instantiated,))(timeline, upto)
        return sorted({*nodes, *last_of(ways)(timeline, upto)}) if nodes else nodes

    def rule(events: Sequence[Any]) -> Worth:
        branch, visited, far = list[int](), 0, 0
        for event in events:
            if isinstance(event, b.Instantiated):
                del branch[event.level - 1:]
                branch.append(shadow.below[branch[-1] if branch else -1, event.value])
                visited, far = visited + 1, branch[-1] + 1
            elif isinstance(event, SearchEnded):
                far = len(shadow.ends)
            else:
                far = shadow.ends[branch[min(event.level, len(branch)) - 1]]
        return max(0, far - visited)

    return Number("nodes avoided", avoided, "nodes that chronological backtracking visits until it comes to the same "
                  "place, less those that this search has visited", counted, rule=rule)
