"""The commands that need no window: run, check and list. Nothing here imports pygame."""

from __future__ import annotations

import json
import sys
import time
from collections import defaultdict
from collections.abc import Callable, Iterable, Mapping, Sequence
from contextlib import nullcontext, suppress
from dataclasses import asdict, dataclass, fields, is_dataclass
from fractions import Fraction
from pathlib import Path
from typing import IO, Any, Literal, get_args, get_origin

from algorithms.advice.gnomine import clash
from algorithms.backbones.answer import Backbone
from algorithms.core import Algorithm, AlgorithmError, Counter, Event, Option, algorithms
from algorithms.problems.clue.puzzle import Clue
from algorithms.problems.forms.csp import Domain
from algorithms.problems.gnomine.puzzle import Gnomine
from algorithms.problems.puzzle import puzzles
from algorithms.sampling.sampling import SampledMarginals
from algorithms.words import counted, plural
from scenarios.loader import Scenario, find, lessons, load, own_lessons, yaml_in
from scenarios.reading import ScenarioError, one_line
from scenarios.runs import AlgorithmRun
from scenarios.script.comparison import ComparisonDirector
from scenarios.script.director import Director, ExpectationFailed
from scenarios.writing import written
from visualizer.runs.comparison import open_timelines
from visualizer.terminal.run_progress import RunProgress
from visualizer.terminal.tables import table
from visualizer.window.lesson_cards import Card, by_topic

_FEW = 40


@dataclass(frozen=True)
class Result:
    """A run without a window: the answer, the counters by name, how many events there were, how long it took."""

    run: AlgorithmRun
    answer: Any
    counters: Mapping[str, int]
    events: int
    seconds: float

    @property
    def hidden(self) -> frozenset[str]:
        """The variables of the form that are not the puzzle's; a form may do without such."""
        hidden: frozenset[str] = getattr(self.run.form(), "hidden", frozenset())
        return hidden


def run(lesson: str, as_json: bool, events: Path | None) -> int:
    """Runs a lesson's algorithm to its end and prints the answer and the counters."""
    scenario = loaded(find(lesson))
    warn(scenario)
    with written(events, inputs=scenario.document.files) if events else nullcontext() as file:
        results = [_drain(scenario, run, file) for run in scenario.runs]
    print(_json_line(_as_json(scenario, results)) if as_json else _summary(scenario, results))
    return 0


def _json_line(value: object) -> str:
    """JSON for standard output; in ASCII where its encoding, or a terminal, would not leave it as it is."""
    line, encoding = json.dumps(value, ensure_ascii=False), sys.stdout.encoding or "utf-8"
    return line if line.isprintable() and encoding.lower().startswith("utf") else json.dumps(value)

def loaded(path: Path) -> Scenario:
    """The scenario in a file; tells how far it is where a puzzle takes long to make."""
    with RunProgress().telling():
        return load(path)


def warn(scenario: Scenario) -> None:
    """Says on standard error what was odd in the puzzle's text, a line each."""
    for warning in scenario.warnings:
        print(f"unfog: warning: {warning}", file=sys.stderr, flush=True)


def _drain(scenario: Scenario, run: AlgorithmRun, file: IO[str] | None) -> Result:
    """Runs it to its end; where it takes long, tells how far it is, and what would be quicker."""
    progress = RunProgress(run.algorithm.quicker(run.options))
    with progress.telling():
        return _drained(scenario, run, file, progress)


def _drained(scenario: Scenario, run: AlgorithmRun, file: IO[str] | None, progress: RunProgress) -> Result:
    totals = {counter.name: 0 for counter in run.algorithm.counters}
    counting: defaultdict[type[Event], list[Counter]] = defaultdict(list)
    for counter in run.algorithm.counters:
        counting[counter.counts].append(counter)
    steps = run.steps()
    began = time.perf_counter()
    index = 0
    while True:
        try:
            event = next(steps)
        except AlgorithmError as error:
            raise ScenarioError(scenario.path, str(error)) from None
        except StopIteration as stop:
            return Result(run, stop.value, totals, index, time.perf_counter() - began)
        for counter in counting.get(type(event), ()):
            totals[counter.name] += counter.worth(event)
        if file is not None:
            print(_event_line(index, event, run.name if scenario.compares else None), file=file)
        index += 1
        progress.tell(index)


def _event_line(index: int, event: Event, run: str | None) -> str:
    values = {field.name: getattr(event, field.name) for field in fields(event)}
    head = {"index": index} if run is None else {"run": run, "index": index}
    line = {**head, "event": type(event).__name__, **values, "say": event.sentence()}
    return json.dumps(line, ensure_ascii=False, default=plain)


def plain(value: object) -> object:
    """What JSON lacks, in an event: a fraction becomes a number; what has fields, such as a line of Clue's log, an
    object of those that are set."""
    if isinstance(value, Fraction):
        return float(value)
    if is_dataclass(value) and not isinstance(value, type):
        return {name: part for name, part in asdict(value).items() if part is not None}
    raise TypeError(f"{type(value).__name__} has no form in JSON; give it one here")


def _as_json(scenario: Scenario, results: Sequence[Result]) -> dict[str, object]:
    """The answer and the counters of each run; runs that are compared have their names, too, backbones a proof; before
    them, where no placement of mines fits a board, why."""
    why = _clash(scenario, results)
    return {"lesson": scenario.name, **({"contradiction": why} if why else {}), "runs": [{
        **({"name": result.run.name} if scenario.compares else {}),
        "algorithm": result.run.algorithm.name,
        "outcome": result.answer.outcome,
        "answer": result.answer.as_json(result.hidden),
        **({"proof": result.answer.proof(result.hidden)} if isinstance(result.answer, Backbone) else {}),
        "counters": result.counters,
        "events": result.events,
        "seconds": result.seconds,
    } for result in results]}


def _summary(scenario: Scenario, results: Sequence[Result]) -> str:
    """What was found, and what it took; of runs that are compared, the totals in one table."""
    lines = [one_line(f"{scenario.title} ({scenario.name})")]
    for result in results:
        algorithm = result.run.algorithm
        name = f"{result.run.name}, {algorithm.title}" if scenario.compares else algorithm.title
        took = f"after {counted(result.events, 'event')} in {result.seconds:.2f} s"
        lines += [f"{one_line(name)}: {result.answer.outcome} {took}", "", *_chances(result),
                  *table(_findings(scenario, result)), ""]
        if not scenario.compares:
            lines += table([counter.name, str(result.counters[counter.name]), counter.definition]
                            for counter in algorithm.counters)
    if scenario.compares:
        lines += _totals(results)
    why = _clash(scenario, results)
    return "\n".join([*lines, *(["", one_line(why)] if why else [])])


def _clash(scenario: Scenario, results: Sequence[Result]) -> str:
    """Why no placement of mines fits a board, where a run has found none: the numbers that clash. Elsewhere empty."""
    game = scenario.puzzle
    if not isinstance(game, Gnomine) or all(result.answer.outcome != "unsatisfiable" for result in results):
        return ""
    return clash(game)


def _totals(results: Sequence[Result]) -> list[str]:
    """A row for each run, a column for each counter that any of them has."""
    names = list(dict.fromkeys(name for result in results for name in result.counters))
    rows = [["run", "events", *names, "outcome"]]
    for result in results:
        own = {name: str(number) for name, number in result.counters.items()}
        rows.append([result.run.name, str(result.events), *(own.get(name, "—") for name in names),
                     result.answer.outcome])
    return table(rows)


def _chances(result: Result) -> list[str]:
    """Probabilities as the paper on Clue prints them, in rows and columns: O certain, X impossible; an estimate never
    says that much. On a board, where X would look like a mine, in words."""
    marginals: Mapping[str, Mapping[str, float]] = result.answer.as_json(result.hidden).get("marginals", {})
    if not marginals:
        return []
    puzzle = result.run.puzzle
    if isinstance(puzzle, Gnomine):
        return [*table(_risks(puzzle, {x: chances["1"] for x, chances in marginals.items()})), ""]
    found = dict.fromkeys(column for chances in marginals.values() for column in chances)
    columns = puzzle.places if isinstance(puzzle, Clue) else list(found)
    rows = [["", *columns]]
    estimated = result.answer.shares if isinstance(result.answer, SampledMarginals) else ()
    for name, chances in marginals.items():
        open_ = [f"{name}={column}" in estimated or name in estimated for column in columns]
        shown = [chances.get(column, 0.0) for column in columns]
        rows.append([name, *(f"{chance:.2f}" if guess or 0 < chance < 1 else "O" if chance else "X"
                             for chance, guess in zip(shown, open_, strict=True))])
    return [*table(rows), ""]


def _risks(game: Gnomine, risks: Mapping[str, float]) -> list[list[str]]:
    """The fields by how likely a mine is, those that are safe first; row by row where it is the same."""
    alike: dict[float, list[str]] = {}
    for x in filter(risks.__contains__, game.seen):
        alike.setdefault(risks[x], []).append(x)
    return [["no mine" if risk == 0 else "mine" if risk == 1 else f"mine {risk:.3g}", str(len(cells)), " ".join(cells)]
            for risk, cells in sorted(alike.items())]


def _findings(scenario: Scenario, result: Result) -> list[list[str]]:
    """The answer, in rows: on a Gnomine board what was inferred, elsewhere all that is left."""
    answer, hidden = result.answer, result.hidden
    shown: Mapping[str, object] = answer.as_json(hidden)
    if isinstance(scenario.puzzle, Gnomine) and "domains" in shown:
        before, after = scenario.puzzle.domains(), answer.domains
        unknown = [x for x in scenario.puzzle.seen if len(before[x]) > 1]
        groups = {"no mine": (0,), "mine": (1,), "unknown": (0, 1), "contradiction": ()}
        found = {what: [x for x in unknown if after[x] == left] for what, left in groups.items()}
        # What is unknown is seldom news: on a large field, its number will do.
        return [[what, str(len(cells)), " ".join(cells) if what != "unknown" or len(cells) <= _FEW else ""]
                for what, cells in found.items() if cells]
    if "domains" in shown:
        return [[x, _values(left)] for x, left in answer.domains.items() if x not in hidden]
    return [[key, json.dumps(value, ensure_ascii=False)] for key, value in shown.items() if key != "marginals"]


def _values(domain: Domain) -> str:
    return ", ".join(map(str, domain)) or "no value"


# --- check -------------------------------------------------------------------------------------------------------


def check(names: Sequence[str]) -> int:
    """Plays lessons without a window. 0: all hold; 1: an expectation fails; 2: a lesson cannot be read or played."""
    worst = 0
    for path, problem in _chosen(names):
        try:
            if problem is not None:
                raise problem
            scenario = loaded(path)
            warn(scenario)
            with RunProgress().telling():
                played = _played(scenario)
            print(played, flush=True)
        except ScenarioError as error:
            print(f"FAILED {error}", file=sys.stderr, flush=True)
            worst = max(worst, 1 if isinstance(error, ExpectationFailed) else 2)
    return worst


def _played(scenario: Scenario) -> str:
    timelines = open_timelines(scenario)
    if scenario.compares:
        ComparisonDirector(scenario, timelines).play()
    else:
        Director(scenario, timelines[0]).play()
    events = " + ".join(str(timeline.position) for timeline in timelines)
    noun = plural(sum(timeline.position for timeline in timelines), "event")
    return f"ok  {one_line(scenario.name)} ({events} {noun}, {counted(len(scenario.script), 'cue')})"


def _chosen(names: Sequence[str]) -> Iterable[tuple[Path, ScenarioError | None]]:
    """The files that the names, paths and folders stand for, each with what is wrong with its name."""
    if not names:
        yield from ((path, None) for path in lessons())
    for name in names:
        folder = Path(name)
        try:
            if not folder.is_dir():
                yield find(name), None
                continue
            inside = yaml_in(folder)
            if not inside:
                raise ScenarioError(folder, "there is no lesson in this folder; name another")
            yield from ((path, None) for path in inside)
        except OSError as error:
            yield folder, ScenarioError(folder, f"cannot be read ({error.strerror}); name another")
        except ScenarioError as error:
            yield folder, error


# --- list --------------------------------------------------------------------------------------------------------


def listing(what: str | None) -> int:
    """Prints the algorithms, the kinds of puzzle, the lessons, the experiments, or all four."""
    parts: dict[str, Callable[[], list[str]]] = {
        "algorithms": lambda: table((_algorithm_row(algorithm) for algorithm in algorithms().values()), 2),
        "puzzles": lambda: table(([kind.name, kind.title] for kind in puzzles().values()), 2),
        "lessons": _lesson_lines,
        "experiments": _experiment_lines,
    }
    chosen = [what] if what else list(parts)
    texts = ["\n".join([part.capitalize(), *(f"  {line}".rstrip() for line in parts[part]())]) for part in chosen]
    print("\n\n".join(texts))
    return 0


def _lesson_lines() -> list[str]:
    """The lessons under their topics, as the gallery has them; of one that cannot be read, why."""
    cards = [Card.of(path) for path in (*lessons(), *own_lessons())]
    for card in cards:
        with suppress(Exception):  # a fault in Unfog is the card's, too: it must not take the other lessons with it
            card.read()
    lines: list[str] = []
    for topic, indexes in by_topic(cards).items():
        rows = table(([cards[index].path.stem, cards[index].fault or cards[index].title] for index in indexes), 4)
        lines += [*([""] if lines else []), one_line(topic), *(f"  {row}" for row in rows)]
    return lines


def _experiment_lines() -> list[str]:
    from visualizer.terminal.experiments import (
        experiment_lines,  # brings statistics and more, which a window does without
    )

    return experiment_lines(2)


def _algorithm_row(algorithm: Algorithm) -> list[str]:
    options = ", ".join(map(_option_text, algorithm.options.values()))
    return [algorithm.name, f"{algorithm.title}; options: {options or 'none'}; source: {algorithm.source}"]


def _option_text(option: Option) -> str:
    """The option with its default first and, where they are listed, its other values, or its range."""
    if option.range is not None:
        return f"{option.name}: {option.default} ({option.range.least:,} to {option.range.most:,})"
    listed = get_args(option.annotation) if get_origin(option.annotation) is Literal else ()
    default = "[]" if option.default == () else str(option.default)
    return f"{option.name}: {' or '.join([default, *(str(value) for value in listed if value != option.default)])}"
