"""Why something is known of a place, in words: the simplest reason first, then how the run found out, and where.

Whatever a run claims follows from its events alone: a backbone is refuted by a probe, what is none has two models that
differ there, a value was removed by a constraint, a probability counts placements. On a game, the advisor's reason
(:mod:`algorithms.advice`) stands before that, and where the run knows nothing, the exact risk.
"""

from __future__ import annotations

from collections.abc import Callable, Sequence
from dataclasses import dataclass, replace
from typing import Any

from algorithms import events as e
from algorithms.advice import Advice, Claim, contradiction, why
from algorithms.core import Event, run
from algorithms.counting import MineProbabilities, mine_probabilities
from algorithms.events.counting import large
from algorithms.problems.at_least import AtLeastForm
from algorithms.problems.cnf import text_of
from algorithms.problems.gnomine import COVERED, FLAG, Gnomine
from visualizer.states_clue import ClueState
from visualizer.timeline import Timeline

Model = frozenset[str]


@dataclass(frozen=True)
class Explanation:
    """What is known of a place.

    sentence: why; ``marks`` are the places that it names, this one first
    position: of the timeline, where the run found it out; None where it did not
    models:   two models that differ at the place, where that is the reason
    candidate: the literal of the place that may still be in the backbone, and can be tested next
    """

    place: str
    sentence: str
    marks: tuple[str, ...]
    position: int | None = None
    models: tuple[Model, Model] | None = None
    candidate: str | None = None


def explain(timeline: Timeline[Any], game: Gnomine | None, place: str) -> Explanation:
    """What is known of a place where the timeline is, and why; ``game`` is the position on show, if it is one."""
    if isinstance(timeline.state, ClueState):
        from visualizer.clue_explanations import explain_clue  # imports this module

        return explain_clue(timeline, place)
    from visualizer.search_explanations import of_search  # imports this module

    found = (of_backbone(timeline, place) or of_trail(timeline, place) or _of_counting(timeline, place)
             or of_domains(timeline, place) or of_search(timeline, place))
    if game is None:
        return found or Explanation(place, f"Nothing is known of {place} so far.", (place,))
    if game.seen.get(place) not in (COVERED, None):
        return _of_open(game, place)
    answer = run(mine_probabilities(game.as_mine_count()))
    reason: Claim | Advice | None = why(game, place) if answer.models else contradiction(game)
    if reason is None:
        return found or _of_risk(answer, place)
    marks = (place, *fields_of(reason.because, game))
    if found is not None:
        return replace(found, sentence=f"{reason.sentence} {found.sentence}", marks=marks)
    more = " The run has not found that so far." if answer.models else ""
    return Explanation(place, reason.sentence + more, marks)


def fields_of(constraints: Sequence[str], game: Gnomine) -> tuple[str, ...]:
    """The fields with the numbers of these constraints; the total has none."""
    return tuple(name[1:] for name in constraints if name[1:] in game.seen)


# --- what the events say -------------------------------------------------------------------------------------------


def last(timeline: Timeline[Any], kind: type[Event], is_it: Callable[[Any], bool], before: int) -> int | None:
    """The position after the last event of that kind, at ``before`` at the latest, of which that is so."""
    positions = timeline.positions(kind)
    for count in range(timeline.count(kind, before), 0, -1):
        if is_it(timeline.events[positions[count - 1]]):
            return positions[count - 1] + 1
    return None


def began(timeline: Timeline[Any]) -> int:
    """The position after the last move or entry, which started the knowledge afresh; 0 if there was none."""
    kinds: Sequence[type[Event]] = (e.Entered, e.Uncovered, e.Flagged)
    return max(last(timeline, kind, _any, timeline.position) or 0 for kind in kinds)


def _any(_event: Any) -> bool:
    return True


def _value(literal: str) -> str:
    if "=" in literal:  # it says already which value of the puzzle's variable it stands for
        return literal
    return f"{literal.lstrip('¬')} = {int(literal[0] != '¬')}"


def of_backbone(timeline: Timeline[Any], x: str) -> Explanation | None:
    """The certificate of a candidate for the backbone."""
    sat = timeline.state.sat
    literal = None if sat is None else next((one for one in (x, f"¬{x}") if one in sat.fates), None)
    if literal is None:
        return None
    fate = sat.fates[literal]
    if fate == "backbone":
        return _refuted(timeline, x, literal)
    if fate == "dropped":
        return _two_models(timeline, x, literal)
    if fate == "free":
        return _left_open(timeline, x, literal)
    return Explanation(x, f"{literal} is a candidate for the backbone: the first model has it, and no other one so far "
                       "is without.", (x,), candidate=literal)


def _listed(timeline: Timeline[Any]) -> int:
    """Where this search for the backbone listed its candidates; there may have been others before it."""
    listed = last(timeline, e.Listed, _any, timeline.position)
    assert listed is not None  # there are candidates
    return listed


def _refuted(timeline: Timeline[Any], x: str, literal: str) -> Explanation:
    """A backbone: the unit clause, or the probe that found no model without it."""
    listed = _listed(timeline)
    fixed = last(timeline, e.FixedBackbone, lambda event: event.literal == literal, timeline.position)
    if fixed is None or fixed < listed:
        cnf = timeline.state.sat.form
        number = next(index for index, clause in enumerate(cnf.clauses, 1) if [*map(cnf.word, clause)] == [literal])
        facts = last(timeline, e.FactsListed, _any, timeline.position)
        return Explanation(x, f"In the backbone as a fact (event {facts:,}): clause {number} of the formula is "
                           f"{literal}.", (x,), facts)
    head = f"{_value(literal)} in every model (event {fixed:,})"
    if timeline.count(e.Probed, fixed) == timeline.count(e.Probed, listed):
        refuted = last(timeline, e.Refuted, _any, fixed)
        return Explanation(x, f"{head}: all models are listed, and all have {literal}; there is no other (event "
                           f"{refuted:,}).", (x,), refuted)
    complement = literal[1:] if literal[0] == "¬" else f"¬{literal}"
    probe = last(timeline, e.Probed, lambda event: complement in event.literals, fixed) or 0
    if probe < listed or not _without_model(timeline, probe):
        asked_last = last(timeline, e.Probed, _any, fixed)
        return Explanation(x, f"{head}: the solver knew it from what it had learned by the last probe (event "
                           f"{asked_last:,}).", (x,), fixed)
    event: Any = timeline.events[probe - 1]
    number = timeline.count(e.Probed, probe) - timeline.count(e.Probed, listed)
    asked = complement if len(event.literals) == 1 else f"one of {len(event.literals)} literals, also {complement}"
    return Explanation(x, f"{head}: probe {number} (event {probe:,}) asked for a model with {asked}, and there is "
                       "none.", (x,), probe)


def _without_model(timeline: Timeline[Any], probe: int) -> bool:
    """Did the probe that ends there find no model?"""
    refuted, modelled = timeline.after(e.Refuted, probe), timeline.after(e.Modelled, probe)
    return refuted is not None and (modelled is None or refuted < modelled)


def _model(timeline: Timeline[Any], position: int) -> Model:
    event: Any = timeline.events[position - 1]
    return frozenset(event.literals)


def _two_models(timeline: Timeline[Any], x: str, literal: str) -> Explanation:
    """No backbone: the first model, which has the literal, and the last one without it."""
    complement = literal[1:] if literal[0] == "¬" else f"¬{literal}"
    dropped = last(timeline, e.Dropped, lambda event: event.literal == literal, timeline.position)
    first = last(timeline, e.Modelled, _any, _listed(timeline))
    other = last(timeline, e.Modelled, lambda event: complement in event.literals, dropped or 0)
    assert first is not None
    assert other is not None
    said = (f"Not in the backbone: {_value(literal)} in the first model (event {first:,}) and {_value(complement)} in "
            f"that of event {other:,}.")
    if timeline.state.direct:  # a board whose places have more than two values has no such squares
        return Explanation(x, said, (x,), other)
    return Explanation(x, f"{said} The small squares show both.", (x,), other,
                       (_model(timeline, first), _model(timeline, other)))


def _left_open(timeline: Timeline[Any], x: str, literal: str) -> Explanation:
    """No backbone: a model, and the same with the variable's other value."""
    freed = last(timeline, e.Freed, lambda event: event.literal == literal, timeline.position) or 0
    found, reduced = last(timeline, e.Modelled, _any, freed), last(timeline, e.ModelReduced, _any, freed)
    assert found is not None
    assert reduced is not None
    said = (f"Not in the backbone: the model of event {found:,} satisfies every clause whatever {x} is (event "
            f"{reduced:,}).")
    if timeline.state.direct:
        return Explanation(x, said, (x,), reduced)
    model = _model(timeline, found)
    other = model ^ {x, f"¬{x}"}
    return Explanation(x, f"{said} The small squares show it with both values.", (x,), reduced, (model, other))


def of_trail(timeline: Timeline[Any], x: str) -> Explanation | None:
    """Why a literal is on the trail of a search for models."""
    sat = timeline.state.sat
    entry = None if sat is None or sat.fates else sat.reason_of(x)
    if entry is None:
        return None
    here, literal = timeline.position, entry.literal
    kinds: Sequence[type[Event]] = (e.Implied, e.Decided, e.Assumed, e.Complemented)
    found = max(last(timeline, kind, lambda event: event.literal == literal, here) or 0 for kind in kinds)
    if entry.because is not None and isinstance(sat.form, AtLeastForm):
        most = sat.falsity(entry.because)[1]
        why_so = (f"constraint {entry.because}, {sat.form.text(entry.because)}, may have {most} false "
                  f"{'literal' if most == 1 else 'literals'}, and the others are that")
    elif entry.because is not None:
        clause = text_of(sat.literals_of(entry.because))
        why_so = f"clause {entry.because}, {clause}, has no other literal left"
    else:
        why_so = f"decided at level {entry.level}" if entry.decided else "the other branch failed"
    return Explanation(x, f"{_value(literal)} on the trail (event {found:,}): {why_so}.", (x,), found or None)


def _of_counting(timeline: Timeline[Any], x: str) -> Explanation | None:
    """How many placements have a mine there."""
    here = timeline.position
    found = last(timeline, e.ProbabilityFound, lambda event: x in event.cells, here)
    settled = last(timeline, e.NumberSettled, lambda event: x in event.cells, here)
    if found is not None and x in timeline.state.chances:
        event: Any = timeline.events[found - 1]
        return Explanation(x, f"Event {found:,}: {_share(x, event.mines, event.total)}.", (x,), found)
    if settled is not None and x in timeline.state.inferred:
        event = timeline.events[settled - 1]
        return Explanation(x, f"Event {settled:,}: {event.sentence()}", (x,), settled)
    return None


def _share(x: str, mines: int, total: int) -> str:
    return f"in {large(mines)} of {large(total)} placements that fit, {x} is a mine ({100 * mines / total:.3g}%)"


def of_domains(timeline: Timeline[Any], x: str) -> Explanation | None:
    """Which constraint removed values last."""
    found = last(timeline, e.Pruned, lambda event: event.variable == x, timeline.position)
    if found is None or found <= began(timeline):
        return None
    event: Any = timeline.events[found - 1]
    left = ", ".join(map(str, event.left)) or "nothing"
    return Explanation(x, f"Event {found:,}: {event.because} leaves only {left} to {x}.", (x,), found)


# --- what the game says --------------------------------------------------------------------------------------------


def _of_open(game: Gnomine, place: str) -> Explanation:
    """An open field, a flag, a mine that went off."""
    seen = game.seen[place]
    if seen == FLAG:
        return Explanation(place, f"{place} is flagged: that counts as a mine, right or wrong.", (place,))
    if seen < 0:
        return Explanation(place, f"{place} was a mine.", (place,))
    covered = [x for x in game.neighbours(place) if game.seen[x] == COVERED]
    flags = sum(game.seen[x] < 0 for x in game.neighbours(place)) - len(covered)
    return Explanation(place, f"{place} is open and shows {seen}. Around it: mines known {flags}, to be found "
                       f"{seen - flags}, covered fields {len(covered)}.", (place, *covered))


def _of_risk(answer: MineProbabilities, place: str) -> Explanation:
    """A field that nothing is certain about: the exact risk, or why there is none."""
    if place not in answer.probability:
        return Explanation(place, f"Nothing is known of {place}: no number touches it, and the number of mines is not "
                           "known.", (place,))
    risk = answer.probability[place]
    mines = risk.numerator * answer.models // risk.denominator
    return Explanation(place, f"Nothing is certain about {place}: {_share(place, mines, answer.models)}.", (place,))
