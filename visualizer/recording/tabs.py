"""The tabs of a page: what can be seen beside the board, each as a reel of its own.

A page with all that the window can show would be several times as large. So of what is largest, only every other frame,
or fewer, has a picture of its own, and those where a cue ends, as far as there is room; between, the player shows the
one before and says so. What a page does not keep is not drawn either, but for what it took to see that it is too large.
"""

from __future__ import annotations

import json
import zlib
from collections.abc import Callable, Collection, Sequence
from dataclasses import dataclass, field, replace
from functools import cached_property
from math import inf

from visualizer.canvas.primitives import Op, Rect
from visualizer.recording.draw_lists import LINES, DrawLists

_PARTS = 4  # of a tab, after each of which it is asked whether it is too large already


@dataclass
class Tab:
    """A tab, drawn for every ``stride``-th frame. ``size``: about how many bytes what is drawn of it takes."""

    places: Sequence[Rect | None] = field(repr=False)  # where it lies in each frame; None where it is not seen
    picture: Callable[[int], Sequence[Op]] = field(repr=False)  # of a frame where it is seen
    kept: Collection[int] = field(repr=False)  # the frames that have their own in any case
    stride: int = 1
    lists: DrawLists = field(default_factory=lambda: DrawLists(in_rows=LINES), init=False, repr=False)
    size: int = field(default=0, init=False)

    @cached_property
    def fresh(self) -> Sequence[bool]:
        """Has each frame a picture of its own? Where the tab has another place it must."""
        return [index % self.stride == 0 or index in self.kept or place != self.places[index - 1]
                for index, place in enumerate(self.places)]

    @cached_property
    def finer(self) -> Tab:
        """The same with twice as many pictures."""
        return replace(self, stride=self.stride // 2)

    @cached_property
    def coarser(self) -> Tab:
        """The same with every other one of the pictures that it has in any case, the last one among them."""
        return replace(self, kept=sorted(self.kept)[::-2])

    def within(self, most: float) -> bool:
        """Does it take at most so many bytes? It is drawn as far as it takes to know that."""
        count, step = len(self.places), -(-len(self.places) // _PARTS)
        while self.size <= most and (done := len(self.lists.frames)) < count:
            self._draw(min(count, done + step))
        return self.size <= most

    def _draw(self, end: int) -> None:
        """The next frames, up to that end."""
        for index in range(len(self.lists.frames), end):
            if self.fresh[index]:
                self.lists.add(() if self.places[index] is None else self.picture(index))
            else:
                self.lists.repeat()
        self.size = len(zlib.compress(json.dumps(self.lists.packed()).encode("ascii"), 1))

    def packed(self, first: int, end: int | None, themes: int) -> dict[str, object]:
        """What the player reads of the frames from the first one on up to that end."""
        return {**self.lists.packed(first, end, themes), "fresh": [int(one) for one in self.fresh[first:end]]}


def fitted(tabs: Sequence[Tab], most: int) -> list[Tab]:
    """The tabs in about so many bytes together, if that can be: each begins with the fewest pictures, and the one that
    stays the smallest gets twice as many, as long as one of them fits. So large ones give way. Where even the fewest
    are too many, the largest one gives up every other of these, as long as it has several."""
    found = [replace(tab, stride=1 << (len(tab.places) - 1).bit_length()) for tab in tabs]
    left = most - sum(tab.size for tab in found if tab.within(inf))
    while left < 0 and (several := [at for at, tab in enumerate(found) if len(tab.kept) > 1]):
        at = max(several, key=lambda at: found[at].size)
        left, found[at] = left + found[at].size, found[at].coarser
        found[at].within(inf)
        left -= found[at].size
    while True:
        finer = {at: tab.finer for at, tab in enumerate(found)
                 if tab.stride > 1 and tab.finer.within(tab.size + left)}
        if not finer:
            return found
        at = min(finer, key=lambda at: (finer[at].size, -at))
        left -= finer[at].size - found[at].size
        found[at] = finer[at]
