"""What scrolls: the dropdown's list and long text, by mouse and by keyboard."""

from __future__ import annotations

from kit.widget_stage import Stage, texts
from visualizer.canvas.primitives import Rect
from visualizer.widgets.ui import TextLine


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


LINES = [TextLine(f"line {i}", "muted" if i % 2 else None, "mono", i % 3) for i in range(100_000)]


class Reading(Stage):
    """A stage with one long text of eight lines' height."""

    def __init__(self, follow: int | None = None, click: bool = False) -> None:
        self.follow = follow
        super().__init__(lambda stage: stage.ui.scroll_text(
            "text", Rect(0, 0, 200, 22 * 8), LINES, follow=self.follow, click=self.log.append if click else None))

    def shown(self) -> list[int]:
        return [int(text.split()[1]) for text in texts(self.frame()) if text.startswith("line")]


def test_only_lines_in_view_are_drawn() -> None:
    stage = Reading(follow=50_000)
    assert len(stage.frame().ops) < 30
    assert 50_000 in stage.shown()


def test_text_by_wheel_keys_and_scrollbar() -> None:
    stage = Reading()
    assert stage.shown() == list(range(8))
    assert stage.ui.wheel(50, 50, -1)
    assert stage.shown()[0] == 3
    stage.keys("tab", "down")
    assert stage.shown()[0] == 4
    stage.keys("page down")
    assert stage.shown()[0] == 11
    stage.keys("end")
    assert stage.shown()[-1] == 99_999
    stage.keys("home", "up")
    assert stage.shown()[0] == 0
    stage.ui.mouse_down(195, 10, 1)
    stage.ui.mouse_move(195, 88)
    stage.ui.mouse_up(195, 88, 1)
    assert 40_000 < stage.shown()[0] < 60_000


def test_a_followed_line_stays_in_view_until_scrolled_away() -> None:
    stage = Reading(follow=0)
    stage.follow = 40
    assert 40 in stage.shown()
    stage.ui.wheel(50, 50, 10)
    away = stage.shown()
    stage.follow = 41
    assert stage.shown() == away
    stage.ui.wheel(50, 50, -10)
    assert 41 in stage.shown()
    stage.follow = 90
    assert 90 in stage.shown()
    stage.follow = 10**9
    assert 90 in stage.shown()


def test_lines_are_clicked_and_entered() -> None:
    stage = Reading(click=True)
    stage.click(50, 22 * 2 + 5)
    stage.keys("tab", "down", "down", "return")
    assert stage.log == [2, 4]
    stage.keys("page down", "space")
    assert stage.log[-1] == 11
    assert 11 in stage.shown()


def test_short_text_leaves_the_keys_alone() -> None:
    stage = Stage(lambda stage: stage.ui.scroll_text("t", Rect(0, 0, 200, 200), LINES[:3]))
    assert stage.keys("tab", "down") == [False, False]
