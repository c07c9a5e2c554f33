"""A formula that a cue shows, as it is typed: what cannot be one. It is shown in signs, and never worked out."""

from __future__ import annotations

import re
from collections.abc import Iterator
from itertools import pairwise

_TOKENS = re.compile(r"<->|->|<=>|=>|<=|>=|!=|==|[|&=<>,~()]|[^\s|&=<>,~()!-]+|[-!]")
_BETWEEN = frozenset(("<->", "->", "<=>", "=>", "<=", ">=", "!=", "==", "|", "&", "=", "<", ">", ","))
_NOTHING = frozenset(("", "("))  # what an operand cannot be before a sign …
_END = frozenset(("", ")"))  # … and behind one


def formula_faults(formula: str) -> Iterator[str]:
    """What is wrong with it: a sign without what belongs beside it, or a bracket without the other one."""
    tokens = _TOKENS.findall(formula)
    for before, after in pairwise(("", *tokens, "") if tokens else ()):
        if after in _BETWEEN and before in _BETWEEN | _NOTHING | {"~"}:
            yield f"nothing stands before {after!r}{_behind(before)}; write what is meant there, or take the sign out"
            return
        if before in _BETWEEN | {"~"} and after in _END:
            yield f"nothing stands behind {before!r}{_ahead(after)}; write what is meant there, or take the sign out"
            return
    depth = 0
    for token in tokens:
        depth += {"(": 1, ")": -1}.get(token, 0)
        if depth < 0:
            break
    if depth:
        yield f"a {'(' if depth > 0 else ')'} has no {')' if depth > 0 else '('}; add it, or take the other one out"
    elif alone := re.search(r"(\w*)([_^])(?=[\s|&=<>,)]|$)", formula):
        yield f"nothing stands behind {alone[0]!r}; write x_1 or n^2, or take the {alone[2]} out"


def _behind(token: str) -> str:
    return f", right behind {token!r}" if token else " at the beginning"


def _ahead(token: str) -> str:
    return f", right before {token!r}" if token else " at the end"
