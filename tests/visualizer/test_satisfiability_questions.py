"""What may be asked of propagation and of searches for models, against brute force on formulas that are made up."""

from __future__ import annotations

from collections.abc import Iterator
from functools import cache
from itertools import product
from typing import Any

import pytest
from hypothesis import given, settings
from hypothesis import strategies as st

from algorithms import events as e
from algorithms.core import Event, find_algorithm
from algorithms.problems.forms.at_least import AtLeast, AtLeastForm
from algorithms.problems.forms.cnf import negation
from kit.at_least_runs import forms
from kit.sat_runs import cnf_of, cnfs, random_3sat
from kit.session_desk import scenario
from kit.states import of_form
from scenarios.runs import AlgorithmRun
from scenarios.timeline import Timeline
from visualizer.families.satisfiability.standing import standing
from visualizer.families.satisfiability.state import SatState
from visualizer.runs.lazy_form import Form
from visualizer.runs.posing import deviations, pose, stop_before
from visualizer.runs.question import parts
from visualizer.runs.questions import Askable, Before, questions_of
from visualizer.runs.states import State

_MOST_EVENTS = 40


@cache
def run_of(algorithm: str) -> AlgorithmRun:
    """A run of it; on which formula does not matter here."""
    return scenario(f'{{title: t, puzzle: {{kind: cnf, formula: "p | q"}}, algorithm: {algorithm}}}').runs[0]


def states(algorithm: str, form: Form, **options: Any) -> list[tuple[Event | None, State]]:
    """The first events of a run, each with the state after it."""
    state = of_form(form)
    found: list[tuple[Event | None, State]] = [(None, state.copy())]
    steps = find_algorithm(algorithm).start(form, options, 0)
    for _, event in zip(range(_MOST_EVENTS), steps, strict=False):
        state.apply(event)
        found.append((event, state.copy()))
    return found


def asked(algorithm: str, form: Form, kind: type[Event], **options: Any) -> Iterator[tuple[Askable, Before, Any]]:
    """What is declared of such events, at each of them."""
    found = states(algorithm, form, **options)
    events = [event for event, _ in found[1:] if event is not None]
    for askable in questions_of(find_algorithm(algorithm)).askables:
        for index, event in enumerate(events):
            if askable.events == (kind,) and isinstance(event, kind):
                yield askable, Before(found[stop_before(events, askable, 0, index)][1], run_of(algorithm)), event


def forced_by(sat: SatState, literals: list[str], least: int) -> set[str]:
    """The literals that all completions have in which at least so many of these are true."""
    open_ones = [literal for literal in dict.fromkeys(literals) if sat.truth(literal) is None]
    variables = list(dict.fromkeys(literal.lstrip("¬") for literal in open_ones))
    fitting = []
    for values in product((False, True), repeat=len(variables)):
        told = dict(zip(variables, values, strict=True))
        true = {literal for literal in open_ones if told[literal.lstrip("¬")] != literal.startswith("¬")}
        known = {literal for literal in literals if sat.truth(literal)}
        if len(true | known) >= least:
            fitting.append(true)
    return set.intersection(*fitting) if fitting else set()


def forced(sat: SatState) -> set[str]:
    """What any of the parts forces, by trying all that it can still be."""
    form = sat.form
    given = [([form.word(literal) for literal in form.literals(number)], sat.minimum(number))
             for number in range(1, form.count + 1)]
    learned = [(list(literals), 1) for literals in sat.learned.values()]
    return {literal for literals, least in (*given, *learned) for literal in forced_by(sat, literals, least)}


def check_forcing(algorithm: str, form: Form, kind: type[Event]) -> None:
    """All that is forced is right, and nothing else; what is believed to be forced is not."""
    for askable, before, event in asked(algorithm, form, kind):
        candidates = askable.candidates(before)
        if not candidates or (isinstance(event, e.ClauseUnit) and event.false):
            continue
        right = {event.literal, *askable.legal(before, event)}
        assert right == forced(before.of(SatState))
        assert right <= set(candidates)
        assert all(before.of(SatState).truth(literal) is None for literal in candidates)
        for found in deviations(questions_of(find_algorithm(algorithm)), askable, before, event):
            assert found.value in candidates and found.value not in right
            assert "{" not in found.why


@pytest.mark.parametrize("algorithm", ["unit-propagation", "dpll", "cdcl"])
@settings(max_examples=15, deadline=None)
@given(cnf=cnfs(5))
def test_what_is_forced_in_clauses(algorithm: str, cnf: Form) -> None:
    check_forcing(algorithm, cnf, e.Implied)
    check_forcing(algorithm, cnf, e.ClauseUnit)


@pytest.mark.parametrize("algorithm", ["at-least-propagation", "at-least-dpll"])
@settings(max_examples=15, deadline=None)
@given(form=forms(5))
def test_what_is_forced_by_counting(algorithm: str, form: AtLeastForm) -> None:
    check_forcing(algorithm, form, e.Implied)


@pytest.mark.parametrize("algorithm", ["at-least-propagation", "at-least-dpll"])
@settings(max_examples=25, deadline=None)
@given(form=forms(5))
def test_what_a_tight_constraint_forces(algorithm: str, form: AtLeastForm) -> None:
    """Right is all that is open in any constraint that breaks with one more false literal; no belief leads there."""
    for askable, before, event in asked(algorithm, form, e.ConstraintTight):
        candidates, sat = askable.candidates(before), before.of(SatState)
        if not candidates:
            continue
        right = {frozenset(literals) for literals in (event.literals, *askable.legal(before, event))}
        tight = set()
        for number in range(1, form.count + 1):
            literals = [form.word(literal) for literal in form.literals(number)]
            open_ = {literal for literal in literals if sat.truth(literal) is None}
            if open_ and sum(sat.truth(literal) is not False for literal in literals) == sat.minimum(number):
                tight.add(frozenset(open_))
                assert open_ <= forced_by(sat, literals, sat.minimum(number)) or {*map(negation, open_)} & open_
        assert right == tight and frozenset().union(*right) <= {*candidates}
        for found in deviations(questions_of(find_algorithm(algorithm)), askable, before, event):
            assert frozenset(found.value) not in right
            assert found.belief != "at least means exactly" or not {*found.value} <= forced(sat)
            assert (found.value == ()) == (found.belief == "tight is broken")


def test_both_beliefs_about_tight_constraints_come_up() -> None:
    """a is true: of {a, b} one must be, so that nothing is said of b; ¬c forces d."""
    parts_ = AtLeast((1,), 1), AtLeast((1, 2), 1), AtLeast((-3,), 1), AtLeast((3, 4), 1)
    form = AtLeastForm(("a", "b", "c", "d"), parts_, ("",) * 4, 4)
    name = "at-least-propagation"
    beliefs = {found.belief: found.value for askable, before, event in asked(name, form, e.ConstraintTight)
               for found in deviations(questions_of(find_algorithm(name)), askable, before, event)}
    assert beliefs == {"tight is broken": (), "at least means exactly": ("¬b",)}


@pytest.mark.parametrize("seed", range(4))
def test_a_jump_goes_to_the_lowest_level_on_which_the_clause_is_unit(seed: int) -> None:
    jumps = list(asked("cdcl", random_3sat(8, seed), e.JumpedBack))
    assert jumps
    for askable, before, event in jumps:
        sat = before.of(SatState)
        clause = sat.learned[sat.newest]
        unit = [level for level in askable.candidates(before)
                if sum(entry.level <= level for literal in clause for entry in sat.trail
                       if entry.literal == negation(literal)) == len(clause) - 1]
        assert event.level == unit[0]
        for found in deviations(questions_of(find_algorithm("cdcl")), askable, before, event):
            assert (found.value in unit) == ("something" in found.why)  # what is said of it is so


def test_what_is_learned_can_be_put_together_from_what_is_offered() -> None:
    learned = [found for seed in range(4) for found in asked("cdcl", random_3sat(6, seed), e.Learned)]
    assert learned
    for askable, before, event in learned:
        assert set(event.literals) <= set(askable.candidates(before))
    beliefs = [found for askable, before, event in learned
               for found in deviations(questions_of(find_algorithm("cdcl")), askable, before, event)]
    assert any(found.belief == "the decisions are learned" for found in beliefs)


def test_the_pivot_is_one_of_those_offered_and_no_decision() -> None:
    for learning in ("first-UIP", "decision"):
        found = [found for seed in range(4)
                 for found in asked("cdcl", random_3sat(6, seed), e.Resolved, learning=learning)]
        assert found
        for askable, before, event in found:
            assert event.pivot in askable.candidates(before)
            assert all(wrong.value != event.pivot
                       for wrong in deviations(questions_of(find_algorithm("cdcl")), askable, before, event))


@settings(max_examples=15, deadline=None)
@given(cnf=cnfs(5), every=st.booleans())
def test_only_a_choice_has_another_branch(cnf: Form, every: bool) -> None:
    for askable, before, event in asked("dpll", cnf, e.Complemented, all=every):
        sat = before.of(SatState)
        assert event.literal in askable.candidates(before)
        chosen = [negation(entry.literal) for entry in sat.trail if entry.decided]
        assert event.literal == chosen[-1]
        for found in deviations(questions_of(find_algorithm("dpll")), askable, before, event):
            assert found.value not in chosen


@pytest.mark.parametrize("algorithm", ["dpll", "cdcl"])
@settings(max_examples=15, deadline=None)
@given(cnf=cnfs(5))
def test_what_comes_next_is_what_the_clauses_say(algorithm: str, cnf: Form) -> None:
    found = states(algorithm, cnf)
    events = [event for event, _ in found[1:] if event is not None]
    askable = next(one for one in questions_of(find_algorithm(algorithm)).askables if len(one.events) > 1)
    for index, event in enumerate(events):
        if not isinstance(event, askable.events):
            continue
        before = Before(found[stop_before(events, askable, 0, index)][1], run_of(algorithm))
        right, now = {type(event), *askable.legal(before, event)}, standing(before)
        assert type(event) in askable.candidates(before)
        if now.broken:
            assert right == {e.Implied, e.Conflicted}
        elif now.forced:
            assert right == {e.Implied}
        else:
            assert right <= {e.Decided, e.Modelled, e.Conflicted}  # a conflict with what DPLL has just added to M


def test_auxiliary_variables_are_not_asked_about() -> None:
    cnf = cnf_of([[1], [-1, 2]])
    hidden = type(cnf)(cnf.names, cnf.clauses, cnf.origins, 1)
    assert not any(askable.candidates(before) for askable, before, _ in asked("dpll", hidden, e.ClauseUnit))


def test_a_question_of_the_first_lesson() -> None:
    """p is true: ¬p ∨ ¬q forces ¬q, and p ∨ q, true by p, forces nothing."""
    lesson = scenario('{title: t, puzzle: {kind: cnf, formula: "p, p | q, ~p | ~q, q | r, ~q | ~r"}, '
                      'algorithm: unit-propagation}')
    timeline: Timeline[State] = Timeline(lesson.runs[0].steps(), of_form(lesson.runs[0].form()))
    timeline.pull_all()
    askable = questions_of(lesson.algorithm).askables[0]
    posed = pose(lesson.runs[0], timeline, askable, 2).question
    assert posed.right == {("¬q",)}
    offered = {option.text: option.belief for option in posed.options}
    assert offered["q"] == "a true clause forces"
    assert parts(askable.value(timeline.events[2])) == ("¬q",)
