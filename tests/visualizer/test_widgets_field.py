"""The field: what keys and clicks do to its text, against a string with an index; the caret is always in view."""

from __future__ import annotations

from unittest.mock import patch

import pygame
import pytest
from hypothesis import example, given
from hypothesis import strategies as st

from algorithms.problems.clue.text import typed
from kit.session_desk import clue_of
from kit.widget_stage import Stage, texts
from kit.window_desk import Desk, new_clue
from visualizer.canvas.primitives import RecordingCanvas, Rect
from visualizer.canvas.theme import theme
from visualizer.puzzles.clue.play import CluePlay

SIZE = 15.0  # of the text, at unit 1
PAD = 10.0
BOX = Rect(0, 0, 120, 30)
MOVES = ("left", "right", "home", "end", "ctrl left", "ctrl right", "ctrl home", "ctrl end")


class Typing(Stage):
    """A stage with one field, and a clipboard."""

    def __init__(self) -> None:
        self.text = ""
        super().__init__(lambda stage: self.ui.field("f", BOX, self.text, self.take, hint="Search",
                                                     keys={"delete": stage.say("delete"), "up": stage.say("up")}))
        self.frame()

    @property
    def copied(self) -> str:
        return self.ui.clipboard.text()

    @copied.setter
    def copied(self, text: str) -> None:
        self.ui.clipboard.put(text)

    def take(self, text: str) -> None:
        self.text = text

    def press(self, name: str) -> bool:
        """A key, without a frame after it."""
        *held, key = name.split(" ")
        return self.ui.key(key, shift="shift" in held, ctrl="ctrl" in held)


def width(text: str) -> float:
    return RecordingCanvas().measure(text, SIZE) if text else 0.0


def test_a_field_takes_what_is_typed_once_it_is_clicked() -> None:
    stage = Typing()
    assert "Search" in texts(stage.frame())
    assert stage.keys("a") == [False]
    stage.click(50, 15)
    assert stage.keys("a", "space", "b", "?", "backspace") == [True] * 5
    assert stage.text == "a b"
    assert texts(stage.frame()) == ["a b"]
    assert stage.keys("f2", "return", "down", "page up") == [False] * 4
    assert not any(stage.press(f"ctrl {name}") for name in ("b", "z", "space", "backspace", "delete"))
    assert stage.keys("escape", "escape", "a") == [True, True, False]  # empties it, leaves it
    assert stage.text == ""


# --- against a model -------------------------------------------------------------------------------------------------


def moved(text: str, at: int, key: str) -> int | None:
    """Where the caret is then; None if the key moves none."""
    match key:
        case "left" | "right":
            return max(0, min(len(text), at + (1 if key == "right" else -1)))
        case "home" | "ctrl home":
            return 0
        case "end" | "ctrl end":
            return len(text)
        case "ctrl left":
            while at and text[at - 1] == " ":
                at -= 1
            while at and text[at - 1] != " ":
                at -= 1
            return at
        case "ctrl right":
            while at < len(text) and text[at] == " ":
                at += 1
            while at < len(text) and text[at] != " ":
                at += 1
            return at
    return None


def after(text: str, anchor: int, at: int, key: str, copied: str) -> tuple[str, int, int, str]:
    """The text, where the selection began, the caret before which index, and what was copied last, as one expects who
    knows other programs."""
    first, end = min(anchor, at), max(anchor, at)
    to = moved(text, at, key.removeprefix("shift "))
    if to is not None:
        if first < end and key in ("left", "right"):
            to = first if key == "left" else end
        return text, anchor if "shift" in key else to, to, copied
    if key == "escape":
        return "", 0, 0, copied
    if key == "ctrl a":
        return text, 0, len(text), copied
    if key in ("ctrl c", "ctrl x"):
        copied = text[first:end] or copied
    if key == "ctrl c" or (key == "ctrl v" and not copied):
        return text, anchor, at, copied
    if first == end:
        first, end = max(0, first - (key == "backspace")), min(len(text), end + (key == "delete"))
    put = {"space": " ", "ctrl v": copied, "ctrl x": "", "backspace": "", "delete": ""}.get(key, key)
    return text[:first] + put + text[end:], first + len(put), first + len(put), copied


SELECTS = (*(f"shift {name}" for name in MOVES), "ctrl a", "ctrl c", "ctrl x")
KEYS = st.sampled_from([*MOVES, *"iW", "space", "backspace", "delete", "escape", "ctrl v", *SELECTS])
TEXTS = st.text("aW ", max_size=30)
STEPS = st.lists(st.one_of(KEYS, st.sampled_from(MOVES), TEXTS.map(lambda text: ("outside", text))), max_size=40)


def check_drawn(stage: Typing, at: int) -> None:
    """The part in view holds the caret, which is drawn between the right characters; no room is left unused."""
    canvas, text = stage.frame(), stage.text
    caret = [op for op in canvas.ops if op.name == "rect" and op.args[2] == 2][-1]
    x = float(str(caret.args[0]))
    assert PAD - 1 <= x <= BOX.w - PAD - 2
    if not text:
        assert texts(canvas) == ["Search"]
        return
    drawn = next(op for op in canvas.ops if op.name == "text")
    shown, left = str(drawn.args[2]), float(str(drawn.args[0]))
    assert left + width(shown) <= BOX.w - PAD
    room = BOX.w - 2 * PAD - 4
    assert any(text.startswith(shown, first) and abs(left + width(text[first:at]) - 1 - x) < 0.2
               and (first == 0 or width(text[first - 1:]) > room)
               for first in range(at + 1) if at <= first + len(shown))


@given(TEXTS, STEPS, st.booleans())
@example("a a", ["ctrl left", "ctrl left", "W", "home", "left", "a", "ctrl right", "ctrl right"], False)
@example("W" * 30, ["home", "right", "end", "left"], True)
@example("W" * 30, ["backspace"] * 20, True)
@example("a W", ["ctrl a", "ctrl x", "ctrl v", "shift home", "i"], True)
@example("a W", ["shift left", "right", "delete", "shift left", "left", "backspace"], True)
def test_keys_do_to_a_field_what_they_do_to_a_string_with_an_index(
        text: str, steps: list[str | tuple[str, str]], drawn: bool) -> None:
    stage = Typing()
    stage.text = text
    stage.copied = copied = "x y"
    stage.keys("tab")
    anchor = at = len(text)
    for step in steps:
        if isinstance(step, tuple):  # whoever has the field puts another text there
            stage.frame()
            if step[1] != text:
                stage.text = text = step[1]
                anchor = at = len(text)
            stage.frame()
        else:
            stage.ui.focus_on("f")  # Escape in an empty field leaves it
            at_end = anchor == at == len(text)
            own = len(stage.log)
            assert stage.press(step)
            assert stage.log[own:] == (["delete"] if step == "delete" and at_end else [])
            text, anchor, at, copied = after(text, anchor, at, step, copied)
        assert (stage.text, stage.copied) == (text, copied)
        if drawn:
            stage.ui.focus_on("f")
            check_drawn(stage, at)
    stage.ui.focus_on("f")
    check_drawn(stage, at)


@given(st.text("aiW ", min_size=1, max_size=40), st.lists(KEYS, max_size=10), st.floats(0, BOX.w - 1))
def test_a_click_puts_the_caret_into_the_nearest_gap(text: str, keys: list[str], x: float) -> None:
    stage = Typing()
    stage.text = text
    stage.keys("tab")
    for key in keys:
        stage.press(key)
        stage.frame()
    drawn = next((op for op in stage.frame().ops if op.name == "text"), None)
    shown = str(drawn.args[2]) if drawn and stage.text else ""
    stage.click(x, 15)
    stage.press("?")
    before, _, behind = stage.text.partition("?")
    gaps = [abs(PAD + width(shown[:k]) - x) for k in range(len(shown) + 1)]
    near = [k for k, gap in enumerate(gaps) if gap < min(gaps) + 0.1]
    assert any(before.endswith(shown[:k]) and behind.startswith(shown[k:]) for k in near)


# --- what is selected ------------------------------------------------------------------------------------------------


def selected(stage: Typing) -> tuple[Rect, str] | None:
    """The box of what is selected, and the text in it, as drawn."""
    ops = stage.frame().ops
    ink = theme("dark")
    over = next((op for op in ops if op.name == "text" and op.args[4] == ink.on_accent), None)
    if over is None:
        return None
    box = Rect(*(float(str(side)) for side in
                 next(op for op in ops if op.name == "rect" and op.args[4] == ink.accent).args[:4]))
    left, text = float(str(over.args[0])), str(over.args[2])
    inside = [k for k in range(len(text)) if box.x - 0.1 <= left + width(text[:k]) and
              left + width(text[:k + 1]) <= box.right + 0.1]
    return box, text[inside[0]:inside[-1] + 1] if inside else ""


def test_ctrl_a_selects_all_and_what_is_typed_replaces_it() -> None:
    for key, text in {"i": "i", "space": " ", "backspace": "", "delete": "", "ctrl x": "", "ctrl v": "old"}.items():
        stage = Typing()
        stage.text, stage.copied = "W a", "old"
        stage.keys("tab", "left")
        assert selected(stage) is None
        assert stage.press("ctrl a")
        found = selected(stage)
        assert found is not None
        assert found[1] == "W a"
        assert stage.press(key)
        assert stage.text == text
        assert stage.copied == ("W a" if key == "ctrl x" else "old")
        assert stage.log == []  # Delete was for the selection, though nothing is left behind the caret
        assert selected(stage) is None


def test_the_selection_is_seen_where_it_is_and_only_while_the_field_has_the_keys() -> None:
    stage = Typing()
    stage.text = "W" * 30
    stage.keys("tab", "home")
    for _ in range(3):
        stage.press("shift right")
    found = selected(stage)
    assert found is not None
    box, text = found
    assert text == "WWW"
    assert box.x == PAD
    assert abs(box.w - width("WWW")) < 0.1
    stage.press("shift end")
    found = selected(stage)
    assert found is not None
    assert PAD - 0.1 <= found[0].x < found[0].right <= BOX.right - PAD
    stage.ui.focus_shows = False
    assert selected(stage) is None


def test_the_pointer_selects_what_it_is_drawn_over() -> None:
    stage = Typing()
    stage.text = "iaW"
    stage.frame()
    at = [PAD + width("iaW"[:k]) for k in range(4)]
    stage.ui.mouse_down(at[1], 15, 1)
    stage.frame()
    stage.ui.mouse_move(at[3], 15)
    stage.frame()
    stage.ui.mouse_move(at[2] + 1, 15)
    stage.ui.mouse_up(at[2] + 1, 15, 1)
    found = selected(stage)
    assert found is not None
    assert found[1] == "a"
    stage.press("space")
    assert stage.text == "i W"
    stage.click(at[1], 15)
    stage.press("delete")  # one character: a click selects none
    assert stage.text == "iW"


def test_a_click_on_a_text_that_has_just_become_shorter_stays_inside() -> None:
    stage = Typing()
    stage.text = "W" * 30
    stage.keys("tab")
    stage.press("escape")
    stage.ui.mouse_down(100, 15, 1)
    stage.ui.mouse_up(100, 15, 1)
    stage.press("a")
    stage.press("left")
    stage.press("b")
    assert stage.text == "ba"


def test_keys_that_change_nothing_are_not_told() -> None:
    stage = Typing()
    told: list[str] = []
    with patch.object(stage, "take", told.append):
        stage.keys("tab", "backspace", "delete", "left", "home", "a")
    assert told == ["a"]


# --- what is pasted --------------------------------------------------------------------------------------------------


@pytest.mark.parametrize(("copied", "text"), [
    ("gr gr", "ab gr grc"), ("\n \n gr\tli \r\nmu", "ab  gr li c"), ("a\0\x1b\u200bü", "ab aüc"), ("", "ab c"),
    (" \n", "ab c"),
])
def test_the_first_line_of_the_clipboard_goes_in_at_the_caret(copied: str, text: str) -> None:
    stage = Typing()
    stage.text, stage.copied = "ab c", copied
    stage.keys("tab", "left")
    assert stage.press("ctrl v")
    assert stage.text == text


def test_only_as_much_is_pasted_as_a_line_may_have() -> None:
    stage = Typing()
    stage.copied = "a" * 1_000_000
    stage.keys("tab")
    stage.press("ctrl v")
    assert 100 <= len(stage.text) <= 1000


# --- in the window ---------------------------------------------------------------------------------------------------

LOG = ["mu sc re ba > sc ba", "wh wh ca li > pe"]


def log(entry: CluePlay) -> list[str]:
    return [typed(line) for line in entry.clue.events]


@pytest.fixture
def kept(desk: Desk) -> CluePlay:
    """A game of Clue with two lines, the keys in the field."""
    new_clue(desk.app).me, new_clue(desk.app).hand = "mu", "pl ro li"
    scenario = new_clue(desk.app).scenario()
    assert scenario is not None
    desk.app.open(scenario, playing=True)
    desk.frame()
    for line in LOG:
        desk.type(line.replace(" >", ""))
        desk.key("return")
    entry = clue_of(desk.stage.session)
    assert entry is not None
    assert log(entry) == LOG
    return entry


@pytest.mark.parametrize("draft", ["", "gr gr"])
def test_what_moves_the_caret_leaves_the_timeline_of_a_kept_game_alone(desk: Desk, kept: CluePlay, draft: str) -> None:
    desk.type(draft)
    session = kept.session
    before, position = session.timeline, session.timeline.position
    for name in (*MOVES, *reversed(MOVES), "shift left", "shift right", "shift home", "delete"):
        desk.key(name)
        assert session.timeline is before
        assert session.timeline.position == position
        assert log(kept) == LOG
    desk.key("escape", *["escape"] * bool(draft), "home")  # the field is left: the keys are the lesson's
    assert session.timeline.position < position


def test_a_line_is_corrected_in_its_middle(desk: Desk, kept: CluePlay) -> None:
    desk.key("up", "home", "ctrl right", "ctrl right", "backspace", "backspace", "g", "r", "return")
    assert log(kept)[1] == "wh gr ca li > pe"


def test_delete_takes_a_character_in_the_middle_of_a_line_and_the_line_at_its_end(desk: Desk, kept: CluePlay) -> None:
    desk.key("up", "home", "delete")
    assert kept.text == LOG[1][1:]
    assert log(kept) == LOG
    desk.key("end", "delete")
    assert log(kept) == LOG[:1]
    assert kept.text == ""
    desk.key("up", "delete")
    assert log(kept) == []


def test_a_click_in_the_line_puts_the_caret_there(desk: Desk, kept: CluePlay) -> None:
    desk.type("gr gr")
    box = desk.boxes()["clue-line"]
    desk.click(box.x + 2, box.center[1])
    desk.type("x")
    desk.click(box.right - 2, box.center[1])
    desk.type("y")
    assert kept.text == "xgr gry"


def test_a_line_is_copied_from_one_game_into_another_field(desk: Desk, kept: CluePlay) -> None:
    desk.key("up", "ctrl a", "ctrl c", "escape", "ctrl v")
    assert pygame.scrap.get_text() == LOG[1]
    assert kept.text == LOG[1]
    desk.key("ctrl a", "x")
    assert kept.text == "x"


def test_ctrl_v_in_a_field_pastes_instead_of_opening(desk: Desk, kept: CluePlay) -> None:
    stage = desk.stage
    pygame.scrap.put_text("gr gr re ha -\nmu sc re ba -")
    desk.key("ctrl v")
    assert desk.app.screen is stage
    assert kept.text == "gr gr re ha -"


def test_the_arrows_stay_in_the_search_and_down_leaves_it(desk: Desk) -> None:
    desk.key("/", "e", "left", "h", "home", "t", "right", "right", "left", "left")
    assert desk.app.gallery.query == "the"
    assert desk.app.ui.has_keys("search")
    desk.key("down")
    assert not desk.app.ui.has_keys("search")
