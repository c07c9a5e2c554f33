"""`run --events`: every event is a line of JSON, whatever lesson it is of, and whatever its fields hold."""

from __future__ import annotations

import csv
import json
import re
from dataclasses import fields
from fractions import Fraction
from functools import cache
from pathlib import Path
from typing import Any, NoReturn

import pytest
from hypothesis import HealthCheck, given, settings
from hypothesis import strategies as st

from algorithms.core import Event, algorithms, event_types
from algorithms.problems.clue.facts import LogLine
from algorithms.vocabulary import events_named
from kit.known_lessons import LESSONS, known, recorded
from main import main
from scenarios.loader import find
from visualizer.runs.bugs import bugs_of
from visualizer.runs.choosing import choices_of
from visualizer.runs.questions import questions_of
from visualizer.terminal.event_list import event_lines
from visualizer.terminal.traces import cell, event_line, plain

Out = pytest.CaptureFixture[str]
FEW = 100  # events of a kind that are looked at in a run
HEAD = {"run", "index", "event", "say"}  # what each line has beside the fields
algorithms()  # imports all that there are
OURS = [kind for _, kind in sorted(event_types().items()) if kind.__module__.startswith("algorithms.")]
MADE = {kind.__name__: st.builds(kind) for kind in OURS}  # to make a strategy costs more than to draw from it


def no_json(constant: str) -> NoReturn:
    raise AssertionError(f"{constant} is no JSON")


def read(line: str) -> Any:
    """As strict a reader as any: no NaN, no Infinity."""
    return json.loads(line, parse_constant=no_json)


def expected(value: object) -> object:
    """What the README promises of a field."""
    if isinstance(value, Fraction):
        return float(value)
    if isinstance(value, tuple):
        return [expected(part) for part in value]
    if isinstance(value, LogLine):
        given = {field.name: getattr(value, field.name) for field in fields(value)}
        return {name: expected(part) for name, part in given.items() if part is not None}
    assert value is None or isinstance(value, str | int | float), value
    return value


def fields_of(line: str, kind: str) -> set[str]:
    """The fields of an event, read from its line, which has a sentence as well."""
    event = read(line)
    assert event["event"] == kind
    assert isinstance(event["say"], str)
    return set(event) - HEAD


@pytest.mark.parametrize("path", LESSONS, ids=lambda path: path.stem)
def test_the_events_of_every_lesson_are_lines_of_json(path: Path) -> None:
    """Of each kind as many as differ in more than their numbers: the first, the last, and some between. And each kind
    is among those that ``list events`` says the algorithm can yield."""
    for run, timeline in zip(known(path).runs, recorded(path), strict=True):
        listed = events_named(run.algorithm)
        others = [kind for kind in timeline.kinds() if listed.get(kind.__name__) is not kind]
        assert all(kind.__module__.endswith(".games") for kind in others)  # apply: true makes moves
        for kind in timeline.kinds():
            places = timeline.positions(kind)
            for index in (*places[:: 1 + len(places) // FEW], places[-1]):
                event = timeline.events[index]
                assert isinstance(event, kind)
                names = {field.name for field in fields(event)}
                assert fields_of(event_line(index, event, None), type(event).__name__) == names


@pytest.mark.parametrize("name", ["where-gac-must-stop", "order-does-not-matter", "table-1-row-by-row"])
def test_a_file_of_events_has_all_of_them_in_their_order(name: str, tmp_path: Path, capsys: Out) -> None:
    path, out = find(name), tmp_path / "events.jsonl"
    assert main(["run", name, "--json", "--events", str(out)]) == 0
    lines = [read(line) for line in out.read_text(encoding="utf-8").splitlines()]
    runs = read(capsys.readouterr().out)["runs"]
    assert lines
    assert [(line.get("run"), line["index"], line["event"], line["say"]) for line in lines] == [
        (run.name if known(path).compares else None, index, type(event).__name__, event.sentence())
        for run, timeline in zip(known(path).runs, recorded(path), strict=True)
        for index, event in enumerate(timeline.events)]
    assert [run["events"] for run in runs] == [len(timeline.events) for timeline in recorded(path)]


@cache
def _numbers_are_finite() -> None:
    """Where types say what is drawn; hypothesis forgets all that it has made of types when it is told."""
    st.register_type_strategy(float, st.floats(allow_nan=False, allow_infinity=False))
    st.register_type_strategy(Fraction, st.fractions(-1000, 1000))


@pytest.mark.parametrize("kind", OURS, ids=lambda kind: kind.__name__)
@settings(max_examples=5, deadline=None, suppress_health_check=[HealthCheck.too_slow])
@given(data=st.data())
def test_any_event_is_a_line_of_json(kind: type[Event], data: st.DataObject) -> None:
    """Also those that no lesson has: of any values that their types allow."""
    _numbers_are_finite()
    event = data.draw(MADE[kind.__name__])
    values = {field.name: getattr(event, field.name) for field in fields(event)}
    assert not HEAD & values.keys(), "a field would hide what each line has"
    assert read(json.dumps(values, default=plain)) == {name: expected(value) for name, value in values.items()}


def read_cell(text: str) -> Any:
    """As the README says."""
    try:
        return read(text)
    except ValueError:
        return text


@given(st.recursive(st.none() | st.booleans() | st.integers() | st.floats(allow_nan=False, allow_infinity=False)
                    | st.text(), lambda inner: st.lists(inner, max_size=3)))
def test_a_cell_of_a_table_can_be_read_again(value: object) -> None:
    assert cell(value) != ""
    assert read_cell(cell(value)) == value


@pytest.mark.parametrize("name", ["where-gac-must-stop", "two-constraints-at-a-time", "order-does-not-matter",
                                  "a-wrong-flag-again"])
def test_a_table_has_what_the_lines_have(name: str, tmp_path: Path, capsys: Out) -> None:
    for ending in ("jsonl", "csv"):
        assert main(["run", name, "--events", str(tmp_path / f"x.{ending}")]) == 0
    lines = [read(line) for line in (tmp_path / "x.jsonl").read_text(encoding="utf-8").splitlines()]
    with (tmp_path / "x.csv").open(encoding="utf-8", newline="") as file:
        rows = list(csv.DictReader(file))
    compared = "run" in lines[0]
    assert len(rows) == len(lines)
    for row, line in zip(rows, lines, strict=True):
        found = {key: text if key in ("run", "event", "say") else read_cell(text) for key, text in row.items()
                 if text or key == "say"}
        if not compared:
            del found["run"]
        assert found == line


def test_there_are_many_kinds_of_events() -> None:
    assert len(OURS) > 100
    assert {"Scored", "LineEntered", "LineCorrected"} <= {kind.__name__ for kind in OURS}


def test_a_score_is_a_number_and_a_line_of_the_log_is_as_in_lessons(tmp_path: Path, capsys: Out) -> None:
    """The weighted degrees of dom/wdeg are fractions; a row of the paper's Table 1."""
    for name in ("57-rivals", "72-table-1-row-by-row"):
        assert main(["run", name, "--events", str(tmp_path / name)]) == 0
    rivals = [read(line) for line in (tmp_path / "57-rivals").read_text(encoding="utf-8").splitlines()]
    scores = [(event["score"], event["say"]) for event in rivals if event["event"] == "Scored"]
    broken = [(score, say) for score, say in scores if isinstance(score, float) and score % 1]
    assert broken
    assert all(score == pytest.approx(float(Fraction(say.rstrip(".").split()[-1]))) for score, say in broken)
    rows = [read(line) for line in (tmp_path / "72-table-1-row-by-row").read_text(encoding="utf-8").splitlines()]
    first = next(row for row in rows if row["event"] == "LineEntered")
    assert first["line"] == {"cards": ["sc", "re", "ba"], "suggest": "mu", "refute": "sc", "shown": "ba"}


def test_a_type_that_json_lacks_is_a_fault_of_the_event() -> None:
    with pytest.raises(TypeError, match="set has no form in JSON"):
        json.dumps({1, 2}, default=plain)


@pytest.mark.parametrize("name", ["cdcl", "gac", "cbj", "dancing-links", "auto-player"])
def test_list_events_says_what_is_asked_what_may_be_wrong_and_what_can_be_chosen(name: str) -> None:
    algorithm = algorithms()[name]
    *rows, _, _, _, chosen = event_lines(name)
    marks = {row.split()[0]: set(re.findall(r"\[(?:asked: )?([^\]]*)\]", row)) for row in rows}
    for kind, own in events_named(algorithm).items():
        asked = {askable.field for askable in questions_of(algorithm).askables
                 if any(about.__name__ == kind for about in askable.events)}
        wrong = {"may be a bug"} if own in bugs_of(algorithm).checks else set[str]()
        assert marks.get(kind, set()) == asked | wrong or not own.say
    assert all(kind in chosen for kind in choices_of(algorithm))
    assert ("nothing" in chosen) == (not algorithm.chooses)
