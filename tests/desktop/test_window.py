"""The window, with pygame's dummy driver: every lesson opens, every key of the help does what the help says."""

from __future__ import annotations

import json
from collections.abc import Callable, Iterator
from pathlib import Path
from unittest.mock import Mock, patch

import pygame
import pytest

from algorithms.core import Grain
from algorithms.events import ConstraintTaken, Pruned
from algorithms.problems.gnomine.position import FLAG
from kit.session_desk import THESIS, clue_of, game_of, sudoku_of
from kit.user_folder import CONFIG
from kit.window_desk import Desk, custom_game, window
from scenarios.course import the_course
from scenarios.folders import bare
from scenarios.loader import find, lessons, load
from visualizer.canvas.theme import NAMES
from visualizer.puzzles.gnomine.state import field_of
from visualizer.puzzles.sudoku.state import grid_of
from visualizer.runs.lanes import Lane
from visualizer.runs.playback import LEAST_SPEED
from visualizer.runs.stopping import Stop
from visualizer.tree.view import TreeView
from visualizer.window import lesson_cards
from visualizer.window.compare_screen import CompareScreen
from visualizer.window.gallery import Gallery
from visualizer.window.help import KEYS
from visualizer.window.settings import Settings, load_settings
from visualizer.window.stage_screen import StageScreen
from visualizer.window.thumbnails import draw_picture


@pytest.fixture
def desk(tmp_path: Path) -> Iterator[Desk]:
    with window(tmp_path) as opened:
        yield opened


@pytest.fixture
def stage(desk: Desk) -> StageScreen:
    """A lesson on which there is something to do for every key."""
    desk.open("a-beginner-board")
    return desk.stage


# --- opening -------------------------------------------------------------------------------------------------------


def test_the_gallery_reads_or_pictures_a_lesson_a_frame_and_then_rests(desk: Desk) -> None:
    gallery, drawn = desk.app.gallery, Mock(side_effect=draw_picture)
    assert desk.app.screen is gallery
    with patch.object(lesson_cards, "draw_picture", drawn):
        while gallery.busy:
            before = [(card.scenario, card.pictured) for card in gallery.cards]
            pictures = drawn.call_count
            desk.frame()
            after = [(card.scenario, card.pictured) for card in gallery.cards]
            assert sum(a is not b for pair in zip(before, after, strict=True) for a, b in zip(*pair, strict=True)) <= 1
            assert drawn.call_count - pictures <= 1
    assert [card.fault for card in gallery.cards] == [""] * len(lessons())
    assert all(card.scenario for card in gallery.cards)
    in_view = [card for card in gallery.cards if card.pictured is not None]
    assert drawn.call_count == len(in_view) > 6


def test_the_first_lessons_open_by_their_digits(desk: Desk) -> None:
    for index, card in enumerate(desk.app.gallery.cards[:9]):
        card.read()
        desk.key(str(index + 1))
        assert desk.app.screen.title == card.title
        assert pygame.display.get_caption()[0] == f"{card.title} – Unfog"
        desk.key("escape")
        assert desk.app.screen is desk.app.gallery


def test_every_lesson_opens_by_its_card(desk: Desk) -> None:
    """Tab goes from card to card, and past the last one; Return opens the one that has the focus."""
    wanted, reached = [f"card{index}" for index in desk.app.gallery.shelves.order], []
    assert len(wanted) == len(lessons())
    for _ in range(len(wanted) + 10):
        desk.key("tab")
        reached.append(desk.app.ui.focus)
    assert [name for name in reached if str(name).startswith("card")] == wanted
    for index, card in enumerate(desk.app.gallery.cards):
        desk.app.ui.focus, desk.app.ui.focus_shows = f"card{index}", True
        desk.key("return")
        shown = desk.app.screen
        assert isinstance(shown, StageScreen | CompareScreen)
        assert (shown.title, shown.transport.playback.scenario.path) == (card.title, card.path)
        desk.app.leave()
        desk.frame()


def test_a_game_opens_to_be_played_and_the_next_one_is_another(desk: Desk) -> None:
    seeds = []
    for _ in range(2):
        desk.app.open_card(desk.app.gallery.games["game0"])
        assert desk.stage.session.playing
        seeds.append(desk.stage.session.scenario.seed)
        desk.key("escape")
    assert seeds[1] == seeds[0] + 1


def test_a_game_of_ones_own_size(desk: Desk) -> None:
    desk.app.ask("custom")
    desk.frame()
    assert desk.app.overlay == "custom"
    asked = custom_game(desk.app)
    asked.rows, asked.columns, asked.mines = 3, 4, 500
    desk.frame()
    for _ in range(10):
        desk.key("tab")
        if desk.app.ui.focus == "custom-start":
            break
    desk.key("return")
    game = game_of(desk.stage.session)
    assert game is not None
    assert (game.rows, game.columns, game.mines) == (3, 4, 11)


# --- keys ----------------------------------------------------------------------------------------------------------


def step(desk: Desk) -> None:
    session = desk.stage.session
    desk.key("right", "right")
    two = session.timeline.position
    assert two
    desk.key("left")
    assert 0 < session.timeline.position < two
    desk.key("left")
    assert session.timeline.position == 0


def step_a_rung_higher(desk: Desk) -> None:
    timeline = desk.stage.session.timeline
    desk.key("shift right", "shift right")
    event, two = timeline.event, timeline.position
    assert event is not None
    assert event.grain >= Grain.LANDMARK
    desk.key("shift left")
    assert 0 < timeline.position < two


def step_to_a_kind(desk: Desk) -> None:
    timeline = desk.stage.session.timeline
    desk.key("ctrl right", "ctrl right")
    two = timeline.position
    assert isinstance(timeline.event, Pruned)
    desk.key("ctrl left")
    assert timeline.position < two
    assert isinstance(timeline.event, Pruned)


def rungs(desk: Desk) -> None:
    for grain in Grain:
        desk.key(str(grain + 1))
        assert desk.stage.session.grain is grain


def play_the_lesson(desk: Desk) -> None:
    session = desk.stage.session
    desk.key("space")
    while session.director.index < 2:
        desk.frame(0.5)
    desk.key("space")
    here = session.here
    desk.frame(60.0)
    assert (session.presenting, session.here, session.director.index) == (False, here, 2)


def run_and_pause(desk: Desk) -> None:
    desk.key("shift space")
    assert desk.stage.session.running
    desk.frame(1.0)
    assert desk.stage.session.timeline.position
    desk.key("space")
    assert not desk.stage.session.running


def list_of_cues(desk: Desk) -> None:
    director = desk.stage.session.director
    desk.key("g", "down", "down", "down", "return")
    assert director.index == director.seen[3]
    desk.key("g", "escape", "g", "up", "return")
    assert director.index == director.seen[2]


def next_lesson(desk: Desk) -> None:
    first = desk.stage.session
    desk.key("n")
    assert "N opens the next lesson when" in first.notice
    first.director.goto(first.director.seen[-1])
    desk.frame()
    desk.click(*desk.boxes()["next-lesson"].center)
    assert desk.stage.session is not first
    assert bare(desk.stage.session.scenario.name) == the_course().after(first.scenario.name)


def ends(desk: Desk) -> None:
    timeline = desk.stage.session.timeline
    desk.key("end")
    assert timeline.done
    assert timeline.position == len(timeline.events)
    desk.key("home")
    assert timeline.position == 0


def speed(desk: Desk) -> None:
    session, usual = desk.stage.session, desk.stage.session.speed
    desk.key("+")
    assert session.speed > usual
    desk.key("-", "-")
    assert session.speed < usual
    assert desk.app.settings.speed == Settings().speed  # it is of this lesson


def cues(desk: Desk) -> None:
    director = desk.stage.session.director
    desk.key("page down", "page down")
    assert director.index == 1
    desk.key("page up")
    assert director.index == 0


def click_a_number(desk: Desk) -> None:
    session = desk.stage.session
    place = next(x for x in reversed([*field_of(session.state).seen]) if session.board.constraint_at(session.state, x))
    desk.click(*desk.over(place))
    event = session.timeline.event
    assert isinstance(event, ConstraintTaken)
    assert event.constraint == f"C{place}"


def play_or_analyse(desk: Desk) -> None:
    for playing in (True, False):
        desk.key("p")
        assert desk.stage.session.playing is playing


def apply(desk: Desk) -> None:
    session = desk.stage.session
    before = dict(field_of(session.state).seen)
    desk.key("ctrl right", "a")
    assert sum(field_of(session.state).seen[x] != before[x] for x in before) == 1


def to_a_difference(desk: Desk) -> None:
    desk.key("d")
    assert "compare" in desk.stage.session.notice
    desk.app.open(load(find("order-does-not-matter")))
    desk.key("d")
    assert desk.compared.comparison.differing
    for rest in (True, False):
        desk.key("c")
        assert desk.compared.rest is rest


def take_back(desk: Desk) -> None:
    session = desk.stage.session
    apply(desk)
    desk.key("ctrl z")
    assert not session.past
    desk.key("home")
    apply(desk)
    desk.key("backspace")
    assert not session.past


def restart(desk: Desk) -> None:
    apply(desk)
    session = desk.stage.session
    at = session.timeline.position
    desk.key("r")
    assert session.timeline.position == 0
    desk.key("ctrl z")
    assert session.timeline.position == at > 0


def source(desk: Desk) -> None:
    for code in ("source", "pseudocode"):
        desk.key("s")
        assert desk.stage.code == code


def focus(desk: Desk) -> None:
    ui = desk.app.ui
    desk.key("tab", "tab")
    second = ui.focus
    desk.key("tab", "shift tab")
    assert (ui.focus, ui.focus_shows) == (second, True)
    desk.app.ui.focus_on("settings")
    desk.key("return")
    assert desk.app.overlay == "settings"


def board(desk: Desk) -> None:
    session = desk.stage.session
    session.playing = True
    desk.app.ui.focus, desk.app.ui.focus_shows = "board", True
    covered = next(x for x, seen in field_of(session.state).seen.items() if seen == -1)
    desk.stage.board.pointed = covered
    desk.key("f")
    assert field_of(session.state).seen[covered] == FLAG
    desk.key("f", "return")
    assert field_of(session.state).seen[covered] != FLAG
    assert len(session.past) == 3
    pointed = desk.stage.board.pointed
    desk.key("down")
    assert desk.stage.board.pointed != pointed
    session.playing = False
    number = next(x for x in field_of(session.state).seen if session.board.constraint_at(session.state, x))
    desk.stage.board.pointed = number
    desk.key("return")
    event = session.timeline.event
    assert isinstance(event, ConstraintTaken)
    assert event.constraint == f"C{number}"


def scale(desk: Desk) -> None:
    settings = desk.app.settings
    desk.key("ctrl +")
    assert settings.scale == 1.1
    desk.key("ctrl 0")
    assert settings.scale == 1.0
    desk.key("ctrl -")
    assert settings.scale < 1.0


def search(desk: Desk) -> None:
    desk.app.leave()
    desk.key("/", *"expert", "down", "return")
    assert desk.stage.title == "An expert's board"


def searching(desk: Desk) -> TreeView:
    """A lesson with a search tree, at its end."""
    desk.open("dpll-all-models")
    desk.key("end")
    return desk.stage.tree.view


def large_tree(desk: Desk) -> None:
    searching(desk)
    for hero in ("tree", "board"):
        desk.key("l")
        assert desk.stage.hero == hero


def fold_all(desk: Desk) -> None:
    view = searching(desk)
    for key, rule in (("f", "fold"), ("f", "fit"), ("u", "unfold"), ("u", "fit")):
        desk.key(key)
        assert view.folds.rule == rule


def focused_tree(desk: Desk) -> TreeView:
    view = searching(desk)
    desk.stage.code = "tree"
    desk.frame()
    desk.app.ui.focus, desk.app.ui.focus_shows = "tree", True
    desk.frame()
    return view


def go_through_the_tree(desk: Desk) -> None:
    view = focused_tree(desk)
    been = []
    for key in ("down", "left", "right", "up"):
        desk.key(key)
        been.append(view.cursor)
    assert been == [4, 1, 4, 0]
    desk.key("left", "down", "left", "return")
    assert view.folds.by_hand == {(0, 1): True}


def zoom_the_tree(desk: Desk) -> None:
    view = focused_tree(desk)
    scales = []
    for key in ("+", "-", "o", "c"):
        desk.key(key)
        scales.append(view.scale)
    assert scales[0] is not None and scales[1] is not None and scales[0] > scales[1]
    assert scales[2:] == [0.0, None]


def themes(desk: Desk) -> None:
    been = []
    for _ in NAMES:
        desk.key("t")
        been.append(desk.app.settings.theme)
    assert sorted(been) == sorted(NAMES)


def f11(desk: Desk) -> None:
    """Held down for a while: a system repeats the press."""
    for kind in (pygame.KEYDOWN, pygame.KEYDOWN, pygame.KEYDOWN, pygame.KEYUP):
        desk.send(kind, key=pygame.K_F11, mod=0, unicode="")


def projector_mode(desk: Desk) -> None:
    whole = desk.boxes()
    desk.key("f5")
    assert {"slide", "timeline"} <= desk.boxes().keys()
    assert "code" in whole and "code" not in desk.boxes()
    desk.key("f5")
    assert desk.boxes().keys() == whole.keys()


def spotlight_and_clock(desk: Desk) -> None:
    desk.key("i", "k")
    assert desk.stage.session.notice == "K is for projector mode: F5."
    desk.key("f5", "i", "k")
    assert (desk.stage.projector.spotlight, desk.app.settings.clock) == (True, "class")


def words_key(desk: Desk) -> None:
    desk.key("f3")
    desk.type("support")
    first, others = desk.app.words.terms()
    assert "support" in [term.term for term in (*first, *others)]
    desk.key("f3")
    assert desk.app.overlay == ""


def chapters_or_topics(desk: Desk) -> None:
    desk.key("escape")
    gallery = desk.app.gallery
    for view, headings in (("Topics", 1), ("Lectures", 1), ("Course", len(the_course().chapters))):
        desk.key("c")
        assert gallery.view == view
        desk.frame()
        assert len(gallery.shelves.headings) >= headings
    assert [chapter.title for chapter in the_course().chapters] == list(gallery.shelves.headings)


def magnify(desk: Desk) -> None:
    zoom, (x, y) = desk.stage.session.board.zoom, desk.boxes()["board"].center
    for larger in (1, -1):
        desk.app.ui.wheel(x, y, larger)
        assert zoom.whole is (larger < 0)
    desk.app.ui.focus, desk.app.ui.focus_shows = "board", True
    desk.key("+", "+")
    assert zoom.scale > 1
    before = desk.stage.session.timeline.position, (zoom.x, zoom.y)
    desk.move(x, y)
    desk.app.ui.mouse_down(x, y, 1)
    desk.move(x + 40, y + 30)
    desk.app.ui.mouse_up(x + 40, y + 30, 1)
    assert desk.stage.session.timeline.position == before[0]  # it was no click
    assert (zoom.x, zoom.y) != before[1]
    desk.app.ui.focus_shows = True  # the mouse has taken it
    desk.key("-", "-")
    assert zoom.whole


def black_screen(desk: Desk) -> None:
    for key in ("b", "."):
        desk.key(key)
        assert not pygame.surfarray.pixels3d(desk.app.canvas.surface).any()
        here = desk.stage.session.here
        desk.key("right")
        assert pygame.surfarray.pixels3d(desk.app.canvas.surface).any()
        assert desk.stage.session.here == here


def full_screen(desk: Desk) -> None:
    for size in ((900, 500), (1000, 700)):
        desk.resize(*size)
        place = pygame.display.get_window_position()
        f11(desk)
        assert pygame.display.is_fullscreen()
        assert desk.size == pygame.display.get_desktop_sizes()[0] != size
        f11(desk)
        assert (desk.size, pygame.display.get_window_position()) == (size, place)
    with patch.object(pygame.display, "set_mode", side_effect=pygame.error("no")):
        f11(desk)  # which must not end the lesson
    f11(desk)
    assert pygame.display.is_fullscreen()


def settings_key(desk: Desk) -> None:
    overlays = []
    for key in ("f2", "escape", "f2", "f2"):
        desk.key(key)
        overlays.append(desk.app.overlay)
    assert overlays == ["settings", "", "settings", ""]


def escape(desk: Desk) -> None:
    for key in ("space", "shift space"):
        desk.key(key, "escape")
        assert not (desk.stage.session.running or desk.stage.session.presenting)
    desk.key("escape")
    assert isinstance(desk.app.screen, Gallery)


def help_key(desk: Desk) -> None:
    for overlay in ("help", ""):
        desk.key("?")
        assert desk.app.overlay == overlay


def hint(desk: Desk) -> None:
    desk.key("h")
    session = desk.stage.session
    assert session.hinted and session.hinted[0] in session.notice


def click_cards(desk: Desk) -> None:
    desk.open("72-table-1-row-by-row")
    light = title_light(desk)
    desk.key("j")
    assert "clue-cards" in desk.boxes()
    assert 0 < title_light(desk) < light / 2  # what lies behind fades
    desk.key("escape")
    assert title_light(desk) == light


def title_light(desk: Desk) -> int:
    """How much of the line with the title stands out against the background."""
    line = pygame.surfarray.array3d(desk.app.canvas.surface)[:, :40].astype(int)
    return int(abs(line - line[0, 0]).sum())


def pencil(desk: Desk) -> None:
    desk.app.open_card(desk.app.gallery.games["sudoku0"])
    desk.frame()
    desk.key("m")
    assert sudoku_of(desk.stage.session).pencil


def why(desk: Desk) -> None:
    session = desk.stage.session
    desk.key("w")
    assert desk.stage.board.asking
    assert "Click a place" in desk.stage._view().words.text
    desk.key("ctrl right")
    place = next(iter(session.state.inferred))
    x, y = desk.over(place)
    desk.move(x, y)
    desk.key("w")
    assert session.marks[0] == place
    assert place in session.notice


def why_not(desk: Desk) -> None:
    desk.key("ctrl right")
    session = desk.stage.session
    place = next(iter(session.state.inferred))
    desk.move(*desk.over(place))
    desk.key("shift w")
    assert session.answered.startswith("Why not")
    assert session.chain is not None


def audit(desk: Desk) -> None:
    desk.key("ctrl right", "x")
    listed = desk.stage.audit.audit
    assert listed is not None
    assert listed.chosen is not None
    desk.key("x")
    assert desk.stage.audit.audit is not None
    assert desk.stage.audit.audit.counter != listed.counter
    desk.send(pygame.KEYDOWN, key=pygame.K_x, mod=pygame.KMOD_SHIFT, unicode="X")
    back = desk.stage.audit.audit
    assert back is not None
    assert back.counter == listed.counter


def enter_digits(desk: Desk) -> None:
    desk.app.open_card(desk.app.gallery.games["sudoku1"])
    desk.frame()
    desk.key("down", "right", "7")
    assert grid_of(desk.stage.session.state).entered == {"A2": 7}
    desk.key("0")
    assert grid_of(desk.stage.session.state).entered == {}


def paste(desk: Desk) -> None:
    pygame.scrap.put_text("p cnf 2 1\n1 -2 0\n")
    desk.key("ctrl v")
    assert desk.stage.session.scenario.puzzle_kind == "cnf"


def enter_a_line(desk: Desk) -> None:
    clue = clue_of(desk.open("before-the-first-turn").session)
    desk.key("e", "w", "h")
    assert clue.text == "wh"


def stops_panel(desk: Desk) -> None:
    desk.key("f6")
    desk.type("prune")
    desk.key("return")
    assert "did you mean 'pruned'" in desk.stage.stops.error
    desk.stage.stops.text = ""
    desk.frame()
    for letter in "Pruned and counter(\"pruned\") == 1":
        desk.send(pygame.KEYDOWN, key=pygame.K_a, mod=0, unicode=letter)
    desk.key("return")
    assert [stop.condition.text for stop in desk.stage.session.stops.stops] == ['Pruned and counter("pruned") == 1']
    desk.key("f6", "f8", "f6", "f6")
    assert desk.stage.stops.marks == [0]


def to_stops(desk: Desk) -> None:
    session = desk.stage.session
    session.stops.stops.append(Stop(desk.stage.stops.words.read("Pruned and pruned == 1")))
    desk.key("f7")
    assert isinstance(session.timeline.event, Pruned)
    there = session.here
    desk.key("f7")
    assert session.here == there
    assert "No stop is ahead" in session.notice
    desk.key("right", "f8", "home", "f7", "f7")
    assert session.here == there + 1
    desk.key("shift f7")
    assert session.here == there
    desk.key("home", "shift space")
    while session.running:
        desk.frame(0.1)
    assert session.here == there
    assert session.notice == "Stopped: Pruned and pruned == 1. Space goes on."


def answer_a_question(desk: Desk) -> None:
    desk.asks = True
    session = desk.open("where-gac-must-stop").session
    desk.key("page down", "1", "i")
    assert session.quiz.open is not None
    assert (session.quiz.open.chosen, session.quiz.open.hints) == (["(0,0)"], 1)
    desk.key("escape")
    assert not session.asks


def predict_mode(desk: Desk) -> None:
    desk.asks = True
    desk.key("q")
    assert desk.stage.session.quiz.predicting.on


def open_a_branch(desk: Desk) -> tuple[Lane, Lane]:
    """The first run, and a branch that has taken another constraint first; the branch is on show."""
    desk.key("z")
    assert desk.stage.branches.open == "choice"
    desk.key("return")
    session = desk.stage.session
    first, branch = (row.lane for row in session.lanes.rows())
    assert session.lanes.current is branch
    assert session.timeline is branch.timeline
    return first, branch


def choose_otherwise(desk: Desk) -> None:
    first, branch = open_a_branch(desk)
    mine, usual = (next(event for event in lane.timeline.events if isinstance(event, ConstraintTaken))
                   for lane in (branch, first))
    assert mine.constraint == branch.name != usual.constraint


def take_back_and_do_again(desk: Desk) -> None:
    first, branch = open_a_branch(desk)
    desk.key("ctrl z")
    assert desk.stage.session.lanes.current is first
    desk.key("ctrl y")
    assert desk.stage.session.lanes.current is branch


def go_through_branches(desk: Desk) -> None:
    first, branch = open_a_branch(desk)
    session = desk.stage.session
    for lane in (first, branch, first):
        desk.key("shift z")
        assert session.lanes.current is lane
    desk.key("f10")
    desk.type(" as it was")
    desk.key("return")
    assert first.name == "first run as it was"
    assert not desk.stage.branches.open


def branches_side_by_side(desk: Desk) -> None:
    stage = desk.stage
    first, branch = open_a_branch(desk)
    desk.key("f4")
    assert [run.name for run in desk.compared.comparison.scenario.runs] == [first.name, branch.name]
    desk.key("escape")
    assert desk.app.screen is stage


def find_the_bug(desk: Desk) -> None:
    desk.key("y", "right")
    assert desk.stage.session.hunt.on
    desk.key("y")
    assert desk.stage.session.hunt.tries == 1 or desk.stage.session.hunt.text.startswith("Nothing")


def votes(desk: Desk) -> None:
    desk.asks = True
    desk.key("shift q")
    assert desk.stage.questions.votes.on


def presenters_window(desk: Desk) -> None:
    for there in (True, False):
        desk.key("f9")
        assert (desk.app.presenter.window is not None) == there


def record_a_lesson(desk: Desk) -> None:
    desk.key("right", "shift f9")
    assert desk.app.overlay == "record"
    desk.type("look")
    desk.key("return")
    assert "ends at event" in desk.app.recording.said


def freeze(desk: Desk) -> None:
    desk.key("f12")
    assert "F9" in desk.stage.message
    desk.key("f9", "f12", "right")
    assert desk.stage.session.here > 0
    desk.key("shift f12")
    assert desk.stage.session.here == 0


def be_the_algorithm(desk: Desk) -> None:
    desk.asks = True
    desk.key("shift y")
    assert desk.stage.session.choosing.on


def more_is_said(desk: Desk) -> None:
    director = desk.stage.session.director
    for more in (True, False):
        desk.key("v")
        assert (desk.app.settings.more, director.telling.more) == (more, more)


def change_the_puzzle(desk: Desk) -> None:
    stage = desk.stage
    desk.key("ctrl e")
    assert stage.edits.open
    assert stage.edits.writing is not None
    stage.edits.writing.replace(['puzzle: {kind: gnomine, board: "1 ."}', "algorithm: gac"])
    desk.key("ctrl return")
    assert desk.stage is not stage
    assert desk.stage.session.scenario.puzzle == load(Path("t.yaml"), 'title: T\nalgorithm: gac\npuzzle: '
                                                      '{kind: gnomine, board: "1 ."}').puzzle


DOES: dict[str, Callable[[Desk], None]] = {
    "Ctrl + E": change_the_puzzle,
    "Ctrl + Y": take_back_and_do_again, "Z": choose_otherwise, "Shift + Z, F10": go_through_branches,
    "F4": branches_side_by_side,
    "→  ←": step, "Shift + → ←": step_a_rung_higher, "Ctrl + → ←": step_to_a_kind, "1 2 3 4": rungs,
    "Space": play_the_lesson,
    "Shift + Space": run_and_pause, "G": list_of_cues, "N": next_lesson, "V": more_is_said,
    "Home  End": ends, "+  −": speed, "Page Down / Up": cues, "Click a number": click_a_number,
    "P": play_or_analyse, "Arrows, 0 … 9": enter_digits, "Ctrl + V": paste, "E": enter_a_line, "J": click_cards,
    "M": pencil, "1 … 9, I, Esc": answer_a_question, "Q": predict_mode,
    "Y": find_the_bug, "Shift + Y": be_the_algorithm,
    "Shift + Q": votes, "F9": presenters_window, "Shift + F9": record_a_lesson, "F12": freeze,
    "A": apply, "H": hint, "W": why, "Shift + W": why_not, "X, Shift + X": audit, "D  C": to_a_difference,
    "Ctrl + Z": take_back, "R": restart, "F6  F8": stops_panel, "F7, Shift + F7": to_stops,
    "S": source, "L": large_tree, "F  U": fold_all, "Arrows, Return": go_through_the_tree,
    "+  −  O  C": zoom_the_tree,
    "Tab, Shift + Tab": focus, "Return, F, C": board, "Ctrl and + − 0": scale, "/": search, "T": themes,
    "Wheel, drag, +  −": magnify, "C": chapters_or_topics, "F3": words_key,
    "F11": full_screen, "F5": projector_mode, "I  K": spotlight_and_clock, "B  .": black_screen,
    "F2": settings_key, "Esc": escape, "?": help_key,
}


@pytest.mark.parametrize("key", [key for key, _ in KEYS])
def test_every_key_of_the_help_does_what_it_says(desk: Desk, stage: StageScreen, key: str) -> None:
    DOES[key](desk)


def test_c_on_the_board_opens_what_is_left_around_a_number(desk: Desk, tmp_path: Path) -> None:
    (tmp_path / "chord.yaml").write_text(THESIS, encoding="utf-8")
    desk.app.open_file(tmp_path / "chord.yaml")
    desk.frame()
    session = desk.stage.session
    session.playing = True
    desk.app.ui.focus, desk.app.ui.focus_shows = "board", True
    desk.stage.board.pointed = "(0,1)"
    desk.key("c")
    assert field_of(session.state).seen["(0,2)"] >= 0


def test_what_lies_below_an_overlay_takes_no_keys(desk: Desk, stage: StageScreen) -> None:
    for overlay in ("?", "f2"):
        desk.key(overlay, "right", "end", "r", "p", "t", "a", "page down", "1")
        assert (stage.session.timeline.position, stage.session.playing) == (0, False)
        assert desk.app.settings.theme == Settings().theme
        desk.key("escape")
        assert desk.app.screen is stage


# --- settings and files --------------------------------------------------------------------------------------------


def test_settings_last(tmp_path: Path) -> None:
    with window(tmp_path) as desk:
        desk.open("a-wrong-flag")
        desk.key("t", "ctrl +", "+", "f2", "escape")
        kept = desk.app.settings
    with window(tmp_path) as desk:
        assert desk.app.settings == kept != Settings()
        desk.open("a-wrong-flag")
        assert desk.stage.session.speed == kept.speed


@pytest.mark.parametrize("before", ["a-beginner-board", "order-does-not-matter"])
@pytest.mark.parametrize("after", ["a-number-is-a-constraint", "order-does-not-matter"])
def test_a_lesson_leaves_its_speed_behind(desk: Desk, before: str, after: str) -> None:
    """That of its script's runs, and what was set by hand while one ran; a lesson starts at that of the settings."""
    desk.app.settings.speed = 7.0
    desk.app.open(load(find(before)))
    desk.frame()
    playback = desk.app.screen.transport.playback  # type: ignore[attr-defined]
    assert playback.speed == 7
    for _ in range(30):
        desk.key("page down")
        if playback.run_to is not None:
            break
    assert playback.running
    assert playback.speed != 7
    of_run = playback.speed
    desk.key("+")
    slider = desk.boxes()["speed"]
    desk.click(slider.x + slider.w * 0.9, slider.center[1])
    assert playback.speed not in (7, of_run)
    desk.app.open(load(find(after)))
    desk.frame()
    assert desk.app.screen.transport.playback.speed == desk.app.settings.speed == 7  # type: ignore[attr-defined]


def test_faster_is_never_slower(desk: Desk, stage: StageScreen) -> None:
    stage.session.speed = 100_000  # as a script may have it
    desk.key("+")
    assert stage.session.speed == 100_000
    desk.key("-")
    assert stage.session.speed < 100_000
    stage.session.speed = LEAST_SPEED
    desk.key("-")
    assert stage.session.speed == LEAST_SPEED


def test_the_speed_of_the_settings_is_the_speed_of_the_lesson_on_show(desk: Desk, stage: StageScreen) -> None:
    desk.key("f2")
    desk.app.ui.focus, desk.app.ui.focus_shows = "set-speed", True
    desk.key("right")
    assert desk.app.settings.speed > Settings().speed
    assert stage.session.speed == desk.app.settings.speed


@pytest.mark.parametrize("kept", ["", "{", "[]", '{"theme": "pink", "scale": 99, "speed": "fast"}', '{"scale": null}',
                                  '{"scale": NaN}', "\0\xff"])
def test_settings_that_make_no_sense_are_the_usual_ones(tmp_path: Path, monkeypatch: pytest.MonkeyPatch,
                                                        kept: str) -> None:
    monkeypatch.setenv(CONFIG, str(tmp_path))
    (tmp_path / "unfog").mkdir()
    (tmp_path / "unfog" / "settings.json").write_text(kept, encoding="latin-1")
    assert load_settings() == Settings()


def test_settings_that_cannot_be_kept_do_no_harm(tmp_path: Path) -> None:
    (tmp_path / "unfog").write_text("a file where the folder should be", encoding="utf-8")
    with window(tmp_path) as desk:
        desk.key("f2", "t", "escape")
        assert desk.app.overlay == ""


def test_closing_the_window_keeps_the_settings(tmp_path: Path) -> None:
    with window(tmp_path) as desk:
        desk.key("t")
        pygame.event.post(pygame.event.Event(pygame.QUIT))
        desk.app.run()
        assert not desk.app.running
    assert json.loads((tmp_path / "unfog" / "settings.json").read_text(encoding="utf-8"))["theme"] != Settings().theme


def test_a_good_file_that_is_dropped_opens_and_a_bad_one_says_why_not(desk: Desk, tmp_path: Path) -> None:
    good, bad = tmp_path / "good.yaml", tmp_path / "bad.yaml"
    good.write_text(THESIS, encoding="utf-8")
    bad.write_text("title: A\nalgorithm: magic\n", encoding="utf-8")
    for path in (bad, tmp_path / "missing.yaml", tmp_path):
        desk.send(pygame.DROPFILE, file=str(path))
        assert isinstance(desk.app.screen, Gallery)
        assert path.name in desk.app.screen.message
    desk.send(pygame.DROPFILE, file=str(good))
    assert desk.stage.title == "Figure 2.1"
    desk.send(pygame.DROPFILE, file=str(bad))
    assert desk.stage.title == "Figure 2.1"
    assert "bad.yaml" in desk.stage.message
    desk.key("right")
    assert desk.stage.message == ""


def panel(desk: Desk) -> str:
    return desk.stage.code


def test_the_script_chooses_a_panel_and_the_user_may_choose_another(desk: Desk, tmp_path: Path) -> None:
    path = tmp_path / "panels.yaml"
    path.write_text('title: Panels\nalgorithm: cdcl\npuzzle: {kind: cnf, formula: "p | q, ~p | q, p | ~q"}\nscript:\n'
                    "  - say: One.\n  - {step: {grain: micro}, show: graph}\n  - say: Three.\n"
                    "  - {say: Four., show: pseudocode}\n", encoding="utf-8")
    desk.app.open_file(path)
    desk.frame()
    seen = [panel(desk)]
    for key in ("page down", "page down", "page down", "page down", "page up", "page up", "page up"):
        desk.key(key)
        seen.append(panel(desk))
    assert seen == ["pseudocode", "pseudocode", "graph", "graph", "pseudocode", "graph", "graph", "pseudocode"]
    desk.key("page down", "s", "page down")
    assert panel(desk) == "pseudocode"  # the user's, though the script still asks for the graph
    desk.key("page up", "page up", "page down")
    assert panel(desk) == "graph"
