"""Exact cover: choose options so that each item is in exactly one of them; secondary items are in at most one.

Source: Knuth, *Dancing links*, 2000; *The Art of Computer Programming*, volume 4B, section 7.2.2.1.

    puzzle: {kind: exact-cover, items: [a, b, c], options: {A: [a, c], B: [b], C: [b, c]}}
    puzzle: {kind: exact-cover, items: [a, b], secondary: [s], options: {A: [a, s], B: [b, s], C: [b]}}
    puzzle: {kind: exact-cover, queens: 6}     a queen in each row and column, at most one on a diagonal
"""

from __future__ import annotations

from collections.abc import Callable, Iterator, Mapping, Sequence
from dataclasses import dataclass
from functools import cached_property
from itertools import combinations

from algorithms.problems.forms.at_least import AtLeast, AtLeastForm, exactly, form_of_named
from algorithms.problems.forms.cnf import CNF, Clause
from algorithms.problems.forms.csp import CSP, Constraint, Domain, Domains, Sum, Value
from algorithms.problems.puzzle import Layout, PuzzleError, puzzle

MOST_OPTIONS = 2_000
MOST_NODES = 40_000  # items of all options together
LARGEST_BOARD = 12
COLUMNS = "abcdefghijkl"

_BOTH: Domain = (0, 1)


@puzzle("exact-cover", title="Exact cover", words="Knuth, polyominoes, tiling")
@dataclass(frozen=True)
class ExactCover:
    """Items, and the options that cover them.

    items, secondary: those to be covered exactly once, and at most once
    options:  by name, the items of each
    queens:   the side of the chessboard whose squares the options are; 0 where they are something else
    """

    items: tuple[str, ...]
    secondary: tuple[str, ...]
    options: Mapping[str, tuple[str, ...]]
    queens: int = 0

    @classmethod
    def read(
        cls, *, items: tuple[str | int, ...] | None = None, options: dict[str, tuple[str | int, ...]] | None = None,
        secondary: tuple[str | int, ...] | None = None, queens: int | None = None,
    ) -> ExactCover:
        """The keys of the YAML. Raises PuzzleError."""
        if queens is not None:
            beside = next((key for key, value in (("items", items), ("options", options), ("secondary", secondary))
                           if value is not None), None)
            if beside is not None:
                raise PuzzleError("stands beside queens, which has its own; remove it", key=beside)
            return _queens(queens)
        if items is None or options is None:
            raise PuzzleError("items or options are missing; give both, or queens")
        primary, others = tuple(map(str, items)), tuple(map(str, secondary or ()))
        _check_items(primary, others)
        return cls(primary, others, _check_options(options, {*primary, *others}))

    def spelled(self) -> Mapping[str, object]:
        """The items and the options; those of a chessboard are told by its side."""
        if self.queens:
            return {"queens": self.queens}
        others = {"secondary": list(self.secondary)} if self.secondary else {}
        return {"items": list(self.items), **others, "options": {x: list(of) for x, of in self.options.items()}}

    @cached_property
    def options_of(self) -> Mapping[str, tuple[str, ...]]:
        """For each item the options that cover it, in their order."""
        found: dict[str, list[str]] = {item: [] for item in (*self.items, *self.secondary)}
        for option, items in self.options.items():
            for item in items:
                found[item].append(option)
        return {item: tuple(options) for item, options in found.items()}

    def layout(self) -> Layout:
        """The squares of the chessboard; other options one below the other."""
        side = self.queens
        if side:
            places = {option: (float(COLUMNS.index(option[0])), float(side - int(option[1:])))
                      for option in self.options}
            return Layout(side, side, places)
        return Layout(1, len(self.options), {option: (0.0, float(row)) for row, option in enumerate(self.options)})

    def as_csp(self) -> CSP:
        """An option is 1 where it is taken: the sum of each item is 1; of two options of a secondary item one is 0."""
        found: list[Constraint] = []
        for item in self.items:
            options = self.options_of[item]
            found.append(Sum(item, options, _sums_to_one, f"{' + '.join(options) or '0'} = 1", _explain(item), 1))
        for item in self.secondary:
            found += [Constraint(f"{item}: {x}, {y}", (x, y), _not_both, f"{x} + {y} ≤ 1", _explain(item))
                      for x, y in combinations(self.options_of[item], 2)]
        return CSP(dict.fromkeys(self.options, _BOTH), tuple(found))

    def as_cnf(self) -> CNF:
        """A variable for each option: one of each item's, and no two of them."""
        found: list[tuple[Clause, str]] = []
        for item, literals in self._literals():
            if item in self.items:
                found.append((literals, item))
            found += [((-x, -y), item) for x, y in combinations(literals, 2)]
        return CNF(tuple(self.options), tuple(clause for clause, _ in found), tuple(item for _, item in found),
                   len(self.options))

    def as_at_least(self) -> AtLeastForm:
        """Exactly one as two at-least constraints, at most one of n as n − 1 that are not."""
        found: list[tuple[AtLeast, str]] = []
        for item, literals in self._literals():
            if item in self.items:
                found += [(c, item) for c in exactly(literals, 1)]
            elif len(literals) > 1:
                found.append((AtLeast(tuple(-literal for literal in literals), len(literals) - 1), item))
        return form_of_named(tuple(self.options), found, len(self.options))

    def _literals(self) -> Iterator[tuple[str, tuple[int, ...]]]:
        number = {option: index for index, option in enumerate(self.options, 1)}
        for item, options in self.options_of.items():
            yield item, tuple(number[option] for option in options)


def _sums_to_one(values: Sequence[Value]) -> bool:
    return values.count(1) == 1


def _not_both(values: Sequence[Value]) -> bool:
    return values[0] == 0 or values[1] == 0


def _explain(item: str) -> Callable[[Domains], str]:
    def explain(domains: Domains) -> str:
        return f"the options left cannot cover {item} as it must be"

    return explain


# --- reading ---------------------------------------------------------------------------------------------------------


def _check_items(items: Sequence[str], secondary: Sequence[str]) -> None:
    """Raises PuzzleError for items that are empty or there twice."""
    if not items:
        raise PuzzleError("there is nothing to cover; name at least one item", key="items")
    seen: set[str] = set()
    for key, names in (("items", items), ("secondary", secondary)):
        for index, name in enumerate(names):
            if not name.strip():
                raise PuzzleError("is empty; give the item a name", key=f"{key}.{index}")
            if name in seen:
                raise PuzzleError(f"the item {name!r} is there twice; remove one", key=f"{key}.{index}")
            seen.add(name)


def _check_options(options: Mapping[str, Sequence[str | int]], known: set[str]) -> dict[str, tuple[str, ...]]:
    """The options with their items as texts. Raises PuzzleError."""
    if not options:
        raise PuzzleError("there is nothing to choose; give options such as A: [a, b]", key="options")
    if len(options) > MOST_OPTIONS or sum(map(len, options.values())) > MOST_NODES:
        raise PuzzleError(f"has {len(options):,} options; at most {MOST_OPTIONS:,} with {MOST_NODES:,} items in all "
                          "can be shown: take a smaller puzzle", key="options")
    for name, items in options.items():
        if not name.strip() or "=" in name or "¬" in name:
            raise PuzzleError(f"{name!r} cannot name an option; write a name without = and ¬", key=f"options.{name}")
        if not items:
            raise PuzzleError("covers nothing; name its items, or remove it", key=f"options.{name}")
        for index, item in enumerate(map(str, items)):
            if item not in known:
                raise PuzzleError(f"there is no item {item!r}; name one of {', '.join(sorted(known)[:12])}",
                                  key=f"options.{name}.{index}")
            if item in map(str, items[:index]):
                raise PuzzleError(f"covers {item!r} twice; remove one", key=f"options.{name}.{index}")
    return {name: tuple(map(str, items)) for name, items in options.items()}


def _queens(side: int) -> ExactCover:
    """Squares as options. A diagonal is named for its left end, behind a slash as it rises or falls; one of a single
    square is none."""
    if not 1 <= side <= LARGEST_BOARD:
        raise PuzzleError(f"a board cannot have {side} columns here; give 1 to {LARGEST_BOARD}", key="queens")
    options = {}
    for i in range(side):
        for j in range(side):
            down, up = min(i, j), min(i, side - 1 - j)
            rises, falls = (i - down, j - down), (i - up, j + up)
            diagonals = [f"{sign}{COLUMNS[x]}{y + 1}" for sign, (x, y), length in (
                ("/", rises, side - max(rises)), ("\\", falls, falls[1] - falls[0] + 1)) if length > 1]
            options[f"{COLUMNS[i]}{j + 1}"] = (COLUMNS[i], str(j + 1), *diagonals)
    items = (*COLUMNS[:side], *map(str, range(1, side + 1)))
    secondary = dict.fromkeys(item for names in options.values() for item in names if item not in items)
    return ExactCover(items, tuple(secondary), options, side)
