"""What a puzzle is, and the registry that finds one in each file of this package.

A puzzle knows its rules, its text format (the keyword parameters of ``read``), its geometry (``layout``) and the forms
that it can be put in (``as_csp`` and so on)::

    @puzzle("queens", title="Queens")
    @dataclass(frozen=True)
    class Queens:
        size: int

        @classmethod
        def read(cls, *, size: int) -> "Queens": ...      # puzzle: {kind: queens, size: 8}
        def layout(self) -> Layout: ...
        def as_csp(self) -> CSP: ...
"""

from __future__ import annotations

from collections.abc import Callable, Mapping, Sequence
from dataclasses import dataclass
from math import ceil, sqrt
from typing import Any, Protocol, TypeVar

from algorithms.discovery import import_all


class PuzzleError(ValueError):
    """A puzzle that cannot be. ``key`` is the parameter of ``read`` at fault (``random.mines`` inside a nested one),
    ``line`` the line within its text, from 0."""

    def __init__(self, message: str, *, key: str = "", line: int = 0) -> None:
        super().__init__(message)
        self.key = key
        self.line = line


@dataclass(frozen=True)
class Layout:
    """Where a puzzle's variables lie, in units of one cell: ``places`` are the top left corners (column, row)."""

    columns: float
    rows: float
    places: Mapping[str, tuple[float, float]]


def row_by_row(names: Sequence[str], across: float, down: float) -> Layout:
    """Variables on a grid about as wide as high, so far from each other."""
    columns = max(1, ceil(sqrt(len(names))))
    rows = max(1, ceil(len(names) / columns))
    places = {name: (across * (index % columns), down * (index // columns)) for index, name in enumerate(names)}
    return Layout(across * (columns - 1) + 1, down * (rows - 1) + 1, places)


class Puzzle(Protocol):
    """What the loader, the director and the boards rely on. ``as_csp`` and its like are there where a form is;
    ``spelled`` is, where the keys of ``read`` can say less than all, such as a seed: those that say all of it."""

    def layout(self) -> Layout: ...


P = TypeVar("P", bound=type)
F = TypeVar("F", bound=Callable[..., Any])


@dataclass(frozen=True)
class Files:
    """How such a puzzle is written down elsewhere, and what runs on it then.

    suffixes:     of its files
    sign:         a regular expression for what tells its text from others, line by line; the empty one takes any text
    algorithm:    by its name
    any_encoding: comments may be in one that nobody knows
    """

    suffixes: tuple[str, ...]
    sign: str
    algorithm: str
    any_encoding: bool = False


@dataclass(frozen=True)
class PuzzleKind:
    """A kind of puzzle: its name in YAML, its title, and the function that reads it; ``words`` are what readers may
    call it besides, by which a search finds its lessons, too."""

    name: str
    title: str
    type: type
    read: Callable[..., Puzzle]
    files: Files | None = None
    words: str = ""


_registry: dict[str, PuzzleKind] = {}

PlayOn = Callable[[Any, Callable[[Any], Any]], Any]
"""Plays on from a position by what a solver infers of each: the steps of the solver and the moves in turn."""

_players: dict[type, PlayOn] = {}


def puzzle(name: str, *, title: str, files: Files | None = None, words: str = "") -> Callable[[P], P]:
    """Registers the class below it. Its classmethod ``read`` takes the puzzle's YAML keys as keyword parameters."""

    def register(kind: P) -> P:
        known = _registry.get(name)
        if known is not None and known.type.__module__ != kind.__module__:
            raise ValueError(f"two kinds of puzzle are named {name!r}: in {known.type.__module__} "
                             f"and {kind.__module__}; rename one of them")
        read: Any = kind
        _registry[name] = PuzzleKind(name, title, kind, read.read, files, words)
        return kind

    return register


def puzzles() -> Mapping[str, PuzzleKind]:
    """All kinds of puzzle by name, after importing every file of this package. An import error is raised."""
    import_all("algorithms.problems")
    return dict(sorted(_registry.items()))


def form_of(puzzle: Puzzle, form: Any, **options: object) -> Any:
    """The puzzle in the form that an algorithm solves; PuzzleError if it has none. ``options`` are those that the
    puzzle's method for this form takes, such as an encoding."""
    method = getattr(puzzle, form.method, None)
    if method is None:
        raise PuzzleError(f"no {type(puzzle).__name__} puzzle can be put in the form {form.__name__}", key="kind")
    return method(**options)


def spelled(puzzle: Puzzle) -> Mapping[str, Any] | None:
    """The keys of ``read`` that write all of the puzzle out, such as its board; None where it cannot tell."""
    method = getattr(puzzle, "spelled", None)
    found: Mapping[str, Any] | None = None if method is None else method()
    return found


def plays_on(kind: type) -> Callable[[F], F]:
    """Registers the function below it: how a puzzle of that kind is played on by what an algorithm infers."""

    def register(play_on: F) -> F:
        _players[kind] = play_on
        return play_on

    return register


def player_of(puzzle: Puzzle) -> PlayOn | None:
    """How the puzzle is played on; None where it is not."""
    puzzles()
    return _players.get(type(puzzle))


def played_on() -> list[str]:
    """The names of the kinds of puzzle that are played on."""
    return [kind.name for kind in puzzles().values() if kind.type in _players]
