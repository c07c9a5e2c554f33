"""Why a literal is in the backbone, or is not: a probe that found no model, or two models that differ there."""

from __future__ import annotations

from collections.abc import Callable
from typing import Any

from algorithms import events as e
from algorithms.problems.forms.cnf import negation
from scenarios.timeline import Timeline
from visualizer.families.backbones.refuted import drawn, ending, refutation
from visualizer.families.backbones.state import BackboneState
from visualizer.families.satisfiability.state import SatState, sat_in
from visualizer.families.satisfiability.why import of_trail, of_values, value_of
from visualizer.runs.boards import Board
from visualizer.runs.states import State
from visualizer.runs.why import Explanation, anything, last

Model = frozenset[str]


def why(timeline: Timeline[State], board: Board, place: str) -> Explanation | None:
    """What is known of a place."""
    def of_variable(timeline: Timeline[State], x: str) -> Explanation | None:
        return _of_backbone(timeline, board, x) or of_trail(timeline, x)

    return of_variable(timeline, place) or of_values(timeline, place, of_variable)


def _of_backbone(timeline: Timeline[State], board: Board, x: str) -> Explanation | None:
    """The certificate of a candidate for the backbone."""
    sat = sat_in(timeline.state)
    literal = None if sat is None else next((one for one in (x, f"¬{x}") if one in sat.fates), None)
    if sat is None or literal is None:
        return None
    fate = sat.fates[literal]
    if fate == "backbone":
        return _refuted(timeline, board, x, literal)
    if fate == "dropped":
        return _two_models(timeline, sat, x, literal)
    if fate == "free":
        return _left_open(timeline, sat, x, literal)
    return _still_candidate(timeline, x, literal)


def _still_candidate(timeline: Timeline[State], x: str, literal: str) -> Explanation:
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


def _listed(timeline: Timeline[State]) -> int:
    """Where this search for the backbone listed its candidates; there may have been others before it."""
    listed = last(timeline, e.Listed, anything, timeline.position)
    assert listed is not None  # there are candidates
    return listed


def _refuted(timeline: Timeline[State], board: Board, x: str, literal: str) -> Explanation:
    """A backbone: the unit clause, or the probe that found no model without it."""
    listed = _listed(timeline)
    fixed = last(timeline, e.FixedBackbone, lambda event: event.literal == literal, timeline.position)
    if fixed is None or fixed < listed:
        cnf: Any = timeline.state.form
        number = next(index for index, clause in enumerate(cnf.clauses, 1) if [*map(cnf.word, clause)] == [literal])
        facts = last(timeline, e.FactsListed, anything, timeline.position)
        return Explanation(x, f"In the backbone as a fact (event {facts:,}): clause {number} of the formula is "
                           f"{literal}.", (x,), facts)
    head = f"{value_of(literal)} in every model (event {fixed:,})"
    if timeline.count(e.Probed, fixed) == timeline.count(e.Probed, listed):
        refuted = last(timeline, e.Refuted, anything, fixed)
        return Explanation(x, f"{head}: all models are listed, and all have {literal}; there is no other (event "
                           f"{refuted:,}).", (x,), refuted)
    complement = negation(literal)
    probe = last(timeline, e.Probed, lambda event: complement in event.literals, fixed) or 0
    if probe < listed or not _without_model(timeline, probe):
        asked_last = last(timeline, e.Probed, anything, fixed)
        return Explanation(x, f"{head}: the solver knew it from what it had learned by the last probe (event "
                           f"{asked_last:,}).", (x,), fixed)
    event: Any = timeline.events[probe - 1]
    number = timeline.count(e.Probed, probe) - timeline.count(e.Probed, listed)
    asked = complement if len(event.literals) == 1 else f"one of {len(event.literals)} literals, also {complement}"
    found = refutation(timeline, literal, probe)
    alone = timeline.after(e.Refuted, probe) == probe  # as MiniSat tells it
    end = f" {ending(found)}." if found is not None else " Its solver tells no more." if alone else ""
    return Explanation(x, f"{head}: probe {number} (event {probe:,}) asked for a model with {asked}, and there is "
                       f"none.{end}", (x,), probe, reason=() if found is None else drawn(board, x, found))


def _without_model(timeline: Timeline[State], probe: int) -> bool:
    """Did the probe that ends there find no model?"""
    refuted, modelled = timeline.after(e.Refuted, probe), timeline.after(e.Modelled, probe)
    return refuted is not None and (modelled is None or refuted < modelled)


def _model(timeline: Timeline[State], position: int) -> Model:
    event: Any = timeline.events[position - 1]
    return frozenset(event.literals)


def _compare(first: Model, other: Model) -> Callable[[State], None]:
    """Has the board show both."""
    def show(state: State) -> None:
        backbone = state.of(BackboneState)
        assert backbone is not None
        backbone.compare((first, other))

    return show


def _two_models(timeline: Timeline[State], sat: SatState, x: str, literal: str) -> Explanation:
    """No backbone: the first model, which has the literal, and the last one without it."""
    complement = negation(literal)
    dropped = last(timeline, e.Dropped, lambda event: event.literal == literal, timeline.position)
    first = last(timeline, e.Modelled, anything, _listed(timeline))
    other = last(timeline, e.Modelled, lambda event: complement in event.literals, dropped or 0)
    assert first is not None
    assert other is not None
    said = (f"Not in the backbone: {value_of(literal)} in the first model (event {first:,}) and {value_of(complement)} "
            f"in that of event {other:,}.")
    if sat.direct:  # a board whose places have more than two values has no such squares
        return Explanation(x, said, (x,), other)
    return Explanation(x, f"{said} The small squares show both.", (x,), other,
                       _compare(_model(timeline, first), _model(timeline, other)))


def _left_open(timeline: Timeline[State], sat: SatState, x: str, literal: str) -> Explanation:
    """No backbone: a model, and the same with the variable's other value."""
    freed = last(timeline, e.Freed, lambda event: event.literal == literal, timeline.position) or 0
    found, reduced = last(timeline, e.Modelled, anything, freed), last(timeline, e.ModelReduced, anything, freed)
    assert found is not None
    assert reduced is not None
    said = (f"Not in the backbone: the model of event {found:,} satisfies every clause whatever {x} is (event "
            f"{reduced:,}).")
    if sat.direct:
        return Explanation(x, said, (x,), reduced)
    model = _model(timeline, found)
    other = model ^ {x, f"¬{x}"}
    return Explanation(x, f"{said} The small squares show it with both values.", (x,), reduced,
                       _compare(model, other))
