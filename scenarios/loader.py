"""From a YAML file to a Scenario: a puzzle, an algorithm with its options, and a script of cues.

    title: Where the mine must be        puzzle: {kind: gnomine, board: "1 .\\n. ."}
    about: …                             algorithm: gac
    options: {order: random}             seed: 7
    apply: true                          script: [{say: …}, {when: {event: Pruned}}, …]
"""

from __future__ import annotations

import re
from collections.abc import Mapping
from dataclasses import dataclass, field
from pathlib import Path
from typing import Any

from pydantic import JsonValue

from algorithms.core import Algorithm, Choose, Steps, algorithms, choose
from algorithms.problems.csp import CSP
from algorithms.problems.gnomine import Gnomine
from algorithms.problems.puzzle import Puzzle, PuzzleError, PuzzleKind, form_of, puzzles
from scenarios.cues import Cue, check_script
from scenarios.reading import Document, Loc, ScenarioError, keywords, meant, read_text

LESSONS = Path(__file__).parent / "lessons"
SUFFIXES = (".yaml", ".yml")


@dataclass(frozen=True)
class _Sheet:
    """The keys of the file."""

    title: str
    puzzle: dict[str, JsonValue]
    algorithm: str
    about: str = ""
    options: dict[str, JsonValue] = field(default_factory=dict)
    seed: int = 0
    apply: bool = False
    script: tuple[Cue, ...] = ()


@dataclass(frozen=True)
class Scenario:
    """A lesson, read and checked.

    name:   the stem of its file
    options: of the algorithm; ``form_options``: of the form in which it gets the puzzle, such as an encoding
    apply:  after each run, what was inferred is applied to the game, and the algorithm runs again
    document: the file, which knows the line of each key
    """

    path: Path
    name: str
    title: str
    about: str
    puzzle_kind: str
    puzzle: Puzzle
    algorithm: Algorithm
    options: Mapping[str, object]
    form_options: Mapping[str, object]
    seed: int
    apply: bool
    script: tuple[Cue, ...]
    document: Document = field(repr=False, compare=False)

    def steps(self, choose: Choose = choose, puzzle: Puzzle | None = None) -> Steps[Any]:
        """Starts the run, on ``puzzle`` where it is another position of the same kind than the lesson's own."""
        start = self.puzzle if puzzle is None else puzzle
        if self.apply:
            from algorithms.problems.gnomine_game import play_on  # brings the dealer of mines: few lessons need it

            assert isinstance(start, Gnomine)  # load() has seen to it
            return play_on(start, lambda position: self._run(position, choose))
        return self._run(start, choose)

    def form(self, puzzle: Puzzle | None = None) -> Any:
        """The puzzle, or another position of it, in the form that the algorithm solves."""
        return form_of(self.puzzle if puzzle is None else puzzle, self.algorithm.solves, **self.form_options)

    def _run(self, puzzle: Puzzle, choose: Choose) -> Steps[Any]:
        return self.algorithm.start(self.form(puzzle), self.options, self.seed, choose)


def load(path: Path, text: str | None = None) -> Scenario:
    """The scenario in a file, or in ``text``. Raises ScenarioError for the first thing in it that cannot be."""
    document = Document(path, text)
    sheet = _Sheet(**document.check((), document.data, keywords(_Sheet)))
    if not sheet.title.strip():
        raise document.error(("title",), "is empty; give the lesson a title")
    kind, puzzle = _puzzle(document, sheet.puzzle)
    algorithm = algorithms().get(sheet.algorithm)
    if algorithm is None:
        raise document.error(("algorithm",), f"there is no algorithm {sheet.algorithm!r}; "
                             + meant(sheet.algorithm, algorithms()))
    if sheet.apply and not (isinstance(puzzle, Gnomine) and algorithm.solves is CSP):
        raise document.error(("apply",), "only gnomine can be played on, by an algorithm that reduces "
                             "domains; remove it")
    options, form_options = _options(document, sheet.options, puzzle, algorithm)
    scenario = Scenario(path, path.stem, sheet.title.strip(), sheet.about.strip(), kind.name, puzzle, algorithm,
                        options, form_options, sheet.seed, sheet.apply, sheet.script, document)
    try:
        scenario.form()
    except PuzzleError as error:
        raise document.error(document.loc(("options",), error.key), str(error)) from None
    check_script(scenario)
    return scenario


def _options(document: Document, given: Mapping[str, JsonValue], puzzle: Puzzle,
             algorithm: Algorithm) -> tuple[dict[str, Any], dict[str, Any]]:
    """The options of the algorithm, and those of the puzzle's form for it: an author gives them side by side."""
    method = getattr(puzzle, algorithm.solves.method, None)  # type: ignore[attr-defined]
    if method is None:
        raise document.error(("puzzle", "kind"), f"a {type(puzzle).__name__} puzzle cannot be put in the form "
                             f"{algorithm.solves.__name__}, which {algorithm.name} needs; choose another algorithm or "
                             "puzzle")
    forms = keywords(method)
    types = {name: (option.annotation, False) for name, option in algorithm.options.items()}
    options = document.check(("options",), given, {**types, **forms})
    return ({name: value for name, value in options.items() if name not in forms},
            {name: value for name, value in options.items() if name in forms})


def _puzzle(document: Document, keys: Mapping[str, JsonValue]) -> tuple[PuzzleKind, Puzzle]:
    given = dict(keys)
    if "kind" not in given:
        raise document.error(("puzzle",), f"its kind is missing; add kind: {' or '.join(puzzles())}")
    name = given.pop("kind")
    kind = puzzles().get(name) if isinstance(name, str) else None
    if kind is None:
        raise document.error(("puzzle", "kind"), f"there is no such kind of puzzle; {meant(str(name), puzzles())}")
    text_key = getattr(kind.type, "text_key", None)
    source = None
    if text_key is not None and "file" in given:
        source = inside(document, ("puzzle", "file"), given.pop("file"))
        if text_key in given:
            raise document.error(("puzzle", "file"), f"stands beside {text_key}; give only one of them")
        given[text_key] = read_text(source)
    try:
        puzzle = kind.read(**document.check(("puzzle",), given, keywords(kind.read)))
    except PuzzleError as error:
        if source is not None and error.key == text_key:
            raise ScenarioError(source, str(error), line=error.line + 1) from None
        loc = document.loc(("puzzle",), error.key)
        raise document.error(loc, str(error), text_line=error.line) from None
    return kind, puzzle


def inside(document: Document, loc: Loc, name: object) -> Path:
    """The file ``name``, written at ``loc``, in the folder of the scenario or below it; nothing leads out of there."""
    if not isinstance(name, str) or not name.strip():
        raise document.error(loc, "must be the name of a file; change it")
    folder = document.path.parent.resolve()
    try:
        path = (folder / name).resolve()
        exists = path.is_file()
    except (OSError, ValueError, RuntimeError):  # too long a name, a null character, links in a circle
        raise document.error(loc, f"{name[:60]!r} cannot be a file; change the name") from None
    if Path(name).is_absolute() or not path.is_relative_to(folder):
        raise document.error(loc, f"{name!r} lies outside the folder of the lesson; copy the file there")
    if not exists:
        what = "is a directory; name a file in it" if path.is_dir() else "is not there; check the name"
        raise document.error(loc, f"{name!r} {what}")
    return path


def lessons() -> list[Path]:
    """The lessons that come with Unfog, in the order of their numbers."""
    return sorted(path for path in LESSONS.iterdir() if path.suffix in SUFFIXES)


def find(name_or_path: str) -> Path:
    """The file of a lesson: its name, with or without the number before it, or a path."""
    path = Path(name_or_path)
    if path.suffix in SUFFIXES or path.parent != Path():
        return path
    known = {path.stem: path for path in lessons()}
    for stem, lesson in known.items():
        if name_or_path in (stem, re.sub(r"^\d+-", "", stem)):
            return lesson
    if path.exists():
        return path
    raise ScenarioError(path, f"there is no such lesson; {meant(name_or_path, known)}")
