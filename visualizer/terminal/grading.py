"""The command that marks results of homework: it replays each lesson, and looks at the answers anew."""

from __future__ import annotations

import csv
import sys
from codecs import BOM_UTF16_BE, BOM_UTF16_LE
from collections import Counter
from collections.abc import Iterator, Mapping, Sequence
from pathlib import Path

from algorithms.words import counted
from scenarios.learners import seed_of
from scenarios.loader import Scenario, find, load
from scenarios.reading import ScenarioError, one_line
from scenarios.script.telling import Telling
from scenarios.writing import written
from visualizer.recording.compare_film import plan_comparison
from visualizer.recording.film import Film, plan
from visualizer.recording.results import Mark, Result, ResultError, facts_of, marks, results_in
from visualizer.runs.questions import questions_of
from visualizer.terminal.commands import loaded
from visualizer.terminal.tables import table

_LARGEST = 1_000_000  # bytes of a file with a result
_HEAD = ("name", "lesson", "cue", "answer", "right", "points", "tries", "hints", "seconds", "before", "belief")
_FORMULA = ("=", "+", "-", "@")
_SIGNS = {1.0: "✓", 0.5: "½"}
_SKIPPED = "skipped"


def grade(folder: Path, output: Path | None = None) -> int:
    """Marks all results in the files of a folder, or in one file, and prints a table; with ``output``, a .csv, each
    answer becomes a row of that, with its time."""
    if output is not None and output.suffix.lower() != ".csv":
        raise ScenarioError(output, "grades are written as .csv; give it a name that ends so")
    rows, answers, films, faults = [], list[tuple[str, ...]](), dict[str, Film](), 0
    beliefs = Counter[tuple[str, str]]()
    for path in _files(folder):
        try:
            for result in results_in(_text(path)):
                film = _film(result, films)
                rows.append(_row(path, result, film))
                answers += _answers(path, result, film)
                beliefs.update({(result.lesson, mark.belief) for mark in marks(film, result).values() if mark.belief})
        except (ResultError, ScenarioError) as error:
            faults += 1
            print(one_line(f"{path}: {error}" if isinstance(error, ResultError) else str(error)), file=sys.stderr)
    if rows:
        head = ["name", "lesson", "points", "of", "answers", "seconds", "minutes", ""]
        print("\n".join(table([head, *sorted(rows)])))
        print("\n".join(_believed(beliefs, films)), end="\n" if beliefs else "")
        if output is not None:
            with written(output) as out:
                csv.writer(out, lineterminator="\n").writerows([_HEAD, *sorted(answers)])
    elif not faults:
        print(one_line(f"{folder}: has no results; save each as a text file there"), file=sys.stderr)
    return 2 if faults or not rows else 0


def _files(folder: Path) -> Sequence[Path]:
    try:
        if not folder.is_dir():
            return [folder]
        return sorted(path for path in folder.iterdir() if path.is_file() and not path.name.startswith("."))
    except OSError as error:
        raise ScenarioError(folder, f"cannot be read ({error.strerror or error}); name another folder") from None


def _text(path: Path) -> str:
    try:
        if path.stat().st_size > _LARGEST:
            raise ResultError("is too large for a result; take it out of the folder")
        raw = path.read_bytes()
        encoding = "utf-16" if raw.startswith((BOM_UTF16_LE, BOM_UTF16_BE)) else "utf-8-sig"  # as editors save it
        return raw.decode(encoding, errors="replace")
    except OSError as error:
        raise ResultError(f"cannot be read ({error.strerror or error}); name another folder") from None


def _film(result: Result, films: dict[str, Film]) -> Film:
    """The lesson, replayed once for all results; where each learner has another one, once for each, with the seed of
    the page, or that of the name."""
    name = result.lesson
    if name not in films:
        if "/" in name or "\\" in name:
            raise ResultError(f"names a lesson that is a path, {name[:60]!r}; put it into the folder of your lessons")
        films[name] = _replayed(loaded(_lesson(name)))
    film = films[name]
    if not film.scenario.of_name:
        return film
    seed = seed_of(result.name) if result.seed is None else result.seed
    return film if film.scenario.seed == seed else _replayed(load(film.scenario.path, seed=seed))


def _lesson(name: str) -> Path:
    """The file of that lesson: one that comes with Unfog or is saved with the settings, or one in the folder that
    somebody is in. Not in that of the results: what stands there was handed in."""
    try:
        return find(name)
    except ScenarioError:
        here = Path(f"{name}.yaml")
        if here.is_file():
            return here
    raise ResultError(f"is of the lesson {name[:60]!r}, which is not known; go to the folder that has {here.name[:65]}")


def _replayed(scenario: Scenario) -> Film:
    return (plan_comparison if scenario.compares else plan)(scenario, telling=Telling(audience="homework"))


def _answers(path: Path, result: Result, film: Film) -> Iterator[tuple[str, ...]]:
    """A row for each question: what was answered, what that is worth, and how long it took."""
    for cue, mark in marks(film, result).items():
        entry = result.entries.get(cue)
        told = ("", "", "") if entry is None else (str(entry.tries), str(entry.hints), str(entry.seconds))
        yield (_plain(one_line(result.name) or path.name), result.lesson, str(cue + 1),
               _plain(", ".join(map(one_line, mark.given))),
               _SKIPPED if mark.gave_up else "" if mark.right is None else "yes" if mark.right else "no",
               f"{mark.points:g}", *told, _plain("; ".join(one_line(", ".join(one)) for one in mark.tried)),
               mark.belief)


def _believed(beliefs: Counter[tuple[str, str]], films: Mapping[str, Film]) -> Iterator[str]:
    """What wrong answers go with, the most frequent first: by how many results, and which lesson shows it."""
    if beliefs:
        yield "\nWrong answers that go with a belief:"
    for (lesson, belief), count in sorted(beliefs.items(), key=lambda item: (-item[1], item[0])):
        known = {one.name: one.lesson for run in films[lesson].scenario.runs
                 for one in questions_of(run.algorithm).misconceptions}
        shown = f"; the lesson {known[belief]} shows it" if known.get(belief) else ""
        yield f"{counted(count, 'result')} of {lesson}: {belief}{shown}"


def _plain(text: str) -> str:
    """What a learner has written, so that no spreadsheet takes it for a formula."""
    number = text.lstrip("-").replace("/", "").replace(".", "").isdecimal()
    return f"'{text}" if text[:1] in _FORMULA and not number else text


def _row(path: Path, result: Result, film: Film) -> list[str]:
    found = marks(film, result)
    of = sum(ask.score for cue in found if (ask := film.scenario.script[cue].ask) is not None)
    minutes = sum(entry.seconds for entry in result.entries.values()) / 60
    points = sum(mark.points for mark in found.values())
    return [one_line(result.name) or path.name, result.lesson, f"{points:g}", str(of),
            " ".join(_sign(mark) for mark in found.values()),
            " ".join(str(result.entries[cue].seconds) if cue in result.entries else "–" for cue in found),
            f"{minutes:.0f}", ", ".join(_remarks(result, film))]


def _sign(mark: Mark) -> str:
    """What became of a question: right, half, right for no point, wrong, skipped, none."""
    if mark.right is None:
        return _SKIPPED if mark.gave_up else "–"
    return _SIGNS.get(mark.points, "0" if mark.right else "✗")


def _remarks(result: Result, film: Film) -> Iterator[str]:
    if film.scenario.of_name and result.seed not in (None, seed_of(result.name)):
        yield "made on the page of another name"
    if not result.whole:
        yield "the check does not fit: ask for it again"
    if result.digest != facts_of(film.scenario)["digest"]:
        yield "made with another version of the lesson"
