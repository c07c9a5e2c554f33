"""How backjumping is seen: its state is the algorithm's own, what is drawn is true, no text lies on another."""

from __future__ import annotations

import copy
import re
from functools import cache
from random import Random
from typing import Any

import pytest

from algorithms.backjumping import events as b
from algorithms.backjumping.backmarking import BM, BMCBJ, BMCBJ2, BMJ
from algorithms.backjumping.look_back import BJ, BT, CBJ
from algorithms.backjumping.problem import problem_of
from algorithms.core import find_algorithm, trace
from algorithms.events import Emptied, JumpedBack, Solved
from algorithms.problems.colouring.puzzle import Colouring
from algorithms.problems.forms.binary import to_binary
from algorithms.problems.forms.csp import csp_of
from kit.drawn_lessons import draw_view
from kit.drawn_texts import common, outside, overlaps
from kit.known_lessons import known
from kit.measuring import drawn as painted
from kit.measuring import opened
from kit.session_desk import finish, open_session
from kit.states import moments
from kit.widget_stage import texts
from scenarios.loader import find
from scenarios.timeline import Timeline
from visualizer.canvas.primitives import RecordingCanvas, Rect
from visualizer.canvas.theme import NAMES, theme
from visualizer.families.backjumping.marks import draw_marks, strip_of
from visualizer.families.backjumping.panels import headline, look_of
from visualizer.families.backjumping.record import record_of
from visualizer.families.backjumping.state import BackjumpState, backjump_of
from visualizer.families.backjumping.values import values
from visualizer.runs.boards import board_for
from visualizer.runs.comparison import open_timelines
from visualizer.runs.explanations import explain
from visualizer.runs.families import start_state
from visualizer.runs.states import State
from visualizer.stage.compare_stage import CompareView, draw_comparison
from visualizer.stage.stage import draw_board, draw_stage, places_of, trees
from visualizer.stage.view import View

NO_NUMBERS = {"backjumping": {r".* will change: mbl ≤ 0 behind it": "a level, as the marks have it"}}

HOUSES = "one-dead-end-three-ways-back"
MAP = "thrashing-on-a-map"
SIZES = [(1280, 800), (1920, 1080), (640, 480)]
KINDS = {"bt": BT, "bj": BJ, "cbj": CBJ, "bm": BM, "bmj": BMJ, "bm-cbj": BMCBJ, "bm-cbj2": BMCBJ2}
ALL = (*KINDS, "fc", "fc-cbj")


@cache
def timeline_of(name: str, lesson: str = HOUSES, **options: Any) -> Timeline[State]:
    """A run on the puzzle of a lesson, all of it; whoever moves on it takes it where it is."""
    puzzle, algorithm = known(find(lesson)).puzzle, find_algorithm(name)
    timeline = Timeline(algorithm.start(csp_of(puzzle), options, 1), start_state(puzzle, algorithm))
    timeline.pull_all()
    return timeline


# --- the state -------------------------------------------------------------------------------------------------------


@pytest.mark.parametrize("name", KINDS)
@pytest.mark.parametrize("all_", [False, True])
def test_at_each_dead_end_the_state_has_the_arrays_of_the_algorithm(name: str, all_: bool) -> None:
    """v, current-domain, conf-set or max-check, mcl and mbl, from random maps."""
    for seed in range(4):
        rng = Random(seed)
        puzzle = Colouring.read(colours=3, nodes=tuple("ABCDEFGH"), edges=tuple(
            (x, y) for x in "ABCDEFGH" for y in "ABCDEFGH" if x < y and rng.random() < 0.4))
        csp = puzzle.as_csp()
        search: Any = KINDS[name](problem_of(to_binary(csp), csp.domains, "random", rng))
        state = start_state(puzzle, find_algorithm(name))
        for event in search.bcssp(all_):
            state.apply(event)
            if isinstance(event, b.DeadEnd):
                _same(search, backjump_of(state), event.level)


def _same(search: Any, seen: BackjumpState, i: int) -> None:
    names, values = search.names, search.problem.values
    assert [(label.variable, label.value) for label in seen.branch] == [
        (names[h], values[h][search.v[h]]) for h in range(1, i)]
    for h in range(1, i + 1):
        left = [value for value in values[h] if value not in seen.refused.get(names[h], {})]
        assert left == [values[h][k] for k in search.current_domain[h]]
        if seen.blames == "conflicts":
            assert seen.conf_sets.get(names[h], ()) == search.problem.named(list(search.conf_set[h]))
        elif seen.blames == "deepest":
            assert seen.conf_sets.get(names[h], ()) == search.problem.named([search.max_check[h]])
    if seen.memory != "nothing":
        mbl = search.mbl_of if seen.memory == "value" else [[mbl] * len(values[j]) for j, mbl in enumerate(search.mbl)]
        for j in range(1, search.n + 1):
            assert list(seen.mcl[names[j]]) == search.mcl[j]
            assert list(seen.mbl[names[j]]) == mbl[j]


@pytest.mark.parametrize("lesson", [HOUSES, MAP])
@pytest.mark.parametrize("name", ALL)
def test_the_board_has_the_branch_and_comes_back(name: str, lesson: str) -> None:
    timeline = timeline_of(name, lesson)
    start = dict(timeline.at(0).domains)
    for position in moments(timeline, 40):
        search, state = backjump_of(timeline.state), timeline.state
        assert dict(state.known()) == start
        for label in search.branch:
            assert state.domains[label.variable] == (label.value,)
        assert state.inferred == {}
        if position == len(timeline.events):
            assert {x: values[0] for x, values in state.domains.items()} == timeline.answer.solution
            assert search.solved


@pytest.mark.parametrize("name", ["bt", "bj", "bm-cbj2", "fc-cbj"])
def test_the_tree_has_a_node_for_each_value_that_was_tried(name: str) -> None:
    timeline = timeline_of(name)
    timeline.seek(len(timeline.events))
    tree = timeline.state.tree
    tried = [event for event in timeline.events if isinstance(event, b.Instantiated)]
    assert [tree.node(index).label for index in range(1, tree.count)] == [f"{x.variable}={x.value}" for x in tried]
    assert [tree.node(index).depth for index in range(1, tree.count)] == [event.level for event in tried]
    assert tree.status(tree.count - 1) == "solution"


# --- the picture of the jumps ----------------------------------------------------------------------------------------


def paths(name: str) -> list[tuple[object, ...]]:
    """The nodes that a search visits, each as the values from the first variable to it."""
    found, branch = list[tuple[object, ...]](), tuple[object, ...]()
    for event in trace(find_algorithm(name).start(csp_of(known(find(HOUSES)).puzzle), {}, 1))[0]:
        if isinstance(event, b.Instantiated):
            branch = (*branch[:event.level - 1], event.value)
            found.append(branch)
    return found


@pytest.mark.parametrize("name", KINDS)
def test_what_is_orange_cbj_does_not_visit_and_what_is_dotted_bt_has_visited_before(name: str) -> None:
    timeline, every, needed, own = timeline_of(name), paths("bt"), set(paths("cbj")), paths(name)
    record = record_of(timeline)
    positions = timeline.positions(b.Instantiated)
    for position in moments(timeline, 50):
        count = record.visited(position)
        assert count == sum(index < position for index in positions)
        assert record.wasted(position) == sum(path not in needed for path in own[:count])
        frontier = record.frontier(backjump_of(timeline.state), position)
        assert set(own[:count]) <= set(every[:frontier])
        if count and timeline.state.outcome is None and backjump_of(timeline.state).trying is not None:
            assert every[frontier - 1] == own[count - 1]
    timeline.seek(len(timeline.events))
    assert record.frontier(backjump_of(timeline.state), timeline.position) == len(every)


def test_after_the_jump_to_green_all_that_bt_tries_before_green_moves_is_dotted() -> None:
    """42 nodes of BT, 25 of BJ, as the lesson says."""
    timeline = timeline_of("cbj")
    timeline.seek(timeline.positions(JumpedBack)[1] + 1)
    record = record_of(timeline)
    assert record.frontier(backjump_of(timeline.state), timeline.position) - record.visited(timeline.position) == 42
    for name, wasted in (("bj", 25), ("bt", 42)):
        other = timeline_of(name)
        moves = next(index for index, event in enumerate(other.events)
                     if isinstance(event, b.Instantiated) and (event.variable, event.value) == ("green", 3))
        assert record_of(other).wasted(moves) == wasted


def test_each_jump_has_an_arrow_between_its_lanes() -> None:
    timeline = timeline_of("cbj")
    record = record_of(timeline)
    jumps = [event for event in timeline.events if isinstance(event, JumpedBack)]
    assert len(record.returns) == len(jumps) == 6
    for event, (_, start, end) in zip(jumps, record.returns, strict=True):
        assert (record.tree.levels[start], record.tree.levels[end]) == (event.start, event.level)
        node = start
        while node >= 0 and node != end:
            node = record.tree.parents[node]
        assert node == end


def test_as_printed_the_picture_stands_by_itself() -> None:
    timeline = timeline_of("bm-cbj2", printed=True)
    record = record_of(timeline)
    assert record.shadow is None
    assert len(record.tree.levels) == timeline.count(b.Instantiated, len(timeline.events))


# --- the marks -------------------------------------------------------------------------------------------------------


@pytest.mark.parametrize("name", ["bm", "bmj", "bm-cbj", "bm-cbj2"])
def test_what_is_said_to_be_saved_holds(name: str) -> None:
    timeline = timeline_of(name, all=True)
    puzzle = known(find(HOUSES)).puzzle
    binary, board = to_binary(csp_of(puzzle)), board_for(puzzle)
    seen = set()
    for _ in moments(timeline, 60):
        search, state = backjump_of(timeline.state), timeline.state
        peers = board.peers(state)
        if search.trying is None or not search.order:
            continue
        branch = {label.variable: label.value for label in search.branch}
        for value in search.values[search.current or ""]:
            strip = strip_of(search, peers, search.current or "", value)
            assert len(strip.signs) == search.level - 1
            for name_, sign in zip(search.order, strip.signs, strict=False):
                tied = any({name_, search.current} == set(pair) for pair in binary.pairs)
                assert (sign == "none") == (not tied)
                fits = binary.violated(search.current or "", value, name_, branch[name_]) is None
                assert {"saved": fits, "yes": fits, "refused": not fits, "no": not fits}.get(sign, True)
                seen.add(sign)
    assert seen >= {"saved", "refused", "yes", "no", "ask", "none"}


# --- why -------------------------------------------------------------------------------------------------------------

REFUSED = re.compile(r"(\w+) was refused by (\w+)")
STANDS = re.compile(r"^(\w+) = (\w+) stands at level (\d+) since event ([\d,]+): no variable before it refuses it")


@pytest.mark.parametrize("name", ["bt", "cbj", "bm-cbj2", "fc-cbj"])
def test_reasons_are_true(name: str) -> None:
    timeline, puzzle = timeline_of(name), known(find(HOUSES)).puzzle
    binary, board, algorithm = to_binary(csp_of(puzzle)), board_for(puzzle), find_algorithm(name)
    stood = 0
    for _ in moments(timeline, 40):
        search = backjump_of(timeline.state)
        branch = {label.variable: label.value for label in search.branch}
        for x in search.order:
            said = explain(timeline, algorithm, board, x)
            if found := STANDS.match(said.sentence):
                event: Any = timeline.events[int(found[4].replace(",", "")) - 1]
                assert (event.variable, event.value, event.level) == (x, branch[x], int(found[3]))
                earlier = [y for y in search.order[:event.level - 1] if y in branch]
                assert all(binary.violated(x, branch[x], y, branch[y]) is None for y in earlier)
                stood += 1
            for value, other in REFUSED.findall(said.sentence) if name != "fc-cbj" else ():
                assert binary.violated(x, int(value), other, branch[other]) is not None
    assert stood > 50


@pytest.mark.parametrize("lesson", [HOUSES, MAP])
def test_a_value_that_would_leave_another_variable_none_was_never_behind_another(lesson: str) -> None:
    """Plain forward checking blames nobody: what it refuses is told from what is spent, up to the dead end."""
    timeline, refused, told = timeline_of("fc", lesson, all=True), dict[str, dict[object, str]](), 0
    for position, event in enumerate(timeline.events[:700], 1):
        timeline.seek(position)
        search = backjump_of(timeline.state)
        if isinstance(event, b.Judged) and not event.consistent:
            emptied = timeline.events[position - 2]
            assert isinstance(emptied, Emptied)
            refused.setdefault(event.variable, {})[event.value] = f"would leave {emptied.variable} without a value"
        elif isinstance(event, b.DeadEnd):
            own = refused.pop(event.variable, {})
            said = {value: look_of(search, value)[2] for value in search.refused.get(event.variable, {})}
            assert {value: text for value, text in said.items() if "would" in text} == own
            told += len(own)
    assert told > 10


@pytest.mark.parametrize("name", ALL)
def test_a_value_that_led_to_a_solution_is_not_said_to_have_failed(name: str) -> None:
    timeline = timeline_of(name, all=True)
    solved = timeline.positions(Solved)[0]
    timeline.seek(solved + 1)
    solution, algorithm = backjump_of(timeline.state).branch, find_algorithm(name)
    board, told = board_for(known(find(HOUSES)).puzzle), 0
    for position in [at for at in (*timeline.positions(b.SteppedBack), *timeline.positions(JumpedBack)) if at > solved]:
        timeline.seek(position + 1)
        search = backjump_of(timeline.state)
        assert search.returned is not None and search.current is not None
        if (search.current, search.returned.value) == solution[search.level - 1][:2]:
            assert "failed" not in look_of(search, search.returned.value)[2]
            assert "failed" not in explain(timeline, algorithm, board, search.current).sentence
            told += 1
    assert told


# --- what is drawn ---------------------------------------------------------------------------------------------------


def drawn(name: str, size: tuple[int, int], look: str, code: str) -> RecordingCanvas:
    """The stage of a run on the three houses, where that run is."""
    timeline, puzzle = timeline_of(name), known(find(HOUSES)).puzzle
    view = View(find_algorithm(name), board_for(puzzle), timeline, timeline.state, say="Look.", code=code)
    return draw_view(view, size, look)


@pytest.mark.parametrize("size", SIZES, ids=str)
@pytest.mark.parametrize("name", ["bj", "cbj", "bm-cbj2", "fc-cbj"])
def test_no_text_lies_on_another_beside_the_board(name: str, size: tuple[int, int]) -> None:
    for code in ("jumps", "marks"):
        for _ in moments(timeline_of(name), 5):
            canvas = drawn(name, size, "dark", code)
            assert not outside(canvas, size)
            assert not [pair for pair in overlaps(canvas) if _beside(pair, size)]


def test_no_conflict_set_lies_on_a_value_in_the_lanes() -> None:
    scenario, paint, shown = known(find(MAP)), theme("dark"), 0
    timelines, boards = open_timelines(scenario), [board_for(run.puzzle) for run in scenario.runs]
    for position in range(30, 260, 10):
        for timeline in timelines:
            timeline.pull(position)
            timeline.seek(position)
        canvas = RecordingCanvas()
        view = CompareView(scenario, boards, timelines, [timeline.state for timeline in timelines])
        draw_comparison(canvas, Rect(0, 0, 1280, 800), view, paint, 1.0)
        boxes: dict[Any, list[Rect]] = {paint.constraint: [], paint.panel: []}
        for op in canvas.ops:
            if op.name == "rect" and op.args[4] in boxes and float(str(op.args[3])) < 30:  # panes are higher
                boxes[op.args[4]].append(Rect(*op.args[:4]))  # type: ignore[arg-type]
        shown += len(boxes[paint.panel])
        both = [common(node, chips) for node in boxes[paint.constraint] for chips in boxes[paint.panel]]
        assert not [box for box in both if box.w > 1 and box.h > 5], position
    assert shown > 50


def _beside(pair: Any, size: tuple[int, int]) -> bool:
    """Nodes of a branch may touch each other in the lanes; words may not."""
    return all(len(str(text)) > 2 for text in pair)


@pytest.mark.parametrize("look", NAMES)
def test_the_panel_says_who_refused_each_value(look: str) -> None:
    timeline = timeline_of("cbj")
    timeline.seek(timeline.positions(b.DeadEnd)[0] + 1)
    said = texts(drawn("cbj", (1280, 800), look, "jumps"))
    assert said.count("refused by Norwegian") == 3
    assert {"conf-set", "Norwegian", "zebra, level 9: a dead end"} <= set(said)


@pytest.mark.parametrize("lesson", [HOUSES, MAP])
@pytest.mark.parametrize("name", ALL)
def test_what_labels_before_have_struck_is_not_said_to_be_tried_later(name: str, lesson: str) -> None:
    """At a dead end nothing is."""
    timeline, struck = timeline_of(name, lesson, all=True), 0
    for _ in moments(timeline, 150):
        state, search = timeline.state, backjump_of(timeline.state)
        x = search.current
        if x is None:
            continue
        gone = search.struck_before(state, x)
        later = [value for value in search.values[x] if look_of(search, value, gone)[2] == "not tried so far"]
        if search.trying is None:
            assert later == [value for value in search.values[x] if value in state.domains[x]]
        assert not (later and isinstance(timeline.event, b.DeadEnd))
        struck += len(gone)
    assert bool(struck) == name.startswith("fc")


@pytest.mark.parametrize("name", ["bm", "bmj", "bm-cbj", "bm-cbj2"])
def test_marks_that_are_lowered_and_compared_are_told_when_they_are(name: str) -> None:
    timeline, algorithm = timeline_of(name, all=True), find_algorithm(name)
    board, lines = board_for(known(find(HOUSES)).puzzle), [line.text for line in algorithm.pseudocode]
    for position in timeline.positions(b.MarksLowered):
        event = timeline.events[position]
        timeline.seek(position + 1)
        said = headline(backjump_of(timeline.state))
        assert said == f"{event.variable} will change: mbl ≤ {event.level} behind it"  # type: ignore[attr-defined]
        timeline.seek(position + 2)
        assert headline(backjump_of(timeline.state)) != said
    for position in timeline.positions(b.Saved):
        timeline.seek(position + 1)
        line = lines[algorithm.line_of(timeline.events[position]) or 0]
        found = values(View(algorithm, board, timeline, timeline.state))
        (key,) = (key for key in found if key in line)
        event = timeline.events[position]
        assert found[key].text == f"{event.mcl} ≥ {event.mbl}?"  # type: ignore[attr-defined]
    for position in timeline.positions(b.Judged):  # new ones were never compared
        timeline.seek(position + 1)
        assert not any("≥" in key for key in values(View(algorithm, board, timeline, timeline.state)))


@pytest.mark.parametrize(("code", "shown"), [("jumps", "nodes visited"), ("marks", "to ask")])
def test_made_large_the_picture_takes_the_place_of_the_board(code: str, shown: str) -> None:
    timeline, puzzle = timeline_of("bm-cbj2", printed=True), known(find(HOUSES)).puzzle
    timeline.seek(12)
    view = View(find_algorithm("bm-cbj2"), board_for(puzzle), timeline, timeline.state, code=code,
                hero=code)
    canvas = RecordingCanvas()
    places = places_of(canvas, Rect(0, 0, 1280, 800), view, 1.0)
    draw_board(canvas, places, view, theme("dark"), 1.0)
    assert shown in texts(canvas)
    assert "Clues" not in texts(canvas)
    assert not trees(view, places, 1.0)


@pytest.mark.parametrize("lesson", [HOUSES, MAP])
@pytest.mark.parametrize("name", ALL)
def test_once_all_solutions_are_found_nothing_is_excluded(name: str, lesson: str) -> None:
    """The first variable has no value left then: that is the end of the search, and no news of the puzzle."""
    timeline = timeline_of(name, lesson, all=True)
    timeline.seek(len(timeline.events))
    assert timeline.state.outcome == "solved"
    assert timeline.state.domains == timeline.at(0).domains
    assert timeline.state.known() == timeline.at(0).domains


@pytest.mark.parametrize("size", SIZES[:2], ids=str)
def test_names_beside_the_marks_can_be_read(size: tuple[int, int]) -> None:
    timeline = timeline_of("bm")
    timeline.seek(timeline.positions(b.MarksLowered)[3] + 1)
    panel = [op.args for op in drawn("bm", size, "dark", "marks").ops if op.name == "text"
             and "right" in op.args
             and op.args[2] in ("green", "Norwegian", "zebra") and float(str(op.args[0])) > 0.66 * size[0]]
    assert len(panel) == 3
    assert all(float(str(args[3])) >= 12 for args in panel)


@pytest.mark.parametrize("size", SIZES[:2], ids=str)
def test_where_marks_are_compared_the_fence_and_the_triangle_are_named(size: tuple[int, int]) -> None:
    scenario = known(find("a-fence-for-each-value"))
    timelines = open_timelines(scenario)
    for timeline in timelines:
        timeline.pull(200)
        timeline.seek(60)
    boards = [board_for(run.puzzle) for run in scenario.runs]
    view = CompareView(scenario, boards, timelines, [timeline.state for timeline in timelines])
    canvas = RecordingCanvas()
    draw_comparison(canvas, Rect(0, 0, *size), view, theme("dark"), min(size[0] / 1280, size[1] / 800))
    assert [texts(canvas).count(name) for name in ("mbl", "mcl", "saved")] == [3, 3, 4]  # and a counter is called saved


def test_beside_figures_all_marks_of_a_search_that_is_over_have_low_rows() -> None:
    """They would else be gone, as none is in question."""
    screen = opened(known(find("a-fence-for-each-value")))
    for cue in (7, 8):
        screen.transport.playback.to_cue(cue)
        said = texts(painted(screen, whole=True))
        assert said.count("value 3") == 3
        assert "No variable is looked at." not in said


def test_where_runs_are_compared_jumps_and_marks_lie_below_the_boards() -> None:
    scenario = known(find("a-fence-for-each-value"))
    timelines = open_timelines(scenario)
    for timeline in timelines:
        timeline.pull(200)
        timeline.seek(60)
    boards = [board_for(run.puzzle) for run in scenario.runs]
    view = CompareView(scenario, boards, timelines, [timeline.state for timeline in timelines])
    places = view.places(Rect(0, 0, 1280, 800), 1.0)
    for (board, below), whole in zip(view.cut(places, 1.0), places.boards, strict=True):
        assert below is not None
        assert whole.y <= board.y < board.bottom < below.y < below.bottom <= whole.bottom
    canvas = RecordingCanvas()
    draw_comparison(canvas, Rect(0, 0, 1280, 800), view, theme("dark"), 1.0)
    assert texts(canvas).count("to ask") == 3  # all of them remember
    assert not outside(canvas, (1280, 800))


@pytest.mark.parametrize(("puzzle", "name"), [
    ('{kind: gnomine, board: "1 1 .\\n. . ."}', "bm-cbj2"), ("{kind: exact-cover, queens: 4}", "cbj"),
    ("{kind: colouring, random: {nodes: 30, density: 0.1, seed: 1}, colours: 3}", "fc"),
    ('{kind: sudoku, boxes: [2, 2], grid: "1..............."}', "bmj"), ('{kind: cnf, formula: "p | q | r, ~p"}', "bj"),
])
def test_it_works_on_every_board(puzzle: str, name: str) -> None:
    session = finish(open_session(f"title: T\nalgorithm: {name}\npuzzle: {puzzle}\n"))
    assert session.state.outcome == "solved"
    assert session.timeline.count(Solved) == 1
    view = View(session.scenario.algorithm, session.board, session.timeline, session.state, code="jumps")
    canvas = RecordingCanvas()
    draw_stage(canvas, Rect(0, 0, 1280, 800), view, theme("light"), 1.0)
    assert not outside(canvas, (1280, 800))
    session.explain(next(iter(session.state.domains)))
    assert session.notice


@pytest.mark.parametrize("name", ALL)
def test_whoever_was_asked_is_named_once(name: str) -> None:
    timeline = timeline_of(name)
    for position in moments(timeline, 60):
        assert timeline.position == position
        search = backjump_of(timeline.state)
        for value in search.values.get(search.current or "", ()):
            said = re.search(r"(?:asked )?([^;]*?)(?: agrees?)?$", look_of(search, value)[2])
            assert said is not None
            named = said[1].partition(" and ")[0].split(", ")
            assert len(named) == len(set(named)), said[0]


@pytest.mark.parametrize(("tab", "told"), [("jumps", True), ("marks", False), ("pseudocode", False)])
def test_the_legend_has_what_cbj_does_not_visit_only_where_that_is_seen(tab: str, told: bool) -> None:
    scenario = known(find("what-backmarking-saves"))
    (timeline,) = open_timelines(scenario)
    view = View(scenario.algorithm, board_for(scenario.puzzle), timeline, timeline.state, code=tab)
    assert ("CBJ does not visit" in " ".join(texts(draw_view(view, (1280, 800), "dark")))) == told


@pytest.mark.parametrize(("name", "size"), [("what-backmarking-saves", (600, 440)),
                                          ("a-fence-for-each-value", (360, 120))])
def test_fences_slide_to_the_level_that_will_change(name: str, size: tuple[int, int]) -> None:
    """All variables, or the one that is looked at: each fence goes straight from its old place to its new one."""
    scenario = known(find(name))
    at = next(index for index, run in enumerate(scenario.runs) if run.algorithm.name in {"bm", "bmj", "bm-cbj"})
    timeline, moved = open_timelines(scenario)[at], 0
    timeline.pull(400)
    board = board_for(scenario.puzzle)
    for index, event in enumerate(timeline.events, 1):
        if not isinstance(event, b.MarksLowered):
            continue
        timeline.seek(index - 1)
        before = copy.deepcopy(timeline.state)
        timeline.seek(index)
        fences = []
        for t in (0.0, 0.5, 1.0):
            view = View(scenario.runs[at].algorithm, board, timeline, before)
            view.t, canvas = t, RecordingCanvas()
            draw_marks(canvas, Rect(0, 0, *size), view, theme("dark"), 1.0)
            fences.append([float(str(op.args[0])) for op in canvas.ops if op.name == "rect" and op.args[2] == 2.4])
        assert len({*map(len, fences)}) == 1 < len(fences[0])
        for start, middle, end in zip(*fences, strict=True):
            assert middle == pytest.approx((start + end) / 2, abs=0.2)  # coordinates are rounded
        moved += fences[0] != fences[2]
    assert moved


@pytest.mark.parametrize("high", [500, 640, 900])
def test_signs_and_numbers_of_marks_are_in_the_middle_of_their_row(high: int) -> None:
    """Neither the fence nor the line of numbers lies on the frame of the variable that is looked at."""
    scenario, light = known(find("what-backmarking-saves")), theme("light")
    (timeline,) = open_timelines(scenario)
    timeline.pull(400)
    at = next(index for index, event in enumerate(timeline.events, 1) if isinstance(event, b.MarksLowered))
    timeline.seek(at)
    view = View(scenario.algorithm, board_for(scenario.puzzle), timeline, timeline.state)
    view.t, canvas = 1.0, RecordingCanvas()
    draw_marks(canvas, Rect(0, 0, 900, high), view, light, 1.0)
    (frame,) = [Rect(*map(float, op.args[:4])) for op in canvas.ops  # type: ignore[arg-type]
                if op.name == "rect" and op.args[4] == light.current]
    tops = [float(str(op.args[1])) for op in canvas.ops if op.name == "rect" and op.args[2] == 2.4]
    lines = [float(str(op.args[1])) for op in canvas.ops if op.name == "text" and str(op.args[2]).startswith("mcl")]
    above = min(top for top in tops if top >= frame.y) - frame.y
    below = frame.bottom - max(line for line in lines if line <= frame.bottom) - 6
    assert above >= 3 and below >= 3
    assert above == pytest.approx(below, abs=4)


@pytest.mark.parametrize("high", [420, 230])
def test_marks_show_a_jump_from_the_row_it_begins_at_to_the_one_it_leads_to(high: int) -> None:
    """Whether all variables have a row, or a few."""
    scenario = known(find("a-fence-for-each-value"))
    timeline = open_timelines(scenario)[2]
    timeline.pull(400)
    at, jump = next((at, event) for at, event in enumerate(timeline.events, 1)
                    if isinstance(event, JumpedBack) and event.level == 2)
    timeline.seek(at)
    view = View(scenario.runs[2].algorithm, board_for(scenario.puzzle), timeline, timeline.state, marks=("blue",))
    view.t, canvas = 1.0, RecordingCanvas()
    draw_marks(canvas, Rect(0, 0, 700, high), view, theme("light"), 1.0)
    order = backjump_of(timeline.state).order
    rows = {str(op.args[2]): float(str(op.args[1])) for op in canvas.ops if op.name == "text" and op.args[2] in order}
    assert (len(rows) == len(order)) == (high > 400)
    assert "blue" in rows
    bad = theme("light").bad
    shafts: list[Any] = [op.args for op in canvas.ops if op.name == "line" and bad in op.args]
    heads: list[Any] = [op.args for op in canvas.ops if op.name == "polygon" and bad in op.args]
    assert [shaft[1] for shaft in shafts] == pytest.approx([rows[order[jump.start - 1]]], abs=0.2)
    assert [points[1] for points, *_ in heads] == pytest.approx([rows[order[jump.level - 1]]], abs=0.2)
