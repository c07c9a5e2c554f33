"""The commands that need no window: run, check and list. Nothing here imports pygame."""

from __future__ import annotations

import importlib.util
import json
import sys
import time
from collections.abc import Iterable, Mapping, Sequence
from contextlib import nullcontext
from dataclasses import dataclass
from pathlib import Path
from typing import Any

from algorithms.answers import Answer
from algorithms.core import AlgorithmError
from algorithms.problems.rows import why_nothing_fits
from algorithms.totals import Totals
from algorithms.words import counted, plural
from scenarios.learners import TRIED, seed_of
from scenarios.loader import Scenario, find, lessons, load, yaml_in
from scenarios.reading import ScenarioError, one_line
from scenarios.runs import AlgorithmRun
from scenarios.script.comparison import ComparisonDirector
from scenarios.script.director import Director, ExpectationFailed
from scenarios.script.walk import Walk
from scenarios.timeline import Timeline
from scenarios.writing import written
from visualizer.runs.comparison import open_timelines
from visualizer.runs.hunting import check_bugs
from visualizer.runs.question_faults import check_questions
from visualizer.runs.states import State
from visualizer.terminal.run_progress import RunProgress
from visualizer.terminal.tables import table
from visualizer.terminal.traces import Teller, teller


@dataclass(frozen=True)
class Result:
    """A run without a window: the answer, the counters by name, how many events there were, how long it took."""

    run: AlgorithmRun
    answer: Answer
    counters: Mapping[str, int]
    events: int
    seconds: float

    @property
    def hidden(self) -> frozenset[str]:
        """The variables of the form that are not the puzzle's; a form may do without such."""
        hidden: frozenset[str] = getattr(self.run.form(), "hidden", frozenset())
        return hidden


def run(lesson: str, as_json: bool, events: Path | None, name: str | None = None) -> int:
    """Runs a lesson's algorithm to its end and prints the answer and the counters; with the puzzle of somebody of that
    name."""
    scenario = loaded(find(lesson), name)
    warn(scenario)
    with written(events, inputs=scenario.document.files) if events else nullcontext() as file:
        tell = teller(scenario, file, events.suffix) if events and file else None
        results = [_drain(scenario, run, tell) for run in scenario.runs]
    print(_json_line(_as_json(scenario, results)) if as_json else _summary(scenario, results))
    return 0


def _json_line(value: object) -> str:
    """JSON for standard output; in ASCII where its encoding, or a terminal, would not leave it as it is."""
    line, encoding = json.dumps(value, ensure_ascii=False), sys.stdout.encoding or "utf-8"
    return line if line.isprintable() and encoding.lower().startswith("utf") else json.dumps(value)

def loaded(path: Path, name: str | None = None) -> Scenario:
    """The scenario in a file, as somebody of that name has it; tells how far it is where a puzzle takes long to make.
    Raises ScenarioError, also for a name where all have the same."""
    with RunProgress().telling():
        scenario = load(path, seed=seed_of(name or ""))
    if name is not None and not scenario.of_name:
        raise ScenarioError(path, "is the same for each name; write seed: name into it, or leave the name out")
    return scenario


def warn(scenario: Scenario) -> None:
    """Says on standard error what was odd in the puzzle's text, a line each."""
    for warning in scenario.warnings:
        print(f"unfog: warning: {warning}", file=sys.stderr, flush=True)


def _drain(scenario: Scenario, run: AlgorithmRun, tell: Teller | None) -> Result:
    """Runs it to its end; where it takes long, tells how far it is, and what would be quicker."""
    progress = RunProgress(run.algorithm.quicker(run.options))
    with progress.telling():
        return _drained(scenario, run, tell, progress)


def _drained(scenario: Scenario, run: AlgorithmRun, tell: Teller | None, progress: RunProgress) -> Result:
    totals = Totals(run.algorithm.counters)
    steps = run.steps(drained=True)
    began = time.perf_counter()
    index = 0
    while True:
        try:
            event = next(steps)
        except AlgorithmError as error:
            raise _cannot(scenario, run, error) from None
        except StopIteration as stop:
            return Result(run, stop.value, totals.numbers, index, time.perf_counter() - began)
        totals.add(event)
        if tell is not None:
            tell(index, event, run.name)
        index += 1
        progress.tell(index)


def _cannot(scenario: Scenario, run: AlgorithmRun, error: AlgorithmError) -> ScenarioError:
    """Why a run cannot go on, at its option in the lesson, or else at its algorithm; a file of a puzzle has neither."""
    if scenario.bare:
        return ScenarioError(scenario.path, str(error))
    at = ("compare", scenario.runs.index(run)) if scenario.compares else ()
    option = scenario.document.loc((*at, "options"), error.key)
    return scenario.document.error(option if error.key in option else (*at, "algorithm"), str(error))


def _as_json(scenario: Scenario, results: Sequence[Result]) -> dict[str, object]:
    """The answer and the counters of each run, with a name where runs are compared, and a proof where there is one;
    before them, where nothing fits the puzzle, why."""
    why = _clash(scenario, results)
    return {"lesson": scenario.name, **({"contradiction": why} if why else {}), "runs": [{
        **({"name": result.run.name} if scenario.compares else {}),
        "algorithm": result.run.algorithm.name,
        "outcome": result.answer.outcome,
        "answer": result.answer.as_json(result.hidden),
        **({"proof": proof} if (proof := result.answer.proof(result.hidden)) else {}),
        "counters": result.counters,
        "events": result.events,
        "seconds": result.seconds,
    } for result in results]}


def _summary(scenario: Scenario, results: Sequence[Result]) -> str:
    """What was found, and what it took; of runs that are compared, the totals in one table."""
    lines = [one_line(f"{scenario.title} ({scenario.name})")]
    for result in results:
        algorithm = result.run.algorithm
        name = ", ".join(dict.fromkeys((*([result.run.label] if scenario.compares else []), algorithm.title)))
        took = f"after {counted(result.events, 'event')} in {result.seconds:.2f} s"
        lines += [f"{one_line(name)}: {result.answer.outcome} {took}", ""]
        for rows in result.answer.tables(result.run.puzzle, result.hidden):
            lines += [*table(rows), ""]
        if not scenario.compares:
            lines += table([counter.name, str(result.counters[counter.name]), counter.definition]
                            for counter in algorithm.counters)
    if scenario.compares:
        lines += _totals(results)
    why = _clash(scenario, results)
    return "\n".join([*lines, *(["", one_line(why)] if why else [])])


def _clash(scenario: Scenario, results: Sequence[Result]) -> str:
    """Why nothing fits the puzzle, where a run has found that; elsewhere empty."""
    found = any(result.answer.outcome == "unsatisfiable" for result in results)
    return why_nothing_fits(scenario.puzzle) if found else ""


def _totals(results: Sequence[Result]) -> list[str]:
    """A row for each run, a column for each counter that any of them has."""
    names = list(dict.fromkeys(name for result in results for name in result.counters))
    rows = [["run", "events", *names, "outcome"]]
    for result in results:
        own = {name: str(number) for name, number in result.counters.items()}
        rows.append([result.run.label, str(result.events), *(own.get(name, "—") for name in names),
                     result.answer.outcome])
    return table(rows)


# --- check -------------------------------------------------------------------------------------------------------


def check(names: Sequence[str], learners: Sequence[str] = ()) -> int:
    """Plays lessons without a window; those of which each learner has another one for several ``learners``. 0: all
    hold; 1: an expectation fails; 2: a lesson cannot be read or played."""
    worst, of_name = 0, False
    for path, problem in _chosen(names):
        try:
            if problem is not None:
                raise problem
            scenario = loaded(path)
            if scenario.of_name:
                of_name = True
                print(played_by_all(path, learners or TRIED), flush=True)
                continue
            warn(scenario)
            with RunProgress().telling():
                _, ends = _play(scenario)
            print(_ok(scenario, ends), flush=True)
        except ScenarioError as error:
            print(f"FAILED {error}", file=sys.stderr, flush=True)
            worst = max(worst, 1 if isinstance(error, ExpectationFailed) else 2)
    if learners and not of_name and not worst:
        print("unfog: no lesson here is another one for each name; write seed: name into it, or leave --names out",
              file=sys.stderr, flush=True)
        worst = 2
    return worst


def played_by_all(path: Path, learners: Sequence[str]) -> str:
    """Plays a lesson as each of these learners has it. Raises ScenarioError, with the name of the first for whom it
    does not hold; and where all have the same."""
    events, found = list[int](), set[int]()
    for learner in learners:
        try:
            scenario = loaded(path, learner)
            with RunProgress().telling():
                timelines, ends = _play(scenario)
            events.append(sum(ends))
            found.add(hash(repr((scenario.puzzle, [timeline.events for timeline in timelines]))))
        except ScenarioError as error:
            error.message += f" (for {f'the name {learner}' if learner else 'nobody, seed 0'})"
            raise
    if len(learners) > 1 and len(found) == 1:
        raise scenario.document.error(("seed",), "is made of the name, and with each that was tried puzzle and run are "
                                      "the same; take a random puzzle without a seed of its own, or an algorithm that "
                                      "draws")
    return (f"ok  {one_line(scenario.name)} ({min(events)} to {max(events)} events, "
            f"{counted(len(scenario.script), 'cue')}, {counted(len(learners), 'name')})")


def _play(scenario: Scenario) -> tuple[Sequence[Timeline[State]], Sequence[int]]:
    """Plays a script and checks its questions; its runs, and where they are at its end."""
    timelines = open_timelines(scenario, drained=True)
    walk: Walk[Any]
    if scenario.compares:
        walk = ComparisonDirector(scenario, timelines)
        walk.play()
    else:
        walk = director = Director(scenario, timelines[0])
        director.play()
        check_bugs(scenario, director)
    for doubt in check_questions(scenario, walk):
        print(f"unfog: warning: {doubt}", file=sys.stderr, flush=True)
    ends = [timeline.position for timeline in timelines]
    _warn_of_long_words(scenario, walk, timelines)
    return timelines, ends


def _ok(scenario: Scenario, ends: Sequence[int]) -> str:
    events, noun = " + ".join(map(str, ends)), plural(sum(ends), "event")
    return f"ok  {one_line(scenario.name)} ({events} {noun}, {counted(len(scenario.script), 'cue')})"


def _warn_of_long_words(scenario: Scenario, walk: Walk[Any], timelines: Sequence[Timeline[State]]) -> None:
    """Says of each cue what has no room on the stage; where letters cannot be measured, nothing."""
    if importlib.util.find_spec("PIL") is None:
        return
    from visualizer.stage.room import MOST_LETTERS, without_room  # takes a while to load

    for cue, key in without_room(scenario, walk, timelines):
        error = scenario.document.error(("script", cue, key), f"is too long: a class reads at most {MOST_LETTERS} "
                                        "letters at once, and 1280×800 may have room for fewer; say it in two cues")
        print(f"unfog: warning: {error}", file=sys.stderr, flush=True)


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
