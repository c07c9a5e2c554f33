"""A changed puzzle as a lesson: with those cues of the lesson it was made of that still hold, and with what was noted
in its run: bookmarks, and where branches were tried."""

from __future__ import annotations

import re
from collections.abc import Mapping, Sequence
from pathlib import Path
from typing import Any

from algorithms.core import Event
from algorithms.problems.puzzle import spelled
from algorithms.words import counted, listed
from scenarios.editing import edited, lesson_text
from scenarios.loader import Scenario
from scenarios.reading import ScenarioError
from scenarios.saving import SCHEMA, save_lesson
from scenarios.script.cues import When
from scenarios.script.director import Director
from scenarios.script.way import way
from scenarios.taking import unfilled
from visualizer.runs.comparison import open_timelines
from visualizer.runs.hunting import check_bugs
from visualizer.runs.question_faults import check_questions
from visualizer.runs.session import Session

_BEFORE = "Said of the puzzle before: "
_STILL = "Written for the puzzle before: is all of it true of this one, too?"
_MOVES = ("step", "when", "run")
RawCue = dict[str, Any]


def keep(changed: Scenario, text: str, origin: Session, session: Session) -> tuple[Path, str]:
    """Writes the lesson of a text that was read as ``changed``: with the cues of the lesson that the changes began
    with, and what was noted in the session with that puzzle. Returns where it is, and what it has. Raises
    ScenarioError, OutputError, OSError or RuntimeError."""
    script = kept_cues(origin.scenario, changed, text)
    noted = notes(session) if _same(changed, session.scenario) else []
    script = with_notes(changed, text, script, noted)
    keys = ("topic", "about", "needs", "minutes") if _same(changed, origin.scenario) else ("topic",)
    data: Any = origin.scenario.document.data
    more = {key: data[key] for key in keys if key in data} | ({"script": script} if script else {})
    path = save_lesson(changed.title, f"{SCHEMA}\n{lesson_text(changed.title, text, more)}")
    there = len(origin.scenario.script)
    words = sum(str(cue.get("note", "")).startswith(_BEFORE) for cue in script)
    whole = len(script) - len(noted) - words
    marked = sum(str(cue.get("note", "")).endswith(_STILL) for cue in script)
    told = [f"{whole} of {counted(there, 'cue')} as they were" + (
                f" (in {marked} a note asks whether that is still true)" if marked else "") if there else "no cues",
            *([f"the words of {words} as notes, to be written anew"] if words else []),
            *([f"{counted(len(noted), 'cue')} of what was noted"] if noted else [])]
    return path, listed(told)


def _same(one: Scenario, other: Scenario) -> bool:
    """Is it the same puzzle, as far as it can be written out?"""
    written = spelled(one.puzzle)
    return one.puzzle == other.puzzle or (written is not None and written == spelled(other.puzzle))


# --- what holds ------------------------------------------------------------------------------------------------------


def kept_cues(origin: Scenario, changed: Scenario, text: str) -> list[RawCue]:
    """The cues of a lesson for another puzzle. As long as the run goes as it did, they are kept as they are; of others
    the words are a note, for whoever writes them anew, and so of all that is said before the run: nobody knows what
    they claim of the puzzle; a note at those that are kept asks for that. What never comes is left out."""
    data = origin.document.data
    assert isinstance(data, dict)
    same = _same(changed, origin)
    cues: list[RawCue | None] = [dict(cue) for cue in data.get("script", ())]
    if not same:
        cues = [_moved(cue) if cue is not None and "claim" in cue else cue for cue in cues]
    before = None if same else _played(origin).timeline.events
    while True:
        here = [index for index, cue in enumerate(cues) if cue is not None]
        at = _fault(changed, text, [cues[index] for index in here], before)
        if at is None:
            return [cue if same else _asking(cue) for cue in cues if cue is not None]
        cue = cues[here[at]]
        assert cue is not None
        moved = _moved(cue)
        cues[here[at]] = None if moved == cue or not moved else moved


def _played(scenario: Scenario) -> Director:
    timeline, = open_timelines(scenario, drained=True)
    director = Director(scenario, timeline)
    for index in range(len(scenario.script)):
        director.goto(index)
    return director


def _fault(changed: Scenario, text: str, cues: Sequence[RawCue | None],
           before: Sequence[Event] | None) -> int | None:
    """The first of the cues that cannot stay as it is, by its index; ``before``: the run of another puzzle that they
    were written for."""
    try:
        scenario = edited(changed, changed.title, _with(text, cues))
        timeline, = open_timelines(scenario, drained=True)
        director = Director(scenario, timeline)
        director.play()
        check_questions(scenario, director)
        check_bugs(scenario, director)
    except ScenarioError as error:
        found = re.match(r"script\.(\d+)", error.key)
        if found is None:
            raise
        return int(found[1])
    for index, cue in enumerate(scenario.script):
        end = director.ends[index]
        if before is None or not (cue.says(more=True) or cue.ask or cue.drawn):
            continue
        if not end or (cue.ask is not None and cue.ask.stays) or before[:end] != director.timeline.events[:end]:
            return index
    return None


def _with(text: str, cues: Sequence[RawCue | None]) -> str:
    """The text with a script behind it; the title is written before it when it is read."""
    return lesson_text("", text, {"script": [cue for cue in cues if cue is not None]}).partition("\n")[2]


def _asking(cue: RawCue) -> RawCue:
    """A cue that is kept for another puzzle, with the note that it is to be read again, where it has words."""
    note = str(cue.get("note", ""))
    if not {"say", "more", "ask"} & cue.keys():
        return cue
    return cue | {"note": " ".join(filter(None, (note, _STILL)))}


def _moved(cue: RawCue) -> RawCue:
    """A cue that only goes where it went; what it said is a note."""
    found = {key: cue[key] for key in (*_MOVES, "show") if key in cue}
    about = cue.get("ask", {}).get("about", {}) if isinstance(cue.get("ask"), Mapping) else {}
    if isinstance(about.get("event"), str) and cue["ask"].get("reveal") != "later":
        found["when"] = {key: about[key] for key in ("event", "where", "count") if key in about}
    said = " ".join(filter(None, (cue.get("say"), cue.get("more"))))
    if said:
        found["note"] = _BEFORE + unfilled(" ".join(said.split()))
    elif "note" in cue:
        found["note"] = cue["note"]
    return found


# --- what was noted --------------------------------------------------------------------------------------------------


def notes(session: Session) -> list[tuple[int, RawCue]]:
    """The bookmarks of the first run with what is written at them, or else the event there; and its branches."""
    first, found = session.lanes.first, list[tuple[int, RawCue]]()
    events = first.timeline.events
    for position, note in sorted(session.stops.bookmarks.items()):
        if position <= len(events):
            said = note or (events[position - 1].sentence() if position else "")
            found += [(position, {"say": unfilled(said)})] if said.strip() else []
    found += [(lane.at, {"note": unfilled(f"Tried here: {lane.name}.")}) for lane in session.lanes.all
              if lane.parent is first and not lane.passing and lane.at <= len(events)]
    return sorted(found, key=lambda note: note[0])


def with_notes(changed: Scenario, text: str, script: list[RawCue], noted: Sequence[tuple[int, RawCue]]) -> list[RawCue]:
    """The script with cues at these places; the cues behind them end where they did."""
    if not noted:
        return script
    director = _played(edited(changed, changed.title, _with(text, script)))
    timeline = director.timeline
    timeline.pull(max(0, noted[-1][0] - len(timeline.events)))
    found: list[RawCue] = []
    here, waiting = 0, list(noted)
    for raw, cue, end in zip(script, director.scenario.script, director.ends, strict=True):
        crossed = False
        while waiting and waiting[0][0] < end:
            position, said = waiting.pop(0)
            found.append(way(timeline.events, here, position) | said)
            here, crossed = position, True
        found.append(_from_there(raw, cue.movement, way(timeline.events, here, end)) if crossed else raw)
        here = end
    for position, said in waiting:
        found.append(way(timeline.events, here, position) | said)
        here = position
    return found


def _from_there(raw: RawCue, movement: Any, found: RawCue) -> RawCue:
    """A cue that begins later than it did: the first such event is the same, but what is counted is counted anew."""
    if "ask" in raw or movement is None or movement[1] == "end":
        return raw
    if isinstance(movement[1], When) and movement[1].count == 1:
        return raw
    return found | {key: value for key, value in raw.items() if key not in _MOVES}
