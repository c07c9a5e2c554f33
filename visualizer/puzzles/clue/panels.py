"""Beside the notepad: how deals are counted, step by step, and at the end what the case file may be."""

from __future__ import annotations

from algorithms.core import words
from algorithms.problems.clue.deck import CASE_FILE, TITLES
from algorithms.problems.clue.puzzle import Clue
from algorithms.words import counted
from visualizer.puzzles.clue.state import ClueState
from visualizer.stage.panels import Fact

_MOST_CLASSES, _MOST_FILES = 12, 4


def counting(state: ClueState) -> bool:
    """Has the counting of deals begun, or is there a new line of which it counts?"""
    begun = bool(state.classes or state.hands or state.entered) or state.models is not None
    return state.sat is None and begun


def counting_facts(state: ClueState) -> list[Fact]:
    """Classes of cards and legal hands while they are counted, the sum as it grows; then the case file."""
    if state.models is not None:
        return _case_file(state)
    if not state.classes and state.entered is not None:
        return _line(state, state.entered)
    classes = [f"{{{words(one.cards)}}}" for one in state.classes]
    shown = " ".join(classes[:_MOST_CLASSES]) + (" …" if len(classes) > _MOST_CLASSES else "")
    lines = [Fact("Classes", f"{len(classes)}: {shown}")]
    if state.term is not None:
        term = state.term
        hands = dict(zip(state.position().places, term.hands, strict=True))
        return [*lines, Fact("Set S", f"of each class so many cards: {words(term.inside)}"),
                Fact("Sign", f"{term.signed}, as there are {term.sets:,} such sets" if term.sets > 1 else term.signed),
                *(Fact(one.place, f"{hands[one.place]:,} of {counted(one.hands, 'hand')} "
                       f"{'lies' if hands[one.place] == 1 else 'lie'} in S") for one in state.hands),
                Fact("Sum so far", f"{term.total:,}, after {counted(state.terms, 'term')}")]
    return [*lines, *(Fact(one.place, f"{one.size} of {len(one.cards)} open cards: {one.number}")
                      for one in state.hands)]


def _line(state: ClueState, number: int) -> list[Fact]:
    """A line that is new, and what it says."""
    clue = state.position()
    return [Fact(f"Line {number}", state.log[number - 1].sentence), Fact("It says", told(clue, number - 1))]


def told(clue: Clue, line: int) -> str:
    """What a line of the log, of that number from 0, says: who has none of the cards, who showed what."""
    facts = [fact for fact in clue.played if fact.line == line]
    without = list(dict.fromkeys(fact.literals[0].place for fact in facts if fact.kind == "cannot refute"))
    parts = [f"{', '.join(without)} {'has' if len(without) == 1 else 'have'} none of them"] if without else []
    return "; ".join([*parts, *(fact.sentence for fact in facts if fact.kind != "cannot refute")])


def _case_file(state: ClueState) -> list[Fact]:
    """The number of deals, and for each category the likeliest cards of the case file."""
    clue = state.position()
    lines = [Fact("Deals that fit", f"{state.models:,}", "good" if state.models else "bad")]
    for name, cards in clue.deck.categories.items():
        chances = {card: state.shares.get(f"{card}={CASE_FILE}") for card in cards}
        found = sorted(((share, card) for card, share in chances.items() if share), reverse=True)
        said = ", ".join(f"{TITLES[card]} {float(share):.0%}" for share, card in found[:_MOST_FILES])
        more = len(found) - _MOST_FILES
        lines.append(Fact(f"Case file, {name}", (said or "not found so far") + (f", {more} more" if more > 0 else "")))
    return [*lines, Fact("Hands known", _hands(state, clue))]


def _hands(state: ClueState, clue: Clue) -> str:
    """How many cards of others are known."""
    others = [card for card, places in state.domains.items() if len(places) == 1 and card not in clue.hand]
    return f"{len(others) + len(clue.hand)} of {len(clue.deck.cards)} cards have a certain place"
