"""The state of a game of Clue: the log as it stands, where cards can be, and what is being counted."""

from __future__ import annotations

from dataclasses import dataclass, field, replace
from fractions import Fraction
from typing import Self

from algorithms import events as e
from algorithms.problems.clue.facts import LogLine
from algorithms.problems.clue.network import places_of
from algorithms.problems.clue.puzzle import Clue
from algorithms.problems.forms.csp import Domain
from visualizer.families.satisfiability.state import SatState
from visualizer.runs.lazy_form import Forms
from visualizer.runs.states import ConstraintState


@dataclass(slots=True)
class ClueState(ConstraintState):
    """What is known of a game. Domains are the places where each card can be; a change of the log starts them afresh.

    puzzle:  the game as the run began; ``log`` its lines now, replaced by each change; ``entered`` the number, from 1,
             of the line that was entered or corrected last
    shares:  for each variable ``ca=pe`` in which share of the deals the card is there, as far as it is counted
    models:  how many deals fit
    classes: interchangeable cards; ``hands`` of each place that are legal; ``terms`` added, the last one is ``term``
    touched: the variables that are being looked at
    """

    puzzle: Clue | None = None
    log: tuple[LogLine, ...] = ()
    entered: int | None = None
    shares: dict[str, Fraction] = field(default_factory=dict)
    models: int | None = None
    classes: tuple[e.CardsMerged, ...] = ()
    hands: tuple[e.HandsCounted, ...] = ()
    terms: int = 0
    term: e.TermAdded | None = None
    touched: tuple[str, ...] = ()

    def copy(self) -> Self:
        state = ConstraintState.copy(self)
        state.shares = dict(self.shares)
        return state

    def position(self) -> Clue:
        """The game with the log as it stands."""
        assert self.puzzle is not None
        return replace(self.puzzle, events=self.log)

    # --- the log ---------------------------------------------------------------------------------------------------

    def line_entered(self, event: e.LineEntered) -> None:
        self.changed((*self.log, event.line), event.number)

    def log_opened(self, _event: e.LogOpened) -> None:
        self.changed((), None)

    def line_corrected(self, event: e.LineCorrected) -> None:
        at = event.number - 1
        self.changed((*self.log[:at], event.line, *self.log[at + 1:]), event.number)

    def line_removed(self, event: e.LineRemoved) -> None:
        at = event.number - 1
        self.changed((*self.log[:at], *self.log[at + 1:]), None)

    def changed(self, log: tuple[LogLine, ...], entered: int | None) -> None:
        """Another log: what was known is to be found anew."""
        self.log, self.entered = log, entered
        position = self.position()
        self.begin_anew(domains_of(position, searched=self.sat is not None), position, *log)
        self.shares, self.models, self.classes, self.hands = {}, None, (), ()
        self.terms, self.term, self.touched = 0, None, ()

    def variables_fixed(self, event: e.VariablesFixed) -> None:
        ConstraintState.variables_fixed(self, event)
        for literal in event.literals:
            card, _, place = literal.lstrip("¬").partition("=")
            there = not literal.startswith("¬")
            self._at(card, tuple(one for one in self.domains[card] if (one == place) == there), "all deals")

    # --- counting --------------------------------------------------------------------------------------------------

    def settled(self, event: e.CardSettled) -> None:
        self._at(event.card, (event.place,), "simple reasoning")
        self.touched = (f"{event.card}={event.place}",)

    def merged(self, event: e.CardsMerged) -> None:
        self.classes = (*self.classes, event)
        self.touched = tuple(f"{card}={place}" for card in event.cards for place in event.places)
        for card in event.cards:
            self._at(card, event.places, "simple reasoning")

    def counted_hands(self, event: e.HandsCounted) -> None:
        self.hands = (*self.hands, event)
        self.touched = tuple(f"{card}={event.place}" for card in event.cards)

    def term_added(self, event: e.TermAdded) -> None:
        self.terms, self.term, self.touched = self.terms + 1, event, ()

    def deals_counted(self, event: e.DealsCounted) -> None:
        self.models, self.term, self.touched = event.models, None, ()
        self.outcome = "complete" if event.models else "unsatisfiable"
        if event.models:
            for card, domain in self.domains.items():
                if len(domain) == 1:
                    self.shares[f"{card}={domain[0]}"] = Fraction(1)

    def marginal_found(self, event: e.MarginalFound) -> None:
        self.touched = tuple(f"{card}={event.place}" for card in event.cards)
        for card in event.cards:
            self.shares[f"{card}={event.place}"] = event.probability
            if event.count == 0:
                left = tuple(place for place in self.domains[card] if place != event.place)
                self._at(card, left, "all deals")
            elif event.count == event.total:
                self._at(card, (event.place,), "all deals")

    def _at(self, card: str, places: Domain, because: str) -> None:
        """The card can be at these places only."""
        left = tuple(place for place in self.domains[card] if place in places)
        if len(left) == 1 and left != self.domains[card]:
            self.inferred[card] = because
        self.domains[card] = left


def domains_of(clue: Clue, *, searched: bool) -> dict[str, Domain]:
    """Where each card can be, before anything runs: a search for models begins with nothing, all else with what is
    known of single cards."""
    return dict.fromkeys(clue.deck.cards, clue.places) if searched else places_of(clue)


def start_of(clue: Clue, sat: SatState | None, forms: Forms | None) -> ClueState:
    """The state of a game before the first event; ``sat`` where the algorithm takes a form."""
    direct = {} if sat is None else {
        f"{card}={place}": (card, clue.places) for card in clue.deck.cards for place in clue.places}
    return ClueState(domains_of(clue, searched=sat is not None), puzzle=clue, log=clue.events, sat=sat, forms=forms,
                     direct=direct)


ClueState.folds = ConstraintState.folds | {
    e.LogOpened: ClueState.log_opened,
    e.LineEntered: ClueState.line_entered,
    e.LineCorrected: ClueState.line_corrected,
    e.LineRemoved: ClueState.line_removed,
    e.VariablesFixed: ClueState.variables_fixed,
    e.CardSettled: ClueState.settled,
    e.CardsMerged: ClueState.merged,
    e.HandsCounted: ClueState.counted_hands,
    e.TermAdded: ClueState.term_added,
    e.DealsCounted: ClueState.deals_counted,
    e.MarginalFound: ClueState.marginal_found,
}
