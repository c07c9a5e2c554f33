"""Tasks on Sudoku: one puzzle made and solved, and what the search did to solve it."""

from __future__ import annotations

from collections import defaultdict
from functools import lru_cache
from pathlib import Path
from random import Random
from typing import Literal

from algorithms.core import Counter, Event, find_algorithm
from algorithms.problems.sudoku import MOST_CHARACTERS, Sudoku, read_grid
from algorithms.problems.sudoku_deal import CLUES_IN_EACH, NUMBER_OF_CLUES, by_distribution, by_number
from scenarios.reading import ScenarioError, read_text
from scenarios.tasks import Case, Row, experiment_task

MOST_LABELS = 100_000
"""Where a run is cut off: few puzzles take more, and one that takes millions would rule every mean."""

_COUNTED = ("recursions", "choices", "backtracks", "choices undone", "ties", "ties left", "choices tied")
"""The counters of the algorithms that are columns here; their words say what each counts."""

_Level = Literal["extremely easy", "easy", "medium", "difficult", "evil"]
_Search = Literal["mrv-static", "mrv-random", "mrv-plus", "mrv-degree", "dom-wdeg"]


@experiment_task("sudoku-search", generator=Literal["number of clues", "distribution"], level=_Level, algorithm=_Search)
def sudoku_search(case: Case, seed: int) -> Row:
    """One puzzle of section 6.2, solved with forward checking until neutralised. Each count in both readings: of all
    labels, and of those with a choice of two or more values; ``cut_off``: after MOST_LABELS labels."""
    return _solved(_puzzle(str(case["generator"]), str(case["level"]), Random(seed)), str(case["algorithm"]), seed)


@experiment_task("sudoku-file", file=str, algorithm=_Search)
def sudoku_file(case: Case, seed: int) -> Row:
    """The same with a puzzle drawn from a file that has one in each line; ``puzzle`` is its number, from 1."""
    text, lines = _lines(str(case["file"]))
    number = Random(seed).randrange(lines) + 1
    return {"puzzle": number, **_solved(read_grid(text, None, number), str(case["algorithm"]), seed)}


@lru_cache(maxsize=4)
def _lines(file: str) -> tuple[str, int]:
    """The lines of a file that are puzzles, and how many there are."""
    kept = [line for line in read_text(Path(file), MOST_CHARACTERS).splitlines() if line.partition("#")[0].strip()]
    if not kept:
        raise ScenarioError(Path(file), "has no puzzle; write one in each line")
    return "\n".join(kept), len(kept)


def _solved(puzzle: Sudoku, algorithm: str, seed: int) -> Row:
    """What a search does to solve the puzzle."""
    known = find_algorithm(algorithm)
    counting: defaultdict[type[Event], list[Counter]] = defaultdict(list)
    for counter in known.counters:
        if counter.name in _COUNTED:
            counting[counter.counts].append(counter)
    totals = dict.fromkeys(_COUNTED, 0)
    for event in known.start(puzzle.as_csp(), {}, seed):
        for counter in counting.get(type(event), ()):
            totals[counter.name] += counter.worth(event)
        if totals["recursions"] == MOST_LABELS:
            break
    return {"clues": len(puzzle.clues), **{name.replace(" ", "_"): total for name, total in totals.items()},
            "cut_off": totals["recursions"] == MOST_LABELS}


def _puzzle(generator: str, level: str, rng: Random) -> Sudoku:
    if generator == "distribution":
        return by_distribution((3, 3), CLUES_IN_EACH[level], rng)
    least, most = NUMBER_OF_CLUES[level]
    return by_number((3, 3), rng.randint(least, most), rng)
