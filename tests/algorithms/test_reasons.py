"""Every reason that is given is one: what a sentence names is looked up in the puzzle, at random moments of runs."""

from __future__ import annotations

import re
from functools import cache
from itertools import product
from typing import Any

import pytest
from hypothesis import given, settings
from hypothesis import strategies as st
from test_search_explanations import puzzle_of
from test_sudoku_board import network

from algorithms import events as e
from algorithms.core import find_algorithm
from algorithms.problems.forms.at_least import AtLeastForm
from algorithms.problems.forms.cnf import CNF, negation
from algorithms.problems.forms.cover import Item, items_of
from algorithms.problems.forms.csp import CSP, Constraint, Domains
from algorithms.problems.gnomine.puzzle import Gnomine
from algorithms.problems.network import Network
from algorithms.problems.puzzle import Puzzle, form_of
from kit.at_least_runs import forms
from kit.mine_placements import positions
from kit.sat_runs import cnfs, models_of, random_3sat
from kit.states import before, of_form, timeline_on
from scenarios.timeline import Timeline
from visualizer.families.backbones.state import BackboneState
from visualizer.families.backbones.why import why as of_backbone
from visualizer.families.consistency.state import ConsistencyState
from visualizer.families.consistency.why import why as of_constraint
from visualizer.families.covering.state import CoverState
from visualizer.families.covering.why import why as of_cover
from visualizer.families.satisfiability.state import SatState, sat_of
from visualizer.families.satisfiability.why import why as of_search
from visualizer.puzzles.network import NetworkBoard
from visualizer.runs.states import State
from visualizer.runs.why import Explanation

MOST = 3000
SEARCHES = ("dpll", "unit-propagation", "cdcl")
BACKBONES = ("backbone-enumerate", "backbone-simple", "backbone-iterative", "backbone-core")


KINDS: dict[str, type[SatState]] = {"dancing-links": CoverState, **dict.fromkeys(BACKBONES, BackboneState)}


WHY = {SatState: of_search, BackboneState: of_backbone, CoverState: of_cover, ConsistencyState: of_constraint}


def told(timeline: Timeline[State], place: str) -> Explanation:
    """What the run has found out, whatever the puzzle says."""
    found = WHY[type(timeline.state.family)](timeline, NetworkBoard(network()), place)
    return found or Explanation(place, f"Nothing is known of {place} so far.", (place,))


def timeline_of(name: str, form: Any, **options: Any) -> Timeline[Any]:
    """A run on a form of its own, without a board."""
    timeline = Timeline(find_algorithm(name).start(form, options, 0), of_form(form, KINDS.get(name, SatState)))
    timeline.pull(MOST)
    return timeline


def recorded(name: str, puzzle: Puzzle, **options: Any) -> Timeline[Any]:
    """A run on a puzzle with its board."""
    timeline = timeline_on(puzzle, name, options)
    timeline.pull(MOST)
    return timeline


def seek(timeline: Timeline[Any], part: float) -> None:
    timeline.seek(round(part * len(timeline.events)))


def parts(sentence: str) -> list[tuple[str, int, str]]:
    """For each literal that a sentence explains: ``p = 1`` or ``¬p`` as a literal, the event, and the reason."""
    found = []
    for piece in sentence.removeprefix("A contradiction. ").removesuffix(".").split("; "):
        match = re.fullmatch(r"(\S+)(?: = ([01]))? on the trail \(event ([\d,]+)\): (.*)", piece)
        assert match is not None, piece
        literal = match[1] if match[2] != "0" else f"¬{match[1]}"
        found.append((literal, int(match[3].replace(",", "")), match[4]))
    return found


def earlier(sat: SatState, literal: str) -> set[str]:
    """The literals of the trail before this one."""
    words = [entry.literal for entry in sat.trail]
    return set(words[:words.index(literal)])


# --- searches for models -------------------------------------------------------------------------------------------


def check_clause(timeline: Timeline[Any], literal: str, reason: str) -> None:
    """The clause is unit under what was on the trail before, or, in a contradiction, false."""
    sat: SatState = sat_of(timeline.state)
    before = earlier(sat, literal)
    number = int(re.findall(r"clause ([\d,]+)", reason)[0].replace(",", ""))
    words = set(sat.literals_of(number))
    assert literal in words
    assert all(negation(other) in before for other in words - {literal})
    assert (negation(literal) in before) == ("no literal left at all" in reason)


def check_trail(timeline: Timeline[Any]) -> int:
    """All that is said of the trail; how many reasons were given."""
    sat: SatState = sat_of(timeline.state)
    said = 0
    for x in dict.fromkeys(entry.literal.lstrip("¬") for entry in sat.trail) if not sat.fates else ():
        found = told(timeline, x)
        pieces = parts(found.sentence)
        assert {literal for literal, _, _ in pieces} == {
            entry.literal for entry in sat.trail if entry.literal.lstrip("¬") == x}
        assert found.sentence.startswith("A contradiction") == (len(pieces) == 2)
        for literal, position, reason in pieces:
            event: Any = timeline.events[position - 1]
            assert event.literal == literal
            if isinstance(event, e.Implied):
                check_clause(timeline, literal, reason)
            elif isinstance(event, e.Complemented):
                assert reason == f"{negation(literal)} has been tried"
            else:
                assert isinstance(event, e.Decided | e.Assumed)
                assert reason == f"decided at level {event.level}"
            said += 1
    return said


@settings(deadline=None, max_examples=150)
@given(cnfs(), st.sampled_from([("dpll", True), ("dpll", False), ("unit-propagation", None), ("cdcl", True),
                                ("cdcl", False)]), st.floats(0, 1))
def test_a_clause_that_is_named_forces_the_literal(cnf: CNF, how: tuple[str, bool | None], part: float) -> None:
    name, every = how
    timeline = timeline_of(name, cnf, **({} if every is None else {"all": every}))
    seek(timeline, part)
    check_trail(timeline)


@pytest.mark.parametrize("name", SEARCHES)
@pytest.mark.parametrize("seed", range(3))
def test_the_same_at_every_conflict_of_a_hard_formula(name: str, seed: int) -> None:
    timeline = timeline_of(name, random_3sat(16, seed, 5.2))
    said = 0
    for position in timeline.positions(e.Conflicted)[:12]:
        for at in (position - 1, position, position + 1):
            timeline.seek(at)
            said += check_trail(timeline)
            check_conflict(timeline)
    assert said or not timeline.events


def check_conflict(timeline: Timeline[Any]) -> None:
    """What the event says of a conflict is so: both literals are in M for the clauses named, or the clause is false."""
    event, sat = timeline.event, sat_of(timeline.state)
    words = [entry.literal for entry in sat.trail]
    if isinstance(event, e.ClauseUnit):
        rest = [literal for literal in dict.fromkeys(sat.literals_of(event.clause)) if negation(literal) not in words]
        assert (rest == []) == event.false == ("All literals" in event.sentence())
        assert event.false or rest == [event.literal]
    if isinstance(event, e.Conflicted) and event.literal is not None:
        reasons = {entry.literal: entry.because for entry in sat.trail}
        assert reasons[event.literal] == event.because
        assert reasons[negation(event.literal)] == event.against
        assert all(literal in event.sentence() for literal in (event.literal, negation(event.literal)))
    elif isinstance(event, e.Conflicted):
        assert all(negation(literal) in words for literal in sat.literals_of(event.because))


@settings(deadline=None, max_examples=100)
@given(cnfs(), st.sampled_from(SEARCHES))
def test_every_conflict_is_one(cnf: CNF, name: str) -> None:
    timeline = timeline_of(name, cnf)
    for position in range(1, len(timeline.events) + 1):
        timeline.seek(position)
        check_conflict(timeline)


# --- at-least constraints ------------------------------------------------------------------------------------------


@settings(deadline=None, max_examples=150)
@given(forms(), st.sampled_from([("at-least-propagation", None), ("at-least-dpll", True), ("at-least-dpll", False)]),
       st.floats(0, 1))
def test_a_constraint_that_is_named_has_no_false_literal_to_spare(form: AtLeastForm, how: tuple[str, bool | None],
                                                                  part: float) -> None:
    name, every = how
    timeline = timeline_of(name, form, **({} if every is None else {"all": every}))
    seek(timeline, part)
    sat: SatState = sat_of(timeline.state)
    for entry in sat.trail:
        (literal, _, reason), = parts(told(timeline, entry.literal.lstrip("¬")).sentence)
        assert literal == entry.literal
        if entry.because is None:
            assert reason.startswith("decided at level") == entry.decided
            continue
        number = int(re.findall(r"of constraint (\d+),", reason)[0])
        words, least = sat.literals_of(number), form.constraints[number - 1].minimum
        before = earlier(sat, literal)
        false = [word for word in words if negation(word) in before]
        assert literal in words
        assert len(false) == len(words) - least
        named = re.search(r"may be false, and (.*) (?:is|are)$", reason)
        assert (named is None) == (not false)
        if named is not None:
            assert re.split(", | and ", named[1]) == false
            assert f"only {len(false)} literal" in reason


def item_named(items: dict[str, Item], reason: str) -> Item:
    return items[re.findall(r"item (\S+?)(?:,| |$)", reason)[0]]


@settings(deadline=None, max_examples=200)
@given(forms(), st.booleans(), st.floats(0, 1))
def test_dancing_links_names_what_forced_an_option(form: AtLeastForm, every: bool, part: float) -> None:
    timeline = timeline_of("dancing-links", form, all=every)
    seek(timeline, part)
    here = timeline.position
    for x in [entry.literal.lstrip("¬") for entry in sat_of(timeline.state).trail]:
        timeline.seek(here)
        found = told(timeline, x)
        (literal, position, reason), = parts(found.sentence)
        assert found.position == position > 0
        check_item(timeline, form, literal, position, reason)


def check_item(timeline: Timeline[Any], form: AtLeastForm, literal: str, position: int, reason: str) -> None:
    """One reason, in the state before its event: what the item has, needs and may have, counted afresh."""
    items = {item.name: item for item in items_of(form)}
    event: Any = timeline.events[position - 1]
    timeline.seek(position - 1)
    sat: SatState = sat_of(timeline.state)
    if isinstance(event, e.OptionExcluded):
        assert reason == f"left out, because all that goes with {negation(literal)} has been tried"
        assert timeline.event == e.OptionReturned(negation(literal))
        return
    if "no item needs it" in reason:
        assert event == e.OptionTaken(literal, None, event.level)
        return
    item = item_named(items, reason)
    words = [form.word(one) for one in item.literals]
    true = sum(sat.truth(word) is True for word in words)
    open_ = [word for word in words if sat.truth(word) is None]
    if isinstance(event, e.ItemCovered):
        assert true == item.most
        assert negation(literal) in open_
        assert f"may have {item.most or 'no'} true literal" in reason
    elif "gets one option only" in reason:
        assert event.option != negation(literal)
        assert {event.option, negation(literal)} <= set(open_)
        assert true == item.most - 1
    else:
        assert event.option == literal
        assert f"taken at level {event.level}" in reason
        forced = len(open_) == item.least - true  # without the option the item could not have what it needs
        assert ("a choice" in reason) == (not forced)
        assert (f"one of {len(open_)} options" in reason) == (not forced)
        assert forced == ("no other option" in reason or f"had just {len(open_)} options left" in reason)


@settings(deadline=None, max_examples=100)
@given(forms())
def test_what_is_forced_in_dancing_links_is_no_decision(form: AtLeastForm) -> None:
    """An option without which its item cannot go on has no Δ on the trail; one that was chosen has."""
    timeline = timeline_of("dancing-links", form, all=True)
    for position in timeline.positions(e.OptionTaken)[:20]:
        timeline.seek(position)
        event, sat = timeline.events[position], sat_of(timeline.state)
        assert isinstance(event, e.OptionTaken)
        item = {one.name: one for one in items_of(form)}.get(event.item or "")
        words = [form.word(one) for one in item.literals] if item is not None else []
        open_ = sum(sat.truth(word) is None for word in words)
        forced = item is not None and open_ == item.least - sum(sat.truth(word) is True for word in words)
        timeline.seek(position + 1)
        entry = sat_of(timeline.state).reason_of(event.option.lstrip("¬"))
        assert entry is not None
        assert entry.decided == (not forced)


# --- backbones -----------------------------------------------------------------------------------------------------


@settings(deadline=None, max_examples=200)
@given(cnfs(), st.sampled_from(BACKBONES), st.sampled_from(["own", "minisat"]), st.floats(0, 1))
def test_a_candidate_says_which_models_have_it(cnf: CNF, name: str, solver: str, part: float) -> None:
    timeline = timeline_of(name, cnf, solver=solver)
    seek(timeline, part)
    fates, models = sat_of(timeline.state).fates, models_of(cnf)
    seen = [set(event.literals) for event in timeline.events[:timeline.position] if isinstance(event, e.Modelled)]
    for literal, fate in fates.items():
        x = literal.lstrip("¬")
        said = told(timeline, x).sentence
        if fate == "backbone":
            assert all(model[x] == (literal == x) for model in models)
        elif fate != "candidate":
            assert len({model[x] for model in models}) == 2
        else:
            assert literal in seen[0]
            without = [model for model in seen if literal not in model]
            assert ("is without" in said) == bool(without)
            others = re.search(r"so (?:has|have) the other (?:([\d,]+) found|one found)", said)
            assert (0 if others is None else int(others[1] or 1)) == (0 if without else len(seen) - 1)
            if without:
                position = int(re.findall(r"that of event ([\d,]+) is without", said)[0].replace(",", ""))
                event: Any = timeline.events[position - 1]
                assert set(event.literals) == without[-1]


# --- consistency ---------------------------------------------------------------------------------------------------


def supported(c: Constraint, domains: Domains, x: str) -> tuple[Any, ...]:
    """The values of x that some tuple of the constraint within the domains has."""
    place = c.scope.index(x)
    tuples = [values for values in product(*(domains[y] for y in c.scope)) if c.allows(values)]
    return tuple(value for value in domains[x] if any(values[place] == value for values in tuples))


@settings(deadline=None, max_examples=60)
@given(positions(), st.booleans(), st.floats(0, 1))
def test_a_constraint_leaves_what_it_is_said_to_leave(puzzle: Gnomine, total: bool, part: float) -> None:
    """The very constraint that is named, of arc consistency; of pairs, the tuples that it has left by then."""
    options = {"mine_total": True} if total and puzzle.mines is not None else {}
    csp = puzzle.as_csp(**options)
    named = {c.name: c for c in csp.constraints}
    for name in ("gac", "path-consistency"):
        timeline = Timeline(find_algorithm(name).start(csp, {}, 0), before(puzzle, name, csp))
        timeline.pull_all()
        seek(timeline, part)
        here = timeline.position
        for position in [p for p in timeline.positions(e.Pruned) if p < here]:
            event = timeline.events[position]
            assert isinstance(event, e.Pruned)
            timeline.seek(here)
            said = told(timeline, event.variable).sentence
            assert f"only {', '.join(map(str, event.left))} to {event.variable}." in said
            who = re.search(r"Event [\d,]+: (?:the assignments that )?(\S+) (leaves|has left|and \S+ together)", said)
            assert who is not None
            assert who[1] == event.because
            timeline.seek(position)
            if who[2] == "leaves":
                assert supported(named[event.because], timeline.state.domains, event.variable) == event.left


def test_a_pair_of_constraints_is_named_as_what_it_is() -> None:
    """In 1-2-1 no number alone says anything: none may be blamed alone."""
    timeline = recorded("path-consistency", Gnomine.read(board=". . .\n1 2 1\n0 0 0"))
    seek(timeline, 1)
    for x in ("(0,0)", "(0,1)", "(0,2)"):
        assert re.search(r"Event \d+: the assignments that C\(1,.\) has left leave only [01] to \(0,.\)\.",
                         told(timeline, x).sentence)


@settings(deadline=None, max_examples=60)
@given(positions())
def test_a_number_settles_what_it_has_left(puzzle: Gnomine) -> None:
    form = puzzle.as_mine_count()
    numbers = {number.name: number for number in form.numbers}
    settled: dict[str, bool] = {}
    steps = find_algorithm("mine-probabilities").start(form, {}, 0)
    timeline = Timeline(steps, before(puzzle, "mine-probabilities", form))
    timeline.pull_all()
    for event in timeline.events:
        if isinstance(event, e.NumberSettled):
            number = numbers[event.number]
            assert set(event.cells) == set(number.among) - settled.keys()
            need = number.mines - sum(settled.get(x, False) for x in number.among)
            assert need == (len(event.cells) if event.mine else 0)
            assert f"{event.number} decides what it has left" in event.sentence()
            settled.update(dict.fromkeys(event.cells, event.mine))


# --- searches for solutions ------------------------------------------------------------------------------------------


@cache
def search_of(name: str, kind: str, seed: int, singles: bool) -> Timeline[Any]:
    return recorded(name, puzzle_of(kind, seed), singles=singles, all=True)


@settings(deadline=None, max_examples=80)
@given(st.sampled_from(["mrv-static", "mrv-plus", "dom-wdeg"]),
       st.sampled_from(["sudoku", "figure", "map", "network"]), st.integers(0, 3), st.booleans(), st.floats(0, 1))
def test_what_strikes_a_value_excludes_it(name: str, kind: str, seed: int, singles: bool, part: float) -> None:
    timeline, puzzle = search_of(name, kind, seed, singles), puzzle_of(kind, seed)
    csp: CSP = form_of(puzzle, CSP)
    start = round(part * len(timeline.events))
    for position in range(start, min(start + 60, len(timeline.events))):
        timeline.seek(position)
        check_search_event(csp, timeline.state, timeline.events[position])


def check_search_event(csp: CSP, state: State, event: Any) -> None:
    """What an event of a search says, in the domains before it."""
    domains = state.domains
    if isinstance(event, e.Struck | e.Emptied):
        x = event.variable
        lost = () if x is None else event.removed if isinstance(event, e.Struck) else domains[x]
        between = [c for c in csp.constraints if c.name == event.because or {event.because, x} == set(c.scope)]
        assert between
        for value in lost:
            assert x is not None
            assert any(value not in supported(c, domains, x) for c in between)
        if x is None:
            assert not any(c.allows(values) for c in between for values in product(*(domains[y] for y in c.scope)))
    elif isinstance(event, e.SingleFound) and event.unit is not None:
        able = [y for y in csp.units[event.unit] if event.value in domains[y]]
        assert able == [event.variable]
    elif isinstance(event, e.SingleFound):
        assert domains[event.variable] == (event.value,)
    elif isinstance(event, e.Homeless):
        assert not any(event.value in domains[y] for y in csp.units[event.unit])
    elif isinstance(event, e.Tied | e.VariableSelected):
        for y in event.candidates if isinstance(event, e.Tied) else (event.variable,):
            assert len(domains[y]) == event.size
    elif isinstance(event, e.Neutralised):
        values = {y: left[0] for y, left in domains.items() if len(left) == 1}
        assert len(values) == len(domains)
        assert all(c.allows([values[y] for y in c.scope]) for c in csp.constraints)


def test_a_network_with_a_wide_constraint_is_among_them() -> None:
    """Else nothing above would hold a strike by a constraint that is named."""
    puzzle = network()
    assert isinstance(puzzle, Network)
    assert any(len(c.scope) > 2 for c in puzzle.constraints)
