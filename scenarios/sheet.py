"""A lesson as an author writes it: the keys of the file."""

from __future__ import annotations

from dataclasses import dataclass
from typing import Annotated, Literal

from annotated_types import Ge, Le
from pydantic import JsonValue

from scenarios.charts import Chart
from scenarios.runs import Compared
from scenarios.script.cues import Cue, GrainName


@dataclass(frozen=True)
class Sheet:
    """The keys of the file.

    title     of the lesson, in the gallery and above its stage
    puzzle    what is solved: its kind, and the keys of that kind
    algorithm what solves it; or compare
    compare   two to four runs side by side, in the place of algorithm and options
    together  of a comparison: the grain on which the others go on while a cue takes one run to its event
    chart     of a comparison: what its picture is about; by default what the runs share
    topic     the heading that it stands under in the gallery; by default that of the puzzle
    about     what it is about, to be read before the first cue
    options   of the algorithm, and of the form in which it gets the puzzle
    seed      of all that is drawn at random; name: each learner's own, also for a random puzzle without a seed
    apply     plays on: what was inferred is done to the game, and the algorithm runs again
    script    what is shown and said, cue by cue
    needs     the lessons that one should have seen before
    minutes   that it takes; by default counted from its words and cues
    """

    title: str
    puzzle: dict[str, JsonValue]
    algorithm: str | None = None
    compare: tuple[Compared, ...] | None = None
    together: GrainName | None = None
    chart: Chart | None = None
    topic: str | None = None
    about: str = ""
    options: dict[str, JsonValue] | None = None
    seed: int | Literal["name"] = 0
    apply: bool = False
    script: tuple[Cue, ...] = ()
    needs: tuple[str, ...] = ()
    minutes: Annotated[int, Ge(1), Le(600)] | None = None
