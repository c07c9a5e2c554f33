"""A headless Chromium for end-to-end tests, driven over its remote debugging pipe: JSON messages ended by a NUL.

No package is needed: the browser reads commands from its file descriptor 3 and answers on 4.
"""

from __future__ import annotations

import base64
import fcntl
import json
import os
import select
import shutil
import signal
import subprocess
import sys
import tempfile
import time
from collections.abc import Iterator
from contextlib import contextmanager, suppress
from pathlib import Path
from typing import Any

import pytest

_NAMES = ("chromium", "chromium-browser", "google-chrome", "google-chrome-stable")
_FLAGS = ("--headless", "--no-sandbox", "--disable-gpu", "--disable-quic", "--no-first-run", "--disable-sync",
          "--disable-background-networking", "--disable-component-update", "--disable-dev-shm-usage",
          "--force-device-scale-factor=1", "--remote-debugging-pipe", "about:blank")
_PATIENCE = 120.0  # seconds for an answer, on a busy machine
# Puts the pipe at the descriptors 3 and 4, and becomes the browser.
_LAUNCH = """
import os, sys
os.dup2(int(sys.argv[1]), 3)
os.dup2(int(sys.argv[2]), 4)
os.execv(sys.argv[3], sys.argv[3:])
"""
_KEYS = {" ": ("Space", 32), "ArrowRight": ("ArrowRight", 39), "ArrowLeft": ("ArrowLeft", 37), "Home": ("Home", 36),
         "End": ("End", 35), "PageDown": ("PageDown", 34), "PageUp": ("PageUp", 33), "Escape": ("Escape", 27),
         "Tab": ("Tab", 9), "Enter": ("Enter", 13)}
SHIFT = 8
READY = "document.body?.dataset.frame !== undefined"  # of a recording's page
WIDTH, HEIGHT = 1280, 900


class Page:
    """One open page."""

    def __init__(self, commands: int, answers: int) -> None:
        self._commands, self._answers = commands, answers
        self._buffer = b""
        self._count = 0
        self._session: str | None = None
        self.errors: list[str] = []  # uncaught errors, and what the page wrote to the console as an error
        target = self.call("Target.createTarget", url="about:blank")["targetId"]
        self._session = self.call("Target.attachToTarget", targetId=target, flatten=True)["sessionId"]
        for domain in ("Page", "Runtime", "Log"):
            self.call(f"{domain}.enable")

    def call(self, method: str, **params: object) -> dict[str, Any]:
        """Sends a command and waits for its answer."""
        self._count += 1
        message: dict[str, object] = {"id": self._count, "method": method, "params": params}
        if self._session is not None:
            message["sessionId"] = self._session
        os.write(self._commands, json.dumps(message).encode() + b"\0")
        while True:
            answer = self._read()
            if answer.get("id") == self._count:
                if "error" in answer:
                    raise RuntimeError(f"{method}: {answer['error']}")
                result: dict[str, Any] = answer["result"]
                return result

    def _read(self) -> dict[str, Any]:
        deadline = time.monotonic() + _PATIENCE
        while b"\0" not in self._buffer:
            if not select.select([self._answers], [], [], max(0.0, deadline - time.monotonic()))[0]:
                raise TimeoutError("Chromium does not answer")
            chunk = os.read(self._answers, 1 << 16)
            if not chunk:
                raise EOFError("Chromium has ended")
            self._buffer += chunk
        line, _, self._buffer = self._buffer.partition(b"\0")
        message: dict[str, Any] = json.loads(line)
        if message.get("method") == "Runtime.exceptionThrown":
            self.errors.append(str(message["params"]["exceptionDetails"]))
        elif message.get("method") == "Log.entryAdded" and message["params"]["entry"]["level"] == "error":
            self.errors.append(message["params"]["entry"]["text"])
        return message

    def open(self, url: str, ready: str) -> None:
        """Loads a page, and waits until the expression ``ready`` is true."""
        self.call("Page.navigate", url=url)
        self.wait(ready)

    def size(self, width: int, height: int, ratio: float = 1) -> None:
        """The size of the view, and the device pixels that each of its pixels has."""
        self.call("Emulation.setDeviceMetricsOverride", width=width, height=height, deviceScaleFactor=ratio,
                  mobile=False)

    def value(self, expression: str) -> Any:
        """What an expression yields in the page."""
        answer = self.call("Runtime.evaluate", expression=expression, returnByValue=True, awaitPromise=True)
        if "exceptionDetails" in answer:
            raise RuntimeError(str(answer["exceptionDetails"]))
        return answer["result"].get("value")

    def wait(self, expression: str, seconds: float = _PATIENCE) -> None:
        """Waits until an expression is true; a page that is just being left has nothing to say."""
        deadline = time.monotonic() + seconds
        while not self._is(expression):
            assert time.monotonic() < deadline, f"{expression} did not become true; {self.errors}"
            time.sleep(0.02)

    def _is(self, expression: str) -> bool:
        try:
            return bool(self.value(expression))
        except RuntimeError as error:
            if "navigated" not in str(error):
                raise
            return False

    def press(self, key: str, modifiers: int = 0) -> None:
        """Presses and releases a key, as a keyboard would."""
        code, number = _KEYS.get(key, (key, ord(key.upper()[0])))
        text = {"text": "\r" if key == "Enter" else key} if len(key) == 1 or key == "Enter" else {}
        common = {"key": key, "code": code, "windowsVirtualKeyCode": number, "modifiers": modifiers}
        self.call("Input.dispatchKeyEvent", type="keyDown" if text else "rawKeyDown", **common, **text)
        self.call("Input.dispatchKeyEvent", type="keyUp", **common)

    def click(self, x: float, y: float) -> None:
        """Clicks with the left button."""
        for kind in ("mousePressed", "mouseReleased"):
            self.call("Input.dispatchMouseEvent", type=kind, x=x, y=y, button="left", clickCount=1)

    def screenshot(self) -> bytes:
        """What the page looks like, as PNG."""
        return base64.b64decode(self.call("Page.captureScreenshot", format="png")["data"])


def find() -> str:
    """The browser's path; skips the test where there is none."""
    path = next(filter(None, map(shutil.which, _NAMES)), None)
    if path is None:
        pytest.skip("needs Chromium, which is not installed; on Debian: apt-get install chromium")
    return path


def _high_pipe() -> tuple[int, int]:
    """A pipe whose ends are far from the descriptors 3 and 4."""
    ends = os.pipe()
    high = [fcntl.fcntl(end, fcntl.F_DUPFD_CLOEXEC, 20) for end in ends]
    for end in ends:
        os.close(end)
    return high[0], high[1]


@contextmanager
def chromium() -> Iterator[Page]:
    """A page of a new browser, with an empty profile; both are gone at the end."""
    path = find()
    commands_out, commands_in = _high_pipe()
    answers_out, answers_in = _high_pipe()
    with tempfile.TemporaryDirectory(ignore_cleanup_errors=True) as profile:
        launch = [sys.executable, "-c", _LAUNCH, str(commands_out), str(answers_in), path]
        process = subprocess.Popen([*launch, *_FLAGS, f"--user-data-dir={Path(profile) / 'profile'}"],
                                   pass_fds=(commands_out, answers_in), stdin=subprocess.DEVNULL,
                                   stdout=subprocess.DEVNULL, stderr=subprocess.DEVNULL, start_new_session=True)
        os.close(commands_out)
        os.close(answers_in)
        try:
            yield Page(commands_in, answers_out)
        finally:
            os.close(commands_in)  # the browser ends when its pipe does …
            os.close(answers_out)
            with suppress(subprocess.TimeoutExpired):
                process.wait(5)
            with suppress(ProcessLookupError):  # … and what is left of it is ended
                os.killpg(process.pid, signal.SIGKILL)
            process.wait()


def frame(page: Page) -> int:
    """Which frame of a recording its page shows."""
    return int(page.value("document.body.dataset.frame"))
