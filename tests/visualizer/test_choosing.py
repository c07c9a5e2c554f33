"""Be the algorithm: what is right goes on, what is allowed becomes a branch, what is wrong is refused with a reason."""

from __future__ import annotations

from collections import Counter, deque
from collections.abc import Sequence
from itertools import combinations, islice
from random import Random
from typing import Any

import pytest
from hypothesis import given, settings
from hypothesis import strategies as st

from algorithms.core import algorithms
from algorithms.covering.dancing_links import dancing_links
from algorithms.events import CoverFound, Decided, FixedBackbone, Modelled
from algorithms.problems.exact_cover import ExactCover
from kit.known_lessons import events, every_lesson, known, short_lessons
from kit.session_desk import Clock, finish, open_session, settle
from scenarios.choices import Chooser
from scenarios.loader import Scenario, find
from visualizer.runs.choosing import choices_of, why_none
from visualizer.runs.session import Session


def asked(scenario: Scenario, skip: int = 0) -> Session:
    """A session that stands at the first choice, or at a later one."""
    session = Session(scenario, Clock())
    session.quiz.on = True
    session.choosing.toggle()
    for number in range(skip + 1):
        for _ in range(2_000):
            session.forward(session.grain)
            settle(session)
            if session.quiz.open is not None or session.at_end:
                break
        if session.quiz.open is None or number == skip:
            break
        session.quiz.close()
    return session


def test_what_the_algorithm_takes_goes_on() -> None:
    session = asked(known(find("dpll")))
    asking = session.quiz.open
    assert asking is not None and asking.question.prompt == "Your move: which literal comes next?"
    timeline = session.timeline
    asking.choose(asking.question.value)
    session.quiz.close()
    assert session.timeline is timeline and not session.past
    assert session.here == asking.question.stop + 1
    assert "1 of 1 as the algorithm chooses" in session.notice


def test_what_is_allowed_becomes_a_branch_and_control_z_leaves_it() -> None:
    session = asked(known(find("dpll")))
    asking, timeline = session.quiz.open, session.timeline
    assert asking is not None
    other = next(text for (text,) in sorted(asking.question.right) if text != asking.question.value)
    asking.choose(other)
    session.quiz.close()
    assert session.timeline is not timeline and len(session.past) == 1
    assert "branch" in session.notice and "0 of 1" in session.notice
    assert any(getattr(event, "literal", "") == other for event in session.timeline.events[asking.question.stop:])
    session.choosing._passed |= {(id(session.timeline), index) for index in range(99)}  # the rest is left to it
    settle(finish(session))
    counter = next(counter for counter in session.scenario.algorithm.counters if counter.better)
    timeline.pull_all()
    assert f"{counter.name}: {session.timeline.total(counter)}, and " \
           f"{timeline.total(counter, len(timeline.events))}" in session.notice
    session.undo()
    assert session.timeline is timeline


def test_what_is_wrong_is_refused_with_its_reason() -> None:
    session = asked(known(find("learning-from-a-conflict")), skip=2)
    asking = session.quiz.open
    assert asking is not None
    wrong = next(option for option in asking.options if option.why)
    asking.choose(wrong.text)
    assert asking.said == wrong.why and not asking.over
    assert "true already" in wrong.why
    session.quiz.close()  # left to the algorithm
    assert session.choosing.made == 0 and session.choosing.refused == 1


def choosing_lessons() -> list[Scenario]:
    """Short lessons, a few for each family that has choices."""
    found: dict[str, list[Scenario]] = {}
    for scenario in (*sorted(short_lessons(), key=events), known(find("fair-deals"))):
        if choices_of(scenario.algorithm) and events(scenario) > 10:
            found.setdefault(scenario.algorithm.family.name, []).append(scenario)
    return [scenario for lessons in found.values() for scenario in lessons[:4]]


def test_as_a_test_nothing_is_refused_and_all_is_told_at_the_end() -> None:
    """Of choices and of what the rule determines: every second answer is wrong."""
    session = Session(known(find("exact-cover")), Clock())
    session.quiz.on = True
    session.choosing.toggle(test=True)
    told, wrong, right = list[str](), 0, 0
    for _ in range(400):
        session.forward(session.grain)
        settle(session)
        while (asking := session.quiz.open) is not None:
            refused = [option for option in asking.options if (option.text,) not in asking.question.right]
            if refused and (wrong + right) % 2:
                asking.choose(refused[0].text)
                told.append(f"Event {asking.question.stop + 1:,}: not {refused[0].label}. {refused[0].why}")
                wrong += 1
            else:
                asking.choose(asking.question.value)
                right += 1
            assert asking.over and not asking.said
            session.quiz.close()
            assert "is noted" in session.notice or session.at_end
        if session.at_end:
            break
    assert wrong > 1 and right
    verdict = session.choosing.verdict
    assert session.notice.startswith(verdict) and session.answered == "Your move, as a test"
    assert verdict.startswith(f"{right} of {right + wrong} right. {told[0]}")
    assert all(one in verdict for one in told[:6])
    assert ("more." in verdict) == (wrong > 6)
    session.choosing.toggle()
    assert not session.choosing.test and session.answered == "Your move, as a test" and session.notice == verdict
    assert not session.past  # the run is the algorithm's


def test_who_does_not_know_in_a_test_is_told_nothing_before_its_end() -> None:
    session = Session(known(find("dpll")), Clock())
    session.quiz.on = True
    session.choosing.toggle(test=True)
    for _ in range(200):
        session.forward(session.grain)
        settle(session)
        if session.quiz.open is not None:
            break
    asking = session.quiz.open
    assert asking is not None
    asking.hint()
    assert asking.over and not asking.said
    session.quiz.close()
    assert "0 of 1 right. Event" in session.choosing.verdict and "nothing was said." in session.choosing.verdict


@pytest.mark.parametrize("scenario", choosing_lessons(), ids=lambda scenario: scenario.name)
def test_every_answer_is_allowed_or_refused(scenario: Scenario) -> None:
    for skip in range(2):
        session = asked(scenario, skip)
        if session.quiz.open is None:
            return  # it makes no choice there
        question = session.quiz.open.question
        for option in question.options:
            assert question.many or bool(option.why) != ((option.text,) in question.right), option
            assert not option.why or option.why.endswith(".")
        for option in question.beside:
            assert bool(option.why) != ((option.text,) in question.right) and option not in question.options
        right = question.right if question.together is None else {(name,) for name in question.together.right}
        assert (question.value,) in right and 2 <= len(question.options) <= 12


def test_every_family_with_choices_asks_for_some() -> None:
    families = {algorithm.family.name for algorithm in algorithms().values() if choices_of(algorithm)}
    asks = {scenario.algorithm.family.name for scenario in choosing_lessons()
            if asked(scenario).quiz.open is not None}
    assert families == asks


def test_where_nothing_is_chosen_it_says_so() -> None:
    session = Session(known(find("a-player-that-explains")), Clock())
    session.choosing.toggle()
    assert not session.choosing.on and "no choice" in session.notice


def test_every_algorithm_has_choices_or_says_why_it_has_none() -> None:
    for algorithm in algorithms().values():
        assert bool(choices_of(algorithm)) == algorithm.chooses != bool(why_none(algorithm)), algorithm.name
    none = {name for name, algorithm in algorithms().items() if not algorithm.chooses}
    assert none == {"auto-player", "completion"}


def test_the_kinds_that_are_declared_of_an_algorithm_are_those_that_it_offers() -> None:
    offered: dict[str, set[str]] = {}
    for scenario in every_lesson():
        for run in scenario.runs:
            chooser = Chooser()
            deque(islice(run.steps(chooser), 3_000), maxlen=0)
            offered.setdefault(run.algorithm.name, set()).update(chooser.kinds)
            assert {*chooser.kinds} <= {*choices_of(run.algorithm)}, scenario.name
    assert len(offered) > 40
    for name, kinds in offered.items():
        assert kinds == {*choices_of(algorithms()[name])}, name


def test_which_model_is_listed_next_is_the_learners_choice_and_the_backbone_is_the_same() -> None:
    session = asked(known(find("a-backbone-by-listing-models")))
    asking, timeline = session.quiz.open, session.timeline
    assert asking is not None and asking.question.prompt == "Your move: which literal comes next?"
    other = next(text for (text,) in sorted(asking.question.right) if text != asking.question.value)
    asking.choose(other)
    session.quiz.close()
    decided = session.timeline.events[asking.question.stop]
    assert session.timeline is not timeline and isinstance(decided, Decided) and decided.literal == other
    session.choosing.on = False
    settle(finish(session))
    timeline.pull_all()
    mine, own = (Counter(event.literals for event in one.events if isinstance(event, Modelled))
                 for one in (session.timeline, timeline))
    assert [*map(sorted, mine)] != [*map(sorted, own)]
    assert {*map(frozenset, mine)} == {*map(frozenset, own)} and mine.total() == own.total() == 6
    found = [{event.literal for event in one.events if isinstance(event, FixedBackbone)}
             for one in (session.timeline, timeline)]
    assert found[0] == found[1] and len(found[0]) == 3


def test_where_minisat_lists_the_models_it_says_that_nothing_is_decided() -> None:
    puzzle = "puzzle: {kind: cnf, formula: \"p | q, ~p | r\"}\n"
    for solver in ("own", "minisat"):
        session = open_session(f"title: T\nalgorithm: backbone-enumerate\noptions: {{solver: {solver}}}\n{puzzle}")
        session.choosing.toggle()
        assert session.choosing.on and ("MiniSat decides by itself" in session.notice) == (solver == "minisat")
        settle(finish(session))
        assert ("literal" in session.lanes.first.run.chooser.kinds) == (solver == "own")


COVERS = st.dictionaries(st.sampled_from("ABCDEFGH"), st.sets(st.sampled_from("abcde"), min_size=1).map(sorted),
                         min_size=1, max_size=8)


@settings(max_examples=40)
@given(COVERS, st.booleans(), st.randoms(use_true_random=False))
def test_any_item_and_any_option_first_find_all_covers(options: dict[str, list[str]], secondary: bool,
                                                                any_order: Random) -> None:
    items = sorted({item for covered in options.values() for item in covered})
    once, most = (items[:-1] or items, items[-1:] if len(items) > 1 else []) if secondary else (items, [])
    form = ExactCover.read(items=tuple(once), secondary=tuple(most),
                           options={name: tuple(covered) for name, covered in options.items()}).as_at_least()
    offered = list[tuple[str, int]]()

    def choose(kind: str, candidates: Sequence[Any], _preferred: Any) -> Any:
        offered.append((kind, len(candidates)))
        return any_order.choice(candidates)

    found = [event.options for event in dancing_links(form, all=True, choose=choose)
             if isinstance(event, CoverFound)]
    useful = sorted(name for name, covered in options.items() if set(covered) & set(once))  # the others cover nothing
    covers = {chosen for count in range(len(useful) + 1) for chosen in combinations(useful, count)
              if all(sum(item in options[name] for name in chosen) == 1 for item in once)
              and all(sum(item in options[name] for name in chosen) <= 1 for item in most)}
    assert sorted(tuple(sorted(taken)) for taken in found) == sorted(covers)
    assert all(count for _, count in offered)


@pytest.mark.parametrize("name", ["min-conflicts", "ac3", "dancing-links"])
def test_what_is_refused_is_never_what_the_algorithm_offers(name: str) -> None:
    scenario = min((lesson for lesson in every_lesson() if lesson.algorithm.name == name), key=events)
    session, refused = Session(scenario, Clock()), 0
    session.quiz.on = True
    session.choosing.toggle()
    for _ in range(400):
        session.forward(session.grain)
        settle(session)
        if (asking := session.quiz.open) is not None and session.choosing._call is not None:
            session.quiz.close()
        elif asking is not None:
            offer = session.choosing._offer
            assert offer is not None
            wrong = [option for option in asking.question.options if option.why]
            assert not {option.text for option in wrong} & set(offer.names)
            refused += len(wrong)
            session.quiz.close()
        if session.at_end or refused > 6:
            break
    assert refused


@pytest.mark.parametrize(("name", "options", "said"), [
    ("cbj", "", "fixed order (given): looking back"), ("bm", "", "fixed order (given): what it remembers"),
    ("fc", "", "with mrv, degree or mrv-plus"), ("fc", "options: {order: mrv}\n", "")])
def test_a_fixed_order_is_said_where_one_would_expect_to_choose(name: str, options: str, said: str) -> None:
    puzzle = "puzzle: {kind: colouring, colours: 3, edges: [[A, B], [B, C], [C, D], [D, A], [A, C], [B, D]]}\n"
    session = open_session(f"title: T\nalgorithm: {name}\n{options}{puzzle}")
    session.choosing.toggle()
    assert said in session.notice and ("fixed order" in session.notice) == bool(said)
    settle(finish(session))
    assert ("variable" in session.lanes.first.run.chooser.kinds) == (not said or name == "fc")


def test_where_one_thing_is_allowed_and_others_are_refused_it_asks() -> None:
    puzzle = 'puzzle: {kind: cnf, formula: "p, ~p | q, ~q | r | s"}\n'
    session = asked(open_session(f"title: T\nalgorithm: unit-propagation\n{puzzle}").scenario)
    asking = session.quiz.open
    assert asking is not None and asking.question.right == {("1",)} and len(asking.options) > 1
    assert all(option.why for option in asking.options if option.text != "1")
    asking.choose("1")
    session.quiz.close()
    assert not session.past and "1 of 1" in session.notice
