"""The numbers of the panels of a sampler: its samples, what it works on, how wrong it is, what it has visited."""

from __future__ import annotations

from collections import Counter
from collections.abc import Callable, Mapping, Sequence
from typing import Any

from algorithms.core import Event
from algorithms.events import (
    CandidatesScored,
    DuplicateDropped,
    Estimated,
    Flipped,
    RandomlyAssigned,
    RandomlyRestarted,
    SampleRecorded,
    VariablesFixed,
)
from algorithms.sampling.sampling import rmsd
from scenarios.timeline import Timeline
from visualizer.families.sampling.progress import BEGINS
from visualizer.families.sampling.state import SamplingState
from visualizer.runs.boards import Exact
from visualizer.runs.numbers import Number, Rule, Worth, events_since, last_of, plain, said, size
from visualizer.runs.states import State

_FOUND = SampleRecorded, DuplicateDropped
_MOVES = RandomlyAssigned, RandomlyRestarted, Flipped


def numbers_of(state: SamplingState) -> tuple[Number, Number, Number, Number]:
    """Samples found, those of them that were new and those that were not, and those that count in the estimate."""
    return (
        Number("samples found", state.found, "how often a chain has come to a model, be it a new one or not",
               events_since(_FOUND, BEGINS)),
        Number("new samples", state.new, "models that no chain had found before", events_since(_FOUND, BEGINS, _new)),
        Number("samples found before", state.found - state.new, "models found that some chain had found before",
               events_since(_FOUND, BEGINS, lambda event: not _new(event))),
        Number("samples recorded", state.recorded, "samples that count in the estimate",
               events_since((SampleRecorded,), BEGINS)))


def _new(event: Event) -> bool:
    return isinstance(event, SampleRecorded | DuplicateDropped) and event.visits == 1


def chains_of(state: SamplingState) -> Number:
    """How many chains there are."""
    return Number("chains", len(state.true), "chains that have started", events_since((RandomlyAssigned,), BEGINS))


def headline_numbers(state: SamplingState) -> tuple[Number, ...]:
    """What is certain and what is free, before a chain starts; then the constraints that are not satisfied."""
    if state.unsatisfied is None:
        fixed = last_of((VariablesFixed,))
        return () if state.chain else (
            Number("certain", len(state.fixed), "variables that are the same in all models", fixed,
                   rule=size("literals")),
            Number("free", state.free, "variables that are not certain", fixed, rule=said("free")))
    if state.sample or not state.unsatisfied:
        return ()
    moves = _of_chain(state.chain)
    return (Number("not satisfied", state.unsatisfied, "constraints that are not satisfied where the chain is",
                   lambda timeline, upto: moves(timeline, upto)[-1:], rule=said("unsatisfied")),)


# --- the constraint that was chosen ----------------------------------------------------------------------------------


def true_of(state: SamplingState, literals: Sequence[str], value: int) -> Number:
    """How many literals of the constraint are true where the chain is."""
    chain, wanted = state.chain, {literal.lstrip("¬") for literal in literals}

    def counted(timeline: Timeline[State], upto: int) -> Sequence[int]:
        moves = _of_chain(chain)(timeline, upto)
        starts = [at for at in moves if not isinstance(timeline.events[at], Flipped)][-1:]
        flips = [at for at in moves if at > max(starts, default=-1) and _named(timeline.events[at]) in wanted]
        return sorted([*last_of((VariablesFixed,))(timeline, upto), *starts, *flips])

    def rule(events: Sequence[Any]) -> Worth:
        true = set[str]()
        for event in events:
            if isinstance(event, VariablesFixed):
                true |= set(event.literals)
            elif isinstance(event, Flipped):
                true ^= {event.variable}
            else:
                true |= set(event.true)
        return sum((literal.lstrip("¬") in true) != literal.startswith("¬") for literal in literals)

    return Number("true literals", value, "literals of the constraint that are true where the chain is", counted,
                  rule=rule)


def _of_chain(chain: int) -> Callable[[Timeline[State], int], Sequence[int]]:
    return events_since(_MOVES, BEGINS, lambda event: isinstance(event, _MOVES) and event.chain == chain)


def _named(event: Any) -> str:
    name: str = event.variable
    return name


def breaks_of(name: str, index: int, value: int) -> Number:
    """What the flip of a candidate would break."""
    rule: Rule = lambda events: int(events[-1].breaks[index])  # noqa: E731
    return Number(f"breaks of {name}", value, f"satisfied constraints that a flip of {name} makes unsatisfied",
                  last_of((CandidatesScored,)), rule=rule)


def since_of(state: SamplingState, name: str, value: int) -> Number:
    """How many steps ago the chain has flipped a variable."""
    moves = _of_chain(state.chain)

    def counted(timeline: Timeline[State], upto: int) -> Sequence[int]:
        found = moves(timeline, upto)
        flips = [at for at in found if isinstance(timeline.events[at], Flipped) and _named(timeline.events[at]) == name]
        return [at for at in found if at > max(flips, default=-1)]

    return Number(f"steps since {name}", value, f"steps of the chain since it has flipped {name}", counted)


# --- the notepad -----------------------------------------------------------------------------------------------------


def share_of(state: SamplingState, name: str, form: Callable[[Worth], str]) -> Number:
    """In which part of the samples a card is somewhere."""

    def worth(event: Any) -> int:
        return int(name in event.sample)

    return Number(f"estimate of {name}", state.shares().get(name, 0.0), f"samples with {name} that were recorded, of "
                  "all", events_since((SampleRecorded,), BEGINS), worth,
                  lambda events: sum(map(worth, events)) / len(events), form)


def error_now_of(state: SamplingState, exact: Mapping[str, float]) -> Number:
    """How wrong the samples are so far."""

    def rule(events: Sequence[Any]) -> Worth:
        tally = Counter(name for event in events for name in event.sample)
        return rmsd({name: count / len(events) for name, count in tally.items()}, exact)

    return Number("RMSD now", rmsd(state.shares(), exact), "root of the mean square deviation of the samples' shares "
                  "from the exact ones, of what is not certain", events_since((SampleRecorded,), BEGINS), rule=rule,
                  form=lambda number: f"{float(number):.4f}")


def inside_of(exact: Mapping[str, float], inside: int, intervals: int) -> tuple[Number, Number]:
    """How many exact shares lie in the intervals around their estimates, of how many."""

    def among(events: Sequence[Any]) -> list[bool]:
        last = events[-1]
        return [low <= exact[name] <= high for name, low, high in zip(last.variables, last.low, last.high, strict=False)
                if name in exact]

    estimated = last_of((Estimated,), BEGINS)
    return (Number("in their interval", inside, "exact shares that lie in the interval around the last estimate",
                   estimated, rule=lambda events: sum(among(events))),
            Number("intervals", intervals, "last estimates of what is not certain that have an interval",
                   estimated, rule=lambda events: len(among(events))))


# --- the plot --------------------------------------------------------------------------------------------------------


def error_of(value: float, exact: Exact) -> Number:
    """How wrong the estimates are."""

    def rule(events: Sequence[Any]) -> Worth:
        last = events[-1]
        return rmsd(dict(zip(last.variables, last.estimates, strict=True)), exact.shares)

    return Number("RMSD", value, "root of the mean square deviation of the estimates from the exact shares, of what is "
                  "not certain", last_of((Estimated,), BEGINS), rule=rule, form=lambda number: f"{float(number):.4f}")


def iterations_of(value: int) -> Number:
    """How many iterations the last estimate is from."""
    return Number("iterations", value, "iterations that each chain had made when that was estimated",
                  last_of((Estimated,), BEGINS), rule=said("step"))


def visits_of(found: int, total: int, even: float, deals: int) -> tuple[Number, Number, Number]:
    """The deals that were visited, how often any was, and how many so many fair draws would have visited."""
    visits = events_since(_FOUND, BEGINS)

    def expected(events: Sequence[Any]) -> Worth:
        return fairly(deals, len(events))

    return (Number("deals visited", found, "deals that a chain has come to, each counted once", visits,
                   rule=lambda events: len({event.sample for event in events})),
            Number("visits", total, "how often a chain has come to a deal", visits),
            Number("fair draws", even, "deals that as many independent draws visit on average", visits,
                   rule=expected, form=lambda number: plain(round(number))))


def missed_of(value: int, deals: int) -> Number:
    """The deals that no chain has come to."""
    return Number("never visited", value, "deals that no chain has come to: all but those visited",
                  events_since(_FOUND, BEGINS), rule=lambda events: deals - len({event.sample for event in events}))


def top_of(value: int) -> Number:
    """How often the deal was visited that was visited most."""
    return Number("most visits", value, "visits of the deal that was visited most", events_since(_FOUND, BEGINS),
                  rule=lambda events: max(Counter(event.sample for event in events).values(), default=1))


def fairly(deals: int, draws: int) -> float:
    """How many different deals so many independent draws have on average."""
    return deals * (1 - (1 - 1 / deals) ** draws) if deals else 0.0
