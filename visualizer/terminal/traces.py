"""The events of runs as files for other programs: lines of JSON (.jsonl), or a table (.csv)."""

from __future__ import annotations

import csv
import json
from collections.abc import Callable
from dataclasses import asdict, fields, is_dataclass
from fractions import Fraction
from typing import IO

from algorithms.core import Event, event_types
from algorithms.vocabulary import events_named
from scenarios.loader import Scenario

Teller = Callable[[int, Event, str], None]
"""Writes an event: its index in its run, and the run's name."""


def teller(scenario: Scenario, file: IO[str], ending: str) -> Teller:
    """What writes the events of a lesson to a file, as its ending asks for."""
    if ending.lower() == ".csv":
        return _table(scenario, file)

    def tell(index: int, event: Event, run: str) -> None:
        print(event_line(index, event, run if scenario.compares else None), file=file)

    return tell


def _table(scenario: Scenario, file: IO[str]) -> Teller:
    """A row for each event, with a column for each field that an event of these runs may have."""
    kinds = {kind for run in scenario.runs for kind in events_named(run.algorithm).values()}
    if scenario.apply:  # moves of the game come between
        kinds |= set(event_types().values())
    names = sorted({field.name for kind in kinds for field in fields(kind)})
    rows = csv.writer(file, lineterminator="\n")
    rows.writerow(["run", "index", "event", *names, "say"])

    def tell(index: int, event: Event, run: str) -> None:
        own = {field.name: cell(getattr(event, field.name)) for field in fields(event)}
        rows.writerow([run, index, type(event).__name__, *(own.get(name, "") for name in names), event.sentence()])

    return tell


def cell(value: object) -> str:
    """A value in a table: JSON, or text as it is, where that cannot be taken for JSON. So it can be read again."""
    if isinstance(value, str):
        try:
            json.loads(value or "0")  # what is empty would be a field that the event lacks
        except ValueError:
            return value
    return json.dumps(value, ensure_ascii=False, default=plain)


def event_line(index: int, event: Event, run: str | None) -> str:
    """An event as a line of JSON; ``run`` where several are compared."""
    values = {field.name: getattr(event, field.name) for field in fields(event)}
    head = {"index": index} if run is None else {"run": run, "index": index}
    line = {**head, "event": type(event).__name__, **values, "say": event.sentence()}
    return json.dumps(line, ensure_ascii=False, default=plain)


def plain(value: object) -> object:
    """What JSON lacks, in an event: a fraction becomes a number; what has fields, such as a line of Clue's log, an
    object of those that are set."""
    if isinstance(value, Fraction):
        return float(value)
    if is_dataclass(value) and not isinstance(value, type):
        return {name: part for name, part in asdict(value).items() if part is not None}
    raise TypeError(f"{type(value).__name__} has no form in JSON; give it one here")
