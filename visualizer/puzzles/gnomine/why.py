"""What is known of a field, and why: the simplest reason first, then how the run found out; where it knows nothing, the
exact risk."""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import replace

from algorithms.advice.gnomine import Advice, Claim, contradiction, why
from algorithms.core import run
from algorithms.counting.mines import MineProbabilities, mine_probabilities
from algorithms.problems.gnomine.position import COVERED, FLAG
from algorithms.problems.gnomine.puzzle import Gnomine
from visualizer.families.counting.placements import share
from visualizer.puzzles.gnomine.reason import around, counted_with, drawn
from visualizer.runs.why import Explanation


def explain_field(game: Gnomine, place: str, found: Explanation | None) -> Explanation:
    """The reason of the advisor, if it has one, before what the run has ``found``."""
    if game.seen.get(place) not in (COVERED, None):
        return _of_open(game, place)
    answer = run(mine_probabilities(game.as_mine_count()))
    reason: Claim | Advice | None = why(game, place) if answer.models else contradiction(game)
    if reason is None:
        return found or _of_risk(game, answer, place)
    marks = (place, *fields_of(reason.because, game))
    if found is not None:
        return replace(found, sentence=f"{reason.sentence} {found.sentence}", marks=marks, reason=drawn(reason, game))
    more = " The run has not found that so far." if answer.models else ""
    return Explanation(place, reason.sentence + more, marks, reason=drawn(reason, game))


def fields_of(constraints: Sequence[str], game: Gnomine) -> tuple[str, ...]:
    """The fields with the numbers of these constraints; the total has none."""
    return tuple(name[1:] for name in constraints if name[1:] in game.seen)


def _of_open(game: Gnomine, place: str) -> Explanation:
    """An open field, a flag, a mine that went off."""
    seen = game.seen[place]
    if seen == FLAG:
        return Explanation(place, f"{place} is flagged: that counts as a mine, right or wrong.", (place,))
    if seen < 0:
        return Explanation(place, f"{place} was a mine.", (place,))
    covered = [x for x in game.neighbours(place) if game.seen[x] == COVERED]
    flags = sum(game.seen[x] < 0 for x in game.neighbours(place)) - len(covered)
    to_find = f"to be found {seen - flags}" if flags <= seen else "more than there can be"
    return Explanation(place, f"{place} is open and shows {seen}. Around it: mines known {flags}, {to_find}, covered "
                       f"fields {len(covered)}.", (place, *covered), reason=around(game, place))


def _of_risk(game: Gnomine, answer: MineProbabilities, place: str) -> Explanation:
    """A field that nothing is certain about: the exact risk, or why there is none."""
    if place not in answer.probability:
        return Explanation(place, f"Nothing is known of {place}: no number touches it, and the number of mines is not "
                           "known.", (place,))
    risk = answer.probability[place]
    mines = risk.numerator * answer.models // risk.denominator
    return Explanation(place, f"Nothing is certain about {place}: {share(place, mines, answer.models)}.", (place,),
                       reason=counted_with(game, place))
