"""What tests of one family declare for tests that go over all families, so that a new one adds a file and changes none.

A table of the module, in any ``test_*.py``, under one of these names:

    CHOICES_HELD = {"bt", "bj"}          algorithms that ask ``choose``: the file holds that whatever is chosen leads to
                                         an answer of the same kind
    REFUSES = {"dpll"}                   algorithms that say no to what is too large for them, and what to use
    TRIES_ALL = {"mrv-plus"}             algorithms that go through all assignments, and so may take for ever
    GIVES_UP = {"mutate"}                algorithms that may stop without an answer, and never say that there is none
    NO_NUMBERS = {"arcs": {r"0": "a value"}}
                                         by family, or by the function that draws them on a board: digits that are no
                                         numbers to be asked for, as the kit masks them (0 is any number, x a word with
                                         digits, # a number that can be asked for), and what they are
"""

from __future__ import annotations

import ast
from functools import cache
from pathlib import Path
from typing import Any

TESTS = Path(__file__).parents[1]


@cache
def declared(name: str, tests: Path = TESTS) -> dict[Path, Any]:
    """The tables of that name, by the files that they stand in. Read, not imported: who imports a test file twice has
    its tests twice. ValueError for a table that is no literal."""
    found = {}
    for path in sorted(tests.rglob("test_*.py")):
        text = path.read_text(encoding="utf-8")
        for node in ast.parse(text).body if name in text else ():
            if not isinstance(node, ast.Assign | ast.AnnAssign) or _named(node) != name or node.value is None:
                continue
            try:
                found[path] = ast.literal_eval(node.value)
            except ValueError:
                raise ValueError(f"{path}:{node.lineno}: {name} is read, not run; write all of it out, or take another "
                                 "name (tests/kit/declared.py)") from None
    return found


def _named(node: ast.Assign | ast.AnnAssign) -> str:
    """What is assigned to, be it with its type."""
    return ast.unparse(node.target if isinstance(node, ast.AnnAssign) else node.targets[0])


def all_declared(name: str, tests: Path = TESTS) -> set[str]:
    """What all sets of that name have in them."""
    return set().union(*declared(name, tests).values())
