"""Projector mode: large words and the picture fill the screen, whatever the lesson; what hides comes back."""

from __future__ import annotations

from collections.abc import Callable, Iterator
from datetime import datetime
from functools import partial
from pathlib import Path

import pygame
import pytest
from test_layout import colourless

from kit.drawn_texts import outside, overlaps
from kit.known_lessons import comparisons, every_lesson, shortest_of_each_kind
from kit.session_desk import SCRIPT, THESIS, game, scenario, ticking
from kit.window_desk import window
from scenarios.loader import Scenario, find, load
from visualizer.canvas.on_pygame import PygameCanvas
from visualizer.canvas.primitives import Canvas, RecordingCanvas, Rect
from visualizer.canvas.theme import NAMES, theme
from visualizer.puzzles.gnomine.state import field_of
from visualizer.widgets.ui import Ui
from visualizer.window.compare_screen import CompareScreen
from visualizer.window.settings import Settings, load_settings
from visualizer.window.slide import LARGEST, LEAST, USUAL, Shape, lay_out, scale, typeset
from visualizer.window.stage_screen import StageScreen

FULL = (1920, 1080)
SIZES = ((1920, 1080), (1280, 800), (1024, 768), (800, 1280))
SMALL = ((640, 480), (200, 150))


class Beamer:
    """A lesson in projector mode, with a mouse, a keyboard, and a clock that stands still."""

    def __init__(self, lesson: Scenario, size: tuple[int, int] = FULL, theme_name: str = "dark") -> None:
        self.settings = Settings(projector=True)
        kind: Callable[..., StageScreen | CompareScreen] = CompareScreen if lesson.compares else StageScreen
        self.screen = kind(lesson, self.settings, lambda: None)
        self.playback = self.screen.transport.playback
        self.playback.clock = ticking()
        self.screen.ask_help = self.screen.ask_settings = lambda: None
        self.screen.projector.time = lambda: datetime(2026, 3, 4, 10, 42)
        self.ui, self.now, self.size, self.theme = Ui(), 1000.0, size, theme(theme_name)
        self.settings.opened = self.now
        self.frame()
        self.now += 10
        self.frame()

    def frame(self, on: Canvas | None = None) -> RecordingCanvas:
        canvas = RecordingCanvas()
        size, drawn = (float(self.size[0]), float(self.size[1])), on or canvas
        unit = max(0.35, min(size[0] / 1280, size[1] / 800))
        self.ui.begin(drawn, self.theme, unit, size, self.now)
        self.screen.draw(self.ui, drawn, size, self.theme, unit)
        self.ui.end()
        return canvas

    def surface(self) -> pygame.Surface:
        surface = pygame.Surface(self.size)
        surface.fill(self.theme.background)
        self.frame(PygameCanvas(surface))
        return surface

    def key(self, name: str) -> None:
        if not self.ui.key(name):
            self.screen.key(name, False, False)
        self.frame()

    def to_cue(self, index: int) -> None:
        self.playback.to_cue(index)
        self.frame()

    def move(self, x: float, y: float) -> None:
        self.ui.mouse_move(x, y)
        self.frame()

    @property
    def places(self) -> dict[str, Rect]:
        return {area.ident: area.box for area in self.ui._areas}

    @property
    def words(self) -> list[tuple[str, float]]:
        """The lines of what is said, as far as they are large enough, with their size."""
        said, styles = self.said, ("sans", "bold") if "*" in self.playback.say else ("sans",)
        written = [op.args[2:7] for op in self.frame().ops if op.name == "text"]
        return [(str(text), float(str(size))) for text, size, color, align, style in written
                if (color, align) == (self.theme.text, "left") and style in styles and float(str(size)) >= LEAST
                and text and str(text).strip() in said]

    @property
    def said(self) -> str:
        """What is to be read, without the signs of emphasis."""
        return " ".join(self.playback.say.replace("*", "").split())


def lesson(more: str = "") -> Scenario:
    return scenario(THESIS + SCRIPT + more)


# --- what is seen --------------------------------------------------------------------------------------------------


@pytest.mark.parametrize("shown", [*shortest_of_each_kind(), *comparisons()[::4]], ids=lambda shown: str(shown.name))
def test_nothing_is_clipped_and_words_can_be_read_in_the_back_row(shown: Scenario) -> None:
    beamer = Beamer(shown)
    beamer.to_cue(max(beamer.playback.director.seen[:6], key=lambda index: len(shown.script[index].say or "")))
    for size in (FULL, SMALL[0]):
        beamer.size = size
        beamer.frame()
        assert not outside(beamer.frame(), size), size
    beamer.size = FULL
    beamer.frame()
    said = "".join(line for line, _ in beamer.words)
    if beamer.screen.transport.presentation.pages == 1:
        assert said.replace(" ", "") == beamer.said.replace(" ", "")
    assert len({size for _, size in beamer.words}) == 1
    assert beamer.words[0][1] <= LARGEST


@pytest.mark.parametrize("size", [*SIZES, *SMALL], ids=str)
def test_at_every_size_every_text_has_a_place_of_its_own(size: tuple[int, int]) -> None:
    for name in ("a-number-is-a-constraint", "an-expert-board", "order-does-not-matter"):
        beamer = Beamer(load(find(name)), size)
        for index in beamer.playback.director.seen[1:9:4]:
            beamer.to_cue(index)
            assert not outside(beamer.frame(), size), (name, index)
            assert size in SMALL or not overlaps(beamer.frame()), (name, index)


def test_a_theme_changes_nothing_but_colours() -> None:
    dark, *others = (colourless(Beamer(lesson(), FULL, name).frame()) for name in NAMES)
    assert others == [dark] * len(others)


def test_what_any_lesson_says_fits_on_two_pages_and_most_on_one() -> None:
    said = sorted({cue.say for one in every_lesson() for cue in one.script if cue.say}, key=len)[-60:]
    canvas, sizes = RecordingCanvas(), []
    for box in (lay_out(FULL, [Shape(aspect)], True).words.inset(0, 40) for aspect in (1.0, 1.9)):
        for text in said:
            found = typeset(canvas, text, box, 1.0)
            lines = [line for page in found.pages for line in page]
            assert " ".join(lines).split() == text.split()
            assert all(canvas.measure(line, found.size) <= box.w for line in lines)
            assert len(found.pages) <= 2
            assert found.size >= LEAST
            sizes.append(found.size)
    assert sorted(sizes)[len(sizes) // 2] >= USUAL


@pytest.mark.parametrize("aspect", [0.3, 0.8, 1.0, 1.4, 1.9, 4.0])
def test_words_are_beside_the_picture_or_below_it_wherever_that_is_larger(aspect: float) -> None:
    for size in SIZES:
        slide = lay_out((float(size[0]), float(size[1])), [Shape(aspect)], True)
        if not 1.0 < aspect < 1.9:
            assert slide.beside == (aspect < (1.5 if size[0] > size[1] else 0.5))
        assert min(slide.words.w / size[0], slide.words.h / size[1]) > 0.2
        for box in (slide.picture, slide.words, slide.line):
            assert 0 <= box.x <= box.right <= size[0]
            assert 0 <= box.y <= box.bottom <= size[1]
    assert scale(FULL) == 1


def test_all_boards_of_a_comparison_are_there_with_their_names() -> None:
    for shown in comparisons()[::5]:
        texts = [op.args[2] for op in Beamer(shown).frame().ops if op.name == "text"]
        if not shown.chart or not shown.chart.large:
            assert {run.name for run in shown.runs} <= {*texts}


def test_a_cue_brings_the_chart_of_a_comparison_large_there_too() -> None:
    text = ('title: T\npuzzle: {kind: gnomine, board: ". . .\\n1 2 1"}\ncompare: [{algorithm: gac}, '
            '{algorithm: path-consistency}]\n'
            'script:\n  - {run: {to: end}, show: {panel: chart, large: true}, say: Both.}\n')
    beamer = Beamer(load(Path("two.yaml"), text))
    screen = beamer.screen
    assert isinstance(screen, CompareScreen)
    assert not screen._view().large
    for _ in range(2):  # the first runs there, the second is there at once
        beamer.playback.forward("cue")
        beamer.playback.work(5)
    beamer.frame()
    assert screen._view().large


# --- pages ---------------------------------------------------------------------------------------------------------


def long_lesson() -> Scenario:
    words = " ".join(f"Sentence number {number} says nothing new." for number in range(24))
    return scenario(THESIS + f'script: [{{say: "{words}"}}, {{say: "Short."}}]\n')


def test_what_is_too_long_takes_two_pages_that_keys_turn() -> None:
    beamer = Beamer(long_lesson())
    presentation = beamer.screen.transport.presentation
    beamer.to_cue(0)
    first = beamer.words
    assert (presentation.pages, presentation.page) == (2, 0)
    beamer.key("page down")
    second = beamer.words
    assert (presentation.page, beamer.playback.director.index) == (1, 0)
    assert [word for line, _ in (*first, *second) for word in line.split()] == beamer.playback.say.split()
    assert first[-1][0].endswith(".")  # with a whole sentence
    beamer.key("page up")
    assert beamer.words == first
    beamer.key("space")
    assert (presentation.page, beamer.playback.presenting) == (1, False)
    beamer.key("page down")
    assert (presentation.pages, presentation.page, beamer.playback.say) == (1, 0, "Short.")


def test_outside_the_mode_there_is_one_page() -> None:
    beamer = Beamer(long_lesson())
    beamer.to_cue(0)
    beamer.key("page down")
    beamer.settings.projector = False
    beamer.frame()
    beamer.key("page down")
    assert beamer.playback.say == "Short."


# --- what hides, and what it is used for ---------------------------------------------------------------------------


@pytest.fixture
def beamer() -> Iterator[Beamer]:
    yield Beamer(lesson())


def test_controls_hide_and_the_line_stays_until_the_mouse_or_tab_brings_them_back(beamer: Beamer) -> None:
    def shown() -> tuple[bool, bool, bool]:
        beamer.frame()
        return "run" in beamer.places, "timeline" in beamer.places, beamer.screen.hides_cursor

    seen = [shown()]
    for bring in (partial(beamer.move, 200, 301), partial(beamer.key, "tab")):
        bring()
        seen.append(shown())
        beamer.now += 1.9
        seen.append(shown())
        beamer.now += 0.2
        seen.append(shown())
    hidden, there = (False, True, True), (True, True, False)
    assert seen == [hidden, there, there, hidden, there, there, hidden]


def test_the_line_is_dragged_and_its_marks_are_clicked(beamer: Beamer) -> None:
    beamer.key("end")
    line = beamer.places["timeline"]
    beamer.ui.mouse_down(line.x + line.w / 2, line.center[1] + 4, 1)
    beamer.ui.mouse_up(line.x + line.w / 2, line.center[1] + 4, 1)
    assert 0 < beamer.playback.here < len(beamer.playback.timeline.events)  # type: ignore[attr-defined]


def test_the_list_of_cues_opens_although_the_controls_were_hidden(beamer: Beamer) -> None:
    for key in ("g", "return"):
        beamer.key(key)
    assert beamer.playback.director.index == 0


def test_a_held_button_points_and_asks_nothing(beamer: Beamer) -> None:
    quiet = beamer.frame().ops
    beamer.ui.mouse_down(400, 300, 1)
    held = beamer.frame().ops
    assert len(held) > len(quiet)
    beamer.move(500, 300)
    assert "run" not in beamer.places  # the mouse moves, but points
    beamer.ui.mouse_up(500, 300, 1)
    beamer.now += 5
    assert beamer.frame().ops == quiet
    assert (beamer.playback.here, beamer.playback.notice) == (0, "")


def test_the_spotlight_leaves_what_is_marked_and_dims_the_rest(beamer: Beamer) -> None:
    beamer.to_cue(1)
    screen = beamer.screen
    assert isinstance(screen, StageScreen)
    before = beamer.surface()
    beamer.key("i")
    after = beamer.surface()
    picture = lay_out((1920.0, 1080.0), [Shape(screen.session.board.aspect)], True).picture

    def light(surface: pygame.Surface, place: str) -> int:
        box = screen.session.board.place(picture, place)
        return sum(surface.get_at((round(box.x + box.w * 0.3), round(box.y + box.h * 0.3)))[:3])

    assert light(after, "(0,2)") == light(before, "(0,2)")
    dark = sum(beamer.theme.background)
    for place in ("(2,0)", "(1,0)"):
        assert light(after, place) - dark == pytest.approx((light(before, place) - dark) / 3, abs=12)
    beamer.to_cue(0)  # which marks nothing
    assert light(beamer.surface(), "(2,0)") == light(before, "(2,0)")


def test_the_clock_tells_the_time_of_day_or_in_class(beamer: Beamer) -> None:
    def told() -> set[str]:
        written = " ".join(str(op.args[2]) for op in beamer.frame().ops if op.name == "text")
        return {time for time in ("10:42", "0 min", "25 min") if f" {time}" in written}

    assert told() == {"10:42"}
    beamer.key("k")
    assert told() == {"0 min"}
    beamer.now += 25 * 60
    assert told() == {"25 min"}
    beamer.key("k")
    assert told() == set()
    beamer.key("k")
    assert told() == {"10:42"}


def test_black_ends_with_any_key_or_click_and_pauses(beamer: Beamer) -> None:
    beamer.key("space")
    for back in (partial(beamer.key, "right"), lambda: beamer.ui.mouse_down(5, 5, 1)):
        beamer.key("b")
        assert [op.name for op in beamer.frame().ops] == ["rect"]
        assert not beamer.playback.presenting
        back()
        assert len(beamer.frame().ops) > 20
    assert beamer.playback.here == 0


def test_a_game_can_be_played_there() -> None:
    beamer = Beamer(scenario(game(5, 5, 3)))
    screen = beamer.screen
    assert isinstance(screen, StageScreen)
    screen.session.turn(True)
    beamer.frame()
    place = next(place for place, seen in field_of(screen.session.state).seen.items() if seen < 0)
    box = screen.session.board.place(beamer.places["board"], place)
    beamer.ui.mouse_down(*box.center, 3)
    assert screen.session.past


def test_why_is_asked_of_the_place_that_is_clicked_next(beamer: Beamer) -> None:
    screen = beamer.screen
    assert isinstance(screen, StageScreen)
    beamer.key("end")
    while screen.session.goal is not None:  # a busy machine comes to it in several pieces
        screen.session.work(1.0)
    for _ in range(2):  # what was asked of before is not meant the next time
        beamer.key("w")
        assert "board" in beamer.places
        box = screen.session.board.place(beamer.places["board"], "(0,2)")
        beamer.move(*box.center)
        beamer.ui.mouse_down(*box.center, 1)
        beamer.ui.mouse_up(*box.center, 1)
        beamer.frame()
        assert "(0,2)" in screen.session.answered
        assert "board" not in beamer.places
        beamer.key("w")
        assert screen.session.chain is not None  # again: its proof
        beamer.key("escape")


@pytest.mark.parametrize("large", [False, True])
def test_why_is_asked_of_the_board_that_is_clicked_next(large: bool) -> None:
    """A comparison, too, knows no place there before the click; where no board is on show, it says so."""
    beamer = Beamer(comparisons()[0])
    screen = beamer.screen
    assert isinstance(screen, CompareScreen)
    comparison = screen.comparison
    comparison.quiz.on = False
    screen.hero = large
    beamer.frame()
    if large:
        beamer.key("w")
        assert "L brings them" in comparison.notice and "board0" not in beamer.places
        beamer.key("l")
    for index in (0, 1):
        assert "board0" not in beamer.places
        beamer.key("w")
        assert comparison.notice.startswith("Click a place on a board")
        beamer.key("escape")
        assert (comparison.notice, "board0" in beamer.places) == ("", False)
        beamer.key("w")
        board = comparison.boards[index]
        place = next(iter(board.layout.places))
        spot = board.place(beamer.places[f"board{index}"], place).center
        beamer.move(*spot)
        beamer.ui.mouse_down(*spot, 1)
        beamer.ui.mouse_up(*spot, 1)
        beamer.frame()
        run = comparison.scenario.runs[index]
        assert comparison.answered == f"Why {place}? – {index + 1}, {run.name}"
        assert "board0" not in beamer.places
        while comparison.answered:
            beamer.key("escape")


# --- settings ------------------------------------------------------------------------------------------------------


def test_each_display_size_keeps_its_theme_scale_and_mode(tmp_path: Path) -> None:
    settings = Settings()
    settings.go_to((1280, 800))
    settings.scale = 1.2
    settings.go_to((1920, 1080))
    assert settings.scale == 1.2  # until it is changed there
    settings.theme, settings.projector, settings.scale = "projector", True, 1.5
    settings.go_to((1280, 800))
    assert (settings.theme, settings.scale, settings.projector) == ("dark", 1.2, False)
    settings.go_to((1920, 1080))
    assert (settings.theme, settings.scale, settings.projector) == ("projector", 1.5, True)


def test_an_answer_is_written_once() -> None:
    """Beside the picture, and not behind it, too."""
    beamer = Beamer(lesson())
    beamer.key("h")
    texts = [op.args[2] for op in beamer.frame().ops if op.name == "text"]
    assert texts.count("Hint") + texts.count("Hint 1 of 3") == 1


def test_terms_can_be_looked_up() -> None:
    beamer = Beamer(load(find("unit-propagation")))
    beamer.to_cue(3)
    spots = [area for area in beamer.ui._areas if area.ident.startswith("term")]
    assert spots
    assert all(": " in area.tip and area.box.h >= LEAST for area in spots)


def test_it_is_kept_with_the_settings(tmp_path: Path) -> None:
    with window(tmp_path, lesson()) as desk:
        desk.key("f5", "k")
        desk.app.settings.by_itself = desk.app.settings.motion = False
        kept = desk.app.settings
        desk.key("f2", "escape")
    with window(tmp_path) as desk:
        assert desk.app.settings == kept
        assert (desk.app.settings.projector, desk.app.settings.clock) == (True, "class")
        pygame.event.post(pygame.event.Event(pygame.WINDOWDISPLAYCHANGED, display_index=0))
        desk.app.frame(pygame.event.get(), 0.0)
        assert desk.app.settings.projector
        assert load_settings().displays == kept.displays


def test_the_settings_are_chosen_in_their_dialog(tmp_path: Path) -> None:
    with window(tmp_path, lesson()) as desk:
        for name, wanted in (("by-itself", False), ("motion", False), ("projector", True)):
            desk.key("f2")
            desk.app.ui.focus, desk.app.ui.focus_shows = f"set-{name}", True
            desk.key("return", "down", "return", "escape")
            assert getattr(desk.app.settings, name.replace("-", "_")) is wanted
