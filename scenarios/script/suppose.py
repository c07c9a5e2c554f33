"""What a cue supposes, thought through on the puzzle as it stands where the cue ends."""

from __future__ import annotations

from collections.abc import Iterator, Mapping
from functools import lru_cache
from typing import Any, Protocol

from algorithms.problems.forms.csp import CSP, Domain, Value, csp_of
from algorithms.problems.forms.supposition import Thought, think
from algorithms.problems.puzzle import Puzzle
from scenarios.reading import Loc, meant


class Position(Protocol):
    """What a thought needs of a state."""

    @property
    def moves(self) -> Any: ...

    def known(self) -> Mapping[str, Domain]: ...


def meant_values(puzzle: Puzzle, supposed: Mapping[str, Value]) -> dict[str, Value]:
    """The values, with the puzzle's own words for them, such as ``mine``, replaced."""
    words: Mapping[str, Value] = getattr(puzzle, "value_words", {})
    return {x: words.get(str(value), value) for x, value in supposed.items()}


def thought_of(puzzle: Puzzle, state: Position, supposed: Mapping[str, Value]) -> Thought:
    """What follows there. Raises SuppositionError where it cannot be supposed."""
    position: Puzzle = puzzle if state.moves is None else state.moves.position()
    return think(_network(_Same(position)), state.known(), meant_values(puzzle, supposed))


class _Same:
    """A puzzle, compared by identity: it may hold what cannot be hashed."""

    def __init__(self, puzzle: Puzzle) -> None:
        self.puzzle = puzzle

    def __hash__(self) -> int:
        return id(self.puzzle)

    def __eq__(self, other: object) -> bool:
        return isinstance(other, _Same) and other.puzzle is self.puzzle


@lru_cache(maxsize=4)
def _network(same: _Same) -> CSP:
    return csp_of(same.puzzle)


def suppose_faults(puzzle: Puzzle, supposed: Mapping[str, Value]) -> Iterator[tuple[Loc, str]]:
    """What is wrong with a supposition, as far as that is known before the run."""
    if not hasattr(puzzle, CSP.method):
        yield (), "this puzzle has no constraint network, and nothing can be supposed; remove it"
        return
    csp = csp_of(puzzle)
    visible = sorted(set(csp.domains) - csp.hidden)
    words = list(getattr(puzzle, "value_words", {}))
    for x, value in meant_values(puzzle, supposed).items():
        if x not in csp.domains or x in csp.hidden:
            yield (x,), f"there is no such variable; {meant(x, visible)}"
        elif value not in csp.domains[x]:
            yield (x,), f"cannot be {value}; {meant(str(value), [*words, *map(str, csp.domains[x])])}"
