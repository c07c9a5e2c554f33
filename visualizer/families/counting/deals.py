"""The counting of deals of cards: what is known of it, and how it is seen."""

from __future__ import annotations

from collections.abc import Hashable, Iterator, Mapping, Sequence
from dataclasses import dataclass, field, replace
from fractions import Fraction
from typing import Any, Self

from algorithms import events as e
from algorithms.core import words
from algorithms.counting import DEALS
from algorithms.problems.clue.deals import deals_of
from algorithms.problems.clue.deck import CASE_FILE, TITLES
from algorithms.problems.clue.puzzle import Clue
from algorithms.problems.forms.csp import Domain
from algorithms.problems.puzzle import Puzzle
from algorithms.words import few, percent, verb
from visualizer.canvas.primitives import Canvas, Rect
from visualizer.canvas.theme import Theme
from visualizer.families.counting import deal_numbers as numbers
from visualizer.families.counting.hands import set_of
from visualizer.families.counting.share import HIGH, draw_share
from visualizer.families.counting.staircase import Sum, draw_staircase
from visualizer.families.counting.term import draw_legal_hands, draw_term
from visualizer.runs.families import declare
from visualizer.runs.notes import Note
from visualizer.runs.states import FamilyState, State
from visualizer.stage.code import Value, Values, begun
from visualizer.stage.family import FamilyView, Tab, fresh
from visualizer.stage.panels import Fact, algorithm_facts, draw_facts, draw_legend_and_facts
from visualizer.stage.spots import Look, SpotControls, offer
from visualizer.stage.view import View

_MOST_CLASSES, _MOST_FILES = 12, 4
_ROOM = 290.0  # points: a term as cards


@dataclass(slots=True)
class DealsState(FamilyState):
    """What is counted of deals.

    shares:  for each variable ``ca=pe`` in which share of the deals the card is there, as far as it is counted
    models:  how many deals fit
    classes: interchangeable cards; ``hands`` of each place that are legal; ``terms`` added, the last one is ``term``
    share:   the last one that was found
    touched: the variables that are being looked at; ``entered`` the number of a line that is new
    found:   where cards that were looked at can be; ``before``: in the position before
    """

    shares: dict[str, Fraction] = field(default_factory=dict)
    models: int | None = None
    classes: tuple[e.CardsMerged, ...] = ()
    hands: tuple[e.HandsCounted, ...] = ()
    terms: int = 0
    term: e.TermAdded | None = None
    share: e.MarginalFound | e.MarginalWeighed | None = None
    touched: tuple[str, ...] = ()
    entered: int | None = None
    found: dict[str, Domain] = field(default_factory=dict)
    before: Mapping[str, Domain] = field(default_factory=dict)

    def copy(self) -> Self:
        return replace(self, shares=dict(self.shares), found=dict(self.found))

    def anew(self, position: Puzzle, key: tuple[Hashable, ...]) -> Self:
        return replace(FamilyState.anew(self, position, key), before=self.found)

    def looks_at(self) -> Sequence[str]:
        return self.touched

    @property
    def begun(self) -> bool:
        """Has the counting begun, or is there a new line of which it counts?"""
        return bool(self.classes or self.hands or self.entered) or self.models is not None

    # Folds, one for each kind of event.

    def line_entered(self, event: e.LineEntered, state: State) -> None:
        """What was found stays: one more line leaves no more deals."""
        self.entered = event.number
        for card, places in self.before.items():
            self._narrow(state, card, places, "earlier rows")

    def line_corrected(self, event: e.LineCorrected, _state: State) -> None:
        self.entered = event.number

    def settled(self, event: e.CardSettled, state: State) -> None:
        self._narrow(state, event.card, (event.place,), "simple reasoning")
        self.touched = (f"{event.card}={event.place}",)

    def merged(self, event: e.CardsMerged, state: State) -> None:
        self.classes = (*self.classes, event)
        self.touched = tuple(f"{card}={place}" for card in event.cards for place in event.places)
        for card in event.cards:
            self._narrow(state, card, event.places, "simple reasoning")

    def counted_hands(self, event: e.HandsCounted, _state: State) -> None:
        self.hands = (*self.hands, event)
        self.touched = tuple(f"{card}={event.place}" for card in event.cards)

    def term_added(self, event: e.TermAdded, _state: State) -> None:
        self.terms, self.term, self.touched = self.terms + 1, event, ()

    def deals_counted(self, event: e.DealsCounted, state: State) -> None:
        self.models, self.term, self.touched = event.models, None, ()
        state.outcome = "complete" if event.models else "unsatisfiable"
        if event.models:
            for card, domain in state.domains.items():
                if len(domain) == 1:
                    self.shares[f"{card}={domain[0]}"] = Fraction(1)

    def marginal_found(self, event: e.MarginalFound | e.MarginalWeighed, state: State) -> None:
        self.touched, self.share = tuple(f"{card}={event.place}" for card in event.cards), event
        for card in event.cards:
            self.shares[f"{card}={event.place}"] = event.probability
            if event.count == 0:
                self._narrow(state, card, tuple(place for place in state.domains[card] if place != event.place),
                             "all deals")
            elif event.count == event.total:
                self._narrow(state, card, (event.place,), "all deals")

    def _narrow(self, state: State, card: str, places: Domain, because: str) -> None:
        """The card can be at these places only."""
        left = tuple(place for place in state.domains[card] if place in places)
        state.know(card, left, because if left != state.domains[card] else "")
        self.found[card] = left


DealsState.folds = {
    e.CardSettled: DealsState.settled, e.CardsMerged: DealsState.merged, e.HandsCounted: DealsState.counted_hands,
    e.TermAdded: DealsState.term_added, e.DealsCounted: DealsState.deals_counted,
    e.MarginalFound: DealsState.marginal_found, e.MarginalWeighed: DealsState.marginal_found,
    e.LineEntered: DealsState.line_entered, e.LineCorrected: DealsState.line_corrected,
}


def _values(view: View) -> Values:
    """Of the pseudocode's variables: the place, set or card that is counted for."""
    known, event = view.state.of(DealsState), view.timeline.event
    if isinstance(event, e.HandsCounted):
        return {"each place p": Value(f"p = {event.place}", "test")}
    if isinstance(event, e.TermAdded) and known is not None:
        inside = set_of([one.cards for one in known.classes], event.inside)
        return {"each set S": Value(f"S = {{{begun(inside)}}}" if inside else "S = ∅", "known")}
    if isinstance(event, e.MarginalFound | e.MarginalWeighed):
        return {"each card c and place p": Value(f"c = {begun(event.cards)}; p = {event.place}", "test")}
    return {}


def counting_facts(board: State, state: DealsState) -> list[Fact]:
    """Classes of cards and legal hands while they are counted, the sum as it grows; then the case file."""
    if state.models is not None:
        return _case_file(board, state)
    if not state.classes and state.entered is not None:
        return _line(board, state.entered)
    classes = [f"{{{words(one.cards)}}}" for one in state.classes]
    count = numbers.classes_of(len(classes))
    return [Fact("Classes", f"{len(classes)}: {few(classes, _MOST_CLASSES)}", numbers=(count,)),
            *(Fact(one.place, f"{one.size} of {len(one.cards)} open cards: {one.number}",
                   numbers=tuple(numbers.hand_of(one))) for one in state.hands)]


def _line(board: State, number: int) -> list[Fact]:
    """A line that is new, and what it says."""
    clue: Clue = board.position()
    return [Fact(f"Line {number}", clue.events[number - 1].sentence), Fact("It says", told(clue, number - 1))]


def told(clue: Clue, line: int) -> str:
    """What a line of the log, of that number from 0, says: who has none of the cards, who showed what."""
    facts = [fact for fact in clue.played if fact.line == line]
    without = list(dict.fromkeys(fact.literals[0].place for fact in facts if fact.kind == "cannot refute"))
    parts = [f"{', '.join(without)} {verb(len(without), 'have')} none of them"] if without else []
    return "; ".join([*parts, *(fact.sentence for fact in facts if fact.kind != "cannot refute")])


def _case_file(board: State, state: DealsState) -> list[Fact]:
    """The number of deals, and for each category the likeliest cards of the case file."""
    clue: Clue = board.position()
    lines = [Fact("Deals that fit", f"{state.models:,}", "good" if state.models else "bad",
                  (numbers.deals_of(state.models or 0),))]
    for name, cards in clue.deck.categories.items():
        chances = {card: state.shares.get(f"{card}={CASE_FILE}") for card in cards}
        found = sorted(((share, card) for card, share in chances.items() if share), reverse=True)
        said = ", ".join(f"{TITLES[card]} {percent(share, 2)}" for share, card in found[:_MOST_FILES])
        more = len(found) - _MOST_FILES
        lines.append(Fact(f"Case file, {name}", (said or "not found so far") + (f", {more} more" if more > 0 else ""),
                          numbers=tuple(numbers.chance_of(card, share) for share, card in found[:_MOST_FILES])))
    return [*lines, _hands(board, clue)]


def _hands(board: State, clue: Clue) -> Fact:
    """How many cards of others are known."""
    others = [card for card, places in board.domains.items() if len(places) == 1 and card not in clue.hand]
    count = len(others) + len(clue.hand)
    return Fact("Cards known", f"{count} of {len(clue.deck.cards)} cards have a certain place",
                numbers=(numbers.known_of(clue, count),))


def _draw_focus(canvas: Canvas, box: Rect, view: View, theme: Theme, unit: float) -> None:
    """What is being counted: a term as cards, all else in words."""
    found = view.state.family
    assert isinstance(found, DealsState)
    term = _pointed_term(view) or found.term
    if term is not None:
        clue: Clue = view.state.position()
        pointed = _pointed(view)
        draw_term(canvas, box, deals_of(clue), found.classes, found.hands, term, clue.deck.category, theme, unit,
                  view.links, found.terms - 1 if pointed is None else pointed)
    elif found.share is not None:
        top, rest = box.split_top(HIGH * unit, 4 * unit)
        draw_share(canvas, top, found.share, theme, unit, view.links)
        draw_facts(canvas, rest, counting_facts(view.state, found), theme, unit, view.links)
    elif found.hands and found.models is None:
        clue = view.state.position()
        facts = counting_facts(view.state, found)
        top, rest = box.split_top(52 * unit, 6 * unit)
        draw_facts(canvas, top, [facts[0], facts[-1]], theme, unit, view.links)
        draw_legal_hands(canvas, rest, deals_of(clue), found.hands, clue.deck.category, theme, unit, view.links)
    elif found.begun:
        draw_facts(canvas, box, counting_facts(view.state, found), theme, unit, view.links)
    else:
        now = "not started" if view.timeline.event is None else "nothing is counted so far"
        draw_legend_and_facts(canvas, box, view.board.legend, [*algorithm_facts(view.algorithm), Fact("Now", now)],
                              theme, unit)


def _terms(view: View) -> list[Any]:
    """The terms that are recorded."""
    events: Sequence[Any] = view.timeline.events
    return [events[index] for index in view.timeline.positions(e.TermAdded)]


def _pointed(view: View) -> int | None:
    """The term that is pointed at in the staircase, from 0, if it has been added."""
    found = view.state.of(DealsState)
    index = view.look.pointed if isinstance(view.look, Look) else None
    return index if found is not None and isinstance(index, int) and index < found.terms else None


def _pointed_term(view: View) -> e.TermAdded | None:
    index = _pointed(view)
    return None if index is None else _terms(view)[index]


def _lens(view: View) -> State | None:
    """The board with the cards of the set that is pointed at lit, wherever they may be."""
    term = _pointed_term(view)
    if term is None:
        return None
    state = view.state.copy()
    found = state.family
    assert isinstance(found, DealsState)
    inside = set_of([one.cards for one in found.classes], term.inside)
    found.touched = tuple(f"{card}={place}" for one in found.classes for card in one.cards if card in inside
                          for place in one.places)
    return state


class SumControls(SpotControls):
    """The staircase under the pointer and the keyboard: a press goes to where the term was added."""

    def act(self, target: Hashable) -> None:
        positions = self.session.timeline.positions(e.TermAdded)
        if isinstance(target, int) and target < len(positions):
            self.go_to(positions[target] + 1)


def _draw_sum(canvas: Canvas, box: Rect, view: View, theme: Theme, unit: float) -> None:
    """The sum as a staircase, once there are classes and terms."""
    found = view.state.family
    assert isinstance(found, DealsState)
    clue, terms = view.state.position(), _terms(view)
    if not found.classes or not terms:
        said = "Too many terms to be watched." if found.models is not None else "No term is added so far."
        canvas.text((box.x, box.y + 14 * unit), said, 14 * unit, theme.muted)
        return
    before = view.before.of(DealsState)
    t = view.t if before is not None and before.terms + 1 == found.terms else 1.0
    classes = [one.cards for one in found.classes]
    spots = draw_staircase(canvas, box, Sum(terms, found.terms, t, classes, clue.deck.category, _pointed(view)), theme,
                           unit, view.links)
    offer(view.look, box, lambda: spots)


def _notes(state: State) -> Iterator[Note]:
    """What is written down: the legal hands of each place, as far as they are counted."""
    now = state.of(DealsState)
    if now is not None and now.hands:
        yield Note("legal hands of each place", ", ".join(f"{one.place} {one.hands:,}" for one in now.hands))


SUM = Tab("sum", "The sum", _draw_sum)
declare(FamilyView(of=DEALS, start=fresh(DealsState), focus=_draw_focus, tabs=(SUM,), room=lambda _view: _ROOM,
                   controls=SumControls, lens=_lens, spans={e.TermAdded: 0.2}, values=_values, notes=_notes))
