"""What formulas of clauses and of at-least constraints have in common: variables with names, some of them auxiliary."""

from __future__ import annotations

from collections.abc import Iterable


class LiteralWords(list[str]):
    """Literals as they are written, by literal: negative indices stand for negative literals."""

    __slots__ = ()

    def said(self, literals: Iterable[int]) -> tuple[str, ...]:
        """Several of them."""
        return tuple([self[literal] for literal in literals])


class Named:
    """Something over named variables.

    names:   of the variables 1, 2, …: variable v is ``names[v - 1]``
    visible: how many of the variables, the first ones, belong to the puzzle; the others are auxiliary
    """

    __slots__ = ()
    names: tuple[str, ...]
    visible: int

    @property
    def hidden(self) -> frozenset[str]:
        """The auxiliary variables, which are no part of the puzzle."""
        return frozenset(self.names[self.visible:])

    @property
    def auxiliary(self) -> int:
        """How many auxiliary variables it has."""
        return len(self.names) - self.visible

    def word(self, literal: int) -> str:
        """A literal as it is written in events: ``p`` or ``¬p``."""
        return self.names[literal - 1] if literal > 0 else "¬" + self.names[-literal - 1]

    def words(self) -> LiteralWords:
        """All literals' words."""
        return LiteralWords(["", *self.names, *("¬" + name for name in reversed(self.names))])
