"""What is wrong with a file that is not YAML, where, and what mends it."""

from __future__ import annotations

from typing import Any

import yaml


def malformed(error: yaml.MarkedYAMLError, text: str, loader: Any) -> tuple[str, int]:
    """The message, and the line, from 1; 0 where that is not known."""
    mark = error.problem_mark or error.context_mark
    line = 0 if mark is None else mark.line + 1
    opened = _left_open(text, line, loader)
    if opened:
        end = f"line {line}" if line <= len(text.splitlines()) else "the end"
        said = f"is not YAML: the text in quotes that begins here goes on to {end}; close its quotes where it ends"
        return said, opened
    problem = ", ".join(filter(None, (error.context, error.problem)))
    mend = "check indentation, colons and quotes here"
    if "start any token" in problem:
        mend = "write spaces, not tabs, and put text with special characters in quotes"
    return f"is not YAML: {problem}; {mend}", line


def _left_open(text: str, line: int, loader: Any) -> int:
    """The line where a text in quotes begins that ends in another one, ``line``, or not at all; 0 if there is none."""
    begins = 0
    try:
        for token in yaml.scan(text, Loader=loader):
            if token.start_mark.line >= line:
                break
            if isinstance(token, yaml.ScalarToken) and token.style in ("'", '"'):
                begins = token.start_mark.line + 1 if token.start_mark.line + 1 < line == token.end_mark.line + 1 else 0
    except yaml.MarkedYAMLError as error:
        if "quoted scalar" in (error.context or "") and error.context_mark is not None:
            return int(error.context_mark.line) + 1
    return begins
