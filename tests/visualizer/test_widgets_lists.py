"""What scrolls: the dropdown's list, by mouse and by keyboard."""

from __future__ import annotations

from kit.widget_stage import Stage, texts
from visualizer.canvas.primitives import Rect


class Choosing(Stage):
    """A stage with one dropdown."""

    def __init__(self, count: int, y: float) -> None:
        self.value, self.choices = "choice 1", [f"choice {i}" for i in range(count)] + ["zebra"]
        super().__init__(lambda stage: None)
        self.screen = lambda stage: self.ui.dropdown("d", Rect(0, y, 200, 30), "", self.choices, self.value, self.take)
        self.frame()

    def take(self, value: str) -> None:
        self.value = value


def test_dropdown_by_keyboard() -> None:
    stage = Choosing(4, 0)
    stage.keys("tab", "down", "down", "return")
    assert stage.value == "choice 2"
    assert stage.ui.popup is None
    stage.keys("space", "z", "space")
    assert stage.value == "zebra"
    stage.keys("return", "home", "escape")
    assert (stage.value, stage.ui.popup) == ("zebra", None)
    stage.keys("return", "c", "c", "return")
    assert stage.value == "choice 1"
    assert stage.keys("return", "f5", "tab") == [True, True, True]  # open, it takes all keys
    assert stage.ui.popup is None


def test_dropdown_opened_and_moved_within_one_frame() -> None:
    stage = Choosing(4, 0)
    for name in ("tab", "down", "down", "return"):
        stage.ui.key(name)
    assert stage.value == "choice 2"


def test_dropdown_by_mouse() -> None:
    stage = Choosing(4, 0)
    stage.click(100, 15)
    assert "choice 3" in texts(stage.frame())
    stage.click(100, 34 + 4 + 28 * 3 + 10)
    assert stage.value == "choice 3"
    stage.click(100, 15)
    stage.click(390, 290)
    assert (stage.value, stage.ui.popup) == ("choice 3", None)


def test_dropdown_flips_up_and_scrolls() -> None:
    stage = Choosing(4, 265)
    stage.click(100, 280)
    entries = [op for op in stage.frame().ops if op.name == "text" and op.args[2] == "choice 3"]
    assert entries
    assert float(str(entries[0].args[1])) < 265
    stage = Choosing(100, 0)
    stage.click(100, 15)
    assert "choice 0" in texts(stage.frame())
    assert "zebra" not in texts(stage.frame())
    stage.keys("end")
    assert "zebra" in texts(stage.frame())
    assert stage.ui.wheel(100, 100, 300)
    assert "choice 0" in texts(stage.frame())


def test_a_dropdown_that_is_gone_takes_no_keys() -> None:
    stage = Choosing(4, 0)
    stage.click(100, 15)
    stage.screen = lambda stage: None
    stage.frame()
    assert stage.keys("x") == [False]


def test_notes_stand_beside_the_choices_and_a_label_gives_way_to_the_value() -> None:
    value = "a name that is long"
    stage = Stage(lambda stage: None)
    stage.screen = lambda stage: stage.ui.dropdown("d", Rect(0, 0, 230, 30), "Jump to", [value, "short"], value,
                                                   lambda wanted: None, notes={value: "what it is"})
    assert value in texts(stage.frame())
    assert "Jump to" not in texts(stage.frame())
    stage.click(100, 15)
    assert {value, "short", "what it is"} <= set(texts(stage.frame()))
