"""The rows of an experiment in a file: each is a line, written whole as soon as it is there, so that nothing is lost.

The first line says what the rows were made from; each other one is a row with its case and repetition. Only places in
the file are kept in memory. A last line that was cut off when the program was killed counts for nothing.
"""

from __future__ import annotations

import hashlib
import inspect
import json
from array import array
from collections.abc import Iterator, Mapping, Sequence
from contextlib import contextmanager
from pathlib import Path
from typing import IO, Any

import algorithms
from scenarios.laboratory.spec import MOST_REPETITIONS, Experiment
from scenarios.reading import ScenarioError
from scenarios.tasks import Case, Row, Task

Numbers = Mapping[str, Sequence[float]]
"""For each column its values, by repetition."""

SECONDS = "seconds"  # how long the task took: a column for metrics, but not of results.csv
_NOWHERE = -1


class Rows:
    """The rows of ``experiment`` in the open ``file``; cases go by their index.

    others:  how many rows there are of cases that the experiment no longer has
    outdated: was the code another when the first row was made?
    """

    def __init__(self, experiment: Experiment, path: Path, file: IO[bytes]) -> None:
        self.experiment = experiment
        self.path = path
        self.others = 0
        self.outdated = False
        self._file = file
        self._index = {canonical(case): index for index, case in enumerate(experiment.cases)}
        self._places = [array("q") for _ in experiment.cases]
        self._read()

    def has(self, case: int, repetition: int) -> bool:
        """Is that row there?"""
        places = self._places[case]
        return repetition < len(places) and places[repetition] != _NOWHERE

    def count(self, repetitions: int) -> int:
        """How many rows there are of the first ``repetitions`` of all cases."""
        return sum(place != _NOWHERE for places in self._places for place in places[:repetitions])

    def missing(self, repetitions: int) -> Iterator[tuple[int, int]]:
        """The cases and repetitions without a row, all cases in turn: what is done at any time is a fair part."""
        return ((case, repetition) for repetition in range(repetitions)
                for case in range(len(self._places)) if not self.has(case, repetition))

    def add(self, case: int, repetition: int, seconds: float, row: Row) -> None:
        """Writes a row."""
        self._file.seek(0, 2)
        self._keep(case, repetition, self._file.tell())
        self._write({"case": self.experiment.cases[case], "repetition": repetition, "seconds": round(seconds, 6),
                     "row": row})

    def row(self, case: int, repetition: int) -> tuple[Row, float]:
        """A row that is there, and the seconds that it took."""
        self._file.seek(self._places[case][repetition])
        found = json.loads(self._file.readline())
        return found["row"], found["seconds"]

    def numbers(self, case: int, names: Sequence[str], repetitions: int) -> Numbers:
        """Columns of a case, all rows of which must be there; true is 1."""
        columns = {name: array("d") for name in names}
        for repetition in range(repetitions):
            row, seconds = self.row(case, repetition)
            for name, column in columns.items():
                column.append(float(seconds if name == SECONDS else row[name]))
        return columns

    # --- the file --------------------------------------------------------------------------------------------------

    def _read(self) -> None:
        """Finds the rows, and cuts off a torn end."""
        start = number = 0
        torn = None
        self._file.seek(0)
        for line in self._file:
            number += 1
            if torn is not None:
                raise ScenarioError(self.path, "is damaged here; mend the line, or start over with --fresh",
                                    line=number - 1)
            try:
                found = json.loads(line) if line.endswith(b"\n") else None
                self._take(number, start, found)
            except (ValueError, LookupError, TypeError, RecursionError):  # the last: nested without end
                torn = start
            start += len(line)
        if torn is not None:
            self._file.truncate(torn)
        if torn == 0 or number == 0:
            self._write(_origin(self.experiment))

    def _take(self, number: int, start: int, found: Any) -> None:
        if number == 1:
            self._compare(found)
            return
        kinds = {"case": dict, "repetition": int, "seconds": float, "row": dict}
        if any(not isinstance(found[key], kind) for key, kind in kinds.items()):
            raise TypeError("no row")
        if not 0 <= found["repetition"] < MOST_REPETITIONS:
            raise ValueError("no repetition")
        case = self._index.get(canonical(found["case"]))
        if case is None:
            self.others += 1
        else:
            self._keep(case, found["repetition"], start)

    def _compare(self, found: Mapping[str, Any]) -> None:
        """Were the rows made from the same things? Other code is told, but may be harmless."""
        found, wanted = {"list": None, **found}, {"list": None, **_origin(self.experiment)}
        for key in ("task", "seed", "paired", "list"):
            if found[key] != wanted[key]:
                raise ScenarioError(self.path, f"was made with another {key} ({json.dumps(found[key])}, now "
                                    f"{json.dumps(wanted[key])}); start over with --fresh, or name another "
                                    "folder with --out")
        self.outdated = found["code"] != wanted["code"]

    def _keep(self, case: int, repetition: int, place: int) -> None:
        places = self._places[case]
        places.extend([_NOWHERE] * (repetition + 1 - len(places)))
        places[repetition] = place

    def _write(self, line: Mapping[str, object]) -> None:
        self._file.seek(0, 2)
        self._file.write(json.dumps(line, ensure_ascii=False).encode() + b"\n")
        self._file.flush()


@contextmanager
def open_rows(experiment: Experiment, folder: Path, fresh: bool) -> Iterator[Rows]:
    """The rows in ``rows.jsonl`` in that folder, both made if need be; with ``fresh``, those there are thrown away.

    Raises ScenarioError where the rows there belong to something else, and OSError.
    """
    folder.mkdir(parents=True, exist_ok=True)
    path = folder / "rows.jsonl"
    if fresh:
        path.unlink(missing_ok=True)
    if path.exists() and not path.is_file():
        raise ScenarioError(path, "is no ordinary file; name another folder with --out")
    path.touch()
    with path.open("r+b") as file:
        yield Rows(experiment, path, file)


def canonical(case: Case) -> str:
    """The case as text, the same for the same parameters in any order."""
    return json.dumps(case, sort_keys=True)


def _origin(experiment: Experiment) -> dict[str, object]:
    return {"task": experiment.task.name, "seed": experiment.seed, "paired": sorted(experiment.paired),
            **({} if experiment.task.entries is None else {"list": _lists(experiment)}),
            "code": _code(experiment.task)}


def _lists(experiment: Experiment) -> str:
    """A digest of the files whose entries the rows are made of: another file of the same name is another list."""
    files = dict.fromkeys(str(experiment.given(case)["file"]) for case in range(len(experiment.cases)))
    digest = hashlib.sha256()
    for file in files:
        digest.update(Path(file).read_bytes())
    return digest.hexdigest()[:16]


def _code(task: Task) -> str:
    """A digest of the code that makes the rows: the algorithms, and the file of the task."""
    files = sorted(path for root in algorithms.__path__ for path in Path(root).rglob("*.py"))
    digest = hashlib.sha256()
    for path in (*files, Path(inspect.getfile(task.function))):
        digest.update(path.read_bytes())
    return digest.hexdigest()[:16]
