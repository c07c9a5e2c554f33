"""Why a card is at a place, or is not: in words, from the lines of the log, the simplest reason first.

Reasons are looked for by propagation over at-least constraints (Neller and Luo, section 3), round by round, so that
what needs fewer steps comes first; of the reasons of a round that with the fewest steps behind it. What is certain for
no such reason follows from several facts only together: then a minimal set of lines is named that it needs.

    step      why a literal is known: a fact all of whose other literals, but those that it may spare, are false
    because   the negations of these literals, which were known before
"""

from __future__ import annotations

from collections.abc import Iterator, Sequence
from dataclasses import dataclass
from typing import NamedTuple

from algorithms.problems.clue.check import HAND, needed
from algorithms.problems.clue.deck import CASE_FILE, TITLES
from algorithms.problems.clue.facts import CardFact, CardLiteral
from algorithms.problems.clue.puzzle import Clue
from algorithms.reasons import Link, Spot, all_rays
from algorithms.words import counted, few, listed, plural

_MOST_NAMED = 3  # reasons of reasons that are named …
_MOST_DRAWN = 4  # … and drawn


class Step(NamedTuple):
    """Why a literal is known; ``cost``: steps in all."""

    fact: CardFact
    because: tuple[CardLiteral, ...]
    cost: int


@dataclass(frozen=True)
class Reason:
    """Why, as a sentence; ``lines`` of the log, from 0, that it rests on, the ``cells`` that it names, and ``links`` to
    draw it by: cells, and places ``line 3``."""

    sentence: str
    lines: tuple[int, ...]
    cells: tuple[str, ...]
    links: tuple[Link, ...] = ()


def why(clue: Clue, literal: CardLiteral) -> Reason | None:
    """The reason for a literal; None where it is not certain."""
    steps = derive(clue)
    if literal in steps:
        lines = lines_behind(steps, literal)
        said = _Words(clue, steps).sentence(literal)
        named = steps[literal].fact.line
        others = [line for line in lines if line != named]
        rest = f" It rests on {_lines(others)}." if others and len(others) > len(_mentioned(said, others)) else ""
        cells = tuple(dict.fromkeys((literal.name, *(one.name for one in steps[literal].because))))
        return Reason(said + rest, lines, cells, tuple(_drawn(steps, literal)))
    found = needed(clue, literal)
    if found is None:
        return None
    own = " with your own hand" if HAND in found else ""
    lines = tuple(line for line in found if line != HAND)
    where = f"{_lines(lines)}{own}" if lines else f"the sizes of hands{own}"
    return Reason(f"{in_words(literal)}: in every deal that fits. No single fact says so; together {where} leave "
                  "nothing else.", lines, (literal.name,),
                  (Link(tuple(f"line {line + 1}" for line in lines), follows=(Spot(literal.name),)),))


def _drawn(steps: dict[CardLiteral, Step], literal: CardLiteral) -> Iterator[Link]:
    """The last steps: those of what the literal follows from, then its own. A line leads from the log, and from each
    cell, to the cell that follows; where an own hand or the rules say it, there is none."""
    fact, because, _ = steps[literal]
    own = [one for one in because if steps[one].fact.line is not None]
    for one in own[:_MOST_DRAWN]:
        yield _link(steps[one].fact, (), one)
    yield _link(fact, because, literal)


def _link(fact: CardFact, because: Sequence[CardLiteral], literal: CardLiteral) -> Link:
    line, follows = () if fact.line is None else (f"line {fact.line + 1}",), Spot(literal.name)
    causes = tuple(Spot(one.name) for one in because)
    return Link(line, causes, follows=(follows,), rays=all_rays((*map(Spot, line), *causes), (follows,)))


def derive(clue: Clue) -> dict[CardLiteral, Step]:
    """All literals that propagation finds, each with its reason."""
    found: dict[CardLiteral, Step] = {}
    fresh = True
    while fresh:
        best: dict[CardLiteral, Step] = {}
        for fact in clue.knowledge:
            for literal, step in _follows(fact, found):
                if literal not in best or step.cost < best[literal].cost:
                    best[literal] = step
        fresh = bool(best)
        found |= best
    return found


def _follows(fact: CardFact, found: dict[CardLiteral, Step]) -> Iterator[tuple[CardLiteral, Step]]:
    """The literals that must hold because as many others as the fact spares are known to be false."""
    false = [negated(literal) for literal in fact.literals if negated(literal) in found]
    if len(false) != len(fact.literals) - fact.minimum:
        return
    step = Step(fact, tuple(false), 1 + sum(found[literal].cost for literal in false))
    for literal in fact.literals:
        if literal not in found and negated(literal) not in found:
            yield literal, step


def negated(literal: CardLiteral) -> CardLiteral:
    """The literal's complement."""
    return literal._replace(there=not literal.there)


def lines_behind(steps: dict[CardLiteral, Step], literal: CardLiteral) -> tuple[int, ...]:
    """The lines of the log, from 0, that a derived literal rests on."""
    seen, waiting, lines = {literal}, [literal], set()
    while waiting:
        step = steps[waiting.pop()]
        if step.fact.line is not None:
            lines.add(step.fact.line)
        fresh = [one for one in step.because if one not in seen]
        seen.update(fresh)
        waiting += fresh
    return tuple(sorted(lines))


# --- in words --------------------------------------------------------------------------------------------------------


class _Words:
    """Says why literals are known that were derived."""

    def __init__(self, clue: Clue, steps: dict[CardLiteral, Step]) -> None:
        self.clue, self.steps = clue, steps

    def sentence(self, literal: CardLiteral) -> str:
        """Of a literal, with the reasons of what it follows from."""
        fact, because, _ = self.steps[literal]
        said, at = in_words(literal), f"line {(fact.line or 0) + 1}"
        card, who = _card(literal.card), _who(literal.place)
        match fact.kind:
            case "own hand":
                return f"{said}: your own hand."
            case "shown":
                return f"{said}: {who} showed it ({at})."
            case "cannot refute":
                return f"{said}: {who} could not refute {at}."
            case "one of":
                cards = listed([_card(one.card) for one in fact.literals], "or")
                return f"{who} showed {cards} ({at}); {self._reasons(because)}; so it was {card}."
            case "accusation" if literal.there:
                return f"{said}: the accusation of {at} was right."
            case "accusation":
                there = listed([_card(one.card) for one in because])
                return f"{said}: the accusation of {at} was wrong, and {there} are there."
            case "one place" if literal.there:
                return f"{said}, because nobody else can have it: {self._reasons(because)}."
            case "one place":
                return f"{said}: it is {_at(because[0].place)}{self._how(because[0])}."
            case "case file" if literal.there:
                return f"{said}: none of the other {fact.source} can be there: {self._reasons(because)}."
            case "case file":
                return f"{said}: of the {fact.source} {_card(because[0].card)} is there{self._how(because[0])}."
            case "hand size" if literal.there:
                size = self.clue.hand_sizes[literal.place]
                return f"{said}: {who} has {_number(size)}, and no more than that many are left for {who}."
        cards, are = listed([_card(one.card) for one in because]), "that is" if len(because) == 1 else "they are"
        return f"{said}: {who} has {_number(len(because))}, and {are} {cards}."

    def _reasons(self, literals: Sequence[CardLiteral]) -> str:
        """Why the others cannot be, the first few of them."""
        return few(dict.fromkeys(f"{_inside(literal)}{self._how(literal)}" for literal in literals), _MOST_NAMED)

    def _how(self, literal: CardLiteral) -> str:
        """A literal's own reason, in brackets."""
        fact, because, _ = self.steps[literal]
        if fact.kind == "own hand":
            return " (your own)"
        if fact.line is not None:
            return f" (line {fact.line + 1})"
        if fact.kind == "one place" and not literal.there:
            return f" (it is {_at(because[0].place)})"
        if fact.kind == "case file" and not literal.there:
            return f" ({_card(because[0].card)} is)"
        if fact.kind == "hand size" and not literal.there:
            return f" (all {len(because)} cards are known)"
        return ""


def _mentioned(text: str, lines: Sequence[int]) -> list[int]:
    return [line for line in lines if f"line {line + 1})" in text or f"line {line + 1}." in text]


def _lines(lines: Sequence[int]) -> str:
    return f"{plural(len(lines), 'line')} {listed(line + 1 for line in lines)}"


def _card(card: str) -> str:
    title = TITLES[card]
    return title if title[:1].isupper() else f"the {title}"


def _who(place: str) -> str:
    return "The case file" if place == CASE_FILE else TITLES[place]


def _at(place: str) -> str:
    return "in the case file" if place == CASE_FILE else f"with {TITLES[place]}"


def in_words(literal: CardLiteral) -> str:
    """A literal as a clause: ``The rope is with Plum``."""
    card = _card(literal.card)
    if literal.card == literal.place:
        card = f"The card {card}"
    return f"{card[:1].upper()}{card[1:]} is {'' if literal.there else 'not '}{_at(literal.place)}"


def _inside(literal: CardLiteral) -> str:
    """The same within a sentence."""
    said = in_words(literal)
    return f"the{said[3:]}" if said.startswith("The ") else said


def _number(cards: int) -> str:
    return counted(cards, "card")
