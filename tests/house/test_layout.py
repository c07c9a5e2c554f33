"""What is drawn stays in the window, and no two texts lie on each other: on every screen, at start, middle and end."""

from __future__ import annotations

from collections.abc import Callable, Iterator
from functools import cache, partial

import pytest

from algorithms.core import Grain
from kit.drawn_lessons import unit_of
from kit.drawn_texts import outside, overlaps
from kit.known_lessons import LESSONS, plain_lessons, shortest_of_each_look
from kit.session_desk import replay, ticking
from scenarios.loader import Scenario, find, load
from visualizer.canvas.primitives import RecordingCanvas, Rect, Stills
from visualizer.canvas.theme import NAMES, theme
from visualizer.puzzles.gnomine.board import GnomineBoard
from visualizer.runs.play import offers
from visualizer.widgets.ui import Ui
from visualizer.window.gallery import Gallery
from visualizer.window.help import PAGES, Help
from visualizer.window.overlays import draw_settings
from visualizer.window.settings import Settings
from visualizer.window.stage_screen import StageScreen

SIZES = [(1280, 800), (1920, 1080)]
SMALL = [(200, 150), (640, 480), (1024, 600)]

Draw = Callable[[RecordingCanvas, Ui], None]


def scene(size: tuple[int, int], theme_name: str, draw: Draw, stills: Stills | None = None) -> RecordingCanvas:
    """One frame; ``stills``: what has stayed the same since those before."""
    ui, canvas = Ui(), RecordingCanvas(stills)
    ui.begin(canvas, theme(theme_name), unit_of(size), (float(size[0]), float(size[1])), 0.0)
    draw(canvas, ui)
    ui.end()
    return canvas


def nothing() -> None:
    """What a button does here."""


def stage(lesson: Scenario) -> StageScreen:
    screen = StageScreen(lesson, Settings(), nothing)
    if lesson.path in LESSONS:
        replay(screen.session)
    screen.session.clock = ticking()
    screen.ask_help = screen.ask_settings = nothing
    return screen


def moments(screen: StageScreen) -> Iterator[str]:
    """Start, middle and end of a lesson, and what else changes the look of its stage."""
    session = screen.session
    yield "start"
    cues = session.director.seen
    session.director.goto(cues[len(cues) // 2])
    session.show(session.timeline.position)
    yield "the cue in the middle"
    session.show(len(session.timeline.events) // 2)
    yield "middle"
    screen.code = "source"
    session.turn(True)
    session.notice = "A long notice. " * 12
    yield "middle, with the source, playing, and a long notice"
    screen.code = "pseudocode"
    session.forward("end")
    session.work(60.0)
    session.director.goto(cues[-1])
    yield "end"


LOOKS = [lesson for lesson in shortest_of_each_look() if not lesson.compares]
each_look = pytest.mark.parametrize("lesson", LOOKS, ids=lambda lesson: lesson.name)


@pytest.mark.parametrize("lesson", plain_lessons(), ids=lambda lesson: lesson.name)
def test_the_stage_has_every_text_in_a_place_of_its_own(lesson: Scenario) -> None:
    """What lessons say differs, so each is looked at at the usual size; one of each look at all sizes: in a small
    window it shows less, and nothing outside."""
    screen = stage(lesson)
    sizes = ([*SIZES, SMALL[0]], SIZES[:1], [SIZES[1], SMALL[1]], [*SIZES, SMALL[2]], [*SIZES, *SMALL])
    if lesson not in LOOKS:
        sizes = ([], SIZES[:1], [], SIZES[:1], SIZES[:1])
    for moment, at in zip(moments(screen), sizes, strict=True):
        for size in at:
            canvas = drawn(screen, size)
            assert not outside(canvas, size), (moment, size)
            assert size in SMALL or not overlaps(canvas), (moment, size)


@each_look
def test_a_theme_changes_nothing_but_colours(lesson: Scenario) -> None:
    """So that one theme is enough, here and wherever only places matter."""
    screen = stage(lesson)
    screen.session.show(min(300, len(screen.session.timeline.events)))
    dark, *others = (colourless(drawn(screen, SIZES[0], theme_name)) for theme_name in NAMES)
    assert len(dark) > 20
    assert others == [dark] * (len(NAMES) - 1)


def drawn(screen: StageScreen, size: tuple[int, int], theme_name: str = NAMES[0]) -> RecordingCanvas:
    """The lesson as it is now."""
    return scene(size, theme_name, lambda on, ui: screen.draw(ui, on, (float(size[0]), float(size[1])),
                                                              theme(theme_name), unit_of(size)))


def colourless(canvas: RecordingCanvas) -> list[tuple[object, ...]]:
    """What was drawn, and where."""
    return [(op.name, *(value for value in op.args if value is not None and not is_colour(value)))
            for op in canvas.ops]


def is_colour(value: object) -> bool:
    return isinstance(value, tuple) and len(value) == 3


@pytest.mark.parametrize("grain", Grain)
@pytest.mark.parametrize("size", SIZES, ids=str)
def test_neither_do_texts_collide_on_any_step_of_a_run(size: tuple[int, int], grain: Grain) -> None:
    screen = stage(load(find("testing-for-support" if grain < Grain.LANDMARK else "a-beginner-board")))
    session = screen.session
    session.quiz.on = False  # a question would hold the run
    session.timeline.pull_all()
    while session.timeline.position < min(300, len(session.timeline.events)):
        session.forward(grain)
        session.work(60.0)
        canvas = drawn(screen, size)
        assert not outside(canvas, size), session.timeline.position
        assert not overlaps(canvas), session.timeline.position


@cache
def gallery() -> Gallery:
    """With all lessons read."""
    screen = Gallery(lambda card: None, 1)
    screen.ask_help = screen.ask_settings = screen.ask_words = nothing
    while screen.busy:
        screen.tick(0.1)
    return screen


@pytest.mark.parametrize("size", SIZES, ids=str)
@pytest.mark.parametrize("message", ["", "There is something wrong with a very long name of a file. " * 8],
                         ids=["", "with a message"])
def test_the_gallery_has_every_text_in_a_place_of_its_own(size: tuple[int, int], message: str) -> None:
    screen = gallery()
    screen.message = message
    canvas = scene(size, "light", lambda on, ui: screen.draw(ui, on, (float(size[0]), float(size[1])), theme("light"),
                                                             unit_of(size)))
    assert not outside(canvas, size)
    assert not overlaps(canvas)


@pytest.mark.parametrize("size", [*SIZES, *SMALL], ids=str)
def test_the_overlays_have_every_text_in_a_place_of_its_own(size: tuple[int, int]) -> None:
    whole = (float(size[0]), float(size[1]))
    colors, measure = theme("projector"), unit_of(size)
    dialogs = [game.dialog for game in offers() if game.dialog is not None]
    assert dialogs
    pages = [Help() for _ in PAGES]
    for page, shown in zip(PAGES, pages, strict=True):
        shown.open(page)
    for draw in (*(partial(shown.draw, legend=GnomineBoard.legend, close=nothing) for shown in pages),
                 partial(draw_settings, settings=Settings(), close=nothing),
                 *(partial(dialog().draw, start=lambda title, read: None, close=nothing) for dialog in dialogs)):
        canvas = scene(size, "projector", lambda on, ui, draw=draw: draw(  # type: ignore[misc]
            ui=ui, canvas=on, size=whole, theme=colors, unit=measure))
        assert not outside(canvas, size)
        assert not overlaps(canvas)


def test_an_overlap_would_be_noticed() -> None:
    def draw(canvas: RecordingCanvas, ui: Ui) -> None:
        canvas.text((100, 100), "one", 20, (0, 0, 0))
        canvas.text((110, 105), "two", 20, (0, 0, 0))
        canvas.text((1275, 300), "out", 20, (0, 0, 0))
        with canvas.clip(Rect(0, 0, 50, 50)):
            canvas.text((100, 100), "hidden", 20, (0, 0, 0))

    canvas = scene((1280, 800), "dark", draw)
    assert overlaps(canvas) == [("one", "two")]
    assert [text for text, _ in outside(canvas, (1280, 800))] == ["out"]
