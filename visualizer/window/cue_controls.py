"""Back and on through what a lesson says: two buttons, and between them the list of all cues."""

from __future__ import annotations

import re
from bisect import bisect_right
from collections.abc import Mapping
from contextlib import suppress
from functools import lru_cache

from algorithms.core import AlgorithmError
from algorithms.words import counted
from scenarios.emphasis import unmarked
from scenarios.reading import ScenarioError
from scenarios.script.cues import Cue, Run, When
from visualizer.canvas.primitives import Rect
from visualizer.runs.playback import Playback
from visualizer.widgets.ui import Ui

_WORDS = 9  # of what a cue says


class CueControls:
    """The cues of a playback. ``wanted``: the list is to be opened with the next frame."""

    def __init__(self, playback: Playback) -> None:
        self.playback = playback
        self.wanted = False

    @property
    def wide(self) -> float:
        """The room that it needs, at unit 1; 0 where there is no cue."""
        return 204.0 if self.playback.director.seen else 0.0

    @property
    def number(self) -> int:
        """Of the cue on show, from 1; 0 before the first."""
        director = self.playback.director
        return bisect_right(director.seen, director.index)

    def open(self) -> None:
        """Opens the list."""
        self.wanted = True
        if not self.playback.director.seen:
            self.playback.notice = "This lesson has no cues to choose from."

    def choose(self, index: int) -> None:
        """To a cue (or the last one there is), or to the reason why that is not reached."""
        try:
            self.playback.to_cue(index)
        except ScenarioError as error:
            self.playback.notice = f"The lesson cannot go on to there: {error.message}"
        except AlgorithmError as error:
            self.playback.notice = f"The lesson cannot go on to there: {error}"

    def draw(self, ui: Ui, box: Rect, unit: float) -> None:
        """The buttons, and the list if it is open."""
        playback = self.playback
        titles = cue_titles(playback)
        names = {f"{number}  {title}": index for number, (index, title) in enumerate(titles.items(), 1)}
        number = self.number
        here = list(names)[number - 1] if number else ""
        place, box = box.split_left(36 * unit, 2 * unit)
        ui.button("cue-back", place, "Previous cue", playback.cue_back, icon="previous-rung", tip="Page Up")
        if self.wanted:
            ui.open_list("cues")
            self.wanted = False
        place, box = box.split_left(122 * unit, 2 * unit)
        ui.dropdown("cues", place, "", tuple(names), here, lambda name: self.choose(names[name]),
                    face=f"Cue {number}/{len(names)}", tip="G: all that the lesson says, to go there")
        place, box = box.split_left(36 * unit)
        ui.button("cue", place, "Next cue", lambda: playback.forward("cue"), icon="next-rung", tip="Page Down")


def cue_titles(playback: Playback) -> Mapping[int, str]:
    """The first words of each cue that there is something to see of: what it says, or asks, or where it goes."""
    director = playback.director
    found = {}
    for index in director.seen:
        cue = director.scenario.script[index]
        said = cue.say or _way(cue)
        if "{" in said and index < len(director.ends):
            with suppress(ScenarioError):  # a branch may have come to another event
                said = director.said(index) or said
        found[index] = _first_words(said)
    return found


@lru_cache(maxsize=1024)  # each frame asks for those of all cues
def _first_words(said: str) -> str:
    words = re.sub(r"\{\w+\}", "…", unmarked(said)).split()
    return " ".join(words[:_WORDS]) + (" …" if len(words) > _WORDS else "")


def _way(cue: Cue) -> str:
    """What a cue asks that says nothing, or where it goes."""
    if cue.ask is not None:  # where it goes is the answer
        return cue.ask.prompt
    match cue.movement:
        case (_, When() as when):
            return f"on to {when.event}"
        case (_, str(to)):
            return f"on to the {to}"
    if isinstance(cue.run, Run):
        return f"on by a {cue.run.to}"
    return f"on by {counted(cue.step.count, cue.step.grain)}" if cue.step is not None else "what the last one says"
