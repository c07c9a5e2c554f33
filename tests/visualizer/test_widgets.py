"""The widgets by mouse and by keyboard, without a window."""

from __future__ import annotations

import pytest
from hypothesis import given, settings
from hypothesis import strategies as st

from kit.widget_stage import Stage, texts
from visualizer.canvas.primitives import Rect
from visualizer.canvas.theme import NAMES, contrast, theme
from visualizer.widgets.look import faint
from visualizer.widgets.ui import Ui


def buttons(stage: Stage) -> None:
    stage.ui.button("a", Rect(0, 0, 100, 30), "A", stage.say("a"))
    stage.ui.button("b", Rect(0, 40, 100, 30), "B", stage.say("b"), enabled=False)
    stage.ui.button("c", Rect(0, 80, 30, 30), "Step", stage.say("c"), icon="step", tip="one event on")


def test_a_button_acts_when_released_inside() -> None:
    stage = Stage(buttons)
    stage.click(50, 15)
    assert stage.log == ["a"]
    stage.ui.mouse_down(50, 15, 1)
    assert stage.ui.mouse_up(300, 200, 1)
    stage.ui.mouse_down(50, 15, 3)
    stage.ui.mouse_up(50, 15, 3)
    assert stage.log == ["a"]


def test_keys_reach_a_button_only_while_its_focus_shows() -> None:
    stage = Stage(buttons)
    assert stage.keys("space") == [False]
    assert stage.keys("tab", "space", "return") == [True, True, True]
    assert stage.log == ["a", "a"]
    stage.click(50, 15)
    assert stage.keys("space") == [False]  # focused by the mouse: Space is the window's
    stage.keys("tab")
    assert stage.ui.focus == "c"
    assert stage.keys("escape", "space", "escape") == [True, False, False]


def test_tab_goes_round_in_drawing_order_past_the_disabled() -> None:
    stage = Stage(buttons)
    visited = []
    for name in ("tab", "tab", "tab", "shift tab", "shift tab"):
        stage.keys(name)
        visited.append(stage.ui.focus)
    assert visited == ["a", "c", "a", "c", "a"]


def test_a_disabled_button_takes_clicks_and_does_nothing() -> None:
    stage = Stage(buttons)
    stage.click(50, 55)
    stage.ui.focus_on("b")
    assert stage.ui.mouse_down(50, 55, 1)
    stage.ui.mouse_up(50, 55, 1)
    stage.ui.key("x")
    stage.ui.focus_on("b")  # it had the focus when it was disabled
    assert stage.keys("return", "right") == [True, False]
    assert stage.log == []
    stage.keys("tab")
    assert stage.ui.focus == "c"


@pytest.mark.parametrize("name", NAMES)
def test_the_disabled_can_still_be_read(name: str) -> None:
    colors = theme(name)
    for ground in (colors.background, colors.panel, colors.raised):
        assert 3 <= contrast(faint(colors.text, ground), ground) < contrast(colors.text, ground)


def test_two_widgets_of_one_name_are_an_error() -> None:
    def screen(stage: Stage) -> None:
        for y in (0, 40):
            stage.ui.button("same", Rect(0, y, 100, 30), "A", stage.say("a"))

    with pytest.raises(ValueError, match="same"):
        Stage(screen)


def test_a_tooltip_comes_after_a_rest_and_goes_when_used() -> None:
    stage = Stage(buttons)
    stage.ui.mouse_move(15, 95)
    assert "Step: one event on" not in texts(stage.frame())
    due = stage.ui.wants_frame
    assert "Step: one event on" in texts(stage.frame(1))
    assert (due, stage.ui.wants_frame) == (True, False)
    stage.click(15, 95)
    assert "Step: one event on" not in texts(stage.frame(5))
    stage.keys("tab", "tab")
    assert "Step: one event on" in texts(stage.frame(5))  # the focus rests as well as the pointer


def test_on_is_told_by_a_bar_too() -> None:
    def plain(stage: Stage, on: bool = False) -> None:
        stage.ui.button("a", Rect(0, 0, 100, 30), "A", stage.say("a"), on=on)

    assert len(Stage(lambda stage: plain(stage, True)).frame().ops) == len(Stage(plain).frame().ops) + 1



def test_slider() -> None:
    state = {"value": 5.0}

    def screen(stage: Stage) -> None:
        stage.ui.slider("s", Rect(0, 0, 300, 30), "Speed", 0, 10, state["value"], lambda v: state.update(value=v),
                        step=0.5, text="5")

    stage = Stage(screen)
    stage.keys("tab", "left")
    assert state["value"] == 4.5
    stage.keys("home", "left")
    assert state["value"] == 0
    stage.keys("end", "up")
    assert state["value"] == 10
    stage.ui.mouse_down(180, 15, 1)
    stage.frame()
    middle = state["value"]
    assert 0 < middle < 10
    assert (middle * 2).is_integer()
    stage.ui.mouse_move(-500, 400)  # held, it follows the pointer anywhere
    assert state["value"] == 0
    stage.ui.mouse_up(-500, 400, 1)
    stage.frame()
    stage.ui.mouse_move(250, 15)
    assert state["value"] == 0


def test_a_slider_without_a_text_has_its_room() -> None:
    state = {"value": 0.0}

    def screen(stage: Stage) -> None:
        stage.ui.slider("s", Rect(0, 0, 80, 30), "", 0, 10, state["value"], lambda v: state.update(value=v), step=1,
                        text="")

    stage = Stage(screen)
    stage.frame()
    stage.ui.mouse_down(40, 15, 1)
    assert state["value"] == 5


@pytest.mark.parametrize(("width", "whole"), [(700, True), (540, True), (440, True), (200, False)])
def test_tabs_lose_their_margins_and_size_before_their_names(width: float, whole: bool) -> None:
    names = ["Pseudocode", "Source", "Tree", "Clauses", "Literals", "Implications"]
    stage = Stage(lambda stage: stage.ui.tabs("t", Rect(0, 0, width, 30), names, "Tree", lambda _: None))
    assert (texts(stage.frame()) == names) is whole


def test_tabs() -> None:
    state = {"tab": "One"}

    def screen(stage: Stage) -> None:
        stage.ui.tabs("t", Rect(0, 0, 300, 30), ["One", "Two", "Three"], state["tab"], lambda t: state.update(tab=t))

    stage = Stage(screen)
    stage.click(80, 15)
    assert state["tab"] == "Two"
    stage.keys("tab", "right")
    assert state["tab"] == "Three"
    stage.keys("right")
    assert state["tab"] == "One"
    stage.keys("left", "home", "end")
    assert state["tab"] == "Three"


def test_area_gets_all_input() -> None:
    def screen(stage: Stage) -> None:
        def key(name: str, shift: bool, ctrl: bool) -> bool:
            stage.log.append(name)
            return name == "left"

        stage.ui.area("board", Rect(10, 10, 100, 100), press=lambda *at: stage.log.append(("press", *at)),
                      drag=lambda *at: stage.log.append(("drag", *at)),
                      release=lambda *at: stage.log.append(("release", *at)),
                      move=lambda *at: stage.log.append(("move", *at)),
                      wheel=lambda *at: stage.log.append(("wheel", *at)), key=key, focusable=True)

    stage = Stage(screen)
    assert stage.ui.mouse_move(20, 20)
    assert stage.ui.mouse_down(20, 20, 3)
    assert stage.ui.mouse_move(300, 20)
    assert stage.ui.mouse_up(300, 20, 3)
    assert stage.ui.wheel(20, 20, 1)
    assert not stage.ui.mouse_down(200, 200, 1)
    assert not stage.ui.mouse_down(20, 20, 4)  # the wheel, reported once more
    assert stage.keys("tab", "left", "right") == [True, True, False]
    assert stage.log == [("move", 20, 20), ("press", 20, 20, 3), ("drag", 300, 20), ("release", 300, 20),
                         ("wheel", 20, 20, 1), "left", "right"]


class Asking(Stage):
    """The three buttons, and a modal above them while ``open``."""

    def __init__(self) -> None:
        self.open = False
        super().__init__(lambda stage: None)
        self.screen = self.draw
        self.frame()

    def draw(self, _: Stage) -> None:
        buttons(self)
        if self.open:
            inside = self.ui.modal("m", Rect(150, 50, 200, 200), "Settings", self.close)
            row, rest = inside.split_top(30, 10)
            self.ui.button("x", row, "X", self.say("x"))
            self.ui.button("y", rest.split_top(30)[0], "Y", self.say("y"))

    def close(self) -> None:
        self.open = False


def test_a_modal_traps_the_focus_and_gives_it_back() -> None:
    stage = Asking()
    stage.keys("tab")
    stage.open = True
    stage.frame()
    visited = [stage.ui.focus]
    for _ in range(4):
        stage.keys("tab")
        visited.append(stage.ui.focus)
    assert visited == ["x", "y", "m/close", "x", "y"]
    assert stage.keys("escape") == [True]
    assert not stage.open
    assert stage.ui.focus == "a"
    stage.keys("return")
    assert stage.log == ["a"]


def test_nothing_reaches_what_is_behind_a_modal() -> None:
    stage = Asking()
    stage.ui.mouse_move(300, 290)
    stage.open = True
    stage.frame()
    stage.click(50, 15)
    assert stage.ui.wheel(50, 15, 1) is True
    assert stage.keys("space") == [True]  # shows the focus, and starts nothing
    assert stage.log == []
    stage.keys("space")
    assert stage.log == ["x"]
    assert stage.keys("+", "?") == [False, False]
    stage.click(150 + 200 - 30, 50 + 25)
    assert not stage.open


def everything(stage: Stage, box: Rect, modal: bool = False) -> None:
    """All widgets in the same place, which a screen that is too small comes close to."""
    ui = stage.ui
    log = stage.log.append
    ui.button("b", box, "Button", stage.say("b"), icon="gear", tip="tip")
    ui.button("off", Rect(box.x, box.y + 20, box.w, box.h), "Button", stage.say("b"), enabled=False, on=True)
    ui.slider("s", Rect(box.x, box.y + 60, box.w, box.h), "Slider", 0, 10, 3, log, step=1, text="3")
    ui.dropdown("d", Rect(box.x, box.y + 80, box.w, box.h), "Drop", ["a", "b", "c"], "b", log)
    ui.dropdown("none", Rect(box.x, box.y + 100, box.w, box.h), "", [], "b", log)
    ui.tabs("tabs", Rect(box.x, box.y + 120, box.w, box.h), ["a", "b"], "a", log)
    ui.tabs("notabs", Rect(box.x, box.y + 130, box.w, box.h), [], "a", log)
    if modal:
        ui.dropdown("inside", ui.modal("m", box.inset(-50), "Title", stage.say("close")), "L", ["a"] * 40, "a", log)


@pytest.mark.parametrize("side", [0.0, 0.4, 1.0, 3.0, 9.0, 25.0])
def test_tiny_boxes(side: float) -> None:
    for box in (Rect(5, 5, side, 30), Rect(5, 5, 100, side), Rect(5, 5, side, side)):
        stage = Stage(lambda stage, box=box: everything(stage, box, True))  # type: ignore[misc]
        for _ in range(4):
            stage.keys("tab", "return", "down", "return")
            stage.click(box.center[0], box.center[1])


coordinates = st.floats(-50, 450)
names = st.sampled_from(["tab", "return", "space", "left", "right", "up", "down", "escape", "home", "end", "page up",
                         "page down", "b", "", "f1"])
inputs = st.one_of(
    st.tuples(st.just("mouse_move"), coordinates, coordinates),
    st.tuples(st.sampled_from(["mouse_down", "mouse_up"]), coordinates, coordinates, st.integers(0, 6)),
    st.tuples(st.just("wheel"), coordinates, coordinates, st.floats(-9, 9)),
    st.tuples(st.just("key"), names, st.booleans(), st.booleans()),
    st.tuples(st.just("frame"), st.floats(0, 2)),
    st.tuples(st.just("modal")),
    st.tuples(st.just("focus_on"), st.sampled_from("bdsx")))


@settings(max_examples=60, deadline=None)
@given(st.lists(inputs, max_size=60))
def test_random_input_never_raises(events: list[tuple[object, ...]]) -> None:
    state = {"modal": False}
    stage = Stage(lambda stage: everything(stage, Rect(60, 20, 220, 24), state["modal"]))
    for name, *values in events:
        if name == "modal":
            state["modal"] = not state["modal"]
        elif name == "frame":
            stage.frame(*values)  # type: ignore[arg-type]
        else:
            getattr(stage.ui, str(name))(*values)
    stage.frame()


def test_input_before_the_first_frame() -> None:
    ui = Ui()
    assert not ui.mouse_move(1, 1)
    assert not ui.mouse_down(1, 1, 1)
    assert not ui.mouse_up(1, 1, 1)
    assert not ui.wheel(1, 1, 1)
    assert not any(ui.key(name) for name in ("tab", "escape", "space"))
