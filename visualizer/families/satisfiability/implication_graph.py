"""The implication graph: why the literals of the current level are on the trail, down to the conflict."""

from __future__ import annotations

from collections.abc import Iterable, Mapping, Sequence
from dataclasses import dataclass, field

from algorithms.problems.forms.cnf import negation
from visualizer.families.satisfiability.analysis import analysis_of, trail_at_conflict
from visualizer.families.satisfiability.entries import Entry
from visualizer.families.satisfiability.state import SatState

CONFLICT = "⊥"
MOST = 25  # nodes: of a larger graph only what lies between the first UIP and the conflict is drawn, with its causes
_MOST_FOLLOWED = 200  # literals


@dataclass(frozen=True)
class Graph:
    """Literals by column, in the order of the trail.

    columns:  every edge leads to the right; of two literals of the level, one that joined the trail later is never
              further to the left
    edges:    from a cause to what it helped to imply
    clauses:  by literal, or CONFLICT, the clause that its edges are of
    gathered: by a few words that stand for them, the literals that are not drawn one by one
    """

    columns: Mapping[str, int]
    edges: tuple[tuple[str, str], ...]
    clauses: Mapping[str, int] = field(default_factory=dict)
    gathered: Mapping[str, tuple[str, ...]] = field(default_factory=dict)


def implication_graph(state: SatState, most: int = MOST, rows: int = 12) -> Graph:
    """The part of the graph above the conflict (a false clause, or two literals that contradict each other); without a
    conflict, that of the current level, or only of its last literal. Causes of lower levels are not followed further,
    and facts (level 0) left out, but where all is of level 0. Of more than ``most`` literals, those before the first
    UIP are gathered; where more than ``rows`` are at the left, those of lower levels, too."""
    trail = trail_at_conflict(state)
    reasons, level = _reasons(state, trail)
    drawn = dict(reasons)
    gathered: dict[str, tuple[str, ...]] = {}
    levels = {entry.literal: entry.level for entry in trail}
    if len(drawn) > most and (point := first_uip(trail, reasons, level)) is not None:
        _gather_before(drawn, gathered, point, levels, level)
    _gather_causes(drawn, gathered, levels, level, rows)
    where = {entry.literal: index for index, entry in enumerate(trail)}
    order = sorted((node for node in drawn if node in where), key=where.__getitem__)
    order = [*gathered, *order, *([CONFLICT] if CONFLICT in drawn else [])]
    edges = tuple((cause, node) for node in order for cause in drawn[node])
    clauses = {entry.literal: entry.because for entry in trail
               if entry.because is not None and entry.level == level and entry.literal in drawn}
    if CONFLICT in drawn and state.analysed is not None and not _clashing(trail):
        clauses[CONFLICT] = state.analysed
    later = {node for node in order if levels.get(node, level) == level and node not in gathered}
    forced = later & clauses.keys() if level else set()
    return Graph(_columns(order, drawn, later, forced), edges, clauses, gathered)


def first_uip(trail: Sequence[Entry], reasons: Mapping[str, Sequence[str]], level: int) -> str | None:
    """The first literal of the level, seen from the conflict, through which all ways from the decision lead."""
    at = {entry.literal for entry in trail if entry.level == level}
    open_ = {literal for literal in reasons.get(CONFLICT, ()) if literal in at}
    for entry in reversed(trail):
        if entry.literal in open_:
            if len(open_) == 1:
                return entry.literal
            open_.discard(entry.literal)
            open_.update(literal for literal in reasons.get(entry.literal, ()) if literal in at)
    return None


def innocent(state: SatState) -> tuple[Entry, ...]:
    """The decisions, and what was given, from which no way leads to the false clause."""
    analysis = analysis_of(state)
    if analysis is None:
        return ()
    guilty = {negation(literal) for literal in analysis.lines[0].literals}
    for entry in reversed(analysis.trail):
        if entry.literal in guilty and entry.because is not None:
            guilty.update(map(negation, set(state.literals_of(entry.because)) - {entry.literal}))
    return tuple(entry for entry in analysis.trail if entry.decided and entry.literal not in guilty)


def _reasons(state: SatState, trail: Sequence[Entry]) -> tuple[dict[str, tuple[str, ...]], int]:
    """By literal its causes, of those that have a way to the conflict; and the level that it is about."""
    where = {entry.literal: index for index, entry in enumerate(trail)}
    reasons: dict[str, tuple[str, ...]] = {}
    if clashing := _clashing(trail):
        reasons[CONFLICT] = clashing
    elif state.analysed is not None:
        reasons[CONFLICT] = _false(state, state.analysed, where, len(trail))
    level = max((trail[where[cause]].level for cause in reasons.get(CONFLICT, ())), default=state.level)
    waiting = list(reasons.get(CONFLICT, ()))
    if not reasons:
        current = [entry.literal for entry in trail if entry.level == state.level]
        waiting = current if len(current) <= MOST else current[-1:]
    while waiting and len(reasons) < _MOST_FOLLOWED:
        literal = waiting.pop()
        entry = trail[where[literal]]
        if literal not in reasons and (entry.level or not level):
            followed = entry.because is not None and entry.level == level
            causes = _false(state, entry.because or 0, where, where[literal]) if followed else ()
            reasons[literal] = tuple(cause for cause in causes if cause != negation(literal))
            waiting += reasons[literal]
    kept = {literal: tuple(cause for cause in causes if cause in reasons) for literal, causes in reasons.items()}
    return kept, level


def _clashing(trail: Sequence[Entry]) -> tuple[str, ...]:
    """The two literals that contradict each other, if there are two, also once they are undone."""
    literals = {entry.literal for entry in trail}
    return tuple(entry.literal for entry in trail if negation(entry.literal) in literals)


def _false(state: SatState, clause: int, where: Mapping[str, int], before: int) -> tuple[str, ...]:
    """The complements of a clause's literals that were false then: those on the trail before that place."""
    literals = map(negation, dict.fromkeys(state.literals_of(clause)))
    return tuple(literal for literal in literals if where.get(literal, before) < before)


def _gather_before(drawn: dict[str, tuple[str, ...]], gathered: dict[str, tuple[str, ...]], point: str,
                   levels: Mapping[str, int], level: int) -> None:
    """What leads to the first UIP becomes one node, and so do the causes that only it has."""
    kept, waiting = {CONFLICT, point}, [CONFLICT]
    while waiting:
        for cause in drawn[waiting.pop()]:
            if cause not in kept:
                kept.add(cause)
                waiting.append(cause)
    gone = [literal for literal in drawn if literal not in kept]
    at_level = tuple(literal for literal in gone if levels[literal] == level)
    for literal in gone:
        del drawn[literal]
    drawn[point] = ()
    if at_level:
        name = f"{len(at_level)} at level {level}"
        gathered[name], drawn[name], drawn[point] = at_level, (), (name,)


def _gather_causes(drawn: dict[str, tuple[str, ...]], gathered: dict[str, tuple[str, ...]],
                   levels: Mapping[str, int], level: int, rows: int) -> None:
    """Where there are too many causes of lower levels, those of a level become one node, the most numerous first; where
    that does not do, all of them."""
    by_level: dict[int, list[str]] = {}
    for literal in drawn:
        if levels.get(literal, level) != level:
            by_level.setdefault(levels[literal], []).append(literal)
    count = sum(map(len, by_level.values()))
    whole = f"{count} at {len(by_level)} levels"
    groups: dict[str, list[str]] = {}
    for at in sorted(by_level, key=lambda at: (-len(by_level[at]), at)):
        if count > rows:
            count -= len(by_level[at]) - 1
            groups[f"{len(by_level[at])} at level {at}"] = by_level[at]
    if count > rows:
        groups = {whole: [literal for group in by_level.values() for literal in group]}
    for name, members in groups.items():
        if len(members) > 1:
            _replace(drawn, gathered, name, members)


def _replace(drawn: dict[str, tuple[str, ...]], gathered: dict[str, tuple[str, ...]], name: str,
             members: Iterable[str]) -> None:
    """One node in the place of several without causes."""
    gone = set(members)
    for node in gone:
        del drawn[node]
    for node, causes in drawn.items():
        if gone.intersection(causes):
            drawn[node] = tuple(dict.fromkeys(name if cause in gone else cause for cause in causes))
    drawn[name], gathered[name] = (), tuple(members)


def _columns(order: Iterable[str], drawn: Mapping[str, Sequence[str]], later: set[str],
             forced: set[str]) -> dict[str, int]:
    """The longest way from a literal without a cause, so that every edge leads to the right; those in ``later`` never
    before one that comes earlier in the order, so that a line from top to bottom can part the trail anywhere, and those
    ``forced`` behind all that stand there without a reason."""
    columns: dict[str, int] = {}
    last = 0
    for node in order:
        columns[node] = 1 + max((columns[cause] for cause in drawn[node]), default=0 if node in forced else -1)
        if node in later:
            last = columns[node] = max(last, columns[node])
    if CONFLICT in columns:
        columns[CONFLICT] = 1 + max((at for node, at in columns.items() if node != CONFLICT), default=-1)
    return columns
