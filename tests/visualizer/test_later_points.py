"""Learning at a later UIP than the first, as somebody may choose: by the definition of unique implication points, on
edges that are read from reasons; and what is drawn and said of it."""

from __future__ import annotations

from collections.abc import Iterator, Mapping, Sequence
from itertools import pairwise
from random import Random
from typing import Any, NamedTuple

import pytest
from hypothesis import given, settings
from hypothesis import strategies as st

from algorithms.core import Event, find_algorithm
from algorithms.events import Conflicted, JumpedBack, Learned
from algorithms.problems.forms.cnf import CNF, negation
from kit.drawn_texts import TextCanvas
from kit.sat_runs import cnfs, models_of, pigeonhole, random_3sat
from kit.states import of_form
from visualizer.canvas.primitives import Rect
from visualizer.canvas.theme import theme
from visualizer.families.satisfiability.analysis import Analysis, analysis_of
from visualizer.families.satisfiability.choices import way_past
from visualizer.families.satisfiability.focus import draw_sat_focus
from visualizer.families.satisfiability.graph_panel import draw_implication_graph
from visualizer.families.satisfiability.state import SatState, sat_of
from visualizer.stage.links import Links

FORMULAS = [random_3sat(14, 3), random_3sat(18, 6), random_3sat(30, 3), pigeonhole(3)]


class At:
    """Takes the UIP of that number, or the last one; or any."""

    def __init__(self, number: int, rng: Random | None = None) -> None:
        self.number, self.rng = number, rng
        self.offered: list[tuple[tuple[str, ...], str]] = []

    def __call__(self, kind: str, candidates: Sequence[Any], preferred: Any) -> Any:
        if kind != "UIP":
            return preferred
        taken = self.rng.choice(candidates) if self.rng else candidates[min(self.number, len(candidates)) - 1]
        self.offered.append((tuple(candidates), taken))
        return taken


class Learning(NamedTuple):
    """A clause that was learned: the search at the conflict, before the clause, and after it."""

    at_conflict: SatState
    event: Learned
    state: SatState
    analysis: Analysis
    offered: tuple[str, ...]


def learned(cnf: CNF, chooser: At, **options: object) -> Iterator[Learning]:
    whole = of_form(cnf)
    conflict: SatState | None = None
    for event in find_algorithm("cdcl").start(cnf, dict(options), 0, chooser):
        whole.apply(event)
        state = sat_of(whole)
        if isinstance(event, Conflicted):
            conflict = state.copy()
        elif isinstance(event, Learned):
            analysis = analysis_of(state)
            assert conflict is not None and analysis is not None
            yield Learning(conflict, event, state, analysis, chooser.offered[-1][0] if chooser.offered else ())


def points(state: SatState) -> list[str]:
    """By the definition: the literals of the last level without which no way leads from what the level begins with to
    the conflict, the one nearest to the conflict first."""
    level = [entry for entry in state.trail if entry.level == state.level]
    causes: dict[str, list[str]] = {
        entry.literal: [] if entry.because is None else
        [negation(other) for other in state.literals_of(entry.because) if other != entry.literal] for entry in level}
    assert state.conflict is not None
    causes["⊥"] = [negation(literal) for literal in state.literals_of(state.conflict)]
    start = level[0].literal
    assert _leads(causes, start, "")
    return [entry.literal for entry in reversed(level) if not _leads(causes, start, entry.literal)]


def _leads(causes: Mapping[str, Sequence[str]], start: str, without: str) -> bool:
    """Is there a way from there to the conflict, not through that literal?"""
    found, waiting = set[str](), ["⊥"]
    while waiting:
        node = waiting.pop()
        if node not in found and node != without and node in causes:
            found.add(node)
            waiting += causes[node]
    return start in found


@settings(deadline=None, max_examples=60)
@given(st.one_of(cnfs(), st.integers(0, 99).map(lambda seed: random_3sat(14, seed))), st.integers(0, 999))
def test_a_clause_is_learned_at_the_uip_that_it_is_said_to_be_learned_at(cnf: CNF, seed: int) -> None:
    for found in learned(cnf, At(0, Random(seed)), heuristic="first"):
        expected = points(found.at_conflict)
        assert found.offered == tuple(f"UIP {literal}" for literal in expected)
        at = negation(found.event.literals[0])
        assert expected[found.event.uip - 1] == at == found.analysis.uips[-1]
        assert list(found.analysis.uips) == expected[:found.event.uip]
        assert found.analysis.uip == expected[0]
        level = {negation(entry.literal): entry.level for entry in found.at_conflict.trail}
        levels = [level[literal] for literal in found.event.literals]
        assert levels.count(found.at_conflict.level) == 1 and levels[0] == found.at_conflict.level


@settings(deadline=None, max_examples=40)
@given(cnfs(), st.integers(0, 999))
def test_what_is_found_is_right_whatever_uips_are_taken(cnf: CNF, seed: int) -> None:
    steps, events = find_algorithm("cdcl").start(cnf, {"all": True}, 0, At(0, Random(seed))), list[Event]()
    while True:
        try:
            events.append(next(steps))
        except StopIteration as stop:
            assert stop.value.count == len(models_of(cnf))
            return


@pytest.mark.parametrize("cnf", FORMULAS)
def test_who_takes_the_first_one_changes_nothing_and_it_jumps_back_the_furthest(cnf: CNF) -> None:
    """A later one has the same literals of other levels, and perhaps more."""
    chooser = At(1)
    plain = list(find_algorithm("cdcl").start(cnf, {}, 0))
    assert list(find_algorithm("cdcl").start(cnf, {}, 0, chooser)) == plain
    assert any(len(candidates) > 1 for candidates, _ in chooser.offered)
    first = [event.level for event in plain if isinstance(event, JumpedBack)][:1]
    last = [event.level for event in find_algorithm("cdcl").start(cnf, {}, 0, At(99)) if isinstance(event, JumpedBack)]
    assert first[0] <= last[0]


# --- what is drawn and said ------------------------------------------------------------------------------------------

BOX = Rect(0, 0, 900, 600)


def texts(state: SatState) -> list[str]:
    """All that the two panels say."""
    canvas, links = TextCanvas(), Links()
    draw_implication_graph(canvas, BOX, state, theme("dark"), 1.0, links)
    draw_sat_focus(canvas, BOX, state, theme("dark"), 1.0, links)
    return sorted(canvas.texts)


@pytest.mark.parametrize("number", [1, 2, 99])
@pytest.mark.parametrize("cnf", FORMULAS)
def test_only_the_first_one_is_called_so(cnf: CNF, number: int) -> None:
    later = 0
    for found, _ in zip(learned(cnf, At(number), heuristic="first"), range(12), strict=False):
        said = texts(found.state)
        star = [text for text in said if "★" in text]
        assert star in (["★ first UIP"], ["★"], [])
        headline = next(text for text in said if text.startswith("conflict in clause"))
        sentence = found.event.sentence()
        if found.event.uip == 1:
            assert headline.endswith(", first UIP") and "UIP" not in sentence
        else:
            later += 1
            which = "second UIP" if found.event.uip == 2 else "third UIP" if found.event.uip == 3 else "th UIP"
            assert headline.endswith(which) and f"{which}." in sentence
        assert found.analysis.which_uip(found.analysis.lines[-1]) in headline
    assert later or number == 1


# --- what is refused -------------------------------------------------------------------------------------------------


@pytest.mark.parametrize("cnf", FORMULAS)
def test_past_what_is_no_uip_a_way_leads_to_the_conflict(cnf: CNF) -> None:
    refused = 0
    for found in learned(cnf, At(1), heuristic="first"):
        state = found.at_conflict
        for entry in (entry for entry in state.trail if entry.level == state.level):
            way = way_past(state, entry.literal)
            assert bool(way) == (entry.literal not in points(state))
            refused += bool(way)
            level = {other.literal: other for other in state.trail if other.level == state.level}
            assert entry.literal not in way
            assert not way or (way[0] == next(iter(level)) and way[-1] == "⊥")
            for cause, effect in pairwise(way):
                clause = state.conflict if effect == "⊥" else level[effect].because
                assert clause is not None and negation(cause) in state.literals_of(clause)
    assert refused
