"""Sampling the models of at-least constraints by local search, and what the samples say about each variable.

Source: Neller and Luo, *Mixed logical and probabilistic reasoning in the game of Clue*, section 4: Algorithm 1, the
variations (a) to (e), and Algorithm 2, after WalkSAT (Selman, Kautz and Cohen 1994) with tabu search (Glover 1989).
Line numbers of the pseudocode are the paper's. Where it leaves a choice, ours is the reading whose errors come nearest
to the printed ones: an unsatisfied constraint offers its false literals; of these the lowest break count wins, ties at
random; a variable is tabu while its last flip is not before the cutoff, unless all candidates are; a flip out of a
sample asks for no tabu. The paper says of variation (b) both that 20% and that 80% of samples are left by a restart;
20% it is, as in its section 4.2.2.

    fixed      variables with the same value in all models: they are found first, and never flipped
    chain      one search from a random start; several are independent, which gives intervals of confidence
    visits     for each sample, a set of true variables, how often the chain has found it
    tally      for each variable in how many recorded samples it is true
"""

from __future__ import annotations

from collections.abc import Iterable, Mapping, Sequence
from dataclasses import dataclass
from math import fsum, sqrt
from random import Random

from algorithms.core import AlgorithmError, Event, Outcome, Steps
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
from algorithms.local_search import Assignment, Choice, Reduced, certain_literals, in_groups, reduce
from algorithms.problems.at_least import AtLeastForm
from algorithms.student import student

CONFIDENCE = 0.95
ESTIMATES = 100
"""How many estimates a run gives on its way: the points of its plot."""


@dataclass(frozen=True)
class Variant:
    """What the variations of Algorithm 1 change.

    restart: the chance that a sample is left by a random restart, not by a flip
    noise:   the chance that any variable of the unsatisfied constraint is flipped
    unique:  a sample counts once, however often it is found
    """

    restart: float = 0.0
    noise: float = 0.0
    unique: bool = False


class Chain:
    """One search: where it is, and what it has found.

    last_flip: for each literal the step of the last flip of its variable; 0 where there was none
    """

    def __init__(self, form: Reduced, number: int, variant: Variant, tenure: int, rng: Random) -> None:
        self.form, self.number, self.tenure, self.rng = form, number, tenure, rng
        self.restart, self.noise, self.unique = variant.restart, variant.noise, variant.unique
        self.state = Assignment(form)
        self.step = self.samples = 0
        self.last_sample = 1  # the cutoff is never below 1: a variable that was not flipped is not tabu
        self.last_flip = [0] * (2 * len(form.names))
        self.visits: dict[int, int] = {}
        self._named: dict[int, tuple[str, ...]] = {}
        self._noted: list[int] = []
        self._tally = [0] * len(form.names)
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
                best = literals if noisy else choice.best
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
        """RecordSample(): notes the sample, if it counts."""
        visits = self.visits[false] = self.visits.get(false, 0) + 1
        counts = visits == 1 or not self.unique
        if counts:
            self.samples += 1
            self._noted.append(false)
        if not watched:
            return None
        sample = self._named.get(false)
        if sample is None:
            sample = self._named[false] = self._names(self.state.true(false))
        return (SampleRecorded if counts else DuplicateDropped)(self.number, sample, visits)

    def tally(self) -> Sequence[int]:
        """For each variable in how many recorded samples it is true. The samples noted since are counted all at once:
        of each the bits of all literals, of which those of false negations matter."""
        if self._noted and self.state.size:
            import numpy as np  # takes a moment to load

            length = -(-2 * self.state.size // 8)
            raw = np.frombuffer(b"".join([false.to_bytes(length, "little") for false in self._noted]), dtype=np.uint8)
            found = np.unpackbits(raw.reshape(-1, length), axis=1, bitorder="little").sum(axis=0, dtype=np.int64)
            self._tally = [a + int(b) for a, b in zip(self._tally, found[1:2 * self.state.size:2], strict=True)]
            self._noted.clear()
        return self._tally

    def assign_randomly(self) -> None:
        """RandomRestart(): each variable true or false, as likely."""
        self.state.assign([self.rng.random() < 0.5 for _ in range(self.state.size)])

    def shares(self) -> list[float]:
        """The estimates of this chain; all 0 without a sample."""
        return [count / (self.samples or 1) for count in self.tally()]

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
class SampledMarginals:
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
    check_options(iterations, tenure, chains)
    certain = certain_literals(form)
    if certain is None:
        return SampledMarginals((), {}, {}, None)
    reduced = reduce(form, certain)
    yield VariablesFixed(tuple(map(form.word, certain)), len(reduced.names))
    rng = rng or Random(0)
    walks = [Chain(reduced, number, variant, tenure, Random(rng.getrandbits(64))) for number in range(1, chains + 1)]
    for walk in walks:
        yield from walk.begin(True)
    done = 0
    while done < iterations:
        steps = min(-(-iterations // ESTIMATES), iterations - done) if reduced.names else iterations
        for walk in walks if reduced.names else ():
            yield from walk.walk(steps, True)
        done += steps
        estimate = estimated(reduced.names, walks, done)
        yield estimate
    intervals = dict(zip(estimate.variables, zip(estimate.low, estimate.high, strict=True), strict=False))
    return SampledMarginals(tuple(form.names[literal - 1] for literal in certain if literal > 0),
                            dict(zip(estimate.variables, estimate.estimates, strict=True)), intervals, estimate.samples)


def searched(form: Reduced, variant: Variant, iterations: int, tenure: int, rng: Random) -> Chain:
    """A chain that has made so many iterations without an event: for experiments, which run many in processes."""
    chain = Chain(form, 1, variant, tenure, rng)
    for _ in chain.begin(False):
        pass
    if form.names:
        for _ in chain.walk(iterations, False):
            pass
    return chain


def estimated(names: tuple[str, ...], chains: Iterable[Chain], step: int) -> Estimated:
    """The mean of the chains' estimates, and Student's interval around it: each chain is a batch of its own (batch
    means; Law, *Simulation Modeling and Analysis*, section 9.5.3). It tells how much chance there is in the estimate,
    not how biased the search is."""
    found = [(chain.shares(), chain) for chain in chains if chain.samples]
    count = len(found)
    means = [fsum(column) / count for column in zip(*(shares for shares, _ in found), strict=True)] if found else []
    low, high = [], []
    if count > 1:
        t = student(CONFIDENCE, count - 1)
        for mean, column in zip(means, zip(*(shares for shares, _ in found), strict=True), strict=True):
            half = t * sqrt(fsum((share - mean) ** 2 for share in column) / (count - 1) / count)
            low.append(max(0.0, mean - half))
            high.append(min(1.0, mean + half))
    return Estimated(step, sum(chain.samples for _, chain in found), sum(len(chain.visits) for _, chain in found),
                     names if found else (), tuple(means), tuple(low), tuple(high))


def check_options(iterations: int, tenure: int, chains: int) -> None:
    """Raises AlgorithmError for an option that cannot be."""
    for name, value, least, most in (("iterations", iterations, 1, 100_000_000), ("tenure", tenure, 0, 1_000_000),
                                     ("chains", chains, 1, 1000)):
        if not least <= value <= most:
            raise AlgorithmError(f"{name} must be from {least} to {most:,}, not {value:,}; change it")


def rmsd(estimates: Mapping[str, float], exact: Mapping[str, float]) -> float:
    """The paper's error: the root of the mean square deviation from the exact values (section 4.1)."""
    return sqrt(fsum((estimates.get(name, 0.0) - value) ** 2 for name, value in exact.items()) / (len(exact) or 1))
