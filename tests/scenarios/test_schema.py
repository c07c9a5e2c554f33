"""The JSON schema of lessons: it takes every lesson, and refuses what the loader refuses of keys and types."""

from __future__ import annotations

import json
from copy import deepcopy
from typing import Any

import pytest
from jsonschema import Draft202012Validator

from algorithms.core import event_types
from kit.known_lessons import LESSONS
from kit.script_places import CUE_KEYS
from main import ROOT, main
from scenarios.reading import Document
from scenarios.schema import lesson_schema

SCHEMA = Draft202012Validator(lesson_schema())
LESSON: dict[str, Any] = {
    "title": "T", "algorithm": "gac", "options": {"order": "random"}, "seed": 1,
    "puzzle": {"kind": "gnomine", "board": "1 ."},
    "script": [{"when": {"event": "Pruned"}, "say": "x", "expect": {"domains": {"(0,1)": [1]}}},
               {"run": {"to": "end", "speed": 4}, "mark": ["(0,1)"]}],
}


def faults(lesson: object) -> list[str]:
    return [error.message for error in SCHEMA.iter_errors(lesson)]


def changed(path: tuple[str | int, ...], value: object) -> Any:
    """The lesson with another value there; None takes the key away."""
    lesson = deepcopy(LESSON)
    inside: Any = lesson
    for part in path[:-1]:
        inside = inside[part]
    if value is None:
        del inside[path[-1]]
    else:
        inside[path[-1]] = value
    return lesson


def test_every_lesson_keeps_it() -> None:
    assert {path.stem: found for path in LESSONS if (found := faults(Document(path).data))} == {}


def test_it_takes_what_is_right() -> None:
    assert faults(LESSON) == []
    assert faults(changed(("algorithm",), "path-consistency") | {"options": {}}) == []


@pytest.mark.parametrize(("path", "value"), [
    (("titel",), "T"), (("title",), None), (("title",), 3), (("seed",), "one"), (("algorithm",), "gax"),
    (("options", "order"), "backwards"), (("options", "learning"), "none"), (("puzzle", "kind"), None),
    (("puzzle", "kind"), "gnomin"), (("puzzle", "grid"), "1"), (("puzzle", "mines"), "two"),
    (("script", 0, "when", "event"), "Prunde"), (("script", 0, "wen"), {"event": "Pruned"}),
    (("script", 1, "run", "to"), "stop"), (("script", 1, "run", "speed"), 0), (("script", 1, "mark"), "(0,1)"),
    (("script", 0, "expect", "domains"), [1]), (("compare",), [{"algorithm": "gax"}]),
], ids=str)
def test_it_refuses_what_the_loader_refuses(path: tuple[str | int, ...], value: object) -> None:
    assert faults(changed(path, value))


def test_editors_are_told_what_each_key_is() -> None:
    schema = lesson_schema()
    cue = schema["$defs"]["Cue"]["properties"]
    assert cue.keys() == set(CUE_KEYS)
    for name, shape in {**schema["properties"], **cue}.items():
        assert shape.get("description"), f"{name} has no words in the docstring of its class or module"
    assert set(schema["$defs"]["When"]["properties"]["event"]["enum"]) == event_types().keys()


def test_the_file_beside_the_lessons_is_up_to_date() -> None:
    kept = json.loads((ROOT / "scenarios" / "lesson.schema.json").read_text(encoding="utf-8"))
    assert kept == lesson_schema(), "run: .venv/bin/python main.py list schema > scenarios/lesson.schema.json"


def test_every_lesson_names_it() -> None:
    named = "# yaml-language-server: $schema=../lesson.schema.json"
    without = [path.name for path in LESSONS if path.read_text(encoding="utf-8").splitlines()[0] != named]
    assert without == [], f"their first line must be: {named}"


def test_list_prints_it(capsys: pytest.CaptureFixture[str]) -> None:
    assert main(["list", "schema"]) == 0
    assert json.loads(capsys.readouterr().out) == lesson_schema()
