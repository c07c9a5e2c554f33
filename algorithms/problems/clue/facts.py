"""What a player of Clue knows, fact by fact, and from which line of the log.

Source: Neller and Luo, section 2, initial knowledge and play knowledge; section 3 for {l₁, …, lₙ}ₘ.
"""

from __future__ import annotations

from collections.abc import Iterable, Iterator, Sequence
from dataclasses import dataclass
from typing import Literal, NamedTuple

from algorithms.problems.clue.deck import CASE_FILE
from algorithms.words import counted

Kind = Literal["one place", "case file", "hand size", "own hand", "cannot refute", "shown", "one of", "accusation"]


class CardLiteral(NamedTuple):
    """The card is at the place; or, where ``there`` is false, it is not."""

    card: str
    place: str
    there: bool = True

    @property
    def name(self) -> str:
        """The variable of the forms: ``ca=pe``, the paper's ca with the index pe."""
        return f"{self.card}={self.place}"


@dataclass(frozen=True, slots=True)
class CardFact:
    """At least ``minimum`` of the ``literals`` hold.

    kind:   which of the paper's kinds of knowledge
    source: where it comes from, in words: ``card ca``, ``weapons``, ``hand of sc``, ``own hand``, ``line 3``
    line:   the line of the log, from 0; None for initial knowledge
    """

    literals: tuple[CardLiteral, ...]
    minimum: int
    kind: Kind
    source: str
    line: int | None = None

    @property
    def sentence(self) -> str:
        """What it says, in words."""
        first = self.literals[0]
        cards = [literal.card for literal in self.literals]
        match self.kind:
            case "one place":
                return f"{first.card} is in {'at least' if first.there else 'at most'} one place"
            case "case file":
                return f"the case file has {'at least' if first.there else 'at most'} one of the {self.source}"
            case "hand size":
                size = self.minimum if first.there else len(cards) - self.minimum
                return f"{first.place} has at {'least' if first.there else 'most'} {counted(size, 'card')}"
            case "cannot refute":
                return f"{first.place} does not have {first.card}"
            case "one of":
                return f"{first.place} showed one of {', '.join(cards)}"
            case "accusation" if not first.there:
                return f"the case file is not {', '.join(cards)}"
            case "accusation":
                return f"{first.card} is in the case file"
            case "shown":
                return f"{first.place} showed {first.card}"
            case "own hand":
                return f"{first.place} has {first.card}"


@dataclass(frozen=True)
class LogLine:
    """A line of the log: a suggestion and who refuted it, or an accusation and whether it was correct.

    suggest, accuse: who did; one of the two     cards: a suspect, a weapon and a room, in any order
    refute: the player who showed a card, or ``none``; the players before, clockwise from the suggester, could not
    shown:  the card, where this player saw it or showed it
    correct: of an accusation
    """

    cards: tuple[str, ...]
    suggest: str | None = None
    accuse: str | None = None
    refute: str | None = None
    shown: str | None = None
    correct: bool | None = None

    @property
    def sentence(self) -> str:
        """What happened, in words."""
        cards = ", ".join(self.cards)
        if self.accuse is not None:
            return f"{self.accuse} accused {cards}: {'right' if self.correct else 'wrong'}"
        if self.refute == NOBODY:
            return f"{self.suggest} suggested {cards}: nobody refuted"
        return f"{self.suggest} suggested {cards}: {self.refute} showed {self.shown or 'a card'}"


NOBODY = "none"


def passed(line: LogLine, players: Sequence[str]) -> tuple[str, ...]:
    """The players who were asked and could not refute: those clockwise between the suggester and the refuter."""
    assert line.suggest is not None
    start = players.index(line.suggest)
    others = [*players[start + 1:], *players[:start]]
    return tuple(others if line.refute == NOBODY else others[:others.index(str(line.refute))])


def facts_of(line: LogLine, number: int, players: Sequence[str], me: str) -> Iterator[CardFact]:
    """What the line, of that number from 0, tells ``me``."""
    source = f"line {number + 1}"
    if line.accuse is not None:
        literals = tuple(CardLiteral(card, CASE_FILE, bool(line.correct)) for card in line.cards)
        each = [(literal,) for literal in literals] if line.correct else [literals]
        yield from (CardFact(some, 1, "accusation", source, number) for some in each)
        return
    for player in passed(line, players):
        for card in line.cards:
            yield CardFact((CardLiteral(card, player, False),), 1, "cannot refute", source, number)
    if line.refute == NOBODY:
        return
    refuter = str(line.refute)
    if line.shown is not None:
        yield CardFact((CardLiteral(line.shown, refuter),), 1, "shown", source, number)
    else:
        yield CardFact(tuple(CardLiteral(card, refuter) for card in line.cards), 1, "one of", source, number)


def exactly(literals: Iterable[CardLiteral], number: int, kind: Kind, source: str) -> Iterator[CardFact]:
    """Exactly so many of them, as two facts: at least so many hold, and at least so many of the negations."""
    found = tuple(literals)
    yield CardFact(found, number, kind, source)
    negated = tuple(literal._replace(there=False) for literal in found)
    if len(found) > number:
        yield CardFact(negated, len(found) - number, kind, source)
