"""The tabs of a page: what can be seen beside the board, each as a reel of its own.

A page with all that the window can show would be several times as large. So of what is largest, only every other frame,
or fewer, has a picture of its own, and those where a cue ends; between, the player shows the one before and says so.
"""

from __future__ import annotations

import json
import zlib
from collections.abc import Collection, Sequence
from dataclasses import dataclass, field
from functools import cached_property

from visualizer.canvas.primitives import Op
from visualizer.recording.draw_lists import DrawLists


@dataclass(frozen=True)
class Tab:
    """A tab, drawn for every ``stride``-th frame."""

    pictures: Sequence[Sequence[Op]] = field(repr=False)  # of each frame; none where it is not seen
    kept: Collection[int] = field(repr=False)  # the frames that have their own in any case
    stride: int = 1

    @cached_property
    def fresh(self) -> Sequence[bool]:
        """Has each frame a picture of its own? Where the tab has another place it must."""
        found, last = [], None
        for index, ops in enumerate(self.pictures):
            there = next(iter(ops), None)
            found.append(index % self.stride == 0 or index in self.kept or there != last)
            last = there
        return found

    @cached_property
    def lists(self) -> DrawLists:
        lists = DrawLists()
        shown: Sequence[Op] = ()
        for fresh, ops in zip(self.fresh, self.pictures, strict=True):
            shown = ops if fresh else shown
            lists.add(shown)
        return lists

    @cached_property
    def size(self) -> int:
        """About how many bytes it takes."""
        return len(zlib.compress(json.dumps(self.lists.packed()).encode("ascii"), 1))

    def packed(self, first: int, end: int | None, themes: int) -> dict[str, object]:
        """What the player reads of the frames from the first one on up to that end."""
        return {**self.lists.packed(first, end, themes), "fresh": [int(one) for one in self.fresh[first:end]]}


def fitted(tabs: Sequence[Tab], most: int) -> list[Tab]:
    """The tabs in about so many bytes together, if that can be: of the largest, half of the frames go until it is."""
    found = list(tabs)
    while sum(tab.size for tab in found) > most:
        at = max((at for at, tab in enumerate(found) if tab.stride < len(tab.pictures)),
                 key=lambda at: found[at].size, default=None)
        if at is None:
            break
        found[at] = Tab(found[at].pictures, found[at].kept, 2 * found[at].stride)
    return found
