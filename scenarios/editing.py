"""The puzzle of a lesson as a text that can be changed: with its algorithm and options, read again as a new run."""

from __future__ import annotations

import json
from collections.abc import Mapping
from typing import Any

import yaml

from algorithms.problems.puzzle import Puzzle, PuzzleError, spelled
from scenarios.loader import Scenario, load
from scenarios.reading import one_line

_WIDE = 100  # columns that a line is broken at
_MOST = 200_000  # characters of a text that is made in a moment
_HEAD = ("algorithm", "options", "seed", "apply", "chart")  # what stands beside the puzzle


class _Dumper(yaml.SafeDumper):
    """Writes texts of several lines as such, without references to what came before."""

    def ignore_aliases(self, data: Any) -> bool:
        return True


def _text(dumper: yaml.SafeDumper, value: str) -> yaml.Node:
    return dumper.represent_scalar("tag:yaml.org,2002:str", value, style="|" if "\n" in value.strip("\n") else None)


_Dumper.add_representer(str, _text)


class TooLargeError(Exception):
    """A puzzle of which no text is made that people could change."""


def puzzle_text(scenario: Scenario) -> str:
    """The puzzle, all written out, and what runs on it. Raises TooLargeError."""
    document, kind = scenario.document, scenario.puzzle_kind
    keys: Mapping[str, Any] | None = spelled(scenario.puzzle)
    puzzle = dict(document.puzzle) if keys is None else {"kind": kind, **keys}
    return _dumped({"puzzle": puzzle, **{key: document.data[key] for key in _HEAD if key in document.data}})


def with_puzzle(text: str, kind: str, puzzle: Puzzle) -> str:
    """A text that can be read, with another puzzle in it. Raises TooLargeError; PuzzleError where the puzzle cannot be
    written out."""
    keys = spelled(puzzle)
    if keys is None:
        raise PuzzleError("this puzzle cannot be written out; change its text")
    return _dumped({**yaml.safe_load(text), "puzzle": {"kind": kind, **keys}})


def _dumped(data: Mapping[str, Any]) -> str:
    if len(json.dumps(data, default=str)) > _MOST:
        raise TooLargeError("This puzzle is too large to be changed here; change its file, and open that.")
    return as_yaml(data).rstrip("\n")


def as_yaml(data: Mapping[str, Any]) -> str:
    """As somebody would write it: texts of several lines as such, short lists on a line."""
    return yaml.dump(_plain(data), Dumper=_Dumper, allow_unicode=True, sort_keys=False, default_flow_style=None,
                     width=_WIDE)


def _plain(value: Any) -> Any:
    """Without tuples, and without blanks at the ends of lines, for which a block of text has no use."""
    if isinstance(value, Mapping):
        return {key: _plain(part) for key, part in value.items()}
    if isinstance(value, list | tuple):
        return [_plain(part) for part in value]
    return "\n".join(line.rstrip() for line in value.strip("\n").split("\n")) if isinstance(value, str) else value


def lesson_text(title: str, text: str, more: Mapping[str, Any] | None = None) -> str:
    """A lesson of that title, with more keys, such as a script; its text begins on the second line."""
    keys = yaml.safe_dump(_plain(more), allow_unicode=True, sort_keys=False, width=110) if more else ""
    return f"title: {json.dumps(one_line(title), ensure_ascii=False)}\n{text.rstrip()}\n{keys}"


def edited(scenario: Scenario, title: str, text: str) -> Scenario:
    """What the changed text says. Raises ScenarioError, whose line counts from the first one of the text."""
    return load(scenario.path.with_name(f"{scenario.name}-edited.yaml"), lesson_text(title, text))
