"""Pseudocode and source beside the board: whole where it fits, at an even pitch, with the values of its variables."""

from __future__ import annotations

import inspect
import linecache
import re
from functools import cache
from itertools import pairwise

import pytest

from algorithms import events as e
from algorithms.core import Algorithm, algorithms
from algorithms.satisfiability import SATISFIABILITY
from kit.known_lessons import events, known, plain_lessons, recorded
from kit.session_desk import scenario
from scenarios.loader import Scenario, find
from visualizer.canvas.primitives import SMALLEST, RecordingCanvas, Rect
from visualizer.canvas.theme import theme
from visualizer.families.backtracking.state import search_of
from visualizer.runs.boards import board_for
from visualizer.runs.comparison import open_timelines
from visualizer.stage.code import Value, _Row, around, draw_pseudocode, draw_source, least_height, source_of
from visualizer.stage.counters import counter_places, counters_height
from visualizer.stage.family import view_of
from visualizer.stage.stack import Needs, stack
from visualizer.stage.view import View

LINES = [line.text for line in algorithms()["gac"].pseudocode]


def rows(canvas: RecordingCanvas) -> list[tuple[str, float, float]]:
    """What is written in the font of code, with its height and size."""
    return [(str(op.args[2]), float(str(op.args[1])), float(str(op.args[3]))) for op in canvas.ops
            if op.name == "text" and op.args[6] == "mono"]


def drawn(algorithm: Algorithm, box: Rect, current: int | None = None, values: dict[str, Value] | None = None,
          ) -> RecordingCanvas:
    canvas = RecordingCanvas()
    draw_pseudocode(canvas, box, algorithm, current, theme("dark"), 1.0, values)
    return canvas


@pytest.mark.parametrize("width", [406.0, 576.0])
@pytest.mark.parametrize("name", sorted(algorithms()))
def test_all_of_it_is_written_in_the_room_that_it_needs(name: str, width: float) -> None:
    algorithm = algorithms()[name]
    box = Rect(0, 0, width, least_height(algorithm, width, 1.0))
    shown = rows(drawn(algorithm, box))
    whole = " ".join(line.text for line in algorithm.pseudocode)
    assert " ".join(text for text, _, _ in shown).split() == whole.split()
    assert all(size >= SMALLEST and 0 < y < box.h for _, y, size in shown)
    assert all(RecordingCanvas().measure(text, size, "mono") <= width - 20 for text, _, size in shown)


def test_the_pitch_is_even_and_the_size_what_the_room_allows() -> None:
    sizes = []
    for high in (260, 300, 420, 800):
        shown = rows(drawn(algorithms()["gac"], Rect(0, 0, 1000, high)))
        assert len({b - a for (_, a, _), (_, b, _) in pairwise(shown)}) == 1
        sizes.append(shown[0][2])
    assert sizes == sorted(sizes)
    assert sizes[-1] > 1.3 * sizes[0]


def test_where_not_all_fits_the_current_line_is_in_view() -> None:
    for current in range(len(LINES)):
        shown = [text for text, _, _ in rows(drawn(algorithms()["gac"], Rect(0, 0, 600, 100), current))]
        assert LINES[current] in shown
        assert len(shown) <= 7


def test_a_value_stands_beside_the_first_line_that_names_it_and_beside_the_current_one() -> None:
    values = {"C": Value("C = C(1,1)", "constraint"), "counter": Value("counter = 2")}
    satisfied = LINES.index("          C satisfied?")
    canvas = drawn(algorithms()["gac"], Rect(0, 0, 600, 400), satisfied, values)
    heights = {text: y for text, y, _ in rows(canvas)}
    chips = [(str(op.args[2]), op.args[1]) for op in canvas.ops if op.name == "text" and op.args[6] == "bold"]
    first = next(line for line in LINES if "constraint C" in line)
    counting = next(line for line in LINES if "counter" in line)
    assert sorted(chips) == sorted([("C = C(1,1)", heights[first]), ("C = C(1,1)", heights[LINES[satisfied]]),
                                    ("counter = 2", heights[counting])])


def test_a_value_without_room_is_left_out_not_cut() -> None:
    long = Value("x = " + "a long value " * 9)
    assert "bold" not in {op.args[6] for op in drawn(algorithms()["gac"], Rect(0, 0, 420, 400), 2,
                                                     {"x": long}).ops if op.name == "text"}


def test_before_the_start_the_source_begins_with_the_function() -> None:
    lesson = plain_lessons()[0]
    timeline = recorded(lesson.path)[0]
    timeline.seek(0)
    canvas = RecordingCanvas()
    draw_source(canvas, Rect(0, 0, 600, 300), timeline, lesson.algorithm, theme("dark"), 1.0)
    code = [text for text, _, _ in rows(canvas) if not text.isdecimal()]
    assert code[0].startswith(f"def {lesson.algorithm.function.__name__}(")


# --- the values are true ----------------------------------------------------------------------------------------------


@cache
def of_each_family() -> list[Scenario]:
    """The shortest lesson of each family that says values."""
    found: dict[str, Scenario] = {}
    for lesson in sorted(plain_lessons(), key=lambda lesson: (events(lesson) < 40, events(lesson))):
        found.setdefault(lesson.algorithm.family.name, lesson)
    return list(found.values())


def seen(lesson: Scenario, most: int = 120) -> list[tuple[View, dict[str, Value]]]:
    """The values after each of the first events."""
    timeline = recorded(lesson.path)[0]
    family, board, found = view_of(lesson.algorithm), board_for(lesson.puzzle), []
    for at in range(min(most, len(timeline.events)) + 1):
        timeline.seek(at)
        view = View(lesson.algorithm, board, timeline, timeline.state)
        found.append((view, dict(family.values(view))))
    return found


@pytest.mark.parametrize("lesson", of_each_family(), ids=lambda lesson: lesson.algorithm.family.name)
def test_what_values_stand_beside_is_in_the_pseudocode(lesson: Scenario) -> None:
    code = "\n".join(line.text for one in algorithms().values() if one.family is lesson.algorithm.family
                     for line in one.pseudocode)
    keys = {key for _, values in seen(lesson) for key in values}
    assert [key for key in keys if not re.search(rf"(?<!\w){re.escape(key)}(?!\w)", code)] == []
    colors = {value.color for _, values in seen(lesson) for value in values.values()}
    assert all(hasattr(theme("light"), color) for color in colors)


@pytest.mark.parametrize("board", [". 2 . .\\n1 3 . .\\n1 F 2 .", ". F .\\n1 2 1\\n0 0 0"], ids=["right", "wrong"])
def test_the_values_of_gac_are_those_of_the_events(board: str) -> None:
    lesson = scenario(f'title: T\nalgorithm: gac\npuzzle: {{kind: gnomine, board: "{board}"}}\n')
    timeline = open_timelines(lesson)[0]
    timeline.pull_all()
    counter, family, drawn_on = -1, view_of(lesson.algorithm), board_for(lesson.puzzle)
    under_test: object = None
    tried = 0
    for at, event in enumerate(timeline.events, 1):
        timeline.seek(at)
        values = {key: value.text for key, value in
                  family.values(View(lesson.algorithm, drawn_on, timeline, timeline.state)).items()}
        if isinstance(event, e.ConstraintTaken):
            assert values["C"] == f"C = {event.constraint}"
            unknown = event.unknown
        elif isinstance(event, e.VariableTaken):
            variable, counter, under_test = event.variable, -1, None
            assert values["x of C"] == f"x = {variable}"
        elif isinstance(event, e.TupleTried) and variable in unknown:
            tried += 1
            value = event.values[unknown.index(variable)]
            counter, under_test = (counter + 1 if value == under_test else 0), value
            assert (values["each value a"], values["counter"]) == (f"a = {value}", f"counter = {counter}")
        if isinstance(event, e.TupleTried):  # of the others, too, or of nothing: a last check
            assert values["C satisfied?"] == ("yes" if event.satisfied else "no")
    assert tried > 3


@pytest.mark.parametrize("name", ["exact-cover", "dancing-on-at-least"])
def test_the_option_of_dancing_links_is_the_one_taken_last_or_put_back_or_left_out_just_now(name: str) -> None:
    lesson = known(find(name))
    timeline = recorded(lesson.path)[0]
    family, board, taken, seen = view_of(lesson.algorithm), board_for(lesson.puzzle), [], 0
    for at, event in enumerate(timeline.events, 1):
        timeline.seek(at)
        values = family.values(View(lesson.algorithm, board, timeline, timeline.state))
        if isinstance(event, e.OptionTaken):
            taken.append(event.option)
        elif isinstance(event, e.OptionReturned):
            assert taken.pop() == event.option
        now = event.option if isinstance(event, e.OptionReturned | e.OptionExcluded) else (taken or [""])[-1]
        option = dict(values).get("take o")
        assert (option.text if option else "o = ") == f"o = {now}"
        if isinstance(event, e.OptionTaken) and event.item is not None:
            assert dict(values)["i ← an item"].text == f"i = {event.item}"
            seen += 1
    assert seen > 4


@pytest.mark.parametrize("number, least", [(40, 1), (41, 6), (51, 6), (59, 6)])
def test_x_and_v_are_of_the_label_that_is_given_or_taken_back(number: int, least: int) -> None:
    """Beside the strikes stands what that label has struck, as long as it is checked."""
    lesson = known(find(str(number)))
    back = 0
    for run, timeline in zip(lesson.runs, recorded(lesson.path), strict=True):
        family, board, struck = view_of(run.algorithm), board_for(lesson.puzzle), 0
        for at, event in enumerate(timeline.events[:1500], 1):
            timeline.seek(at)
            values = family.values(View(run.algorithm, board, timeline, timeline.state))
            said = {key: value.text for key, value in values.items()}
            if isinstance(event, e.Labelled | e.BackedUp):
                found = said["x ← SelectNextState()"], said["each value v"]
                assert found == (f"x = {event.variable}", f"v = {event.value}")
                back, struck = back + isinstance(event, e.BackedUp), 0
            elif isinstance(event, e.Exhausted):
                assert said["x ← SelectNextState()"] == f"x = {event.variable}" and "each value v" not in said
            elif isinstance(event, e.Struck) and search_of(timeline.state).label_spreads:
                struck += len(event.removed)
            checked = isinstance(event, e.Labelled | e.Struck | e.SingleFound | e.Emptied | e.Homeless)
            if not search_of(timeline.state).branch or not checked:
                assert "strike v" not in said
            else:
                assert said["strike v"] == f"{struck} struck"
    assert back >= least


def test_m_is_what_dpll_has_assigned() -> None:
    lesson = next(one for one in plain_lessons() if one.algorithm.name == "dpll"
                  and one.algorithm.family is SATISFIABILITY)
    assigned: list[str] = []
    for (view, values), event in zip(seen(lesson)[1:], recorded(lesson.path)[0].events, strict=False):
        if isinstance(event, e.Implied | e.Decided | e.Complemented):
            assigned.append(event.literal)
        elif isinstance(event, e.Undone):
            assigned = assigned[:len(assigned) - len(event.literals)]
        if "DPLL(F, M)" in values and view.state.tree is not None:
            short = f"M = {{{', '.join(assigned)}}}"
            assert values["DPLL(F, M)"].text in (short, f"|M| = {len(assigned)}")


# --- the room of panels -----------------------------------------------------------------------------------------------


@pytest.mark.parametrize(("focus", "code", "log"), [(232.0, 180.0, True), (232.0, 360.0, False), (150.0, 360.0, True)])
def test_panels_give_back_what_they_do_not_need(focus: float, code: float, log: bool) -> None:
    found = stack(Rect(0, 0, 430, 666), 1.0, 10.0, Needs(focus, code, 50.0))
    assert found.focus.h == focus
    assert found.code.h >= min(code, 666 - focus - 60 - 20)
    assert bool(found.log.h) is log
    bottoms = [box.bottom for box in found if box.h]
    assert bottoms == sorted(bottoms)
    assert bottoms[-1] == 666


@pytest.mark.parametrize("name", sorted(algorithms()))
def test_counters_have_room_for_their_names(name: str) -> None:
    counters = algorithms()[name].counters
    for width in (406.0, 576.0):
        places = counter_places(Rect(0, 0, width, counters_height(counters, width, 1.0)), counters, 1.0)
        for counter, place in zip(counters, places, strict=True):
            assert RecordingCanvas().measure(counter.name, SMALLEST) <= place.w


@pytest.mark.parametrize("name", sorted(algorithms()))
def test_of_a_docstring_the_source_has_the_first_line_and_lines_keep_their_numbers(name: str) -> None:
    """What is left out is the rest of the docstring, and nothing else."""
    code = inspect.unwrap(algorithms()[name].function).__code__
    lines, numbers = source_of(code)
    whole = linecache.getlines(code.co_filename)
    assert [line.strip().removesuffix(' …"""') for line in lines] == [whole[number - 1].strip() for number in numbers]
    gone = [at for at in range(numbers[0], numbers[-1]) if at not in numbers]
    assert gone == list(range(gone[0], gone[-1] + 1)) if gone else lines
    assert not gone or lines[numbers.index(gone[0] - 1)].endswith('…"""')
    assert not gone or whole[gone[-1] - 1].rstrip().endswith('"""')


def test_the_code_stays_while_its_line_moves_within_the_middle() -> None:
    code, tops = tuple(_Row(number, f"line {number}", True) for number in range(90)), []
    for line in range(90):
        shown = around(code, line, 30)
        assert code[line] in shown
        tops.append(shown[0].line)
    assert tops == sorted(tops)
    assert len(set(tops)) <= 8  # not one for each line
