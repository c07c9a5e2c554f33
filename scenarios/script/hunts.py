"""The bug that a cue has planted, for somebody to find in the window: ``bug`` in a script.

    event   the kind of event that is wrong
    count   it comes in the place of the first event from there on that it can take the place of, or of a later one
    belief  what is believed, by its name, where several things could go wrong
"""

from __future__ import annotations

from dataclasses import dataclass
from typing import Annotated

from annotated_types import Ge, Le


@dataclass(frozen=True)
class Planting:
    """What is to be found behind a cue."""

    event: str
    count: Annotated[int, Ge(1), Le(1_000)] = 1
    belief: str | None = None
