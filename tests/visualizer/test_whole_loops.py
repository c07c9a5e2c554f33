"""A loop that somebody marks as a whole: right is what the definition says, over all sets of atoms; against each other
one stands that it is no loop, a rule that holds an atom of it up, or an atom of it that is false."""

from __future__ import annotations

import re
from collections.abc import Iterator
from itertools import chain, combinations, pairwise, product
from pathlib import Path

from hypothesis import given, settings
from hypothesis import strategies as st

from algorithms.answer_sets import events as a
from algorithms.answer_sets.loops import MOST_IN_PARTS
from algorithms.events import Attached, ClauseAdded, Conflicted, Implied
from algorithms.problems.forms.program import LogicProgram, Rule
from kit.programs import rules_text
from kit.refusals import Told, choices, recorded, text
from kit.session_desk import Clock, finish, settle
from kit.window_desk import window
from scenarios.loader import Scenario
from visualizer.families.answer_sets.loop_state import LoopState
from visualizer.runs import choosing
from visualizer.runs.asking import Asking
from visualizer.runs.choosing import choices_of
from visualizer.runs.question import Question
from visualizer.runs.questions import Before
from visualizer.runs.session import Session

# Three atoms that need each other, from x or from y on; without z the rule between two of them is blocked.
THREE = "{x}. {y}. {z}. a :- b. b :- a. b :- c, z. c :- b. a :- x. c :- y. d :- e. e :- d. e :- y. f :- not a."

# Without z, what leads from a to b leads not back within {a, b}, though nothing from outside holds that up.
THERE = "{z}. a :- a. a :- b, z. b :- b. b :- c, z. c :- a. c :- z. d :- not z."


@st.composite
def circular(draw: st.DrawFn) -> LogicProgram:
    """A program in which many atoms need each other."""
    atom = st.integers(1, 5)
    body = st.lists(atom, max_size=1).map(tuple)
    made = draw(st.lists(st.tuples(st.integers(1, 4), st.lists(atom, min_size=1, max_size=2).map(tuple), body),
                         min_size=4, max_size=9))
    rules = [Rule(5, choice=True), *(Rule(head, positive, negative) for head, positive, negative in made)]
    rules += [Rule(x, (), (5,)) for x in draw(st.sets(st.integers(1, 4), max_size=1))]
    return LogicProgram(tuple("abcde"), tuple(rules), ("",) * len(rules), 5)


def scenario(rules: str) -> Scenario:
    return text("loop-formulas", f'puzzle: {{kind: program, rules: "{rules}"}}\n', "options: {all: true}\n")


def subsets(atoms: tuple[str, ...]) -> Iterator[tuple[str, ...]]:
    return chain.from_iterable(combinations(atoms, size) for size in range(len(atoms) + 1))


class ByDefinition:
    """What the definitions say of a program on a trail, by names."""

    def __init__(self, before: Before) -> None:
        search = before.of(LoopState)
        self.program = search.program
        self.names = self.program.names
        self.true = {entry.literal for entry in search.trail}

    def positive(self, rule: int) -> set[str]:
        return {self.names[x - 1] for x in self.program.rules[rule - 1].positive}

    def head(self, rule: int) -> str:
        return self.names[self.program.rules[rule - 1].head - 1]

    def blocked(self, rule: int) -> bool:
        """Is its body false, or a literal of it? A body of several has a variable of its own."""
        one = self.program.rules[rule - 1]
        return f"¬body {rule}" in self.true or any(f"¬{x}" in self.true for x in self.positive(rule)) or any(
            self.names[x - 1] in self.true for x in one.negative)

    def holds_up(self, rule: int, atoms: set[str]) -> bool:
        return self.program.rules[rule - 1].head > 0 and self.head(rule) in atoms and not self.blocked(rule) \
            and atoms.isdisjoint(self.positive(rule))

    def unfounded(self, atoms: set[str]) -> bool:
        return not any(self.holds_up(rule, atoms) for rule in range(1, len(self.program.rules) + 1))

    def needs(self, x: str, y: str, within: set[str]) -> bool:
        """Is there a way, tried out with all orders of what is between?"""
        direct = {(self.head(number), z) for number, rule in enumerate(self.program.rules, 1) if rule.head
                  for z in self.positive(number)}
        walked, new = set[str](), {x}
        while new:
            new = {z for z in within for w in new if (w, z) in direct} - walked
            walked |= new
        return y in walked

    def loop(self, atoms: set[str]) -> bool:
        return bool(atoms) and all(self.needs(x, y, atoms) for x in atoms for y in atoms)

    def right(self, atoms: set[str]) -> bool:
        return self.loop(atoms) and self.unfounded(atoms) and not any(f"¬{x}" in self.true for x in atoms)


def asked(told: Told) -> Question:
    _, before, offer, _ = told
    return choosing.question(before, offer, choices_of(before.run.algorithm)["loop"])


def judge(told: Told) -> set[str]:
    """Each set of atoms: right by the definition, or refused with what is so. Tells what was said."""
    _, before, offer, _ = told
    question, truth, said = asked(told), ByDefinition(before), set[str]()
    right = {given_ for given_ in subsets(truth.names) if truth.right({*given_})}
    assert {*offer.names} == {f"{{{', '.join(given_)}}}" for given_ in right} and offer.taken in offer.names
    assert tuple(option.text for option in question.options) == truth.names
    for given_ in subsets(truth.names):
        atoms = {*given_}
        assert question.is_right(given_) == (given_ in right)
        if given_ in right:
            said.add("right")
            continue
        why, (places, reason) = question.against(given_), question.speaks(given_)
        if far := re.search(r"is no loop: (?:no rule for|within it,) (\w+) (?:does not need|needs) (\w+)", why):
            assert not truth.needs(far[1], far[2], atoms) and {*places} == {far[1], far[2]} <= atoms
            assert (far[1] == far[2]) == ("itself" in why) == (len(atoms) == 1)
            said.add("others" if "by way of others" in why else "itself" if "itself" in why else "no loop")
        elif rule := re.match(r"Rule (\d+) can hold up (\w+)", why):
            assert truth.holds_up(int(rule[1]), atoms) and truth.head(int(rule[1])) == rule[2] and reason
            said.add("rule")
        elif false := re.match(r"(\w+) is false already: a loop is looked for among the atoms that are not", why):
            assert f"¬{false[1]}" in truth.true and false[1] in atoms and false[1] in places
            said.add("false")
        else:
            assert not given_ and why == "A loop has at least one atom."
            said.add("nothing")
    return said


@given(circular(), st.integers(0, 99))
@settings(max_examples=60)
def test_the_loops_that_can_be_chosen_are_those_of_the_definition(program: LogicProgram, seed: int) -> None:
    for told, _ in zip(choices(scenario(rules_text(program)), "loop", seed), range(2), strict=False):
        judge(told)


def test_all_that_can_be_said_of_a_set_is_said_somewhere() -> None:
    said = set[str]()
    for rules, seed in product((THREE, THERE), range(3)):
        for told in choices(scenario(rules), "loop", seed):
            said |= judge(told)
    assert said == {"right", "others", "no loop", "itself", "rule", "false", "nothing"}


@given(circular(), st.integers(0, 99))
@settings(max_examples=40)
def test_the_formula_of_any_loop_makes_its_atoms_false_or_is_the_conflict(program: LogicProgram, seed: int) -> None:
    told = scenario(rules_text(program))
    run, (_, timeline) = told.runs[0], recorded(told, seed)
    for index, event in enumerate(timeline.events[:-1]):
        if not isinstance(event, a.LoopFound):
            continue
        assert isinstance(timeline.events[index - 1], a.UnfoundedFound)
        then = index + 1
        while not isinstance(timeline.events[then], Implied | Conflicted):
            assert isinstance(timeline.events[then], a.LoopFormulaAdded | ClauseAdded | Attached)
            then += 1
        new, at = timeline.events[index + 1].clauses, timeline.events[then]  # type: ignore[attr-defined]
        if isinstance(at, Conflicted):
            true = ByDefinition(Before(timeline.at(index), run)).true
            assert at.because in new and not true.isdisjoint(event.atoms)
        else:
            forced = timeline.events[then:then + len(new)]
            assert {one.literal for one in forced} == {f"¬{x}" for x in event.atoms}  # type: ignore[attr-defined]
            assert {one.because for one in forced} == {*new}  # type: ignore[attr-defined]


def playing(rules: str, most: int = 200) -> Iterator[tuple[Session, Asking]]:
    """The questions about loops; all else is left to the algorithm."""
    session = Session(scenario(rules), Clock())
    session.quiz.on = True
    session.choosing.toggle()
    for _ in range(most):
        session.forward(session.grain)
        settle(session)
        if (asking := session.quiz.open) is not None:
            if asking.question.together is not None:
                yield session, asking
            session.quiz.close()


def mark(asking: Asking, *atoms: str) -> None:
    for atom in {*asking.chosen} ^ {*atoms}:
        asking.choose(atom)
    asking.submit()


def test_another_loop_is_a_branch_that_finds_the_same_answer_sets() -> None:
    session, asking = next((session, asking) for session, asking in playing(THREE) if len(asking.question.right) > 1)
    first, stop = session.timeline, asking.question.stop
    assert asking.question.value == "{a, b, c}" and asking.question.right == {("a", "b", "c"), ("d", "e")}
    mark(asking, "a", "c", "d")
    assert asking.said == "{a, c, d} is no loop: within it, a does not need c, not even by way of others."
    mark(asking, "d", "e")
    session.quiz.close()
    assert session.timeline is not first and "{d, e} is allowed; the algorithm would take {a, b, c}" in session.notice
    assert session.timeline.events[stop] == a.LoopFound(("d", "e"))
    session.choosing.on = False
    settle(finish(session))
    first.pull_all()
    mine, own = ([sorted(event.atoms) for event in one.events if isinstance(event, a.AnswerSetFound)]
                 for one in (session.timeline, first))
    assert sorted(mine) == sorted(own) and mine


def test_the_loop_that_the_algorithm_takes_goes_on() -> None:
    session, asking = next(playing(THREE))
    timeline = session.timeline
    mark(asking, *asking.question.together.right[asking.question.value])  # type: ignore[union-attr]
    session.quiz.close()
    assert session.timeline is timeline and session.choosing.same == 1
    assert isinstance(timeline.events[session.here - 1], a.LoopFound)


def test_more_loops_than_anybody_goes_through_are_not_asked_for() -> None:
    atoms = [f"a{i}" for i in range(MOST_IN_PARTS + 1)]
    circle = " ".join(f"{x} :- {y}." for x, y in pairwise([*atoms, atoms[0]]))
    found = [*choices(scenario(f"{{x}}. {circle} a0 :- x."), "loop", 0)]
    assert found and all(offer.names == (offer.taken,) and not asked(told).options
                         for told in found for _, _, offer, _ in [told])


def test_in_a_lesson_the_loop_is_marked_on_the_board(tmp_path: Path) -> None:
    with window(tmp_path, asks=True) as desk:
        session = desk.open("learning-from-a-loop").session
        session.quiz._asks = {}
        desk.key("shift y")
        for _ in range(400):
            desk.key("right" if session.quiz.open is None else "escape")
            if session.quiz.open is not None and session.quiz.open.question.together is not None:
                break
        asking = session.quiz.open
        assert asking is not None and asking.question.places
        loop = asking.question.together.right[asking.question.value]  # type: ignore[union-attr]
        first, *others = [desk.over(atom) for atom in loop]
        desk.click(*first)
        desk.key("return")
        assert asking.said.startswith(f"{{{loop[0]}}} is no loop") and asking.tone == "bad"
        for spot in others:
            desk.click(*spot)
        desk.key("return")
        assert asking.over and session.timeline.event == a.LoopFound(loop)
