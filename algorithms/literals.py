"""Sets of literals as a lesson gives them."""

from __future__ import annotations

from collections.abc import Callable, Sequence

from algorithms.core import AlgorithmError
from algorithms.words import quotes_meant

SIGNS = ("~", "-", "!", "¬")  # of a negation, as somebody may write it


def consistent_set(given: Sequence[str], key: str, read: Callable[[str], int], of: tuple[str, str, str]) -> list[int]:
    """The literals of a set M, in the order in which they were written. ``read`` tells the literal that a word is, 0 if
    it is none; ``of``: the formula, one of its variables, and the name of one. Raises AlgorithmError."""
    whole, part, some = of
    found: list[int] = []
    for index, word in enumerate(given):
        at, literal = f"{key}.{index}", read(word.strip())
        if not literal:
            raise AlgorithmError(f"{word[:40]!r} is no literal of the {whole}; {quotes_meant(word)}write {part} of it "
                                 f"such as {some}, or its negation ~{some}", key=at)
        if literal in found or -literal in found:
            clash = "stands here twice" if literal in found else "stands here beside its complement"
            raise AlgorithmError(f"{word!r} {clash}, but M is a consistent set; remove one", key=at)
        found.append(literal)
    return found
