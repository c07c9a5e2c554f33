"""▶ on a lesson: it runs from cue to cue, rests at each as long as reading takes, and goes on. No window, no clock."""

from __future__ import annotations

from bisect import bisect_right
from collections.abc import Callable

from visualizer.runs.playback import Playback


class Presentation:
    """Presents the lesson of a playback; where it has none, or none is left, ▶ runs freely.

    by_itself: does it go on by itself, or wait for ▶ at each cue? Asked whenever it matters: it is a setting
    pages:     on so many pages what a cue says is shown; ``page`` counts from 0, and each gets its share of the rest
    """

    def __init__(self, playback: Playback, by_itself: Callable[[], bool]) -> None:
        self.playback = playback
        self.by_itself = by_itself
        self.pages = 1
        self.page = 0
        self._rest = 0.0  # seconds since the cue on show was reached
        self._at: object = None  # where it rests

    @property
    def on(self) -> bool:
        """Is the lesson being presented?"""
        return self.playback.presenting

    @property
    def rests(self) -> bool:
        """Is it at a cue, until time or ▶ leads on?"""
        playback = self.playback
        return self.on and not (playback.running or playback.asks) and playback.goal is None

    @property
    def waited(self) -> float | None:
        """The share of the rest that is over, 0 to 1; None where it does not rest, or rests until ▶."""
        if not self.rests or not self.by_itself() or self.playback.director.upcoming is None:
            return None
        return min(1.0, self._rest / max(0.01, self._whole))

    @property
    def _whole(self) -> float:
        """Seconds that reading takes."""
        rest = self.playback.director.rest
        return self.playback.about_rest if rest is None else rest

    def tick(self, seconds: float) -> None:
        """A frame passes."""
        if not self.rests:
            return
        director = self.playback.director
        here = director.index, self.playback.here
        if here != self._at:
            self._at, self._rest, self.page = here, 0.0, 0
            self.playback.presenting = director.now.there
            return
        self._rest += seconds
        read = self.page + 1 >= self.pages
        if director.upcoming is None and read:
            self._end()
        elif self.by_itself() and self._rest >= self._whole * (self.page + 1) / self.pages and not self.turn(1):
            self._next()

    def press(self) -> None:
        """▶: presents, or pauses; at rest until ▶, goes on."""
        playback = self.playback
        if playback.asks:
            return  # it waits for the answer
        if self.rests and not self.by_itself():
            if not self.turn(1):
                self._next()
        elif playback.presenting or playback.running or playback.goal is not None:
            playback.stop()
        elif playback.at_cue and self.turn(1):
            return
        else:
            self._begin()

    def turn(self, by: int) -> bool:
        """To another page of what is said. False: there is none."""
        if not 0 <= self.page + by < self.pages:
            return False
        self.page += by
        return True

    def _begin(self) -> None:
        playback, director = self.playback, self.playback.director
        if director.seen and director.upcoming is None and playback.at_end:
            playback.back_to_start()
        if playback.why_freely() is not None:
            notice = playback.why_freely() or ""
            playback.toggle_run()
            playback.notice = notice
            return
        wandered = not (playback.at_cue or playback.interrupted)
        number = 1 + bisect_right(director.seen, director.index)
        self._next()
        if wandered and playback.presenting:
            playback.notice = f"On to cue {number} of {len(director.seen)}. Shift + Space runs freely."

    def _next(self) -> None:
        """On to the next cue."""
        self._at, self.page = None, 0
        self.playback.presenting = True
        self.playback.forward("cue")

    def _end(self) -> None:
        """No cue is left to go to."""
        self.playback.presenting = False
        if not self.playback.at_end and not self.playback.notice:
            self.playback.notice = "This was the last cue. ▶ runs on from here."
