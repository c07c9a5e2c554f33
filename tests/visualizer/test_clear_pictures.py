"""What was mended on the contact sheets: nothing strikes out words, lies on names, or looks as if not begun."""

from __future__ import annotations

from math import hypot
from typing import Any

import pygame
import pytest
from hypothesis import given, settings
from hypothesis import strategies as st

from algorithms.core import Event
from algorithms.events.counting import PlacementsCounted
from algorithms.events.search import Tied
from algorithms.genetic.events import GenerationEnded
from algorithms.local_search.events import Repaired
from algorithms.transitions.rules import ASET_RULES, DP_RULES, LEARNING_RULES
from kit.drawn_lessons import drawn as lesson_drawn
from kit.drawn_texts import overlaps
from kit.known_lessons import known, recorded, timeline_of
from kit.measuring import drawn, opened
from kit.widget_stage import texts
from scenarios.bands import Band, Bands
from scenarios.loader import find
from visualizer.canvas.below import seen
from visualizer.canvas.marks import draw_mark, draw_refuted, draw_ring
from visualizer.canvas.on_pygame import PygameCanvas
from visualizer.canvas.primitives import SMALLEST, RecordingCanvas, Rect
from visualizer.canvas.theme import NAMES, contrast, theme
from visualizer.families.answer_sets.panels import draw_least
from visualizer.families.covering.heads import draw_shared, heads_of, label
from visualizer.families.covering.state import cover_of
from visualizer.families.genetic.plot import draw_plot as evolution_plot
from visualizer.families.local_search.plot import draw_plot as repair_plot
from visualizer.families.transitions.facts import BUTTON, draw_facts, manners
from visualizer.families.transitions.hero import draw_hero
from visualizer.families.transitions.look import Look
from visualizer.families.transitions.strokes import dash_of, edge_color
from visualizer.families.transitions.unfolded import draw_unfolded
from visualizer.puzzles.clue.board import ClueBoard
from visualizer.puzzles.colouring.node import Look as NodeLook
from visualizer.puzzles.colouring.node import draw_node
from visualizer.puzzles.gnomine.trial import draw_letter, draw_threads
from visualizer.puzzles.zebra.names import fitting
from visualizer.runs.boards import board_for
from visualizer.stage.compare_gains import draw_differences, unlike
from visualizer.stage.compare_heads import draw_head
from visualizer.stage.links import Links
from visualizer.stage.seeds import button_room, legend_room
from visualizer.stage.view import View
from visualizer.stage.violations import badge_of

DARK = theme("dark")
ANY_RULE = {*DP_RULES, *ASET_RULES, *LEARNING_RULES}
numbers = st.floats(-50, 50, allow_nan=False)
points = st.tuples(numbers, numbers)
boxes = st.builds(Rect, numbers, numbers, st.floats(1, 40), st.floats(1, 40))


@settings(max_examples=60, deadline=None)
@given(points, points, st.lists(boxes, max_size=4))
def test_a_line_of_a_conflict_is_broken_off_at_words_and_nowhere_else(
        start: tuple[float, float], end: tuple[float, float], holes: list[Rect]) -> None:
    left = list(seen(start, end, holes))
    for step in range(1, 60):
        x, y = (a + (b - a) * step / 60 for a, b in zip(start, end, strict=True))
        depth = min((min(x - hole.x, hole.right - x, y - hole.y, hole.bottom - y) for hole in holes
                     if hole.contains(x, y)), default=0.0)
        near = [hypot(x - a, y - b) + hypot(x - c, y - d) - hypot(a - c, b - d) for (a, b), (c, d) in left]
        drawn = any(more < 1e-6 for more in near)
        if depth > 1e-3:
            assert not drawn
        elif not any(hole.inset(-1e-3).contains(x, y) for hole in holes):
            assert drawn


@pytest.mark.parametrize("rules", [DP_RULES, ASET_RULES, LEARNING_RULES])
@pytest.mark.parametrize("name", NAMES)
def test_edges_that_look_alike_share_their_stroke_in_the_legend(name: str, rules: tuple[str, ...]) -> None:
    colors = theme(name)
    found = manners(rules, colors)
    assert sorted(rule for words, _ in found for rule in words.split(", ")) == sorted(rules)
    looks = [(edge_color(rule, colors), dash_of(rule)) for _, rule in found]
    assert len(set(looks)) == len(looks)
    for words, one in found:
        assert {(edge_color(rule, colors), dash_of(rule)) for rule in words.split(", ")} == {
            (edge_color(one, colors), dash_of(one))}


@given(st.sampled_from(["1 in column 1", "C(1,0)", "clue A1", "hand of pe", "/a1", "line 10.1"]), st.integers(14, 90))
@settings(max_examples=60, deadline=None)
def test_the_name_of_a_column_loses_no_letter_and_fits(name: str, wide: int) -> None:
    canvas = RecordingCanvas()
    lines = label(canvas, name, wide, 12.0)
    assert "".join(lines).replace("-", "").replace(" ", "") == name.replace(" ", "")
    letters = all(len(line) == 1 for line in lines)
    assert letters or all(canvas.measure(line, 12.0, "bold") <= wide for line in lines)


@st.composite
def neighbours(draw: st.DrawFn) -> list[str]:
    """Names as the items of a Sudoku, of queens, and of Clue have them."""
    some = st.integers(1, 6)
    parts = draw(st.lists(st.sampled_from(["{} in row A", "{} in column 1", "hand of p{}", "card k{}", "/a{}", "A{}",
                                           "C({},0)", "clue A{}"]), max_size=5))
    return [part.format(number) for part in parts for number in range(1, draw(some) + 1)]


@given(neighbours(), st.integers(20, 90), st.sampled_from([12.0, 15.0]))
@settings(max_examples=80, deadline=None)
def test_words_that_neighbours_share_are_said_once_above_them(names: list[str], wide: int, size: float) -> None:
    canvas = RecordingCanvas()
    heads = heads_of(canvas, names, wide, size)
    for index, name in enumerate(names):
        above = [word for of in heads.shared if of.first <= index < of.end for word in " ".join(of.lines).split()]
        own = "".join(heads.own[index]).replace("-", "").replace(" ", "")
        assert sorted("".join(above) + own) == sorted(name.replace(" ", ""))
    draw_shared(canvas, Rect(0, 300, wide * len(names), 100), wide, heads, DARK)
    written: list[Any] = [op.args for op in canvas.ops if op.name == "text"]
    for _, y, *_ in written:
        assert 300 - heads.height <= y <= 300


def test_a_word_that_a_column_has_no_room_for_is_not_broken_where_its_neighbours_have_it_too() -> None:
    names = ["A1", *(f"{digit} in column 1" for digit in range(1, 6)), "clue A1"]
    heads = heads_of(RecordingCanvas(), names, 25, 12.0)
    assert [of.lines for of in heads.shared] == [["in column 1"]]
    assert heads.own[1:6] == [["1"], ["2"], ["3"], ["4"], ["5"]]


@given(st.floats(10, 120), st.floats(0.5, 1.0))
def test_a_number_of_conflicts_stays_beside_what_stands_in_its_place(wide: float, share: float) -> None:
    """A digit is as high as 0.45 of its place and 0.4 wide, in the middle; where no number has room there is a sign."""
    place = Rect(50, 50, wide, wide * share)
    badge, written = badge_of(RecordingCanvas(), place, "3")
    room = min(place.w, place.h)
    assert (badge.x, badge.y) == (place.x, place.y)
    assert badge.h <= room * (0.3 if written else 0.25) and (written or badge.w == badge.h)


@pytest.mark.parametrize("text", ["3", "27"])
def test_a_number_has_room_beside_one_of_several_names_in_a_cell(text: str) -> None:
    """As where two of a row live in one house of a small board: such a place is low and wide, a name in its middle."""
    place = Rect(50, 50, 109, 20.7)
    badge, written = badge_of(RecordingCanvas(), place, text)
    assert written and badge.h * 0.78 > SMALLEST - 0.01
    assert place.y <= badge.y and badge.bottom <= place.bottom
    assert badge.right <= place.center[0] - RecordingCanvas().measure("Norwegian", SMALLEST, "sans") / 2
    for smaller in (Rect(50, 50, 70, 20.7), Rect(50, 50, 109, 12)):
        assert not badge_of(RecordingCanvas(), smaller, text)[1]


@pytest.mark.parametrize("name", NAMES)
@pytest.mark.parametrize("ground", ["fog", "uncovered", "covered", "known", "clue", "panel"])
def test_marks_are_seen_on_every_ground(name: str, ground: str) -> None:
    colors, surface, place = theme(name), pygame.Surface((90, 90)), Rect(20, 20, 50, 50)
    canvas = PygameCanvas(surface)
    for drawn_in, ringed in ((colors.mark, False), (colors.mark, True), (unlike(colors), True)):
        surface.fill(getattr(colors, ground))
        if ringed:
            draw_ring(canvas, place, drawn_in, colors, 3, 0)
        else:
            draw_mark(canvas, place, colors)
        marked = {(x, y) for x in range(90) for y in range(90) if surface.get_at((x, y))[:3] == drawn_in}
        beside = {(x + a, y + b) for x, y in marked for a, b in ((1, 0), (-1, 0), (0, 1), (0, -1))} - marked
        around = {(color.r, color.g, color.b) for color in map(surface.get_at, beside)}
        assert marked and all(contrast(color, drawn_in) >= 3 for color in around)


@pytest.mark.parametrize("side", [27.0, 46.0, 110.0])
def test_a_tab_of_a_difference_lies_half_outside(side: float) -> None:
    place = Rect(50, 50, side, side)
    tab = _tab(place, Rect(0, 0, 300, 300))
    assert tab.contains(place.x, place.bottom)
    assert tab.right - place.x <= max(7.0, side * 0.15) and place.bottom - tab.y <= max(7.0, side * 0.15)
    edge = _tab(place, place)  # of a place in the corner of the board
    assert edge.x >= place.x and edge.bottom <= place.bottom + 0.1


def _tab(place: Rect, board: Rect) -> Rect:
    canvas = RecordingCanvas()
    draw_differences(canvas, [place], board, DARK)
    return Rect(*next((float(str(one)) for one in op.args[:4]) for op in canvas.ops
                      if op.name == "rect" and op.args[4] == unlike(DARK)))


@pytest.mark.parametrize("fields", [1, 2, 3])
def test_a_thread_joins_fields(fields: int) -> None:
    canvas, unknown = RecordingCanvas(), [f"(0,{x})" for x in range(fields)]
    draw_threads(canvas, lambda field: Rect(50 * int(field[3]), 0, 50, 50), unknown, {1: (1,) * fields}, DARK)
    assert bool(canvas.ops) == (fields > 1)


def test_where_a_notepad_is_narrow_its_rows_grow_and_its_cells_are_slim() -> None:
    board = board_for(known(find("four-ways-to-wander")).puzzle)
    assert isinstance(board, ClueBoard)
    for wide, row in ((187, 18), (260, 20), (420, 20)):  # as at 1280×800 four of them beside each other, and wider
        box = Rect(0, 0, wide, 560)
        frame = board.frame(box)
        assert frame.row >= row
        assert frame.pad.x >= box.x and frame.pad.right <= box.right + 1 and frame.pad.bottom <= box.bottom + 1


@pytest.mark.parametrize("size", [(1280, 800), (1920, 1080)])
def test_a_path_is_as_large_as_its_picture_at_every_state(size: tuple[int, int]) -> None:
    scenario = known(find("two-paths-to-one-answer-set"))
    timeline, sizes = recorded(scenario.path)[0], set[float]()
    for position in range(0, len(timeline.events) + 1, 3):
        timeline.seek(position)
        view = View(scenario.algorithm, board_for(scenario.puzzle), timeline, timeline.state, code="rules")
        canvas = RecordingCanvas()
        draw_unfolded(canvas, Rect(0, 0, size[0] * 0.66, size[1] * 0.6), view, Look(around=True), DARK, 1.0)
        states = [float(str(op.args[3])) for op in canvas.ops if op.name == "text" and op.args[6] == "bold"]
        sizes.add(max(states))
    assert len(sizes) == 1
    assert min(sizes) > (19 if size[0] > 1280 else 14)


@pytest.mark.parametrize("name", ["what-no-clause-says", "what-clasp-keeps", "a-way-into-the-loop"])
def test_on_a_projector_no_state_of_a_path_lies_on_words(name: str) -> None:
    """A slide of 1920×1080 has about this room for a picture above three lines."""
    scenario = known(find(name))
    timeline, look = recorded(scenario.path)[0], Look(around=True)
    for position in range(0, len(timeline.events) + 1, 1 + len(timeline.events) // 15):
        timeline.seek(position)
        view = View(scenario.algorithm, board_for(scenario.puzzle), timeline, timeline.state, code="rules", look=look)
        canvas = RecordingCanvas()
        draw_hero(canvas, Rect(0, 0, 1860, 600), view, DARK, 28 / 12)
        assert not overlaps(canvas)
        words: list[Any] = [op.args for op in canvas.ops if op.name == "text" and op.args[2] in ANY_RULE]
        for x, y, _, size, *_ in words:
            edges = [y + side * size for side in (-0.35, 0.35)]
            assert not any(box.inset(1).contains(x, edge) for box, _ in look.spots for edge in edges)


def test_the_headline_of_a_graph_leaves_room_for_the_button_beside_it() -> None:
    scenario = known(find("what-no-clause-says"))
    timeline, canvas = recorded(scenario.path)[0], RecordingCanvas()
    timeline.seek(len(timeline.events))
    view = View(scenario.algorithm, board_for(scenario.puzzle), timeline, timeline.state, code="rules")
    draw_facts(canvas, Rect(0, 0, 345, 128), view, DARK, 1.0)
    _, _, said, size, *_ = next(op.args for op in canvas.ops if op.name == "text")
    assert "states reached" in str(said)
    assert canvas.measure(str(said), float(str(size)), "bold") <= 345 - BUTTON


@given(st.integers(0, 260), st.integers(0, 9), st.integers(0, 3))
@settings(max_examples=80, deadline=None)
def test_a_least_model_stays_in_its_panel(high: int, reached: int, out: int) -> None:
    canvas, box = RecordingCanvas(), Rect(0, 0, 180, high)
    draw_least(canvas, box, {f"a{number}": number for number in range(reached)}, True, DARK, 1.0, Links(),
               [f"b{number}" for number in range(out)])
    for op in canvas.ops:
        if op.name == "text":
            assert float(str(op.args[1])) + 0.37 * float(str(op.args[3])) <= high + 1
        elif op.name == "rect":
            assert float(str(op.args[1])) + float(str(op.args[3])) <= high + 1


@pytest.mark.parametrize("wide", [210, 260, 600])
def test_the_guess_above_a_graph_is_whole_where_a_shorter_title_makes_room_for_it(wide: int) -> None:
    scenario = known(find("four-guesses"))
    timeline, board, canvas = recorded(scenario.path)[3], board_for(scenario.puzzle), RecordingCanvas()
    state = timeline.at(len(timeline.events))
    board.draw(canvas, Rect(0, 0, wide, 260), state, state, 1.0, DARK)
    assert {"X = {r, p, q} ✗", "Needs" if wide < 300 else "Who needs whom"} <= {*texts(canvas)}


def test_words_below_a_placement_keep_away_from_it() -> None:
    screen = opened(known(find("two-components-and-the-rest")))
    screen.transport.playback.to_cue(list(screen.transport.playback.director.seen)[-1])
    canvas = drawn(screen, whole=True)
    said: list[Any] = [op.args for op in canvas.ops if op.name == "text" and op.args[2] in ("3 mines", "330")]
    low = min(args[1] for args in said)  # the pictures are above the tab, which has such words, too
    tiles: list[Any] = [op.args for op in canvas.ops if op.name == "rect"]
    bottom = max(top + high for left, top, wide, high, *_ in tiles
                 if 10 < wide == high < 40 and left > 680 and top + high < low + 6)
    assert all(y - 0.37 * size - bottom >= 3 for _, y, _, size, *_ in said if y < low + 2)


def test_words_keep_away_from_the_button_beside_them() -> None:
    scenario, head = known(find("algorithm-1-against-2")), Rect(100, 0, 300, 20)
    band = Band(Bands(scenario.runs, (), 20), 0)
    assert legend_room(band, head, 1.0).right <= button_room(head, 1.0).x - 6


@pytest.mark.parametrize("side", [60.0, 90.0, 140.0])
def test_a_supposed_colour_lies_above_the_name_of_its_node(side: float) -> None:
    canvas = RecordingCanvas()
    draw_node(canvas, Rect(0, 0, side, side), "NSW", NodeLook((200, 0, 0), (0, 0, 0), colour="green", supposed=2), DARK)
    disc: Any = next(op.args for op in canvas.ops if op.name == "circle" and op.args[3] == (200, 0, 0) and
                     isinstance(op.args[2], float) and op.args[2] < side / 4)
    name: Any = next(op.args for op in canvas.ops if op.name == "text" and op.args[2] == "NSW")
    assert disc[1] + disc[2] <= name[1] - 0.37 * name[3] + 0.5


def test_what_was_found_last_stays_when_the_search_has_undone_it() -> None:
    (timeline,) = recorded(find("exact-cover"))
    timeline.seek(len(timeline.events))
    cover = cover_of(timeline.state)
    assert not cover.trail
    taken = [sum(cover.form.word(literal) in cover.last for literal in item.literals) for item in cover.items.values()]
    assert all(item.least <= count for item, count in zip(cover.items.values(), taken, strict=True))
    timeline.seek(len(timeline.events) - 1)
    assert not cover_of(timeline.state).last


def test_that_there_is_no_solution_is_a_broken_frame_within_the_board() -> None:
    canvas, box = RecordingCanvas(), Rect(10, 20, 300, 200)
    draw_refuted(canvas, box, DARK)
    dashes = [Rect(*op.args[:4]) for op in canvas.ops if op.name == "rect" and op.args[4] == DARK.mine]  # type: ignore[arg-type]
    assert len(dashes) > 20
    assert all(box.x <= one.x and one.right <= box.right + 0.1 for one in dashes)
    assert all(box.y <= one.y and one.bottom <= box.bottom + 0.1 for one in dashes)
    for x in (box.x + 1, box.right - 1):
        assert all(any(one.contains(x, y) for one in dashes) for y in (box.y + 1, box.bottom - 1))


@pytest.mark.parametrize("name, draw, kind", [("stuck-in-a-sudoku", repair_plot, Repaired),
                                              ("stuck-one-step-from-the-goal", evolution_plot, GenerationEnded)])
def test_while_a_question_is_open_no_curve_goes_on_beyond_where_the_run_is(name: str, draw: Any,
                                                                           kind: type[Event]) -> None:
    timeline = timeline_of(name)
    positions = timeline.positions(kind)
    timeline.seek(positions[len(positions) // 3] + 1)

    def furthest(ahead: bool) -> tuple[float, float]:
        """How far to the right a curve goes, and where the bar is."""
        canvas = RecordingCanvas()
        draw(canvas, Rect(0, 0, 600, 300), timeline, DARK, 1.0, Links(), ahead=ahead)
        lines: list[Any] = [op.args for op in canvas.ops if op.name == "line"]
        bar: Any = next(op.args for op in canvas.ops if op.name == "rect" and op.args[4] == DARK.accent)
        return max(max(x, end) for x, y, end, _, color, *_ in lines
                   if y > 26 and color not in (DARK.edge, DARK.muted)), bar[0]

    end, bar = furthest(ahead=False)
    assert end <= bar + 2
    assert furthest(ahead=True)[0] > bar + 50


def test_placements_that_are_not_counted_yet_are_not_called_all() -> None:
    timeline, said = timeline_of("two-components-and-the-rest"), list[str]()
    for position in timeline.positions(PlacementsCounted):
        timeline.seek(position + 1)
        stage = lesson_drawn("two-components-and-the-rest", (1280, 800), "dark", "pseudocode")
        said += [text for text in texts(stage) if "lacements of" in text]
    assert said == ["Placements of A: 2 counted so far", "All 4 placements of A",
                    "Placements of B: 2 counted so far", "All 3 placements of B"]


def test_two_placements_are_both() -> None:
    timeline, said = timeline_of("how-likely-is-a-mine"), list[str]()
    for position in timeline.positions(PlacementsCounted):
        timeline.seek(position + 1)
        said += [text for text in texts(lesson_drawn("how-likely-is-a-mine", (1280, 800), "dark", "pseudocode"))
                 if "lacements of" in text]
    assert {"Both placements of A", "Both placements of C"} <= set(said)
    assert not any("All 2" in text for text in said)


def test_a_head_that_is_too_low_for_its_sentence_breaks_no_number_off() -> None:
    scenario, timelines = known(find("evolution-against-logic")), recorded(find("evolution-against-logic"))
    for timeline in timelines:
        timeline.seek(len(timeline.events))
    rows = list(zip(scenario.runs, timelines, strict=True))
    said = set[str]()
    for wide in range(240, 700, 10):
        canvas = RecordingCanvas()
        draw_head(canvas, Rect(0, 0, wide, 22), 1, rows, [], DARK, 1.0)
        said |= {text for text in texts(canvas) if text.startswith("Gave")}
    assert said
    assert all("1,000 steps" in text for text in said), said


@pytest.mark.parametrize("wide", [230, 260, 285, 320, 400])
def test_heads_beside_each_other_all_say_that_fields_are_unlike_or_none_does(wide: int) -> None:
    scenario, timelines = known(find("three-cells-in-the-fog")), recorded(find("three-cells-in-the-fog"))
    for timeline in timelines:
        timeline.seek(timeline.positions(Tied)[0] + 1)
    rows, said = list(zip(scenario.runs, timelines, strict=True)), []
    gains = [f"{row}{column}" for row in "AB" for column in range(1, 6)]
    for index in range(len(rows)):
        canvas = RecordingCanvas()
        draw_head(canvas, Rect(0, 0, wide, 60), index, rows, gains, DARK, 1.0)
        said += [text for text in texts(canvas) if text.startswith("10")]
    assert len(said) == 4 and len({*said}) == 1
    assert wide < 285 or said[0] == "10 unlike"


def test_a_name_without_room_in_the_key_ends_with_a_full_stop() -> None:
    row = ("English", "Spaniard", "Norwegian")
    canvas = RecordingCanvas()
    for room in range(20, 90):
        text = fitting(canvas, "Norwegian", row, 12.0, room)
        assert text == "Norwegian" or text.endswith(".") or len(text) == 2
        assert canvas.measure(text, 12.0) <= room or len(text) == 2


@pytest.mark.parametrize("wide", range(12, 160, 8))
def test_a_number_that_is_one_of_a_pair_has_its_letter_or_no_mark(wide: int) -> None:
    canvas = RecordingCanvas()
    draw_letter(canvas, Rect(0, 0, wide, wide), "A", DARK)
    assert [op.name for op in canvas.ops] in ([], ["circle", "circle", "text"])
    assert bool(canvas.ops) == (wide >= 50)


@pytest.mark.parametrize("colours", ["red green blue yellow", "red green blue yellow orange purple cyan"])
def test_the_colours_of_nodes_are_all_words_or_all_letters_and_can_be_read(colours: str) -> None:
    named = colours.split()
    names = [f"N{number}" for number in range(len(named))]
    looks = [NodeLook((200, 200, 200), (0, 0, 0), colour=colour, words=tuple(named)) for colour in named]
    told = dict[int, bool]()
    for side in range(44, 120):
        canvas = RecordingCanvas()
        for index, (name, look) in enumerate(zip(names, looks, strict=True)):
            draw_node(canvas, Rect(side * index, 0, side, side), name, look, DARK)
        below = [text for text in texts(canvas) if text not in names]
        assert below in (named, [colour[0].upper() for colour in named])
        assert all(float(str(op.args[3])) >= 12 for op in canvas.ops if op.name == "text")
        told[side] = below == named
    assert told[119] and not told[44] and sorted(told.values()) == [*told.values()]
    assert len(named) > 4 or told[63]  # a disc of 50 pixels, as of the contiguous states at 1280×800
