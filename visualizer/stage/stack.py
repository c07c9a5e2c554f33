"""The panels beside the board: each gets the room that it needs, and what it does not need the others have."""

from __future__ import annotations

from typing import NamedTuple

from visualizer.canvas.primitives import Rect

_LEAST_WITH_LOG = 260.0  # points: where code and log have less, there is no log
_COMFORTABLE = 1.3  # times its smallest height, code is easy to read
_LOG, _SHORT_LOG, _LONG_LOG = 92.0, 50.0, 170.0  # points: four rows, two rows, as much as it ever gets


class Needs(NamedTuple):
    """How high panels want to be, in points: the one of what is being looked at, that of all the pseudocode at its
    smallest, and that of the counters. They do not change from event to event, or panels would."""

    focus: float = 232.0
    code: float = 252.0
    counters: float = 50.0


class Stack(NamedTuple):
    """The panels from top to bottom."""

    focus: Rect
    code: Rect
    log: Rect
    counters: Rect


def stack(panel: Rect, unit: float, gap: float, needs: Needs = Needs()) -> Stack:  # noqa: B008
    """Cuts the panels up. Where it is low, the log goes first, the code last."""
    none = Rect(panel.x, panel.bottom, 0, 0)
    focus, rest = panel.split_top(min(needs.focus * unit, panel.h), gap)
    counters = log = none
    if rest.h < 120 * unit:
        return Stack(panel, none, none, none)
    if rest.h > 260 * unit:
        rest, counters = rest.split_bottom(needs.counters * unit, gap)
    high = _log(rest.h / unit, gap / unit, needs.code)
    if high:
        rest, log = rest.split_bottom(high * unit, gap)
    return Stack(focus, rest, log, counters)


def _log(room: float, gap: float, code: float) -> float:
    """How high the log is, in points: what a comfortable size of the code leaves, within limits. It goes where the code
    is whole without it only."""
    if room < _LEAST_WITH_LOG:
        return 0.0
    left = room - gap - code
    if left >= _LOG:
        return max(_LOG, min(_LONG_LOG, room - gap - code * _COMFORTABLE))
    return _SHORT_LOG if left >= _SHORT_LOG or room < code else 0.0
