"""A Zebra as the text of a lesson, with what is left by hand: so a game is kept."""

from __future__ import annotations

from collections.abc import Iterable
from json import dumps

from algorithms.problems.zebra.clue import Clue
from algorithms.problems.zebra.street import Street


def lesson_text(title: str, street: Street) -> str:
    """A lesson on the puzzle, to be solved by hand, with MRV+ to ask."""
    rows = "".join(f"    {dumps(attribute, ensure_ascii=False)}: {_listed(row)}\n"
                   for attribute, row in street.attributes.items())
    clues = "".join(f"    - {clue.kind}: {_listed(_names(clue))}\n" for clue in street.clues)
    left = "".join(f"    {dumps(x, ensure_ascii=False)}: {_listed(houses)}\n"
                   for x, houses in street.pencilled.items() if len(houses) < street.houses)
    return (f"title: {dumps(title, ensure_ascii=False)}\nalgorithm: mrv-plus\npuzzle:\n  kind: zebra\n"
            f"  houses: {street.houses}\n  attributes:\n{rows}  clues:{' []' * (not clues)}\n{clues}"
            + (f"  left:\n{left}" if left else ""))


def _names(clue: Clue) -> Iterable[object]:
    return (*clue.names, clue.house) if clue.kind == "at" else clue.names


def _listed(parts: Iterable[object]) -> str:
    return f"[{', '.join(dumps(part, ensure_ascii=False) for part in parts)}]"
