"""Sampling the models of at-least constraints by local search, and what the samples say about each variable.

Source: Neller and Luo, *Mixed logical and probabilistic reasoning in the game of Clue*, section 4: Algorithm 1, the
variations (a) to (e), and Algorithm 2, after WalkSAT (Selman, Kautz and Cohen 1994) with tabu search (Glover 1989).
Line numbers of the pseudocode are the paper's. Where it leaves a choice, ours is the reading whose errors come nearest
to the printed ones: an unsatisfied constraint offers its false literals; of these the lowest break count wins, ties at
random; a variable is tabu while its last flip is not before the cutoff, unless all candidates are; a flip out of a
sample asks for no tabu. The noise of variation (c), "a random variable of that clause", draws from the false literals,
too, and from those that are not tabu: were tabu waived there, (c) would be nearer than Algorithm 1 on Table 1's state,
where the paper finds it worse. The paper says of variation (b) both that 20% and that 80% of samples are left by a
restart; 20% it is, as in its section 4.2.2.

    fixed      variables with the same value in all models: they are found first, and never flipped
    chain      one search from a random start; several are independent, which gives confidence intervals
    record     of the samples of all chains: :mod:`algorithms.sampling.samples`
"""

from __future__ import annotations

from collections.abc import Callable, Collection, Iterable, Mapping, Sequence
from dataclasses import dataclass
from functools import partial
from math import fsum, sqrt
from random import Random
from typing import Annotated, TypeVar

from algorithms.answers import Chances
from algorithms.core import Between, Choose, Event, Outcome, Steps, choose
from algorithms.draws import another
from algorithms.events import (
    AnyTaken,
    CandidatesScored,
    DuplicateDropped,
    Flipped,
    RandomlyAssigned,
    RandomlyRestarted,
    SampleRecorded,
    UnsatisfiedChosen,
    VariableDrawn,
    VariablesFixed,
)
from algorithms.problems.forms.at_least import AtLeastForm
from algorithms.sampling.fast import FastChain
from algorithms.sampling.local_search import Assignment, Reduced, Variant, certain_literals, reduce
from algorithms.sampling.samples import Record, as_number

T = TypeVar("T")
Iterations = Annotated[int, Between(1, 100_000_000)]
Tenure = Annotated[int, Between(0, 1_000_000)]
Chains = Annotated[int, Between(1, 1000)]

ESTIMATES = 100
"""How many estimates a run gives on its way: the points of its plot."""


class Chain:
    """One search: where it is, and what it has found.

    choose:    asked for each thing that is drawn, if somebody chooses: the draw is what the algorithm prefers
    last_flip: for each variable the step of its last flip; 0 where there was none
    name:      of each literal that of its variable. Those of −1, −2, … stand at the end of the list
    """

    def __init__(self, form: Reduced, number: int, variant: Variant, tenure: int, kept: Record, rng: Random,
                 choose: Choose = choose) -> None:
        self.form, self.number, self.variant, self.tenure = form, number, variant, tenure
        self.kept, self.rng, self.choose = kept, rng, choose
        self.state = Assignment(form)
        self.step = self.last_sample = 0
        self.last_flip = [0] * (len(form.names) + 1)
        self.name = ["", *form.names, *reversed(form.names)]
        self._told: dict[tuple[object, ...], Event] = {}

    def begin(self) -> Steps[None]:
        """Lines 5 to 8."""
        self.restart()
        yield RandomlyAssigned(self.number, self.state.names(), len(self.state.unsatisfied))
        if not self.state.unsatisfied:
            yield self.record()

    def walk(self, iterations: int) -> Steps[None]:
        """Lines 11 to 24, for so many more steps."""
        state, variant, chance = self.state, self.variant, self.rng.random
        for _ in range(iterations):
            self.step += 1
            if not state.unsatisfied and variant.restart and chance() < variant.restart:
                self.restart()
                yield RandomlyRestarted(self.number, state.names(), len(state.unsatisfied))
            else:
                literal = yield from self.choice_of_walksat() if state.unsatisfied else self.any_variable()
                state.flip(literal)
                self.last_flip[abs(literal)] = self.step
                yield self.once(Flipped, self.name[literal], int(literal > 0), len(state.unsatisfied))
            if not state.unsatisfied:
                self.last_sample = self.step
                yield self.record()

    def any_variable(self) -> Steps[int]:
        """Line 14: a random non-fixed variable, as the literal of it that is false."""
        variable = self.draw("variable", range(1, len(self.form.names) + 1), self.name)
        yield self.once(VariableDrawn, self.name[variable])
        return -variable if self.state.true[variable] else variable

    def choice_of_walksat(self) -> Steps[int]:
        """Lines 12, 16 and 17: a false literal of an unsatisfied constraint, to be made true. Of those that are not
        tabu, where there are such, one that breaks the fewest constraints; at times in variation (c) any of them."""
        constraint = self.draw("constraint", self.state.unsatisfied, self.form.numbers)
        yield self.once(UnsatisfiedChosen, self.form.numbers[constraint])
        candidates = self.state.false_in(constraint)
        cutoff = max(1, self.step - self.tenure, self.last_sample)
        tabu = [x for x in candidates if self.last_flip[abs(x)] >= cutoff]
        free = [x for x in candidates if x not in tabu] or candidates
        if self.variant.noise and self.rng.random() < self.variant.noise:
            literal = self.draw("flip", free, self.name)
            yield self.once(AnyTaken, self.name[literal])
            return literal
        breaks = {x: self.state.breaks(x) for x in candidates}
        fewest = min(breaks[x] for x in free)
        best = [x for x in free if breaks[x] == fewest]
        yield self.once(CandidatesScored, self.names(candidates), tuple(breaks.values()), self.names(tabu))
        return self.draw("flip", best, self.name)

    def restart(self) -> None:
        """RandomRestart(): each variable true or false, as likely."""
        self.state.assign([self.rng.random() < 0.5 for _ in self.form.names])

    def record(self) -> Event:
        """RecordSample(). All chains write into one record."""
        visits, counts = self.kept.add(self.number, as_number(self.state.values))
        return (SampleRecorded if counts else DuplicateDropped)(self.number, self.state.names(), visits)

    def draw(self, kind: str, some: Sequence[int], names: Sequence[object]) -> int:
        """One of them, each as likely, or another one that somebody chooses by its name."""
        drawn = some[int(self.rng.random() * len(some))] if len(some) > 1 or kind != "flip" else some[0]
        if self.choose is choose:
            return drawn
        by_name = {str(names[one]): one for one in some}
        return by_name[self.choose(kind, tuple(by_name), str(names[drawn]))]

    def names(self, literals: Iterable[int]) -> tuple[str, ...]:
        """Those of their variables."""
        return tuple([self.name[literal] for literal in literals])

    def once(self, kind: Callable[..., Event], *fields: object) -> Event:
        """The event of this chain with these fields: a long run has few different ones, and keeps one of each."""
        known = self._told.get((kind, *fields))
        if known is None:
            known = self._told[kind, *fields] = kind(self.number, *fields)
        return known


# --- several chains, and what they say -------------------------------------------------------------------------------


@dataclass(frozen=True)
class SampledMarginals(Chances):
    """Estimates of the free variables and what is certain; nothing where the constraints have no model.

    certain:   the variables that are true in all models     shares: for each free variable the share of samples
    intervals: confidence intervals for each free variable, where several chains allow them
    samples:   how many were recorded; None where there is no model
    """

    certain: tuple[str, ...]
    shares: Mapping[str, float]
    intervals: Mapping[str, tuple[float, float]]
    samples: int | None

    @property
    def outcome(self) -> Outcome:
        return "unsatisfiable" if self.samples is None else "complete"

    @property
    def estimated(self) -> Collection[str]:
        return self.shares.keys()

    def as_json(self, hidden: frozenset[str]) -> dict[str, object]:
        shares = {**dict.fromkeys(self.certain, 1.0), **self.shares}
        shown = {name: share for name, share in shares.items() if name not in hidden}
        found: dict[str, object] = {"marginals": in_groups(shown, shown.values()), "models": None,
                                    "samples": self.samples or 0}
        if self.intervals:
            kept = {name: list(bounds) for name, bounds in self.intervals.items() if name not in hidden}
            found["intervals"] = in_groups(kept, kept.values())
        return found


def search_and_sample(form: AtLeastForm, variant: Variant, iterations: int, tenure: int, chains: int,
                      rng: Random | None, drained: bool, choose: Choose) -> Steps[SampledMarginals]:
    """The function of the paper's Algorithm 1, for several chains that take turns between two estimates.
    Where nobody looks at the code that runs, the chains are those of :mod:`algorithms.sampling.fast`."""
    certain = certain_literals(form)
    if certain is None:
        return SampledMarginals((), {}, {}, None)
    reduced = reduce(form, certain)
    yield VariablesFixed(tuple(map(form.word, certain)), len(reduced.names))
    rng, record = rng or Random(0), Record(reduced.names, variant.unique, chains)
    kind: Callable[..., Chain | FastChain] = FastChain if drained else partial(Chain, choose=choose)
    walks = [kind(reduced, number, variant, tenure, record, another(rng)) for number in range(1, chains + 1)]
    for walk in walks:
        yield from walk.begin()
    done = 0
    while done < iterations:
        steps = min(-(-iterations // ESTIMATES), iterations - done) if reduced.names else iterations
        for walk in walks if reduced.names else ():
            yield from walk.walk(steps)
        done += steps
        estimate = record.estimated(done)
        yield estimate
    intervals = dict(zip(estimate.variables, zip(estimate.low, estimate.high, strict=True), strict=False))
    return SampledMarginals(tuple(form.names[literal - 1] for literal in certain if literal > 0),
                            dict(zip(estimate.variables, estimate.estimates, strict=True)), intervals, estimate.samples)


def in_groups(names: Iterable[str], shares: Iterable[T]) -> Mapping[str, Mapping[str, T]]:
    """Shares of variables as an answer has them: ``ca=pe`` is under ca at pe, and ``p`` under p at 1."""
    found: dict[str, dict[str, T]] = {}
    for name, share in zip(names, shares, strict=True):
        variable, _, value = name.partition("=")
        if share:
            found.setdefault(variable, {})[value or "1"] = share
    return found


def rmsd(estimates: Mapping[str, float], exact: Mapping[str, float]) -> float:
    """The paper's error: the root of the mean square deviation from the exact values (section 4.1)."""
    return sqrt(fsum((estimates.get(name, 0.0) - value) ** 2 for name, value in exact.items()) / (len(exact) or 1))
