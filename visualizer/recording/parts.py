"""What a page knows of its frames beside what they show: in one part, or of homework in one up to each question, of
which all but the first are locked. Nothing of what comes after an open question is in the file in plain text."""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from dataclasses import dataclass
from itertools import pairwise
from typing import Any

from visualizer.canvas.primitives import Rect
from visualizer.recording.draw_lists import DrawLists
from visualizer.recording.locked import sealed
from visualizer.recording.packed import packed
from visualizer.recording.tabs import Tab
from visualizer.stage.terms import Spot


@dataclass(frozen=True)
class Shown:
    """What the player knows of a frame beside its draw-list: seconds it stays, of which ``moving`` for those between it
    and the one before, caption, what the log says there, is it the end of a cue, its position in the run and its
    ``grain``, the tab on show, the parts that a phone shows one below the other, where terms stand that can be pointed
    at, where the boards lie, what is said to those who want ``more``, and the steps of the ``thought`` on show."""

    seconds: float
    caption: str
    sentence: str
    cue: bool
    moving: float = 0.0
    position: int = 0
    grain: int = 0
    tab: int = 0
    parts: tuple[Rect, ...] = ()
    spots: tuple[Spot, ...] = ()
    boards: tuple[Rect, ...] = ()
    more: str = ""
    thought: Sequence[str] = ()


def packed_parts(lists: DrawLists, tabs: Sequence[Tab], shown: Sequence[Shown],
                 asked: Sequence[Mapping[str, Any]], *, themes: int, apart: bool) -> list[dict[str, Any]]:
    """What is seen and said, in so many themes: all of it, or ``apart`` what comes after each question."""
    ends = sorted({one["after"] + 1 for one in asked} - {len(shown)}) if apart else []
    numbers = {kind: {one: index for index, one in enumerate(some)} for kind, some in _words(shown).items()}
    parts, said = list[dict[str, Any]](), set[object]()
    for first, end in pairwise((0, *ends, len(shown))):
        new = {kind: [one for one in some if (kind, one) not in said]
               for kind, some in _words(shown[first:end]).items()}
        said |= {(kind, one) for kind, some in new.items() for one in some}
        last = end if end < len(shown) else None
        parts.append({
            **lists.packed(first, last, themes), "tabs": [tab.packed(first, last, themes) for tab in tabs],
            "captions": new["captions"], "terms": [[term.term, term.means] for term in new["terms"]],
            "spots": [[[*_tenths(spot.place), numbers["terms"][spot.term]] for spot in spots]
                      for spots in new["spots"]],
            "layouts": [[[_tenths(place) for place in places] for places in layout] for layout in new["layouts"]],
            "questions": [one for one in asked if first <= one["after"] < end],
            **_told(shown, first, end, numbers)})
    return parts


def locked_part(part: Mapping[str, Any], key: bytes) -> str:
    """A part, under the lock of the question before it."""
    return sealed(key, packed(part))


def _words(shown: Sequence[Shown]) -> dict[str, list[Any]]:
    """What is said there, the terms in it, where these stand, and how the frames are laid out, each once, in the order
    in which they come."""
    said = (text for frame in shown for text in (frame.caption, frame.sentence, frame.more, *frame.thought))
    return {"captions": list(dict.fromkeys(said)),
            "terms": list(dict.fromkeys(spot.term for frame in shown for spot in frame.spots)),
            "spots": list(dict.fromkeys(frame.spots for frame in shown)),
            "layouts": list(dict.fromkeys((frame.parts, frame.boards) for frame in shown))}


def _told(shown: Sequence[Shown], first: int, end: int, numbers: Mapping[str, Mapping[Any, int]]) -> dict[str, Any]:
    """Where each frame is in the run, how long it stays, how large its step is, and which words it has."""
    some, before = shown[first:end], shown[first - 1].position if first else 0
    return {
        "moving": [round(frame.moving, 3) for frame in some],
        "seconds": [round(frame.seconds, 3) for frame in some],
        "said": [numbers["captions"][frame.caption] for frame in some],
        "mores": [numbers["captions"][frame.more] for frame in some],
        "logged": [numbers["captions"][frame.sentence] for frame in some],
        "spotted": [numbers["spots"][frame.spots] for frame in some],
        "thoughts": {index: [numbers["captions"][line] for line in shown[index].thought]
                     for index in range(first, end) if shown[index].thought},
        "cues": [index for index in range(first, end) if shown[index].cue],
        "at": [here - there for there, here in pairwise((before, *(frame.position for frame in some)))],
        "laid": [numbers["layouts"][frame.parts, frame.boards] for frame in some],
        "grains": [frame.grain for frame in some],
        "shows": [frame.tab for frame in some],
    }


def _tenths(place: Rect) -> list[float]:
    return [round(side, 1) for side in place]
