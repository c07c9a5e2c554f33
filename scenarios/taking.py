"""A lesson that somebody has shown, written as a file: cues at places of a run, with what was said and pointed at."""

from __future__ import annotations

import re
from collections.abc import Collection, Mapping, Sequence
from dataclasses import dataclass, replace
from pathlib import Path
from typing import Any

from algorithms.core import Event
from algorithms.vocabulary import fields_of
from scenarios.editing import as_yaml
from scenarios.folders import user_folder
from scenarios.loader import Scenario, load
from scenarios.saving import SCHEMA, save_lesson
from scenarios.script.together import Trail
from scenarios.script.way import way as to_event

_KEPT = ("compare", "together", "chart", "topic", "options", "seed", "apply")


@dataclass(frozen=True)
class Move:
    """How several runs go on together: so many steps of a grain; or a ``run`` to the last of so many events."""

    count: int
    grain: str = ""
    event: str = ""
    run: str = ""

    @property
    def written(self) -> dict[str, Any]:
        """As a cue has it."""
        if self.grain:
            return {"step": {"grain": self.grain, "count": self.count}}
        return {"when": {"event": self.event, "count": self.count, "run": self.run}}


Way = tuple[Move, ...]


@dataclass(frozen=True)
class Taken:
    """A cue: where it ends, whether that is the run's end, what it says, points at and shows beside the board.

    position: of the run; of several, how many events there are in all
    way:      of several runs: how they came there from the start
    """

    position: int
    last: bool = False
    say: str = ""
    marks: tuple[str, ...] = ()
    show: str | Mapping[str, object] = ""
    way: Way = ()


def way_of(scenario: Scenario, trail: Trail) -> Way | None:
    """The way that several runs have come; None where a lesson cannot say that."""
    moves = []
    for leg in trail.legs:
        together, lead = trail.together, leg.lead
        if together.after(leg.start, leg.rung, leg.steps) == leg.end:
            moves.append(Move(leg.steps, grain=leg.rung.name.lower()))
            continue
        led = together.led(leg.start, scenario.together, lead, leg.end[lead])
        if led is None or led.end != leg.end:
            return None
        timeline, kind = together.timelines[lead], type(together.timelines[lead].events[leg.end[lead] - 1])
        count = timeline.count(kind, leg.end[lead]) - timeline.count(kind, leg.start[lead])
        moves.append(Move(count, event=kind.__name__, run=scenario.runs[lead].name))
    return tuple(moves)


def way_on(before: Way, way: Way) -> Way | None:
    """What is left of a way behind another one; None where it does not lead through the end of that."""
    if len(before) > len(way) or before[:-1] != way[:max(0, len(before) - 1)]:
        return None
    left = way[len(before):]
    if not before or before[-1] == way[len(before) - 1]:
        return left
    one, other = before[-1], way[len(before) - 1]
    rest = replace(other, count=other.count - one.count)
    return (rest, *left) if replace(other, count=one.count) == one and rest.count > 0 and one.grain else None


def lesson_text(scenario: Scenario, title: str, cues: Sequence[Taken], events: Sequence[Event]) -> str:
    """A lesson with these cues on the puzzle of another, in the order of the run, whose ``events`` are recorded as far
    as the last cue. What was read from files beside that stands in it."""
    data = scenario.document.data
    assert isinstance(data, dict)
    puzzle = {key: value for key, value in data["puzzle"].items() if key != "file"} | dict(scenario.document.puzzle)
    lesson: dict[str, Any] = {"title": title, "puzzle": puzzle}
    lesson |= {"algorithm": data["algorithm"]} if "algorithm" in data else {}
    lesson |= {key: data[key] for key in _KEPT if key in data}
    script, here, way = list[dict[str, Any]](), 0, Way()
    for cue in sorted(cues, key=lambda cue: cue.position):
        made = [_cue(cue, here, events)] if not scenario.compares else _joint(cue, way_on(way, cue.way) or ())
        script += filter(None, made)  # some neither go nor say anything
        here, way = cue.position, cue.way
    lesson["script"] = script
    return f"{SCHEMA}\n{as_yaml(lesson)}"


def _cue(cue: Taken, here: int, events: Sequence[Event]) -> dict[str, Any]:
    known = fields_of(type(events[cue.position - 1])) if cue.position else ()
    return (to_event(events, here, cue.position, last=cue.last) if cue.position > here else {}) | _said(cue, known)


def _joint(cue: Taken, moves: Way) -> list[dict[str, Any]]:
    """The cue of several runs, behind silent ones where it takes more than one move to it."""
    written = [{"run": {"to": "end"}}] if cue.last and moves else [move.written for move in moves] or [{}]
    return [*written[:-1], written[-1] | _said(cue)]


def _said(cue: Taken, known: Collection[str] = ()) -> dict[str, Any]:
    found: dict[str, Any] = {"say": unfilled(cue.say, known)} if cue.say else {}
    found |= {"mark": list(cue.marks)} if cue.marks else {}
    return found | ({"show": cue.show} if cue.show else {})


def unfilled(text: str, known: Collection[str] = ()) -> str:
    """What somebody typed, as a cue says it: nothing in it is filled in but the names that its event is ``known`` to
    have, such as {variable}."""
    return "".join(part if part[1:-1] in known else part.replace("{", "(").replace("}", ")")
                   for part in re.split(r"(\{\w+\})", text))


def save(scenario: Scenario, title: str, cues: Sequence[Taken], events: Sequence[Event]) -> Path:
    """Writes it to the user's own lessons. Raises ScenarioError where it would not be read, OutputError, OSError or
    RuntimeError where it cannot be written."""
    text = lesson_text(scenario, title, cues, events)
    load(user_folder() / "lessons" / "taken.yaml", text)
    return save_lesson(title, text)
