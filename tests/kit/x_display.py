"""A screen of its own for tests: Xvfb, its pixels read from the framebuffer file, its mouse and keyboard by xdotool."""

from __future__ import annotations

import os
import struct
import subprocess
import time
from collections.abc import Callable, Iterator
from contextlib import contextmanager
from pathlib import Path
from tempfile import TemporaryDirectory

import numpy as np
import numpy.typing as npt

Pixels = npt.NDArray[np.uint8]
Box = tuple[int, int, int, int]

PATIENCE = 120.0  # seconds for what should take a moment, on a busy machine


def wait(what: Callable[[], object], why: str, seconds: float = PATIENCE) -> None:
    """Waits until ``what`` is true; looks often, so that no test waits longer than it must."""
    deadline = time.monotonic() + seconds
    while not what():
        assert time.monotonic() < deadline, f"waited in vain: {why}"
        time.sleep(0.005)


class Screen:
    """A running X server."""

    def __init__(self, name: str, framebuffer: Path, server: int) -> None:
        self.name = name
        self.environment = {**os.environ, "DISPLAY": name}
        for other in ("WAYLAND_DISPLAY", "SDL_VIDEODRIVER"):
            self.environment.pop(other, None)
        self._framebuffer = framebuffer
        self._time = Path(f"/proc/{server}/schedstat")
        self._seen: tuple[str, Box, bytes] = "", (0, 0, 0, 0), b""  # when the server had run so long, and in which box

    def pixels(self) -> Pixels:
        """What the screen shows, now and later: rows of pixels, each blue, green, red and nothing. The file, of which
        only what is looked at is read, is in XWD format, version 7."""
        data = np.memmap(self._framebuffer, np.uint8, "r")
        header = struct.unpack(">25I", data[:100].tobytes())
        size, width, height, line, colors = header[0], header[4], header[5], header[12], header[19]
        start = size + 12 * colors
        rows = data[start : start + line * height].reshape(height, line)
        return rows[:, : 4 * width].reshape(height, width, 4)

    def lit(self) -> bool:
        """Whether a window was painted in the middle: the bare screen is black."""
        pixels = self.pixels()
        height, width, _ = pixels.shape
        return bool(pixels[height // 2, width // 2, :3].any())

    def crop(self, box: Box) -> bytes:
        """The pixels in a box: left, top, right, bottom. Who waits looks often, and finds the server asleep: what it
        has not run for since is as it was."""
        ran = self._ran()
        if not ran or self._seen[:2] != (ran, box):
            left, top, right, bottom = box
            self._seen = ran, box, self.pixels()[top:bottom, left:right].tobytes()
        return self._seen[2]

    def _ran(self) -> str:
        """How long the server has run, to the nanosecond; empty where the system does not tell."""
        try:
            return self._time.read_text(encoding="ascii")
        except OSError:
            return ""

    def ask(self, *arguments: object) -> str | None:
        """What xdotool tells; None where it fails, as when a window goes while it looks."""
        return self._run(arguments)[0]

    def do(self, *arguments: object) -> str:
        """Runs xdotool, which must not fail."""
        told, why = self._run(arguments)
        assert told is not None, f"xdotool {arguments}: {why}"
        return told

    def _run(self, arguments: tuple[object, ...]) -> tuple[str | None, str]:
        done = subprocess.run(["xdotool", *map(str, arguments)], env=self.environment, capture_output=True, text=True,
                              check=False, timeout=PATIENCE)
        return (done.stdout.strip() if done.returncode == 0 else None), done.stderr


@contextmanager
def screen(width: int = 1280, height: int = 800) -> Iterator[Screen]:
    """A new screen on a free display; gone at the end."""
    with TemporaryDirectory() as folder:
        read, write = os.pipe()
        size = f"{width}x{height}x24"
        server = subprocess.Popen(
            ["Xvfb", "-displayfd", str(write), "-screen", "0", size, "-fbdir", folder, "-nolisten", "tcp",
             "-noreset"],  # without, it starts anew when the last program leaves, which may be xdotool
            pass_fds=(write,), stdin=subprocess.DEVNULL, stdout=subprocess.DEVNULL, stderr=subprocess.DEVNULL)
        os.close(write)
        try:
            with os.fdopen(read) as told:
                number = told.readline().strip()  # comes once it listens; if it fails, the pipe closes
            assert number, "Xvfb did not start"
            yield Screen(f":{number}", Path(folder) / "Xvfb_screen0", server.pid)
        finally:
            server.terminate()
            server.wait(PATIENCE)
