"""The presenter's window: what it says, that it comes and goes without harm, freezing, and votes on questions."""

from __future__ import annotations

from collections.abc import Iterator
from pathlib import Path
from typing import Any
from unittest.mock import patch

import pygame
import pytest

from kit.drawn_texts import TextCanvas
from kit.two_ways import written as two_ways
from kit.window_desk import Desk, window
from scenarios.loader import load
from scenarios.votes import votes_on
from visualizer.canvas.on_pygame import PygameCanvas
from visualizer.canvas.primitives import SMALLEST, Rect
from visualizer.canvas.theme import theme
from visualizer.runs.briefing import brief
from visualizer.window.presenter_page import Hour, draw_page
from visualizer.window.settings import load_settings

LESSON = """\
title: Notes
puzzle: {kind: gnomine, board: "1 . .\\n. . ."}
algorithm: gac
minutes: 7
script:
  - {say: The first words., note: Wait for an answer here., more: There is more to it.}
  - {when: {event: ConstraintTaken}, say: "Now {constraint} is taken."}
  - {step: {grain: landmark}}
"""


@pytest.fixture
def desk(tmp_path: Path) -> Iterator[Desk]:
    (tmp_path / "notes.yaml").write_text(LESSON, encoding="utf-8")
    with window(tmp_path, asks=True) as found:
        found.resize(1280, 800)
        found.app.open(load(tmp_path / "notes.yaml"))
        found.frame()
        yield found


def pixels() -> bytes:
    """What the class sees."""
    surface = pygame.display.get_surface()
    assert surface is not None
    return pygame.image.tobytes(surface, "RGB")


def second(desk: Desk) -> bool:
    """Is there a second window?"""
    return desk.app.presenter.window is not None


def going(desk: Desk) -> bool:
    """Does the program go on?"""
    return desk.app.running


def asked(desk: Desk) -> None:
    """A question is open, and a class votes on it."""
    desk.open("a-number-is-a-constraint")
    desk.key("shift q")
    for _ in range(12):
        desk.key("page down")
        if desk.stage.session.asks:
            return


def test_the_briefing_has_the_note_this_cue_and_the_next(desk: Desk) -> None:
    desk.key("page down")
    told = brief(desk.stage.session)
    assert (told.title, told.place, told.planned) == ("Notes", "Cue 1 of 3", 7)
    assert (told.note, told.said) == ("Wait for an answer here.", "The first words.")
    assert told.coming.startswith("Now C(")
    assert told.more
    desk.key("page down")
    assert brief(desk.stage.session).note == ""
    assert brief(desk.stage.session).coming == "(goes on without a word)"


def test_f9_that_is_held_opens_it_once(desk: Desk) -> None:
    """Its release may go to the second window, and with that nowhere."""
    down = pygame.event.Event(pygame.KEYDOWN, key=pygame.K_F9, mod=0, unicode="")
    for _ in range(4):  # the same key, again and again
        desk.app.frame([down], 0.0)
        assert second(desk)
    desk.app.frame([pygame.event.Event(pygame.KEYUP, key=pygame.K_F9, mod=0), down], 0.0)
    assert not second(desk)


def test_f9_opens_and_closes_it_and_it_is_kept(desk: Desk) -> None:
    desk.key("f9")
    assert second(desk)
    desk.app.close()
    assert load_settings().presenter
    desk.key("f9")
    assert not second(desk)
    assert going(desk)


def test_closing_it_leaves_the_lesson_and_closing_the_other_ends_it(desk: Desk) -> None:
    desk.key("page down", "f9")
    desk.send(pygame.WINDOWCLOSE, window=desk.app.presenter.window)
    assert desk.app.presenter.window is None
    assert desk.stage.session.director.index == 0
    desk.key("f9")
    assert going(desk)
    desk.send(pygame.WINDOWCLOSE, window=None)
    assert not going(desk)


def test_keys_are_for_the_lesson_in_either_window_and_its_buttons_press_them(desk: Desk) -> None:
    desk.key("f9")
    presenter = desk.app.presenter
    desk.send(pygame.KEYDOWN, key=pygame.K_PAGEDOWN, mod=0, unicode="", window=presenter.window)
    assert desk.stage.session.director.index == 0
    desk.frame()
    boxes = {area.ident: area.box for area in presenter.ui._areas}
    for name in ("presenter-next", "presenter-more"):
        pos = tuple(map(int, boxes[name].center))
        for kind in (pygame.MOUSEMOTION, pygame.MOUSEBUTTONDOWN, pygame.MOUSEBUTTONUP):
            desk.send(kind, pos=pos, button=1, window=presenter.window)
        desk.settle()
    assert desk.stage.session.director.index == 1
    assert desk.app.settings.more


@pytest.mark.parametrize("size", [(320, 240), (640, 900), (1000, 640)])
def test_nothing_in_it_is_too_small_to_read(desk: Desk, size: tuple[int, int]) -> None:
    asked(desk)
    desk.key("f9")
    window = desk.app.presenter.window
    assert window is not None
    window.size = size
    sizes = []
    draw = PygameCanvas.text

    def text(canvas: PygameCanvas, at: tuple[float, float], words: str, size: float, *more: Any) -> None:
        sizes.append(size)
        draw(canvas, at, words, size, *more)

    with patch.object(PygameCanvas, "text", text):
        desk.app.presenter._last = None
        desk.app.presenter.draw(desk.app.canvas)
    assert sizes
    assert min(sizes) >= SMALLEST


def test_where_no_second_window_can_be_made_the_notes_are_a_panel(desk: Desk) -> None:
    desk.key("page down")
    before = pixels()
    with patch.object(pygame, "Window", side_effect=pygame.error("one only")) as made:
        desk.key("f9")
        assert "one only" in desk.app.screen.message
        assert pixels() != before
        desk.key("right", "left", "f12")
        assert "Freezing needs" in desk.app.screen.message
        assert made.call_count == 1
        desk.key("f9", "page up", "page down")
    assert desk.app.presenter.window is None
    desk.key("f9")
    assert desk.app.presenter.window is not None


def test_the_class_s_picture_stays_while_a_branch_is_tried(desk: Desk) -> None:
    desk.key("page down", "f9")
    session, presenter, before = desk.stage.session, desk.app.presenter, pixels()
    here, lane = session.here, session.lanes.current
    desk.key("f12", "right", "right", "ctrl right", "a")
    assert session.here != here
    assert pixels() == before
    desk.move(300, 300)  # the mouse over the frozen picture does nothing
    desk.key("shift f12")
    assert (session.here, session.lanes.current, presenter.frozen) == (here, lane, None)
    desk.frame(0.5)
    desk.key("f12", "right", "f12")
    assert session.here > here
    assert pixels() != before


def test_closing_the_window_ends_the_freezing(desk: Desk) -> None:
    desk.key("f9", "f12", "right")
    before = pixels()
    desk.key("f9")
    assert desk.app.presenter.frozen is None
    assert pixels() != before


def test_a_vote_is_counted_closed_discussed_and_kept(desk: Desk) -> None:
    asked(desk)
    session = desk.stage.session
    asking = session.quiz.open
    assert asking is not None
    vote = asking.vote
    assert vote is not None
    cue = session.quiz.cue
    right = [option.text in vote.right for option in vote.options].index(True) + 1
    wrong = [option.text in vote.right for option in vote.options].index(False) + 1
    desk.key(str(right), str(wrong), str(wrong), f"shift {wrong}")
    assert sum(vote.hands) == 2
    desk.key("page down")
    assert (vote.open, vote.discuss) == (False, True)
    desk.key("page down", str(right), str(right), "page down")
    assert len(vote.rounds) == 2
    desk.key("page down")
    assert session.quiz.open is None
    assert session.quiz.answers == {}
    kept = votes_on(session.scenario.path.stem, cue)
    assert kept[-1]["rounds"] == vote.rounds
    assert [sum(hands) for hands in kept[-1]["rounds"]] == [2, 2]
    asked(desk)  # another class
    day = kept[-1]["day"]
    told = brief(desk.stage.session)
    assert told.earlier == f"Voted on before, on {day}: 1 of 2 right, then 2 of 2."
    canvas = TextCanvas()
    draw_page(None, canvas, Rect(0, 0, 1000, 640), told, Hour("10:00", 3), [], theme("dark"), 1.0)
    assert any(told.earlier in str(found) for found in canvas.texts)
    desk.key("1", "page down", "page down")
    asked(desk)
    assert brief(desk.stage.session).earlier.startswith(f"Voted on before, 2 times, last on {day}: ")


def test_the_presenter_sees_the_answer_and_what_each_other_one_overlooks(desk: Desk) -> None:
    asked(desk)
    told = brief(desk.stage.session)
    assert told.prompt
    assert any(reply.right for reply in told.replies)
    assert all(reply.why for reply in told.replies if not reply.right)


def test_without_hands_page_down_goes_on_as_ever(desk: Desk) -> None:
    asked(desk)
    desk.key("page down")
    assert desk.stage.session.quiz.open is None


def test_votes_are_read_from_the_row_of_digits_on_any_keyboard(desk: Desk) -> None:
    asked(desk)
    asking = desk.stage.session.quiz.open
    assert asking is not None
    assert asking.vote is not None
    desk.send(pygame.KEYDOWN, key=pygame.K_1, mod=0, unicode="&", scancode=pygame.KSCAN_1)
    assert asking.vote.hands[0] == 1
    desk.send(pygame.KEYDOWN, key=pygame.K_1, mod=pygame.KMOD_SHIFT, unicode="!", scancode=pygame.KSCAN_1)
    assert asking.vote.hands[0] == 0


def test_whoever_votes_is_not_told_hints_and_clicks_beside_the_answers_are_no_hands(desk: Desk) -> None:
    asked(desk)
    asking = desk.stage.session.quiz.open
    assert asking is not None and asking.vote is not None and asking.question.places
    for name in ("i", "h", "i", "return"):
        desk.key(name)
        assert "Hands are counted" in desk.stage.session.notice
    offered = {option.text for option in asking.options}
    for place in desk.stage.session.board.layout.places:
        assert desk.stage.questions._click(place)
    assert asking.vote.hands == [1] * len(asking.options) and len(offered) < len(desk.stage.session.board.layout.places)
    assert (asking.tries, asking.hints, asking.over, desk.stage.session.quiz.open) == (0, 0, False, asking)


def test_a_comparison_goes_back_to_what_the_class_saw(desk: Desk, tmp_path: Path) -> None:
    desk.asks = False
    desk.app.open(load(two_ways(tmp_path)))
    desk.frame()
    desk.key("f9", "right", "right", "right", "f12")
    comparison = desk.compared.comparison
    here, steps = comparison.here, len(comparison.trail)
    desk.key("right", "page down", "end", "home", "right", "shift f12")
    assert (comparison.here, len(comparison.trail)) == (here, steps)
    assert tuple(timeline.position for timeline in comparison.timelines) == here
    desk.key("f12", "right", "r", "right", "shift f12")
    assert comparison.here == here


def test_another_screen_that_was_tried_is_left_again(desk: Desk) -> None:
    desk.key("page down", "f9")
    screen, here = desk.app.screen, desk.stage.session.here
    desk.key("f12")
    desk.app.leave()
    desk.frame()
    assert desk.app.screen is desk.app.gallery
    desk.key("shift f12")
    assert desk.app.screen is screen and desk.stage.session.here == here


@pytest.mark.parametrize(("of", "says"), [
    ("the gallery", {"No lesson is open: the class sees the gallery."}),
    ("script: []", {"This lesson has no cues."}),
    (LESSON, {"Wait for an answer here."})])
def test_it_speaks_of_cues_only_where_there_are_some(desk: Desk, of: str, says: set[str]) -> None:
    if of == "the gallery":
        desk.app.leave()
    else:
        text = LESSON if of == LESSON else LESSON.split("script:", maxsplit=1)[0]
        desk.app.open(load(Path("notes.yaml"), text))
        desk.key("page down")
    canvas = TextCanvas()
    told = desk.app.presenter._told()
    draw_page(None, canvas, Rect(0, 0, 1600, 900), told, desk.app.presenter._hour(), (), theme("dark"), 1.0)
    assert says <= canvas.texts
    assert not {text for text in canvas.texts if text.startswith(("This cue has", "This is the last"))}
