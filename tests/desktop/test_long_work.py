"""Work that takes long: checkpoints, at which it tells how far it is and can be stopped; and errands in the window."""

from __future__ import annotations

import re
import sys
from collections.abc import Callable
from functools import partial
from itertools import count
from pathlib import Path
from threading import Thread
from types import FrameType, SimpleNamespace

import pygame
import pytest
from hypothesis import given
from hypothesis import strategies as st
from pysat.solvers import Solver  # type: ignore[import-untyped]

from algorithms import long_work
from algorithms.advice.clue import advise
from algorithms.advice.sudoku import hint
from algorithms.core import Steps
from algorithms.events import PassStarted
from algorithms.long_work import Stopped, checkpoint, listening, solve
from algorithms.problems.graph_layout import arrange
from algorithms.problems.sudoku.grid import RandomSudoku
from algorithms.problems.sudoku.puzzle import Sudoku
from kit.clue_games import table_1
from kit.sat_runs import random_3sat
from kit.session_desk import THESIS, clue_of, open_session, scenario, sudoku_of
from kit.states import before
from kit.window_desk import Desk, window
from scenarios.timeline import Timeline
from visualizer.runs.families import start_state
from visualizer.window import errand as errands
from visualizer.window import stage_screen
from visualizer.window.errand import Errand, Errands
from visualizer.window.lesson_cards import Card

MANY = "title: Many clues\nalgorithm: mrv-plus\npuzzle: {kind: sudoku, boxes: [4, 3], random: {clues: 60, seed: 1}}\n"
MOST_CALLS = 80_000  # between two checkpoints: some 20 ms
TOO_FEW = MANY.replace("clues: 60", "clues: 20")


@pytest.fixture
def slow(monkeypatch: pytest.MonkeyPatch) -> None:
    """A machine on which each frame has time for one step to the next checkpoint only."""
    monkeypatch.setattr(errands, "AT_ONCE", 0.0)
    monkeypatch.setattr(errands.Errands.go_on, "__defaults__", (0.0,))


# --- checkpoints -----------------------------------------------------------------------------------------------------


def test_news_reaches_who_listens_in_the_same_thread_and_nobody_else() -> None:
    outer: list[str] = []
    inner: list[str] = []
    checkpoint("nobody")
    with listening(outer.append):
        checkpoint("a")
        with listening(inner.append):
            checkpoint("b")
        other = Thread(target=checkpoint, args=("elsewhere",))
        other.start()
        other.join()
        checkpoint("c")
    checkpoint("nobody")
    assert (outer, inner) == (["a", "c"], ["b"])


@given(st.integers(0, 10_000), st.lists(st.integers(1, 20), unique=True, max_size=6))
def test_a_solver_that_is_asked_in_pieces_says_the_same(seed: int, assumed: list[int]) -> None:
    clauses = random_3sat(20, seed).clauses
    with pytest.MonkeyPatch.context() as patched:
        patched.setattr(long_work, "_CONFLICTS", 1)
        for name in ("minisat22", "minicard"):
            with Solver(name, bootstrap_with=clauses) as whole, Solver(name, bootstrap_with=clauses) as pieces:
                found = solve(pieces, assumed)
                assert found == whole.solve(assumptions=assumed)
                if found:
                    model = set(pieces.get_model())
                    assert model.issuperset(assumed)
                    assert all(model.intersection(clause) for clause in clauses)
                else:
                    assert not whole.solve(assumptions=pieces.get_core() or [])


# --- errands ---------------------------------------------------------------------------------------------------------


def counting(steps: list[int], most: int) -> Callable[[], None]:
    def work() -> None:
        for number in range(most):
            checkpoint(f"{number} of {most}")
            steps.append(number)
    return work


def test_an_errand_goes_on_only_while_it_is_worked_at() -> None:
    steps: list[int] = []
    errand = Errand("Counting", counting(steps, 5))
    seen = []
    while not errand.work(0.0):
        seen.append((len(steps), errand.news))
    assert seen == [(0, ""), *((count, f"{count} of 5") for count in range(5))]
    assert steps == [0, 1, 2, 3, 4]
    assert errand.work(1.0), "more work does no harm"
    assert len(steps) == 5


def test_an_errand_with_time_enough_is_done_at_once() -> None:
    steps: list[int] = []
    assert Errand("Counting", counting(steps, 5)).work(1e6)
    assert len(steps) == 5


def test_an_errand_that_is_stopped_does_no_more_and_tidies_up() -> None:
    steps: list[object] = []

    def work() -> None:
        try:
            counting(steps, 5)()  # type: ignore[arg-type]
        except Exception:
            steps.append("taken for an error")
        finally:
            steps.append("tidied up")

    errand = Errand("Counting", work)
    for _ in range(3):
        errand.work(0.0)
    errand.stop()
    assert errand.done
    assert steps == [0, "tidied up"]
    errand.stop()
    unbegun = Errand("Counting", counting([], 5))
    unbegun.stop()
    assert unbegun.done


def test_an_errand_may_go_on_within_another() -> None:
    """As the gallery reads its lessons within the window's frames."""
    steps: list[int] = []
    inner = Errand("Inner", counting(steps, 3))
    frames = 0
    while not inner.done:
        outer = Errand("Outer", partial(inner.work, 0.0))
        while not outer.work(0.0):
            pass
        frames += 1
    assert (steps, frames) == ([0, 1, 2], 5)


def test_an_errand_that_rests_within_a_property_holds_nobody_up() -> None:
    """As a thread would, in Python 3.11: functools has one lock for the property of all objects of a class."""
    one, other = (Sudoku((3, 3), {"A1": value}) for value in (1, 2))
    errand = Errand("Reading", lambda: one.warnings)
    errand.work(0.0)
    errand.work(0.0)
    assert not errand.done
    assert "more than one solution" in other.warnings[0]
    while not errand.work(0.0):
        pass
    assert "more than one solution" in one.warnings[0]


def test_what_an_errand_raises_reaches_who_works_at_it_and_ends_it() -> None:
    def fails() -> None:
        checkpoint()
        raise ValueError("no")

    todo = Errands()
    with pytest.raises(ValueError, match="no"):
        todo.start("Failing", fails)
    assert todo.current is None


def test_the_end_of_an_errand_may_start_another(slow: None) -> None:
    todo, told = Errands(), list[object]()

    def again(found: str) -> None:
        told.append(found)
        todo.start("Second", lambda: "second", told.append)

    todo.start("First", lambda: "first", again)
    while todo.current is not None:
        todo.go_on()
    assert told == ["first", "second"]


def test_a_run_that_is_stopped_within_an_event_says_so() -> None:
    def steps() -> Steps[None]:
        yield PassStarted(1, 3)
        checkpoint()
        yield PassStarted(2, 3)

    timeline = Timeline(steps(), before(scenario(THESIS).puzzle))
    timeline.pull(1)
    errand = Errand("Recording", partial(timeline.pull, 9))
    errand.work(0.0)
    errand.work(0.0)
    errand.stop()
    assert (len(timeline.events), timeline.done) == (1, True)
    assert "stopped" in timeline.error
    assert timeline.seek(1) == 1


# --- the same results ------------------------------------------------------------------------------------------------


def in_pieces(work: Callable[[], object]) -> tuple[object, int]:
    """What it returns, and in how many pieces it was done."""
    found: list[object] = []
    errand, pieces = Errand("", lambda: found.append(work())), 1
    while not errand.work(0.0):
        pieces += 1
    return found[0], pieces


RING = [(node, (node + 1) % 40) for node in range(40)]
EASY = Sudoku.read(boxes=(3, 3), random=RandomSudoku(clues=30, seed=1))
HARD = Sudoku.read(grid="8..........36......7..9.2...5...7.......457.....1...3...1....68..85...1..9....4..")


@pytest.mark.parametrize(("work", "least"), [
    (lambda: Sudoku.read(boxes=(4, 3), random=RandomSudoku(clues=60, seed=1)), 50),
    (lambda: arrange(40, RING), 200),
    (lambda: advise(table_1(3)), 100),
    (lambda: hint(HARD), 100),
    (lambda: hint(EASY), 2),
], ids=["making a Sudoku", "layout", "Clue's H", "H by trial", "H"])
def test_work_in_pieces_comes_to_the_same(work: Callable[[], object], least: int) -> None:
    found, pieces = in_pieces(work)
    assert found == work()
    assert pieces >= least


# --- no piece is long ------------------------------------------------------------------------------------------------


def most_calls(work: Callable[[], object]) -> int:
    """Of all its pieces the most calls that one takes, in Python and of what is built in."""
    made, most = 0, 0

    def count_call(_frame: FrameType, event: str, _argument: object) -> None:
        nonlocal made
        made += event in ("call", "c_call")

    def begin(_news: str = "") -> None:
        nonlocal made, most
        most, made = max(most, made), 0

    before = sys.getprofile()
    with listening(begin):
        sys.setprofile(count_call)
        try:
            work()
        finally:
            sys.setprofile(before)
        begin()
    return most


LARGE = ("title: Large\nalgorithm: {algorithm}\n"
         "puzzle: {{kind: sudoku, boxes: [4, 3], grid: \"" + "." * 144 + "\"}}\n")
NODES = 400
EDGES = dict.fromkeys((min(i, j), max(i, j)) for i in range(1, NODES) for j in (2 * i % NODES, 3 * i % NODES) if i != j)
GRAPH = (f"title: Large\nalgorithm: {{algorithm}}\npuzzle:\n  kind: colouring\n  colours: 4\n"
         f"  nodes: [{', '.join(f'n{i}' for i in range(NODES))}]\n"
         f"  edges: [{', '.join(f'[n{i}, n{j}]' for i, j in EDGES)}]\n")
CLAUSES = ("title: Large\nalgorithm: {algorithm}\n"
           "puzzle: {{kind: cnf, random: {{variables: 400, clauses: 1600, seed: 1}}}}\n")
FIELD = ("title: Large\nalgorithm: {algorithm}\noptions: {{mine_total: true}}\n"
         "puzzle: {{kind: gnomine, random: {{rows: 12, columns: 16, mines: 30, seed: 4, reveal: 8}}}}\n")


@pytest.mark.parametrize(("text", "algorithm"), [
    *((LARGE, name) for name in ("cdcl", "at-least-dpll", "dancing-links", "ac3", "bm-cbj")),
    *((GRAPH, name) for name in ("cdcl", "at-least-propagation", "ac3", "fc-cbj")),
    *((CLAUSES, name) for name in ("ac3", "at-least-dpll", "cdcl")),
    *((FIELD, name) for name in ("backbone-iterative", "backbone-core", "cdcl")),
], ids=lambda value: value if len(value) < 30 else value.split("kind: ")[1].split("\n")[0].split(",")[0])
def test_between_two_checkpoints_little_is_done(text: str, algorithm: str) -> None:
    """From the form to the first events in the state, as the window has it when a large puzzle is opened."""
    read = scenario(text.format(algorithm=algorithm))

    def opened() -> None:
        state = start_state(read.puzzle, read.algorithm, read.form)
        state.family.write()
        timeline = Timeline(read.steps(), state)
        timeline.pull(200)
        timeline.seek(200)

    opened()  # what is kept for all puzzles, and loaded
    assert most_calls(opened) < MOST_CALLS


# --- the window ------------------------------------------------------------------------------------------------------


def busy(desk: Desk) -> bool:
    return desk.app.errands.current is not None


def drop(desk: Desk, folder: Path, text: str) -> None:
    path = folder / "dropped.yaml"
    path.write_text(text, encoding="utf-8")
    desk.app.open_file(path)


def told(desk: Desk) -> None:
    """Frames pass until the window says what it is busy with."""
    while desk.app.errands.quiet:
        desk.app.tick(1 / 60)
    desk.app.draw()
    assert "errand-stop" in desk.boxes()


def down(code: int) -> pygame.event.Event:
    return pygame.event.Event(pygame.KEYDOWN, key=code, mod=0, unicode="")


def up(code: int) -> pygame.event.Event:
    return pygame.event.Event(pygame.KEYUP, key=code, mod=0)


def test_what_comes_in_while_the_window_is_busy_is_for_what_is_there_then(slow: None, desk: Desk) -> None:
    desk.open("a-number-is-a-constraint")
    desk.stage.session.quiz.on = False
    x, y = desk.boxes()["step"].center
    click = {"pos": (x, y), "button": 1}
    desk.app.errands.start("Counting", counting([], 40))
    assert desk.app.errands.quiet
    desk.app.frame([down(pygame.K_RIGHT), up(pygame.K_RIGHT), pygame.event.Event(pygame.MOUSEMOTION, pos=(x, y)),
                    pygame.event.Event(pygame.MOUSEBUTTONDOWN, click),
                    pygame.event.Event(pygame.MOUSEBUTTONUP, click)], 0.0)
    told(desk)
    for _ in range(5):  # a key that is held: one step, however long it takes
        desk.app.frame([down(pygame.K_RIGHT)], 0.0)
        assert busy(desk)
        assert desk.stage.session.here == 0
    desk.frame()
    for _ in range(5):
        desk.app.frame([], 0.0)
        while busy(desk):
            desk.app.frame([], 0.0)
    desk.settle()
    assert desk.stage.session.here == 3, "one by → at first, one by the click, one by → later"


def test_a_key_does_not_repeat_itself_because_a_frame_is_slow(desk: Desk) -> None:
    """While a frame is drawn, nobody looks for the release of a key: the repeats go on, and it comes behind them."""
    desk.open("a-number-is-a-constraint")
    desk.stage.session.quiz.on = False
    desk.key("1")

    def here_after(*events: pygame.event.Event) -> int:
        desk.app.frame(list(events), 0.0)
        desk.settle()
        return desk.stage.session.here

    again = [down(pygame.K_RIGHT)] * 9
    assert here_after(down(pygame.K_RIGHT)) == 1
    assert here_after(*again, up(pygame.K_RIGHT)) == 1, "it was released meanwhile"
    assert here_after(down(pygame.K_RIGHT), up(pygame.K_RIGHT), down(pygame.K_RIGHT), up(pygame.K_RIGHT)) == 3
    assert here_after(down(pygame.K_RIGHT)) == 4
    assert here_after(*again) == 5, "it is held: a step for each picture"
    assert here_after(*again) == 6


def test_with_what_is_stopped_goes_what_was_meant_for_its_end(slow: None, desk: Desk) -> None:
    desk.open("70-before-the-first-turn")
    desk.app.key("h", False, False)
    told(desk)
    desk.app.frame([down(pygame.K_RIGHT), up(pygame.K_RIGHT), down(pygame.K_ESCAPE)], 0.0)
    while busy(desk):  # its own frames
        desk.app.frame([], 0.0)
    desk.frame()
    assert (desk.stage.session.here, desk.stage.session.notice) == (0, "")


def test_a_puzzle_that_takes_long_to_make_leaves_the_frames_to_the_window(slow: None, desk: Desk,
                                                                          tmp_path: Path) -> None:
    drop(desk, tmp_path, MANY)
    frames, news = 0, set[str]()
    while desk.app.errands.current is not None:
        desk.app.draw()
        assert ("errand-stop" in desk.boxes()) == (frames >= 12), "what takes a moment only is not said"
        news.add(desk.app.errands.current.news)
        desk.app.tick(1 / 60)
        frames += 1
    assert frames > 50
    assert any(said.startswith("making a 12×12 Sudoku with 60 clues: grid 1 of at most 10, ") for said in news)
    desk.app.draw()
    assert "errand-stop" not in desk.boxes()
    position = sudoku_of(desk.stage.session).sudoku
    assert position is not None
    assert len(position.clues) == 60


@pytest.mark.parametrize("how", ["escape", "button"])
def test_it_can_be_stopped(slow: None, desk: Desk, tmp_path: Path, how: str) -> None:
    drop(desk, tmp_path, MANY)
    for _ in range(20):
        desk.app.tick(1 / 60)
        desk.app.draw()
    assert busy(desk)
    desk.app.key("t", False, False)
    assert desk.app.settings.theme == "dark", "what lies below takes no keys"
    if how == "escape":
        desk.app.key("escape", False, False)
    else:
        x, y = desk.boxes()["errand-stop"].center
        desk.app.ui.mouse_move(x, y)
        desk.app.ui.mouse_down(x, y, 1)
        desk.app.ui.mouse_up(x, y, 1)
    assert not busy(desk)
    assert desk.app.screen is desk.app.gallery
    assert desk.open("a-number-is-a-constraint").title == "A number is a constraint"


def test_a_puzzle_that_cannot_be_made_is_refused_with_the_figure(desk: Desk, tmp_path: Path) -> None:
    drop(desk, tmp_path, TOO_FEW)
    desk.frame()
    assert desk.app.screen is desk.app.gallery
    assert re.search(r"dropped\.yaml:3: puzzle\.random\.clues: no puzzle with one solution and 20 clues was found: of "
                     r"10 grids tried, the one that needs fewest needs \d+;", desk.app.gallery.message)


def test_a_hint_over_many_frames_is_the_hint(slow: None, desk: Desk) -> None:
    desk.open("70-before-the-first-turn")
    desk.app.key("h", False, False)
    frames = 0
    while desk.app.errands.current is not None:
        if frames < 30:  # what is drawn later is like that
            desk.app.draw()
        desk.app.tick(1 / 60)
        frames += 1
    assert frames > 100
    clue = clue_of(desk.stage.session)
    assert clue is not None
    assert desk.stage.session.notice == advise(clue.clue).sentence


def test_a_hint_that_is_stopped_leaves_all_as_it_was(slow: None, desk: Desk) -> None:
    desk.open("70-before-the-first-turn")
    notice = desk.stage.session.notice
    desk.app.key("h", False, False)
    told(desk)
    desk.app.key("escape", False, False)
    assert desk.app.errands.current is None
    assert desk.stage.session.notice == notice
    assert not desk.stage.session.hinted


def test_own_lessons_that_take_long_to_make_do_not_hold_up_the_gallery(slow: None, tmp_path: Path,
                                                                      monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr("visualizer.window.gallery.A_FRAME", 0.0)
    with window(tmp_path) as desk:
        gallery = desk.app.gallery
        gallery.cards = [Card("Many clues", Path("many.yaml"), MANY)]
        frames = 0
        while gallery.busy:
            desk.frame()
            frames += 1
        assert gallery.cards[0].scenario is not None
        assert gallery.cards[0].pictured is not None
        assert frames > 100


def test_while_a_long_run_is_recorded_the_stage_names_what_is_quicker(desk: Desk,
                                                                      monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(stage_screen, "_LONG", 300)
    monkeypatch.setattr(stage_screen, "_PREFETCH", 0)
    text = ("title: A backbone\nalgorithm: backbone-iterative\noptions: {mine_total: true}\n"
            "puzzle: {kind: gnomine, random: {rows: 9, columns: 9, mines: 10, seed: 3, reveal: 3}}\n")
    desk.app.open(scenario(text))
    desk.frame()
    said, stage = [], desk.stage
    monkeypatch.setattr("visualizer.runs.playback.time", SimpleNamespace(perf_counter=partial(next, count())))
    monkeypatch.setattr("visualizer.runs.branches.PIECE", 50)
    stage.session.forward("end")
    while stage.session.goal is not None:
        said.append((len(stage.session.timeline.events) >= 300, stage.quicker))
        stage.session.work(0.0)
    assert {some for some, _ in said} == {True, False}
    assert all(("backbone-core" in text) == ("solver: minisat" in text) == some for some, text in said)
    assert stage.quicker == ""


def test_a_session_without_a_window_does_it_at_once() -> None:
    session = open_session(THESIS)
    session.explain("(0,2)")
    assert session.notice


def test_stopped_is_no_error() -> None:
    assert not issubclass(Stopped, Exception)
