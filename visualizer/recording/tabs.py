"""The tabs of a page: what can be seen beside the board, each as a reel of its own.

A page with all that the window can show would be several times as large. So of what is largest, only every other frame,
or fewer, has a picture of its own, and those where a cue ends; between, the player shows the one before and says so.
What a page does not keep is not drawn either, but for what it took to see that it is too large.
"""

from __future__ import annotations

import json
import zlib
from collections.abc import Callable, Collection, Sequence
from dataclasses import dataclass, field, replace
from functools import cached_property

from visualizer.canvas.primitives import Op, Rect
from visualizer.recording.draw_lists import DrawLists


@dataclass(frozen=True)
class Tab:
    """A tab, drawn for every ``stride``-th frame."""

    places: Sequence[Rect | None] = field(repr=False)  # where it lies in each frame; None where it is not seen
    picture: Callable[[int], Sequence[Op]] = field(repr=False)  # of a frame where it is seen
    kept: Collection[int] = field(repr=False)  # the frames that have their own in any case
    stride: int = 1

    @cached_property
    def fresh(self) -> Sequence[bool]:
        """Has each frame a picture of its own? Where the tab has another place it must."""
        return [index % self.stride == 0 or index in self.kept or place != self.places[index - 1]
                for index, place in enumerate(self.places)]

    @cached_property
    def lists(self) -> DrawLists:
        lists = DrawLists()
        shown: Sequence[Op] = ()
        for index, (fresh, place) in enumerate(zip(self.fresh, self.places, strict=True)):
            if fresh:
                shown = () if place is None else self.picture(index)
            lists.add(shown)
        return lists

    @cached_property
    def size(self) -> int:
        """About how many bytes it takes."""
        return len(zlib.compress(json.dumps(self.lists.packed()).encode("ascii"), 1))

    @cached_property
    def finer(self) -> Tab:
        """The same with twice as many pictures."""
        return replace(self, stride=self.stride // 2)

    def packed(self, first: int, end: int | None, themes: int) -> dict[str, object]:
        """What the player reads of the frames from the first one on up to that end."""
        return {**self.lists.packed(first, end, themes), "fresh": [int(one) for one in self.fresh[first:end]]}


def fitted(tabs: Sequence[Tab], most: int) -> list[Tab]:
    """The tabs in about so many bytes together, if that can be: each begins with the fewest pictures, and the one that
    stays the smallest gets twice as many as long as all fit. So large ones give way, and are not drawn in vain."""
    found = [replace(tab, stride=1 << (len(tab.places) - 1).bit_length()) for tab in tabs]
    left = most - sum(tab.size for tab in found)
    while growing := [at for at, tab in enumerate(found) if tab.stride > 1]:
        at = min(growing, key=lambda at: found[at].finer.size)
        left -= found[at].finer.size - found[at].size
        if left < 0:
            break
        found[at] = found[at].finer
    return found
