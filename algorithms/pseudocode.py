"""Pseudocode as it stands beside a run: lines, and the events that belong to each."""

from __future__ import annotations

from collections.abc import Collection
from dataclasses import dataclass


@dataclass(frozen=True)
class PseudocodeLine:
    """One line of pseudocode and the names of the events that belong to it."""

    text: str
    tags: tuple[str, ...]


def parse(name: str, pseudocode: str, events: Collection[str]) -> tuple[PseudocodeLine, ...]:
    """An algorithm's, in lines; tags stand behind a ``#``, separated by commas. ValueError for one that is no event."""
    lines = []
    for line in pseudocode.strip("\n").splitlines():
        text, _, tags = line.partition("#")
        names = tuple(tag.strip() for tag in tags.split(",") if tag.strip())
        unknown = [tag for tag in names if tag not in events]
        if unknown:
            raise ValueError(f"algorithm {name!r}: its pseudocode names {unknown[0]!r}, which is no event; "
                             "define that event or mend the tag")
        lines.append(PseudocodeLine(text.rstrip(), names))
    return tuple(lines)
