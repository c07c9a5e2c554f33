"""``play --watch``: a lesson is read again when its file is saved, and shown at the same cue."""

from __future__ import annotations

import time
from collections.abc import Callable, Iterable
from pathlib import Path

from scenarios.loader import Scenario, load

_SETTLED = 0.2  # seconds for which a file has to stay as it is: one that is only half written does no harm

Stamp = tuple[tuple[int, int, int], ...]


class Watch:
    """Looks whether any of the files has changed. One that is away for a moment, as while it is replaced, has not."""

    def __init__(self, path: Path, files: Iterable[Path] = (), clock: Callable[[], float] = time.monotonic,
                 seed: int = 0) -> None:
        """``seed``: the learner's, of a lesson that asks for it."""
        self.path, self.clock, self.seed = path, clock, seed
        self.follow(files)

    @classmethod
    def of(cls, scenario: Scenario) -> Watch:
        """That of a lesson on show."""
        return cls(scenario.path, scenario.document.files, seed=scenario.seed)

    def follow(self, files: Iterable[Path]) -> None:
        """From now on these files beside the lesson count, too, as they are now."""
        self._files = tuple(dict.fromkeys((self.path, *sorted(files))))
        self._known = self._last = self._stamp()
        self._since = self.clock()

    def changed(self) -> bool:
        """Has a file changed since this was said last, and settled?"""
        now = self._stamp()
        if now is None or now == self._known:
            self._last = now
            return False
        if now != self._last:
            self._last, self._since = now, self.clock()
        if self.clock() - self._since < _SETTLED:
            return False
        self._known = now
        return True

    def read(self) -> Scenario:
        """The lesson as it is now. Raises ScenarioError."""
        files, before = self._files, self._stamp()
        scenario = load(self.path, seed=self.seed)
        self.follow(scenario.document.files)
        if self._files == files:  # what was saved while it was read is to be read, too
            self._known = before
        return scenario

    def _stamp(self) -> Stamp | None:
        """What is different for each version of the files; None where one is not there."""
        try:
            found = [path.stat() for path in self._files]
        except OSError:
            return None
        return tuple((stat.st_mtime_ns, stat.st_size, stat.st_ino) for stat in found)
