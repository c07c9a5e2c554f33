"""Has what a lesson says room on the stage? Looked at without drawing anything, for `check`."""

from __future__ import annotations

from collections.abc import Iterator, Sequence
from typing import Any

from scenarios.loader import Scenario
from scenarios.script.drawn import Drawn
from scenarios.script.telling import Telling
from scenarios.script.walk import Walk
from scenarios.timeline import Timeline
from visualizer.canvas.primitives import SMALLEST, RecordingCanvas, Rect
from visualizer.runs.boards import board_for
from visualizer.runs.states import State
from visualizer.stage.band import Words, fits
from visualizer.stage.compare_stage import CompareView
from visualizer.stage.stage import places_of
from visualizer.stage.view import View

_SIZE = Rect(0, 0, 1256, 776)  # the stage of a recording, whose point is a pixel; the smallest that a class may see
MOST_LETTERS = 800  # that a class can be asked to read at once
_SHORT = 120  # letters: they have room on any stage, if there are no figures


def without_room(scenario: Scenario, walk: Walk[Any], timelines: Sequence[Timeline[State]]
                 ) -> Iterator[tuple[int, str]]:
    """The cues, by their indices, of which not all can be read, each with the key that is too long. ``walk`` has walked
    to the last one."""
    walk.tell(Telling(more=True, audience="all"))
    for index, cue in enumerate(scenario.script):
        text, drawn = walk.said(index), cue.drawn
        if len(text) > _SHORT or drawn.figures is not None:
            walk.goto(index)
            if len(text) > MOST_LETTERS or not _has_room(scenario, timelines, text, drawn):
                yield index, "say" if cue.more is None else "more"


def _has_room(scenario: Scenario, timelines: Sequence[Timeline[State]], text: str, drawn: Drawn) -> bool:
    canvas, states = RecordingCanvas(), [timeline.state for timeline in timelines]
    board = board_for(scenario.puzzle)
    if scenario.compares:
        view = CompareView(scenario, [board] * len(timelines), timelines, states, say=text, drawn=drawn)
        caption, shown = view.places(_SIZE, 1.0).caption, view.words.shown
    else:
        one = View(scenario.algorithm, board, timelines[0], states[0], say=text, drawn=drawn)
        caption, shown = places_of(canvas, _SIZE, one, 1.0).caption, one.words.shown
    return fits(canvas, caption, Words(text, shown=shown), 1.0, SMALLEST)
