"""Facts that lessons tell of formulas, fields and deals, recomputed; and pictures that must agree with what is said."""

from __future__ import annotations

import re
from collections import Counter
from itertools import islice, pairwise
from random import Random
from statistics import mean
from typing import Any

import pytest

from algorithms.core import find_algorithm, run, trace
from algorithms.counting.clue import exact
from algorithms.events import (
    BackedUp,
    Blocked,
    CoverFound,
    FixedBackbone,
    Forgotten,
    ItemSelected,
    Labelled,
    Modelled,
    OptionTaken,
    Probed,
    Refuted,
)
from algorithms.local_search.events import AssignmentMade, Repaired, ValueGiven
from algorithms.problems.clue.puzzle import Clue
from algorithms.problems.forms.at_least import AtLeastForm
from algorithms.problems.forms.cardinality import size
from algorithms.problems.gnomine.position import COVERED, FLAG, RandomPosition
from algorithms.problems.gnomine.puzzle import Gnomine
from algorithms.problems.puzzle import form_of
from algorithms.problems.sudoku.puzzle import Sudoku
from algorithms.sampling.fast import searched
from algorithms.sampling.samplers import VARIANTS
from kit.known_lessons import known, recorded
from kit.mine_placements import placements
from kit.widget_stage import texts
from scenarios.loader import find
from scenarios.tasks.clue import exact_shares, free_part
from scenarios.timeline import Timeline
from visualizer.canvas.primitives import RecordingCanvas, Rect
from visualizer.canvas.theme import theme
from visualizer.families.satisfiability.focus import draw_sat_focus
from visualizer.families.satisfiability.panels import headline
from visualizer.families.satisfiability.state import SatState, sat_of
from visualizer.runs.boards import board_for
from visualizer.runs.comparison import open_timelines
from visualizer.stage.links import Links

LIGHT = theme("light")


def timelines(name: str) -> list[Timeline[Any]]:
    found = open_timelines(known(find(name)))
    for timeline in found:
        timeline.pull_all()
    return found


# --- what is told ----------------------------------------------------------------------------------------------------


def test_two_clauses_block_three_models() -> None:
    """The last model needs no decision, so that there is nothing to negate."""
    events = timelines("all-models-by-blocking")[0].events
    assert Counter(map(type, events))[Modelled] == 3
    assert [event.literals for event in events if isinstance(event, Blocked)] == [("r", "p"), ("p",)]


def test_clauses_counting_and_dancing_find_the_same_four_models() -> None:
    scenario = known(find("clauses-or-counting"))
    assert isinstance(scenario.puzzle, Gnomine)
    numbered = set(scenario.form().names)  # no number tells anything of (2,3) and (2,4)
    wanted = {mines & numbered for mines in placements(scenario.puzzle)}
    assert len(wanted) == 4
    for timeline in timelines("clauses-or-counting"):
        models = [event.literals for event in timeline.events if isinstance(event, Modelled)]
        assert {frozenset(literal for literal in model if literal[0] != "¬") for model in models} == wanted
        assert len(models) == 4
    covers = [event.options for event in timelines("dancing-on-at-least")[0].events if isinstance(event, CoverFound)]
    assert len(covers) == 4
    assert set(map(frozenset, covers)) == wanted


def test_the_flag_that_is_one_too_many_is_what_is_wrong() -> None:
    puzzle: Any = known(find("one-too-many")).puzzle
    assert not list(placements(puzzle))
    without = Gnomine.read(board=". . . .\n. 1 . 1\n. . 3 .\n2 . . .")
    assert list(placements(without))
    assert all("(0,1)" not in mines for mines in placements(without))


@pytest.mark.parametrize("fields", range(1, 9))
def test_a_number_takes_at_most_so_many_clauses(fields: int) -> None:
    assert max(size("exactly", "truth-table", fields, n).clauses for n in range(9)) <= 2**fields


def test_one_refutation_puts_all_that_are_left_in_the_backbone() -> None:
    events = timelines("a-backbone-all-at-once")[0].events
    last = max(index for index, event in enumerate(events) if isinstance(event, Probed))
    probe, after = events[last], events[last:]
    assert isinstance(probe, Probed)
    assert probe.chunk
    assert Counter(map(type, after))[Refuted] == 1
    assert not any(isinstance(event, Modelled) for event in after)
    assert sum(isinstance(event, FixedBackbone) for event in after) == len(probe.literals) > 1


def test_there_are_as_many_clauses_and_variables_as_is_said() -> None:
    hard, backbone = (known(find(name)).form() for name in ("a-hard-formula", "a-hard-backbone"))
    assert (len(hard.names), Counter(map(len, hard.clauses))) == (60, {3: 256})
    assert (len(backbone.names), Counter(map(len, backbone.clauses))) == (32, {3: 118, 1: 1})


def test_plain_dpll_on_the_hard_formula() -> None:
    scenario = known(find("a-hard-formula"))
    events, answer = trace(find_algorithm("dpll").start(scenario.form(), {}, 0))
    conflicts = Counter(type(event).__name__ for event in events)["Conflicted"]
    assert (answer.satisfiable, conflicts) == (False, 2711)
    assert any(f"{conflicts:,} conflicts" in (cue.say or "") for cue in scenario.script)


def test_a_large_board_may_have_millions_of_models() -> None:
    """Lesson 26, of an expert board after twelve clicks."""
    puzzle = Gnomine.read(random=RandomPosition(rows=16, columns=30, mines=99, seed=4, reveal=12))
    counted = run(find_algorithm("mine-probabilities").start(puzzle.as_mine_count(mine_total=False), {}, 0))
    assert counted.models == 1_226_568_000


def test_a_search_is_biased_in_the_mean_of_many_runs() -> None:
    """Lesson 77: White is at Peacock in 0.30 of the deals; Algorithm 2 says more again and again, fair draws do not.
    Its intervals hold fewer of the exact values than they say."""
    scenario = known(find("sampled-against-exact"))
    assert isinstance(scenario.puzzle, Clue)
    form, shares = free_part(scenario.puzzle), exact_shares(scenario.puzzle)
    variant, tenure = VARIANTS["clue-sample-2"]
    assert scenario.options == {"iterations": 2000, "chains": 4}
    assert scenario.seed == 5
    found = {seed: searched(form, variant, 2000, tenure, 4, Random(seed)) for seed in range(1, 61)}
    searches = [dict(zip(last.variables, last.estimates, strict=True))["wh=pe"] for last in found.values()]
    inside = {seed: sum(low <= shares[name] <= high
                        for name, low, high in zip(last.variables, last.low, last.high, strict=True))
              for seed, last in found.items()}
    bias, intervals = (cue.say or "" for cue in (scenario.script[-3], scenario.script[-1]))
    assert f"over the seeds 1–{len(found)}, White is at Peacock {mean(searches):.2f}." in bias
    assert f"Exact is {shares['wh=pe']:.2f}" in intervals
    assert (f"{inside[5]} of {len(shares)} hold here, {mean(inside.values()):.1f} on average, "
            f"not {0.95 * len(shares):.1f}") in intervals
    draws = run(find_algorithm("clue-sample-exact").start(scenario.puzzle.as_deals(), {"iterations": 20_000}, 1)).shares
    assert draws["wh=pe"] == pytest.approx(shares["wh=pe"], abs=0.015)


def test_fair_draws_would_reach_more_deals() -> None:
    """Lesson 77: the expected number of different ones among as many draws."""
    scenario = known(find("sampled-against-exact"))
    assert isinstance(scenario.puzzle, Clue)
    deals, visits = exact(scenario.puzzle.as_deals())[1], 949 + 165
    different = deals - deals * (1 - 1 / deals) ** visits
    say = f"{visits:,} visits reached 949 different deals; as many fair draws would reach about {different:,.0f}"
    assert any(say in (cue.say or "") for cue in scenario.script)


@pytest.mark.parametrize(("name", "left", "decided", "some"), [
    ("a-beginner-board", 9, 5, {"(2,6)": 1, "(2,7)": 0, "(2,8)": 1}), ("an-expert-board", 179, 17, {"(0,11)": 0})])
def test_what_arc_consistency_leaves_all_numbers_decide(name: str, left: int, decided: int, some: dict[str, int]
                                                        ) -> None:
    """Lessons 6 and 7, on the positions at their ends."""
    timeline = timelines(name)[0]
    position = timeline.at(len(timeline.events)).position()
    counted = run(find_algorithm("mine-probabilities").start(position.as_mine_count(mine_total=False), {}, 0))
    covered = [x for x, seen in position.seen.items() if seen == COVERED]
    found = {x: int(p) for x, p in counted.probability.items() if x in covered and p in (0, 1)}
    assert (len(covered), len(found)) == (left, decided)
    assert some.items() <= found.items()


def test_arc_consistency_opens_more_than_half_of_an_expert_board() -> None:
    timeline = timelines("an-expert-board")[0]
    seen = timeline.at(len(timeline.events)).position().seen
    assert sum(shown not in (COVERED, FLAG) for shown in seen.values()) > len(seen) / 2


@pytest.mark.parametrize(("name", "least", "most"), [
    ("a-bug-in-print", 1, 1), ("where-mrv-plus-loses", 1, 1), ("contribution-number", 1, 1), ("no-way-out", 0, 0),
    ("the-forbidden-rectangle", 2, 2)])
def test_sudokus_have_as_many_solutions_as_is_said(name: str, least: int, most: int) -> None:
    assert least <= solutions(known(find(name)).puzzle) <= most


def test_with_another_digit_there_are_many() -> None:
    assert solutions(Sudoku.read(
        grid="..4..3.8.8.35....12.......46.2...3..7.9.5...2.5.8.........8...5.1..4..........4..")) == MANY


MANY = 20


def solutions(puzzle: Any) -> int:
    """How many there are, at most MANY."""
    steps = find_algorithm("dancing-links").start(form_of(puzzle, AtLeastForm), {"all": True}, 0)
    return len(list(islice((event for event in steps if isinstance(event, CoverFound)), MANY)))


@pytest.mark.parametrize(("name", "said"), [
    ("extremely-easy", "55 clues"), ("easy", "42 clues"), ("medium", "33 clues"), ("difficult", "30 clues"),
    ("evil", "24 clues"), ("sixteen-by-sixteen", "123 clues"), ("the-forbidden-rectangle", "32 clues")])
def test_there_are_as_many_clues_as_is_said(name: str, said: str) -> None:
    scenario = known(find(name))
    assert isinstance(scenario.puzzle, Sudoku)
    assert said == f"{len(scenario.puzzle.clues)} clues"
    assert any(said in (cue.say or "") for cue in scenario.script)


def test_nineteen_clues_and_three_singles_are_taken() -> None:
    timeline, puzzle = timelines("a-sudoku-by-dancing-links")[0], known(find("a-sudoku-by-dancing-links")).puzzle
    assert isinstance(puzzle, Sudoku)
    here = timeline.events.index(next(
        event for event in timeline.events if isinstance(event, ItemSelected) and event.item == "E5"))
    taken = [event.option.split("=")[0] for event in timeline.events[:here] if isinstance(event, OptionTaken)]
    clues = sum(cell in puzzle.clues for cell in taken)
    assert (clues, len(taken) - clues, len(puzzle.clues)) == (19, 3, 30)


def test_which_clauses_are_unit_where_q_is_given() -> None:
    """Lesson 81: with respect to M = {q} all three are, and each has the literal left that is named."""
    form = known(find("from-a-given-m")).form()
    q = form.names.index("q") + 1
    left = [[form.word(literal) for literal in clause if literal != -q] for clause in form.clauses]
    assert not any(q in clause for clause in form.clauses)
    assert left == [["p"], ["¬p"], ["r"]]


def test_the_worst_of_the_clauses_are_forgotten() -> None:
    first = next(event for event in timelines("a-hard-formula")[0].events if isinstance(event, Forgotten))
    assert any(f"the worst {len(first.clauses)} are thrown away" in (cue.say or "")
               for cue in known(find("a-hard-formula")).script)


def test_who_takes_f_first_takes_back_most() -> None:
    """Lesson 40: each seed takes back two labels or three, and three only from F on."""
    scenario = known(find("the-fog-of-search"))
    first = {2: set(), 3: set()}  # type: dict[int, set[str]]
    for seed in range(1, 41):
        events = trace(find_algorithm("mrv-random").start(scenario.form(), {}, seed))[0]
        back = sum(isinstance(event, BackedUp) for event in events)
        first[back].add(next(event.variable for event in events if isinstance(event, Labelled)))
    assert first[2] >= {"E", "G"}
    assert first[3] == {"F"}


def test_no_weight_grows_without_a_culprit() -> None:
    found = Counter(type(event).__name__ for event in timelines("a-conflict-without-a-culprit")[0].events)
    assert (found["Homeless"], found["Emptied"], found["WeightRaised"]) == (3, 0, 0)


def test_no_step_of_repair_leads_out_of_the_sudoku() -> None:
    """Lesson 84: all that repair can reach from where it ends, by any choices, has as many conflicts."""
    form, events = known(find("stuck-in-a-sudoku")).form(), timelines("stuck-in-a-sudoku")[0].events
    near = {x: [constraint for constraint in form.constraints if x in constraint.scope] for x in form.domains}
    end = {event.variable: event.value for event in events if isinstance(event, ValueGiven | Repaired)}

    def conflicts(values: dict[str, Any], x: str) -> int:
        return sum(not near_x.allows([values[y] for y in near_x.scope]) for near_x in near[x])

    waiting, reached = [end], [end]
    while waiting:
        here = waiting.pop()
        for x in [x for x in here if conflicts(here, x)]:
            found = {value: conflicts({**here, x: value}, x) for value in form.domains[x]}
            assert min(found.values()) == conflicts(here, x)
            best = [{**here, x: value} for value, number in found.items() if number == conflicts(here, x)]
            new = [values for values in best if values not in reached]
            waiting += new
            reached += new
    assert len(reached) == 3


def test_a_first_try_is_plain_repair_which_is_stuck_by_its_end() -> None:
    """Lesson 128: after 100 steps both have 3 conflicts, and plain repair has as many after each step since."""
    left = {}
    path = find("out-of-a-hole")
    for run_, timeline in zip(known(path).runs, recorded(path), strict=True):
        left[run_.name] = [event.violated for event in timeline.events if isinstance(event, Repaired)]
    assert left["plain"][:100] == left["five tries"][:100]
    assert set(left["plain"][99:]) == {3}
    assert len(left["plain"]) == 500


def test_most_repairs_of_a_map_mend_more_than_they_break() -> None:
    """Lesson 85, of its first 16; and a greedy start has fewer conflicts."""
    scenario = known(find("a-map-repaired"))
    left = [30, *(event.violated for event in timelines("a-map-repaired")[0].events if isinstance(event, Repaired))]
    assert sum(after < before for before, after in pairwise(left[:17])) > 8
    starts = [[next(event for event in find_algorithm("min-conflicts").start(scenario.form(), {"start": start}, seed)
                    if isinstance(event, AssignmentMade)).violated for seed in range(1, 41)]
              for start in ("random", "greedy")]
    assert min(starts[0]) > max(starts[1])


# --- what is drawn ---------------------------------------------------------------------------------------------------

SEARCHES = ("dpll", "learning-from-a-conflict", "all-models-by-blocking", "algorithm-1", "a-backbone-all-at-once",
            "dancing-on-at-least", "exact-cover")


def panel(state: SatState) -> list[str]:
    canvas = RecordingCanvas()
    draw_sat_focus(canvas, Rect(0, 0, 4000, 600), state, LIGHT, 1.0, Links())
    return texts(canvas)


@pytest.mark.parametrize("name", SEARCHES)
def test_the_trail_is_headed_by_the_highest_level_on_it(name: str) -> None:
    timeline = timelines(name)[0]
    for position in range(len(timeline.events) + 1):
        state = sat_of(timeline.at(position))
        assert state is not None
        drawn = panel(state)
        heading = next(text for text in drawn if re.match(r"Trail.*, level ", text))
        decided = [int(found[1]) for text in drawn if (found := re.search(r" Δ(\d+)$", text))]
        others = [entry.level for entry in state.trail]  # dancing links: options left out, or taken without a choice
        stale = state.seen_as_model and bool(state.probe) and not (state.answered or state.refuted)
        whose = "Trail of the last model" if stale else "Trail"
        assert heading == f"{whose}, level {max([0, *decided, *others])}", position


@pytest.mark.parametrize("name", ["a-backbone", "algorithm-1", "a-backbone-all-at-once"])
def test_no_model_is_told_of_before_the_question_has_its_answer(name: str) -> None:
    timeline = timelines(name)[0]
    told = 0
    for position in range(len(timeline.events) + 1):
        state: Any = sat_of(timeline.at(position))
        if state.probe and "a model (" in headline(state):
            assert (any if state.chunk else all)(literal in state.models[-1] for literal in state.probe), position
            told += 1
        if position and isinstance(timeline.events[position - 1], Probed):
            assert "a model (" not in headline(state)
    assert told


def test_what_no_model_has_is_named() -> None:
    state: Any = sat_of(timelines("from-a-given-m")[2].at(7))
    assert headline(state) == "with q: no model"
    assert state.tree.count == 0  # it has not searched


@pytest.mark.parametrize("name", ["all-models-by-blocking", "learning-from-a-loop"])
def test_where_models_were_found_there_is_no_further_one(name: str) -> None:
    timeline = timelines(name)[0]
    assert headline(sat_of(timeline.at(len(timeline.events)))) == "no further model"


def test_where_runs_differ_the_field_shows_what_is_known() -> None:
    """Lesson 66: the constraints have inferred two mines, which stay on the board when the search is over."""
    scenario = known(find("clauses-or-counting"))
    board, box = board_for(scenario.puzzle), Rect(0, 0, 500, 300)
    mines = []
    for timeline in timelines("clauses-or-counting"):
        state, canvas = timeline.at(len(timeline.events)), RecordingCanvas()
        board.draw(canvas, box, state, state, 1.0, LIGHT)
        red = [Rect(*(float(value) for value in op.args[:4])) for op in canvas.ops  # type: ignore[arg-type]
               if op.name == "rect" and op.args[4] == LIGHT.mine]
        mines.append([field for field in state.domains if any(
            board.at(box, *square.center) == field for square in red)])
    assert mines == [[], ["(0,0)", "(0,1)"]]
