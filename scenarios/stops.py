"""Conditions and bookmarks of each lesson, kept in the user's folder.

``stops.json`` has an entry for each lesson that has any, by the name of its file:

    {"04-where-gac-must-stop": {"stops": [["Pruned", true]], "bookmarks": [[41, "here it gives up"]]}, …}

A bookmark of a lesson that compares is at a position of each run: ``[[41, 38], "here they part"]``.
"""

from __future__ import annotations

import json
from dataclasses import dataclass
from typing import Any

from scenarios.writing import keep, kept_in

_FILE = "stops.json"


@dataclass(frozen=True)
class Kept:
    """stops: each condition, and whether it is on; bookmarks: each position, or several runs' positions, with its
    note."""

    stops: tuple[tuple[str, bool], ...] = ()
    bookmarks: tuple[tuple[int | tuple[int, ...], str], ...] = ()


def kept_for(lesson: str) -> Kept:
    """What was kept for a lesson, without what makes no sense."""
    entry = kept_in(_FILE).get(lesson)
    if not isinstance(entry, dict):
        return Kept()
    marks = [(_position(position), note) for position, note in _pairs(entry.get("bookmarks"), str)]
    return Kept(tuple((text, on) for text, on in _pairs(entry.get("stops"), bool) if type(text) is str),
                tuple((position, note) for position, note in marks if position is not None))


def keep_for(lesson: str, kept: Kept) -> None:
    """Keeps it, beside what there is for other lessons."""
    entries = kept_in(_FILE)
    entries.pop(lesson, None)
    if kept != Kept():
        entries[lesson] = {"stops": kept.stops, "bookmarks": kept.bookmarks}
    keep(_FILE, json.dumps(entries, ensure_ascii=False, indent=0))


def _position(entry: Any) -> int | tuple[int, ...] | None:
    """A number from 0 up, or several; None for what is neither."""
    numbers = entry if isinstance(entry, list) else [entry]
    if not numbers or not all(type(number) is int and number >= 0 for number in numbers):
        return None
    return tuple(numbers) if isinstance(entry, list) else entry


def _pairs(entry: Any, second: type) -> list[Any]:
    """Those pairs of a list whose second part is of this type."""
    pairs = [tuple(pair) for pair in entry if isinstance(pair, list) and len(pair) == 2] \
        if isinstance(entry, list) else []
    return [(a, b) for a, b in pairs if type(b) is second]
