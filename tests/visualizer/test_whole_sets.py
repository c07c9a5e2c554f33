"""An unfounded set that somebody marks as a whole: right is what the definition says, over all sets of atoms; against
each other one stands a rule that holds an atom of it up, or that nothing follows from it."""

from __future__ import annotations

import re
from collections.abc import Iterator
from itertools import chain, combinations
from pathlib import Path
from random import Random

import pytest
from hypothesis import given, settings
from hypothesis import strategies as st

from algorithms import events as e
from algorithms.answer_sets import events as a
from algorithms.core import find_algorithm
from algorithms.problems.forms.program import LogicProgram
from algorithms.problems.forms.semantics import unfounded_sets
from kit.choosers import Whatever
from kit.known_lessons import known
from kit.programs import programs, read, rules_text
from kit.refusals import text
from kit.session_desk import Clock, finish, settle
from kit.window_desk import window
from scenarios.loader import Scenario, find
from scenarios.runs import AlgorithmRun
from visualizer.families.answer_sets.state import ProgramState
from visualizer.runs.asking import Asking
from visualizer.runs.question import Question
from visualizer.runs.session import Session

LOOPS = "{x}. :- x. a :- b. c :- d. d :- c. c :- x. b :- a. e :- not a."  # a, b; and without x: c, d


WRITTEN = programs(rules=8).filter(lambda program: all(name in rules_text(program) for name in program.names))
"""Programs whose text has all of their atoms."""


def blocked(program: LogicProgram, rule: int, m: set[str]) -> bool:
    """Has M the complement of a literal of its body?"""
    one = program.rules[rule - 1]
    return any(f"¬{program.names[x - 1]}" in m for x in one.positive) or any(
        program.names[x - 1] in m for x in one.negative)


def holds_up(program: LogicProgram, rule: int, atoms: set[str], m: set[str]) -> bool:
    """Can the rule hold up an atom of the set from outside?"""
    one = program.rules[rule - 1]
    return one.head > 0 and program.names[one.head - 1] in atoms and not blocked(program, rule, m) and not any(
        program.names[x - 1] in atoms for x in one.positive)


def is_unfounded(program: LogicProgram, atoms: set[str], m: set[str]) -> bool:
    """The definition in section 2 of Lierler's handout, by names."""
    return not any(holds_up(program, rule, atoms, m) for rule in range(1, len(program.rules) + 1))


def subsets(atoms: tuple[str, ...]) -> Iterator[tuple[str, ...]]:
    return chain.from_iterable(combinations(atoms, size) for size in range(len(atoms) + 1))


def playing(scenario: Scenario) -> Session:
    session = Session(scenario, Clock())
    session.quiz.on = True
    session.choosing.toggle()
    return session


def asked(session: Session, most: int = 200) -> Iterator[Asking]:
    """The questions about sets; the others are left to the algorithm."""
    for _ in range(most):
        if session.quiz.open is None:
            if session.at_end:
                return
            session.forward(session.grain)
            settle(session)
        if (asking := session.quiz.open) is not None:
            if asking.question.together is not None:
                yield asking
            if session.quiz.open is asking:
                session.quiz.close()


def give(session: Session, asking: Asking, *atoms: str) -> None:
    """Marks these atoms and no others, and says that this is the answer."""
    for atom in {*asking.chosen} ^ {*atoms}:
        asking.choose(atom)
    asking.submit()
    if asking.over:
        session.quiz.close()


def judge(question: Question, program: LogicProgram, m: set[str], nothing_follows: set[str] | None = None) -> set[str]:
    """Each set of atoms: right by the definition, or refused with what is so. Tells what was said."""
    said, parts = set[str](), tuple(option.text for option in question.options)
    assert parts == program.names
    greatest = set[str]().union(*(u for u in subsets(parts) if is_unfounded(program, set(u), m)))
    for given_ in subsets(parts):
        atoms, why = set(given_), question.against(given_)
        places, reason = question.speaks(given_)
        if not is_unfounded(program, atoms, m):
            rule = int(re.match(r"Rule (\d+) can hold up ", why)[1])  # type: ignore[index]
            head = program.names[program.rules[rule - 1].head - 1]
            body = {program.names[abs(x) - 1] for x in program.rules[rule - 1].body}
            assert holds_up(program, rule, atoms, m) and f"can hold up {head}: " in why
            assert {*places} == {head, *body} and not question.is_right(given_)
            assert {spot.place for spot in reason[0].causes} == body and reason[0].through == (head, f"rule {rule}")
            assert {(ray.cause.place, ray.to.place) for ray in reason[0].rays} == {(x, head) for x in body}
            said.add("rule")
        elif nothing_follows is not None and atoms <= nothing_follows:
            assert not question.is_right(given_) and "nothing" in why and not reason
            said.add("nothing")
        elif nothing_follows is None and atoms != greatest:
            assert not question.is_right(given_) and "but not the greatest such set" in why and not reason
            said.add("smaller")
        else:
            assert question.is_right(given_), given_
            said.add("right")
    return said


@given(programs(rules=8), st.lists(st.sampled_from([1, -1, 2, -2, 3, -3, 4, -4]), max_size=4, unique_by=abs))
@settings(max_examples=100)
def test_all_parts_of_the_greatest_set_that_are_unfounded_are_told(program: LogicProgram, m: list[int]) -> None:
    words = {program.word(literal) for literal in m}
    by_definition = {u for u in subsets(program.names) if u and is_unfounded(program, set(u), words)}
    greatest = {program.names.index(x) + 1 for u in by_definition for x in u}
    found = [tuple(program.names[x - 1] for x in u) for u in unfounded_sets(program, m, greatest)]
    assert len(found) == len(set(found)) and set(found) == by_definition


@given(programs(rules=8), st.integers(0, 99))
@settings(max_examples=60)
def test_any_unfounded_set_may_become_false_and_is_told_as_what_it_is(program: LogicProgram, seed: int) -> None:
    """Whatever is chosen: an unfounded set by the definition, of which something follows; greatest if it says so."""
    m: list[str] = []
    u = set[str]()
    chooser = Whatever(Random(seed))
    for event in find_algorithm("answer-sets").start(program, {"all": True}, 0, chooser):
        if isinstance(event, e.Undone):
            del m[len(m) - len(event.literals):]
        elif isinstance(event, a.UnfoundedFound):
            u = set(event.atoms)
            union = set[str]().union(*(x for x in subsets(program.names) if is_unfounded(program, set(x), set(m))))
            assert u and is_unfounded(program, u, set(m)) and not u <= {x.lstrip("¬") for x in m if x[0] == "¬"}
            assert event.greatest == (u == union) and ("the greatest" in event.sentence()) == event.greatest
        elif isinstance(event, e.Decided | e.Complemented | a.UnitPropagated | a.MadeFalse):
            assert not isinstance(event, a.MadeFalse) or event.literal.lstrip("¬") in u
            m.append(event.literal)


def scenario(algorithm: str, program: LogicProgram, options: str) -> Scenario:
    """That algorithm on a program, as a lesson has it."""
    return text(algorithm, f'puzzle: {{kind: program, rules: "{rules_text(program)}"}}\n', f"options: {options}\n")


def m_at(run: AlgorithmRun, stop: int) -> set[str]:
    """M after so many events of the algorithm's own run, by the events alone."""
    m: list[str] = []
    for event, _ in zip(run.steps(), range(stop), strict=False):
        if isinstance(event, e.Undone):
            del m[len(m) - len(event.literals):]
        elif isinstance(event, e.Decided | e.Complemented | a.UnitPropagated | a.MadeFalse | e.Assumed):
            m.append(event.literal)
    return set(m)


@given(WRITTEN)
@settings(max_examples=40)
def test_a_search_takes_any_unfounded_set_from_which_something_follows(program: LogicProgram) -> None:
    session = playing(scenario("answer-sets", program, "{all: true}"))
    run = session.scenario.runs[0]
    for asking, _ in zip(asked(session), range(3), strict=False):
        m = m_at(run, asking.question.stop)
        judge(asking.question, run.form(), m, {x for x in run.form().names if f"¬{x}" in m})


@given(WRITTEN, st.lists(st.sampled_from(("", "~", "-")), min_size=4, max_size=4))
@settings(max_examples=40)
def test_only_the_greatest_set_is_what_is_looked_for(program: LogicProgram, signs: list[str]) -> None:
    given_ = [sign + name for sign, name in zip(signs, program.names, strict=True) if sign != "-"]
    session = playing(scenario("unfounded", program, f"{{given: [{', '.join(given_)}]}}"))
    run = session.scenario.runs[0]
    asking = next(asked(session))
    m = m_at(run, asking.question.stop)
    assert m == {one.replace("~", "¬") for one in given_}
    assert "right" in judge(asking.question, run.form(), m) and len(asking.question.right) == 1


def test_all_that_can_be_said_of_a_set_is_said_somewhere() -> None:
    for algorithm, options, wanted in (("answer-sets", "{all: true}", {"rule", "nothing", "right"}),
                                       ("unfounded", "{given: [~x]}", {"rule", "smaller", "right"})):
        session, said = playing(scenario(algorithm, read(LOOPS), options)), set[str]()
        run = session.scenario.runs[0]
        for asking in asked(session):
            m = m_at(run, asking.question.stop)
            said |= judge(asking.question, run.form(), m, {x for x in run.form().names if f"¬{x}" in m}
                          if algorithm == "answer-sets" else None)
        assert said == wanted


def test_another_set_is_a_branch_that_finds_the_same_answer_sets() -> None:
    session = playing(scenario("answer-sets", read(LOOPS), "{all: true}"))
    asking = next(asking for asking in asked(session) if len(asking.question.right) > 2)
    first, stop = session.timeline, asking.question.stop
    assert asking.question.value == "{a, b, c, d}" and ("c", "d") in asking.question.right
    give(session, asking, "c")
    assert asking.said == "Rule 4 can hold up c: M does not block it, and it needs nothing of {c}."
    give(session, asking, "c", "d")
    assert session.timeline is not first and len(session.past) == 1
    event = session.timeline.events[stop]
    assert event == a.UnfoundedFound(("c", "d"), greatest=False)
    assert event.sentence() == "{c, d} is an unfounded set on M." and "{c, d} is allowed" in session.notice
    session.choosing.on = False
    settle(finish(session))
    first.pull_all()
    mine, own = ([event for event in one.events if isinstance(event, a.AnswerSetFound)]
                 for one in (session.timeline, first))
    assert sorted(event.atoms for event in mine) == sorted(event.atoms for event in own) == [("e",)]
    assert session.state.of(ProgramState) is not None
    rest = [event.atoms for event in session.timeline.events[stop:] if isinstance(event, a.UnfoundedFound)]
    assert rest[:2] == [("c", "d"), ("a", "b", "c", "d")]


def test_the_set_that_the_algorithm_takes_goes_on_and_one_click_less_is_enough_for_nobody() -> None:
    session = playing(known(find("what-holds-itself-up")))
    asking = next(asked(session))
    timeline = session.timeline
    give(session, asking, "a", "c", "d")
    assert "but not the greatest such set" in asking.said and not asking.over
    give(session, asking, "a", "c", "d", "e")
    assert session.timeline is timeline and not session.past and session.here == asking.question.shown
    event = timeline.events[session.here - 1]
    assert isinstance(event, a.UnfoundedFound) and {*event.atoms} == {"a", "c", "d", "e"}
    assert "So does the algorithm." in session.notice and session.choosing.refused == 1


def test_who_leaves_the_set_to_the_algorithm_goes_step_by_step() -> None:
    session = playing(known(find("what-holds-itself-up")))
    asking = next(asked(session))
    session.quiz.close()
    assert session.here == asking.question.stop and "step by step" in session.notice
    while session.quiz.open is None:
        session.forward(session.grain)
        settle(session)
    assert session.quiz.open.question.together is None and session.here < asking.question.shown - 1


@pytest.mark.parametrize(("algorithm", "options"), [("answer-sets", "{}"), ("unfounded", "{}")])
def test_more_atoms_than_anybody_marks_are_not_asked_for(algorithm: str, options: str) -> None:
    loops = " ".join(f"a{i} :- b{i}. b{i} :- a{i}." for i in range(6))
    session = playing(text(algorithm, f'puzzle: {{kind: program, rules: "{loops}"}}\n', f"options: {options}\n"))
    assert not [*asked(session)]


def test_atoms_are_clicked_on_the_board_and_what_holds_one_up_is_drawn(tmp_path: Path) -> None:
    with window(tmp_path, asks=True) as desk:
        session = desk.open("true-but-not-held-up").session
        desk.key("shift y")
        for _ in range(40):
            desk.key("right")
            if session.quiz.open is not None and session.quiz.open.question.together is not None:
                break
            if session.quiz.open is not None:
                desk.key("escape")
        asking = session.quiz.open
        assert asking is not None and asking.question.places and asking.question.right == {("c", "d")}
        spots = {atom: desk.over(atom) for atom in "cd"}
        desk.click(*spots["c"])
        desk.key("return")
        assert asking.chosen == ["c"] and asking.said.startswith("Rule 4 can hold up c")
        assert desk.stage._view().reason == asking.reason != ()
        desk.click(*spots["d"])
        desk.key("return")
        assert session.quiz.open is not asking and "1 of 1" in session.notice
        assert isinstance(session.timeline.events[asking.question.stop], a.UnfoundedFound)
