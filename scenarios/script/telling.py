"""How a lesson is told: to whom, and in how much detail. Where its cues end is the same for all."""

from __future__ import annotations

from dataclasses import dataclass
from typing import Literal

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

    def has(self, meant: tuple[Audience, ...]) -> bool:
        """Does somebody listen whom a cue is ``meant`` for? Nobody named: for everybody."""
        if not meant or self.audience == "all":
            return True
        return any(one == self.audience or (self.audience == "any" and one != "homework") for one in meant)
