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

from collections.abc import Callable, Mapping
from dataclasses import dataclass
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


class Puzzle(Protocol):
    """What the loader, the director and the boards rely on. ``as_csp`` and its like are there where a form is."""

    def layout(self) -> Layout: ...


P = TypeVar("P", bound=type)


@dataclass(frozen=True)
class PuzzleKind:
    """A kind of puzzle: its name in YAML, its title, and the function that reads it."""

    name: str
    title: str
    type: type
    read: Callable[..., Puzzle]


_registry: dict[str, PuzzleKind] = {}


def puzzle(name: str, *, title: str) -> Callable[[P], P]:
    """Registers the class below it. Its classmethod ``read`` takes the puzzle's YAML keys as keyword parameters."""

    def register(kind: P) -> P:
        known = _registry.get(name)
        if known is not None and known.type.__module__ != kind.__module__:
            raise ValueError(f"two kinds of puzzle are named {name!r}: in {known.type.__module__} "
                             f"and {kind.__module__}; rename one of them")
        read: Any = kind
        _registry[name] = PuzzleKind(name, title, kind, read.read)
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
        raise PuzzleError(f"a {type(puzzle).__name__} puzzle cannot be put in the form {form.__name__}", key="kind")
    return method(**options)
