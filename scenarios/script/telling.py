"""How a lesson is told: to whom, and in how much detail. Where its cues end is the same for all."""

from __future__ import annotations

import re
from collections.abc import Iterator
from dataclasses import dataclass
from typing import Literal

from algorithms.core import Event
from algorithms.vocabulary import fields_of
from scenarios.reading import meant

Audience = Literal["lecture", "self-study", "homework"]
Heard = Literal["any", "lecture", "self-study", "homework", "all"]
Depth = Literal["say", "more"]

HEARD: tuple[Heard, ...] = ("any", "lecture", "self-study", "homework")


@dataclass(frozen=True)
class Telling:
    """``more``: with what cues add to what they say. ``audience``: who listens; ``any`` hears all but what is only
    homework, ``all`` (a check) every cue."""

    more: bool = False
    audience: Heard = "any"

    def has(self, meant_for: tuple[Audience, ...]) -> bool:
        """Does somebody listen whom a cue is ``meant_for``? Nobody named: for everybody."""
        if not meant_for or self.audience == "all":
            return True
        return any(one == self.audience or (self.audience == "any" and one != "homework") for one in meant_for)


def unfilled(text: str, event: type[Event]) -> Iterator[str]:
    """What is wrong with the ``{fields}`` of a text that such an event fills in: those that it does not have, and those
    of its own that are not closed."""
    for name, closed in re.findall(r"\{([^\W\d]\w*)(\}?)", text):
        if closed and name not in fields_of(event):
            yield f"{{{name}}} is no field of {event.__name__}; {meant(name, fields_of(event))}"
        elif not closed and name in fields_of(event):
            yield f"{{{name} is not closed; write {{{name}}}"
