"""What cannot be read as a puzzle, and what is said of it."""

from __future__ import annotations

from collections.abc import Callable

import pytest

from algorithms.problems.puzzle import PuzzleError


def refuses(read: Callable[..., object], says: str, key: str, line: int = 0, **given: object) -> None:
    """It is refused in one line, of a key, and of a line in that key's text."""
    with pytest.raises(PuzzleError) as caught:
        read(**given)
    assert says in str(caught.value)
    assert (caught.value.key, caught.value.line) == (key, line)
    assert "\n" not in str(caught.value)
    assert len(str(caught.value)) < 250
