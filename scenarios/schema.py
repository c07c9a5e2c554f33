"""A JSON schema of lessons, generated from what reads them, so that an editor completes and checks while one writes.

``scenarios/lesson.schema.json`` is this, and lessons name it in their first line; ``list schema`` prints it.
"""

from __future__ import annotations

import re
from collections.abc import Iterable, Mapping
from typing import Any

from pydantic import ConfigDict, create_model
from pydantic.json_schema import models_json_schema

from algorithms.core import Algorithm, algorithms, event_types
from algorithms.problems.puzzle import PuzzleKind, puzzles
from scenarios.reading import Types, keywords
from scenarios.script import asking, cues, hunts
from scenarios.sheet import Sheet

Schema = dict[str, Any]
_REF = "#/$defs/{model}"


def lesson_schema() -> Schema:
    """The schema, in the draft of 2020-12. Each algorithm has its own options, each kind of puzzle its own keys."""
    models = {"lesson": _model("lesson", keywords(Sheet))}
    models |= {f"puzzle-{name}": _model(f"puzzle-{name}", keywords(kind.read)) for name, kind in puzzles().items()}
    models |= {f"options-{name}": _model(f"options-{name}", _options(known)) for name, known in algorithms().items()}
    _, shapes = models_json_schema([(model, "validation") for model in models.values()], ref_template=_REF)
    defs: dict[str, Schema] = shapes["$defs"]
    lesson = defs.pop("lesson")
    defs["Compared"]["properties"]["algorithm"] = {"enum": list(algorithms())}
    defs["Compared"]["allOf"] = lesson["allOf"] = _by_algorithm()
    lesson["properties"]["algorithm"] = {"enum": list(algorithms())}
    lesson["properties"]["puzzle"] = _any_puzzle(defs)
    lesson["properties"]["options"] = {"type": "object"}
    for name in ("When", "Expect", "Expectation", "Planting"):
        defs[name]["properties"]["event"]["enum"] = sorted(event_types())
    _describe(defs["Cue"], cues.__doc__ or "")
    _describe(defs["Ask"], asking.__doc__ or "")
    _describe(defs["Planting"], hunts.__doc__ or "")
    _describe(lesson, Sheet.__doc__ or "")
    return {"$schema": "https://json-schema.org/draft/2020-12/schema", "title": "A lesson of Unfog", **lesson,
            "$defs": dict(sorted(defs.items()))}


def _model(name: str, types: Types) -> Any:
    """What pydantic makes of some keys; the types are those by which a lesson is checked when it is read."""
    given: dict[str, Any] = {key: (kind, ... if needed else None) for key, (kind, needed) in types.items()}
    return create_model(name, __config__=ConfigDict(extra="forbid", strict=True), **given)


def _options(algorithm: Algorithm) -> Types:
    """Those of the algorithm, and those of the forms that it gets puzzles in, which an author gives beside them."""
    methods = [getattr(kind.type, algorithm.solves.method, None)  # type: ignore[attr-defined]
               for kind in puzzles().values()]
    shapes: dict[str, Any] = {}
    for method in filter(None, methods):
        for key, (shape, _) in keywords(method).items():
            shapes[key] = shape if key not in shapes else shapes[key] | shape  # puzzles have values of their own
    shapes |= {name: option.annotation for name, option in algorithm.options.items()}
    return {key: (shape, False) for key, shape in shapes.items()}


def _by_algorithm() -> list[Schema]:
    """What may stand under ``options``, for each algorithm."""
    return [{"if": {"properties": {"algorithm": {"const": name}}, "required": ["algorithm"]},
             "then": {"properties": {"options": {"$ref": f"#/$defs/options-{name}"}}}} for name in algorithms()]


def _any_puzzle(defs: dict[str, Schema]) -> Schema:
    """One of the kinds, with its own keys; some may have their text in a file beside the lesson."""
    for name, kind in puzzles().items():
        own = defs[f"puzzle-{name}"]
        own["properties"] = {"kind": {"const": name}, **own.get("properties", {}), **_file(kind)}
        if _file(kind):  # the text may stand there
            own["required"] = [key for key in own.get("required", ()) if key != getattr(kind.type, "text_key", "")]
    return {"type": "object", "required": ["kind"], "properties": {"kind": {"enum": list(puzzles())}},
            "allOf": [{"if": {"properties": {"kind": {"const": name}}}, "then": {"$ref": f"#/$defs/puzzle-{name}"}}
                      for name in puzzles()]}


def _file(kind: PuzzleKind) -> Mapping[str, Schema]:
    has_text = getattr(kind.type, "text_key", None) is not None
    return {"file": {"type": "string", "description": "a file beside the lesson, or below it"}} if has_text else {}


def _describe(shape: Schema, text: str) -> None:
    """Gives keys the words that a list in ``text`` has for them, a line or more each."""
    listed: Iterable[tuple[str, str]] = re.findall(r"^ {4}(\w+) +(\S.*(?:\n {8,}\S.*)*)", text, re.MULTILINE)
    for name, words in listed:
        if name in shape["properties"]:
            shape["properties"][name]["description"] = " ".join(words.split())
