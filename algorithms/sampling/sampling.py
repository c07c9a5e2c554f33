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
    chain      one search from a random start; several are independent, which gives intervals of confidence
    record     of the samples of all chains: :mod:`algorithms.sampling.samples`
"""

from __future__ import annotations

import gc
from collections.abc import Collection, Iterable, Mapping
from dataclasses import dataclass
from math import fsum, sqrt
from random import Random
from typing import Annotated

from algorithms.answers import Chances
from algorithms.core import Between, Event, Outcome, Steps, run
from algorithms.events import (
    AnyTaken,
    CandidatesScored,
    DuplicateDropped,
    Estimated,
    Flipped,
    RandomlyAssigned,
    RandomlyRestarted,
    SampleRecorded,
    UnsatisfiedChosen,
    VariableDrawn,
    VariablesFixed,
)
from algorithms.problems.forms.at_least import AtLeastForm
from algorithms.sampling.local_search import Assignment, Choice, Reduced, certain_literals, in_groups, reduce
from algorithms.sampling.samples import Record

Iterations = Annotated[int, Between(1, 100_000_000)]
Tenure = Annotated[int, Between(0, 1_000_000)]
Chains = Annotated[int, Between(1, 1000)]

ESTIMATES = 100
"""How many estimates a run gives on its way: the points of its plot."""


@dataclass(frozen=True)
class Variant:
    """What the variations of Algorithm 1 change.

    restart: the chance that a sample is left by a random restart, not by a flip
    noise:   the chance that any false literal of the unsatisfied constraint that is not tabu is made true
    unique:  a sample counts once, however often it is found
    """

    restart: float = 0.0
    noise: float = 0.0
    unique: bool = False


class Chain:
    """One search: where it is, and what it has found.

    last_flip: for each literal the step of the last flip of its variable; 0 where there was none
    """

    def __init__(self, form: Reduced, number: int, variant: Variant, tenure: int, kept: Record, rng: Random) -> None:
        self.form, self.number, self.tenure, self.rng = form, number, tenure, rng
        self.restart, self.noise, self.kept = variant.restart, variant.noise, kept
        self.state = Assignment(form)
        self.step = 0
        self.last_sample = 1  # the cutoff is never below 1: a variable that was not flipped is not tabu
        self.last_flip = [0] * (2 * len(form.names))
        self._named: dict[int, tuple[str, ...]] = {}
        self._drawn = [VariableDrawn(number, name) for name in form.names]
        self._taken = [UnsatisfiedChosen(number, i) for i in form.numbers]
        self._flips: list[dict[int, Flipped]] = [{} for _ in self.last_flip]

    def begin(self, watched: bool) -> Steps[None]:
        """Lines 5 to 8."""
        self.assign_randomly()
        if watched:
            yield RandomlyAssigned(self.number, self._names(self.state.true(self.state.false)),
                                   len(self.state.unsatisfied))
        if not self.state.unsatisfied and (event := self.record(self.state.false, watched)):
            yield event

    def walk(self, iterations: int, watched: bool) -> Steps[None]:
        """Lines 11 to 24, for so many more steps, all in one place for speed; no event is made unless ``watched``."""
        state, last_flip, random, noise, tenure = self.state, self.last_flip, self.rng.random, self.noise, self.tenure
        false, critical, unsatisfied, slack = state.false, state.critical, state.unsatisfied, state.slack
        where, masks, offers, bit, occurs = state.where, state.masks, state.offers, state.bit, state.occurs
        last_sample, both, taken, flips = self.last_sample, state.both, self._taken, self._flips
        for step in range(self.step + 1, self.step + iterations + 1):
            if unsatisfied:
                cutoff = last_sample if last_sample > step - tenure else step - tenure  # faster than max()
                i = unsatisfied[int(random() * len(unsatisfied))]
                literals, around, choices, _ = offer = offers.get(masks[i] & false) or state.offer(i, false)
                tabu: tuple[int, ...] = ()
                for literal in literals:
                    if last_flip[literal] >= cutoff:
                        tabu += (literal,)
                choice = choices.get((critical & around, tabu)) or state.choice(offer, critical, tabu)
                noisy = noise and random() < noise
                best = choice.free if noisy else choice.best
                literal = best[int(random() * len(best))] if len(best) > 1 else best[0]
                if watched:
                    yield taken[i]
                    yield self._any(literal) if noisy else choice.said or self._scored(choice)
            else:
                literal, event = self.leave(false, watched)
                if event:
                    yield event
            if literal >= 0:  # flip, and update data structures
                false ^= both[literal]
                last_flip[literal] = last_flip[literal ^ 1] = step
                for i in occurs[literal ^ 1]:
                    slack[i] = left = slack[i] - 1
                    if left == 0:
                        critical |= bit[i]
                    elif left == -1:
                        critical ^= bit[i]
                        where[i] = len(unsatisfied)
                        unsatisfied.append(i)
                for i in occurs[literal]:
                    slack[i] = left = slack[i] + 1
                    if left == 1:
                        critical ^= bit[i]
                    elif left == 0:
                        critical |= bit[i]
                        unsatisfied[where[i]] = other = unsatisfied[-1]
                        where[other] = where[i]
                        unsatisfied.pop()
                if watched:
                    yield flips[literal].get(len(unsatisfied)) or self._flipped(literal)
            else:
                false, critical = state.false, state.critical
            if not unsatisfied:
                last_sample = step
                if event := self.record(false, watched):
                    yield event
        self.step, self.last_sample, state.false, state.critical = step, last_sample, false, critical

    def leave(self, false: int, watched: bool) -> tuple[int, Event | None]:
        """Line 14, and RandomRestart() in its place in variations (a) and (b): the literal to make true, or −1."""
        if self.restart and self.rng.random() < self.restart:
            self.assign_randomly()
            return -1, RandomlyRestarted(self.number, self._names(self.state.true(self.state.false)),
                                         len(self.state.unsatisfied)) if watched else None
        v = int(self.rng.random() * self.state.size)
        return 2 * v + 1 - (false >> 2 * v & 1), self._drawn[v] if watched else None

    def record(self, false: int, watched: bool) -> Event | None:
        """RecordSample(). All chains write into one record."""
        visits, counts = self.kept.add(self.number, false)
        if not watched:
            return None
        sample = self._named.get(false)
        if sample is None:
            sample = self._named[false] = self._names(self.state.true(false))
        return (SampleRecorded if counts else DuplicateDropped)(self.number, sample, visits)

    def assign_randomly(self) -> None:
        """RandomRestart(): each variable true or false, as likely."""
        self.state.assign([self.rng.random() < 0.5 for _ in range(self.state.size)])

    def _names(self, true: Iterable[int]) -> tuple[str, ...]:
        names = self.form.names
        return tuple([names[v] for v in true])

    def _scored(self, choice: Choice) -> CandidatesScored:
        """What the candidates were; the event is kept, because a long run has few different ones."""
        choice.said = event = CandidatesScored(self.number, choice.offer.names, choice.breaks,
                                               self._names([literal >> 1 for literal in choice.tabu]))
        return event

    def _any(self, literal: int) -> AnyTaken:
        return AnyTaken(self.number, self.form.names[literal >> 1])

    def _flipped(self, literal: int) -> Flipped:
        left = len(self.state.unsatisfied)
        event = Flipped(self.number, self.form.names[literal >> 1], 1 - literal % 2, left)
        self._flips[literal][left] = event
        return event


# --- several chains, and what they say -------------------------------------------------------------------------------


@dataclass(frozen=True)
class SampledMarginals(Chances):
    """Estimates of the free variables and what is certain; nothing where the constraints have no model.

    certain:   the variables that are true in all models     shares: for each free variable the share of samples
    intervals: of confidence, for each free variable, where several chains allow them
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
                      rng: Random | None) -> Steps[SampledMarginals]:
    """The function of the paper's Algorithm 1, for several chains that take turns between two estimates."""
    certain = certain_literals(form)
    if certain is None:
        return SampledMarginals((), {}, {}, None)
    reduced = reduce(form, certain)
    yield VariablesFixed(tuple(map(form.word, certain)), len(reduced.names))
    record, walks = _started(reduced, variant, tenure, chains, rng or Random(0))
    for walk in walks:
        yield from walk.begin(True)
    done = 0
    while done < iterations:
        steps = min(-(-iterations // ESTIMATES), iterations - done) if reduced.names else iterations
        for walk in walks if reduced.names else ():
            yield from walk.walk(steps, True)
        done += steps
        estimate = record.estimated(done)
        yield estimate
    intervals = dict(zip(estimate.variables, zip(estimate.low, estimate.high, strict=True), strict=False))
    return SampledMarginals(tuple(form.names[literal - 1] for literal in certain if literal > 0),
                            dict(zip(estimate.variables, estimate.estimates, strict=True)), intervals, estimate.samples)


def searched(form: Reduced, variant: Variant, iterations: int, tenure: int, chains: int, rng: Random) -> Estimated:
    """The last estimate of the same, without an event on the way: for experiments, which run many in processes."""
    record, walks = _started(form, variant, tenure, chains, rng)
    collecting = gc.isenabled()
    gc.disable()  # nothing here makes cycles; it would look at all samples again and again
    try:
        for walk in walks:
            run(walk.begin(False))
            if form.names:
                run(walk.walk(iterations, False))
    finally:
        if collecting:
            gc.enable()
    return record.estimated(iterations)


def _started(form: Reduced, variant: Variant, tenure: int, chains: int, rng: Random) -> tuple[Record, list[Chain]]:
    record = Record(form.names, variant.unique, chains)
    return record, [Chain(form, number, variant, tenure, record, Random(rng.getrandbits(64)))
                    for number in range(1, chains + 1)]


def rmsd(estimates: Mapping[str, float], exact: Mapping[str, float]) -> float:
    """The paper's error: the root of the mean square deviation from the exact values (section 4.1)."""
    return sqrt(fsum((estimates.get(name, 0.0) - value) ** 2 for name, value in exact.items()) / (len(exact) or 1))
