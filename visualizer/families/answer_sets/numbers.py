"""The numbers of the panels of logic programs: answer sets, models, rules left, atoms that may be unfounded."""

from __future__ import annotations

from collections.abc import Sequence
from typing import Any

from algorithms.answer_sets import events as a
from algorithms.events import Assumed, Decided
from scenarios.timeline import Timeline
from visualizer.families.answer_sets.loop_state import LoopState
from visualizer.families.answer_sets.loops_tab import Model
from visualizer.families.answer_sets.state import ProgramState, program_in
from visualizer.runs.numbers import Number, events_since, last_of, said, size
from visualizer.runs.states import State


def found_of(known: ProgramState) -> Number:
    """The answer sets so far."""
    return Number("answer sets", len(known.found), "answer sets that the search has found so far",
                  events_since((a.AnswerSetFound,), (a.ListedAgain,)))


def sets_of(state: State) -> Number:
    """The same of any search for answer sets."""
    known, searched = program_in(state), state.of(LoopState)
    if known is not None:
        return found_of(known)
    found = () if searched is None else searched.sets
    return Number("answer sets", len(found), "answer sets that the search has found so far",
                  events_since((a.AnswerSetFound,)))


def left_of(rules: int) -> Number:
    """The rules that a guess leaves."""
    return Number("rules left", rules, "rules of the reduct: no atom of X stands below a not in them",
                  last_of((a.ReductBuilt,)), rule=size("rules"))


def models_of(known: ProgramState) -> Number:
    """The models of the completion so far."""
    return Number("models", len(known.models), "models of the completion, as they were listed last",
                  events_since((a.ModelListed,), (a.ListedAgain,)))


def completed_of(value: int) -> Number:
    """The atoms whose rules were put into one formula."""
    return Number("atoms completed", value, "atoms that have their formula", events_since((a.AtomCompleted,)))


def clauses_of(value: int) -> Number:
    """The clauses of the completion."""
    return Number("clauses", value, "clauses of the completion", last_of((a.CompletionBuilt,)), rule=said("clauses"))


def round_of(known: ProgramState) -> tuple[Number, Number]:
    """Which round it is, and the atoms of U, of which those go that a rule holds up."""

    def worth(event: Any) -> int:
        return len(event.candidates) if isinstance(event, a.RoundStarted) else -1

    def counted(timeline: Timeline[State], upto: int) -> Sequence[int]:
        begun = last_of((a.RoundStarted,))(timeline, upto)
        return [*begun, *events_since((a.AtomHeld,), (a.RoundStarted,))(timeline, upto)]

    return (Number("round", known.number, "which time the atoms of U are gone through", last_of((a.RoundStarted,)),
                   rule=said("number")),
            Number("atoms in U", len(known.u or ()), "atoms that the round began with, without those held up since",
                   counted, worth))


def given_of(known: ProgramState) -> Number:
    """The literals that M begins with."""
    return Number("literals of M", len(known.m), "literals that are given", events_since((Assumed,)))


def level_of(literal: str, level: int) -> Number:
    """How many decisions M rests on."""
    return Number("level", level, "decisions that M rests on, the last one included",
                  last_of((Decided,), when=lambda event: isinstance(event, Decided) and event.literal == literal),
                  rule=said("level"))


def judged_of(models: Sequence[Model]) -> tuple[Number, Number, Number]:
    """The models of the completion itself, those that are answer sets, and those that are none."""
    sets = sum(model.stable is True for model in models)

    def counted(timeline: Timeline[State], upto: int) -> Sequence[int]:
        again = timeline.positions(a.ListedAgain)
        end = min([upto, *again[:1]])
        return events_since((a.ModelListed, a.AnswerSetFound))(timeline, end)

    def listed(events: Sequence[Any]) -> int:
        return sum(isinstance(event, a.ModelListed) for event in events)

    return (Number("models listed", len(models), "models of the completion", counted, rule=listed),
            Number("answer sets listed", sets, "models of the completion that are answer sets", counted,
                   rule=lambda events: len(events) - listed(events)),
            Number("models too many", len(models) - sets, "models of the completion that are no answer sets", counted,
                   rule=lambda events: 2 * listed(events) - len(events)))
