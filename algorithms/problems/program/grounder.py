"""The process that grounds a program: text comes in, ground rules go out, both as JSON.

It is a process of its own, since clingo cannot be interrupted while it grounds, and a program may have no end. This is
run as a script, by :mod:`algorithms.problems.program.grounding`, which has looked at the text before.
"""

from __future__ import annotations

import json
import sys
from collections.abc import Sequence
from contextlib import suppress
from typing import Any

_MEMORY = 2 << 30  # bytes
_LONGEST = 200  # characters of an atom


class TooManyError(Exception):
    """It grounds to more rules than there may be."""


def ground(text: str, most: int) -> dict[str, Any]:
    """The ground rules of a program: a list of choice?, heads, body, and the atoms by number; or what clingo says."""
    from clingo import Control  # takes a moment to load
    from clingo.backend import Observer

    rules: list[tuple[bool, list[int], list[int]]] = []
    said: list[str] = []

    class Rules(Observer):
        """Takes the rules while clingo makes them."""

        def rule(self, choice: bool, head: Sequence[int], body: Sequence[int]) -> None:
            rules.append((choice, list(head), list(body)))
            if len(rules) > most:
                raise TooManyError

    control = Control(["--warn=none", "--warn=operation-undefined"], logger=lambda _, message: said.append(message))
    control.register_observer(Rules())
    try:
        control.add("base", [], text)
        control.ground([("base", [])])
    except TooManyError:
        return {"error": "too many"}
    except RuntimeError as error:
        return {"error": str(error), "said": said}
    atoms = {atom.literal: str(atom.symbol) for atom in control.symbolic_atoms}
    if any(len(atom) > _LONGEST for atom in atoms.values()):
        return {"error": "too long"}
    return {"rules": rules, "atoms": atoms, "said": said}


def limit_memory() -> None:
    """Not more than a computer has, where the system can hold a process to it."""
    with suppress(ImportError, ValueError, OSError):
        from resource import RLIMIT_AS, getrlimit, setrlimit

        hard = getrlimit(RLIMIT_AS)[1]
        setrlimit(RLIMIT_AS, (_MEMORY, hard))


if __name__ == "__main__":
    limit_memory()
    given = json.load(sys.stdin)
    json.dump(ground(given["text"], given["most"]), sys.stdout)
