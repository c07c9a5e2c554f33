"""Work that is counted, not timed: the same on every machine, however busy it is."""

from __future__ import annotations

import sys
from collections.abc import Iterator
from contextlib import contextmanager
from types import FrameType


@contextmanager
def calls_at_most(calls: int) -> Iterator[None]:
    """What happens in the block takes at most so many calls, in Python and of what is built in; ends it otherwise."""
    made = 0

    def count(_frame: FrameType, event: str, _argument: object) -> None:
        nonlocal made
        made += event in ("call", "c_call")
        if made > calls:
            raise AssertionError(f"more than {calls:,} calls")

    before = sys.getprofile()
    sys.setprofile(count)
    try:
        yield
    finally:
        sys.setprofile(before)
