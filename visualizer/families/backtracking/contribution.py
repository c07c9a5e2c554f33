"""What makes up a score: which values a variable shares with which of its unassigned peers, for board and panel."""

from __future__ import annotations

from fractions import Fraction
from typing import NamedTuple

from algorithms.events import Score
from algorithms.long_work import in_pieces
from algorithms.problems.forms.csp import CSP, Domain
from visualizer.families.backtracking.state import SearchState, search_of
from visualizer.runs.boards import Peers
from visualizer.runs.states import State

CONTRIBUTION, DEGREE, QUOTIENT = "contribution number", "degree", "dom/wdeg"


class Share(NamedTuple):
    """What one unassigned peer adds to a score: its values, those of them that count, and how much they make."""

    peer: str
    domain: Domain
    common: Domain
    worth: int


class Explained(NamedTuple):
    """A score, taken apart: of which variable, what it is called, and what each peer adds."""

    variable: str
    measure: str
    shares: tuple[Share, ...]

    @property
    def total(self) -> int:
        return sum(share.worth for share in self.shares)


NOTHING = Explained("", "", ())


def peers_of(csp: CSP) -> dict[str, tuple[str, ...]]:
    """For each variable the others that share a constraint with it and are not given: first those of its units, unit by
    unit, such as row, column and box, then the rest in the order of the constraints."""
    found: dict[str, dict[str, None]] = {x: {} for x in csp.domains}
    for c in in_pieces(csp.constraints):
        for x in c.scope:
            found[x].update(dict.fromkeys(c.scope))
    in_units: dict[str, dict[str, None]] = {x: {} for x in csp.domains}
    for unit in csp.units.values():
        for x in unit:
            in_units[x].update(dict.fromkeys(y for y in unit if y in found[x]))
    return {x: tuple(y for y in {**in_units[x], **found[x]} if y != x and y not in csp.given)
            for x in in_pieces(csp.domains)}


def shares(peers: Peers, state: State, x: str) -> tuple[Share, ...]:
    """Equation 2 of the paper, peer by peer: the values that each unassigned peer has in common with ``x``; peers that
    have none are left out."""
    wanted, assigned = set(state.domains[x]), search_of(state).assigned
    found = []
    for peer in peers.get(x, ()):
        if peer not in assigned:
            domain = state.domains[peer]
            common = tuple(value for value in domain if value in wanted)
            if common:
                found.append(Share(peer, domain, common, len(common)))
    return tuple(found)


def weighed(peers: Peers, state: State, x: str) -> tuple[Share, ...]:
    """The weight of x, peer by peer: what the constraint with each unassigned peer weighs. Nothing where constraints of
    more than two variables take part, whose weight is no peer's alone: then these do not add up to the quotient."""
    search = search_of(state)
    raised = {frozenset(found.scope): found.weight for found in search.weights.values()}
    found = tuple(Share(peer, state.domains[peer], (), raised.get(frozenset((x, peer)), 1))
                  for peer in peers.get(x, ()) if peer not in search.assigned)
    weight = sum(share.worth for share in found)
    return found if weight and search.scores[x] == Fraction(len(state.domains[x]), weight) else ()


def explained(peers: Peers, state: State, pointed: str | None) -> Explained:
    """The score that is to be explained: of a tied variable that is pointed at, else of the one scored last
    or selected. Where no score is found yet, what is pointed at has a contribution number all the same."""
    search = search_of(state)
    asked = pointed is not None and (pointed in search.tied or pointed in search.scores)
    x = pointed if asked else search.scored
    if x is None or x not in state.domains or not (asked or x in search.scores):
        return NOTHING
    measure = search.measure if search.scores else CONTRIBUTION
    if measure == CONTRIBUTION:
        return Explained(x, measure, shares(peers, state, x))
    if measure == DEGREE:
        unassigned = (peer for peer in peers.get(x, ()) if peer not in search.assigned)
        return Explained(x, measure, tuple(Share(peer, state.domains[peer], (), 1) for peer in unassigned))
    return Explained(x, measure, weighed(peers, state, x) if x in search.scores else ())


def best(search: SearchState) -> frozenset[str]:
    """The variables with the best score found so far; none where none is good enough."""
    if search.passed:
        return frozenset()
    wanted = best_score(search)
    return frozenset(x for x, score in search.scores.items() if score == wanted)


def best_score(search: SearchState) -> Score:
    """The best score found so far: the highest, and of a quotient the least; 0 without any."""
    return (min if least_wins(search) else max)(search.scores.values(), default=0)


def least_wins(search: SearchState) -> bool:
    """Is the least score the best one?"""
    return search.measure == QUOTIENT


def heat(search: SearchState, x: str, best: Score) -> float:
    """How good the score of ``x`` is in proportion to the best one so far, 0–1."""
    score = search.scores[x]
    if least_wins(search):
        return float(best / score) if score else 1.0
    return float(score / best) if best else 0.0
