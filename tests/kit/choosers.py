"""Somebody who chooses: anything that is offered, and remembers what was offered."""

from __future__ import annotations

from collections.abc import Sequence
from random import Random
from typing import Any


class Whatever:
    """Takes any candidate, as ``rng`` has it; ``offered`` are the kinds of choices, with how many candidates."""

    def __init__(self, rng: Random) -> None:
        self.rng = rng
        self.offered: list[tuple[str, int]] = []

    def __call__(self, kind: str, candidates: Sequence[Any], preferred: Any) -> Any:
        assert preferred in candidates
        self.offered.append((kind, len(candidates)))
        return self.rng.choice(candidates)


class Usual:
    """Takes what the algorithm prefers, as nobody would: but the algorithm is asked to choose."""

    def __call__(self, kind: str, candidates: Sequence[Any], preferred: Any) -> Any:
        assert preferred in candidates, kind
        return preferred


usual = Usual()
