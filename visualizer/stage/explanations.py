"""Why something is known of a place, in words: the simplest reason first, then how the run found out, and where.

Whatever a run claims follows from its events alone: a backbone is refuted by a probe, what is none has two models that
differ there, a value was removed by a constraint, a probability counts placements. On a game, the advisor's reason
(:mod:`algorithms.advice.gnomine`) stands before that, and where the run knows nothing, the exact risk.
"""

from __future__ import annotations

from collections.abc import Callable, Sequence
from dataclasses import dataclass, replace
from typing import Any

from algorithms import events as e
from algorithms.advice.gnomine import Advice, Claim, contradiction, why
from algorithms.core import Event, run
from algorithms.counting.mines import MineProbabilities, mine_probabilities
from algorithms.events.counting import large
from algorithms.problems.forms.at_least import AtLeastForm
from algorithms.problems.forms.cnf import negation, text_of
from algorithms.problems.gnomine.puzzle import COVERED, FLAG, Gnomine
from algorithms.words import counted, listed
from scenarios.timeline import Timeline
from visualizer.families.covering.state import needs
from visualizer.families.satisfiability.state import Entry, SatState
from visualizer.puzzles.clue.state import ClueState

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
        from visualizer.puzzles.clue.why import explain_clue  # imports this module

        return explain_clue(timeline, place)
    from visualizer.families.backtracking.why import of_search  # imports this module

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
    return _still_candidate(timeline, x, literal)


def _still_candidate(timeline: Timeline[Any], x: str, literal: str) -> Explanation:
    """A candidate: the first model has it. A model without it may have been found, where the algorithm does not look at
    the models of its probes, or has not done so yet."""
    listed_at = _listed(timeline)
    without = last(timeline, e.Modelled, lambda event: literal not in event.literals, timeline.position) or 0
    models = timeline.count(e.Modelled, timeline.position) - timeline.count(e.Modelled, listed_at)
    said = f"{literal} is a candidate for the backbone: the first model has it"
    if without > listed_at:
        said += f"; that of event {without:,} is without, but the algorithm has not used it so far"
        return Explanation(x, f"{said}.", (x,), candidate=literal)
    more = "" if not models else ", and so has the other one found" if models == 1 else (
        f", and so have the other {models:,} found")
    return Explanation(x, f"{said}{more}.", (x,), candidate=literal)


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
    """Why a literal is on the trail of a search for models, or why both are that the variable has."""
    sat = timeline.state.sat
    entries = [] if sat is None or sat.fates else [entry for entry in sat.trail if entry.literal.lstrip("¬") == x]
    if sat is None or not entries:
        return None
    if sat.cover is not None and sat.cover.marks:
        return of_cover(timeline, x, entries[0])
    found = {entry.literal: _joined(timeline, entry.literal) for entry in entries}
    said = [f"{_value(entry.literal)} on the trail (event {found[entry.literal]:,}): "
            f"{_why_on_trail(sat, entry, first=entry == entries[0])}" for entry in entries]
    sentence = said[0] if len(said) == 1 else f"A contradiction. {'; '.join(said)}"
    return Explanation(x, f"{sentence}.", (x,), found[entries[-1].literal] or None)


def _joined(timeline: Timeline[Any], literal: str) -> int:
    """The position after the event with which the literal joined the trail, where it is now."""
    kinds: Sequence[type[Event]] = (e.Implied, e.Decided, e.Assumed, e.Complemented)
    return max(last(timeline, kind, lambda event: event.literal == literal, timeline.position) or 0 for kind in kinds)


def _why_on_trail(sat: SatState, entry: Entry, *, first: bool) -> str:
    """The clause or constraint that forced a literal, or the decision; ``first``: its complement was not there yet."""
    number, literal = entry.because, entry.literal
    if number is None:
        return f"decided at level {entry.level}" if entry.decided else f"{negation(literal)} has been tried"
    if not isinstance(sat.form, AtLeastForm):
        left = "no other literal left" if first else "no literal left at all, and would need this one"
        return f"clause {number}, {text_of(sat.literals_of(number))}, has {left}"
    before = {other.literal for other in sat.trail[:sat.trail.index(entry)]}
    false = [other for other in sat.literals_of(number) if negation(other) in before]
    of_it = f"of constraint {number}, {sat.form.text(number)},"
    if not false:
        return f"{of_it} no literal may be false"
    return f"{of_it} only {counted(len(false), 'literal')} may be false, and {listed(false)} {_are(false)}"


def _are(names: Sequence[str]) -> str:
    return "is" if len(names) == 1 else "are"


def of_cover(timeline: Timeline[Any], x: str, entry: Entry) -> Explanation:
    """Why an option is taken, or out, in dancing links."""
    here, literal, out = timeline.position, entry.literal, negation(entry.literal)
    cover = timeline.state.sat.cover
    taken = last(timeline, e.OptionTaken, lambda event: event.option == literal, here) or 0
    beside = last(timeline, e.OptionTaken, lambda event: event.option != out and event.item in cover.choosing
                  and out in cover.covered[event.item], here) or 0
    full = last(timeline, e.ItemCovered, lambda event: not event.choosing and out in event.options, here) or 0
    excluded = last(timeline, e.OptionExcluded, lambda event: event.option == out, here) or 0
    found = max(taken, beside, full, excluded)
    event: Any = timeline.events[found - 1]
    if found == excluded:
        why_so = f"left out, because all that goes with {out} has been tried"
    elif found == full:
        may = counted(most, "true literal") if (most := cover.items[event.item].most) else "no true literal"
        why_so = f"item {event.item} may have {may}" + (f", and has {'it' if most == 1 else 'them'}" if most else "")
    elif found == beside:
        why_so = f"item {event.item} gets one option only, now {event.option}"
    else:
        why_so = _why_taken(timeline, found)
    return Explanation(x, f"{_value(literal)} on the trail (event {found:,}): {why_so}.", (x,), found)


def _why_taken(timeline: Timeline[Any], position: int) -> str:
    """How free the choice of an option was: forced, or which one of how many."""
    taken: Any = timeline.events[position - 1]
    level = f"taken at level {taken.level}"
    if taken.item is None:
        return f"{level}: no item needs it, and it may be taken or not"
    sat = timeline.at(position - 1).sat
    needed, left = needs(sat, taken.item)
    if needed == left:
        had = "no other option left" if left == 1 else f"just {left} options left, and needed {_all_of(left)}"
        return f"{level}: item {taken.item} had {had}"
    options = sat.cover.covered.get(taken.item, ())
    before = options[:options.index(taken.option)] if options else ()
    return f"{level}: a choice, one of {left} options of item {taken.item}" + (
        f", after {listed(before)}" if before else "")


def _all_of(number: int) -> str:
    return "both" if number == 2 else "all of them"


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
    if total == 1:
        return f"in the only placement that fits, {x} is {'a' if mines else 'no'} mine"
    return f"in {large(mines)} of {large(total)} placements that fit, {x} is a mine ({100 * mines / total:.3g}%)"


def of_domains(timeline: Timeline[Any], x: str) -> Explanation | None:
    """Which constraint removed values last."""
    found = last(timeline, e.Pruned, lambda event: event.variable == x, timeline.position)
    if found is None or found <= began(timeline):
        return None
    event: Any = timeline.events[found - 1]
    who = f"{event.because} leaves"
    if event.because in timeline.state.tuples:  # which other constraints may have made fewer
        who = f"the assignments that {event.because} has left leave"
    tested = last(timeline, e.SumTested, lambda test: test.constraint == event.because, found)
    test: Any = None if tested is None else timeline.events[tested - 1]
    if test is not None and test.beside is not None:
        who = f"{event.because} and {test.beside} together leave"
    return Explanation(x, f"Event {found:,}: {who} only {', '.join(map(str, event.left))} to {x}.", (x,), found)


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
    to_find = f"to be found {seen - flags}" if flags <= seen else "more than there can be"
    return Explanation(place, f"{place} is open and shows {seen}. Around it: mines known {flags}, {to_find}, covered "
                       f"fields {len(covered)}.", (place, *covered))


def _of_risk(answer: MineProbabilities, place: str) -> Explanation:
    """A field that nothing is certain about: the exact risk, or why there is none."""
    if place not in answer.probability:
        return Explanation(place, f"Nothing is known of {place}: no number touches it, and the number of mines is not "
                           "known.", (place,))
    risk = answer.probability[place]
    mines = risk.numerator * answer.models // risk.denominator
    return Explanation(place, f"Nothing is certain about {place}: {_share(place, mines, answer.models)}.", (place,))
