"""Tasks on Sudoku: one puzzle made and solved, and what the search did to solve it."""

from __future__ import annotations

from collections.abc import Mapping
from functools import lru_cache
from pathlib import Path
from random import Random
from typing import Literal

from algorithms.backtracking.backtracking import Values
from algorithms.core import find_algorithm
from algorithms.events import Solved
from algorithms.problems.puzzle import PuzzleError
from algorithms.problems.sudoku.deal import CLUES_IN_EACH, NUMBER_OF_CLUES, by_distribution, by_number
from algorithms.problems.sudoku.puzzle import MOST_CHARACTERS, Sudoku, read_grid, written_lines
from algorithms.totals import Totals
from scenarios.reading import ScenarioError, read_text
from scenarios.tasks import Case, Row, Value, experiment_task

MOST_LABELS = 100_000
"""Where a run is cut off: few puzzles take more, and one that takes millions would rule every mean."""

_COUNTED = ("labels", "choices", "backtracks", "choices undone", "ties", "ties left", "choices tied")
"""The counters of the algorithms that are columns here; their words say what each counts."""
_COLUMNS = {"labels": "recursions"}  # as the tables of the paper have it

_Level = Literal["extremely easy", "easy", "medium", "difficult", "evil"]
_Search = Literal["mrv-static", "mrv-random", "mrv-plus", "mrv-degree", "dom-wdeg"]

_DEFAULTS: Mapping[str, Value] = {"values": "in order", "singles": False}
"""Options of the search that a case may name."""


def _options(case: Case) -> dict[str, Value]:
    """The options of the search that the case names."""
    return {name: case[name] for name in _DEFAULTS if name in case}


@experiment_task("sudoku-search", defaults=_DEFAULTS, generator=Literal["number of clues", "distribution"],
                 level=_Level, algorithm=_Search, values=Values, singles=bool)
def sudoku_search(case: Case, seed: int) -> Row:
    """One puzzle of section 6.2, solved with forward checking until neutralised. Each count in both readings: of all
    labels, and of those with a choice of two or more values; ``cut_off``: after MOST_LABELS labels."""
    return _solved(_puzzle(str(case["generator"]), str(case["level"]), Random(seed)), case, seed)


def entries(case: Case) -> int:
    """How many puzzles the file has. ScenarioError for one that cannot be."""
    return _checked(Path(str(case["file"])))


@experiment_task("sudoku-file", defaults=_DEFAULTS, entries=entries, file=str, algorithm=_Search, values=Values,
                 singles=bool)
def sudoku_file(case: Case, seed: int) -> Row:
    """The same with a puzzle of a file that has one in each line; ``puzzle`` is its number, from 1."""
    entry = int(case["entry"])
    _, written = _lines(Path(str(case["file"])))[entry]
    return {"puzzle": entry + 1, **_solved(read_grid(written, None, 1), case, seed)}


@lru_cache(maxsize=4)
def _lines(file: Path) -> list[tuple[int, str]]:
    """The puzzles of a file, one in each line, as text, each with the index of its line."""
    lines = written_lines(read_text(file, MOST_CHARACTERS))
    if not lines:
        raise ScenarioError(file, "has no puzzle; write one in each line")
    return lines


@lru_cache(maxsize=4)
def _checked(file: Path) -> int:
    """How many puzzles the file has, all of which can be."""
    for index, written in _lines(file):
        try:
            read_grid(written, None, 1)
        except PuzzleError as error:
            raise ScenarioError(file, str(error), line=index + 1) from None
    return len(_lines(file))


def _solved(puzzle: Sudoku, case: Case, seed: int) -> Row:
    """What a search does to solve the puzzle; ``solved`` is false where there is no solution, and where it was cut off
    before one."""
    known = find_algorithm(str(case["algorithm"]))
    totals, solved = Totals(counter for counter in known.counters if counter.name in _COUNTED), False
    counted = totals.numbers
    for event in known.start(puzzle.as_csp(), _options(case), seed, drained=True):
        solved = solved or isinstance(event, Solved)
        totals.add(event)
        if counted["labels"] == MOST_LABELS:
            break
    columns = {_COLUMNS.get(name, name.replace(" ", "_")): counted[name] for name in _COUNTED}
    return {"clues": len(puzzle.clues), **columns,
            "cut_off": counted["labels"] == MOST_LABELS, "solved": solved}


def _puzzle(generator: str, level: str, rng: Random) -> Sudoku:
    if generator == "distribution":
        return Sudoku.made(by_distribution, (3, 3), CLUES_IN_EACH[level], rng)
    least, most = NUMBER_OF_CLUES[level]
    return Sudoku.made(by_number, (3, 3), rng.randint(least, most), rng)
