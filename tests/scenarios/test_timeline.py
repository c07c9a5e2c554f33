"""The timeline: wherever it is, its state is the fold of the events before; and it finds its way by kind and grain."""

from __future__ import annotations

import sys
from collections.abc import Callable, Iterator, Mapping, Sequence
from contextlib import contextmanager
from functools import partial
from math import prod
from pathlib import Path
from random import Random
from typing import Any, Self
from unittest.mock import patch

import pytest
from hypothesis import given, settings
from hypothesis import strategies as st

from algorithms.core import Algorithm, Counter, Event, Grain, Steps, algorithms, find_algorithm
from algorithms.events import ConstraintTaken, PassStarted, Pruned, Solved, SupportFound, VariableTaken, WipedOut
from algorithms.problems.forms.csp import CSP
from algorithms.problems.gnomine.position import COVERED, FLAG, RandomPosition
from algorithms.problems.gnomine.puzzle import Gnomine
from algorithms.problems.puzzle import Puzzle, PuzzleError, form_of, puzzles
from kit.known_lessons import LESSONS, every_lesson, known, recorded
from kit.states import before
from scenarios import timeline as module
from scenarios.loader import Scenario
from scenarios.timeline import Timeline
from visualizer.families.answer_sets.loop_state import LoopState
from visualizer.families.answer_sets.state import ProgramState, program_in
from visualizer.families.backtracking.state import SearchState, search_of
from visualizer.families.counting.placements import PlacementsState
from visualizer.families.genetic.state import PopulationState
from visualizer.families.local_search.state import RepairState
from visualizer.families.sampling.family import deals_in, sampling_in
from visualizer.families.satisfiability.state import sat_of
from visualizer.families.transitions.state import TransitionState
from visualizer.puzzles.gnomine.state import field_of
from visualizer.runs.families import start_state
from visualizer.runs.states import State

FAR = 1_000_000


class Log:
    """A state that remembers every event, so that a wrong fold cannot pass for a right one."""

    def __init__(self, events: Sequence[Event] = ()) -> None:
        self.seen = list(events)

    def apply(self, event: Event) -> None:
        self.seen.append(event)

    def copy(self) -> Self:
        return type(self)(self.seen)


KINDS: list[type[Event]] = [PassStarted, ConstraintTaken, VariableTaken, SupportFound]  # one of each grain
MAKERS: list[Callable[[int], Event]] = [
    lambda n: PassStarted(n, 1), lambda n: ConstraintTaken(f"C{n}", ()), lambda n: VariableTaken(f"x{n}", 1),
    lambda n: SupportFound(f"x{n}", 0),
]
TARGETS: list[Grain | type[Event]] = [*Grain, *KINDS, WipedOut]  # the last never comes
FINE = st.sampled_from([3, 3, 3, 3, 2, 2, 1, 0])  # mostly small steps, as algorithms have them


def stream(kinds: Sequence[int], first: int = 0) -> list[Event]:
    """Events of those kinds, all different."""
    return [MAKERS[kind](first + index) for index, kind in enumerate(kinds)]


def steps(events: Sequence[Event], answer: object = "the answer") -> Steps[object]:
    yield from events
    return answer


streams = st.lists(FINE, max_size=200).map(stream)
gaps = st.tuples(st.sampled_from([1, 2, 7, 64]), st.sampled_from([2, 3, 4, 512]))


@contextmanager
def keyframes(gap: int, most: int) -> Iterator[None]:
    """A first gap and a bound so small that gaps double in short runs."""
    with patch.object(module, "_FIRST_GAP", gap), patch.object(module, "_MOST_KEYFRAMES", most):
        yield


def belongs(event: Event, target: Grain | type[Event]) -> bool:
    return event.grain >= target if isinstance(target, Grain) else type(event) is target


@given(streams, gaps, st.lists(st.one_of(st.tuples(st.just("seek"), st.integers(-5, 230)),
                                         st.tuples(st.just("pull"), st.integers(0, 90))), max_size=30))
def test_seek_is_the_fold_of_the_events_before(events: list[Event], gap: tuple[int, int],
                                               moves: list[tuple[str, int]]) -> None:
    with keyframes(*gap):
        timeline = Timeline(steps(events), Log())
        for move, number in moves:
            if move == "pull":
                known = len(timeline.events)
                assert timeline.pull(number) == min(number, len(events) - known)
                assert timeline.events == events[: known + number]
            else:
                expected = min(max(0, number), len(events))
                assert timeline.seek(number) == timeline.position == expected
            assert timeline.state.seen == events[: timeline.position]


@given(streams, gaps, st.data())
def test_ways_by_grain_and_kind_are_those_of_a_plain_search(events: list[Event], gap: tuple[int, int],
                                                            data: st.DataObject) -> None:
    with keyframes(*gap):
        timeline = Timeline(steps(events), Log())
        for _ in range(8):
            here = timeline.seek(data.draw(st.integers(0, 210)))
            target = data.draw(st.sampled_from(TARGETS))
            ahead = next((i for i in range(here, len(events)) if belongs(events[i], target)), len(events) - 1)
            behind = next((i for i in range(here - 2, -1, -1) if belongs(events[i], target)), -1)
            assert timeline.forward(target, FAR) == ahead + 1
            assert timeline.back(target) == behind + 1
            assert timeline.position == here  # asking the way is not going
            if not isinstance(target, Grain):
                assert timeline.count(target) == sum(belongs(event, target) for event in events[:here])


PLAIN = Counter("passes", PassStarted, "passes")
HEAVY = Counter("numbers", PassStarted, "their numbers, added up", lambda event: event.number)


@given(streams, streams, gaps, st.lists(st.integers(0, 210), max_size=10), st.integers(0, 200))
def test_a_counter_is_the_sum_of_what_its_events_weigh(past: list[Event], future: list[Event], gap: tuple[int, int],
                                                       positions: list[int], cut: int) -> None:
    def check(timeline: Timeline[Log], events: list[Event]) -> None:
        for position in positions:
            here = timeline.seek(position)
            passes = [event.number for event in events[:here] if isinstance(event, PassStarted)]
            assert (timeline.total(PLAIN), timeline.total(HEAVY)) == (len(passes), sum(passes))
            assert timeline.total(HEAVY, 0) == 0

    with keyframes(*gap):
        trunk = Timeline(steps(past), Log())
        check(trunk, past)
        here = trunk.seek(cut)
        branch = trunk.branch(steps(future))
        check(branch, past[:here] + future)
        check(trunk, past)


def test_forward_pulls_no_more_than_a_frame_can_bear() -> None:
    timeline = Timeline(steps(stream([3] * 5000)), Log())
    assert timeline.forward(PassStarted, 1000) == len(timeline.events)
    assert 1000 <= len(timeline.events) < 2000
    assert not timeline.done


@given(streams, streams, gaps, st.data())
def test_a_branch_keeps_the_past_and_equals_a_fresh_fold(past: list[Event], future: list[Event], gap: tuple[int, int],
                                                         data: st.DataObject) -> None:
    with keyframes(*gap):
        trunk = Timeline(steps(past), Log())
        trunk.pull(data.draw(st.integers(0, 200)))
        here = trunk.seek(data.draw(st.integers(0, 210)))
        branch = trunk.branch(steps(future, "another answer"))
        whole = past[:here] + future
        assert branch.position == here
        assert branch.state.seen == past[:here]
        assert branch.pull_all()
        assert (branch.events, branch.answer) == (whole, "another answer")
        for position in data.draw(st.lists(st.integers(0, len(whole)), max_size=10)):
            branch.seek(position)
            assert branch.state.seen == whole[:position]
        for target in TARGETS[1:]:  # above MICRO
            assert list(branch.positions(target)) == [i for i, e in enumerate(whole) if belongs(e, target)]
        for position in data.draw(st.lists(st.integers(0, len(past)), max_size=10)):
            trunk.seek(position)  # the trunk goes on as if nothing had happened
            assert trunk.state.seen == past[:position]


@given(streams)
def test_done_comes_with_the_answer_and_not_before(events: list[Event]) -> None:
    timeline = Timeline(steps(events, ("an", "answer")), Log())
    timeline.pull(len(events))
    assert (timeline.done, timeline.answer) == (False, None)  # nobody has asked for more yet
    assert timeline.pull(1) == 0
    assert timeline.done is True
    assert timeline.answer == ("an", "answer")
    assert timeline.kinds() == list(dict.fromkeys(map(type, events)))


def test_pulling_all_stops_when_it_is_told_to() -> None:
    timeline = Timeline(steps(stream([3] * 100)), Log())
    answers = iter([False, True])
    assert not timeline.pull_all(lambda: next(answers), chunk=10)
    assert len(timeline.events) == 10
    assert timeline.pull_all(chunk=10)


# --- where in the Python source ------------------------------------------------------------------------------------


def here() -> int:
    """The line that calls."""
    return sys._getframe(1).f_lineno


def outer(depth: int) -> Steps[int]:
    yield PassStarted(here(), -1)
    inside = yield from inner(depth)
    yield PassStarted(here(), -1)
    yield from steps([])
    return inside


def inner(depth: int) -> Steps[int]:
    yield PassStarted(here(), depth)
    if depth:
        yield from inner(depth - 1)
    yield PassStarted(here(), depth)
    return depth


@given(st.integers(0, 5), st.integers(0, 20))
def test_line_is_where_the_innermost_generator_yielded(depth: int, cut: int) -> None:
    timeline = Timeline(outer(depth), Log())
    assert timeline.line() is None
    timeline.pull_all()
    timeline.seek(cut)
    for run in (timeline, timeline.branch(outer(depth))):
        run.pull_all()
        for position, event in enumerate(run.events, 1):
            run.seek(position)
            assert isinstance(event, PassStarted)
            function = outer if event.constraints < 0 else inner
            assert run.line() == (function.__code__, event.number)
            assert run.event is event


# --- the state at the end ------------------------------------------------------------------------------------------


Told = Mapping[str, Any]  # an answer's JSON
WHOLE = (RepairState, PopulationState)  # what changes whole assignments
Run = Timeline[State]  # at its end


def found_by(run: Run) -> int:
    """How many solutions a search has found, of whichever family."""
    family, search = run.state.family, run.state.of(SearchState)
    if isinstance(family, WHOLE):
        return int(family.solved)
    return sat_of(run.state).found if search is None else search.found


def same_domains(run: Run, told: Told) -> None:
    assert told["domains"] == {x: list(left) for x, left in run.state.domains.items()}


def same_count(run: Run, told: Told) -> None:
    assert told["count"] == found_by(run)


def same_model(run: Run, told: Told) -> None:
    if told.get("count") == 1:
        model = sat_of(run.state).models[-1]
        assert told["model"] == {literal.lstrip("¬"): literal[0] != "¬" for literal in model}


def same_solution(run: Run, told: Told) -> None:
    if run.state.of(SearchState) is not None:
        solved = run.positions(Solved)
        assert len(solved) == told["count"]
        if solved:
            there = run.at(solved[0] + 1)
            assert {x: (value,) for x, value in told["solution"].items()} == there.domains
    elif isinstance(run.state.family, WHOLE):
        if told["solution"] is not None:
            assert {x: (value,) for x, value in told["solution"].items()} == run.state.domains
    elif told["count"] == 1:
        taken = [literal.partition("=") for literal in sat_of(run.state).models[-1] if literal[0] != "¬"]
        values = {x: value if is_value else "1" for x, is_value, value in taken}
        assert {x: str(value) for x, value in told["solution"].items() if value != 0 or x in values} == values


def same_literals(run: Run, told: Told) -> None:
    assert {x.lstrip("¬"): x[0] != "¬" for x in told["literals"]} == sat_of(run.state).values


def same_models(run: Run, told: Told) -> None:
    if told["models"] is not None:  # None: it was not counted
        counting = run.state.of(PlacementsState) or deals_in(run.state)
        assert counting is not None
        assert told["models"] == counting.models


def same_samples(run: Run, told: Told) -> None:
    if told["samples"] is not None:
        sampling = sampling_in(run.state)
        assert told["samples"] == (0 if sampling is None else sampling.recorded)


def same_marginals(run: Run, told: Told) -> None:
    state = run.state
    cells = {f"{x}={value}": share for x, chances in told["marginals"].items() for value, share in chances.items()}
    sampling, placements, deals = sampling_in(state), state.of(PlacementsState), deals_in(state)
    if sampling is not None:
        found = {x if "=" in x else f"{x}=1": share for x, share in sampling.shares().items() if share}
        assert cells == pytest.approx({**dict.fromkeys(cells, 1.0), **found})
    elif placements is not None:
        assert all(told["marginals"][x]["1"] == float(placements.chances.get(x, state.domains[x][0]))
                   for x in told["marginals"])
    elif told["models"]:
        assert deals is not None
        assert cells == {name: float(share) for name, share in deals.shares.items() if share}


def same_backbone(run: Run, told: Told) -> None:
    if "satisfiable" in told:  # a cover has one beside its solutions, and tells of it in no event
        fixed = {literal for literal, fate in sat_of(run.state).fates.items() if fate == "backbone"}
        assert fixed == {x if value else f"¬{x}" for x, value in told["backbone"].items()}


def same_end(run: Run, told: Told) -> None:
    assert told["won"] is field_of(run.state).ended


def same_answer_sets(run: Run, told: Told) -> None:
    searched, path = run.state.of(LoopState), run.state.of(TransitionState)
    found = path.solutions if path is not None else program_of(run).found if searched is None else searched.sets
    assert sorted(map(sorted, found)) == sorted(told["answer_sets"])


def same_unfounded(run: Run, told: Told) -> None:
    assert sorted(program_of(run).u or ()) == told["unfounded"]


def same_least_model(run: Run, told: Told) -> None:
    assert sorted(program_of(run).least) == told["least_model"]
    assert bool(program_of(run).found) is told["answer_set"]


def program_of(run: Run) -> ProgramState:
    known = program_in(run.state)
    assert known is not None
    return known


FACTS = {"domains": same_domains, "count": same_count, "model": same_model, "solution": same_solution,
         "literals": same_literals, "models": same_models, "samples": same_samples, "marginals": same_marginals,
         "backbone": same_backbone, "won": same_end, "answer_sets": same_answer_sets, "unfounded": same_unfounded,
         "least_model": same_least_model}
"""By an entry of an answer's JSON: says the state at the end the same?"""


def folded(steps: Steps[Any], puzzle: Puzzle, algorithm: Algorithm, to_form: Callable[[Any], Any],
           most: int = FAR) -> bool:
    """All that the answer and the state both know must be the same at the end, if it comes within so many events."""
    run: Run = Timeline(steps, start_state(puzzle, algorithm, to_form))
    run.pull(most)
    if run.done:
        agree(run, puzzle)
    return run.done


def agree(run: Run, puzzle: Puzzle) -> None:
    """The answer of a run that has ended, and its state there."""
    run.seek(len(run.events))
    told = run.answer.as_json(frozenset())
    assert run.state.outcome in (None, run.answer.outcome)
    assert FACTS.keys() & told.keys(), f"nothing of {told} would be tested"
    for fact in FACTS.keys() & told.keys():
        FACTS[fact](run, told)
    solved = run.positions(Solved)
    if solved and run.state.of(SearchState) is not None:  # a search labels all but what is given
        there = run.at(solved[0] + 1)
        assert set(there.domains) - set(search_of(there).assigned) == form_of(puzzle, CSP).given


def solvers(puzzle: Puzzle) -> Iterator[tuple[Steps[Any], Algorithm, Callable[[Any], Any]]]:
    """Every algorithm that has a form of the puzzle to work on, and how it gets that form; a second time with another
    seed where the first run, which must be over by then, has drawn anything at random."""
    for algorithm in algorithms().values():
        try:
            form = form_of(puzzle, algorithm.solves)
        except PuzzleError:
            continue
        few = {name: most for name, most in (("iterations", 200), ("generations", 8)) if name in algorithm.options}
        for seed in (0, 1):
            dice = Random(seed)
            with patch("algorithms.core.random.Random", lambda _seed, dice=dice: dice):  # for its start only
                steps = algorithm.start(form, few, seed)
            yield steps, algorithm, partial(form_of, form=algorithm.solves)
            if dice.getstate() == Random(seed).getstate():
                break


SMALL = 20, 100_000  # variables, and assignments
MOST = 20_000  # events: BT and BM would go on for a minute where a small puzzle has a total


def is_small(puzzle: Puzzle) -> bool:
    """So few variables and assignments that whatever lists all models comes to an end."""
    sizes = [len(left) for left in before(puzzle).domains.values()]
    return len(puzzle.layout().places) <= SMALL[0] and prod(sizes) <= SMALL[1]


SMALL_PUZZLES = list({repr(scenario.puzzle): scenario for scenario in every_lesson()
                      if is_small(scenario.puzzle)}.values())


def test_the_lessons_cover_every_kind_of_puzzle() -> None:
    assert {scenario.puzzle_kind for scenario in every_lesson()} == set(puzzles())


@pytest.mark.parametrize("path", LESSONS, ids=lambda path: path.stem)
def test_at_the_end_the_state_equals_the_algorithms_own(path: Path) -> None:
    for timeline in recorded(path):
        agree(timeline, known(path).puzzle)


@pytest.mark.parametrize("scenario", SMALL_PUZZLES, ids=lambda scenario: scenario.name)
def test_so_it_does_whatever_solves_a_small_puzzle(scenario: Scenario) -> None:
    """Some algorithms list all models, which only a small puzzle has few of."""
    ended = [folded(steps, scenario.puzzle, algorithm, to_form, MOST)
             for steps, algorithm, to_form in solvers(scenario.puzzle)]
    assert ended.count(True) > 4 * ended.count(False)


@st.composite
def boards(draw: st.DrawFn) -> Gnomine:
    """Positions in the middle of random games, some with flags that may be wrong."""
    rows, columns = draw(st.integers(1, 4)), draw(st.integers(2, 4))
    mines = draw(st.integers(0, rows * columns * 2 // 5))
    reveal = draw(st.integers(0, min(4, rows * columns - mines)))
    puzzle = Gnomine.read(random=RandomPosition(rows, columns, mines, draw(st.integers(0, 999)), reveal))
    covered = [x for x, seen in puzzle.seen.items() if seen == COVERED]
    flags = draw(st.lists(st.sampled_from(covered), max_size=3)) if covered else []
    return puzzle.with_seen({**puzzle.seen, **dict.fromkeys(flags, FLAG)})


@settings(max_examples=50)  # each is a run of every algorithm
@given(boards())
def test_the_same_on_random_fields(puzzle: Gnomine) -> None:
    for steps, algorithm, to_form in solvers(puzzle):
        assert folded(steps, puzzle, algorithm, to_form)


def test_a_fold_of_something_else_would_be_noticed() -> None:
    """The comparison above can fail: a pruning that the algorithm did not mean."""
    puzzle = Gnomine.read(board="1 .\n. .")

    def slipped() -> Steps[Any]:
        answer = yield from find_algorithm("gac")(puzzle.as_csp())
        yield Pruned("(1,1)", (1,), (0,), "C(0,0)")
        return answer

    with pytest.raises(AssertionError):
        folded(slipped(), puzzle, find_algorithm("gac"), Gnomine.as_csp)
