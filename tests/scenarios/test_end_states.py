"""At the end of a run the state is what the algorithm itself says: for every family, and every lesson."""

from __future__ import annotations

from collections.abc import Callable, Iterator, Mapping
from functools import partial
from math import prod
from pathlib import Path
from random import Random
from typing import Any
from unittest.mock import patch

import pytest
from hypothesis import given, settings
from hypothesis import strategies as st
from test_timeline import FAR

from algorithms.core import Algorithm, Steps, algorithms, find_algorithm
from algorithms.events import Pruned, Solved
from algorithms.problems.forms.csp import CSP
from algorithms.problems.gnomine.position import COVERED, FLAG, RandomPosition
from algorithms.problems.gnomine.puzzle import Gnomine
from algorithms.problems.puzzle import Puzzle, PuzzleError, form_of, puzzles
from kit.known_lessons import LESSONS, every_lesson, known, recorded
from kit.states import before
from scenarios.loader import Scenario
from scenarios.timeline import Timeline
from visualizer.families.answer_sets.loop_state import LoopState
from visualizer.families.answer_sets.state import ProgramState, program_in
from visualizer.families.backtracking.state import SearchState, search_of
from visualizer.families.counting.placements import PlacementsState
from visualizer.families.genetic.state import PopulationState
from visualizer.families.local_search.state import RepairState
from visualizer.families.sampling.family import deals_in, sampling_in
from visualizer.families.satisfiability.state import SatState, sat_of
from visualizer.families.transitions.state import TransitionState
from visualizer.puzzles.gnomine.state import field_of
from visualizer.runs.families import start_state
from visualizer.runs.states import State

Told = Mapping[str, Any]  # an answer's JSON
WHOLE = (RepairState, PopulationState)  # what changes whole assignments
Run = Timeline[State]  # at its end


def found_by(run: Run) -> int:
    """How many solutions a search has found, of whichever family."""
    family, search = run.state.family, run.state.of(SearchState)
    if isinstance(family, WHOLE):
        return int(family.solved)
    counted = search if search is not None else family
    assert hasattr(counted, "found"), f"the answer has a count; {type(family).__name__} needs it as a field, found"
    return int(counted.found)


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
    elif run.state.of(SatState) is None:  # the solution is on the board, whatever the family
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
    missing = set(puzzles()) - {scenario.puzzle_kind for scenario in every_lesson()}
    assert not missing, f"no lesson is about {missing}: write one"


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
