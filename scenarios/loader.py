"""From a YAML file to a Scenario: a puzzle, an algorithm with its options, and a script of cues.

    title: Where the mine must be        puzzle: {kind: gnomine, board: "1 .\\n. ."}
    about: …                             algorithm: gac
    options: {order: random}             seed: 7
    apply: true                          script: [{say: …}, {when: {event: Pruned}}, …]
    topic: Arc consistency               needs: [testing-for-support]

In place of algorithm and options, ``compare: [{algorithm: gac}, {algorithm: gac, options: {order: random}}]`` runs two
to four side by side.
"""

from __future__ import annotations

import json
import re
from collections.abc import Iterator, Mapping
from contextlib import suppress
from dataclasses import dataclass, field, replace
from itertools import chain, repeat
from pathlib import Path
from typing import Any

from pydantic import JsonValue

from algorithms.core import Algorithm, AlgorithmError, Choose, Grain, OptionError, Steps, algorithms, choose
from algorithms.problems.forms.csp import CSP
from algorithms.problems.puzzle import Puzzle, PuzzleError, PuzzleKind, played_on, player_of, puzzles
from algorithms.words import few
from scenarios.bands import Bands, bands_of, seeds_faults
from scenarios.charts import Chart, chart_faults
from scenarios.folders import (
    SUFFIXES,
    bare,
    house_names,
    lessons,
    own_lessons,
    unknown_lessons,
    user_folder,
    yaml_in,
)
from scenarios.images import ImageError, read_image
from scenarios.inside import inside
from scenarios.learners import NAME, number, seeded
from scenarios.reading import (
    Document,
    Loc,
    ScenarioError,
    keywords,
    meant,
    one_line,
    read_foreign,
    read_text,
    shown,
    unbroken,
    without_control,
)
from scenarios.runs import AlgorithmRun, Compared
from scenarios.script.cues import GRAINS, Cue, script_faults
from scenarios.script.drawn import Picture
from scenarios.script.spreads import spread_faults
from scenarios.sheet import Sheet

__all__ = ["MOST_COMPARED", "SUFFIXES", "Scenario", "claimed_puzzles", "find", "kept", "lessons", "load",
           "load_pasted", "own_lessons", "user_folder", "yaml_in"]

_MARK = "\ufeff"  # at which some tools begin a text
_MOST_DATA = 60_000_000  # bytes of a puzzle in a file of its own; kinds of puzzle have tighter limits
MOST_COMPARED = 4
MOST_OF_A_NAME = 100  # letters


@dataclass(frozen=True)
class _Source:
    """The text of a puzzle outside of the lesson: that of a file, if it is not given."""

    path: Path
    text: str | None = None

    def read(self, foreign: bool) -> tuple[str, tuple[str, ...]]:
        """The text, and warnings about how it was read; ``foreign``: in a format of other tools."""
        if self.text is not None:
            return without_control(self.path, self.text.encode(errors="replace").decode()), ()
        return read_foreign(self.path, _MOST_DATA) if foreign else (read_text(self.path, _MOST_DATA), ())


@dataclass(frozen=True)
class Scenario:
    """A lesson, read and checked.

    name:   the stem of its file
    topic:  the heading that it stands under in the gallery; by default what kind of puzzle it has
    runs:   what it runs: one, or two to four that it compares
    together: the rung on which runs that are compared go on while a cue looks for something
    chart:  what the comparison is about, where the lesson says so; ``bands``: those of it over seeds, to be computed
    document: the file, which knows the line of each key
    warnings: what was odd in the puzzle's text, and how it was understood, a line each
    bare: a puzzle alone, in a file of its own or pasted, of which no lesson was made
    claimed: for each cue with a claim, by its index, the runs that it may speak of: those of the lesson and its own
    needs:  the lessons that come before it, by their names without numbers
    minutes: what it takes, where its author says so; ``of_name``: the seed is made of the learner's name

    Where the lesson compares nothing, ``algorithm`` and the like are its only run's; elsewhere the first one's.
    """

    path: Path
    name: str
    title: str
    topic: str
    about: str
    puzzle_kind: str
    puzzle: Puzzle
    runs: tuple[AlgorithmRun, ...]
    together: Grain
    seed: int
    apply: bool
    script: tuple[Cue, ...]
    document: Document = field(repr=False, compare=False)
    warnings: tuple[str, ...] = ()
    bare: bool = False
    claimed: Mapping[int, tuple[AlgorithmRun, ...]] = field(default_factory=dict)
    needs: tuple[str, ...] = ()
    minutes: int | None = None
    chart: Chart | None = None
    bands: Bands | None = field(default=None, repr=False, compare=False)
    of_name: bool = False

    @property
    def compares(self) -> bool:
        """Are there several runs, side by side?"""
        return len(self.runs) > 1

    @property
    def algorithm(self) -> Algorithm:
        return self.runs[0].algorithm

    @property
    def options(self) -> Mapping[str, object]:
        return self.runs[0].options

    def steps(self, choose: Choose = choose, puzzle: Puzzle | None = None) -> Steps[Any]:
        """Starts the run, on ``puzzle`` where it is another position of the same kind than the lesson's own."""
        return self.runs[0].steps(choose, puzzle)

    def form(self, puzzle: Puzzle | None = None) -> Any:
        """The puzzle, or another position of it, in the form that the algorithm solves."""
        return self.runs[0].form(puzzle)


def load(path: Path, text: str | None = None, seed: int = 0) -> Scenario:
    """The scenario in a file, or in ``text``; a formula, graph or Sudoku in a file becomes one of its own. ``seed``: a
    learner's, for a lesson that asks for it. Raises ScenarioError for the first thing in it that cannot be."""
    kind = _kept_in(path) if text is None else None
    if kind is None:
        return _load(Document(path, text), seed=seed)
    return _load(Document(path, _lesson(path.name, kind)), _Source(path))


def _kept_in(path: Path) -> PuzzleKind | None:
    """The kind of puzzle that such a file holds; None where it is a lesson."""
    return next((kind for kind in puzzles().values()
                 if kind.files is not None and path.suffix.lower() in kind.files.suffixes), None)


def _load(document: Document, source: _Source | None = None, seed: int = 0) -> Scenario:
    """The scenario in a document, with the learner's seed; ``source``: the text of its puzzle, if that is no lesson."""
    sheet = Sheet(**document.check((), document.data, keywords(Sheet)))
    of_name, sheet = sheet.seed == NAME, seeded(document, sheet, seed)
    if not sheet.title.strip():
        raise document.error(("title",), "is empty; give the lesson a title")
    if sheet.topic is not None and not sheet.topic.strip():
        raise document.error(("topic",), "is empty; name a topic, or remove it")
    kind, puzzle, warnings = _puzzle(document, sheet.puzzle, source)
    runs = tuple(_runs(document, sheet, puzzle))
    claimed = {index: (*runs, *_claimed(document, index, sheet, kind, runs))
               for index, cue in enumerate(sheet.script) if cue.claim is not None}
    script = tuple(_with_picture(document, index, cue) for index, cue in enumerate(sheet.script))
    scenario = Scenario(document.path, document.path.stem, sheet.title.strip(), (sheet.topic or kind.title).strip(),
                        unbroken(sheet.about), kind.name, puzzle, runs, GRAINS[sheet.together or "step"],
                        number(sheet), sheet.apply, script, document, warnings, source is not None, claimed,
                        _needs(document, sheet), sheet.minutes, sheet.chart, bands_of(sheet.chart, runs), of_name)
    for key, message in chain(chart_faults(sheet.chart, runs), seeds_faults(sheet.chart, runs)):
        raise document.error(("chart", *filter(None, (key,))), message)
    expected = [cue.expect.band if cue.expect is not None else {} for cue in script]
    for loc, message in chain(script_faults(script, runs, claimed), spread_faults(expected, scenario.bands)):
        raise document.error(loc, message)
    return scenario


def _with_picture(document: Document, index: int, cue: Cue) -> Cue:
    """The cue with the picture that it shows, which is read and checked, by where it is."""
    if (picture := cue.drawn.picture) is None:
        return cue
    loc: Loc = ("script", index, "picture", *(() if isinstance(cue.picture, str) else ("file",)))
    path = inside(document, loc, picture.file)
    try:
        read_image(path)
    except ImageError as error:
        raise document.error(loc, f"{shown(path)} {error}") from None
    return replace(cue, picture=Picture(str(path), picture.alt))


def _needs(document: Document, sheet: Sheet) -> tuple[str, ...]:
    """The lessons that come before it; there must be such."""
    if unknown := unknown_lessons(sheet.needs):
        raise document.error(("needs", sheet.needs.index(unknown[0])),
                             f"there is no lesson {unknown[0]!r}; {meant(bare(unknown[0]), house_names())}")
    return tuple(map(bare, sheet.needs))


def load_pasted(text: str) -> Scenario:
    """The scenario in the clipboard: a lesson, a formula or a graph in DIMACS, or a Sudoku. Raises ScenarioError."""
    path, text = Path("what was pasted"), text.removeprefix(_MARK)
    if re.search(r"^puzzle\s*:", text, re.MULTILINE):
        return load(path, text)
    signs = [(kind.files.sign, kind) for kind in puzzles().values() if kind.files is not None]
    signs.sort(key=lambda found: not found[0])  # that which takes any text comes last
    kind = next(kind for sign, kind in signs if re.search(sign, text, re.MULTILINE))
    try:
        return _load(Document(path, _lesson("What was pasted", kind)), _Source(path, text))
    except ScenarioError as error:
        error.line *= "\n" in text.strip()  # of a single line, the number says nothing
        raise


def _lesson(title: str, kind: PuzzleKind) -> str:
    """A lesson on a puzzle that somebody else has written down."""
    assert kind.files is not None
    return (f"title: {json.dumps(one_line(title))}\nalgorithm: {kind.files.algorithm}\n"
            f"puzzle: {{kind: {kind.name}}}\n")


def _runs(document: Document, sheet: Sheet, puzzle: Puzzle) -> Iterator[AlgorithmRun]:
    """The one run of ``algorithm``, or those under ``compare``."""
    if sheet.compare is None:
        if sheet.algorithm is None:
            raise document.error((), "has no algorithm; add algorithm, or compare with 2 to 4 of them")
        if sheet.together is not None:
            raise document.error(("together",), "is for lessons that compare; remove it")
        yield _run(document, (), sheet, Compared(sheet.algorithm, sheet.options or {}), puzzle)
        return
    for key, mend in (("algorithm", "name the algorithms there"), ("options", "move them to the runs there")):
        if getattr(sheet, key) is not None:
            raise document.error((key,), f"stands beside compare; {mend}, and remove this")
    if not 2 <= len(sheet.compare) <= MOST_COMPARED:
        raise document.error(("compare",), f"compares 2 to {MOST_COMPARED} runs, not {len(sheet.compare)}; "
                             + ("add one" if len(sheet.compare) < 2 else "remove some"))
    named = _named(document, sheet.compare)
    for index, (name, compared) in enumerate(zip(named, sheet.compare, strict=True)):
        yield replace(_run(document, ("compare", index), sheet, compared, puzzle), name=name)


def _named(document: Document, compared: tuple[Compared, ...]) -> list[str]:
    """The names of runs that are compared: those given, and for the others the algorithm's, with a number if need
    be."""
    names = [None if run.name is None else run.name.strip() for run in compared]
    for index, name in enumerate(names):
        if name == "":
            raise document.error(("compare", index, "name"), "is empty; give the run a name, or remove the key")
        _short(document, ("compare", index, "name"), name)
        if name is not None and name in names[:index]:
            raise document.error(("compare", index, "name"), f"{name!r} is the name of another run too; change one")
    for index, run in enumerate(compared):
        if names[index] is None:
            choices = (run.algorithm, *(f"{run.algorithm} {number}" for number in range(2, 2 * MOST_COMPARED)))
            names[index] = next(choice for choice in choices if choice not in names)
    return [name for name in names if name is not None]


def _short(document: Document, loc: Loc, name: str | None) -> None:
    """Refuses a name that no line has room for: it stands above boards, and in what is said of the run."""
    if name is not None and len(name) > MOST_OF_A_NAME:
        raise document.error(loc, f"has {len(name):,} letters; a name has at most {MOST_OF_A_NAME}, shorten it")


def _run(document: Document, loc: Loc, sheet: Sheet, given: Compared, puzzle: Puzzle) -> AlgorithmRun:
    """The run whose keys stand at ``loc``."""
    algorithm = algorithms().get(given.algorithm)
    if algorithm is None:
        title = given.algorithm.replace("-", " ").lower()
        titled = [name for name, one in sorted(algorithms().items()) if len(title) > 3 and title in one.title.lower()]
        raise document.error((*loc, "algorithm"), f"there is no algorithm {given.algorithm!r}; "
                             + meant(next(iter(titled), given.algorithm), algorithms()))
    if sheet.apply and not (player_of(puzzle) is not None and algorithm.solves is CSP):
        raise document.error(("apply",), f"only {' or '.join(played_on())} can be played on, by an algorithm that "
                             "reduces domains; remove it")
    options, form_options = _options(document, (*loc, "options"), given.options, puzzle, algorithm)
    run = AlgorithmRun(algorithm.name, algorithm, options, form_options, puzzle,
                       number(sheet) if given.seed is None else given.seed, sheet.apply)
    try:
        algorithm.start(run.form(), options, run.seed)  # nothing happens yet, but options may be looked at
    except (PuzzleError, AlgorithmError) as error:
        at = document.loc((*loc, "options"), error.key)
        if isinstance(error, PuzzleError) and at == (*loc, "options"):  # no option is at fault
            at = document.loc(("puzzle",), error.key)
        raise document.error(at, str(error)) from None
    return run


def _claimed(document: Document, cue: int, sheet: Sheet, kind: PuzzleKind,
             runs: tuple[AlgorithmRun, ...]) -> Iterator[AlgorithmRun]:
    """The runs that a claim adds to those of the lesson; what is wrong with them, or with its puzzles, is told."""
    loc, claim = ("script", cue, "claim"), sheet.script[cue].claim
    assert claim is not None
    taken = {run.name for run in runs}
    for index, given in enumerate(claim.runs):
        name = given.algorithm if given.name is None else given.name.strip()
        _short(document, (*loc, "runs", index, "name"), name)
        if not name or name in taken:
            raise document.error((*loc, "runs", index), "needs a name of its own; give it one with name")
        taken.add(name)
        yield replace(_run(document, (*loc, "runs", index), sheet, given, runs[0].puzzle), name=name)
    if claim.puzzles is not None:
        at = (*loc, "puzzles")
        document.check(at, claim.puzzles, keywords(kind.read))
        random = claim.puzzles.get("random")
        if not isinstance(random, dict):
            raise document.error(at, "must be random ones; give random, as under puzzle")
        if "seed" in random:
            raise document.error((*at, "random", "seed"), "is each of the claim's seeds in turn; remove it")


def claimed_puzzles(scenario: Scenario, cue: int) -> Iterator[Puzzle]:
    """The puzzle of each seed of a claim, from 1: the lesson's own, or random ones."""
    claim = scenario.script[cue].claim
    assert claim is not None
    given, read = claim.puzzles, puzzles()[scenario.puzzle_kind].read
    if given is None:
        yield from repeat(scenario.puzzle, claim.seeds)
        return
    loc, random = ("script", cue, "claim", "puzzles"), given["random"]
    assert isinstance(random, dict)
    for seed in range(1, claim.seeds + 1):
        try:
            yield read(**scenario.document.check(loc, {**given, "random": {**random, "seed": seed}}, keywords(read)))
        except PuzzleError as error:
            raise scenario.document.error(scenario.document.loc(loc, error.key), str(error)) from None


def _options(document: Document, loc: Loc, given: Mapping[str, JsonValue], puzzle: Puzzle,
             algorithm: Algorithm) -> tuple[dict[str, Any], dict[str, Any]]:
    """The options of the algorithm, and those of the puzzle's form for it: an author gives them side by side."""
    method = getattr(puzzle, algorithm.solves.method, None)  # type: ignore[attr-defined]
    if method is None:
        kind = next(kind.name for kind in puzzles().values() if isinstance(puzzle, kind.type))
        others = [name for name, other in algorithms().items()
                  if hasattr(puzzle, other.solves.method)]  # type: ignore[attr-defined]
        raise document.error(("puzzle", "kind"), f"{algorithm.name} does not run on puzzles of the kind {kind!r}; "
                             f"choose another puzzle, or one of these algorithms: {few(others, 12) or 'none'}")
    forms = keywords(method)
    types = {name: (option.annotation, False) for name, option in algorithm.options.items()}
    options = document.check(loc, given, {**types, **forms})
    try:
        algorithm.check(options)
    except OptionError as error:
        raise document.error((*loc, error.name), error.problem) from None
    return ({name: value for name, value in options.items() if name not in forms},
            {name: value for name, value in options.items() if name in forms})


def _puzzle(document: Document, keys: Mapping[str, JsonValue],
            source: _Source | None) -> tuple[PuzzleKind, Puzzle, tuple[str, ...]]:
    """The puzzle, its kind, and warnings. ``source`` is where its text is, where the keys do not say so."""
    given = dict(keys)
    if "kind" not in given:
        raise document.error(("puzzle",), f"its kind is missing; add kind: {' or '.join(puzzles())}")
    name = given.pop("kind")
    kind = puzzles().get(name) if isinstance(name, str) else None
    if kind is None:
        raise document.error(("puzzle", "kind"), f"there is no such kind of puzzle; {meant(str(name), puzzles())}")
    text_key = getattr(kind.type, "text_key", None)
    odd: tuple[str, ...] = ()
    if text_key is not None and "file" in given:
        source = _Source(inside(document, ("puzzle", "file"), given.pop("file")))
        if text_key in given:
            raise document.error(("puzzle", "file"), f"stands beside {text_key}; give only one of them")
    if text_key is not None and source is not None:
        given[text_key], odd = source.read(foreign=kind.files is not None and kind.files.any_encoding)
    document.puzzle = {"kind": name, **given}
    try:
        puzzle = kind.read(**document.check(("puzzle",), given, keywords(kind.read)))
    except PuzzleError as error:
        if source is not None and error.key == text_key:
            raise ScenarioError(source.path, str(error), line=error.line + 1) from None
        loc = document.loc(("puzzle",), error.key)
        raise document.error(loc, str(error), text_line=error.line) from None
    key = next((key for key in (text_key, "edges", "map", "random") if key in keys), "")
    where = shown(source.path) if source is not None else f"{shown(document.path)}: puzzle{'.' * bool(key)}{key}"
    warnings = (*odd, *getattr(puzzle, "warnings", ()))
    return kind, puzzle, tuple(one_line(f"{where}: {warning}") for warning in warnings)


def kept(name: str) -> Scenario | None:
    """The lesson of that name that a game has kept in the user's folder; None where there is none, or where it cannot
    be read any more."""
    with suppress(OSError, RuntimeError, ScenarioError):
        return load(user_folder() / name)
    return None


def find(name_or_path: str) -> Path:
    """The file of a lesson: its name, with or without the number before it, that number alone, or a path."""
    path = Path(name_or_path)
    if path.suffix in SUFFIXES or _kept_in(path) is not None or path.parent != Path():
        return path
    known = [*lessons(), *own_lessons()]
    named = {name: lesson for lesson in reversed(known) for name in (lesson.stem, bare(lesson.stem))}
    numbers = {lesson.stem.partition("-")[0].lstrip("0"): lesson for lesson in lessons()}
    found = named.get(name_or_path) or (path if path.exists() else numbers.get(name_or_path.lstrip("0")))
    if found is None:
        raise ScenarioError(path, f"there is no such lesson; {meant(name_or_path, [one.stem for one in known])}")
    return found
