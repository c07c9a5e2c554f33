"""The table of what learners can do with each family, as it stands in ``algorithms/README.md``. Run by itself, this
prints it: ``PYTHONPATH=.:tests .venv/bin/python tests/kit/family_table.py``."""

from __future__ import annotations

from collections.abc import Iterator
from inspect import signature

from algorithms.core import Algorithm, Family, algorithms
from algorithms.pseudocode import parts_of
from algorithms.words import listed
from kit.known_lessons import every_lesson
from visualizer.runs.bugs import bugs_of
from visualizer.runs.calling import calls_of
from visualizer.runs.choosing import choices_of
from visualizer.runs.questions import questions_of

HEAD = ("| family | questions | in lessons | bugs to find | lines to order | your move and what-if "
        "| your move also says |")


def table() -> str:
    """All of it."""
    return "\n".join((HEAD, "|---|---|---|---|---|---|---|", *_rows()))


def _rows() -> Iterator[str]:
    families: dict[Family, list[Algorithm]] = {}
    for algorithm in algorithms().values():
        families.setdefault(algorithm.family, []).append(algorithm)
    asked = _asked()
    for family, members in sorted(families.items(), key=lambda item: item[0].name):
        questions = questions_of(members[0]).askables
        bugs = {bug.name for algorithm in members for bug in bugs_of(algorithm).bugs}
        lines = {piece.text for one in members for part in parts_of(one.pseudocode) for piece in part.open}
        calls = dict.fromkeys(kind for one in members for kind in calls_of(one))
        yield (f"| {family.name.replace('_', ' ')} | {len(questions)} | {asked.get(family, 0)} | {len(bugs)} "
               f"| {len(lines)} | {_choices(members)} | {', '.join(calls)} |")


def _asked() -> dict[Family, int]:
    """How many questions the lessons ask about runs of each."""
    found: dict[Family, int] = {}
    for scenario in every_lesson():
        runs = {run.name: run.algorithm.family for run in scenario.runs}
        for cue in scenario.script:
            if cue.ask is not None:
                family = runs.get(cue.ask.about.run or "", scenario.runs[0].algorithm.family)
                found[family] = found.get(family, 0) + 1
    return found


def _choices(members: list[Algorithm]) -> str:
    kinds = dict.fromkeys(kind for algorithm in members for kind in choices_of(algorithm))
    drawn = any("rng" in signature(algorithm.function).parameters for algorithm in members)
    return listed([*kinds, *(["random draws"] if drawn else [])])


if __name__ == "__main__":
    print(table())
