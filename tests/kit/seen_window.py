"""The real window on a screen, with the mouse and the keyboard over it, for end-to-end tests."""

from __future__ import annotations

import os
import subprocess
import sys
import time
from collections.abc import Iterator
from contextlib import contextmanager
from pathlib import Path

from kit.user_folder import CONFIG
from kit.x_display import PATIENCE, Box, Screen, wait
from visualizer.canvas.primitives import Rect

ROOT = Path(__file__).parents[2]
SIZE, FULL = (1280, 800), (1500, 900)
WHOLE: Box = (0, 0, *SIZE)
AWAY = (FULL[0] - 1, FULL[1] - 1)  # where the mouse points at nothing


class Seen:
    """A window on the screen, with the mouse and the keyboard over it."""

    def __init__(self, display: Screen, process: subprocess.Popen[str], places: dict[str, Rect]) -> None:
        self.display, self.process, self.places = display, process, places
        wait(display.lit, "no window was painted")
        self.left, self.top = self.geometry()[:2]
        self.focus()
        self.rest(WHOLE)
        self.start = self.crop(self.count)

    def begin_anew(self) -> None:
        """To the start of the lesson."""
        self.display.do("key", "r")
        wait(lambda: self.crop(self.count) == self.start, "R does not begin anew")

    def ask(self, *arguments: object) -> str:
        """What xdotool tells of the window, whose number comes last. The window may be replaced between being found
        and being asked, as for a full screen: then both begin anew."""
        told = ""

        def answered() -> bool:
            nonlocal told
            found = self.display.ask("search", "--onlyvisible", "--class", "main.py")
            answer = self.display.ask(*arguments, found.splitlines()[0]) if found else None
            told = answer or ""
            return answer is not None

        wait(answered, f"no window to be asked for {arguments}")
        return told

    def focus(self) -> None:
        """Gives it the keyboard: there is no window manager to do it."""
        self.ask("windowfocus")
        wait(lambda: self.display.ask("getwindowfocus") == self.ident, "the window does not take the keyboard")

    @property
    def ident(self) -> str:
        """The window's number; another one after a change to full screen."""
        return self.told()["WINDOW"]

    def told(self) -> dict[str, str]:
        """Number, place and size."""
        return dict(line.split("=") for line in self.ask("getwindowgeometry", "--shell").split())

    def geometry(self) -> Box:
        """Left, top, width and height."""
        told = self.told()
        return int(told["X"]), int(told["Y"]), int(told["WIDTH"]), int(told["HEIGHT"])

    def resize(self, width: int, height: int) -> None:
        wait(lambda: self.display.ask("windowsize", self.ident, width, height) is not None, "there is no window")

    def box(self, place: str) -> Box:
        """The pixels of a widget."""
        x, y, w, h = (round(value) for value in self.places[place])
        return x, y, x + w, y + h

    def crop(self, box: Box) -> bytes:
        left, top, right, bottom = box
        return self.display.crop((left + self.left, top + self.top, right + self.left, bottom + self.top))

    def rest(self, box: Box, times: int = 20) -> None:
        """Waits until nothing moves there while one looks so often, and the program sleeps at most of these times or
        works for 50 ms: on a busy machine it waits for its turn, and would move only later."""
        began, first, looks, asleep, worked = time.monotonic(), self.crop(box), 0, 0, self.worked
        while looks < times or not (2 * asleep > looks or self.worked - worked >= 0.05):
            assert time.monotonic() - began < PATIENCE, f"no rest at {box}: {looks} looks, {asleep} of them asleep"
            time.sleep(0.01)
            now = self.crop(box)
            looks, asleep = looks + 1, asleep + self.asleep
            if now != first:
                first, looks, asleep, worked = now, 0, 0, self.worked

    def still(self, box: Box) -> bool:
        """Whether nothing moves there for a while."""
        before = self.crop(box)
        self.rest(box)
        return self.crop(box) == before

    @property
    def asleep(self) -> bool:
        """Whether it neither runs nor waits for its turn."""
        return self._stat()[0] == "S"

    @property
    def worked(self) -> float:
        """The seconds of the processor that it has had."""
        user, system = self._stat()[11:13]
        return (int(user) + int(system)) / os.sysconf("SC_CLK_TCK")

    def _stat(self) -> list[str]:
        """What the system tells of the process, from its state on."""
        return Path(f"/proc/{self.process.pid}/stat").read_text(encoding="utf-8").rpartition(")")[2].split()

    @property
    def count(self) -> Box:
        """Where the position is written, right of the timeline."""
        _, top, right, bottom = self.box("timeline")
        return right + 4, top, SIZE[0] - 10, bottom

    def changes(self, box: Box, *arguments: object) -> None:
        """Runs xdotool, which must change what shows in the box."""
        self.display.do("getmouselocation")  # answered after the last frame was copied: none of it comes later
        self.rest(box, 3)
        before = self.crop(box)
        self.display.do(*arguments)
        wait(lambda: self.crop(box) != before, f"{arguments} changed nothing at {box}")
        assert self.process.poll() is None

    def keys(self, box: Box, *keys: str) -> None:
        """Presses keys, each of which must change what shows in the box."""
        for key in keys:
            self.changes(box, "key", "--clearmodifiers", key)

    def point(self, place: str) -> None:
        x, y = self.places[place].center
        self.display.do("mousemove", self.left + round(x), self.top + round(y))

    def click(self, place: str, box: Box, button: int = 1) -> None:
        """Clicks there, which must change what shows in the box."""
        self.point(place)
        self.changes(box, "click", button)


@contextmanager
def opened(display: Screen, lesson: Path, places: dict[str, Rect], folder: Path) -> Iterator[Seen]:
    """The lesson in a real window."""
    display.do("mousemove", *AWAY)
    process = subprocess.Popen([sys.executable, "main.py", "play", str(lesson)], cwd=ROOT, text=True,
                               stderr=subprocess.PIPE, env={**display.environment, CONFIG: str(folder)})
    try:
        yield Seen(display, process, places)
        assert process.poll() in (None, 0, 130)
    finally:
        process.kill()
        process.communicate(timeout=PATIENCE)
        wait(lambda: not display.lit(), "the window does not go")
